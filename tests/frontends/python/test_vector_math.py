"""Functions of arrays that irad has itself: beside NumPy's, derivatives beside formulas; numbers alone beside the C library's."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import irad

RNG = np.random.default_rng(23)
X, P = RNG.uniform(-2.0, 2.0, 37), RNG.uniform(0.1, 4.0, 37)


@irad.jit
def values(x: Any, p: Any) -> Any:
    return np.exp(x), np.log(p), np.log1p(p), np.expm1(x), np.sinh(x), np.cosh(x), np.arctan(x), np.arctan2(x, p), p**x, p**1.5


@pytest.mark.slow
@pytest.mark.parametrize("t", [np.float64, np.float32])
def test_values(t: Any) -> None:
    """Both are at most 2 units off."""
    x, p = X.astype(t), P.astype(t)
    for found, wanted in zip(values(x, p), values.py_func(x, p), strict=True):
        assert found.dtype == t
        np.testing.assert_array_max_ulp(found, wanted, 4 if t is np.float64 else 3)


def weighted(x: Any, p: Any, w: Any) -> Any:
    parts = np.exp(x) * w[0] + np.log(p) * w[1] + np.log1p(p) * w[2] + np.expm1(x) * w[3] + np.sinh(x) * w[4] + np.cosh(x) * w[5]
    return (parts + np.arctan(x) * w[6] + np.arctan2(x, p) * w[7] + p**x * w[8]).sum()


@pytest.mark.slow
def test_gradients() -> None:
    w = RNG.standard_normal((9, 37))
    by_x, by_p = irad.grad(weighted, argnums=(0, 1))(X, P, w)
    square = X * X + P * P
    wanted = np.exp(X) * (w[0] + w[3]) + np.cosh(X) * w[4] + np.sinh(X) * w[5] + w[6] / (1 + X * X)
    np.testing.assert_allclose(by_x, wanted + w[7] * P / square + w[8] * P**X * np.log(P), rtol=1e-13, atol=1e-13)
    wanted = w[1] / P + w[2] / (1 + P) - w[7] * X / square + w[8] * X * P ** (X - 1)
    np.testing.assert_allclose(by_p, wanted, rtol=1e-13, atol=1e-13)


def test_powers_at_zero() -> None:
    """As the derivatives of the C library's function (docs/rules.md)."""
    slope = irad.grad(lambda x, y: (x**y).sum(), argnums=(0, 1))
    x, y = np.array([0.0, 0.0, 0.0, 2.0]), np.array([0.0, 1.0, 2.5, 0.0])
    by_x, by_y = slope(x, y)
    np.testing.assert_array_equal(by_x, [0.0, 1.0, 0.0, 0.0])
    np.testing.assert_array_equal(by_y, [0.0, 0.0, 0.0, math.log(2.0)])


@irad.jit
def of_numbers(x: float, p: float) -> Any:
    return np.exp(x), np.log(p), np.sinh(x), np.arctan2(x, p), np.power(p, x)


def test_numbers_alone() -> None:
    for x, p in zip(X.tolist(), P.tolist(), strict=True):
        assert of_numbers(x, p) == (math.exp(x), math.log(p), math.sinh(x), math.atan2(x, p), math.pow(p, x))


def test_expit_where_its_formula_changes() -> None:
    from scipy import special

    slope = irad.grad(lambda x: special.expit(x).sum())(np.array([0.0, -0.0, 1e-300, -800.0, 800.0]))
    np.testing.assert_array_equal(slope, [0.25, 0.25, 0.25, 0.0, 0.0])
