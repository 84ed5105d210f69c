"""Several places of an array put in or taken out, and diagonals filled from arrays, in Python that is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np


def without(a: Any, obj: Any, axis: Any) -> Any:
    """``np.delete`` of several places, a slice, or where a mask is true."""
    n = a.shape[axis]
    keep = np.ones(n, dtype=bool)
    if isinstance(obj, slice):
        keep[obj] = False
    else:
        places = np.asarray(obj)
        if places.dtype.kind == "b":
            if places.ndim != 1 or len(places) != n:
                raise ValueError("boolean array argument obj to delete must be one dimensional and match the axis length")
            keep = ~places
        elif places.size > 0:
            if places.dtype.kind not in "iu":
                raise IndexError("arrays used as indices must be of integer (or boolean) type")
            keep[places] = False
    kept = np.compress(keep, np.moveaxis(a, axis, 0), axis=0)
    return np.moveaxis(kept, 0, axis)  # in memory as `a[:, keep]` is


def with_values(a: Any, obj: Any, values: Any, axis: Any) -> Any:
    """``np.insert`` at several places: those of the array as it is given."""
    n = a.shape[axis]
    places = _counted(obj, n)
    given = np.asarray(values).astype(a.dtype)
    given = given.reshape((1,) * (a.ndim - given.ndim) + given.shape)
    count = given.shape[axis] if len(places) == 1 else len(places)
    after = np.empty(count, dtype=np.int64)
    if len(places) == 1:
        for k in range(count):
            after[k] = places[0] + k
    else:
        order = np.argsort(places, kind="stable")
        for k in range(count):
            after[order[k]] = places[order[k]] + k
    shape = a.shape[:axis] + (n + count,) + a.shape[axis + 1 :]
    found = np.empty(shape, dtype=a.dtype)
    lines, old = np.moveaxis(found, axis, 0), np.moveaxis(a, axis, 0)
    new = np.moveaxis(np.broadcast_to(given, a.shape[:axis] + (count,) + a.shape[axis + 1 :]), axis, 0)
    free = np.ones(n + count, dtype=bool)
    free[after] = False
    lines[free] = old
    lines[after] = new
    return found


def _counted(obj: Any, n: int) -> Any:
    """The places, counted from the start."""
    if isinstance(obj, slice):
        return np.arange(n)[obj]
    given = np.asarray(obj)
    if given.dtype.kind == "b":
        return np.nonzero(given)[0]
    if given.size == 0:
        return np.zeros(0, dtype=np.int64)
    if given.ndim != 1:
        raise ValueError("index array argument obj to insert must be one dimensional or scalar")
    places = given.astype(np.int64)
    for k in range(len(places)):
        if places[k] < -n or places[k] > n:
            raise IndexError("index is out of bounds for this axis")
        if places[k] < 0:
            places[k] += n
    return places


def fill_line(line: Any, values: Any) -> None:
    """Writes values to a diagonal, from the first again where they are at their end."""
    given = np.ravel(values)
    for k in range(len(line)):
        line[k] = given[k % len(given)]


def nested_2(a: Any) -> Any:
    """``a.tolist()`` of a matrix."""
    return [line.tolist() for line in a]


def nested_3(a: Any) -> Any:
    """``a.tolist()`` of an array with three axes."""
    return [[line.tolist() for line in rows] for rows in a]


NESTED = {2: nested_2, 3: nested_3}
