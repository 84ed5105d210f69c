"""Which elements rank filters of `scipy.ndimage` take: places in the flat array, -1 for the constant beyond the edges.

They are chosen in the order of SciPy's comparisons: it decides where there are nans, which are neither smaller nor larger.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.images.image_filters import folded


def extreme_in_rows(rows: Any, size: int, origin: int, code: int, cval: float, largest: bool) -> Any:
    """Of the extreme elements around each, along rows: a ring holds those that are or will be extreme, best first."""
    count, n = rows.shape
    found, start = np.zeros(rows.size, dtype=np.int64), -(size // 2) - origin
    values, ends, places = np.zeros(size), np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    for r in range(count):
        best, last = 0, 0
        for i in range(n + size - 1 if n > 0 else 0):
            k = folded(i + start, n, code)
            v = cval if k < 0 else float(rows[r, k])
            if i > 0 and ends[best] == i:
                best = (best + 1) % size
            if i == 0 or (v >= values[best] if largest else v <= values[best]):
                last = best
            else:
                while values[last] <= v if largest else values[last] >= v:
                    last = (last - 1) % size
                last = (last + 1) % size
            values[last], ends[last], places[last] = v, i + size, k
            if i >= size - 1:
                found[r * n + i - size + 1] = -1 if places[best] < 0 else r * n + places[best]
    return found


def offsets_of(chosen: Any, lengths: Any, moved: Any) -> Any:
    """How far the chosen elements of a box are from the element in the middle, a row each."""
    axes = len(lengths)
    found, filled = np.zeros((np.sum(chosen), axes), dtype=np.int64), 0
    for f in range(len(chosen)):
        if chosen[f]:
            rest = f
            for j in range(axes):
                k = axes - 1 - j
                found[filled, k] = rest % lengths[k] - lengths[k] // 2 - moved[k]
                rest = rest // lengths[k]
            filled += 1
    return found


def _neighbour(p: int, offset: Any, shape: Any, code: int) -> int:
    """The place at an offset from place p."""
    rest, found, step, outside = p, 0, 1, False
    for j in range(len(shape)):
        k = len(shape) - 1 - j
        at = folded(rest % shape[k] + offset[k], shape[k], code)
        outside = outside or at < 0
        found, step, rest = found + at * step, step * shape[k], rest // shape[k]
    return -1 if outside else found


def extreme_around(flat: Any, shape: Any, offsets: Any, code: int, cval: float, largest: bool) -> Any:
    """Of the extreme elements at some offsets from each."""
    found = np.zeros(len(flat), dtype=np.int64)
    for i in range(len(flat)):
        at = _neighbour(i, offsets[0], shape, code)
        best = cval if at < 0 else float(flat[at])
        for j in range(1, len(offsets)):
            k = _neighbour(i, offsets[j], shape, code)
            v = cval if k < 0 else float(flat[k])
            if v > best if largest else v < best:
                best, at = v, k
        found[i] = at
    return found


def ranked_around(flat: Any, shape: Any, offsets: Any, code: int, cval: float, rank: int) -> Any:
    """Of the elements of a rank among those at some offsets from each."""
    found, count = np.zeros(len(flat), dtype=np.int64), len(offsets)
    values, places = np.zeros(count), np.zeros(count, dtype=np.int64)
    for i in range(len(flat)):
        for j in range(count):
            k = _neighbour(i, offsets[j], shape, code)
            values[j], places[j] = cval if k < 0 else float(flat[k]), k
        found[i] = places[_selected(values, places, rank)]
    return found


def _selected(values: Any, places: Any, rank: int) -> int:
    """Where the value of a rank is, after some are exchanged: Hoare's partitions by the first value of a part."""
    low, high = 0, len(values) - 1
    while low < high:
        pivot, i, j = values[low], low, high
        while values[j] > pivot:
            j -= 1
        while i < j:
            values[i], values[j] = values[j], values[i]
            places[i], places[j] = places[j], places[i]
            i, j = i + 1, j - 1
            while values[j] > pivot:
                j -= 1
            while values[i] < pivot:
                i += 1
        low, high = (low, j) if rank <= j else (j + 1, high)
    return low


# ---- elements of a rank along a row: two heaps of the elements around, the larger and the smaller ones, that share their root


def _above(data: Any, heap: Any, root: int, side: int, a: int, b: int) -> bool:
    """Whether the element at place a of one side's heap belongs nearer to the root than that at place b."""
    first, second = data[heap[root + side * a]], data[heap[root + side * b]]
    return bool(first < second if side > 0 else second < first)


def _exchanged(heap: Any, at: Any, root: int, side: int, a: int, b: int) -> None:
    first, second = root + side * a, root + side * b
    heap[first], heap[second] = heap[second], heap[first]
    at[heap[first]], at[heap[second]] = first - root, second - root


def _sunk(data: Any, heap: Any, at: Any, root: int, side: int, start: int) -> None:
    """Put an element of a heap as far down as it belongs."""
    count, k = len(heap) - root - 1 if side > 0 else root, 2 * start
    while k <= count:
        if k < count and _above(data, heap, root, side, k + 1, k):
            k += 1
        if not _above(data, heap, root, side, k, k // 2):
            return
        _exchanged(heap, at, root, side, k, k // 2)
        k = 2 * k


def _risen(data: Any, heap: Any, at: Any, root: int, side: int, start: int) -> bool:
    """Put an element of a heap as far up as it belongs; whether it is the root now."""
    k = start
    while k > 0 and _above(data, heap, root, side, k, k // 2):
        _exchanged(heap, at, root, side, k, k // 2)
        k = k // 2
    return k == 0


def _replaced(data: Any, heap: Any, at: Any, root: int, slot: int, old: Any) -> None:
    """Order the heaps after the element of a slot is a new one."""
    k, v = at[slot], data[slot]
    if k == 0:
        for side in (-1, 1):
            if _risen(data, heap, at, root, side, 1):
                _sunk(data, heap, at, root, side, 1)
        return
    side, depth = (1, k) if k > 0 else (-1, -k)
    if v > old if side > 0 else v < old:
        _sunk(data, heap, at, root, side, depth)
    elif _risen(data, heap, at, root, side, depth) and _risen(data, heap, at, root, -side, 1):
        _sunk(data, heap, at, root, -side, 1)


def ranked_in_row(flat: Any, size: int, rank: int, origin: int, code: int, cval: float) -> Any:
    """Of the elements of a rank among those around each of a row (neither the least nor the largest)."""
    n, lead = len(flat), (size - 1) // 2 - origin
    data, places = np.zeros(size, dtype=flat.dtype), np.full(size, -1)
    heap, at = np.arange(size), np.arange(size) - rank
    found, slot = np.zeros(n, dtype=np.int64), 0
    first = lead - size + (1 if code == 3 and size % 2 == 1 else 0)
    for i in range(first, n + lead):
        k, old = folded(i, n, code), data[slot]
        if k < 0:
            data[slot] = cval
        else:
            data[slot] = flat[k]
        places[slot] = k
        _replaced(data, heap, at, rank, slot, old)
        slot = slot + 1 if slot + 1 < size else 0
        if i >= lead:
            found[i - lead] = places[heap[rank]]
    return found
