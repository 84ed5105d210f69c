"""Lines through samples, ranks, correlations and densities of samples in compiled code, beside `scipy.stats`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(0)
X, E = RNG.normal(size=8), RNG.normal(size=8)
Y, PLANE, WHOLE = E + X, RNG.normal(size=(2, 9)), np.array([3, 1, 3, 2, 2**60, 2**60 + 1, 3])
OUTSIDE = stats.gaussian_kde(Y, 0.5)


def lines():
    two, level = stats.linregress([1.0, 3.0], [2.0, 2.5]), stats.linregress(X, np.ones(8))
    some = stats.linregress(X, Y)
    slope, start, _, _, error = some
    parts = slope, start, error, some[1], some.intercept_stderr, two.intercept_stderr
    return (*some, *parts, some.slope, some.stderr, *two, level.slope, *stats.linregress(WHOLE[:4], X[:4]))


def correlations():
    r, p = stats.pearsonr(X, Y)
    return r, p, stats.pearsonr(X, -2.0 * X).statistic, *stats.pearsonr(X[:2], Y[:2]), *stats.pearsonr(WHOLE[:4], X[:4])


def ranks():
    found = (stats.rankdata(WHOLE), stats.rankdata(PLANE), stats.rankdata([0.5, np.nan, 0.1]))
    for method in ("average", "min", "max", "dense", "ordinal"):
        found = (*found, stats.rankdata(WHOLE, method=method))
    return found


def densities():
    one, weighted = stats.gaussian_kde(X), stats.gaussian_kde(PLANE, "silverman", weights=np.arange(1.0, 10.0))
    rest = (stats.gaussian_kde(X, bw_method=0.3).pdf(0.2), OUTSIDE(X), OUTSIDE.logpdf(X[:2]))
    return one(Y), one.factor, weighted(PLANE[:, :4]), weighted([0.1, 0.2]), weighted.logpdf(PLANE), *rest


@pytest.mark.sampled(4)
@pytest.mark.parametrize("f", [lines, correlations, ranks, densities], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-11)


def by_lines(x):
    r, (c, p) = stats.linregress(x, Y), stats.pearsonr(Y, x)
    return r.slope + 2 * r.intercept + r.rvalue + r.pvalue + 3 * r.stderr + c * c + 2 * p


def by_ranks(x):
    return (stats.rankdata(x) * x).sum() + (stats.rankdata(Y, "dense") * x).sum()


def by_densities(x):
    moving = (stats.gaussian_kde(x)(Y[:3]) ** 2).sum() + stats.gaussian_kde(Y, weights=x**2).pdf(0.3)[0]
    return moving + stats.gaussian_kde(PLANE, bw_method=0.4)(x.reshape(2, 4)).sum() + OUTSIDE.logpdf(x).sum()


@pytest.mark.slow
@pytest.mark.parametrize("f", [by_lines, by_ranks, by_densities], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, X)


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: stats.linregress(np.ones(3), X[:3]),
        lambda: stats.linregress(X, X[:3]),
        lambda: stats.pearsonr(X, X[:3]),
        lambda: stats.gaussian_kde(np.ones((1, 1)))(np.ones(1)),
        lambda: stats.rankdata(X, "other"),
    )
    with pytest.raises(irad.UnsupportedError, match="alternative"):
        irad.jit(lambda: stats.pearsonr(X, Y, alternative="less"))()
