"""`grad` and `value_and_grad` from outside: what may stand behind the float, and calls that are repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


def with_integer(x: float) -> Any:
    return x * x, 3


def with_float(x: float) -> Any:
    return x * x, x * x * x


def with_several(x: float) -> Any:
    return x * x, (x, 2, 3.0 * x)


def with_float32(x: float) -> Any:
    return x * x, np.float32(x)


AUX = [(with_integer, 3), (with_float, 8.0), (with_several, (2.0, 2, 6.0)), (with_float32, np.float32(2))]


@pytest.mark.parametrize(("f", "aux"), AUX)
def test_what_stands_behind_the_float(f: Callable[..., Any], aux: Any) -> None:
    for _ in range(3):
        assert irad.grad(f, has_aux=True)(2.0) == (4.0, aux)
        assert irad.value_and_grad(f, has_aux=True)(2.0) == ((4.0, aux), 4.0)


def test_arrays_behind_the_float() -> None:
    def f(x: Any) -> Any:
        return x[0] * x[1], x * 2.0

    for _ in range(3):
        gradient, aux = irad.grad(f, has_aux=True)(np.array([1.0, 2.0]))
        np.testing.assert_array_equal(gradient, [2, 1])
        np.testing.assert_array_equal(aux, [2, 4])


@pytest.mark.parametrize(
    ("f", "has_aux", "message"),
    [
        (lambda x: 3, False, "returns int64; a gradient is that of one float"),
        (with_float, False, "a gradient is that of one float"),
        (lambda x: None, False, "returns None"),
        (lambda x: x, True, "with something behind it"),
        (lambda x: (x, x, x), True, "with something behind it"),
        (lambda x: (1, x), True, "a gradient is that of one float"),
    ],
)
def test_what_is_no_gradient(f: Callable[..., Any], has_aux: bool, message: str) -> None:
    for _ in range(3):
        with pytest.raises(irad.TypingError, match=message):
            irad.grad(f, has_aux=has_aux)(2.0)


def test_repeated_gradients_leave_arrays_alone() -> None:
    def overwrite(x: Any, y: Any) -> float:
        s = 0.0
        for i in range(len(x)):
            y[i] = y[i] + x[i] * x[i]
            s += y[i] * x[i]
            x[i] = 0.0
        return s

    x, y = np.array([1.0, -2.0, 3.0]), np.array([0.5, 0.25, 2.0])
    before = x.copy(), y.copy()
    for _ in range(4):
        value, (dx, dy) = irad.value_and_grad(overwrite, (0, 1))(x, y)
        assert value == pytest.approx((x * y + x**3).sum())
        np.testing.assert_allclose(dx, y + 3 * x**2)
        np.testing.assert_allclose(dy, x)
        np.testing.assert_allclose(irad.grad(overwrite)(x, y), dx)
    np.testing.assert_array_equal((x, y), before)
    for _ in range(3):  # the same memory twice: a change of x changes y too
        value, dx = irad.value_and_grad(lambda x, y: (x * y).sum())(x, x)
        assert value == pytest.approx((x * x).sum())
        np.testing.assert_allclose(dx, 2 * x)
