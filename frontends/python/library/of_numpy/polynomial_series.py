"""The modules of `numpy.polynomial`: series of polynomials by Clenshaw's recurrence, lowest degree first; fits; Gauss's rules.

The recurrences are those of DLMF table 18.9.1.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.coefficients import as_series, sum_of, trimmed


def _series(x: Any, c: Any, kind: str) -> Any:
    """c[0] P0(x) + c[1] P1(x) + ..., where P(k+1) = (a x + b) Pk - d P(k-1)."""
    coefficients = np.asarray(c) * 1.0
    at = x if np.ndim(x) == 0 else np.asarray(x)
    if coefficients.ndim != 1:
        raise NotImplementedError("series with several columns of coefficients in compiled code")
    last, before = 0.0 * at + coefficients.dtype.type(0), 0.0 * at + coefficients.dtype.type(0)
    for k in range(len(coefficients) - 1, 0, -1):
        last, before = coefficients[k] + _ahead(at, k, kind) * last - _back(k + 1, kind) * before, last
    return coefficients[0] + _ahead(at, 0, kind) * last - _back(1, kind) * before


def _ahead(x: Any, k: int, kind: str) -> Any:
    """The factor of Pk in P(k+1)."""
    if kind == "chebyshev":
        return x if k == 0 else 2 * x
    if kind == "legendre":
        return (2 * k + 1) / (k + 1) * x
    if kind == "hermite":
        return 2 * x
    if kind == "laguerre":
        return (2 * k + 1 - x) / (k + 1)
    return x


def _back(k: int, kind: str) -> Any:
    """The factor of P(k-1) in P(k+1)."""
    if kind == "chebyshev":
        return 1.0
    if kind == "hermite":
        return 2.0 * k
    if kind == "hermite_e":
        return 1.0 * k
    if kind == "power":
        return 0.0
    return k / (k + 1)


def polyval(x: Any, c: Any, tensor: bool = True) -> Any:
    """c[0] + c[1] x + c[2] x^2 + ..."""
    coefficients = np.asarray(c) * 1.0
    if coefficients.ndim != 1:
        raise NotImplementedError("series with several columns of coefficients in compiled code")
    n = len(coefficients)
    at = x if np.ndim(x) == 0 else np.asarray(x)
    y = coefficients[n - 1] + at * 0
    for k in range(n - 2, -1, -1):
        y = coefficients[k] + y * at
    return y


def chebval(x: Any, c: Any, tensor: bool = True) -> Any:
    """A series of Chebyshev polynomials."""
    return _series(x, c, "chebyshev")


def legval(x: Any, c: Any, tensor: bool = True) -> Any:
    """A series of Legendre polynomials."""
    return _series(x, c, "legendre")


def hermval(x: Any, c: Any, tensor: bool = True) -> Any:
    """A series of Hermite polynomials."""
    return _series(x, c, "hermite")


def hermeval(x: Any, c: Any, tensor: bool = True) -> Any:
    """A series of the Hermite polynomials of probability."""
    return _series(x, c, "hermite_e")


def lagval(x: Any, c: Any, tensor: bool = True) -> Any:
    """A series of Laguerre polynomials."""
    return _series(x, c, "laguerre")


def _columns(x: Any, deg: int, kind: str) -> Any:
    """P0(x), P1(x) ... by the recurrence, along a last axis."""
    at = np.atleast_1d(np.asarray(x)) * 1.0
    if deg < 0:
        raise ValueError("deg must be non-negative")
    v = np.empty((*at.shape, deg + 1), dtype=at.dtype)
    v[..., 0] = at * 0.0 + 1.0
    if deg > 0:
        v[..., 1] = _ahead(at, 0, kind)
    for k in range(1, deg):
        v[..., k + 1] = _ahead(at, k, kind) * v[..., k] - (_back(k, kind) * v[..., k - 1] if kind != "power" else 0.0)
    return v


def polyvander(x: Any, deg: int) -> Any:
    """The powers of ``x`` along a last axis."""
    return _columns(x, deg, "power")


def chebvander(x: Any, deg: int) -> Any:
    """The Chebyshev polynomials of ``x`` along a last axis."""
    return _columns(x, deg, "chebyshev")


def legvander(x: Any, deg: int) -> Any:
    """The Legendre polynomials of ``x`` along a last axis."""
    return _columns(x, deg, "legendre")


def hermvander(x: Any, deg: int) -> Any:
    """The Hermite polynomials of ``x`` along a last axis."""
    return _columns(x, deg, "hermite")


def hermevander(x: Any, deg: int) -> Any:
    """The Hermite polynomials of probability of ``x`` along a last axis."""
    return _columns(x, deg, "hermite_e")


def lagvander(x: Any, deg: int) -> Any:
    """The Laguerre polynomials of ``x`` along a last axis."""
    return _columns(x, deg, "laguerre")


def _fitted(v: Any, y: Any, w: Any) -> Any:
    """The coefficients of columns that are next to ``y``, by least squares."""
    values = np.asarray(y) * 1.0
    if len(v) == 0:
        raise TypeError("expected non-empty vector for x")
    if w is not None:
        weights = np.asarray(w)
        v = v * weights[:, None]
        values = values * weights
    scale = np.sqrt((v * v).sum(axis=0))
    return np.linalg.lstsq(v / scale, values, rcond=len(values) * 2.220446049250313e-16)[0] / scale


def polyfit(x: Any, y: Any, deg: int, rcond: Any = None, full: bool = False, w: Any = None) -> Any:
    """The coefficients of the polynomial that is next to points, the lowest power first."""
    if full or rcond is not None:
        raise NotImplementedError("fits with full=True or rcond= in compiled code")
    return _fitted(polyvander(x, deg), y, w)


def chebfit(x: Any, y: Any, deg: int, rcond: Any = None, full: bool = False, w: Any = None) -> Any:
    """The coefficients of the Chebyshev polynomials that are next to points."""
    if full or rcond is not None:
        raise NotImplementedError("fits with full=True or rcond= in compiled code")
    return _fitted(chebvander(x, deg), y, w)


def legfit(x: Any, y: Any, deg: int, rcond: Any = None, full: bool = False, w: Any = None) -> Any:
    """The coefficients of the Legendre polynomials that are next to points."""
    if full or rcond is not None:
        raise NotImplementedError("fits with full=True or rcond= in compiled code")
    return _fitted(legvander(x, deg), y, w)


def polyadd(c1: Any, c2: Any) -> Any:
    """The sum of two polynomials."""
    return sum_of(as_series(c1), as_series(c2))


def polysub(c1: Any, c2: Any) -> Any:
    """The difference of two polynomials."""
    return sum_of(as_series(c1), -as_series(c2))


def polymul(c1: Any, c2: Any) -> Any:
    """The product of two polynomials."""
    return trimmed(np.convolve(trimmed(as_series(c1)), trimmed(as_series(c2))))


def polyder(c: Any, m: int = 1, scl: Any = 1, axis: int = 0) -> Any:
    """The coefficients of the m-th derivative of a polynomial, each one multiplied by ``scl``."""
    found = np.atleast_1d(np.asarray(c)) * 1.0
    if m < 0:
        raise ValueError("The order of derivation must be non-negative")
    if found.ndim != 1:
        raise NotImplementedError("series with several columns of coefficients in compiled code")
    if m > 0 and len(found) <= m:
        return found[:1] * 0
    for _ in range(m):
        n = len(found) - 1
        below = np.empty(n, dtype=found.dtype)
        for j in range(n):
            below[j] = (j + 1) * (found[j + 1] * scl)
        found = below
    return found


def polyint(c: Any, m: int = 1, k: Any = None, lbnd: Any = 0, scl: Any = 1, axis: int = 0) -> Any:
    """The coefficients of the m-th integral of a polynomial from ``lbnd`` on, with constants ``k``, each one times ``scl``."""
    found = np.atleast_1d(np.asarray(c)) * 1.0
    if m < 0:
        raise ValueError("The order of integration must be non-negative")
    if found.ndim != 1:
        raise NotImplementedError("series with several columns of coefficients in compiled code")
    constants = np.zeros(m)
    if k is not None:
        given = np.atleast_1d(np.asarray(k))
        if len(given) > m:
            raise ValueError("Too many integration constants")
        constants = np.concatenate((given * 1.0, np.zeros(m - len(given))))
    for i in range(m):
        n = len(found)
        if n == 0:
            raise IndexError("index 0 is out of bounds for axis 0 with size 0")
        if n == 1 and found[0] * scl == 0:
            only = np.empty(1, dtype=found.dtype)
            only[0] = found[0] * scl + constants[i]
            found = only
        else:
            above = np.empty(n + 1, dtype=found.dtype)
            above[0] = found[0] * scl * 0
            value = above[0]
            for j in range(n):
                above[j + 1] = found[j] * scl / (j + 1)
            for j in range(n, -1, -1):
                value = above[j] + (value * lbnd if j < n else above[0])
            above[0] += constants[i] - value
            found = above
    return found


def _gauss(deg: int, diagonal: Any, beside: Any, total: float) -> Any:
    """Places and weights of Gauss's rule (Golub and Welsch, "Calculation of Gauss quadrature rules", 1969).

    The places are eigenvalues of the matrix of the recurrence of the orthonormal polynomials, improved by two of Newton's steps;
    a weight is 1 over the sum of the squares of these polynomials there.
    """
    if deg < 1:
        raise ValueError("deg must be a positive integer")
    matrix = np.zeros((deg, deg))
    for k in range(deg):
        matrix[k, k] = diagonal[k]
        if k > 0:
            matrix[k, k - 1] = beside[k - 1]
            matrix[k - 1, k] = beside[k - 1]
    places = np.linalg.eigvalsh(matrix)
    weights = np.empty(deg)
    for i in range(deg):
        x = places[i]
        squares = 0.0
        for turn in range(3):
            p, q, dp, dq, squares = 1.0, 0.0, 0.0, 0.0, 0.0
            for k in range(deg):
                squares += p * p
                b, a = beside[k], beside[k - 1] if k > 0 else 0.0
                p, q, dp, dq = ((x - diagonal[k]) * p - a * q) / b, p, (p + (x - diagonal[k]) * dp - a * dq) / b, dp
            if turn < 2:
                x -= p / dp
        places[i] = x
        weights[i] = total / squares
    return places, weights


def leggauss(deg: int) -> Any:
    """Gauss's rule for integrals from -1 to 1."""
    k = np.arange(1.0, deg + 1)
    x, w = _gauss(deg, np.zeros(deg), k / np.sqrt(4.0 * k * k - 1.0), 2.0)
    return 0.5 * (x - x[::-1]), 0.5 * (w + w[::-1])


def hermgauss(deg: int) -> Any:
    """Gauss's rule for integrals over all numbers, weighted by exp(-x^2)."""
    x, w = _gauss(deg, np.zeros(deg), np.sqrt(np.arange(1.0, deg + 1) / 2.0), math.sqrt(math.pi))
    return 0.5 * (x - x[::-1]), 0.5 * (w + w[::-1])


def hermegauss(deg: int) -> Any:
    """Gauss's rule for integrals over all numbers, weighted by exp(-x^2/2)."""
    x, w = _gauss(deg, np.zeros(deg), np.sqrt(np.arange(1.0, deg + 1)), math.sqrt(2.0 * math.pi))
    return 0.5 * (x - x[::-1]), 0.5 * (w + w[::-1])


def laggauss(deg: int) -> Any:
    """Gauss's rule for integrals from 0 on, weighted by exp(-x)."""
    k = np.arange(1.0, deg + 1)
    return _gauss(deg, 2.0 * k - 1.0, k, 1.0)


def chebgauss(deg: int) -> Any:
    """Gauss's rule for integrals from -1 to 1, weighted by 1/sqrt(1 - x^2) (Abramowitz and Stegun 25.4.38)."""
    if deg < 1:
        raise ValueError("deg must be a positive integer")
    return np.cos(np.pi * np.arange(1, 2 * deg, 2) / (2.0 * deg)), np.ones(deg) * (np.pi / deg)
