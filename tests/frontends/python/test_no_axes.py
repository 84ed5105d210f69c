"""Arrays without axes: what NumPy computes of them are numbers, which no other name sees change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([1.5, -2.5, 0.25])


def a_sum_beside_its_old_value(z, x):
    s = z + 0
    t = s
    for i in range(3):
        s += x[i] * t
    return s * t


def a_square_with_two_names(z, x):
    y = z * z
    w = y
    w *= y
    return float(y)


def loops_that_double(z, x):
    y = z / 2
    for _ in range(3):
        p = y
        y *= 2
        z += p
    return z * 1.0


def memory_that_stays(z, x):
    t = np.zeros(())
    u = t
    u += z
    u *= 2
    v = z
    v *= 3.0
    return t + z * x.sum()


def functions_of_numpy(z, x):
    y = np.sin(z)
    w = y
    w += 1.0
    m = np.maximum(z, x[1])
    k = m
    k *= z
    return y * np.clip(z, 0.0, 3.0) + m + np.negative(z)


def methods_of_numbers(z, x):
    y = z * x[0]
    r = y.reshape(1)
    r[0] = 7.0
    flat = (z * z).ravel()
    several = y.sum() + r[0] * flat.mean() + y.copy() + x[2].max() + y.T * y.ndim
    return several + np.sum(z * 2.0) + np.std(z) + y.astype(np.float64) * y.size


FUNCTIONS: list[Callable[..., Any]] = [
    a_sum_beside_its_old_value, a_square_with_two_names, loops_that_double,
    memory_that_stays, functions_of_numpy, methods_of_numbers,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_beside_numpy(f: Callable[..., Any]) -> None:
    """Values of plain NumPy's, slopes by central differences of it (error 1e-9)."""
    z = np.array(2.5)
    value, slope = irad.value_and_grad(f)(z.copy(), X)
    expected = f(z.copy(), X)
    assert value == pytest.approx(expected, rel=1e-14)
    got = irad.jit(f)(z.copy(), X)
    assert got == pytest.approx(expected, rel=1e-14) and not isinstance(got, np.ndarray)
    h = 1e-5
    found = (f(np.array(2.5 + h), X) - f(np.array(2.5 - h), X)) / (2 * h)
    assert float(slope) == pytest.approx(found, rel=1e-8)
    assert float(irad.jvp(f, (z.copy(), X), (np.array(1.0), 0 * X))[1]) == pytest.approx(found, rel=1e-8)


def test_what_is_an_array_and_what_is_a_number() -> None:
    def several(z):
        return z + 1, -z, z > 1, z.copy(), np.where(z > 0, z, 1.0), z.reshape(()), np.asarray(z), z.reshape(1, 1)

    z = np.array(2.5)
    for found, expected in zip(irad.jit(several)(z), several(z), strict=True):
        assert isinstance(found, np.ndarray) == isinstance(expected, np.ndarray)
        assert np.shape(found) == np.shape(expected) and found == expected
