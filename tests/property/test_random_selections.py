"""Random programs that change objects of which the run tells which ones they are (`tests.generators.selection_programs`).

Some are refused; none may be wrong.  ``python -m tests.generators.selection_programs`` runs more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.selection_programs import outcome, program
from tests.property.test_random_python import COUNT, SEED


def check(first: int, count: int, folder: Path) -> None:
    told = {k: outcome(program(k), folder / f"selections{k}.py") for k in range(first, first + count)}
    assert not {k: t for k, t in told.items() if t.startswith(("WRONG", "DEFECT"))}
    assert sum(t in ("right", "invalid") for t in told.values()) > count // 2


def test_programs(tmp_path: Path) -> None:
    check(SEED, max(3, COUNT // 4), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 600, 50))
def test_more_programs(first: int, tmp_path: Path) -> None:
    check(SEED + first, 50, tmp_path)
