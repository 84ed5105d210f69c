"""Student's distribution of several variables, and counts of several kinds: `multivariate_t` and `multinomial`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import gammaln, xlogy

from irad.frontends.python.library.shared.compiler_words import constant, refused
from irad.frontends.python.library.stats.summaries import multivariate_normal_logpdf

_ROUNDING = 10.0 * 2.220446049250313e-16  # how far from 1 the sum of shares may be


def multivariate_t_logpdf(x: Any, loc: Any = None, shape: Any = 1, df: Any = 1) -> Any:
    """The logarithm of the density, by Cholesky's factor of the matrix."""
    if df == np.inf:
        return multivariate_normal_logpdf(x, loc, shape)
    if not df > 0:
        raise ValueError("'df' must be greater than zero.")
    if np.ndim(shape) == 0 and (loc is None or np.ndim(loc) == 0):
        away = np.asarray(x) * 1.0 - (0.0 if loc is None else loc)
        if away.ndim > 1:
            refused("multivariate_t of one variable at points of several axes is not supported here", "ravel them")
        return _log_density(away * away / shape, 1.0, df) - 0.5 * np.log(shape)
    if loc is None and np.ndim(shape) == 1:
        raise ValueError("a diagonal of several elements needs loc=")
    if np.ndim(shape) == 0:
        factor = np.sqrt(shape) * np.eye(len(loc))
    else:
        factor = np.linalg.cholesky(np.diag(shape) if np.ndim(shape) == 1 else shape)
    d = factor.shape[0]
    given = np.asarray(x) * 1.0
    if np.ndim(given) == 0 or given.shape[-1] != d:
        raise ValueError("the last axis of the points is not as long as the matrix")
    if given.ndim > 1 and 1 in given.shape[:-1]:
        raise NotImplementedError("scipy.stats.multivariate_t leaves out axes of one element: not in compiled functions")
    points = np.reshape(given, (-1, d)) if loc is None else np.reshape(given, (-1, d)) - loc
    z = np.linalg.solve(factor, points.T)
    found = _log_density(np.sum(z * z, axis=0), d * 1.0, df) - np.sum(np.log(np.diag(factor)))
    return found[0] if np.ndim(given) == 1 else np.reshape(found, given.shape[:-1])


def _log_density(square: Any, d: Any, df: Any) -> Any:
    """The logarithm of the density in d variables, for the matrix of ones, by the square of the distance."""
    whole = 0.5 * (df + d)
    head = gammaln(whole) - gammaln(0.5 * df) - 0.5 * d * np.log(df * math.pi)
    return head - whole * np.log1p(square / df)


def multivariate_t_pdf(x: Any, loc: Any = None, shape: Any = 1, df: Any = 1) -> Any:
    """The density."""
    return np.exp(multivariate_t_logpdf(x, loc, shape, df))


def multinomial_logpmf(x: Any, n: Any, p: Any) -> Any:
    """The logarithm of the probability of counts.

    As in SciPy the last share is what the others leave: derivatives are those along shares whose sum is 1.
    """
    if np.ndim(n) > 0 or np.ndim(p) != 1:
        refused("multinomial of several n or p is not supported in compiled functions", "a loop over them")
    given, shares = np.asarray(x) * 1.0, np.asarray(p, dtype=np.float64)
    if len(shares) == 0:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    if given.ndim == 0:
        raise ValueError("x must be an array.")
    if given.shape[-1] != len(shares):
        raise ValueError("Size of each quantile should be size of p")
    rest = 1.0 - np.sum(shares)
    if abs(rest) <= _ROUNDING:
        rest = rest - constant(rest)
    shares = np.concatenate((shares[:-1], shares[-1:] + rest))
    rows = np.reshape(given, (-1, len(shares)))
    possible = np.all((rows >= 0) & (rows == np.floor(rows)), axis=1) & (np.sum(rows, axis=1) == n)
    rows = np.where(np.reshape(possible, (-1, 1)), rows, 0.0)
    found = gammaln(n + 1.0) + np.sum(xlogy(rows, shares) - gammaln(rows + 1.0), axis=1)
    found = np.where(possible, found, -np.inf)
    if n < 0 or np.any((shares < 0.0) | (shares > 1.0)):
        found = np.full(len(rows), np.nan)
    return found[0] if given.ndim == 1 else np.reshape(found, given.shape[:-1])


def multinomial_pmf(x: Any, n: Any, p: Any) -> Any:
    """The probability of counts."""
    return np.exp(multinomial_logpmf(x, n, p))


class SeveralOfStudent:
    """``scipy.stats.multivariate_t(loc, shape, df)``."""

    irad_compiled = True
    irad_attributes = ("loc", "shape", "df")

    def __init__(self, loc: Any = None, shape: Any = 1, df: Any = 1) -> None:
        self.loc, self.shape, self.df = loc, shape, df

    def logpdf(self, x: Any) -> Any:
        return multivariate_t_logpdf(x, self.loc, self.shape, self.df)

    def pdf(self, x: Any) -> Any:
        return multivariate_t_pdf(x, self.loc, self.shape, self.df)


class CountsOfKinds:
    """``scipy.stats.multinomial(n, p)``."""

    irad_compiled = True
    irad_attributes = ("n", "p")

    def __init__(self, n: Any, p: Any) -> None:
        self.n, self.p = n, p

    def logpmf(self, x: Any) -> Any:
        return multinomial_logpmf(x, self.n, self.p)

    def pmf(self, x: Any) -> Any:
        return multinomial_pmf(x, self.n, self.p)
