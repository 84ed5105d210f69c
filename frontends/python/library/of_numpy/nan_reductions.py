"""NumPy's reductions that leave nan out: extremes and their places, running sums and products."""

from __future__ import annotations

from typing import Any

import numpy as np


def nanmax(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The largest element that is not nan; nan where there is none."""
    given = np.asarray(a)
    if given.dtype.kind in "iub":
        return np.max(given, axis=axis, keepdims=keepdims)
    return _unless_all(given, np.max(_instead(given, -np.inf), axis=axis, keepdims=keepdims), axis, keepdims)


def nanmin(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The smallest element that is not nan; nan where there is none."""
    given = np.asarray(a)
    if given.dtype.kind in "iub":
        return np.min(given, axis=axis, keepdims=keepdims)
    return _unless_all(given, np.min(_instead(given, np.inf), axis=axis, keepdims=keepdims), axis, keepdims)


def _instead(given: Any, value: float) -> Any:
    if given.dtype.kind == "c":
        raise NotImplementedError("extremes of complex numbers without nan in compiled code")
    return np.where(np.isnan(given), value, given)


def _unless_all(given: Any, found: Any, axis: Any, keepdims: bool) -> Any:
    """``found``, but nan where all elements are nan."""
    none = np.all(np.isnan(given), axis=axis, keepdims=keepdims)
    if found.ndim == 0:
        return found.dtype.type(np.nan) if none else found
    return np.where(none, np.nan, found)


def nanargmax(a: Any, axis: Any = None) -> Any:
    """The place of the largest element that is not nan."""
    given = np.asarray(a)
    if given.dtype.kind in "iub":
        return np.argmax(given, axis=axis)
    _check_some(given, axis)
    return np.argmax(_instead(given, -np.inf), axis=axis)


def nanargmin(a: Any, axis: Any = None) -> Any:
    """The place of the smallest element that is not nan."""
    given = np.asarray(a)
    if given.dtype.kind in "iub":
        return np.argmin(given, axis=axis)
    _check_some(given, axis)
    return np.argmin(_instead(given, np.inf), axis=axis)


def _check_some(given: Any, axis: Any) -> None:
    if np.any(np.all(np.isnan(given), axis=axis)):
        raise ValueError("All-NaN slice encountered")


def nancumsum(a: Any, axis: Any = None) -> Any:
    """The running sum, nan counting as 0."""
    given = np.asarray(a)
    return np.cumsum(given if given.dtype.kind in "iub" else np.where(np.isnan(given), 0.0, given), axis=axis)


def nancumprod(a: Any, axis: Any = None) -> Any:
    """The running product, nan counting as 1."""
    given = np.asarray(a)
    return np.cumprod(given if given.dtype.kind in "iub" else np.where(np.isnan(given), 1.0, given), axis=axis)
