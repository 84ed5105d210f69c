"""Filters of `scipy.ndimage` that choose among the elements around each: largest, smallest, median."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.images import rank_places
from irad.frontends.python.library.images.image_filters import _checked, _code, rows_of


def _footprint(given: Any, size: Any, footprint: Any) -> Any:
    """Whether each element of a box around an element counts."""
    if footprint is not None:
        chosen = np.asarray(footprint) != 0
        if chosen.ndim != given.ndim:
            raise RuntimeError("footprint array has incorrect shape.")
        return chosen.ravel(), np.array(chosen.shape)
    if size is None:
        raise RuntimeError("no footprint or filter size provided")
    lengths = np.zeros(given.ndim, dtype=np.int64) + np.asarray(size)
    return np.ones(np.prod(lengths), dtype=bool), lengths


def _moved(given: Any, lengths: Any, origin: Any) -> Any:
    """The origins, one for each axis."""
    moved = np.zeros(given.ndim, dtype=np.int64) + np.asarray(origin)
    for k in range(given.ndim):
        if lengths[k] < 1:
            raise RuntimeError("invalid filter size")
        if lengths[k] // 2 + moved[k] < 0 or lengths[k] // 2 + moved[k] >= lengths[k]:
            raise ValueError("invalid origin")
    return moved


def _taken(flat: Any, places: Any, cval: Any) -> Any:
    """The elements at some places, the constant at -1."""
    found = np.empty(len(places), dtype=flat.dtype)
    for i in range(len(places)):
        if places[i] < 0:
            found[i] = cval
        else:
            found[i] = flat[places[i]]
    return found


def _along(given: Any, size: int, axis: int, mode: Any, cval: Any, origin: int, largest: bool) -> Any:
    """The extreme element around each, along an axis."""
    moved = np.moveaxis(given, axis, -1)
    rows = np.ascontiguousarray(rows_of(moved))
    if size < 1:
        raise RuntimeError("incorrect filter size")
    if size // 2 + origin < 0 or size // 2 + origin >= size:
        raise ValueError("invalid origin")
    places = rank_places.extreme_in_rows(rows, size, origin, _code(mode), cval * 1.0, largest)
    found = np.reshape(_taken(rows.ravel(), places, cval), moved.shape)
    return np.ascontiguousarray(np.moveaxis(found, -1, axis))


def _extreme(given: Any, size: Any, footprint: Any, mode: Any, cval: Any, origin: Any, largest: bool) -> Any:
    """The extreme element around each: of boxes along one axis after the other."""
    chosen, lengths = _footprint(given, size, footprint)
    moved, count = _moved(given, lengths, origin), np.sum(chosen)
    if count < 1:
        raise ValueError("All-zero footprint is not supported.")
    if count < len(chosen):
        offsets = rank_places.offsets_of(chosen, lengths, moved)
        flat = given.ravel()
        places = rank_places.extreme_around(flat, given.shape, offsets, _code(mode), cval * 1.0, largest)
        return np.reshape(_taken(flat, places, cval), given.shape)
    found = given.copy()
    for k in range(given.ndim):
        if lengths[k] > 1:
            found = _along(found, lengths[k], k, mode, cval, moved[k], largest)
    return found


def _ranked(given: Any, size: Any, footprint: Any, mode: Any, cval: Any, origin: Any, rank: int, percentile: float) -> Any:
    """The element of a rank among those around each; rank -2 the median, -3 that of the percentile."""
    chosen, lengths = _footprint(given, size, footprint)
    moved, count = _moved(given, lengths, origin), np.sum(chosen)
    place = rank
    if rank == -2:
        place = count // 2
    elif rank == -3:
        p = percentile + 100.0 if percentile < 0.0 else percentile
        if p < 0.0 or p > 100.0:
            raise RuntimeError("invalid percentile")
        place = count - 1 if p == 100.0 else int(count * p / 100.0)
    if place < 0 or place >= count:
        raise RuntimeError("rank not within filter footprint size")
    if place == 0 or place == count - 1:
        return _extreme(given, size, footprint, mode, cval, origin, place > 0)
    flat, code = given.ravel(), _code(mode)
    fits = flat.size == 1 or 0 < flat.size >= (count - 1) // 2 - moved[0]
    if given.ndim == 1 and count == len(chosen) and fits:
        places = rank_places.ranked_in_row(flat, count, place, moved[0], code, cval * 1.0)
    else:
        offsets = rank_places.offsets_of(chosen, lengths, moved)
        places = rank_places.ranked_around(flat, given.shape, offsets, code, cval * 1.0, place)
    return np.reshape(_taken(flat, places, cval), given.shape)


def maximum_filter(
    input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: Any = 0.0,
    origin: Any = 0,
) -> Any:  # fmt: skip
    """The largest element around each."""
    return _extreme(_checked(input, output), size, footprint, mode, cval, origin, True)


def minimum_filter(
    input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: Any = 0.0,
    origin: Any = 0,
) -> Any:  # fmt: skip
    """The smallest element around each."""
    return _extreme(_checked(input, output), size, footprint, mode, cval, origin, False)


def median_filter(
    input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: Any = 0.0,
    origin: Any = 0,
) -> Any:  # fmt: skip
    """The median of the elements around each."""
    return _ranked(_checked(input, output), size, footprint, mode, cval, origin, -2, 0.0)


def percentile_filter(
    input: Any, percentile: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect",
    cval: Any = 0.0, origin: Any = 0,
) -> Any:  # fmt: skip
    """The element at a percentile of those around each."""
    return _ranked(_checked(input, output), size, footprint, mode, cval, origin, -3, percentile * 1.0)


def rank_filter(
    input: Any, rank: int, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: Any = 0.0,
    origin: Any = 0,
) -> Any:  # fmt: skip
    """The element of a rank among those around each, counted from the largest for a negative one."""
    given = _checked(input, output)
    chosen, _ = _footprint(given, size, footprint)
    place = rank + int(np.sum(chosen)) if rank < 0 else rank
    if place < 0:
        raise RuntimeError("rank not within filter footprint size")
    return _ranked(given, size, footprint, mode, cval, origin, place, 0.0)


def maximum_filter1d(
    input: Any, size: int, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """The largest element around each, along an axis."""
    return _along(_checked(input, output), size, axis, mode, cval, origin, True)


def minimum_filter1d(
    input: Any, size: int, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """The smallest element around each, along an axis."""
    return _along(_checked(input, output), size, axis, mode, cval, origin, False)


def medfilt(volume: Any, kernel_size: Any = None) -> Any:
    """The medians of windows of odd lengths, with zeros beyond the edges (`scipy.signal`)."""
    given, size = np.atleast_1d(volume), 3 if kernel_size is None else kernel_size
    for n in size if isinstance(size, (tuple, list)) else (size,):
        if n % 2 != 1:
            raise ValueError("Each element of kernel_size should be odd.")
    return median_filter(given, size, None, None, "constant", 0.0)


def medfilt2d(input: Any, kernel_size: Any = 3) -> Any:
    """`medfilt` of a matrix."""
    if np.asarray(input).ndim != 2:
        raise ValueError("object of too small depth for desired array")
    return medfilt(input, kernel_size)
