"""Random programs that exchange buffers, beside NumPy on complex numbers (`tests/generators/exchange_programs.py`)."""

from __future__ import annotations

import pytest

from tests.generators.exchange_programs import outcome, program


@pytest.mark.parametrize("number", [*range(10), *(pytest.param(k, marks=pytest.mark.slow) for k in range(10, 60))])
def test_program(number: int) -> None:
    assert outcome(program(number)) == "right"
