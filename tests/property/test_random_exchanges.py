"""Random programs that exchange buffers, beside NumPy on complex numbers (`tests/generators/exchange_programs.py`)."""

from __future__ import annotations

import pytest

from tests.generators.exchange_programs import outcome, program


@pytest.mark.parametrize("number", [*range(20), *(pytest.param(k, marks=pytest.mark.slow) for k in range(20, 60))])
def test_program(number: int) -> None:
    assert outcome(program(number)) == "right"


def test_parameters_that_are_one_array() -> None:
    """A pointer becomes either of the parameters: whether they lie apart has to be tested all the same."""
    assert outcome(program(327)) == "right"
