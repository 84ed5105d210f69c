"""Loops that keep what one iteration has found: derivatives go to that iteration, closed forms say which."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from irad.cli.dump import subject_of
from irad.pipeline import normal_form


def largest(x: Any, first: float) -> float:
    best = first
    for i in range(len(x)):
        v = x[i] * x[i]
        if v > best:
            best = v
    return best * first


def last_of_equals(x: Any) -> float:
    best = x[0]
    for i in range(1, len(x)):
        if x[i] >= best:
            best = x[i]
    return best


def with_others(x: Any, y: Any) -> float:
    """Of the nearest one two more numbers are kept."""
    best, u, v = 1e30, 0.0, 0.0
    for i in range(len(x)):
        d = abs(x[i] - 1.0)
        if d < best:
            best, u, v = d, y[i] * x[i], np.sin(y[i])
    return u * v


def nearest(p: Any, c: Any) -> float:
    """An inner loop for each distance."""
    total = 0.0
    for i in range(p.shape[0]):
        best = np.inf
        for k in range(c.shape[0]):
            d = 0.0
            for j in range(p.shape[1]):
                d += (p[i, j] - c[k, j]) ** 2
            best = min(best, d)
        total += best
    return total


def downwards(x: Any, w: Any) -> float:
    best = -1.0
    i = len(x) - 1
    while i >= 0:
        s = x[i] * w[len(x) - 1 - i]
        if s > best:
            best = s
        i -= 1
    return best


def overwritten(x: Any, y: Any) -> float:
    """What is read is written in the same loop: this one is reversed as a whole."""
    best = -1e30
    for i in range(len(x)):
        v = x[i] * y[i]
        if v > best:
            best = v
        x[i] = 0.5 * y[i]
    return best + x[0]


def depends_on_itself(x: Any) -> float:
    best = x[0]
    for i in range(1, len(x)):
        v = 0.5 * best + x[i]
        if v > best:
            best = v
    return best


def numbers(n: int) -> Any:
    return np.random.default_rng(n).normal(size=n)


@pytest.mark.parametrize("n", [0, 1, 2, 9, 33])
def test_the_largest(n: int) -> None:
    x = numbers(n)
    squares = x * x
    grad, by_first = irad.grad(largest, argnums=(0, 1))(x, 0.3)
    wanted = np.zeros(n)
    if n and squares.max() > 0.3:
        wanted[squares.argmax()] = 2 * x[squares.argmax()] * 0.3
        assert by_first == pytest.approx(squares.max())
    else:
        assert by_first == pytest.approx(0.6)
    np.testing.assert_allclose(grad, wanted, rtol=1e-15)


def test_equal_numbers() -> None:
    x = np.array([1.0, 3.0, 2.0, 3.0, 0.5])
    np.testing.assert_array_equal(irad.grad(last_of_equals)(x), [0, 0, 0, 1, 0])


def test_nan_is_never_chosen() -> None:
    x = np.array([0.2, np.nan, 3.0, np.nan])
    grad = irad.grad(largest)(x, 1.0)
    np.testing.assert_array_equal(grad, [0, 0, 6, 0])


def test_numbers_that_are_kept_with_it() -> None:
    x, y = np.array([3.0, 0.7, 1.4, 1.1, -2.0]), numbers(5)
    by_x, by_y = irad.grad(with_others, argnums=(0, 1))(x, y)
    k = np.abs(x - 1).argmin()
    wanted_x, wanted_y = np.zeros(5), np.zeros(5)
    wanted_x[k] = y[k] * np.sin(y[k])
    wanted_y[k] = x[k] * (np.sin(y[k]) + y[k] * np.cos(y[k]))
    np.testing.assert_allclose(by_x, wanted_x, rtol=1e-14)
    np.testing.assert_allclose(by_y, wanted_y, rtol=1e-14)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_nearest_points(dtype: str) -> None:
    rng = np.random.default_rng(3)
    p, c = rng.normal(size=(6, 3)).astype(dtype), rng.normal(size=(7, 3)).astype(dtype)
    by_p, by_c = irad.grad(nearest, argnums=(0, 1))(p, c)
    which = ((p[:, None] - c) ** 2).sum(2).argmin(1)
    wanted = np.zeros_like(c)
    np.add.at(wanted, which, 2 * (c[which] - p))
    tolerance = 1e-13 if dtype == "float64" else 1e-5
    np.testing.assert_allclose(by_p, 2 * (p - c[which]), rtol=tolerance)
    np.testing.assert_allclose(by_c, wanted, rtol=tolerance, atol=tolerance)


def test_iterations_that_count_down() -> None:
    x, w = numbers(8), numbers(9)[:8]
    k = (x * w[::-1]).argmax()
    by_x, by_w = irad.grad(downwards, argnums=(0, 1))(x, w)
    wanted_x, wanted_w = np.zeros(8), np.zeros(8)
    wanted_x[k], wanted_w[7 - k] = w[7 - k], x[k]
    np.testing.assert_allclose(by_x, wanted_x)
    np.testing.assert_allclose(by_w, wanted_w)


def test_second_derivatives_and_tangents() -> None:
    x, w = numbers(6), numbers(7)[:6]
    hessian = irad.hessian(largest)(x, 0.1)
    wanted = np.zeros((6, 6))
    wanted[np.abs(x).argmax(), np.abs(x).argmax()] = 0.2
    np.testing.assert_allclose(hessian, wanted, rtol=1e-14, atol=1e-300)
    value, tangent = irad.jvp(downwards, (x, w), (w, x))
    k = (x * w[::-1]).argmax()
    assert value == (x * w[::-1]).max()
    assert tangent == pytest.approx(w[k] * w[::-1][k] + x[k] * x[::-1][k], rel=1e-14)


@pytest.mark.parametrize("f", [overwritten, depends_on_itself])
def test_loops_that_are_reversed_as_a_whole(f: Any) -> None:
    args = [numbers(7), numbers(8)[:7]] if f is overwritten else [np.abs(numbers(7))]
    step = 1e-6
    grad = irad.grad(f)(*(a.copy() for a in args))
    for k in range(7):
        ends = []
        for sign in (1, -1):
            moved = [a.copy() for a in args]
            moved[0][k] += sign * step
            ends.append(f(*moved))
        assert grad[k] == pytest.approx((ends[0] - ends[1]) / (2 * step), abs=1e-8)


@pytest.mark.parametrize(("name", "again"), [("largest", True), ("overwritten", False), ("depends_on_itself", False)])
def test_which_loops_are_written_so(name: str, again: bool) -> None:
    signature = {"largest": "float64(float64[::1], float64)", "overwritten": "float64(float64[::1], float64[::1])"}
    own = subject_of(f"{__file__}:{name}", signature.get(name, "float64(float64[::1])"), None, False)
    module = normal_form(own.text, [own.function])
    blocks = [b.name for b in module.functions[own.function].blocks]
    assert any(b.endswith(".chosen") for b in blocks) == again
