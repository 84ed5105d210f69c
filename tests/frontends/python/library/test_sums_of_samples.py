"""More functions of `scipy.stats` of samples, and fits by formulas: beside SciPy's, derivatives beside differences."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

X = np.array([0.31, 1.7, -0.42, 0.9, 2.6, -1.3, 0.05, 1.21, 0.77])
Y = np.array([1.4, 0.2, -0.33, 0.61, 3.1, -0.7, 0.44, 2.0, 0.12])
P = np.array([0.31, 1.7, 0.42, 0.9, 2.6, 1.3, 0.05, 1.21, 0.77, 0.5, 3.3])
M = np.reshape(P[:10], (2, 5))


def sums(x: Any, y: Any, m: Any, s: float) -> Any:
    orders = tuple(stats.kstat(x, n) for n in (1, 2, 3, 4))
    both = stats.pointbiserialr(y > 0.3, x)
    out = (*orders, stats.kstatvar(x, 1), stats.kstatvar(m, axis=1), stats.kstat(m, 3, axis=1), both.statistic, both.pvalue)
    out += (stats.gzscore(m, axis=1, ddof=1), stats.expectile(x, s), stats.expectile(x, 1.0 - s, weights=y * y))
    out += (stats.wasserstein_distance(x, y[:4]), stats.energy_distance(x, y, v_weights=x * x), stats.ranksums(x, y)[1])
    return (*out, stats.ttest_ind_from_stats(s, 0.4, 9, 0.9, 0.5, 7, equal_var=False)[0], stats.tiecorrect(np.round(x)))


def lines_and_shares(x: Any, y: Any, m: Any) -> Any:
    out = (*stats.siegelslopes(y, x), *stats.siegelslopes(y, np.round(x), method="separate"))
    out += (stats.differential_entropy(x), stats.differential_entropy(m, axis=1, base=2.0, window_length=2, method="vasicek"))
    out += (stats.differential_entropy(np.concatenate((x, y))), stats.differential_entropy(x[:2]))
    for kind in ("mean", "sum"):
        out += tuple(stats.binned_statistic(x, y, kind, bins=4))
    return out + tuple(stats.binned_statistic(x, y, "median", bins=[-1.0, 0.0, 0.1, 2.0])[:1])


def fits(p: Any) -> Any:
    whole = (*stats.norm.fit(p), *stats.expon.fit(p), *stats.uniform.fit(p, floc=0.0), *stats.uniform.fit(p, fscale=4.0))
    whole += (*stats.laplace.fit(p), *stats.halfnorm.fit(p, floc=0.01), *stats.lognorm.fit(p, floc=0.0))
    return (*whole, *stats.norm.fit(p, floc=0.3), *stats.rayleigh.fit(p, floc=0.01), *stats.invgauss.fit(p, floc=0.01))


def test_sums() -> None:
    check_values(sums, X, Y, M, 0.3, rtol=1e-10)
    check_slopes(lambda v: sum((k + 1.0) * np.sum(r) for k, r in enumerate(sums(v, Y, M, 0.3))), X)


def test_lines_and_shares() -> None:
    check_values(lines_and_shares, X, Y, M)


def of_lines(y: Any) -> Any:
    line = stats.siegelslopes(y, X)
    binned = stats.binned_statistic(X, y, "std", bins=3)[0]
    return line.slope + 2.0 * line.intercept + stats.differential_entropy(y) + np.sum(binned * np.array([1.0, -0.4, 2.0]))


def test_slopes_of_lines() -> None:
    check_slopes(of_lines, Y)


def test_fits() -> None:
    check_values(fits, P, rtol=1e-11)
    check_slopes(lambda p: sum((k + 1.0) * v for k, v in enumerate(fits(p))), P)


def test_errors() -> None:
    check_errors(
        lambda: stats.kstat(X, 5), lambda: stats.kstatvar(X, 3), lambda: stats.expectile(X, 1.5),
        lambda: stats.wasserstein_distance(X, Y, u_weights=X), lambda: stats.norm.fit(X, floc=0.0, fscale=1.0),
        lambda: stats.laplace.fit(X, floc=0.0, fscale=1.0), lambda: stats.norm.fit(np.array([1.0, np.nan])),
    )  # fmt: skip
