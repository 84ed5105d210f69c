"""Values of an array between its elements: ``scipy.ndimage.map_coordinates`` of orders 0 and 1."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused


def _placed(v: float, n: int, mode: int, order: int) -> float:
    """The place in the array that stands for place v, -1 for the constant: 0 constant, 1 nearest, 2 reflect, 3 mirror, 4 wrap."""
    end = n - 1.0
    if 0.0 <= v <= end:
        return v
    if mode == 0 or v != v:
        return -1.0
    if mode == 1:
        return 0.0 if v < 0.0 else end
    if mode == 4:
        if n == 1:
            return 0.0
        return v + end * (math.floor(-v / end) + 1.0) if v < 0.0 else v - end * math.floor(v / end)
    if mode == 3:
        if n == 1:
            return 0.0
        u = v - 2.0 * end * math.floor(v / (2.0 * end))
        if u <= end:
            return u
        if order == 0 and v > 0.0 and u < n:  # the one half way is chosen before it is mirrored
            return math.ceil(2.0 * end - u - 0.5) * 1.0
        return 2.0 * end - u
    u = v - 2.0 * n * math.floor(v / (2.0 * n))
    return min(max(u if u < n - 0.5 else 2.0 * n - 1.0 - u, 0.0), end)


def _mode(name: Any) -> int:
    if name == "constant":
        return 0
    if name == "nearest":
        return 1
    if name == "reflect" or name == "grid-mirror":
        return 2
    if name == "mirror":
        return 3
    if name == "wrap":
        return 4
    refused("map_coordinates() of this mode is not supported in compiled functions", "constant, nearest, reflect, mirror or wrap")
    return -1


def map_coordinates(
    input: Any, coordinates: Any, output: Any = None, order: Setting = 3, mode: Any = "constant", cval: Any = 0.0,
    prefilter: Any = True,
) -> Any:  # fmt: skip
    """The elements at places between them: the nearest (order 0), or by lines between neighbours (order 1)."""
    if output is not None:
        refused("map_coordinates() with output= is not supported in compiled functions", "assign the result: out[:] = ...")
    if order != 0 and order != 1:
        refused("map_coordinates() of this order is not supported in compiled functions", "order=1, or order=0")
    given, places = np.asarray(input), np.asarray(coordinates)
    if given.dtype.kind in "cb" or places.dtype.kind in "cb":
        refused("map_coordinates() of complex numbers or truth values is not supported in compiled functions", "convert them")
    code, axes = _mode(mode), given.ndim
    if axes < 1:
        raise RuntimeError("input and output rank must be > 0")
    if places.ndim < 1 or places.shape[0] != axes:
        raise RuntimeError("invalid shape for coordinate array")
    flat = given.ravel()
    at = np.reshape(places, (axes, -1)) * 1.0
    found = np.empty(at.shape[1], dtype=given.dtype)
    first, part, step = np.zeros(axes, dtype=np.int64), np.zeros(axes), np.zeros(axes, dtype=np.int64)
    for p in range(at.shape[1]):
        inside = True
        for k in range(axes):
            n = given.shape[k]
            v = _placed(at[k, p], n, code, order)
            if v < 0.0:
                inside, v = False, 0.0
            if order == 0:
                first[k], part[k], step[k] = math.floor(v + 0.5), 0.0, 0
            else:
                i = math.floor(v)
                first[k], part[k], step[k] = i, v - i, 1 if i + 1 < n else 0
        total = 0.0
        for corner in range(1 if order == 0 else 2**axes):
            weight, place, bits = 1.0, 0, corner
            for k in range(axes):
                bit = bits % 2
                bits = bits // 2
                place = place * given.shape[k] + first[k] + bit * step[k]
                weight = weight * (part[k] if bit == 1 else 1.0 - part[k])
            total += weight * flat[place]
        value = total if inside else cval * 1.0
        if given.dtype.kind in "iu":
            value = math.floor(value + 0.5) if value > 0 else math.ceil(value - 0.5)
        found[p] = value
    return np.reshape(found, places.shape[1:])
