"""Places in sorted arrays, and what is between them."""

from __future__ import annotations

from typing import Any

import numpy as np


def bisected(a: Any, v: Any, right: bool) -> int:
    """The first place in an ascending array whose element is not below ``v`` (above it, if ``right``); nan is above all."""
    low, high = 0, len(a)
    while low < high:
        middle = (low + high) // 2
        w = a[middle]
        if (w <= v or v != v) if right else (w < v or (v != v and w == w)):
            low = middle + 1
        else:
            high = middle
    return low


def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """The piecewise linear function through the points ``(xp[k], fp[k])``, at ``x``; with ``period`` it is repeated."""
    if period is not None and (np.asarray(x).dtype.kind == "c" or np.asarray(fp).dtype.kind == "c"):
        raise NotImplementedError("np.interp of complex numbers with period= in compiled code")
    if np.asarray(x).dtype.kind == "c" or np.asarray(xp).dtype.kind == "c":
        raise TypeError("Cannot cast array data from dtype('complex128') to dtype('float64') according to the rule 'safe'")
    at, values = _as_doubles(np.asarray(xp)), _as_doubles(np.asarray(fp))
    wanted = x * np.float64(1.0) if np.ndim(x) == 0 else _as_doubles(np.asarray(x))
    if period is not None:
        return _interpolated_around(wanted, at, values, period)
    n = len(at)
    if n == 0:
        raise ValueError("array of sample points is empty")
    if len(values) != n:
        raise ValueError("fp and xp are not of the same length.")
    first = values[0] if left is None else left
    last = values[n - 1] if right is None else right
    if np.ndim(wanted) == 0:
        return _interpolated(wanted, at, values, first, last)
    flat = wanted.ravel()
    found = np.empty(flat.size, dtype=values.dtype)
    for k in range(flat.size):
        found[k] = _interpolated(flat[k], at, values, first, last)
    return found.reshape(wanted.shape)


def _as_doubles(given: Any) -> Any:
    """In double precision, as it is if it is."""
    return given if given.dtype == np.float64 or given.dtype == np.complex128 else given * np.float64(1.0)


def _interpolated_around(x: Any, xp: Any, fp: Any, period: Any) -> Any:
    if period == 0:
        raise ValueError("period must be a non-zero value")
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length")
    whole = abs(period) * 1.0
    places = xp % whole
    order = np.argsort(places)
    at, values = places[order], fp[order]
    at = np.concatenate((at[-1:] - whole, at, at[:1] + whole))
    return interp(x % whole, at, np.concatenate((values[-1:], values, values[:1])))


def _interpolated(x: Any, at: Any, values: Any, first: Any, last: Any) -> Any:
    n = len(at)
    if x != x:
        return x * 1.0
    if x < at[0]:
        return first * 1.0
    if x > at[n - 1]:
        return last * 1.0
    k = bisected(at, x, True) - 1
    if k == n - 1:
        return values[k] * 1.0
    return (values[k + 1] - values[k]) / (at[k + 1] - at[k]) * (x - at[k]) + values[k]
