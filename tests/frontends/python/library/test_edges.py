"""Where functions of NumPy and SciPy are at the ends of what they take: poles, tails, large numbers, nothing that is left."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import special, stats

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_values
from tests.frontends.python.library.numpy_cases import Group, check_group

HOLES = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, np.nan], [2.0, 5.0, 1.0]])
I8 = np.array([100, -128, 127, 5], dtype=np.int8)
U64 = np.array([1, 2, 2**63 + 5], dtype=np.uint64)
I = np.array([3, 1, 2, 1, -4])  # noqa: E741
F = np.array([0.1, 0.7, -3.3, 16777216.0], dtype=np.float32)
P = np.array([0.3, 1.7, 0.9, 2.4, 0.1])
X = np.array([0.7, -1.3, 2.1, 0.4, 1.9])
M = X[:4].reshape(2, 2)
ZERO = np.zeros((2, 2))

GROUPS: Group = {
    "nothing is left": lambda: (
        np.nanstd(HOLES, axis=1, ddof=1), np.nanvar(HOLES, ddof=9), np.nanvar(HOLES[0], ddof=1), np.nanvar(I, ddof=5),
    ),
    "integers that wrap": lambda: (np.lcm(I8, 7), np.lcm(I8.astype(np.uint8), 250), np.lcm(I, 6)),
    "singular matrices": lambda: (
        np.linalg.cond(ZERO), np.linalg.cond(ZERO, 1), np.linalg.cond(ZERO, -2), np.linalg.cond(np.stack([M, ZERO])),
        np.linalg.cond(M, np.inf), np.linalg.cond(M * np.nan, 1),
    ),
    "integers among others": lambda: (
        np.isin(I, [1, 2]), np.isin(I, [1, 2], invert=True), np.isin(I8, [-128, 200]), np.isin(I > 1, I), np.isin(U64, I),
        np.isin(I[:0], I), np.isin(I, I[:0]), np.isin(I[None], 3), np.isin([5, 2**62, -(2**62)], [-(2**62), 1 - 2**62]),
    ),
    "bins of one width": lambda: (
        np.histogram(F, 3, range=(0.1, 0.9)), np.histogram(I, 4, range=(-1.5, 2)), np.histogram(X, 3, range=(0, 2)),
        np.histogram(np.linspace(0, 1, 101), 10), np.histogram(np.arange(50) * 0.1, 49), np.histogram(I8, 7),
        np.histogram(np.linspace(0, 1, 101), 7, weights=np.arange(101.0)), np.histogram(np.arange(50) / 7, 21, density=True),
    ),
    "places": lambda: (
        np.nonzero(X > 0), np.nonzero(np.zeros(4)), np.nonzero(M > 1), np.nonzero(np.zeros((0, 3))), np.argwhere(M.T > 0.5),
    ),
    "samples": lambda: (
        stats.hmean(I), stats.hmean(P, weights=P), stats.gmean(P, weights=[1, 2, 3, 4, 5]), stats.skew(X, bias=False),
        stats.skew(X[:2], bias=False), stats.kurtosis(X, bias=False), stats.kurtosis(np.outer(X, P), axis=1, bias=False),
    ),
    "normal distributions": lambda: (
        stats.multivariate_normal.logpdf(X, 0, 2), stats.multivariate_normal.logpdf(X),
        stats.multivariate_normal.pdf(0.3, 1.0, 2.5),
        stats.multivariate_normal.logpdf(M, X[:2], 2.5), stats.multivariate_normal.logpdf(M, X[:2], [1, 2]),
        stats.multivariate_normal.logpdf(X[:, None], 1.0, 2.5),
    ),
    "polygamma": lambda: (
        special.polygamma(np.array([0, 1, 5, 3]), X[:4]), special.polygamma(3, np.array([np.inf, -np.inf, 0.0, -2.0, np.nan])),
        special.polygamma(1.5, P), special.polygamma([[0], [1]], P),
    ),
    "beta": lambda: (
        special.beta([2.0, -1.0, 2.0, -1.5, -2.0, 2.0, 1e300, -0.5, -160.5], [-2.0, 2.5, -3.0, -3.0, -2.0, 1e10, 2.0, 0.7, 3.2]),
        special.betaln([2.0, -1.0, 2.0, -1.5, -2.0, 2.0, 1e300, np.inf], [-2.0, 2.5, -3.0, -3.0, -2.0, 1e10, 2.0, 2.0]),
    ),
    "large numbers": lambda: (
        special.pseudo_huber(2.0, [np.inf, -np.inf, 1e20]), special.cosdg([1e15, 1e13]),
        special.zeta(2.5, [1e7, 1e9, 1e300, np.inf]),
    ),
}  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


TAILS = [1e-30, 1e-8, 0.3, 0.999999, 5.0, 60.0, 1e6, 1e20]
SMALL = [1e-300, 1e-30, 1e-12, 0.2, 0.25, 0.5, 0.75, 0.9, 1 - 1e-12]


def logarithms(x: Any) -> Any:
    both = stats.cauchy.logcdf(x), stats.cauchy.logsf(-x), stats.halfnorm.logsf(x), stats.pareto.logcdf(x + 1.0, 2.0)
    return *both, stats.expon.logcdf(x)


def test_tails_of_distributions() -> None:
    check_values(logarithms, np.array(TAILS), rtol=1e-9, atol=0.0)
    k = np.array([0.0, 2.0, 5.0, 30.0, 60.0])
    of_whole = irad.jit(lambda k: stats.poisson.logcdf(k, 1.5))(k)
    np.testing.assert_allclose(of_whole, np.log1p(-stats.poisson.sf(k, 1.5)), rtol=1e-11)
    check_values(lambda q: (stats.cauchy.ppf(q), stats.cauchy.isf(q)), np.array(SMALL), rtol=1e-12, atol=1e-16)


def test_students_distribution_of_many_degrees() -> None:
    """It comes to the normal one, by terms of y⁴/df (Johnson, Kotz and Balakrishnan, chapter 28)."""
    x = np.linspace(-3.0, 3.0, 7)
    found = irad.jit(lambda x, df: stats.t.logpdf(x, df))
    for df in (1e8, 1e10, 1e300):
        normal = -0.5 * math.log(2.0 * math.pi) - 0.5 * x * x
        np.testing.assert_allclose(found(x, df), normal + (x**4 - 2 * x**2 - 1.0) / (4.0 * df), rtol=3e-13)


def test_binomial_coefficients_where_they_are_zero() -> None:
    """Derivatives beside differences, of the fourth order, of SciPy's values."""
    f, h = special.binom, 1e-3
    value, slopes = (made(lambda n, k: special.binom(n, k)) for made in (irad.jit, lambda f: irad.grad(f, argnums=(0, 1))))
    for n, k in ((2.0, 3.0), (2.5, 4.5), (1.0, 200.0), (-1.5, 0.5), (-2.5, 1.5), (4.0, -1.0), (3.7, -2.0), (5.0, 2.0)):
        wanted = []
        for a, b in ((h, 0.0), (0.0, h)):
            one, two = f(n + a, k + b) - f(n - a, k - b), f(n + 2 * a, k + 2 * b) - f(n - 2 * a, k - 2 * b)
            wanted.append((8.0 * one - two) / (12.0 * h))
        assert value(n, k) == pytest.approx(f(n, k), rel=1e-14)
        np.testing.assert_allclose(slopes(n, k), wanted, rtol=1e-7, atol=1e-9)


@pytest.mark.slow
def test_second_derivative_of_a_binomial_coefficient() -> None:
    """binom(n, 2) is n(n - 1)/2, also where n - 2 is below 0."""
    slope = irad.grad(lambda n: special.binom(n, 2.0))
    for n in (0.0, 1.0):
        assert slope(n) == pytest.approx(n - 0.5, rel=1e-12)
        assert irad.grad(lambda n: slope(n))(n) == pytest.approx(1.0, rel=1e-10)


def test_derivatives_at_the_edges() -> None:
    slope = irad.grad(lambda q: stats.cauchy.ppf(q))
    for q in (1e-20, 0.2, 0.5, 0.7):
        assert slope(q) == pytest.approx(math.pi / math.sin(math.pi * q) ** 2, rel=1e-11)
    assert irad.grad(lambda b: special.betaln(2.0, b))(1e10) == pytest.approx(-2e-10, rel=1e-9)
    assert irad.grad(lambda r: special.pseudo_huber(2.0, r))(-1e12) == -2.0
    counts = irad.grad(lambda w: (np.histogram(X, 3, weights=w)[0] * np.array([1.0, 2.0, 3.0])).sum())(P.copy())
    np.testing.assert_array_equal(counts, [2.0, 1.0, 3.0, 2.0, 3.0])


def test_errors() -> None:
    check_errors(
        lambda: np.histogram([1.0, 1.0 + 2e-16, 1.0 + 4e-16], bins=5),
        lambda: np.histogram([0.1, 1e308, -1e308], bins=3),
        lambda: np.linalg.inv(ZERO),
    )
