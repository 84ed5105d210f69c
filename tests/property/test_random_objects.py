"""Random programs about objects that several names and containers hold (`tests.generators.object_programs`), beside CPython.

Some are refused; none may be wrong.  ``python -m tests.generators.object_programs`` runs more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.object_programs import outcome, program
from tests.property.test_random_python import COUNT, SEED


def check(first: int, count: int, folder: Path) -> None:
    told = {k: outcome(program(k), folder / f"objects{k}.py") for k in range(first, first + count)}
    assert not {k: t for k, t in told.items() if t.startswith(("WRONG", "DEFECT"))}
    assert sum(t == "right" for t in told.values()) > count // 2


def test_programs(tmp_path: Path) -> None:
    check(SEED, max(4, COUNT), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 1100, 100))
def test_more_programs(first: int, tmp_path: Path) -> None:
    check(SEED + first, 100, tmp_path)
