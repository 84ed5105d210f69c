"""Functions of `scipy.stats` that summarise samples, and the normal distribution of several variables."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_LOG_2PI = math.log(2.0 * math.pi)


def zscore(a: Any, axis: Any = 0, ddof: Any = 0) -> Any:
    """How many standard deviations numbers are from the mean."""
    given = np.asarray(a) * 1.0
    return (given - np.mean(given, axis=axis, keepdims=True)) / np.std(given, axis=axis, ddof=ddof, keepdims=True)


def gmean(a: Any, axis: Any = 0, *, weights: Any = None) -> Any:
    """The geometric mean."""
    return np.exp(np.average(np.log(np.atleast_1d(a)), axis=axis, weights=weights))


def hmean(a: Any, axis: Any = 0, *, weights: Any = None) -> Any:
    """The harmonic mean; nan of numbers below 0."""
    given = np.atleast_1d(a)
    return 1.0 / np.average(np.where(given < 0, np.nan, 1.0 / given), axis=axis, weights=weights)


def sem(a: Any, axis: Any = 0, ddof: Any = 1) -> Any:
    """The standard error of the mean."""
    given = np.atleast_1d(a)
    n = given.size if axis is None else given.shape[axis]
    return np.std(given, axis=axis, ddof=ddof) / math.sqrt(n)


def skew(a: Any, axis: Any = 0, bias: bool = True) -> Any:
    """The third moment over the third power of the standard deviation; unless ``bias``, k₃ over k₂ to the power 3/2."""
    given = np.atleast_1d(a) * 1.0
    d = given - np.mean(given, axis=axis, keepdims=True)
    second = np.mean(d * d, axis=axis)
    found = np.mean(d * d * d, axis=axis) / (second * np.sqrt(second))
    n = given.size if axis is None else given.shape[axis]
    return found if bias or n <= 2 else math.sqrt((n - 1.0) * n) / (n - 2.0) * found


def kurtosis(a: Any, axis: Any = 0, fisher: bool = True, bias: bool = True) -> Any:
    """The fourth moment over the square of the variance, less 3 with ``fisher``; unless ``bias``, by k₄ over the square of k₂."""
    given = np.atleast_1d(a) * 1.0
    d = given - np.mean(given, axis=axis, keepdims=True)
    s = d * d
    second = np.mean(s, axis=axis)
    found = np.mean(s * s, axis=axis) / (second * second)
    n = given.size if axis is None else given.shape[axis]
    if not bias and n > 3:
        found = ((n * n - 1.0) * found - 3.0 * (n - 1.0) * (n - 1.0)) / ((n - 2.0) * (n - 3.0)) + 3.0
    return found - 3.0 if fisher else found


def multivariate_normal_logpdf(x: Any, mean: Any = None, cov: Any = 1) -> Any:
    """The logarithm of the density, by Cholesky's factor of the covariance matrix."""
    if np.ndim(cov) == 0 and (mean is None or np.ndim(mean) == 0):
        return _of_one_variable(np.asarray(x) * np.float64(1.0), 0.0 if mean is None else mean, cov)
    if np.ndim(cov) == 0:
        factor = np.sqrt(cov) * np.eye(len(mean))
    else:
        factor = np.linalg.cholesky((np.diag(cov) if np.ndim(cov) == 1 else np.asarray(cov)) * np.float64(1.0))
    d = factor.shape[0]
    given = np.asarray(x) * np.float64(1.0)
    if np.ndim(given) == 0 or given.shape[-1] != d:
        raise ValueError("the last axis of the points is not as long as the covariance matrix")
    points = np.reshape(given, (-1, d))
    if mean is not None:
        points = points - mean
    z = np.linalg.solve(factor, points.T)
    found = -0.5 * (d * _LOG_2PI + np.sum(z * z, axis=0)) - np.sum(np.log(np.diag(factor)))
    if np.ndim(given) == 1:
        return found[0]
    return np.reshape(found, given.shape[:-1])


def _of_one_variable(x: Any, mean: Any, variance: Any) -> Any:
    """The logarithm of the density of each element."""
    points = x[..., 0] if x.ndim > 1 and x.shape[-1] == 1 else x
    d = points - mean
    return -0.5 * (_LOG_2PI + np.log(variance) + d * d / variance)


def multivariate_normal_pdf(x: Any, mean: Any = None, cov: Any = 1) -> Any:
    """The density."""
    return np.exp(multivariate_normal_logpdf(x, mean, cov))


class SeveralNormals:
    """``scipy.stats.multivariate_normal(mean, cov)``."""

    irad_compiled = True
    irad_attributes = ("mean", "cov")

    def __init__(self, mean: Any = None, cov: Any = 1) -> None:
        self.mean, self.cov = mean, cov

    def logpdf(self, x: Any) -> Any:
        return multivariate_normal_logpdf(x, self.mean, self.cov)

    def pdf(self, x: Any) -> Any:
        return multivariate_normal_pdf(x, self.mean, self.cov)
