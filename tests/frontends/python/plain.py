"""Functions of one number, compared with what plain Python computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
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


def compare_elements(f: Callable[[Any], float], x: np.ndarray, but: tuple[int, ...] = ()) -> None:
    """Value and gradient of a function of an array, as `compare`; ``but``: elements at which it jumps."""
    value, gradient = irad.value_and_grad(f)(x)
    assert value == pytest.approx(f(x), rel=1e-14)
    for k in set(range(len(x))) - set(but):
        up, down = x.copy(), x.copy()
        up[k] += STEP
        down[k] -= STEP
        assert gradient[k] == pytest.approx((f(up) - f(down)) / (2 * STEP), rel=1e-6, abs=1e-6)
