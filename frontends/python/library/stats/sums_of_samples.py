"""More functions of `scipy.stats` of samples: k-statistics, distances of distributions, lines by medians, shares of them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from scipy.special import stdtr

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.stats.moment_tests import of_normal
from irad.frontends.python.library.stats.sample_tests import Association, Significance
from irad.frontends.python.library.stats.samples import pearsonr, rankdata
from irad.frontends.python.library.stats.summaries import zscore


class SiegelsLine(NamedTuple):
    """What `siegelslopes` returns."""

    slope: Any
    intercept: Any


class BinnedSample(NamedTuple):
    """What `binned_statistic` returns."""

    statistic: Any
    bin_edges: Any
    binnumber: Any


def gzscore(a: Any, *, axis: Any = 0, ddof: Any = 0, nan_policy: Setting = "propagate") -> Any:
    """How many geometric standard deviations numbers are from the geometric mean."""
    if nan_policy != "propagate":
        refused("gzscore() with nan_policy= is not supported in compiled functions", "leave nan out before")
    return zscore(np.log(np.asarray(a)), axis=axis, ddof=ddof)


def kstat(data: Any, n: Any = 2, *, axis: Any = None) -> Any:
    """The unbiased estimate of the n-th cumulant (Kenney and Keeping, *Mathematics of Statistics* 2, 7.8), n up to 4."""
    if n > 4 or n < 1:
        raise ValueError("k-statistics only supported for 1<=n<=4")
    x = np.ravel(np.asarray(data)) * 1.0 if axis is None else np.moveaxis(np.asarray(data) * 1.0, axis, 0)
    m = x.shape[0] * 1.0
    mean = np.mean(x, axis=0)
    if n == 1:
        return mean
    if m < n:  # (what SciPy divides by 0 is rounding errors)
        return mean * math.nan
    away = x - mean
    second = np.mean(away**2, axis=0)
    if n == 2:
        return m / (m - 1.0) * second
    if n == 3:
        return m * m / ((m - 1.0) * (m - 2.0)) * np.mean(away**3, axis=0)
    inner = (m + 1.0) * np.mean(away**4, axis=0) - 3.0 * (m - 1.0) * second * second
    return m * m / ((m - 1.0) * (m - 2.0) * (m - 3.0)) * inner


def kstatvar(data: Any, n: Any = 2, *, axis: Any = None) -> Any:
    """The unbiased estimate of the variance of the k-statistic of order 1 or 2."""
    if n != 1 and n != 2:
        raise ValueError("Only n=1 or n=2 supported.")
    given = np.asarray(data)
    m = (given.size if axis is None else given.shape[axis]) * 1.0
    second = kstat(given, 2, axis=axis)
    if n == 1:
        return second / m
    return (2.0 * m * second * second + (m - 1.0) * kstat(given, 4, axis=axis)) / (m * (m + 1.0))


def pointbiserialr(x: Any, y: Any) -> Any:
    """The correlation of truth values and numbers, and the p value of Student's test that it is zero."""
    marks, b = np.asarray(x), np.asarray(y) * 1.0
    r = pearsonr(marks.astype(b.dtype) if marks.dtype == np.bool_ else marks * 1.0, b)
    return Association(r.statistic, r.pvalue)


def expectile(a: Any, alpha: Any = 0.5, *, weights: Any = None) -> Any:
    """The number whose weighted distances to those above are (1 - alpha) / alpha times those to the others.

    Between two elements it is a mean with weights alpha and 1 - alpha: the search for them is by elements in order.
    """
    if alpha < 0 or alpha > 1:
        raise ValueError("The expectile level alpha must be in the range [0, 1].")
    x = np.ravel(np.asarray(a, dtype=np.float64))
    if len(x) == 0:
        raise ValueError("an expectile of no numbers")
    w = np.ones(len(x)) if weights is None else np.ravel(np.broadcast_to(weights, np.shape(a))) * 1.0
    if alpha == 0.0 or alpha == 1.0:
        return np.min(x) if alpha == 0.0 else np.max(x)
    order = np.argsort(x)
    low, high = 0, len(x) - 1
    while low < high:  # the first element at which the sum of the distances is not negative any more
        k = (low + high) // 2
        t = x[order[k]]
        if np.sum(w * np.where(x <= t, 1.0 - alpha, alpha) * (t - x)) >= 0.0:
            high = k
        else:
            low = k + 1
    share = w * np.where(x < x[order[low]], 1.0 - alpha, alpha)
    return np.sum(share * x) / np.sum(share)


def wasserstein_distance(u_values: Any, v_values: Any, u_weights: Any = None, v_weights: Any = None) -> Any:
    """How far elements are moved, in the mean, from one distribution to the other."""
    away, gaps = _shares_and_gaps(u_values, v_values, u_weights, v_weights)
    return np.sum(np.abs(away) * gaps)


def energy_distance(u_values: Any, v_values: Any, u_weights: Any = None, v_weights: Any = None) -> Any:
    """The root of twice the integral of the square of the difference of the distribution functions (Székely 2002)."""
    away, gaps = _shares_and_gaps(u_values, v_values, u_weights, v_weights)
    return np.sqrt(2.0) * np.sqrt(np.sum(away * away * gaps))


def _shares_and_gaps(u_values: Any, v_values: Any, u_weights: Any, v_weights: Any) -> Any:
    """The difference of two distribution functions between each two elements in order, and their distance."""
    u, v = np.asarray(u_values, dtype=np.float64), np.asarray(v_values, dtype=np.float64)
    if u.size == 0 or v.size == 0:
        raise ValueError("Distribution can't be empty.")
    if u.ndim != 1 or v.ndim != 1:
        raise ValueError("Distributions are one sequence of numbers each.")
    p, q = _weights(u, u_weights), _weights(v, v_weights)
    both = np.concatenate((u, v))
    steps = np.concatenate((p / np.sum(p), -q / np.sum(q)))
    order = np.argsort(both, kind="stable")
    ordered = both[order]
    return np.cumsum(steps[order])[:-1], ordered[1:] - ordered[:-1]


def _weights(x: Any, weights: Any) -> Any:
    if weights is None:
        return np.ones(x.size)
    w = np.asarray(weights) * 1.0
    if len(w) != x.size:
        raise ValueError("Value and weight array-likes for the same empirical distribution must be of the same size.")
    if np.any(w < 0):
        raise ValueError("All weights must be non-negative.")
    whole = np.sum(w)
    if not 0.0 < whole < math.inf:
        raise ValueError("Weight array-like sum must be positive and finite. Set as None for an equal distribution of weight.")
    return w


def siegelslopes(y: Any, x: Any = None, method: Setting = "hierarchical") -> Any:
    """The line by medians of medians of the slopes between each two points (Siegel 1982)."""
    if method != "hierarchical" and method != "separate":
        raise ValueError("method can only be 'hierarchical' or 'separate'")
    b = np.ravel(np.asarray(y, dtype=np.float64))
    n = len(b)
    a = np.arange(n) * 1.0 if x is None else np.ravel(np.asarray(x, dtype=np.float64))
    if n < 2 or len(a) < 2:
        return SiegelsLine(math.nan, math.nan)
    if len(a) != n:
        raise ValueError("Array shapes are incompatible for broadcasting.")
    slopes, starts = np.zeros(n), np.zeros(n)
    count = 0
    for j in range(n):
        apart = a != a[j]
        if np.any(apart):
            of_j = (b[apart] - b[j]) / (a[apart] - a[j])
            slopes[count] = np.median(of_j)
            if method == "separate":
                starts[count] = np.median((b[j] * a[apart] - b[apart] * a[j]) / (a[apart] - a[j]))
            count += 1
    slope = np.median(slopes[:count])
    return SiegelsLine(slope, np.median(starts[:count]) if method == "separate" else np.median(b - slope * a))


def tiecorrect(rankvals: Any) -> Any:
    """The factor for ties in the tests of Mann and Whitney and of Kruskal and Wallis; without a derivative."""
    ordered = np.sort(np.ravel(np.asarray(rankvals)))
    n = len(ordered)
    total, k = 0.0, 0
    while k < n:
        end = k + 1
        while end < n and ordered[end] == ordered[k]:
            end += 1
        total += (end - k) ** 3.0 - (end - k)
        k = end
    return 1.0 if n < 2 else 1.0 - total / (float(n) ** 3 - n)


def ranksums(x: Any, y: Any, alternative: Setting = "two-sided") -> Any:
    """Whether one of two samples is larger, by the sum of ranks (Wilcoxon 1945)."""
    a, b = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    if a.ndim != 1 or b.ndim != 1:
        refused("tests of samples of several axes are not supported in compiled functions", "a loop over the columns")
    n, m = len(a) * 1.0, len(b) * 1.0
    both = n + m + 1.0
    z = (np.sum(rankdata(np.concatenate((a, b)))[: len(a)]) - n * both / 2.0) / np.sqrt(n * m * both / 12.0)
    return Significance(z, of_normal(z, alternative))


def ttest_ind_from_stats(
    mean1: Any, std1: Any, nobs1: Any, mean2: Any, std2: Any, nobs2: Any, equal_var: bool = True,
    alternative: Setting = "two-sided",
) -> Any:  # fmt: skip
    """Student's test of two means, or Welch's, by what samples amount to."""
    first, second = np.asarray(std1) ** 2 * 1.0, np.asarray(std2) ** 2 * 1.0
    if equal_var:
        df = nobs1 + nobs2 - 2.0
        spread = ((nobs1 - 1.0) * first + (nobs2 - 1.0) * second) / df
        root = np.sqrt(spread * (1.0 / nobs1 + 1.0 / nobs2))
    else:
        p, q = first / nobs1, second / nobs2
        df = (p + q) ** 2 / (p**2 / (nobs1 - 1.0) + q**2 / (nobs2 - 1.0))
        root = np.sqrt(p + q)
    t = (mean1 - mean2) / root
    if alternative == "two-sided":
        return Significance(t, 2.0 * stdtr(df, -np.abs(t)))
    if alternative == "less":
        return Significance(t, stdtr(df, t))
    if alternative == "greater":
        return Significance(t, stdtr(df, -t))
    raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")


def differential_entropy(
    values: Any, *, window_length: Any = None, base: Any = None, axis: Any = 0, method: Setting = "auto"
) -> Any:  # fmt: skip
    """An estimate of the entropy by the distances of elements in order (Vasicek 1976, van Es 1992, Ebrahimi 1994)."""
    x = np.sort(np.moveaxis(np.asarray(values) * 1.0, axis, -1), axis=-1)
    n = x.shape[-1]
    m = math.floor(math.sqrt(n) + 0.5) if window_length is None else window_length
    if base is not None and base <= 0:
        raise ValueError("`base` must be a positive number or `None`.")
    kind = str(method).lower()
    if kind == "correa":
        refused("differential_entropy() with method='correa' is not supported in compiled functions", "method='ebrahimi'")
    if kind not in ("auto", "vasicek", "van es", "ebrahimi"):
        raise ValueError("`method` must be one of 'vasicek', 'van es', 'correa', 'ebrahimi' and 'auto'")
    if not 2 <= 2 * m < n:
        return np.mean(x, axis=-1) * math.nan
    if kind == "van es" or (kind == "auto" and n <= 10):
        logs = np.sum(np.log((n + 1.0) / m * (x[..., m:] - x[..., :-m])), axis=-1) / (n - m)
        found = logs + np.sum(1.0 / np.arange(m, n + 1)) + math.log(m) - math.log(n + 1.0)
    else:
        places = np.arange(n)
        away = x[..., np.minimum(places + m, n - 1)] - x[..., np.maximum(places - m, 0)]
        width = 2.0 * np.ones(n)
        if kind == "ebrahimi" or (kind == "auto" and n <= 1000):
            width = np.where(places < m, 1.0 + places / m, width)
            width = np.where(places >= n - m, 1.0 + (n - 1.0 - places) / m, width)
        found = np.mean(np.log(n / (width * m) * away), axis=-1)
    return (found if base is None else found / math.log(base)).astype(x.dtype)


_OF_BINS = ("mean", "sum", "count", "std", "median", "min", "max")


def binned_statistic(x: Any, values: Any, statistic: Setting = "mean", bins: Any = 10, range: Any = None) -> Any:
    """What the values in each bin of ``x`` amount to; bins are without a derivative."""
    if not isinstance(statistic, str) or statistic not in _OF_BINS:
        refused("binned_statistic() is supported for 'mean', 'sum', 'count', 'std', 'median', 'min' and 'max'")
    places, given = np.ravel(np.asarray(x)) * 1.0, np.asarray(values, dtype=np.float64)
    if given.ndim != 1:
        refused("binned_statistic() of several sets of values is not supported in compiled functions", "a call for each")
    if len(places) != len(given):
        raise AttributeError("The number of `values` elements must match the length of each `sample` dimension.")
    if not (np.all(np.isfinite(places)) and np.all(np.isfinite(given))):
        raise ValueError("The sample or the values contain non-finite values.")
    edges = _edges(places, bins, range)
    n = len(edges) - 1
    numbers = np.searchsorted(edges, places, side="right")
    least = np.min(edges[1:] - edges[:-1])
    if least <= 0.0:
        raise ValueError("The smallest edge difference is numerically 0.")
    digits = 10.0 ** (int(-np.log10(least)) + 6)  # to which those are rounded that are not beyond the last edge
    numbers = np.where((places >= edges[-1]) & (np.rint(places * digits) == np.rint(edges[-1] * digits)), n, numbers)
    found = np.zeros(n) if statistic in ("count", "sum") else np.full(n, np.nan)
    for k in np.arange(n):
        inside = given[numbers == k + 1]
        if len(inside) > 0 or statistic == "count":
            found[k] = _of_bin(inside, statistic)
    return BinnedSample(found, edges, numbers)


def _edges(places: Any, bins: Any, limits: Any) -> Any:
    """The edges of equal bins, or those that are given."""
    if np.ndim(bins) > 0:
        return np.asarray(bins, dtype=places.dtype)
    ends = np.stack((np.min(places), np.max(places))) if limits is None else np.ravel(np.asarray(limits))
    low, high = float(ends[0]), float(ends[1])
    if high < low:
        raise ValueError("In range, start must be <= stop")
    if low == high:
        low, high = low - 0.5, high + 0.5
    return np.linspace(low, high, bins + 1).astype(places.dtype)


def _of_bin(inside: Any, statistic: Any) -> Any:
    if statistic == "count":
        return len(inside) * 1.0
    if statistic == "sum":
        return np.sum(inside)
    if statistic == "mean":
        return np.mean(inside)
    if statistic == "std":
        return np.std(inside)
    if statistic == "median":
        return np.median(inside)
    return np.min(inside) if statistic == "min" else np.max(inside)
