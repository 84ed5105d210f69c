"""``functools.partial`` of functions, as functions that are differentiated and as functions that compiled ones call."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import irad

X, Y = np.array([1.0, 2.0]), np.array([3.0, 4.0])


def f(x: np.ndarray, y: np.ndarray, n: int = 2, s: float = 1.0) -> float:
    r = 0.0
    for _ in range(n):
        r += s * np.sum(np.sin(x) * y)
    return r


def test_given_by_place_and_by_name() -> None:
    np.testing.assert_allclose(irad.grad(partial(f, X))(Y), 2 * np.sin(X), rtol=1e-12)
    np.testing.assert_allclose(irad.grad(partial(f, y=Y))(X), 2 * np.cos(X) * Y, rtol=1e-12)
    some = partial(f, n=3, s=2.0)
    dx, dy = irad.grad(some, argnums=(0, 1))(X, Y)
    np.testing.assert_allclose(dx, 6 * np.cos(X) * Y, rtol=1e-12)
    np.testing.assert_allclose(dy, 6 * np.sin(X), rtol=1e-12)
    assert irad.jit(some)(X, Y) == pytest.approx(some(X, Y), rel=1e-12)


def test_defaults_that_are_left() -> None:
    np.testing.assert_allclose(irad.grad(partial(f, X))(Y, 5), 5 * np.sin(X), rtol=1e-12)
    np.testing.assert_allclose(irad.grad(partial(f, X))(Y, s=3.0), 6 * np.sin(X), rtol=1e-12)


def test_autodiff() -> None:
    some, dx = partial(f, n=3, s=2.0), np.zeros(2)
    for _ in range(3):
        irad.autodiff(some, irad.Duplicated(X, dx), irad.Const(Y))
    np.testing.assert_allclose(dx, 3 * 6 * np.cos(X) * Y, rtol=1e-12)


def test_partials_of_partials_and_of_gradients() -> None:
    twice = partial(partial(f, n=3), y=Y)
    np.testing.assert_allclose(irad.hessian(twice)(X), np.diag(-3 * np.sin(X) * Y), rtol=1e-12)
    np.testing.assert_allclose(irad.jacfwd(partial(irad.grad(f), X))(Y), np.diag(2 * np.cos(X)), rtol=1e-12)


def test_called_by_a_compiled_function() -> None:
    first, second = partial(f, y=Y), partial(f, n=1)

    def both(x: np.ndarray) -> float:
        return first(x) + second(x, x)

    want = 2 * np.cos(X) * Y + np.cos(X) * X + np.sin(X)
    np.testing.assert_allclose(irad.grad(both)(X), want, rtol=1e-12)


def test_an_array_that_was_given_is_read_at_each_call() -> None:
    y = Y.copy()
    gradient = irad.grad(partial(f, y=y))
    np.testing.assert_allclose(gradient(X), 2 * np.cos(X) * y, rtol=1e-12)
    y[:] = [5.0, 7.0]
    np.testing.assert_allclose(gradient(X), 2 * np.cos(X) * y, rtol=1e-12)


def test_another_partial_is_another_function() -> None:
    for n in (1, 2, 3):
        np.testing.assert_allclose(irad.grad(partial(f, y=Y, n=n))(X), n * np.cos(X) * Y, rtol=1e-12)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (partial(f, x=X), "leaves y to be given by name only, behind x"),
        (partial(f, X, Y, 3, 4.0, 5), "has arguments that it does not take: 5 of 4"),
        (partial(f, z=1), "has arguments that it does not take: z"),
        (partial(f, X, x=Y), "has arguments that it does not take: x"),
    ],
)
def test_errors(made: Any, text: str) -> None:
    with pytest.raises(irad.IradError, match=text):
        irad.grad(made)
