"""Functions of `scipy.stats` of pairs of samples: a line through them, ranks, a density made of normal ones."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from scipy.special import stdtr

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused


class FittedLine:
    """What `linregress` returns: a tuple of five numbers, with a sixth as an attribute."""

    irad_compiled = True

    def __init__(self, slope: Any, intercept: Any, rvalue: Any, pvalue: Any, stderr: Any, intercept_stderr: Any) -> None:
        self.slope, self.intercept, self.rvalue, self.pvalue, self.stderr = slope, intercept, rvalue, pvalue, stderr
        self.intercept_stderr = intercept_stderr

    def __iter__(self) -> Any:
        return iter((self.slope, self.intercept, self.rvalue, self.pvalue, self.stderr))

    def __getitem__(self, k: Any) -> Any:
        return (self.slope, self.intercept, self.rvalue, self.pvalue, self.stderr)[k]

    def __len__(self) -> int:
        return 5

    def to_python(self) -> Any:
        """What Python is given as a result."""
        from scipy.stats import linregress as of_scipy

        found = type(of_scipy([0.0, 1.0], [0.0, 1.0]))
        return found(*self, intercept_stderr=self.intercept_stderr)


class Correlation(NamedTuple):
    """What `pearsonr` returns."""

    statistic: Any
    pvalue: Any


def linregress(x: Any, y: Any, alternative: Setting = "two-sided") -> Any:
    """The line of least squares, with the p value of Student's test that its slope is zero."""
    if alternative != "two-sided":
        refused("linregress() with alternative= is not supported in compiled functions", "the two-sided p value")
    a, b = np.atleast_1d(x) * np.float64(1.0), np.atleast_1d(y) * np.float64(1.0)
    if a.ndim != 1 or b.ndim != 1:
        refused("linregress() of arrays of several axes is not supported in compiled functions", "ravel them")
    n = len(a)
    if len(b) != n:
        raise ValueError("all the input array dimensions must match")
    if n == 0:
        return FittedLine(math.nan, math.nan, math.nan, math.nan, math.nan, math.nan)
    if n > 1 and np.max(a) == np.min(a):
        raise ValueError("Cannot calculate a linear regression if all x values are identical")
    mean_a, mean_b = np.mean(a), np.mean(b)
    da, db = a - mean_a, b - mean_b
    square_a, square_b, both = np.mean(da * da), np.mean(db * db), np.mean(da * db)
    if square_a == 0.0 or square_b == 0.0:
        r = math.nan if both == 0.0 else 0.0 * both
    else:
        r = both / np.sqrt(square_a * square_b)
        if r > 1.0:
            r = 1.0
        elif r < -1.0:
            r = -1.0
    slope = both / square_a
    start = mean_b - slope * mean_a
    if n == 2:
        return FittedLine(slope, start, r, 1.0 if b[0] == b[1] else 0.0, 0.0, 0.0)
    t = r * np.sqrt((n - 2) / ((1.0 - r + 1.0e-20) * (1.0 + r + 1.0e-20)))
    error = np.sqrt((1.0 - r * r) * square_b / square_a / (n - 2))
    p = 2.0 * stdtr(n - 2.0, -np.abs(t))
    return FittedLine(slope, start, r, p, error, error * np.sqrt(square_a + mean_a * mean_a))


def rankdata(a: Any, method: Setting = "average", *, axis: Any = None, nan_policy: Setting = "propagate") -> Any:
    """Ranks from 1 on; without a derivative."""
    if nan_policy != "propagate":
        refused("rankdata() with nan_policy= is not supported in compiled functions", "leave nan out before")
    if method != "average" and method != "min" and method != "max" and method != "dense" and method != "ordinal":
        raise ValueError("unknown method")
    given = np.asarray(a)
    if axis is None:
        return _ranks(np.ravel(given), method)
    moved = np.moveaxis(given, axis, -1)
    rows = np.reshape(moved, (-1, moved.shape[-1]))
    found = np.empty(rows.shape, dtype=np.float64 if method == "average" else np.int64)
    for r in range(rows.shape[0]):
        found[r] = _ranks(rows[r], method)
    return np.moveaxis(np.reshape(found, moved.shape), -1, axis)


def _ranks(flat: Any, method: Any) -> Any:
    """The ranks of the elements of a sequence."""
    n = len(flat)
    found = np.empty(n, dtype=np.float64 if method == "average" else np.int64)
    order = np.argsort(flat, kind="stable")
    k, different, bad = 0, 0, bool(np.any(np.isnan(flat)))
    if bad and method != "average":
        raise NotImplementedError("scipy.stats.rankdata of nan in whole numbers, in compiled functions")
    while k < n:
        end = k + 1
        while end < n and flat[order[end]] == flat[order[k]]:
            end += 1
        different += 1
        for i in range(k, end):
            if method == "average":
                found[order[i]] = math.nan if bad else 0.5 * (k + 1 + end)
            elif method == "min":
                found[order[i]] = k + 1
            elif method == "max":
                found[order[i]] = end
            elif method == "dense":
                found[order[i]] = different
            else:
                found[order[i]] = i + 1
        k = end
    return found


def pearsonr(x: Any, y: Any, *, alternative: Setting = "two-sided", method: Any = None, axis: Any = 0) -> Any:
    """The correlation of two samples, and the p value of Student's test that it is zero."""
    if alternative != "two-sided" or method is not None:
        refused("pearsonr() with alternative= or method= is not supported in compiled functions", "the two-sided p value")
    a, b = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    if a.ndim != 1 or b.ndim != 1:
        refused("pearsonr() of arrays of several axes is not supported in compiled functions", "a loop over the columns")
    n = len(a)
    if n != len(b):
        raise ValueError("`x` and `y` must have the same length along `axis`.")
    if n < 2:
        raise ValueError("`x` and `y` must have length at least 2.")
    da, db = a - np.mean(a), b - np.mean(b)
    constant_one = bool(np.all(a == a[0])) or bool(np.all(b == b[0]))
    r = math.nan if constant_one else np.sum(da * db) / (np.sqrt(np.sum(da * da)) * np.sqrt(np.sum(db * db)))
    if r > 1.0:
        r = 1.0
    elif r < -1.0:
        r = -1.0
    if n == 2:
        return Correlation(r, math.nan if constant_one else 1.0)
    if r == 1.0 or r == -1.0:
        return Correlation(r, 0.0)
    t = r * np.sqrt((n - 2) / ((1.0 - r) * (1.0 + r)))
    return Correlation(r, 2.0 * stdtr(n - 2.0, -np.abs(t)))


class DensityOfSamples:
    """``gaussian_kde(dataset)`` of samples of one or several variables."""

    irad_compiled = True
    irad_attributes = ("dataset", "factor", "_weights", "covariance")

    def __init__(self, dataset: Any, bw_method: Any = None, weights: Any = None) -> None:
        self.dataset = np.atleast_2d(np.asarray(dataset)) * 1.0
        d, n = self.dataset.shape
        if d * n <= 1:
            raise ValueError("`dataset` input should have multiple elements.")
        w = np.ones(n) / n if weights is None else np.asarray(weights) * 1.0
        self._weights = w / np.sum(w)
        count = 1.0 / np.sum(self._weights * self._weights)
        if bw_method is None or bw_method == "scott":
            self.factor = count ** (-1.0 / (d + 4))
        elif bw_method == "silverman":
            self.factor = (count * (d + 2.0) / 4.0) ** (-1.0 / (d + 4))
        else:
            self.factor = bw_method * 1.0
        away = self.dataset - np.reshape(np.sum(self.dataset * self._weights, axis=1), (d, 1))
        if not np.all(np.isfinite(self.dataset)):
            raise ValueError("array must not contain infs or NaNs")
        self.covariance = (away * self._weights) @ away.T / (1.0 - 1.0 / count) * (self.factor * self.factor)

    def logpdf(self, x: Any) -> Any:
        return np.log(self.evaluate(x))

    def pdf(self, x: Any) -> Any:
        return self.evaluate(x)

    def __call__(self, x: Any) -> Any:
        return self.evaluate(x)

    def evaluate(self, points: Any) -> Any:
        at = np.atleast_2d(np.asarray(points)) * 1.0
        d, n = self.dataset.shape
        if at.shape[0] != d:
            if at.shape[0] != 1 or at.shape[1] != d:
                raise ValueError("points have a dimension that is not that of the dataset")
            at = np.reshape(at, (d, 1))
        if not np.all(np.isfinite(at)):
            raise ValueError("array must not contain infs or NaNs")
        factor = np.linalg.cholesky(self.covariance)
        samples, places = np.linalg.solve(factor, self.dataset), np.linalg.solve(factor, at)
        scale = (2.0 * math.pi) ** (-0.5 * d) / np.prod(np.diag(factor))
        found = np.zeros(places.shape[1])
        for p in range(places.shape[1]):
            for k in range(n):
                s = 0.0
                for i in range(d):
                    s += (places[i, p] - samples[i, k]) ** 2
                found[p] += self._weights[k] * math.exp(-0.5 * s)
            found[p] *= scale
        return found
