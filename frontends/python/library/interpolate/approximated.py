"""Splines near points: ``make_lsq_spline`` and ``make_smoothing_spline`` of `scipy.interpolate`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.interpolate.tables import SplineOfBases, bases_at
from irad.frontends.python.library.shared.banded import banded_solution
from irad.frontends.python.library.shared.compiler_words import refused


def _rows(x: Any, y: Any, axis: int) -> Any:
    """The places and the values, the axis first."""
    given = np.asarray(y)
    if given.dtype.kind == "c":
        refused("splines near complex numbers are not supported in compiled functions", "one for each part")
    at, values = np.asarray(x) * np.float64(1.0), np.moveaxis(given * np.float64(1.0), axis, 0)
    if at.ndim != 1 or len(at) != values.shape[0]:
        raise ValueError("x must be one-dimensional and have as many elements as y")
    if not np.all(np.isfinite(at)) or not np.all(np.isfinite(values)):
        raise ValueError("array must not contain infs or NaNs")
    return at, values


def make_lsq_spline(
    x: Any, y: Any, t: Any, k: int = 3, w: Any = None, axis: int = 0, check_finite: Any = True, *, method: str = "qr"
) -> Any:  # fmt: skip
    """The spline with these knots of the least weighted squares, by rotations of rows."""
    at, values = _rows(x, y, axis)
    knots = np.asarray(t) * np.float64(1.0)
    weights = np.ones(len(at)) if w is None else np.asarray(w) * np.float64(1.0)
    if method != "qr" and method != "norm-eq":
        raise ValueError("Unknown method.")
    if len(at) < k + 1:
        raise ValueError("Need more x points.")
    if k < 0:
        raise ValueError("Expect non-negative k.")
    if knots.ndim != 1 or np.any(np.diff(knots) < 0.0):
        raise ValueError("Expect t to be a 1D strictly increasing sequence.")
    if k > 0 and np.any((at < knots[k]) | (at > knots[len(knots) - 1 - k])):
        raise ValueError("Out of bounds w/ x.")
    if len(weights) != len(at):
        raise ValueError("Shapes of x and w are incompatible")
    if np.any(np.diff(at) < 0.0) or (method == "norm-eq" and np.any(np.diff(at) == 0.0)):
        raise ValueError("Expect x to be a 1D non-decreasing sequence.")
    n = len(knots) - k - 1
    c = _least_squares(bases_at(knots, k, at, 0) * weights[:, None], np.reshape(values, (len(at), -1)) * weights[:, None], k, n)
    return SplineOfBases(knots, np.reshape(c, (n, *values.shape[1:])), k, True, axis)


def _least_squares(rows: Any, values: Any, k: int, n: int) -> Any:
    """Of rows with k + 1 elements next to each other that are not zero."""
    factor, right = np.zeros((n, k + 1)), np.zeros((n, values.shape[1]))
    own, value = np.zeros(k + 1), np.zeros(values.shape[1])
    for p in range(len(rows)):
        first = 0
        while first < n - k - 1 and rows[p, first] == 0.0:
            first += 1
        for j in range(k + 1):
            own[j] = rows[p, first + j]
        value[:] = values[p]
        for i in range(first, first + k + 1):
            if own[0] != 0.0:
                size = np.sqrt(factor[i, 0] * factor[i, 0] + own[0] * own[0])
                cosine, sine = factor[i, 0] / size, own[0] / size
                for j in range(k + 1):
                    kept = factor[i, j]
                    factor[i, j], own[j] = cosine * kept + sine * own[j], cosine * own[j] - sine * kept
                for r in range(len(value)):
                    kept = right[i, r]
                    right[i, r], value[r] = cosine * kept + sine * value[r], cosine * value[r] - sine * kept
            for j in range(k):
                own[j] = own[j + 1]
            own[k] = 0.0
    for i in range(n - 1, -1, -1):
        if factor[i, 0] == 0.0:
            raise NotImplementedError("make_lsq_spline with knots that no points lie between in compiled functions")
        for r in range(right.shape[1]):
            s = right[i, r]
            for j in range(1, min(k + 1, n - i)):
                s -= factor[i, j] * right[i + j, r]
            right[i, r] = s / factor[i, 0]
    return right


def _divided(x: Any) -> Any:
    """What values count for in a divided difference."""
    found = np.ones(len(x))
    for i in range(len(x)):
        for k in range(len(x)):
            if k != i:
                found[i] /= x[i] - x[k]
    return found


def make_smoothing_spline(x: Any, y: Any, w: Any = None, lam: Any = None, *, axis: int = 0) -> Any:
    """The natural cubic spline near points that is smooth by ``lam`` (Reinsch, 1967; in basis splines of natural ends)."""
    if lam is None:
        refused("make_smoothing_spline() without lam= is not supported in compiled functions", "a number as lam=")
    at, values = _rows(x, y, axis)
    n = len(at)
    if n == 0:
        raise IndexError("index 0 is out of bounds for axis 0 with size 0")
    weights = np.ones(n) if w is None else np.asarray(w) * 1.0
    if np.any(np.diff(at) <= 0.0):
        raise ValueError("``x`` should be an ascending array")
    if np.any(weights <= 0.0):
        raise ValueError("Invalid vector of weights")
    if n <= 4:
        raise ValueError("``x`` and ``y`` length must be at least 5")
    if lam < 0.0:
        raise ValueError("Regularization parameter should be non-negative")
    t = np.concatenate((np.full(3, at[0]), at, np.full(3, at[n - 1])))
    ab = _natural(at, bases_at(t, 3, at, 0)) + lam * _penalty(at, weights)
    c = banded_solution(2, 2, ab, np.reshape(values, (n, -1)))
    left, right = at[1] - at[0], at[n - 1] - at[n - 2]
    wide, broad = at[2] - at[0], at[n - 1] - at[n - 3]
    found = np.empty((n + 2, c.shape[1]))
    found[0], found[1] = c[0] * (left + wide) + c[1], c[0] * wide + c[1]
    found[2:n] = c[1 : n - 1]
    found[n], found[n + 1] = c[n - 1] * broad + c[n - 2], c[n - 1] * (right + broad) + c[n - 2]
    return SplineOfBases(t, np.reshape(found, (n + 2, *values.shape[1:])), 3, True, axis)


def _natural(x: Any, d: Any) -> Any:
    """The values of splines without second derivatives at the ends, by diagonals; ``d``: those of all basis splines."""
    n = len(x)
    found = np.zeros((5, n))
    for i in range(1, 4):
        for j in range(2, n - 2):
            found[i, j] = d[j - 2 + i, j + 1]
    found[1, 1] = d[0, 0]
    found[2, 0], found[2, 1] = (x[2] + x[1] - 2.0 * x[0]) * d[0, 0], d[1, 1] + d[1, 2]
    found[3, 0], found[3, 1] = (x[2] - x[0]) * d[1, 1], d[2, 2]
    found[1, n - 2], found[1, n - 1] = d[n - 3, n - 1], (x[n - 1] - x[n - 3]) * d[n - 2, n]
    found[2, n - 2] = d[n - 2, n - 1] + d[n - 2, n]
    found[2, n - 1] = (2.0 * x[n - 1] - x[n - 2] - x[n - 3]) * d[n - 1, n + 1]
    found[3, n - 2] = d[n - 1, n + 1]
    return found


def _penalty(x: Any, w: Any) -> Any:
    """What roughness counts for, by diagonals."""
    n = len(x)
    found = np.zeros((5, n))
    found[2:, 0], found[1:, 1] = _divided(x[:3]) / w[:3], _divided(x[:4]) / w[:4]
    for j in range(2, n - 2):
        found[:, j] = (x[j + 2] - x[j - 2]) * _divided(x[j - 2 : j + 3]) / w[j - 2 : j + 3]
    found[:4, n - 2], found[:3, n - 1] = -_divided(x[n - 4 :]) / w[n - 4 :], _divided(x[n - 3 :]) / w[n - 3 :]
    return 6.0 * found
