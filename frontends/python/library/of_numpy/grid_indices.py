"""Indices of parts of matrices, and arrays that are written or read by masks."""

from __future__ import annotations

from typing import Any

import numpy as np


def tril_indices(n: int, k: int = 0, m: Any = None) -> Any:
    """The indices of the lower triangle, row by row."""
    return np.nonzero(np.tri(n, n if m is None else m, k=k, dtype=bool))


def triu_indices(n: int, k: int = 0, m: Any = None) -> Any:
    """The indices of the upper triangle, row by row."""
    return np.nonzero(~np.tri(n, n if m is None else m, k=k - 1, dtype=bool))


def tril_indices_from(arr: Any, k: int = 0) -> Any:
    """The indices of the lower triangle of a matrix."""
    return tril_indices(arr.shape[0], k, arr.shape[1])


def triu_indices_from(arr: Any, k: int = 0) -> Any:
    """The indices of the upper triangle of a matrix."""
    return triu_indices(arr.shape[0], k, arr.shape[1])


def mask_indices(n: int, mask_func: Any, k: int = 0) -> Any:
    """The indices of what a function like `np.triu` leaves."""
    return np.nonzero(mask_func(np.ones((n, n)), k) != 0)


def diag_indices(n: int, ndim: int = 2) -> Any:
    """The indices of a diagonal."""
    return (np.arange(n),) * ndim


def diag_indices_from(arr: Any) -> Any:
    """The indices of the diagonal of an array whose axes have one size."""
    if arr.ndim < 2:
        raise ValueError("input array must be at least 2-d")
    for n in arr.shape:
        if n != arr.shape[0]:
            raise ValueError("All dimensions of input must be of equal length")
    return (np.arange(arr.shape[0]),) * arr.ndim


def extract(condition: Any, arr: Any) -> Any:
    """The elements where a condition holds."""
    return np.asarray(arr).ravel()[np.asarray(condition).ravel() != 0]


def place(arr: Any, mask: Any, vals: Any) -> None:
    """Write values, one after the other and again from the first one, where a mask is true."""
    chosen = np.asarray(mask) != 0
    if chosen.size != arr.size:
        raise ValueError("place: mask and data must be the same size")
    given = np.asarray(vals).ravel()
    count = int(chosen.sum())
    if count > 0:
        if len(given) == 0:
            raise ValueError("Cannot insert from an empty array!")
        arr[chosen] = given[np.arange(count) % len(given)]


def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write, where a mask is true, the values at the same places, which are repeated as needed."""
    chosen = np.asarray(mask) != 0
    if chosen.shape != a.shape:
        raise ValueError("putmask: mask and data must be the same size")
    given = np.asarray(values).ravel()
    if len(given) > 0:
        a[chosen] = given[np.flatnonzero(chosen) % len(given)]


def copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = None) -> None:
    """Write one array to another, where a mask is true."""
    given = np.asarray(src)
    if casting != "unsafe":
        if dst.dtype.kind in "iub" and given.dtype.kind in "fc":
            raise TypeError("Cannot cast array data according to the rule 'same_kind'")
        if dst.dtype.kind == "b" and given.dtype.kind != "b":
            raise TypeError("Cannot cast array data according to the rule 'same_kind'")
        if dst.dtype.kind == "u" and given.dtype.kind == "i" and np.ndim(src) > 0:
            raise TypeError("Cannot cast array data according to the rule 'same_kind'")
    if where is None:
        dst[...] = src
    else:
        dst[...] = np.where(where, src, dst)


def resize(a: Any, new_shape: Any) -> Any:
    """The elements row by row, again from the first one as needed, in another shape."""
    flat = np.asarray(a).ravel()
    shape = new_shape if isinstance(new_shape, (tuple, list)) else (new_shape,)
    count = 1
    for n in shape:
        if n < 0:
            raise ValueError("all elements of `new_shape` must be non-negative")
        count *= n
    if len(flat) == 0:
        return np.zeros(shape, dtype=flat.dtype)
    return flat[np.arange(count) % len(flat)].reshape(shape)
