"""Orders of elements: parts of a sorted array, several keys.

`partition` sorts: NumPy says which element is at the places that are asked for, and not in which order the others are.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def _check_places(given: Any, kth: Any, axis: Any) -> None:
    n = given.size if axis is None else given.shape[axis]
    places = np.asarray(kth)
    if np.any(places >= n) or np.any(places < -n):
        raise ValueError("kth is out of bounds")


def partition(a: Any, kth: Any, axis: Any = -1) -> Any:
    """The elements, at place ``kth`` the one that would be there if they were sorted, none above it in front of it."""
    given = np.asarray(a)
    _check_places(given, kth, axis)
    return np.sort(given, axis=axis)


def argpartition(a: Any, kth: Any, axis: Any = -1) -> Any:
    """The places of the elements in the order of `partition`."""
    given = np.asarray(a)
    _check_places(given, kth, axis)
    return np.argsort(given, axis=axis)


def lexsort(keys: Any, axis: int = -1) -> Any:
    """The order of the last key, where that is the same of the one before, and so on."""
    order = np.argsort(np.asarray(keys[0]), axis=axis, kind="stable")
    for k in range(1, len(keys)):
        key = np.take_along_axis(np.asarray(keys[k]), order, axis=axis)
        order = np.take_along_axis(order, np.argsort(key, axis=axis, kind="stable"), axis=axis)
    return order


def sort_complex(a: Any) -> Any:
    """The elements as complex numbers, sorted by their real parts, then by the imaginary ones."""
    given = np.asarray(a)
    return np.sort(given if given.dtype.kind == "c" else given.astype(np.complex128))
