"""Tests of `scipy.stats` of variances, of normality and of tables, which have derivatives; of samples of one axis."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from scipy.special import chdtrc, fdtrc, ndtr, xlogy

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.stats.descriptive import trim_mean
from irad.frontends.python.library.stats.sample_tests import Significance, over


class OfTable(NamedTuple):
    """What `chi2_contingency` returns."""

    statistic: Any
    pvalue: Any
    dof: Any
    expected_freq: Any


def _sample(x: Any) -> Any:
    given = np.atleast_1d(x) * 1.0
    if given.ndim != 1:
        refused("tests of samples of several axes are not supported in compiled functions", "a loop over the columns")
    return given


def of_normal(z: Any, alternative: Any) -> Any:
    if alternative == "two-sided":
        return 2.0 * ndtr(-np.abs(z))
    if alternative == "less":
        return ndtr(z)
    if alternative == "greater":
        return ndtr(-z)
    raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")


def _middle(x: Any, center: Any, proportiontocut: Any) -> Any:
    if center == "mean":
        return np.mean(x)
    return np.median(x) if center == "median" else trim_mean(x, proportiontocut)


def levene(*samples: Any, center: Setting = "median", proportiontocut: Any = 0.05, axis: Any = 0) -> Any:
    """Whether samples have the same variance, by the distances from their middles."""
    if center != "mean" and center != "median" and center != "trimmed":
        raise ValueError("center must be 'mean', 'median' or 'trimmed'.")
    if len(samples) < 2:
        raise ValueError("Must provide at least two samples.")
    count, whole, within, between = 0, 0.0, 0.0, 0.0
    for s in samples:
        x = _sample(s)
        count += len(x)
        whole += np.sum(np.abs(x - _middle(x, center, proportiontocut)))
    for s in samples:
        x = _sample(s)
        away = np.abs(x - _middle(x, center, proportiontocut))
        within += np.sum((away - np.mean(away)) ** 2)
        between += len(x) * (np.mean(away) - np.divide(whole, count)) ** 2
    top, below = len(samples) - 1.0, count - len(samples) * 1.0
    found = np.divide(below * between, top * within)
    return Significance(found, fdtrc(top, below, found))


def bartlett(*samples: Any, axis: Any = 0) -> Any:
    """Whether samples of normal numbers have the same variance."""
    k = len(samples)
    if k < 2:
        raise ValueError("Must enter at least two input sample vectors.")
    count, pooled, logs, inverse = 0.0, 0.0, 0.0, 0.0
    for s in samples:
        x = _sample(s)
        spread, n = np.var(x, ddof=1), len(x) * 1.0
        count += n
        pooled += (n - 1.0) * spread
        logs += (n - 1.0) * np.log(spread)
        inverse += over(1.0, n - 1.0)
    rest = count - k
    found = (rest * np.log(pooled * over(1.0, rest)) - logs) / (1.0 + (inverse - over(1.0, rest)) / (3.0 * (k - 1.0)))
    return Significance(np.maximum(found, 0.0), chdtrc(k - 1.0, found))


def _moments(x: Any) -> Any:
    """Skewness and kurtosis."""
    away = x - np.mean(x)
    square = np.mean(away * away)
    return np.mean(away**3) / square**1.5, np.mean(away**4) / (square * square)


def _z_of_skewness(x: Any) -> Any:
    n = len(x) * 1.0
    if n < 8:
        return math.nan * np.mean(x)
    y = _moments(x)[0] * math.sqrt((n + 1) * (n + 3) / (6.0 * (n - 2)))
    fourth = 3.0 * (n * n + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2.0) * (n + 5) * (n + 7) * (n + 9))
    square = -1.0 + math.sqrt(2.0 * (fourth - 1.0))
    ratio = (1.0 if y == 0.0 else y) / math.sqrt(2.0 / (square - 1.0))
    return np.log(ratio + np.sqrt(ratio * ratio + 1.0)) / math.sqrt(0.5 * math.log(square))


def _z_of_kurtosis(x: Any) -> Any:
    n = len(x) * 1.0
    if n < 5:
        return math.nan * np.mean(x)
    spread = 24.0 * n * (n - 2) * (n - 3) / ((n + 1) * (n + 1) * (n + 3) * (n + 5))
    y = (_moments(x)[1] - 3.0 * (n - 1) / (n + 1)) / math.sqrt(spread)
    root = 6.0 * (n * n - 5 * n + 2) / ((n + 7) * (n + 9)) * math.sqrt(6.0 * (n + 3) * (n + 5) / (n * (n - 2) * (n - 3)))
    a = 6.0 + 8.0 / root * (2.0 / root + math.sqrt(1.0 + 4.0 / (root * root)))
    below = 1.0 + y * math.sqrt(2.0 / (a - 4.0))
    part = np.sign(below) * ((1.0 - 2.0 / a) / np.abs(below)) ** (1.0 / 3.0) if below != 0.0 else math.nan * y
    return (1.0 - 2.0 / (9.0 * a) - part) / math.sqrt(2.0 / (9.0 * a))


def skewtest(a: Any, axis: Any = 0, nan_policy: Setting = "propagate", alternative: Setting = "two-sided") -> Any:
    """Whether the skewness is that of normal numbers (D'Agostino 1970)."""
    z = _z_of_skewness(_sample(a))
    return Significance(z, of_normal(z, alternative))


def kurtosistest(a: Any, axis: Any = 0, nan_policy: Setting = "propagate", alternative: Setting = "two-sided") -> Any:
    """Whether the kurtosis is that of normal numbers (Anscombe and Glynn 1983)."""
    z = _z_of_kurtosis(_sample(a))
    return Significance(z, of_normal(z, alternative))


def normaltest(a: Any, axis: Any = 0) -> Any:
    """Whether skewness and kurtosis are those of normal numbers (D'Agostino and Pearson 1973)."""
    x = _sample(a)
    found = _z_of_skewness(x) ** 2 + _z_of_kurtosis(x) ** 2
    return Significance(found, chdtrc(2.0, found))


def jarque_bera(x: Any, *, axis: Any = None) -> Any:
    """Whether skewness and kurtosis are those of normal numbers (Jarque and Bera 1980)."""
    given = _sample(np.ravel(np.asarray(x)))
    s, k = _moments(given)
    found = len(given) / 6.0 * (s * s + (k - 3.0) ** 2 / 4.0)
    return Significance(found, chdtrc(2.0, found))


_POWERS = {
    "pearson": 1.0, "log-likelihood": 0.0, "freeman-tukey": -0.5, "mod-log-likelihood": -1.0, "neyman": -2.0,
    "cressie-read": 2.0 / 3.0,
}  # fmt: skip


def _divergence(observed: Any, expected: Any, power: Any) -> Any:
    """Of Cressie and Read."""
    if power == 1:
        return np.sum((observed - expected) ** 2 / expected)
    if power == 0:
        return np.sum(2.0 * xlogy(observed, observed / expected))
    if power == -1:
        return np.sum(2.0 * xlogy(expected, expected / observed))
    return np.sum(observed * ((observed / expected) ** power - 1.0)) / (0.5 * power * (power + 1.0))


def _power(lambda_: Any) -> Any:
    if lambda_ is None:
        return 1.0
    return _POWERS[lambda_] if isinstance(lambda_, str) else lambda_


def power_divergence(f_obs: Any, f_exp: Any = None, ddof: Any = 0, axis: Any = 0, lambda_: Setting = None) -> Any:
    """Whether frequencies are those expected, by default all the same."""
    observed = _sample(f_obs)
    expected = np.mean(observed) * np.ones_like(observed) if f_exp is None else _sample(f_exp)
    whole, wanted = np.sum(observed), np.sum(expected)
    if abs(whole - wanted) > math.sqrt(np.finfo(observed.dtype).eps) * min(abs(whole), abs(wanted)):
        raise ValueError("the sum of the observed frequencies must agree with the sum of the expected frequencies")
    found = _divergence(observed, expected, _power(lambda_))
    return Significance(found, chdtrc(len(observed) - 1.0 - ddof, found))


def chi2_contingency(observed: Any, correction: bool = True, lambda_: Setting = None) -> Any:
    """Whether rows and columns of a table of frequencies are independent."""
    given = np.asarray(observed) * 1.0
    if given.ndim != 2:
        refused("chi2_contingency() of anything but a table of two axes is not supported in compiled functions")
    if np.any(given < 0):
        raise ValueError("All values in `observed` must be nonnegative.")
    if given.size == 0:
        raise ValueError("No data; `observed` has size 0.")
    rows, columns = np.sum(given, axis=1), np.sum(given, axis=0)
    expected = rows[:, None] * columns / np.sum(given)
    if np.any(expected == 0):
        raise ValueError("The internally computed table of expected frequencies has a zero element.")
    dof = (len(rows) - 1) * (len(columns) - 1)
    if dof == 0:
        return OfTable(0.0 * np.sum(given), 1.0, dof, expected)
    if dof == 1 and correction:
        away = expected - given
        given = given + np.minimum(0.5, np.abs(away)) * np.sign(away)
    found = _divergence(given, expected, _power(lambda_))
    return OfTable(found, chdtrc(dof * 1.0, found), dof, expected)
