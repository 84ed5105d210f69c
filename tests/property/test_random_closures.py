"""Random programs of functions inside of a function that share variables (`tests.generators.closure_programs`).

None may be wrong.  ``python -m tests.generators.closure_programs`` runs more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.closure_programs import program
from tests.generators.selection_programs import outcome
from tests.property.test_random_python import COUNT, SEED


def check(first: int, count: int, folder: Path) -> None:
    told = {k: outcome(program(k), folder / f"closures{k}.py") for k in range(first, first + count)}
    assert not {k: t for k, t in told.items() if t not in ("right", "invalid")}


def test_programs(tmp_path: Path) -> None:
    check(SEED, max(4, COUNT // 2), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 400, 50))
def test_more_programs(first: int, tmp_path: Path) -> None:
    check(SEED + first, 50, tmp_path)
