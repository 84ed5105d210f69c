"""Values of an array between its elements: ``scipy.ndimage.map_coordinates`` and what moves images by it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import special

from irad.frontends.python.library.images import splines
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
    if name == "grid-wrap":
        return 5
    if name != "grid-constant":
        raise RuntimeError("boundary mode not supported")
    return 6


def _given(input: Any, output: Any, order: Any) -> Any:
    if output is not None:
        refused("interpolation of scipy.ndimage with output= is not supported in compiled functions", "out[:] = ...")
    given = np.asarray(input)
    if given.dtype.kind in "cb":
        refused("interpolation of complex numbers or truth values is not supported in compiled functions", "convert them")
    if order < 0 or order > 5:
        raise RuntimeError("spline order not supported")
    if given.ndim < 1:
        raise RuntimeError("input and output rank must be > 0")
    return given


def _stored(found: Any, given: Any) -> Any:
    """Numbers in the dtype of the array."""
    made = np.empty(len(found), dtype=given.dtype)
    for p in range(len(found)):
        v = found[p]
        if given.dtype.kind in "iu":
            v = math.floor(v + 0.5) if v > 0 else math.ceil(v - 0.5)
        made[p] = v
    return made


def _sampled(given: Any, at: Any, order: Any, mode: Any, cval: Any, prefilter: Any) -> Any:
    """The values at the places of the columns of ``at``, in the dtype of the array."""
    code, padded = _mode(mode), 0
    if given.size == 0 and at.shape[1] > 0:
        if code != 0 and code != 6:
            raise NotImplementedError("values between the elements of an empty array: there are none (SciPy's are arbitrary)")
        return _stored(np.full(at.shape[1], cval * 1.0), given)
    if order < 2 and code < 5:
        return _stored(_near(given, at, order, code, cval * 1.0), given)
    whole = given.astype(np.float64)
    if order > 1 and prefilter:
        if code == 1:
            padded, whole = splines.PADDING, np.pad(whole, splines.PADDING, mode="edge")
        elif code == 6:
            padded, whole = splines.PADDING, np.pad(whole, splines.PADDING, mode="constant", constant_values=cval)
        whole = splines.coefficients(whole, order, code)
    return _stored(splines.values(whole, at, order, code, cval * 1.0, padded), given)


def _near(given: Any, at: Any, order: Any, code: int, cval: float) -> Any:
    """The nearest elements (order 0), or values on lines between neighbours (order 1)."""
    axes = given.ndim
    flat, found = given.ravel(), np.empty(at.shape[1])
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
        found[p] = total if inside else cval
    return found


def map_coordinates(
    input: Any, coordinates: Any, output: Any = None, order: Setting = 3, mode: Any = "constant", cval: Any = 0.0,
    prefilter: Any = True,
) -> Any:  # fmt: skip
    """The values of a spline through the elements, at places between them."""
    given, places = _given(input, output, order), np.asarray(coordinates)
    if places.dtype.kind in "cb":
        refused("map_coordinates() at complex numbers or truth values is not supported in compiled functions", "convert them")
    axes = given.ndim
    if places.ndim < 1 or places.shape[0] != axes:
        raise RuntimeError("invalid shape for coordinate array")
    found = _sampled(given, np.reshape(places, (axes, -1)) * 1.0, order, mode, cval, prefilter)
    return np.reshape(found, places.shape[1:])


def spline_filter1d(input: Any, order: Setting = 3, axis: int = -1, output: Any = None, mode: Any = "mirror") -> Any:
    """The coefficients of splines along an axis."""
    given = _given(input, None, order)
    if order < 2:
        return given.astype(np.float64)
    return splines.along_axis(given.astype(np.float64), order, axis, splines.of_spline(_mode(mode)))


def spline_filter(input: Any, order: Setting = 3, output: Any = None, mode: Any = "mirror") -> Any:
    """The coefficients of a spline along all axes."""
    given = _given(input, None, order)
    if order < 2:
        raise RuntimeError("spline order not supported")
    return splines.coefficients(given, order, _mode(mode))


# ---- moved images


def _grid(shape: Any, factors: Any, starts: Any) -> Any:
    """The places factor * index + start of all elements of an array, a column each."""
    axes = len(shape)
    count = 1
    for k in range(axes):
        count = count * shape[k]
    at = np.empty((axes, count))
    for p in range(count):
        rest = p
        for j in range(axes):
            k = axes - 1 - j
            at[k, p] = (rest % shape[k]) * factors[k] + starts[k]
            rest = rest // shape[k]
    return at


def shift(
    input: Any, shift: Any, output: Any = None, order: Setting = 3, mode: Any = "constant", cval: Any = 0.0, prefilter: Any = True
) -> Any:  # fmt: skip
    """An image, moved."""
    given = _given(input, output, order)
    starts = np.zeros(given.ndim) - np.asarray(shift)
    at = _grid(given.shape, np.ones(given.ndim), starts)
    return np.reshape(_sampled(given, at, order, mode, cval, prefilter), given.shape)


def zoom(
    input: Any, zoom: Any, output: Any = None, order: Setting = 3, mode: Any = "constant", cval: Any = 0.0, prefilter: Any = True,
    *, grid_mode: bool = False,
) -> Any:  # fmt: skip
    """An image with more or fewer elements."""
    if grid_mode:
        refused("scipy.ndimage.zoom() with grid_mode=True is not supported in compiled functions", "use map_coordinates")
    given = _given(input, output, order)
    wanted = np.zeros(given.ndim) + np.asarray(zoom)
    shape, factors, count = np.zeros(given.ndim, dtype=np.int64), np.ones(given.ndim), 1
    for k in range(given.ndim):
        shape[k] = int(np.rint(given.shape[k] * wanted[k]))
        count = count * shape[k]
        if shape[k] > 1:
            factors[k] = (given.shape[k] - 1.0) / (shape[k] - 1.0)
    found = _sampled(given, _grid(shape, factors, np.zeros(given.ndim)), order, mode, cval, prefilter)
    if given.ndim == 1:
        return found
    if given.ndim == 2:
        return np.reshape(found, (shape[0], shape[1]))
    if given.ndim == 3:
        return np.reshape(found, (shape[0], shape[1], shape[2]))
    refused("scipy.ndimage.zoom() of more than three axes is not supported in compiled functions")
    return found


def affine_transform(
    input: Any, matrix: Any, offset: Any = 0.0, output_shape: Any = None, output: Any = None, order: Setting = 3,
    mode: Any = "constant", cval: Any = 0.0, prefilter: Any = True,
) -> Any:  # fmt: skip
    """An image whose element i is the value at the place matrix @ i + offset."""
    given, turned = _given(input, output, order), np.asarray(matrix) * 1.0
    if output_shape is not None:
        refused("scipy.ndimage.affine_transform() with output_shape= is not supported in compiled functions", "leave it out")
    axes = given.ndim
    starts = np.zeros(axes) + np.asarray(offset)
    if turned.ndim == 1:
        at = _grid(given.shape, turned, starts)
    else:
        if turned.shape[0] != axes or turned.shape[1] != axes:
            raise NotImplementedError("affine_transform() by a matrix that is not square, of the axes, in compiled functions")
        at = _turned(_grid(given.shape, np.ones(axes), np.zeros(axes)), turned, starts)
    return np.reshape(_sampled(given, at, order, mode, cval, prefilter), given.shape)


def _turned(at: Any, matrix: Any, starts: Any) -> Any:
    found = np.empty(at.shape)
    for p in range(at.shape[1]):
        for k in range(at.shape[0]):
            v = starts[k]
            for j in range(at.shape[0]):
                v += at[j, p] * matrix[k, j]
            found[k, p] = v
    return found


def rotate(
    input: Any, angle: Any, axes: Any = (1, 0), reshape: bool = True, output: Any = None, order: Setting = 3,
    mode: Any = "constant", cval: Any = 0.0, prefilter: Any = True,
) -> Any:  # fmt: skip
    """An image with two axes, turned by an angle in degrees."""
    given = _given(input, output, order)
    if given.ndim != 2:
        refused("scipy.ndimage.rotate() of an array that has not two axes is not supported in compiled functions", "a loop")
    first, second = axes
    if first > second:
        first, second = second, first
    if first % 2 != 0 or second % 2 != 1:
        raise ValueError("invalid rotation plane specified")
    c, s = special.cosdg(angle), special.sindg(angle)
    m, n = given.shape
    rows, columns = m, n
    if reshape:
        us, vs = (0.0, s * n, c * m, c * m + s * n), (0.0, c * n, -s * m, c * n - s * m)
        rows, columns = int(max(us) - min(us) + 0.5), int(max(vs) - min(vs) + 0.5)
    turned = np.empty((2, 2))
    turned[0, 0], turned[0, 1], turned[1, 0], turned[1, 1] = c, s, -s, c
    middle = turned @ np.array([(rows - 1) / 2, (columns - 1) / 2])
    starts = np.array([(m - 1) / 2 - middle[0], (n - 1) / 2 - middle[1]])
    at = _turned(_grid((rows, columns), np.ones(2), np.zeros(2)), turned, starts)
    return np.reshape(_sampled(given, at, order, mode, cval, prefilter), (rows, columns))
