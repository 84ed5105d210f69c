"""Tests and transformations of samples beside `scipy.stats`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

X = np.array([0.3, 1.2, -0.7, 2.5, 0.9, 0.35, 1.7, -1.1, 0.2])
Y = np.array([0.1, 0.2, 0.6, 1.5, 0.7, 0.4, 0.9, 2.2, -0.4])
P = np.array([0.05, 0.3, 0.01, 0.8])
R = np.sin(np.arange(12.0) ** 1.3).reshape(4, 3) + 1.5
T = np.array([[10, 20, 3], [15, 9, 7]])

GROUPS: Group = {
    "ranks": lambda: (
        stats.kendalltau(X, Y), stats.kendalltau(X, Y, variant="c", alternative="less"), stats.ks_2samp(X, Y)[:2],
        stats.ks_2samp(X, Y, alternative="greater", method="asymp")[:2], stats.mannwhitneyu(X, Y),
        stats.mannwhitneyu(X, Y, alternative="less", use_continuity=False), stats.wilcoxon(X, Y), stats.wilcoxon(X),
        stats.kruskal(X, Y, P), stats.friedmanchisquare(X, Y, X + Y), stats.fligner(X, Y, center="mean"), stats.mood(X, Y),
        stats.ansari(X, Y), stats.brunnermunzel(X, Y), stats.weightedtau(X, Y)[0],
    ),
    "moments": lambda: (
        stats.normaltest(X), stats.jarque_bera(X), stats.skewtest(X, alternative="less"), stats.kurtosistest(X),
        stats.levene(X, Y), stats.levene(X, Y, P, center="trimmed", proportiontocut=0.1), stats.bartlett(X, Y, P),
    ),
    "tables": lambda: (
        stats.chi2_contingency(T), stats.chi2_contingency(T[:, :2]), stats.chi2_contingency(T, lambda_="log-likelihood"),
        stats.power_divergence(T[0], lambda_="cressie-read"), stats.power_divergence(T[0], lambda_=-1),
        stats.power_divergence(np.array([3.0, 4, 5]), np.array([4.0, 4, 4]), lambda_="log-likelihood"),
    ),
    "lines": lambda: (
        stats.theilslopes(X, Y), stats.theilslopes(X, Y, alpha=0.9, method="joint"),
        stats.theilslopes(np.array([1.0, 2, 2, 3]), np.array([1.0, 1, 2, 5])),
    ),
    "powers": lambda: (
        stats.boxcox(R, 0.3), stats.boxcox_llf(0.3, R[:, 0]), stats.boxcox_llf(0, R[:, 0]), stats.boxcox_llf(0.5, R, axis=1),
        stats.yeojohnson(X, 0.3), stats.yeojohnson(X, 2.0), stats.yeojohnson(X, 0), stats.yeojohnson_llf(0.7, X),
    ),
    "descriptions": lambda: (
        stats.describe(X), stats.describe(R, axis=1), stats.describe(R, axis=None, bias=False), stats.describe(T[0]),
        stats.sigmaclip(np.concatenate((X, np.array([100.0]))), 1.5, 1.5), stats.sigmaclip(X),
    ),
    "limits": lambda: (
        stats.tvar(X), stats.tvar(X, (0.1, 2.0)), stats.tstd(X, (0.3, None), (False, True)), stats.tmin(X, 0.25),
        stats.tmax(X, 2.0), stats.tsem(X, (0.1, 2.0)), np.sort(stats.trim1(X, 0.25)),
        np.sort(stats.trim1(R, 0.3, tail="left", axis=0), axis=0),
    ),
    "means": lambda: (
        stats.ttest_ind(X, Y), stats.ttest_ind(X, Y, equal_var=False).df, stats.ttest_1samp(X, 1.0, alternative="less"),
        stats.ttest_rel(X, Y), stats.norm.interval(0.95, loc=X, scale=2.0), stats.t.interval(confidence=0.9, df=5),
        stats.gamma(2.0, scale=3.0).interval(0.5),
    ),
    "shares": lambda: (
        stats.percentileofscore(X, 1.0), stats.percentileofscore(X, 1.2, "mean"), stats.scoreatpercentile(X, 30),
        stats.combine_pvalues(P), stats.combine_pvalues(P, "stouffer", weights=P), stats.combine_pvalues(P, "pearson"),
        stats.combine_pvalues(P, "tippett"), stats.false_discovery_control(P), stats.false_discovery_control(P, method="by"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
@pytest.mark.slow
def test_values(name: str) -> None:
    check_group(GROUPS[name], rtol=1e-10)


@pytest.mark.slow
def test_slopes_of_tests() -> None:
    check_slopes(lambda x: stats.normaltest(x)[0] + stats.jarque_bera(x)[1], X, 1e-3)
    check_slopes(lambda x: stats.levene(x, Y)[0] + stats.bartlett(x, Y)[1], X, 1e-4)
    table = np.array([1.2, 2, 3, 4])
    check_slopes(lambda x: stats.chi2_contingency(x.reshape(2, 2))[0] + stats.combine_pvalues(x / 9.0)[1], table)


@pytest.mark.slow
def test_slopes_of_powers() -> None:
    check_slopes(lambda x: stats.boxcox_llf(x[0], x[1:]) + stats.yeojohnson_llf(x[0], x[1:] - 1.0), np.abs(X[:5]))
    check_slopes(lambda x: stats.theilslopes(x, Y)[0] + stats.tvar(x, (0.1, 2.0)), X)


def test_ranks_have_the_slope_zero() -> None:
    slope = irad.grad(lambda x: stats.kendalltau(x, Y)[0] * x[0] + stats.mannwhitneyu(x, Y).pvalue)(X)
    np.testing.assert_allclose(slope, np.eye(9)[0] * stats.kendalltau(X, Y)[0], atol=1e-15)


def test_a_test_gives_what_scipy_gives() -> None:
    found = irad.jit(lambda x: stats.ttest_1samp(x, 1.0))(X)
    assert found.confidence_interval() == pytest.approx(stats.ttest_1samp(X, 1.0).confidence_interval(), rel=1e-12)


def test_errors() -> None:
    check_errors(lambda: stats.levene(X), lambda: stats.tmin(X, 9.0), lambda: stats.false_discovery_control(X))
    check_errors(lambda: stats.kendalltau(X, P), lambda: stats.theilslopes(X, P))
    with pytest.raises(irad.UnsupportedError, match="axis="):
        irad.jit(lambda: stats.kruskal(R, R, axis=1))()
    with pytest.raises(irad.UnsupportedError, match="boxcox_llf"):
        irad.jit(lambda: stats.boxcox(X))()
