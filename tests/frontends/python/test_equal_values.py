"""Where ``x == 3.0`` holds, x is still what is differentiated by: LLVM would put the constant in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


def branch(x):
    if x == 3.0:
        return 7.0 * x
    return 5.0 * x


def expression(x):
    return 2.0 * x if x != 3.0 else x * x


def computed(x):
    y = x * x
    if y == 9.0:
        return y * x
    return x


def matched(x):
    match x:
        case 3.0:
            return 7.0 * x
        case _:
            return 5.0 * x


def selected(x):
    return np.where(x == 3.0, x, 3.0) * 2.0


@pytest.mark.parametrize(
    ("f", "at_3", "at_4"),
    [(branch, 7.0, 5.0), (expression, 6.0, 2.0), (computed, 27.0, 1.0), (matched, 7.0, 5.0), (selected, 2.0, 0.0)],
)
def test_slopes(f: Callable[..., Any], at_3: float, at_4: float) -> None:
    for x, slope in ((3.0, at_3), (4.0, at_4)):
        assert irad.grad(f)(x) == slope
        assert irad.jvp(f, (x,), (1.0,)) == (f(x), slope)


def test_a_special_case_of_a_power() -> None:
    def power(x, p):
        if p == 2.0:
            return x * x * p
        return x**p

    assert irad.grad(power, argnums=(0, 1))(3.0, 2.0) == (12.0, 9.0)
    assert irad.grad(lambda x: power(x, 2.0))(3.0) == 12.0
    assert irad.grad(irad.grad(expression))(3.0) == 2.0


def test_items_of_an_array() -> None:
    def total(v):
        s = 0.0
        for t in v:
            s += t * t if t == 1.5 else np.sin(t)
        return s

    np.testing.assert_allclose(irad.grad(total)(np.array([1.5, 2.0])), [3.0, np.cos(2.0)], rtol=1e-15)
