"""Methods of universal functions, and reductions of some of the elements: loops over the axis, whatever the function is."""

from __future__ import annotations

from typing import Any

import numpy as np


def reduced(f: Any, identity: Any, array: Any, axis: Any) -> Any:
    """``f(f(x[0], x[1]), x[2]) ...`` along an axis; ``identity``: of nothing, None where there is none."""
    lines = np.moveaxis(array, axis, 0)
    if identity is None:
        if len(lines) == 0:
            raise ValueError("zero-size array to reduction operation has no identity")
        total = lines[0] if lines.ndim == 1 else lines[0].copy()
        first = 1
    else:
        total = f(np.full_like(lines[0], identity) if lines.ndim > 1 else lines.dtype.type(identity), lines[0])
        first = 1
    for k in range(first, len(lines)):
        total = f(total, lines[k])
    return total


def folded(f: Any, array: Any) -> Any:
    """`reduced` over all elements, row by row."""
    lines = array.ravel()
    if len(lines) == 0:
        raise ValueError("zero-size array to reduction operation has no identity")
    total = lines[0]
    for k in range(1, len(lines)):
        total = f(total, lines[k])
    return total


def accumulated(f: Any, array: Any, axis: Any) -> Any:
    """The results of `reduced` for the first elements, for the first two, and so on."""
    found = array.copy()
    lines = np.moveaxis(found, axis, 0)
    for k in range(1, len(lines)):
        lines[k] = f(lines[k - 1], lines[k])
    return found


def reduced_at(f: Any, array: Any, indices: Any, axis: Any) -> Any:
    """`reduced` over ``array[indices[k]:indices[k + 1]]`` for each k, or the element at ``indices[k]`` where that is empty."""
    places = np.asarray(indices)
    lines = np.moveaxis(array, axis, 0)
    n, count = len(lines), len(places)
    for k in range(count):
        if places[k] < 0 or places[k] >= n:
            raise IndexError("index out of bounds in ufunc.reduceat")
    found = np.empty((count, *lines.shape[1:]), dtype=lines.dtype)
    for k in range(count):
        end = places[k + 1] if k + 1 < count else n
        found[k] = lines[places[k]]
        for j in range(places[k] + 1, end):
            found[k] = f(found[k], lines[j])
    return np.moveaxis(found, 0, axis)


def total_of(a: Any, axis: Any, keepdims: bool, where: Any, initial: Any) -> Any:
    """`np.sum` of the elements that are selected."""
    found = np.sum(a if where is None else np.where(where, a, a.dtype.type(0)), axis=axis, keepdims=keepdims)
    return found if initial is None else found + found.dtype.type(initial)


def product_of(a: Any, axis: Any, keepdims: bool, where: Any, initial: Any) -> Any:
    """`np.prod` of the elements that are selected."""
    found = np.prod(a if where is None else np.where(where, a, a.dtype.type(1)), axis=axis, keepdims=keepdims)
    return found if initial is None else found * found.dtype.type(initial)


def count_of(a: Any, axis: Any, keepdims: bool, where: Any) -> Any:
    """How many elements are selected."""
    return np.sum(np.broadcast_to(where, a.shape), axis=axis, keepdims=keepdims)


def mean_of(a: Any, axis: Any, keepdims: bool, where: Any) -> Any:
    """`np.mean` of the elements that are selected."""
    given = a if a.dtype.kind in "fc" else a * 1.0
    found = np.sum(np.where(where, given, given.dtype.type(0)), axis=axis, keepdims=keepdims)
    return found / count_of(a, axis, keepdims, where).astype(given.real.dtype)


def variance_of(a: Any, axis: Any, keepdims: bool, where: Any, ddof: Any) -> Any:
    """`np.var` of the elements that are selected."""
    return variance_about(a, axis, keepdims, where, ddof, mean_of(a, axis, True, where))


def variance_about(a: Any, axis: Any, keepdims: bool, where: Any, ddof: Any, mean: Any) -> Any:
    """`np.var` with a given mean, of the elements that are selected."""
    away = a - mean
    d = away * 1.0 if where is None else np.where(where, away, 0.0)
    number = count_of(a, axis, keepdims, True if where is None else where) - ddof
    total = np.sum((d * np.conj(d)).real, axis=axis, keepdims=keepdims)
    return total / np.maximum(number, 0).astype(total.dtype)


def any_of(a: Any, axis: Any, keepdims: bool, where: Any) -> Any:
    """`np.any` of the elements that are selected."""
    return np.any(np.logical_and(a, where), axis=axis, keepdims=keepdims)


def all_of(a: Any, axis: Any, keepdims: bool, where: Any) -> Any:
    """`np.all` of the elements that are selected."""
    return np.all(np.logical_or(a, np.logical_not(where)), axis=axis, keepdims=keepdims)


def most_of(a: Any, axis: Any, keepdims: bool, where: Any, initial: Any) -> Any:
    """`np.max` of the elements that are selected, and ``initial``."""
    given = a if where is None else np.where(where, a, a.dtype.type(initial))
    if isinstance(axis, tuple):
        found = np.max(_with(_merged(given, axis), -1, initial), axis=-1)
        return np.expand_dims(found, axis) if keepdims else found
    return np.max(_with(given, axis, initial), axis=axis, keepdims=keepdims)


def least_of(a: Any, axis: Any, keepdims: bool, where: Any, initial: Any) -> Any:
    """`np.min` of the elements that are selected, and ``initial``."""
    given = a if where is None else np.where(where, a, a.dtype.type(initial))
    if isinstance(axis, tuple):
        found = np.min(_with(_merged(given, axis), -1, initial), axis=-1)
        return np.expand_dims(found, axis) if keepdims else found
    return np.min(_with(given, axis, initial), axis=axis, keepdims=keepdims)


def _merged(a: Any, axes: Any) -> Any:
    """The array with some axes as one, the last."""
    count = len(axes)
    moved = np.moveaxis(a, axes, tuple([k - count for k in range(count)]))
    length = 1
    for n in moved.shape[a.ndim - count :]:
        length *= n
    return np.reshape(moved, (*moved.shape[: a.ndim - count], length))


def _with(a: Any, axis: Any, initial: Any) -> Any:
    """The array with one more element of this value along the axis."""
    first = a.dtype.type(initial)
    if axis is None:
        return np.concatenate((a.ravel(), np.full(1, first)))
    return np.concatenate((a, np.full_like(np.sum(a, axis=axis, keepdims=True), first, dtype=a.dtype)), axis=axis)
