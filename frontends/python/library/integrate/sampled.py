"""Functions of `scipy.integrate` that integrate samples along an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    """The trapezoidal rule."""
    return np.trapezoid(y, x, dx, axis)


def last_axis(a: Any, axis: Any) -> Any:
    """The array with an axis as its last one, in two dimensions."""
    given = np.asarray(a)
    if given.ndim == 1:
        return given[None, :]
    moved = np.moveaxis(given, axis, -1)
    return np.reshape(moved, (-1, moved.shape[-1]))


def _spacings(x: Any, dx: Any, y: Any, axis: Any) -> Any:
    """The lengths of the intervals, a row for each row of `last_axis`, or one for all; one number if ``x`` is None."""
    if x is None:
        return np.full((1, np.asarray(y).shape[axis] - 1), dx * 1.0)
    at = np.asarray(x)
    if at.ndim != 1 and at.ndim != np.asarray(y).ndim:
        raise ValueError("If given, shape of x must be 1-D or the same as y.")
    rows = at[None, :] if at.ndim == 1 else last_axis(at, axis)
    if rows.shape[1] != np.asarray(y).shape[axis]:
        raise ValueError("If given, length of x along axis must be the same as y.")
    return np.diff(rows, axis=-1)


def _simpson_weights(h: Any) -> Any:
    """Of the values between intervals of lengths ``h``; the last of an odd number by Cartwright's correction (2017)."""
    count = len(h)
    w = np.zeros(count + 1)
    if count == 1:
        w[0] += 0.5 * h[0]
        w[1] += 0.5 * h[0]
        return w
    for k in range(0, count - 1, 2):
        a, b = h[k] * 1.0, h[k + 1] * 1.0
        both = a + b
        w[k] += both / 6.0 * (2.0 - (b / a if a != 0.0 and b != 0.0 else 0.0))
        w[k + 1] += both / 6.0 * (both * both / (a * b) if a * b != 0.0 else 0.0)
        w[k + 2] += both / 6.0 * (2.0 - (a / b if b != 0.0 else 0.0))
    if count % 2 == 1:
        a, b = h[count - 2] * 1.0, h[count - 1] * 1.0
        if a + b != 0.0:
            w[count] += (2.0 * b * b + 3.0 * a * b) / (6.0 * (a + b))
        if a != 0.0:
            w[count - 1] += (b * b + 3.0 * a * b) / (6.0 * a)
            if a + b != 0.0:
                w[count - 2] -= b * b * b / (6.0 * a * (a + b))
    return w


def simpson(y: Any, x: Any = None, *, dx: Any = 1.0, axis: Any = -1) -> Any:
    """The composite rule of Simpson, also for intervals of different lengths and for an odd number of them."""
    values = np.asarray(y)
    narrow = x is None and (values.dtype == np.float32 or values.dtype == np.complex64)
    if narrow and values.ndim == 1 and values.shape[axis] % 2 == 1:
        raise NotImplementedError(
            "scipy.integrate.simpson of an odd number of samples of single precision without x= in compiled functions "
            "(SciPy's result has another type than for an even number): y.astype(float)"
        )
    if values.shape[axis] == 0 and x is None:
        raise IndexError("index -1 is out of bounds for an axis with size 0")
    if values.shape[axis] == 0:
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    h, rows = _spacings(x, dx, values, axis), last_axis(values, axis)
    found = np.zeros(rows.shape[0], dtype=(rows[:, :1] * np.float64(1.0)).dtype)
    w = _simpson_weights(h[0])
    for k in range(rows.shape[0]):
        if k > 0 and h.shape[0] > 1:
            w = _simpson_weights(h[k])
        s = found[k]
        for j in range(rows.shape[1]):
            s += w[j] * rows[k, j]
        found[k] = s
    if values.ndim == 1:
        return found[0]
    if narrow:
        return np.reshape(found.astype(values.dtype), np.moveaxis(values, axis, -1).shape[:-1])
    return np.reshape(found, np.moveaxis(values, axis, -1).shape[:-1])


def cumulative_trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1, initial: Any = None) -> Any:
    """The integrals from the first point to each one."""
    values = np.asarray(y)
    if values.shape[axis] == 0:
        raise ValueError("At least one point is required along `axis`.")
    if initial is not None and initial != 0:
        raise ValueError("`initial` must be `None` or `0`.")
    moved = np.moveaxis(values, axis, -1)
    if x is None:
        parts = dx * (moved[..., 1:] + moved[..., :-1]) / 2.0
    else:
        at = np.asarray(x)
        if at.ndim != 1 and at.ndim != values.ndim:
            raise ValueError("If given, shape of x must be 1-D or the same as y.")
        if at.shape[0 if at.ndim == 1 else axis] != values.shape[axis]:
            raise ValueError("If given, length of x along axis must be the same as y.")
        d = np.diff(at) if at.ndim == 1 else np.diff(np.moveaxis(at, axis, -1), axis=-1)
        parts = d * (moved[..., 1:] + moved[..., :-1]) / 2.0
    found = np.cumsum(parts, axis=-1)
    if initial is not None:
        found = np.concatenate((np.zeros((*found.shape[:-1], 1), dtype=found.dtype), found), axis=-1)
    return np.moveaxis(found, -1, axis)


def cumulative_simpson(y: Any, *, x: Any = None, dx: Any = 1.0, axis: Any = -1, initial: Any = None) -> Any:
    """The integrals from the first point to each one, of parabolas through three points (Cartwright, 2017, equation 8)."""
    values = np.asarray(y)
    if np.ndim(dx) != 0 or (initial is not None and np.ndim(initial) != 0):
        refused("scipy.integrate.cumulative_simpson() with arrays as dx= or initial= is not supported in compiled functions")
    rows = last_axis(values, axis)
    h = _spacings(x, dx, values, axis)
    count = rows.shape[1]
    if count == 0:
        raise ValueError("At least one point is required along `axis`.")
    if x is not None and count > 2 and np.any(h <= 0):
        raise ValueError("Input x must be strictly increasing.")
    first = 0 if initial is None else 1
    found = np.empty((rows.shape[0], count - 1 + first), dtype=(rows[:, :1] * np.float64(1.0)).dtype)
    for k in range(rows.shape[0]):
        _cumulated(rows[k], h[k if h.shape[0] > 1 else 0], 0.0 if initial is None else initial, first, found[k])
    kind = found.dtype if x is None or np.asarray(x).dtype.kind not in "fc" else np.result_type(values, np.asarray(x))
    if values.ndim == 1:
        return found[0].astype(kind)
    shape = np.moveaxis(values, axis, -1).shape[:-1]
    return np.moveaxis(np.reshape(found, (*shape, count - 1 + first)).astype(kind), -1, axis)


def _cumulated(y: Any, h: Any, initial: Any, first: int, out: Any) -> None:
    count = len(h)
    total = 0.0 * y[0] + initial
    if first == 1:
        out[0] = total
    for k in range(count):
        if count == 1:
            total += h[0] * (y[0] + y[1]) / 2.0
        elif k % 2 == 0 and k < count - 1:
            total += _first_of_two(h[k], h[k + 1], y[k], y[k + 1], y[k + 2])
        else:
            total += _first_of_two(h[k], h[k - 1], y[k + 1], y[k], y[k - 1])
        out[k + first] = total


def _first_of_two(a: Any, b: Any, f1: Any, f2: Any, f3: Any) -> Any:
    """The integral over the first of two intervals of a parabola."""
    of_all, of_other = a / (a + b), a / b
    both = of_all * of_other
    return a / 6.0 * ((3.0 - of_all) * f1 + (3.0 + both + of_all) * f2 - both * f3)


def romb(y: Any, dx: Any = 1.0, axis: Any = -1) -> Any:
    """Romberg's rule for one more than a power of two equally spaced samples."""
    values = np.asarray(y)
    rows = last_axis(values, axis)
    intervals = rows.shape[1] - 1
    levels = 0
    while 2**levels < intervals:
        levels += 1
    if 2**levels != intervals:
        raise ValueError("Number of samples must be one plus a non-negative power of 2.")
    table = np.zeros((levels + 1, rows.shape[0]), dtype=(rows[:, :1] * np.float64(1.0)).dtype)
    step = intervals
    for i in range(levels + 1):
        for k in range(rows.shape[0]):
            total = 0.5 * (rows[k, 0] + rows[k, intervals]) + 0.0 * table[i, k]
            for j in range(step, intervals, step):
                total += rows[k, j]
            table[i, k] = total * (step * dx)
        step = step // 2
    for j in range(1, levels + 1):
        for i in range(levels, j - 1, -1):
            for k in range(rows.shape[0]):
                table[i, k] += (table[i, k] - table[i - 1, k]) / (4.0**j - 1.0)
    if values.ndim == 1:
        return table[levels, 0]
    return np.reshape(table[levels], np.moveaxis(values, axis, -1).shape[:-1])
