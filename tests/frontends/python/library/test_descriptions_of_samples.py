"""Moments, spreads, entropies and tests of samples, beside `scipy.stats`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg, stats

import irad
from tests.frontends.python.library.beside_scipy import check_errors
from tests.frontends.python.library.numpy_cases import Group, check_group, check_slope

X = np.array([0.7, -1.3, 2.1, 0.45, 1.9, -0.6])
Y = np.array([1.5, 0.2, -0.8, 3.1, 0.6, -2.2])
A = np.sin(np.arange(12.0)).reshape(3, 4)
P = np.abs(X)
J = np.array([[3, 1, 2, 1], [0, 0, 2, 2]])
T = np.round(np.sin(np.arange(24.0)), 1).reshape(2, 3, 4)

GROUPS: Group = {
    "moments": lambda: (
        stats.moment(X, 3), stats.moment(A, order=2, axis=1), stats.moment(X, 2, center=0.3), stats.moment(A), stats.variation(A),
        stats.variation(A, axis=1, ddof=1, keepdims=True), stats.zmap(X, Y), stats.gstd(P), stats.pmean(P, 2), stats.pmean(P, 0),
    ),
    "orders": lambda: (
        stats.iqr(X), stats.iqr(A, axis=1, rng=(20, 80), scale="normal"), stats.median_abs_deviation(A, axis=None),
        stats.median_abs_deviation(X, scale="normal"), stats.trim_mean(A, 0.34, axis=0), stats.trim_mean(X, 0.2),
    ),
    "limits": lambda: (stats.tmean(X, (-1.0, 2.0)), stats.tmean(X, (None, 0.45), (True, False)), stats.tmean(A)),
    "frequencies": lambda: (
        stats.mode(J[0]), stats.mode(J, axis=1, keepdims=True), stats.mode(J), stats.mode([np.nan, 1.0, np.nan]),
    ),
    "entropies": lambda: (stats.entropy(P), stats.entropy(P, P[::-1], base=2), stats.entropy(np.abs(A), axis=1)),
    "angles": lambda: (stats.circmean(A, axis=0), stats.circmean(X, high=3, low=-1), stats.circvar(A), stats.circstd(A, axis=1)),
    "ranks along an axis": lambda: (
        stats.rankdata(T, axis=1), stats.rankdata(T, axis=-1, method="min"), stats.rankdata(T, "dense", axis=0),
    ),
    "factors in an order": lambda: (
        linalg.qr(A, pivoting=True), linalg.qr(A.T, pivoting=True, mode="economic"), linalg.qr(A, mode="r", pivoting=True),
    ),
    "places counted by rows": lambda: (
        np.ravel_multi_index(([0, 2], [1, 3]), (3, 4)), np.ravel_multi_index((1, 2), (3, 4)),
        np.ravel_multi_index((J[0] % 2, [1, 0, 2, 1]), (2, 4)),
    ),
    "bounds by name": lambda: (np.clip(X, min=0.0), np.clip(X, max=1.0), np.clip(X, min=-1, max=1), np.clip(X, min=Y, max=None)),
}  # fmt: skip


def student(x: np.ndarray) -> tuple[float, ...]:
    """Statistics, p values and degrees of freedom."""
    one, two = stats.ttest_ind(x, Y), stats.ttest_ind(x, Y[:4], equal_var=False)
    three, four = stats.ttest_1samp(x, 0.2, alternative="less"), stats.ttest_rel(x, Y, alternative="greater")
    return (one.statistic, one.pvalue, one.df, two[0], two[1], two.df, three.statistic, three.pvalue, four.statistic, four.pvalue)


def others(x: np.ndarray) -> tuple[float, ...]:
    one, two, three = stats.f_oneway(x, Y, P), stats.chisquare(x * x), stats.spearmanr(x, Y)
    return (one.statistic, one.pvalue, two.statistic, two.pvalue, three.statistic, three.pvalue)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


@pytest.mark.parametrize("f", [student, others])
def test_tests(f: object) -> None:
    np.testing.assert_allclose(irad.jit(f)(X), f(X), rtol=1e-10)  # type: ignore[operator]


def test_slopes() -> None:
    check_slope(lambda x: stats.moment(x, 3) + stats.iqr(x) + stats.trim_mean(x, 0.2) * stats.median_abs_deviation(x), X)
    check_slope(lambda x: stats.entropy(x, P[::-1]) + stats.pmean(x, 3) * stats.circmean(x), P)
    check_slope(lambda x: stats.ttest_ind(x, Y, equal_var=False).pvalue + stats.f_oneway(x, Y).statistic, X)
    check_slope(lambda x: (linalg.qr(x.reshape(3, 2), pivoting=True, mode="economic")[1] ** 3).sum(), X)


def test_errors() -> None:
    check_errors(lambda: stats.trim_mean(X, 0.9), lambda: stats.chisquare(X, 2 * X), lambda: stats.entropy(P, base=0))
