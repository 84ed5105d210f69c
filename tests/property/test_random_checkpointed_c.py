"""Random C programs with checkpointed loops, against the same with ordinary ones (tests/generators/checkpointed_c.py).

The ordinary ones are compared with dual numbers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.checkpointed_c_run import alone

RIGHT = (0, 2, 4, 19, 31, 176)  # programs that were not refused when this was written


@pytest.mark.parametrize("number", [*RIGHT, *(pytest.param(k, marks=pytest.mark.slow) for k in range(200) if k not in RIGHT)])
def test_program(number: int, tmp_path: Path) -> None:
    said = alone(number, tmp_path)
    assert said == "" or (number not in RIGHT and said.startswith(("refused: ", "rounded"))), said
