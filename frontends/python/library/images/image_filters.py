"""Filters of `scipy.ndimage`: sums over neighbours, computed in double precision and stored in the dtype of the input."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused

_CODES = ("reflect", "mirror", "nearest", "wrap", "constant", "grid-mirror", "grid-wrap", "grid-constant")


def _code(mode: Any) -> int:
    """The number of a mode: 0 reflect, 1 mirror, 2 nearest, 3 wrap, 4 constant."""
    if mode == "reflect" or mode == "grid-mirror":
        return 0
    if mode == "mirror":
        return 1
    if mode == "nearest":
        return 2
    if mode == "wrap" or mode == "grid-wrap":
        return 3
    if mode != "constant" and mode != "grid-constant":
        raise RuntimeError("boundary mode not supported")
    return 4


def folded(i: int, n: int, code: int) -> int:
    """The place of the element that stands for place i, -1 for the constant."""
    if 0 <= i < n:
        return i
    if code == 4:
        return -1
    if code == 2:
        return 0 if i < 0 else n - 1
    if code == 3:
        return i % n
    if code == 1:
        if n == 1:
            return 0
        k = i % (2 * n - 2)
        return k if k < n else 2 * n - 2 - k
    k = i % (2 * n)
    return k if k < n else 2 * n - 1 - k


def _checked(a: Any, output: Any) -> Any:
    given = np.asarray(a)
    if output is not None:
        refused(
            "filters of scipy.ndimage with output= are not supported in compiled functions", "assign the result: out[:] = ..."
        )
    if given.dtype.kind in "cb":
        refused(
            "filters of scipy.ndimage of complex numbers or truth values are not supported in compiled functions", "convert them"
        )
    return given


def rows_of(moved: Any) -> Any:
    """The rows along the last axis, as a matrix; of an empty array as well."""
    n = moved.shape[-1]
    return np.reshape(moved, (moved.size // max(n, 1), n))


def _stored(found: Any, dtype: Any) -> Any:
    """Sums in a dtype: of whole numbers by C's conversion, which cuts off and wraps."""
    return found.astype(np.int64).astype(dtype) if dtype.kind in "iu" else found.astype(dtype)


def _along(given: Any, weights: Any, axis: int, code: int, cval: float, origin: int) -> Any:
    moved = np.moveaxis(given, axis, -1)
    rows = rows_of(moved)
    n, size = rows.shape[1], len(weights)
    if size < 1:
        raise RuntimeError("no filter weights given")
    if origin < -(size // 2) or origin > (size - 1) // 2:
        raise ValueError("Invalid origin; origin must satisfy -(len(weights) // 2) <= origin <= (len(weights)-1) // 2")
    whole = given.dtype.kind in "iu"
    found, first = np.empty(rows.shape, dtype=np.float64 if whole else given.dtype), -(size // 2) - origin
    low = min(n, -first)  # from here to ``high`` all neighbours are there
    high = max(low, n + 1 - size - first)
    for r in range(rows.shape[0]):
        sums = np.zeros(n)
        for j in range(size):
            factor = weights[j]
            for i in range(low, high):
                sums[i] += factor * rows[r, i + j + first]
        for i in range(n):
            if i < low or i >= high:
                for j in range(size):
                    k = folded(i + j + first, n, code)
                    sums[i] += weights[j] * (cval if k < 0 else rows[r, k])
        for i in range(n):
            found[r, i] = sums[i]
    kept = _stored(found, given.dtype) if whole else found
    return np.ascontiguousarray(np.moveaxis(np.reshape(kept, moved.shape), -1, axis))


def _element(rows: Any, r: int, i: int, code: int, cval: float) -> float:
    """The element of a row that stands for place i, in double precision."""
    k = folded(i, rows.shape[1], code)
    return cval if k < 0 else float(rows[r, k])


def _means(given: Any, size: int, axis: int, code: int, cval: float, origin: int) -> Any:
    """Means along an axis, of a running sum as SciPy's: the next element less the last one is added (a nan goes on)."""
    moved = np.moveaxis(given, axis, -1)
    rows = rows_of(moved)
    whole = given.dtype.kind in "iu"
    found, first = np.empty(rows.shape, dtype=np.float64 if whole else given.dtype), -(size // 2) - origin
    for r in range(rows.shape[0]):
        total = 0.0
        for j in range(size):
            total += _element(rows, r, first + j, code, cval)
        found[r, 0] = total / size
        for i in range(1, rows.shape[1]):
            total += _element(rows, r, first + i + size - 1, code, cval) - _element(rows, r, first + i - 1, code, cval)
            found[r, i] = total / size
    kept = _stored(found, given.dtype) if whole else found
    return np.ascontiguousarray(np.moveaxis(np.reshape(kept, moved.shape), -1, axis))


def correlate1d(
    input: Any, weights: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """Sums along an axis."""
    given = _checked(input, output)
    return _along(given, np.asarray(weights) * 1.0, axis, _code(mode), cval * 1.0, origin)


def convolve1d(
    input: Any, weights: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """Sums along an axis, of weights turned around."""
    given, turned = _checked(input, output), np.asarray(weights)[::-1] * 1.0
    before = -origin - (1 if len(turned) % 2 == 0 else 0)
    return _along(given, turned, axis, _code(mode), cval * 1.0, before)


def uniform_filter1d(
    input: Any, size: int, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """Means along an axis."""
    given = _checked(input, output)
    if size < 1:
        raise RuntimeError("incorrect filter size")
    if size // 2 + origin < 0 or size // 2 + origin >= size:
        raise ValueError("invalid origin")
    return _means(given, size, axis, _code(mode), cval * 1.0, origin)


def uniform_filter(
    input: Any, size: Any = 3, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """Means over boxes."""
    found = _checked(input, output).copy()
    for k in range(found.ndim):
        count = int(size) if np.ndim(size) == 0 else int(size[k])
        if count > 1:
            found = uniform_filter1d(found, count, k, None, mode, cval, origin)
    return found


def _kernel(sigma: Any, order: int, radius: int) -> Any:
    """The normal density at whole numbers, or its derivative: times a polynomial q with q' - q x / sigma² for each order."""
    if order < 0:
        raise ValueError("order must be non-negative")
    if radius < 0:
        raise ValueError("Radius must be a nonnegative integer.")
    square = sigma * sigma
    x = np.arange(-radius, radius + 1) * 1.0
    density = np.exp(-0.5 / square * x * x)
    density = density / density.sum()
    q = np.zeros(order + 2)
    q[0] = 1.0
    for _ in range(order):
        after = np.zeros(order + 2)
        for k in range(order + 1):
            after[k] = (k + 1) * q[k + 1] - (q[k - 1] / square if k > 0 else 0.0)
        q = after
    factor = np.zeros(len(x))
    for k in range(order, -1, -1):
        factor = factor * x + q[k]
    return factor * density


def gaussian_filter1d(
    input: Any, sigma: Any, axis: int = -1, order: Any = 0, output: Any = None, mode: Any = "reflect", cval: Any = 0.0,
    truncate: Any = 4.0, *, radius: Any = None,
) -> Any:  # fmt: skip
    """The convolution with a normal density, or a derivative of it, along an axis."""
    given = _checked(input, output)
    reach = int(truncate * sigma + 0.5) if radius is None else radius
    return _along(given, _kernel(sigma * 1.0, order, reach)[::-1], axis, _code(mode), cval * 1.0, 0)


def gaussian_filter(
    input: Any, sigma: Any, order: Any = 0, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, truncate: Any = 4.0, *,
    radius: Any = None,
) -> Any:  # fmt: skip
    """The convolution with a normal density along all axes."""
    found = _checked(input, output).copy()
    for k in range(found.ndim):
        width = sigma * 1.0 if np.ndim(sigma) == 0 else sigma[k] * 1.0
        if width > 1e-15:
            own = order if np.ndim(order) == 0 else order[k]
            reach = int(truncate * width + 0.5) if radius is None else radius
            found = _along(found, _kernel(width, own, reach)[::-1], k, _code(mode), cval * 1.0, 0)
    return found


def gaussian_gradient_magnitude(input: Any, sigma: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    """The length of the gradient of the smoothed input."""
    given = _checked(input, output)
    total = np.zeros_like(given)
    for k in range(given.ndim):
        part = gaussian_filter(given, sigma, [1 if j == k else 0 for j in range(given.ndim)], None, mode, cval)
        total = total + part * part
    return np.sqrt(total) if given.dtype.kind == "f" else _stored(np.sqrt(total.astype(np.float64)), given.dtype)


def gaussian_laplace(input: Any, sigma: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    """The sum of the second derivatives of the smoothed input."""
    given = _checked(input, output)
    total = np.zeros_like(given)
    for k in range(given.ndim):
        total = total + gaussian_filter(given, sigma, [2 if j == k else 0 for j in range(given.ndim)], None, mode, cval)
    return total


def laplace(input: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    """The sum of second differences."""
    given = _checked(input, output)
    total = np.zeros_like(given)
    for k in range(given.ndim):
        total = total + correlate1d(given, np.array([1.0, -2.0, 1.0]), k, None, mode, cval)
    return total


def _differences(given: Any, axis: int, middle: float, mode: Any, cval: Any) -> Any:
    found = correlate1d(given, np.array([-1.0, 0.0, 1.0]), axis, None, mode, cval)
    for k in range(given.ndim):
        if k != axis % given.ndim:
            found = correlate1d(found, np.array([1.0, middle, 1.0]), k, None, mode, cval)
    return found


def sobel(input: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    """Differences along an axis, smoothed along the others by 1, 2, 1."""
    return _differences(_checked(input, output), axis, 2.0, mode, cval)


def prewitt(input: Any, axis: int = -1, output: Any = None, mode: Any = "reflect", cval: Any = 0.0) -> Any:
    """Differences along an axis, smoothed along the others by 1, 1, 1."""
    return _differences(_checked(input, output), axis, 1.0, mode, cval)


def _over_all(given: Any, weights: Any, code: int, cval: float, shifts: Any) -> Any:
    axes, size = given.ndim, weights.size
    shape, own = np.array(given.shape), np.array(weights.shape)
    flat, factors = given.ravel(), weights.ravel() * 1.0
    offsets, counted = np.zeros((size, axes), dtype=np.int64), np.zeros(size, dtype=np.bool_)
    for q in range(size):
        rest, counted[q] = q, abs(factors[q]) > 2.220446049250313e-16  # SciPy leaves the others out, nans as well
        for k in range(axes - 1, -1, -1):
            offsets[q, k] = rest % own[k] - own[k] // 2 - shifts[k]
            rest = rest // own[k]
    plain, found, at = bool(np.all(counted)), np.empty(flat.size, dtype=given.dtype), np.zeros(axes, dtype=np.int64)
    for p in range(flat.size):
        rest = p
        for k in range(axes - 1, -1, -1):
            at[k] = rest % shape[k]
            rest = rest // shape[k]
        s = 0.0
        for q in range(size):
            place = 0
            for k in range(axes):
                i = folded(at[k] + offsets[q, k], shape[k], code)
                place = -1 if i < 0 or place < 0 else place * shape[k] + i
            term = factors[q] * (cval if place < 0 else flat[place])
            s += term if plain or counted[q] or np.isfinite(term) else 0.0  # (finite ones change nothing, and have slopes)
        found[p] = s
    return np.reshape(found, given.shape)


def _shifts(origin: Any, weights: Any, axes: int, turned: bool) -> Any:
    filled = 0
    for n in weights.shape:
        filled += 1 if n > 0 else 0
    if filled != axes:
        raise RuntimeError(f"weights.ndim ({filled}) must match len(axes) ({axes})")
    found = np.zeros(weights.ndim, dtype=np.int64)
    for k in range(weights.ndim):
        own, n = (origin if np.ndim(origin) == 0 else origin[k]), weights.shape[k]
        found[k] = -own - (1 if n % 2 == 0 else 0) if turned else own
        if found[k] < -(n // 2) or found[k] > (n - 1) // 2:
            raise ValueError("Invalid origin")
    return found


def correlate(
    input: Any, weights: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """Sums over neighbours in all directions."""
    given, w = _checked(input, output), np.asarray(weights)
    return _over_all(given, w, _code(mode), cval * 1.0, _shifts(origin, w, given.ndim, False))


def convolve(
    input: Any, weights: Any, output: Any = None, mode: Any = "reflect", cval: Any = 0.0, origin: Any = 0
) -> Any:  # fmt: skip
    """Sums over neighbours in all directions, of weights turned around."""
    given, w = _checked(input, output), np.flip(np.asarray(weights))
    return _over_all(given, w, _code(mode), cval * 1.0, _shifts(origin, w, given.ndim, True))
