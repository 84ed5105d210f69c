"""Errors that are found when shadows have been written: everything is put back, and the error is Python's."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


def shares(x, y, n):
    """Each iteration needs all of its own exponentials to know whether it fails."""
    t = np.empty(len(x))
    total = 0.0
    for i in range(n):
        s = 0.0
        for j in range(len(x)):
            t[j] = x[j] * x[j] * y[i]
            s += math.exp(t[j])
        total += math.log(s - 6.5)
    return total


def two_errors(x, y, n):
    """The first of them counts: 1 / 0 at y[i] == 3, a logarithm of nothing at y[i] == 4."""
    t = np.empty(len(x))
    total = 0.0
    for i in range(n):
        s = 0.0
        for j in range(len(x)):
            t[j] = x[j] * y[i]
            s += math.exp(t[j]) * x[j]
        total += float(s) / (float(y[i]) - 3.0) + math.log(1.0 if y[i] != 4.0 else y[i] - 4.0)
    return total


def out_of_bounds(x, y, n):
    """Nobody knows the index before the iteration."""
    t = np.empty(len(x))
    total = 0.0
    for i in range(n):
        s = 0.0
        for j in range(len(x)):
            t[j] = x[j] * y[i]
            s += math.exp(t[j])
        total += s * x[int(y[i])]
    return total


FUNCTIONS = [shares, two_errors, out_of_bounds]
STARTS = [[1.0, 2.0, 0.5, 5.0], [1.0, 3.0, 4.0, 2.0], [1.0, 4.0, 3.0, 9.0], [2.0, 1.0, -9.0, 1.0], [9.0, 0.0, 0.0, 3.0]]
ERRORS = (IndexError, ZeroDivisionError, ValueError)


def outcome(f: Callable[..., Any], *args: Any) -> Any:
    try:
        return f(*args)
    except ERRORS as error:
        return type(error)


def left_out(f: Any) -> int:
    return max(int(s["forward sweeps left out"]) for s in f.stats() if "forward sweeps left out" in s)


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_forward_sweeps_that_only_find_errors_are_left_out(f: Callable[..., Any]) -> None:
    compiled = irad.jit(f)
    x, y = np.full(6, 0.9), np.array([1.0, 2.0, 2.0])
    irad.autodiff(compiled, irad.Duplicated(x, np.zeros(6)), irad.Duplicated(y, np.zeros(3)), 3)
    assert left_out(compiled) >= 1


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("size", [6, 40_000])
def test_values_errors_and_derivatives(f: Callable[..., Any], size: int) -> None:
    """Python is the reference, differences for the derivative.  The larger arrays are not copied; only few elements count."""
    compiled = by_part(f) if size > 6 else irad.jit(f)
    for start, n in itertools.product(STARTS, [0, 1, 4, 5]):
        rng = np.random.default_rng(size + n)
        x, y = np.zeros(size), np.zeros(max(4, size - 2))
        x[:6], y[:4] = rng.uniform(0.1, 0.4, size=6), start
        a, b = x[:6].copy(), y[:4].copy()
        wanted = outcome(f, a, b, n)
        dx, dy = rng.normal(size=x.shape), rng.normal(size=y.shape)
        kept = dx.copy(), dy.copy()
        found = outcome(irad.autodiff, compiled, irad.Duplicated(x, dx), irad.Duplicated(y, dy), n)
        np.testing.assert_array_equal(y[:4], b)
        if isinstance(wanted, type):
            assert found is wanted
            np.testing.assert_array_equal(dx, kept[0])
            np.testing.assert_array_equal(dy, kept[1])
            continue
        assert not isinstance(found, type)
        v, h = rng.normal(size=6), 1e-6
        ahead, back = (f(a + step * v, np.array(start), n) for step in (h, -h))
        assert (dx - kept[0])[:6] @ v == pytest.approx((ahead - back) / (2 * h), rel=1e-5, abs=1e-6)


def by_part(f: Callable[..., Any]) -> Callable[..., Any]:
    """``f`` of the first elements of larger arrays."""
    inner = irad.jit(f)

    def part(x, y, n):
        return inner(x[:6], y[:4], n)

    return part


@pytest.mark.parametrize("y", [[1.0, 2.0, 3.0], [1.0, -9.0, 3.0]])
def test_what_is_written_before_an_error_and_behind_it(y: list[float]) -> None:
    def marks(x, y, z):
        t = np.empty(len(x))
        total = 0.0
        z[1] = 5.0
        for i in range(len(y)):
            s = 0.0
            for j in range(len(x)):
                t[j] = x[j] * x[j] * y[i]
                s += math.exp(t[j])
            total += math.log(s - 6.5)
        z[0] = 7.0
        return total + x[0]

    compiled = irad.jit(marks)
    a, b = np.full(6, 0.9), np.zeros(2)
    wanted = outcome(marks, a, np.array(y), b)
    x, z, dx = a.copy(), np.zeros(2), np.ones(6)
    found = outcome(irad.autodiff, compiled, irad.Duplicated(x, dx), np.array(y), z)
    assert isinstance(found, type) == isinstance(wanted, type) == (y[1] < 0)
    assert left_out(compiled) >= 1
    np.testing.assert_array_equal(z, b)
    if y[1] < 0:
        np.testing.assert_array_equal(dx, np.ones(6))


def test_an_endless_loop_behind_a_check() -> None:
    """Only the check keeps the loop behind it from going on forever: its errors are found first."""

    def steps(x, n):
        for i in range(len(x)):
            if x[i] <= 0.0:
                raise ValueError("not positive")
        s = 0.0
        for i in range(len(x)):
            left = 10.0
            while left > 0.0:
                left -= x[i]
                s += x[i] * x[i]
        return s

    x, dx = np.array([1.0, 0.0, 3.0]), np.zeros(3)
    with pytest.raises(ValueError, match="not positive"):
        irad.autodiff(steps, irad.Duplicated(x, dx), 3)
    assert not dx.any()


def test_strided_arrays() -> None:
    """Between their elements lie those of others, which nobody may put back: errors are found first."""
    store = np.arange(12.0)
    x, y = np.full(12, 0.25)[::2], np.array([1.0, 4.0, 2.0])
    dx, dy = store[::2], np.zeros(3)
    with pytest.raises(ValueError, match="math domain error"):
        irad.autodiff(two_errors, irad.Duplicated(x, dx), irad.Duplicated(y, dy), 3)
    np.testing.assert_array_equal(store, np.arange(12.0))
