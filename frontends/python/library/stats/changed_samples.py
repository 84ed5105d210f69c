"""Functions of `scipy.stats` that change, cut, and describe samples, and lines by medians of slopes."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from scipy import special
from scipy.special import chdtrc, ndtr, ndtri

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.stats.descriptive import within
from irad.frontends.python.library.stats.sample_tests import Significance
from irad.frontends.python.library.stats.summaries import kurtosis, skew


class Description(NamedTuple):
    """What `describe` returns."""

    nobs: Any
    minmax: Any
    mean: Any
    variance: Any
    skewness: Any
    kurtosis: Any


class ClippedSample(NamedTuple):
    """What `sigmaclip` returns."""

    clipped: Any
    lower: Any
    upper: Any


class LineOfMedians(NamedTuple):
    """What `theilslopes` returns."""

    slope: Any
    intercept: Any
    low_slope: Any
    high_slope: Any


def boxcox(x: Any, lmbda: Any = None, alpha: Any = None, optimizer: Any = None) -> Any:
    """The power of Box and Cox that is given."""
    if lmbda is None:
        refused("scipy.stats.boxcox() without lmbda= is not supported in compiled functions", "maximise boxcox_llf")
    return special.boxcox(x, lmbda)


def boxcox_llf(lmb: Any, data: Any, *, axis: Any = 0) -> Any:
    """The logarithm of the likelihood of a power of Box and Cox."""
    given = np.asarray(data) * 1.0
    logs = np.log(given)
    if lmb == 0:
        spread = np.log(np.var(logs, axis=axis))
    else:
        spread = np.log(np.var(np.expm1(lmb * logs) / lmb, axis=axis))
    return (lmb - 1.0) * np.sum(logs, axis=axis) - given.shape[axis] / 2 * spread


def yeojohnson(x: Any, lmbda: Any = None) -> Any:
    """The power of Yeo and Johnson that is given."""
    if lmbda is None:
        refused("scipy.stats.yeojohnson() without lmbda= is not supported in compiled functions", "maximise yeojohnson_llf")
    given = np.asarray(x) * 1.0
    eps = 2.220446049250313e-16
    above, below = np.log1p(np.where(given >= 0, given, 0.0)), np.log1p(np.where(given >= 0, 0.0, -given))
    risen = above if abs(lmbda) < eps else np.expm1(lmbda * above) / lmbda
    fallen = below if abs(lmbda - 2.0) <= eps else np.expm1((2.0 - lmbda) * below) / (2.0 - lmbda)
    return np.where(given >= 0, risen, -fallen)


def yeojohnson_llf(lmb: Any, data: Any, *, axis: Any = 0) -> Any:
    """The logarithm of the likelihood of a power of Yeo and Johnson."""
    given = np.asarray(data) * 1.0
    spread = np.var(yeojohnson(given, lmb), axis=axis)
    logs = np.sum(np.sign(given) * np.log1p(np.abs(given)), axis=axis)
    return -given.shape[axis] / 2 * np.log(spread) + (lmb - 1.0) * logs


def describe(a: Any, axis: Any = 0, ddof: Any = 1, bias: bool = True) -> Any:
    """How many, between which bounds, and the first four moments."""
    given = np.asarray(a)
    if given.size == 0:
        raise ValueError("The input must not be empty.")
    count = given.size if axis is None else given.shape[axis]
    bounds = np.min(given, axis=axis), np.max(given, axis=axis)
    moments = skew(given, axis=axis, bias=bias), kurtosis(given, axis=axis, bias=bias)
    return Description(count, bounds, np.mean(given, axis=axis), np.var(given, axis=axis, ddof=ddof), *moments)


def sigmaclip(a: Any, low: Any = 4.0, high: Any = 4.0) -> Any:
    """What is left when what is too many standard deviations from the mean has been left out again and again."""
    found = np.ravel(np.asarray(a))
    lower, upper, before = np.mean(found), np.mean(found), -1
    while before != len(found):
        before = len(found)
        middle, spread = np.mean(found), np.std(found)
        lower, upper = middle - spread * low, middle + spread * high
        found = found[(found >= lower) & (found <= upper)]
    return ClippedSample(found, lower, upper)


def _inside(a: Any, limits: Any, inclusive: Any, axis: Any) -> Any:
    flat = np.atleast_1d(a) * 1.0
    if axis is None:
        flat = np.ravel(flat)
    if flat.ndim != 1:
        refused("this function of samples of several axes is not supported in compiled functions", "a loop over the columns")
    if axis is not None and axis != 0 and axis != -1:
        raise ValueError("axis is out of bounds for array of dimension 1")
    if limits is None:
        return flat
    kept = within(flat, limits, inclusive)
    if not np.any(kept):
        raise ValueError("No array values within given limits")
    return flat[kept]


def tvar(a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1) -> Any:
    """The variance of what lies between limits."""
    return np.var(_inside(a, limits, inclusive, axis), ddof=ddof)


def tstd(a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1) -> Any:
    """The standard deviation of what lies between limits."""
    return np.std(_inside(a, limits, inclusive, axis), ddof=ddof)


def tsem(a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = 0, ddof: Any = 1) -> Any:
    """The standard error of the mean of what lies between limits."""
    kept = _inside(a, limits, inclusive, axis)
    return np.std(kept, ddof=ddof) / math.sqrt(max(len(kept), 1))


def tmin(a: Any, lowerlimit: Any = None, axis: Any = 0, inclusive: Any = True) -> Any:
    """The least element that is not below a limit."""
    given = np.atleast_1d(a)
    if lowerlimit is None and given.ndim == 1 and given.dtype.kind in "iub":
        return np.min(given)
    if given.size == 0:
        return np.nan
    return np.min(_inside(a, None if lowerlimit is None else (lowerlimit, None), (inclusive, True), axis))


def tmax(a: Any, upperlimit: Any = None, axis: Any = 0, inclusive: Any = True) -> Any:
    """The largest element that is not above a limit."""
    given = np.atleast_1d(a)
    if upperlimit is None and given.ndim == 1 and given.dtype.kind in "iub":
        return np.max(given)
    if given.size == 0:
        return np.nan
    return np.max(_inside(a, None if upperlimit is None else (None, upperlimit), (True, inclusive), axis))


def trim1(a: Any, proportiontocut: Any, tail: Setting = "right", axis: Any = 0) -> Any:
    """A sample without a share of its largest or smallest elements."""
    moved = np.ravel(np.asarray(a)) if axis is None else np.moveaxis(np.asarray(a), axis, 0)
    if tail != "right" and tail != "left":
        raise ValueError("tail is 'right' or 'left'")
    cut = int(proportiontocut * len(moved))
    ordered = np.sort(moved, axis=0)
    found = ordered[: len(moved) - cut] if tail == "right" else ordered[cut:]
    return found if axis is None else np.moveaxis(found, 0, axis)


def scoreatpercentile(a: Any, per: Any, limit: Any = (), interpolation_method: Setting = "fraction", axis: Any = None) -> Any:
    """A percentile."""
    if interpolation_method != "fraction" or len(limit) > 0:
        refused("scoreatpercentile() with limit= or interpolation_method= is not supported here", "np.percentile")
    given = np.asarray(a) * np.float64(1.0)
    if axis is not None or np.ndim(per) > 0:
        return np.percentile(given, per, axis=axis)
    if given.size == 0:
        return np.nan
    if per < 0 or per > 100:
        raise ValueError("percentile must be in the range [0, 100]")
    ordered = np.sort(given.ravel())  # nan is the largest number here
    place = per / 100.0 * (len(ordered) - 1)
    first = int(place)
    second = min(first + 1, len(ordered) - 1)
    return ordered[first] if place == first else ordered[first] * (second - place) + ordered[second] * (place - first)


def percentileofscore(a: Any, score: Any, kind: Setting = "rank") -> Any:
    """Which share of a sample is below a number, in percent: without a derivative."""
    given = np.asarray(a)
    if given.ndim != 1:
        raise ValueError("`a` must be 1-dimensional.")
    if np.ndim(score) > 0:
        refused("percentileofscore() of several scores is not supported in compiled functions", "a loop")
    left, right = np.sum(given < score), np.sum(given <= score)
    unknown = math.nan if score != score or bool(np.any(np.isnan(given))) or len(given) == 0 else 1.0
    n = max(len(given), 1)
    if kind == "rank":
        return (left + right + (1 if left < right else 0)) * (50.0 / n) * unknown
    if kind == "strict":
        return left * (100.0 / n) * unknown
    if kind == "weak":
        return right * (100.0 / n) * unknown
    if kind == "mean":
        return (left + right) * (50.0 / n) * unknown
    raise ValueError("kind can only be 'rank', 'strict', 'weak' or 'mean'")


def combine_pvalues(pvalues: Any, method: Setting = "fisher", weights: Any = None, *, axis: Any = 0) -> Any:
    """One p value of several."""
    p = np.asarray(pvalues) * 1.0
    n = p.shape[axis]
    if method == "fisher":
        found = -2.0 * np.sum(np.log(p), axis=axis)
        return Significance(found, chdtrc(2.0 * n, found))
    if method == "pearson":
        found = 2.0 * np.sum(np.log1p(-p), axis=axis)
        return Significance(found, 1.0 - chdtrc(2.0 * n, -found))
    if method == "stouffer":
        w = np.ones(p.shape) if weights is None else np.asarray(weights) * np.ones(p.shape)
        found = np.sum(w * -ndtri(p), axis=axis) / np.sqrt(np.sum(w * w, axis=axis))
        return Significance(found, ndtr(-found))
    if method == "tippett":
        found = np.min(p, axis=axis)
        return Significance(found, -np.expm1(n * np.log1p(-found)))
    return refused("combine_pvalues() knows 'fisher', 'pearson', 'stouffer' and 'tippett' in compiled functions")


def false_discovery_control(ps: Any, *, axis: Any = 0, method: Setting = "bh") -> Any:
    """p values adjusted for how many tests there were (Benjamini and Hochberg 1995)."""
    if method != "bh" and method != "by":
        raise ValueError("Unrecognized `method`. Method must be one of {'bh', 'by'}.")
    p = np.asarray(ps) * 1.0
    if not np.all((p >= 0.0) & (p <= 1.0)):
        raise ValueError("`ps` must include only numbers between 0 and 1.")
    if p.ndim != 1:
        refused("false_discovery_control() of several axes is not supported in compiled functions", "a loop over the rows")
    n, order = len(p), np.argsort(p)
    harmonic = np.sum(1.0 / np.arange(1, n + 1)) if method == "by" else 1.0
    found = np.empty(n)
    least = math.inf
    for back in range(n):
        k = n - 1 - back
        least = min(least, p[order[k]] * (n / (k + 1)) * harmonic)
        found[order[k]] = min(least, 1.0)
    return found if n > 1 else p


def _ties(x: Any) -> Any:
    ordered = np.sort(x)
    total, first, n = 0.0, 0, len(ordered)
    for k in range(1, n + 1):
        if k == n or ordered[k] != ordered[first]:
            m = k - first
            total += m * (m - 1.0) * (2.0 * m + 5.0)
            first = k
    return total


def theilslopes(y: Any, x: Any = None, alpha: Any = 0.95, method: Setting = "separate") -> Any:
    """A line by the median of the slopes between two points each, and an interval for its slope (Sen 1968)."""
    if method != "joint" and method != "separate":
        raise ValueError("method must be either 'joint' or 'separate'.")
    up = np.ravel(np.asarray(y) * 1.0)
    n = len(up)
    across = np.arange(n) * 1.0 if x is None else np.ravel(np.asarray(x) * 1.0)
    if len(across) != n:
        raise ValueError("Array shapes are incompatible for broadcasting.")
    if n < 2 or np.any(np.isnan(up)) or np.any(np.isnan(across)):
        return LineOfMedians(math.nan, math.nan, math.nan, math.nan)
    count = 0
    found = np.empty(n * (n - 1) // 2)
    for i in range(n):
        for j in range(n):
            if across[i] > across[j]:
                found[count] = (up[i] - up[j]) / (across[i] - across[j])
                count += 1
    slopes = np.sort(found[:count])
    slope = np.median(slopes)
    start = np.median(up - slope * across) if method == "joint" else np.median(up) - slope * np.median(across)
    z = ndtri(0.5 * (1.0 - alpha if alpha > 0.5 else alpha))
    spread = math.sqrt((n * (n - 1.0) * (2.0 * n + 5.0) - _ties(across) - _ties(up)) / 18.0)
    high = min(int(np.round((count - z * spread) / 2.0)), count - 1)
    low = max(int(np.round((count + z * spread) / 2.0)) - 1, 0)
    if count == 0:
        return LineOfMedians(slope, start, math.nan, math.nan)
    return LineOfMedians(slope, start, slopes[low], slopes[high])
