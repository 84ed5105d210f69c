"""Orders of elements: parts of a sorted array, several keys.

`partition` leaves what is not at the places that are asked for in the order that it had, below and above these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.ordering import radix_selection, value_selection


def _places(given: Any, kth: Any, n: int) -> Any:
    """The places that are asked for, ascending, from 0 on."""
    asked = np.asarray(kth)
    if asked.dtype.kind not in "iu":
        raise TypeError("Partition index must be integer")
    found = np.atleast_1d(asked).astype(np.int64).ravel()
    for k in range(len(found)):
        if found[k] >= n or found[k] < -n:
            raise ValueError("kth is out of bounds")
        found[k] += n if found[k] < 0 else 0
    radix_selection.ascending(found)
    return found


def partition(a: Any, kth: Any, axis: Any = -1) -> Any:
    """The elements, at place ``kth`` the one that would be there if they were sorted, none above it in front of it."""
    given = np.asarray(a)
    if axis is None:
        given = given.ravel()
    along = -1 if axis is None else axis
    if given.ndim == 1 and np.ndim(kth) == 0 and given.dtype.kind in "fiu" and value_selection.values_only():
        place = _places(given, kth, given.shape[0])[0]
        if radix_selection.count_numbers(given) == given.shape[0]:
            return value_selection.divided(given, place)
    order = argpartition(given, kth, along)
    return given[order] if given.ndim == 1 else np.take_along_axis(given, order, along)


def argpartition(a: Any, kth: Any, axis: Any = -1) -> Any:
    """The places of the elements in the order of `partition`."""
    given = np.asarray(a)
    if axis is None:
        given = given.ravel()
    along = -1 if axis is None else axis
    places = _places(given, kth, given.shape[along])
    if given.dtype.kind == "c":
        return np.argsort(given, axis=along)
    if given.ndim == 1:
        order = np.empty(len(given), dtype=np.int64)
        radix_selection.find_places(given, places, order)
        return order
    moved = np.moveaxis(given, along, -1)
    lines = moved.reshape((-1, moved.shape[-1]))
    orders = np.empty(lines.shape, dtype=np.int64)
    for i in range(lines.shape[0]):
        radix_selection.find_places(lines[i], places, orders[i])
    return np.moveaxis(orders.reshape(moved.shape), -1, along)


def lexsort(keys: Any, axis: int = -1) -> Any:
    """The order of the last key, where that is the same of the one before, and so on."""
    order = np.argsort(np.asarray(keys[0]), axis=axis, kind="stable")
    for k in range(1, len(keys)):
        if np.asarray(keys[k]).shape != order.shape:
            raise ValueError("all keys need to be the same shape")
        key = np.take_along_axis(np.asarray(keys[k]), order, axis=axis)
        order = np.take_along_axis(order, np.argsort(key, axis=axis, kind="stable"), axis=axis)
    return order


def sort_complex(a: Any) -> Any:
    """The elements as complex numbers, sorted by their real parts, then by the imaginary ones."""
    given = np.asarray(a)
    return np.sort(given if given.dtype.kind == "c" else given.astype(np.complex128))
