"""The slopes of cubic interpolants at their places, a column for each of the functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.banded import banded_solution
from irad.frontends.python.library.shared.compiler_words import refused


def checked(x: Any, y: Any, axis: int) -> Any:
    """Places and values, the axis first."""
    at, given = np.asarray(x), np.asarray(y)
    if at.dtype.kind == "c":
        raise ValueError("`x` must contain real values.")
    if at.ndim != 1:
        raise ValueError("`x` must be 1-dimensional.")
    if len(at) < 2:
        raise ValueError("`x` must contain at least 2 elements.")
    if len(at) != given.shape[axis]:
        raise ValueError("The length of `y` along `axis` doesn't match the length of `x`")
    for k in range(1, len(at)):
        if not at[k] > at[k - 1] or np.isinf(at[k]) or np.isinf(at[k - 1]):
            raise ValueError("`x` must be strictly increasing sequence.")
    if not np.all(np.isfinite(given)):
        raise ValueError("`y` must contain only finite values.")
    return at * np.float64(1.0), np.moveaxis(given * np.float64(1.0), axis, 0)


def _condition(bc: Any) -> Any:
    """The order of the derivative that is given at an end, and its value; order 0 for the third derivative without a jump."""
    if not isinstance(bc, str):
        order, value = bc
        return order, value
    if bc == "clamped":
        return 1, 0.0
    if bc == "natural":
        return 2, 0.0
    if bc != "not-a-knot":
        raise ValueError("bc_type is not allowed.")
    return 0, 0.0


def _given(value: Any, columns: int) -> Any:
    return np.full(columns, value * 1.0) if np.ndim(value) == 0 else np.ravel(value)


def of_spline(x: Any, y: Any, bc_type: Any) -> Any:
    """The slopes with which second derivatives have no jump (de Boor, *A Practical Guide to Splines*, chapter IV)."""
    columns = y.shape[1]
    if isinstance(bc_type, str) and bc_type == "periodic":
        return _of_periodic(x, y)
    first, first_value = _condition(bc_type if isinstance(bc_type, str) else bc_type[0])
    last, last_value = _condition(bc_type if isinstance(bc_type, str) else bc_type[1])
    return _of_ends(x, y, first, _given(first_value, columns), last, _given(last_value, columns))


def _of_ends(x: Any, y: Any, first: int, at_first: Any, last: int, at_last: Any) -> Any:
    n, columns = y.shape
    ab, b = np.zeros((3, n)), np.empty((n, columns), dtype=y.dtype)
    h = np.diff(x)
    parabola = n == 3 and first == 0 and last == 0
    for i in range(1, n - 1):
        ab[1, i] = 2.0 * (h[i - 1] + h[i])
        ab[0, i + 1] = h[i - 1]
        ab[2, i - 1] = h[i]
        for r in range(columns):
            b[i, r] = 3.0 * (h[i] * (y[i, r] - y[i - 1, r]) / h[i - 1] + h[i - 1] * (y[i + 1, r] - y[i, r]) / h[i])
    for r in range(columns):
        m = (y[1, r] - y[0, r]) / h[0]
        if first == 1 or (n == 2 and first == 0):
            ab[1, 0] = 1.0
            b[0, r] = at_first[r] if first == 1 else m
        elif first == 2:
            ab[1, 0] = 2.0 * h[0]
            ab[0, 1] = h[0]
            b[0, r] = -0.5 * at_first[r] * h[0] ** 2 + 3.0 * (y[1, r] - y[0, r])
        elif parabola:
            ab[1, 0] = 1.0
            ab[0, 1] = 1.0
            b[0, r] = 2.0 * m
        else:
            d = x[2] - x[0]
            ab[1, 0] = h[1]
            ab[0, 1] = d
            b[0, r] = ((h[0] + 2.0 * d) * h[1] * m + h[0] ** 2 * (y[2, r] - y[1, r]) / h[1]) / d
        m = (y[n - 1, r] - y[n - 2, r]) / h[n - 2]
        if last == 1 or (n == 2 and last == 0):
            ab[1, n - 1] = 1.0
            b[n - 1, r] = at_last[r] if last == 1 else m
        elif last == 2:
            ab[1, n - 1] = 2.0 * h[n - 2]
            ab[2, n - 2] = h[n - 2]
            b[n - 1, r] = 0.5 * at_last[r] * h[n - 2] ** 2 + 3.0 * (y[n - 1, r] - y[n - 2, r])
        elif parabola:
            ab[1, 2] = 1.0
            ab[2, 1] = 1.0
            b[2, r] = 2.0 * m
        else:
            d = x[n - 1] - x[n - 3]
            ab[1, n - 1] = h[n - 3]
            ab[2, n - 2] = d
            before = (y[n - 2, r] - y[n - 3, r]) / h[n - 3]
            b[n - 1, r] = (h[n - 2] ** 2 * before + (2.0 * d + h[n - 2]) * h[n - 3] * m) / d
    return banded_solution(1, 1, ab, b)


def _of_periodic(x: Any, y: Any) -> Any:
    """The slopes of a function whose values at both ends are the same: by a rank-one change of a matrix of three diagonals."""
    n, columns = y.shape[0] - 1, y.shape[1]
    for r in range(columns):
        if abs(y[0, r] - y[n, r]) > 1e-15 + 1e-15 * abs(y[n, r]):
            raise ValueError("The first and last `y` point must be identical when bc_type='periodic'.")
    if n < 3:
        refused_short(n)
    h = np.diff(x)
    ab, b = np.zeros((3, n)), np.empty((n, columns + 1), dtype=y.dtype)
    for i in range(n):
        before = n - 1 if i == 0 else i - 1
        ab[1, i] = 2.0 * (h[before] + h[i])
        if i > 0:
            ab[2, i - 1] = h[i]
        if i < n - 1:
            ab[0, i + 1] = h[before]
        for r in range(columns):
            m, m_before = (y[i + 1, r] - y[i, r]) / h[i], (y[before + 1, r] - y[before, r]) / h[before]
            b[i, r] = 3.0 * (h[i] * m_before + h[before] * m)
        b[i, columns] = 0.0
    # The corners are h[0], at the right above, and h[n - 2], at the left below (Sherman and Morrison, 1950).
    g = -ab[1, 0]
    ab[1, 0] -= g
    ab[1, n - 1] -= h[0] * h[n - 2] / g
    b[0, columns] = g
    b[n - 1, columns] = h[n - 2]
    z = banded_solution(1, 1, ab, b)
    s = np.empty((n + 1, columns), dtype=y.dtype)
    for r in range(columns):
        part = (z[0, r] + h[0] / g * z[n - 1, r]) / (1.0 + z[0, columns] + h[0] / g * z[n - 1, columns])
        for i in range(n):
            s[i, r] = z[i, r] - part * z[i, columns]
        s[n, r] = s[0, r]
    return s


def refused_short(n: int) -> None:
    """Few points of a periodic function."""
    raise NotImplementedError("periodic splines of less than four points in compiled functions")


def _sign(v: Any) -> Any:
    return 1.0 if v > 0.0 else -1.0 if v < 0.0 else 0.0


def _at_end(h0: Any, h1: Any, m0: Any, m1: Any) -> Any:
    d = ((2.0 * h0 + h1) * m0 - h0 * m1) / (h0 + h1)
    if _sign(d) != _sign(m0):
        return 0.0 * d
    return 3.0 * m0 if _sign(m0) != _sign(m1) and abs(d) > 3.0 * abs(m0) else d


def of_pchip(x: Any, y: Any) -> Any:
    """Slopes that make no new extrema (Fritsch and Butland, 1984)."""
    n, columns = y.shape
    if y.dtype.kind == "c":
        refused("PchipInterpolator only works with real values for `y`.")
    h, s = np.diff(x), np.empty((n, columns))
    for r in range(columns):
        m = np.diff(y[:, r]) / h
        if n == 2:
            s[0, r], s[1, r] = m[0], m[0]
            continue
        s[0, r] = _at_end(h[0], h[1], m[0], m[1])
        s[n - 1, r] = _at_end(h[n - 2], h[n - 3], m[n - 2], m[n - 3])
        for i in range(1, n - 1):
            if m[i - 1] == 0.0 or m[i] == 0.0 or (m[i - 1] > 0.0) != (m[i] > 0.0):
                s[i, r] = 0.0
            else:
                w1, w2 = 2.0 * h[i] + h[i - 1], h[i] + 2.0 * h[i - 1]
                s[i, r] = (w1 + w2) / (w1 / m[i - 1] + w2 / m[i])
    return s


def of_akima(x: Any, y: Any, modified: bool) -> Any:
    """Slopes from those of five intervals (Akima, 1970), with ``modified`` weights."""
    n, columns = y.shape
    if y.dtype.kind == "c":
        refused("Akima1DInterpolator only works with real values for `y`.")
    h, s = np.diff(x), np.empty((n, columns))
    m, weights = np.empty((n + 3, columns)), np.empty((n + 2, columns))
    largest = 0.0
    for r in range(columns):
        for i in range(n - 1):
            m[i + 2, r] = (y[i + 1, r] - y[i, r]) / h[i]
        if n == 2:
            s[0, r], s[1, r] = m[2, r], m[2, r]
            continue
        m[1, r] = 2.0 * m[2, r] - m[3, r]
        m[0, r] = 2.0 * m[1, r] - m[2, r]
        m[n + 1, r] = 2.0 * m[n, r] - m[n - 1, r]
        m[n + 2, r] = 2.0 * m[n + 1, r] - m[n, r]
        for i in range(n + 2):
            weights[i, r] = abs(m[i + 1, r] - m[i, r])
            if modified:
                weights[i, r] += 0.5 * abs(m[i + 1, r] + m[i, r])
        for i in range(n):
            largest = max(largest, weights[i, r] + weights[i + 2, r])
    for r in range(columns if n > 2 else 0):
        for i in range(n):
            f1, f2 = weights[i + 2, r], weights[i, r]
            if f1 + f2 > 1e-9 * largest:
                s[i, r] = m[i + 1, r] + f2 / (f1 + f2) * (m[i + 2, r] - m[i + 1, r])
            else:
                s[i, r] = 0.5 * (m[i + 3, r] + m[i, r])
    return s
