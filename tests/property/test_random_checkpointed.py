"""Random programs with checkpointed loops, against the same with ordinary ones (tests/generators/checkpointed_programs.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.checkpointed_run import outcome

RIGHT = (1, 15, 39)  # programs that are neither refused nor brought to another form by LLVM


@pytest.mark.parametrize("number", [*RIGHT, *(pytest.param(k, marks=pytest.mark.slow) for k in range(60) if k not in RIGHT)])
def test_program(number: int, tmp_path: Path) -> None:
    said = outcome(number, tmp_path)
    assert said == "" or (number not in RIGHT and said.startswith(("refused: ", "rounded")))
