"""Random C programs with checkpointed loops, against the same with ordinary ones (tests/generators/checkpointed_c.py).

The ordinary ones are compared with dual numbers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.checkpointed_c_run import alone

FEW = (0, 2, 4, 19, 31, 176)
REFUSED = (105, 110)


@pytest.mark.parametrize("number", [*FEW, *(pytest.param(k, marks=pytest.mark.slow) for k in range(200) if k not in FEW)])
def test_program(number: int, tmp_path: Path) -> None:
    said = alone(number, tmp_path)
    assert said == "" or (number not in FEW and said == "rounded") or (number in REFUSED and said.startswith("refused: ")), said
