"""Functions of one number, compared with what plain Python computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import irad

STEP = 1e-6


def compare(f: Callable[[float], Any], x: float) -> None:
    """Value, gradient and derivative forward against plain Python: central differences, whose error is of the order of 1e-9."""
    value, slope = f(x), (f(x + STEP) - f(x - STEP)) / (2 * STEP)
    computed, gradient = irad.value_and_grad(f)(x)
    assert computed == pytest.approx(value, rel=1e-12, abs=1e-12)
    assert gradient == pytest.approx(slope, rel=1e-6, abs=1e-6)
    computed, tangent = irad.jvp(f, (x,), (1.0,))
    assert computed == pytest.approx(value, rel=1e-12, abs=1e-12)
    assert tangent == pytest.approx(slope, rel=1e-6, abs=1e-6)
