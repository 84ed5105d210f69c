"""Functions of `scipy.stats` that describe samples: moments, spreads, entropies, what is most frequent."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from scipy.special import rel_entr, xlogy

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused


class MostFrequent(NamedTuple):
    """What `mode` returns."""

    mode: Any
    count: Any


def _of_axis(a: Any, axis: Any) -> Any:
    """As floats, with the axis last; flat without one."""
    given = np.atleast_1d(a) * 1.0
    return np.ravel(given) if axis is None else np.moveaxis(given, axis, -1)


def moment(a: Any, order: Any = 1, axis: Any = 0, *, center: Any = None) -> Any:
    """The mean of the powers of the differences to the mean, or to ``center``."""
    given = np.atleast_1d(a) * 1.0
    if np.ndim(order) > 0:
        refused("moment() of several orders is not supported in compiled functions", "a call for each")
    if center is None and order == 1:
        return np.mean(given, axis=axis) * 0.0
    middle = np.mean(given, axis=axis, keepdims=True) if center is None else center
    return np.mean((given - middle) ** order, axis=axis)


def pmean(a: Any, p: Any, *, axis: Any = 0, weights: Any = None) -> Any:
    """The mean of powers, to the inverse power; the geometric mean for the power 0."""
    given = np.atleast_1d(a) * 1.0
    if np.any(given < 0):
        raise NotImplementedError("scipy.stats.pmean of negative numbers in compiled functions")
    if p == 0:
        return np.exp(np.average(np.log(given), axis=axis, weights=weights))
    return np.average(given**p, axis=axis, weights=weights) ** (1.0 / p)


def variation(a: Any, axis: Any = 0, *, ddof: Any = 0, keepdims: bool = False) -> Any:
    """The standard deviation over the mean."""
    given = np.atleast_1d(a) * 1.0
    return np.std(given, axis=axis, ddof=ddof, keepdims=keepdims) / np.mean(given, axis=axis, keepdims=keepdims)


def iqr(
    x: Any, axis: Any = None, rng: Any = (25, 75), scale: Any = 1.0, nan_policy: Setting = "propagate",
    interpolation: Setting = "linear", keepdims: bool = False,
) -> Any:  # fmt: skip
    """The distance of two percentiles, over the scale."""
    if nan_policy != "propagate" or interpolation != "linear":
        refused("iqr() with nan_policy= or interpolation= is not supported in compiled functions", "np.percentile")
    if np.size(x) == 0 and axis is None and not keepdims:
        return np.nan
    divisor = 1.3489795003921634 if scale == "normal" else scale
    high = np.percentile(x, rng[1], axis=axis, keepdims=keepdims)
    return (high - np.percentile(x, rng[0], axis=axis, keepdims=keepdims)) / divisor


def median_abs_deviation(x: Any, axis: Any = 0, center: Any = None, scale: Any = 1.0, nan_policy: Setting = "propagate") -> Any:
    """The median of the distances to the median, over the scale."""
    if nan_policy != "propagate" or center is not None:
        refused("median_abs_deviation() with nan_policy= or center= is not supported in compiled functions", "np.median")
    given = np.asarray(x) * 1.0
    found = np.median(np.abs(given - np.median(given, axis=axis, keepdims=True)), axis=axis)
    return found / (0.6744897501960817 if scale == "normal" else scale)


def trim_mean(a: Any, proportiontocut: Any, axis: Any = 0) -> Any:
    """The mean without a share of the smallest and of the largest elements."""
    moved = _of_axis(a, axis)
    n = moved.shape[-1]
    cut = int(proportiontocut * n)
    if 2 * cut > n:
        raise ValueError("Proportion too big.")
    found = np.mean(np.sort(moved, axis=-1)[..., cut : n - cut], axis=-1)
    if moved.ndim == 1:
        return math.nan if np.any(np.isnan(moved)) else found
    return np.where(np.any(np.isnan(moved), axis=-1), np.nan, found)


def entropy(pk: Any, qk: Any = None, base: Any = None, axis: Any = 0) -> Any:
    """The entropy of a distribution, which need not sum up to 1, or its relative entropy to another one."""
    if base is not None and base <= 0:
        raise ValueError("`base` must be a positive number or `None`.")
    p = np.asarray(pk) * 1.0
    p = p / np.sum(p, axis=axis, keepdims=True)
    if qk is None:
        found = -np.sum(xlogy(p, p), axis=axis)
    else:
        q = np.asarray(qk) * 1.0
        found = np.sum(rel_entr(p, q / np.sum(q, axis=axis, keepdims=True)), axis=axis)
    return found if base is None else found / math.log(base)


def zmap(scores: Any, compare: Any, axis: Any = 0, ddof: Any = 0) -> Any:
    """How many standard deviations of other numbers scores are from their mean."""
    others = np.asarray(compare) * 1.0
    away = np.asarray(scores) - np.mean(others, axis=axis, keepdims=True)
    return away / np.std(others, axis=axis, ddof=ddof, keepdims=True)


def gstd(a: Any, axis: Any = 0, ddof: Any = 1) -> Any:
    """The geometric standard deviation."""
    return np.exp(np.std(np.log(np.asarray(a)), axis=axis, ddof=ddof))


def tmean(a: Any, limits: Any = None, inclusive: Any = (True, True), axis: Any = None) -> Any:
    """The mean of what lies between limits."""
    if axis is not None:
        refused("tmean() with axis= is not supported in compiled functions", "a loop over the rows")
    flat = np.ravel(np.asarray(a)) * 1.0
    if limits is None:
        return np.mean(flat)
    inside = within(flat, limits, inclusive)
    return np.sum(np.where(inside, flat, 0.0)) / float(np.sum(inside))


def within(flat: Any, limits: Any, inclusive: Any) -> Any:
    """Which elements lie between limits, either of which may be None."""
    low, high = limits
    inside = np.ones(len(flat), dtype=np.bool_)
    if low is not None:
        inside = inside & (flat >= low if inclusive[0] else flat > low)
    if high is not None:
        inside = inside & (flat <= high if inclusive[1] else flat < high)
    return inside


def _same(a: Any, b: Any) -> bool:
    """Whether numbers are the same, or both nan."""
    return bool(a == b or (a != a and b != b))


def mode(a: Any, axis: Any = 0, nan_policy: Setting = "propagate", keepdims: bool = False) -> Any:
    """The most frequent element, the smallest one of several, and how often it is there."""
    if nan_policy != "propagate":
        refused("mode() with nan_policy= is not supported in compiled functions", "leave nan out before")
    given = np.asarray(a)
    if axis is None:
        refused("mode() with axis=None is not supported in compiled functions", "ravel it")
    moved = np.sort(np.moveaxis(given, axis, -1), axis=-1)
    rows = np.reshape(moved, (-1, moved.shape[-1]))
    if rows.shape[1] == 0:
        raise NotImplementedError("scipy.stats.mode of no elements in compiled functions")
    values, counts = np.empty(rows.shape[0], dtype=given.dtype), np.empty(rows.shape[0], dtype=np.int64)
    for r in range(rows.shape[0]):
        most, first = 0, 0
        for k in range(1, rows.shape[1] + 1):
            if k == rows.shape[1] or not _same(rows[r, k], rows[r, first]):
                if k - first > most:
                    most, values[r] = k - first, rows[r, first]
                first = k
        counts[r] = most
    found, times = np.reshape(values, moved.shape[:-1]), np.reshape(counts, moved.shape[:-1])
    if keepdims:
        return MostFrequent(np.expand_dims(found, axis), np.expand_dims(times, axis))
    return MostFrequent(found[()], times[()])


def circmean(samples: Any, high: Any = 2 * math.pi, low: Any = 0, axis: Any = None) -> Any:
    """The mean of angles."""
    angles = (np.asarray(samples) * 1.0 - low) * (2.0 * math.pi / (high - low))
    found = np.arctan2(np.mean(np.sin(angles), axis=axis), np.mean(np.cos(angles), axis=axis))
    return np.mod(found * ((high - low) / (2.0 * math.pi)), high - low) + low


def circvar(samples: Any, high: Any = 2 * math.pi, low: Any = 0, axis: Any = None) -> Any:
    """1 less the length of the mean of the directions."""
    angles = (np.asarray(samples) * 1.0 - low) * (2.0 * math.pi / (high - low))
    return 1.0 - np.hypot(np.mean(np.sin(angles), axis=axis), np.mean(np.cos(angles), axis=axis))


def circstd(samples: Any, high: Any = 2 * math.pi, low: Any = 0, axis: Any = None, *, normalize: bool = False) -> Any:
    """The root of -2 times the logarithm of that length."""
    found = np.sqrt(-2.0 * np.log(1.0 - circvar(samples, high, low, axis)))
    return found if normalize else found * ((high - low) / (2.0 * math.pi))
