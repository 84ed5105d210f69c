"""Polynomials by their coefficients, the highest power first: fits, sums, quotients, from zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused


def polyadd(a1: Any, a2: Any) -> Any:
    """The coefficients of the sum of two polynomials."""
    x, y = np.atleast_1d(np.asarray(a1)), np.atleast_1d(np.asarray(a2))
    n = max(len(x), len(y))
    found = np.zeros(n, dtype=(x[:1] + y[:1]).dtype)
    found[n - len(x) :] = x
    found[n - len(y) :] += y
    return found


def polysub(a1: Any, a2: Any) -> Any:
    """The coefficients of the difference of two polynomials."""
    return polyadd(a1, -np.atleast_1d(np.asarray(a2)))


def polydiv(u: Any, v: Any) -> Any:
    """The coefficients of the quotient of two polynomials and of what is left."""
    above, below = np.atleast_1d(np.asarray(u)) * 1.0, np.atleast_1d(np.asarray(v)) * 1.0
    rest = above + np.zeros(1, dtype=below.dtype)
    m, n = len(above) - 1, len(below) - 1
    scale = 1.0 / below[0]
    found = np.zeros(max(m - n + 1, 1), dtype=rest.dtype)
    for k in range(m - n + 1):
        d = scale * rest[k]
        found[k] = d
        for j in range(n + 1):
            rest[k + j] -= d * below[j]
    first = 0
    while first < len(rest) - 1 and abs(rest[first]) <= 1e-8:
        first += 1
    return found, rest[first:].copy()


def poly(seq_of_zeros: Any) -> Any:
    """The coefficients of the polynomial with these zeros."""
    zeros = np.asarray(seq_of_zeros)
    if zeros.ndim == 0:
        raise TypeError("the zeros have no axis")
    if zeros.ndim == 2:
        found = poly(np.linalg.eigvals(zeros))
        return found if zeros.dtype.kind == "c" else found.real.copy()
    if zeros.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if len(zeros) == 0:
        raise NotImplementedError("np.poly of no zeros, which is a number, in compiled code")
    found = np.zeros(len(zeros) + 1, dtype=(zeros * 1.0).dtype)
    found[0] = 1.0
    for k in range(len(zeros)):
        for j in range(k + 1, 0, -1):
            found[j] -= zeros[k] * found[j - 1]
    return found


def roots(p: Any) -> Any:
    """The zeros of a polynomial: the eigenvalues of its companion matrix; always complex."""
    all_given = np.atleast_1d(np.asarray(p)) * 1.0
    if all_given.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    first = 0
    while first < len(all_given) and all_given[first] == 0.0:
        first += 1
    given = all_given[first:]
    n = len(given) - 1
    if n > 1 and given[n] == 0.0 and given[n - 1] == 0.0:
        raise NotImplementedError("np.roots with 0 as a zero that is there twice in compiled code: divide by its power first")
    if n <= 0:
        return given[:0] * 1j
    values = np.linalg.eigvals(_companion(given))
    return values if given[n] != 0.0 else _in_order(values, given[:n])


def _companion(p: Any) -> Any:
    """The matrix whose eigenvalues are the zeros."""
    n = len(p) - 1
    found = np.zeros((n, n), dtype=p.dtype)
    for k in range(n - 1):
        found[k + 1, k] = 1.0
    found[0] = -p[1:] / p[0]
    return found


def _in_order(values: Any, rest: Any) -> Any:
    """Zeros, one of which is 0, in NumPy's order: those of the polynomial divided by x, then 0."""
    if len(rest) == 1:
        return values
    wanted = np.linalg.eigvals(_companion(rest))
    left, found = np.ones(len(values), dtype=bool), np.empty_like(values)
    for k in range(len(values)):
        aim = wanted[k] if k < len(wanted) else 0.0j
        best, least = 0, np.inf
        for j in range(len(values)):
            if left[j] and abs(values[j] - aim) < least:
                best, least = j, abs(values[j] - aim)
        found[k] = values[best]
        left[best] = False
    return found


def polyfit(x: Any, y: Any, deg: int, rcond: Any = None, full: bool = False, w: Any = None, cov: Setting = False) -> Any:
    """The coefficients of the polynomial that is next to points, by least squares; with ``cov`` their covariances, too."""
    if full:
        raise NotImplementedError("np.polyfit with full=True in compiled code")
    at, values = np.asarray(x) * 1.0, np.asarray(y) * 1.0
    _check_fit(at, values, deg)
    powers = np.vander(at, deg + 1)
    wanted = values
    if w is not None:
        weights = np.asarray(w) * 1.0
        powers = powers * weights[:, None]
        wanted = values * weights if values.ndim == 1 else values * weights[:, None]
    scale = np.sqrt((powers * powers).sum(axis=0))
    small = len(at) * (2.220446049250313e-16 if at.dtype == np.float64 else 1.1920929e-07) if rcond is None else rcond
    found = np.linalg.lstsq(powers / scale, wanted, rcond=small)[0]
    coefficients = found / scale if values.ndim == 1 else found / scale[:, None]
    if not cov:
        return coefficients
    if found.dtype.kind == "c":
        refused("np.polyfit() of complex numbers with cov= is not supported in compiled functions", "real and imaginary parts")
    if values.ndim > 1:
        raise NotImplementedError("np.polyfit with cov= for several columns in compiled code")
    base = np.linalg.inv((powers / scale).T @ (powers / scale)) / np.outer(scale, scale)
    if cov == "unscaled":
        return coefficients, base
    if len(at) <= deg + 1:
        raise ValueError("the number of data points must exceed order to scale the covariance matrix")
    d = wanted - powers @ coefficients
    return coefficients, base * ((d * d).sum() / (len(at) - deg - 1))


def _check_fit(at: Any, values: Any, deg: int) -> None:
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if at.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if len(at) == 0:
        raise TypeError("expected non-empty vector for x")
    if len(at) != len(values):
        raise TypeError("expected x and y to have same length")
