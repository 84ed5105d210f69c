"""Division by zero of numbers that are Python's in one case and NumPy's in another, beside plain Python and differences."""

from __future__ import annotations

import math

import numpy as np
import pytest

import irad


def assigned(x, s):
    if x[0] > 0:
        s = np.sin(x[1])
    found = 0.5
    try:
        found = s / 0
    except ZeroDivisionError:
        found += s * x[2]
    return found


def later_numpy(x, s):
    t = s * 0.5
    try:
        s = t / 0
        s += math.tanh(t)
    except ZeroDivisionError:
        t += np.arctan(s * x[1])
    return t + s


def in_a_loop(x, s):
    t, hits = 0.25, 0.0
    for v in x:
        try:
            t = -t / (s - s)
        except ZeroDivisionError:
            hits += v * v
        t = (v if v > 0 else s) * (t if abs(t) < 5 else 1.0)
    return hits + s * x[0]


def of_an_expression(x, s):
    t = (x[1] if x[0] > 0 else s) * s
    u = x[2] or s
    found = x[1] * s
    for divided in (t, u, t + u):
        try:
            found += s * x[3] if abs(divided / (s - s)) > 1 else x[0]
        except ZeroDivisionError:
            found = found * 2.0 + x[2]
    return found


def power_of_zero(x, s):
    zero = s - s
    if x[0] > 0:
        zero = x[1] - x[1]
    try:
        return s * x[2] if zero**-1 > 1 else x[0]
    except ZeroDivisionError:
        return s * s


PROGRAMS = [assigned, later_numpy, in_a_loop, of_an_expression, power_of_zero]


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore:.*encountered in.*:RuntimeWarning")
def test_a_handler_is_entered_as_in_python(program, sign: float) -> None:
    x, s, h = sign * np.array([0.7, 0.4, -0.3, 1.2]), 0.6, 1e-6
    with np.errstate(all="ignore"):
        expected, ends = program(x.copy(), s), [program(x.copy(), s + d) for d in (h, -h)]
    found = irad.jit(program)(x.copy(), s)
    assert found == pytest.approx(expected, rel=1e-13, nan_ok=True)
    if np.isfinite(expected):
        assert irad.grad(program, argnums=1)(x.copy(), s) == pytest.approx((ends[0] - ends[1]) / (2 * h), rel=1e-6, abs=1e-8)
