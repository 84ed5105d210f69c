"""NumPy's functions that are others with axes named differently, and that tell about arrays."""

from __future__ import annotations

from typing import Any

import numpy as np


def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    """A view with an axis in front of another one."""
    n = a.ndim
    k = axis + n if axis < 0 else axis
    j = start + n if start < 0 else start
    return np.moveaxis(a, k, j - 1 if k < j else j)


def unstack(x: Any, axis: int = 0) -> Any:
    """Views of the parts along an axis."""
    moved = np.moveaxis(x, axis, 0)
    return tuple([moved[k] for k in range(moved.shape[0])])


def cumulative_sum(x: Any, axis: Any = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """The running sum along an axis, from 0 on with ``include_initial``."""
    given = np.atleast_1d(x)
    if axis is None and given.ndim > 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
    found = np.cumsum(given, axis=0 if axis is None else axis, dtype=dtype)
    return _with_first(found, 0 if axis is None else axis, 0) if include_initial else found


def cumulative_prod(x: Any, axis: Any = None, dtype: Any = None, include_initial: bool = False) -> Any:
    """The running product along an axis, from 1 on with ``include_initial``."""
    given = np.atleast_1d(x)
    if axis is None and given.ndim > 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
    found = np.cumprod(given, axis=0 if axis is None else axis, dtype=dtype)
    return _with_first(found, 0 if axis is None else axis, 1) if include_initial else found


def _with_first(found: Any, axis: int, value: int) -> Any:
    return np.concatenate((np.full_like(np.sum(found, axis=axis, keepdims=True), value), found), axis=axis)


def unique_values(x: Any) -> Any:
    """The different elements, ascending."""
    return np.unique(x)


def array_equiv(a1: Any, a2: Any) -> Any:
    """Whether two arrays, broadcast, have the same elements."""
    x, y = np.asarray(a1), np.asarray(a2)
    shape = x.shape if x.ndim >= y.ndim else y.shape
    for k in range(1, min(x.ndim, y.ndim) + 1):
        if x.shape[-k] != y.shape[-k] and x.shape[-k] != 1 and y.shape[-k] != 1:
            return False
    return bool(np.all(x == y)) and len(shape) >= 0


def isscalar(element: Any) -> Any:
    """Whether it is a number."""
    return not isinstance(element, (np.ndarray, list, tuple, dict, set, type(None)))


def astype(x: Any, dtype: Any, copy: bool = True) -> Any:
    """The elements as another dtype."""
    return x.astype(dtype, copy=copy)


def asarray_chkfinite(a: Any, dtype: Any = None) -> Any:
    """An array without infinities and nan."""
    given = np.asarray(a, dtype=dtype)
    if given.dtype.kind in "fc" and not np.all(np.isfinite(given)):
        raise ValueError("array must not contain infs or NaNs")
    return given


def broadcast_shapes(*args: Any) -> Any:
    """The shape to which shapes are broadcast."""
    shapes = [(s,) if isinstance(s, int) else s for s in args]
    ndim = 0
    for s in shapes:
        ndim = max(ndim, len(s))
    found: Any = ()
    for k in range(ndim):
        size = 1
        for s in shapes:
            if len(s) > k and s[len(s) - 1 - k] != 1:
                if size != 1 and size != s[len(s) - 1 - k]:
                    raise ValueError("shape mismatch: objects cannot be broadcast to a single shape.")
                size = s[len(s) - 1 - k]
        found = (size, *found)
    return found


def of_slices(ar: Any, axis: int) -> Any:
    """``np.unique`` along an axis: the different slices in the order of their elements, where they are first, and so on."""
    given = np.asarray(ar)
    moved = np.moveaxis(given, axis, 0)
    rows = np.reshape(moved, (moved.shape[0], -1))
    n, order = rows.shape[0], np.arange(rows.shape[0])
    for j in range(rows.shape[1]):
        order = order[np.argsort(rows[:, rows.shape[1] - 1 - j][order], kind="stable")]
    firsts, inverse, counts = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    count = 0
    for k in range(n):
        here = order[k]
        if k == 0 or np.any(rows[here] != rows[order[max(k - 1, 0)]]):
            firsts[count] = here
            count += 1
        inverse[here] = count - 1
        counts[count - 1] += 1
    kept = np.moveaxis(moved[firsts[:count]], 0, axis)
    return kept, firsts[:count].copy(), inverse, counts[:count].copy()
