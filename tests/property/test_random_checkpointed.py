"""Random programs with checkpointed loops, against the same with ordinary ones (tests/generators/checkpointed_programs.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.checkpointed_run import outcome

RIGHT = (0, 1)  # programs that were not refused when this was written


@pytest.mark.parametrize("number", [*RIGHT, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 60))])
def test_program(number: int, tmp_path: Path) -> None:
    said = outcome(number, tmp_path)
    assert said == "" or (number not in RIGHT and said.startswith("refused: "))
