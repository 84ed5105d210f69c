"""Random programs of statements in sequence that compute arrays (`tests.generators.statement_programs`); none may be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.statement_programs import outcome, program
from tests.property.test_random_python import COUNT, SEED


def check(first: int, count: int, folder: Path) -> None:
    told = {k: outcome(program(k), folder / f"statements{k}.py") for k in range(first, first + count)}
    assert not {k: t for k, t in told.items() if t not in ("right", "invalid")}


def test_programs(tmp_path: Path) -> None:
    check(SEED, max(2, COUNT // 8), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 400, 20))
def test_more_programs(first: int, tmp_path: Path) -> None:
    check(SEED + first, 20, tmp_path)
