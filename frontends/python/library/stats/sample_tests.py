"""Tests of `scipy.stats`: Student's, of variances, of frequencies, of ranks; statistics and two-sided p values."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from scipy.special import chdtrc, fdtrc, stdtr

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.stats.samples import rankdata


class Significance(NamedTuple):
    """What tests return."""

    statistic: Any
    pvalue: Any


class Association(Significance):
    """What tests of correlation return: a tuple of two, one of which has another name as well."""

    @property
    def correlation(self) -> Any:
        """The statistic."""
        return self.statistic


class _WithMore:
    """A tuple of two with more attributes."""

    statistic: Any
    pvalue: Any

    def __iter__(self) -> Any:
        return iter((self.statistic, self.pvalue))

    def __getitem__(self, k: Any) -> Any:
        return (self.statistic, self.pvalue)[k]

    def __len__(self) -> int:
        return 2


class OfStudent(_WithMore):
    """What tests of Student's return: a tuple of two, with the degrees of freedom as an attribute."""

    irad_compiled = True

    def __init__(self, statistic: Any, pvalue: Any, df: Any, side: Any, error: Any, estimate: Any) -> None:
        self.statistic, self.pvalue, self.df = statistic, pvalue, df
        self.side, self.error, self.estimate = side, error, estimate

    def to_python(self) -> Any:
        """What Python is given as a result."""
        from scipy.stats import ttest_1samp as of_scipy

        found = type(of_scipy([0.0, 1.0], 0.0))
        t, p, df = (np.asarray(v)[()] for v in (self.statistic, self.pvalue, self.df))
        return found(t, p, df=df, alternative=np.int64(self.side), standard_error=self.error, estimate=self.estimate)


class OfSmirnov(_WithMore):
    """What `ks_2samp` returns: a tuple of two, with the place of the distance and its sign as attributes."""

    irad_compiled = True

    def __init__(self, statistic: Any, pvalue: Any, statistic_location: Any, statistic_sign: Any) -> None:
        self.statistic, self.pvalue, self.statistic_location = statistic, pvalue, statistic_location
        self.statistic_sign = statistic_sign

    def to_python(self) -> Any:
        """What Python is given as a result."""
        from scipy.stats import ks_2samp as of_scipy

        found = type(of_scipy([0.0], [1.0]))
        t, p, where = (np.float64(v) for v in (self.statistic, self.pvalue, self.statistic_location))
        return found(t, p, statistic_location=where, statistic_sign=np.int8(self.statistic_sign))


_SIDES = {"less": -1, "two-sided": 0, "greater": 1}


def _p_value(t: Any, df: Any, alternative: Any) -> Any:
    if alternative == "two-sided":
        return 2.0 * stdtr(df, -np.abs(t))
    if alternative == "less":
        return stdtr(df, t)
    if alternative == "greater":
        return stdtr(df, -t)
    raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")


def over(a: float, n: float) -> float:
    """a / n, infinite for no elements (of which all moments are nan)."""
    return a / n if n != 0 else math.inf


def samples_of(*given: Any) -> Any:
    """Samples of one axis, as floats."""
    found = tuple([np.atleast_1d(x) * 1.0 for x in given])
    for x in found:
        if x.ndim != 1:
            refused("tests of samples of several axes are not supported in compiled functions", "a loop over the columns")
    return found


def ttest_ind(
    a: Any, b: Any, *, axis: Any = 0, equal_var: bool = True, alternative: Setting = "two-sided"
) -> Any:  # fmt: skip
    """Whether two samples have the same mean; Welch's test unless ``equal_var``."""
    x, y = samples_of(a, b)
    m, n = len(x), len(y)
    var_x, var_y = np.var(x, ddof=1), np.var(y, ddof=1)
    if equal_var:
        df = m + n - 2.0
        error = np.sqrt(((m - 1) * var_x + (n - 1) * var_y) * over(1.0, df) * (over(1.0, m) + over(1.0, n)))
        t = (np.mean(x) - np.mean(y)) / error
        return OfStudent(t, _p_value(t, df, alternative), df, _SIDES[alternative], error, np.mean(x) - np.mean(y))
    p, q = var_x * over(1.0, m), var_y * over(1.0, n)
    of_welch = (p + q) ** 2 / (p * p / (m - 1) + q * q / (n - 1))
    away, error = np.mean(x) - np.mean(y), np.sqrt(p + q)
    t = away / error
    return OfStudent(t, _p_value(t, of_welch, alternative), of_welch, _SIDES[alternative], error, away)


def ttest_1samp(a: Any, popmean: Any, axis: Any = 0, *, alternative: Setting = "two-sided") -> Any:
    """Whether a sample has this mean."""
    (x,) = samples_of(a)
    df = len(x) - 1
    error = np.sqrt(np.var(x, ddof=1) * over(1.0, len(x)))
    t = (np.mean(x) - popmean) / error
    return OfStudent(t, _p_value(t, df * 1.0, alternative), df, _SIDES[alternative], error, np.mean(x))


def ttest_rel(a: Any, b: Any, axis: Any = 0, *, alternative: Setting = "two-sided") -> Any:
    """Whether the differences of pairs have the mean 0."""
    x, y = samples_of(a, b)
    if len(x) != len(y):
        raise ValueError("unequal length arrays")
    return ttest_1samp(x - y, 0.0, alternative=alternative)


def f_oneway(*samples: Any) -> Any:
    """Whether samples have the same mean: the variance between them over that within."""
    if len(samples) < 2:
        raise TypeError("at least two inputs are required")
    whole, count, within = 0.0, 0, 0.0
    for s in samples:
        (x,) = samples_of(s)
        whole += np.sum(x)
        count += len(x)
        within += np.sum((x - np.mean(x)) ** 2)
    middle, between = whole * over(1.0, count), 0.0
    for s in samples:
        (x,) = samples_of(s)
        between += len(x) * (np.mean(x) - middle) ** 2
    top, below = len(samples) - 1.0, count - len(samples) * 1.0
    f = (between / top) * over(1.0, within * over(1.0, below))
    return Significance(f, fdtrc(top, below, f))


def chisquare(f_obs: Any, f_exp: Any = None, ddof: Any = 0, axis: Any = 0) -> Any:
    """Whether frequencies are those expected, by default all the same."""
    (observed,) = samples_of(f_obs)
    expected = np.mean(observed) * np.ones_like(observed) if f_exp is None else np.asarray(f_exp) * 1.0
    whole, wanted = np.sum(observed), np.sum(expected)
    if abs(whole - wanted) > math.sqrt(np.finfo(observed.dtype).eps) * min(abs(whole), abs(wanted)):
        raise ValueError("the sum of the observed frequencies must agree with the sum of the expected frequencies")
    found = np.sum((observed - expected) ** 2 / expected)
    return Significance(found, chdtrc(len(observed) - 1.0 - ddof, found))


def spearmanr(a: Any, b: Any, axis: Any = 0, *, alternative: Setting = "two-sided") -> Any:
    """The correlation of ranks, without a derivative."""
    x, y = samples_of(a, b)
    if len(x) != len(y):
        raise ValueError("all the input array dimensions for the concatenation axis must match exactly")
    n = len(x)
    p, q = rankdata(x), rankdata(y)
    p, q = p - np.mean(p), q - np.mean(q)
    r = np.sum(p * q) / np.sqrt(np.sum(p * p) * np.sum(q * q))
    if n < 3:
        return Association(r, math.nan)
    t = r * np.sqrt((n - 2.0) / ((r + 1.0) * (1.0 - r)))
    return Association(r, _p_value(t, n - 2.0, alternative))
