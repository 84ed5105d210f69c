"""Filters of `scipy.ndimage` that choose among the elements around each: largest, smallest, median; centres of mass."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.images.image_filters import _checked, _code, folded


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


def _ranked(given: Any, size: Any, footprint: Any, mode: Any, cval: Any, origin: Any, rank: int, percentile: float) -> Any:
    """The element of a rank among those around each; rank -1 the largest, -2 the median, -3 that of the percentile."""
    chosen, lengths = _footprint(given, size, footprint)
    code, axes, total = _code(mode), given.ndim, len(chosen)
    moved = np.zeros(axes, dtype=np.int64) + np.asarray(origin)
    for k in range(axes):
        if lengths[k] < 1:
            raise RuntimeError("invalid filter size")
        if lengths[k] // 2 + moved[k] < 0 or lengths[k] // 2 + moved[k] >= lengths[k]:
            raise ValueError("invalid origin")
    count = np.sum(chosen)
    if count < 1:
        raise RuntimeError("All-zero footprint is not supported.")
    place = rank
    if rank == -1:
        place = count - 1
    elif rank == -2:
        place = count // 2
    elif rank == -3:
        p = percentile + 100.0 if percentile < 0.0 else percentile
        if p < 0.0 or p > 100.0:
            raise RuntimeError("invalid percentile")
        place = count - 1 if p == 100.0 else int(count * p / 100.0)
    elif rank < 0 or rank >= count:
        raise RuntimeError("rank not within filter footprint size")
    flat = given.ravel()
    found, around = np.empty(flat.size, dtype=given.dtype), np.empty(count, dtype=given.dtype)
    for i in range(flat.size):
        filled = 0
        for f in range(total):
            if chosen[f]:
                rest, own, at, step, outside = f, i, 0, 1, False
                for j in range(axes):
                    k = axes - 1 - j
                    n = given.shape[k]
                    to = folded(own % n + rest % lengths[k] - lengths[k] // 2 - moved[k], n, code)
                    own, rest = own // n, rest // lengths[k]
                    if to < 0:
                        outside, to = True, 0
                    at, step = at + to * step, step * n
                around[filled] = cval if outside else flat[at]
                filled += 1
        if place == 0:
            found[i] = np.min(around)
        elif place == count - 1:
            found[i] = np.max(around)
        else:
            found[i] = np.sort(around)[place]
    return np.reshape(found, given.shape)


def maximum_filter(
    input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: Any = 0.0,
    origin: Any = 0,
) -> Any:  # fmt: skip
    """The largest element around each."""
    return _ranked(_checked(input, output), size, footprint, mode, cval, origin, -1, 0.0)


def minimum_filter(
    input: Any, size: Any = None, footprint: Any = None, output: Any = None, mode: Any = "reflect", cval: Any = 0.0,
    origin: Any = 0,
) -> Any:  # fmt: skip
    """The smallest element around each."""
    return _ranked(_checked(input, output), size, footprint, mode, cval, origin, 0, 0.0)


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


def _along(given: Any, size: int, axis: int, mode: Any, cval: Any, origin: int, rank: int) -> Any:
    moved = np.moveaxis(given, axis, -1)
    rows = np.ascontiguousarray(np.reshape(moved, (-1, moved.shape[-1])))
    found = _ranked(rows, np.array([1, size]), None, mode, cval, np.array([0, origin]), rank, 0.0)
    return np.ascontiguousarray(np.moveaxis(np.reshape(found, moved.shape), -1, axis))


def maximum_filter1d(
    input: Any, size: int, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """The largest element around each, along an axis."""
    return _along(_checked(input, output), size, axis, mode, cval, origin, -1)


def minimum_filter1d(
    input: Any, size: int, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """The smallest element around each, along an axis."""
    return _along(_checked(input, output), size, axis, mode, cval, origin, 0)


def medfilt(volume: Any, kernel_size: Any = None) -> Any:
    """The medians of windows of odd lengths, with zeros beyond the edges (`scipy.signal`)."""
    given, size = np.asarray(volume), 3 if kernel_size is None else kernel_size
    for n in size if isinstance(size, (tuple, list)) else (size,):
        if n % 2 != 1:
            raise ValueError("Each element of kernel_size should be odd.")
    return median_filter(given, size, None, None, "constant", 0.0)


def medfilt2d(input: Any, kernel_size: Any = 3) -> Any:
    """`medfilt` of a matrix."""
    if np.asarray(input).ndim != 2:
        raise ValueError("object of too small depth for desired array")
    return medfilt(input, kernel_size)
