"""Functions of `statistics`, of floats: what Python computes in fractions is computed with rounding errors here."""

from __future__ import annotations

import math
import statistics
from typing import Any

import numpy as np

from irad.frontends.python.library.of_python.math_written import fsum


def _numbers(data: Any, least: int, text: str, exact: bool = False) -> Any:
    """The data as an array; ``exact``: of integers Python gives an integer or a float, whichever the numbers make it."""
    given = np.asarray(list(data))
    if exact and given.dtype.kind not in "fc" and len(given) > 0:
        raise NotImplementedError("this function of integers in compiled code: convert them, as in list(map(float, xs))")
    found = given * 1.0
    if len(found) < least:
        raise statistics.StatisticsError(text)
    return found


def mean(data: Any) -> Any:
    """The mean of floats."""
    x = _numbers(data, 1, "mean requires at least one data point", True)
    return fsum(x) / len(x)


def fmean(data: Any, weights: Any = None) -> Any:
    """The mean, or with weights the weighted one."""
    x = _numbers(data, 1, "fmean requires at least one data point")
    if weights is None:
        return fsum(x) / len(x)
    w = _numbers(weights, 0, "")
    if len(w) != len(x):
        raise statistics.StatisticsError("data and weights must be the same length")
    total = fsum(w)
    if total == 0.0:
        raise statistics.StatisticsError("sum of weights must be non-zero")
    return fsum(x * w) / total


def geometric_mean(data: Any) -> Any:
    """The n-th root of the product."""
    x = _numbers(data, 1, "Must have a non-empty dataset")
    if np.any(x <= 0.0):
        raise statistics.StatisticsError("geometric mean requires a non-empty dataset containing positive numbers")
    return math.exp(fsum(np.log(x)) / len(x))


def harmonic_mean(data: Any) -> Any:
    """The reciprocal of the mean of reciprocals."""
    x = _numbers(data, 1, "harmonic_mean requires at least one data point", True)
    if np.any(x < 0.0):
        raise statistics.StatisticsError("harmonic mean does not support negative values")
    if np.any(x == 0.0):
        return 0.0
    return len(x) / fsum(1.0 / x)


def pvariance(data: Any, mu: Any = None) -> Any:
    """The mean square of the distances to the mean."""
    x = _numbers(data, 1, "pvariance requires at least one data point", True)
    d = x - (fsum(x) / len(x) if mu is None else mu)
    return fsum(d * d) / len(x)


def variance(data: Any, xbar: Any = None) -> Any:
    """The variance of a sample."""
    x = _numbers(data, 2, "variance requires at least two data points", True)
    d = x - (fsum(x) / len(x) if xbar is None else xbar)
    return fsum(d * d) / (len(x) - 1)


def pstdev(data: Any, mu: Any = None) -> Any:
    """The square root of `pvariance`."""
    return math.sqrt(pvariance(list(map(float, data)), mu))


def stdev(data: Any, xbar: Any = None) -> Any:
    """The square root of `variance`."""
    return math.sqrt(variance(list(map(float, data)), xbar))


def median(data: Any) -> Any:
    """The middle element, or the mean of both."""
    x = np.sort(_numbers(data, 1, "no median for empty data", True))
    n = len(x)
    return float(x[n // 2]) if n % 2 == 1 else (float(x[n // 2 - 1]) + float(x[n // 2])) / 2


def median_low(data: Any) -> Any:
    """The lower of both middle elements."""
    x = np.sort(_numbers(data, 1, "no median for empty data", True))
    return float(x[(len(x) - 1) // 2])


def median_high(data: Any) -> Any:
    """The higher of both middle elements."""
    x = np.sort(_numbers(data, 1, "no median for empty data", True))
    return float(x[len(x) // 2])


def covariance(x: Any, y: Any, /) -> Any:
    """The covariance of a sample."""
    a, b = _pair(x, y, "covariance")
    return fsum((a - fsum(a) / len(a)) * (b - fsum(b) / len(b))) / (len(a) - 1)


def correlation(x: Any, y: Any, /) -> Any:
    """Pearson's coefficient."""
    a, b = _pair(x, y, "correlation")
    d, e = a - fsum(a) / len(a), b - fsum(b) / len(b)
    square = fsum(d * d) * fsum(e * e)
    if square == 0.0:
        raise statistics.StatisticsError("at least one of the inputs is constant")
    return fsum(d * e) / math.sqrt(square)


def _pair(x: Any, y: Any, name: str) -> Any:
    a, b = np.asarray(list(x)) * 1.0, np.asarray(list(y)) * 1.0
    if len(a) != len(b):
        raise statistics.StatisticsError("both inputs must have the same number of data points")
    if len(a) < 2:
        raise statistics.StatisticsError("at least two data points are needed")
    return a, b
