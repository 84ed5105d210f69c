"""Derivatives at poles of the gamma function and its relatives: those that SciPy has for them, not zero."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import special

import irad


def both_modes(f: Any, x: float) -> list[float]:
    return [float(irad.grad(f)(x)), float(irad.jvp(f, (x,), (1.0,))[1])]


@pytest.mark.parametrize("x", [-2.0, -1.0, -0.0, 0.0, 2.5, -2.5, np.inf, -np.inf])
def test_logarithm(x: float) -> None:
    f = lambda x: special.gammaln(x)
    np.testing.assert_allclose(irad.jit(f)(x), special.gammaln(x), rtol=1e-12)
    np.testing.assert_allclose(both_modes(f, x), special.psi(x), rtol=1e-12)


@pytest.mark.parametrize("x", [-3.0, -1.0, -0.0, 0.0])
@pytest.mark.parametrize("f", [special.gamma, special.loggamma, special.psi])
def test_poles(f: Any, x: float) -> None:
    """Below zero nothing, at zero an infinity."""
    value = irad.jit(lambda x: f(x))(x)
    np.testing.assert_array_equal(value, f(x))
    for slope in both_modes(lambda x: f(x), x):
        assert np.isnan(slope) if x < 0.0 else np.isinf(slope)


@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_zeros_of_the_reciprocal(n: int) -> None:
    f = lambda x: special.rgamma(x)
    assert irad.jit(f)(-float(n)) == 0.0
    np.testing.assert_allclose(both_modes(f, -float(n)), (-1.0) ** n * special.gamma(n + 1.0), rtol=1e-12)


@pytest.mark.parametrize(("a", "b"), [(-2.0, 1.5), (0.0, 1.0), (-1.0, -0.5), (1.5, -1.5)])
def test_logarithm_of_beta(a: float, b: float) -> None:
    f = lambda a, b: special.betaln(a, b)
    assert irad.jit(f)(a, b) == special.betaln(a, b)
    wanted = special.psi(a) - special.psi(a + b)
    np.testing.assert_allclose(irad.grad(f)(a, b), wanted, rtol=1e-12)
    np.testing.assert_allclose(irad.jvp(f, (a, b), (1.0, 0.0))[1], wanted, rtol=1e-12)


def test_poles_that_are_left_out() -> None:
    x = np.array([-2.0, 0.0, 1.5])
    slopes = irad.grad(lambda x: np.where(x > 0.0, special.gammaln(x), 0.0).sum())(x)
    np.testing.assert_allclose(slopes, [0.0, 0.0, special.psi(1.5)], rtol=1e-12)


@pytest.mark.parametrize("x", [np.array([0.5, -1.0, 0.0]), np.array([[2.0]])])
@pytest.mark.parametrize("words", [{}, {"posinf": 1.0, "nan": np.float64(2.0)}])
def test_numbers_in_the_place_of_infinities(x: np.ndarray, words: dict[str, float]) -> None:
    """Which get no adjoint: the quotient has none of 0/0."""
    high, other = words.get("posinf"), words.get("nan", 0.0)
    f = lambda x: np.nan_to_num(x / 0.0, posinf=high, nan=other)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(irad.jit(f)(x), f(x))
    total = lambda x: np.sum(np.nan_to_num(x / 0.0, posinf=high, nan=other) * 1e-300)
    np.testing.assert_array_equal(irad.grad(total)(x), np.zeros(x.shape))
    assert irad.jvp(total, (x,), (x,))[1] == 0.0
