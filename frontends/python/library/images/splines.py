"""B-splines through the elements of an array, as `scipy.ndimage` computes them: coefficients and values between elements.

Coefficients are found by filters that run forwards and backwards (Unser, Aldroubi and Eden, "B-Spline Signal Processing", 1993).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.images.image_filters import rows_of

# Numbers of modes: 0 constant, 1 nearest, 2 reflect, 3 mirror, 4 wrap, 5 grid-wrap, 6 grid-constant.
_POLES = (
    (0.0, 0.0), (0.0, 0.0), (math.sqrt(8.0) - 3.0, 0.0), (math.sqrt(3.0) - 2.0, 0.0),
    (math.sqrt(664.0 - math.sqrt(438976.0)) + math.sqrt(304.0) - 19.0,
     math.sqrt(664.0 + math.sqrt(438976.0)) - math.sqrt(304.0) - 19.0),
    (math.sqrt(67.5 - math.sqrt(4436.25)) + math.sqrt(26.25) - 6.5,
     math.sqrt(67.5 + math.sqrt(4436.25)) - math.sqrt(26.25) - 6.5),
)  # fmt: skip
PADDING = 12  # elements that are put around where a mode has no exact coefficients


def of_spline(mode: int) -> int:
    """The mode in which coefficients go on beyond the ends."""
    return 3 if mode == 0 or mode == 4 else mode


def _filtered(c: Any, z: float, mode: int) -> None:
    """The filter of one pole along a row, in place."""
    n = len(c)
    if mode == 5:
        power = z
        for i in range(1, n):
            c[0] += power * c[n - i]
            power *= z
        c[0] = c[0] / (1.0 - power)
    elif mode == 1 or mode == 2:
        power, all_of, first = z, z**n, c[0]
        s = c[0] + all_of * c[n - 1]
        for i in range(1, n):
            s += power * (c[i] + all_of * (c[n - 1 - i] if i < n - 1 else s))  # at the end the sum: SciPy's numbers
            power *= z
        c[0] = s * z / (1.0 - all_of * all_of) + first
    else:
        power, last = z, z ** (n - 1)
        s = c[0] + last * c[n - 1]
        for i in range(1, n - 1):
            s += power * (c[i] + last * c[n - 1 - i])
            power *= z
        c[0] = s / (1.0 - last * last)
    for i in range(1, n):
        c[i] += z * c[i - 1]
    if mode == 5:
        power, s = z, c[n - 1]
        for i in range(n - 1):
            s += power * c[i]
            power *= z
        c[n - 1] = s * z / (power - 1.0)
    elif mode == 1 or mode == 2:
        c[n - 1] = c[n - 1] * z / (z - 1.0)
    else:
        c[n - 1] = (z * c[n - 2] + c[n - 1]) * z / (z * z - 1.0)
    for j in range(n - 1):
        i = n - 2 - j
        c[i] = z * (c[i + 1] - c[i])


def along_axis(given: Any, order: int, axis: int, mode: int) -> Any:
    """The coefficients along one axis."""
    moved = np.moveaxis(given, axis, -1)
    rows = rows_of(moved).copy()
    n = rows.shape[1]
    if n > 1:
        first, second = _POLES[order]
        gain = (1.0 - first) * (1.0 - 1.0 / first)
        if order > 3:
            gain = gain * ((1.0 - second) * (1.0 - 1.0 / second))
        for r in range(rows.shape[0]):
            row = rows[r]
            for i in range(n):
                row[i] = row[i] * gain
            _filtered(row, first, mode)
            if order > 3:
                _filtered(row, second, mode)
    return np.ascontiguousarray(np.moveaxis(np.reshape(rows, moved.shape), -1, axis))


def coefficients(given: Any, order: int, mode: int) -> Any:
    """The coefficients along all axes."""
    found = given.astype(np.float64)
    for k in range(found.ndim):
        found = along_axis(found, order, k, of_spline(mode))
    return found


def beyond(v: float, n: int, mode: int) -> float:
    """The place in the array that stands for place v, -1 for the constant."""
    end = n - 1.0
    if 0.0 <= v <= end or mode == 6 or (mode == 1 and v == v):  # of these, coefficients go on
        return v
    if mode == 0 or v != v:
        return -1.0
    if n == 1:
        return 0.0
    if mode == 4:
        return v + end * (math.floor(-v / end) + 1.0) if v < 0.0 else v - end * math.floor(v / end)
    if mode == 5:
        return v + n * (math.floor((-1.0 - v) / n) + 1.0) if v < 0.0 else v - n * math.floor(v / n)
    if mode == 3:
        u = v - 2.0 * end * math.floor(v / (2.0 * end))
        return u if u <= end else 2.0 * end - u
    u = v - 2.0 * n * math.floor(v / (2.0 * n))
    return u if u < n else 2.0 * n - 1.0 - u


def _whole(i: int, n: int, mode: int) -> int:
    """The coefficient that stands for place i, -1 for the constant."""
    if 0 <= i < n:
        return i
    if mode == 6:
        return -1
    if mode == 1:
        return 0 if i < 0 else n - 1
    if n == 1:
        return 0
    if mode == 5:
        return i % n
    if mode == 2:
        k = i % (2 * n)
        return k if k < n else 2 * n - 1 - k
    k = i % (2 * n - 2)
    return k if k < n else 2 * n - 2 - k


def _weights(w: Any, x: float, order: int) -> None:
    """The values of the B-splines around a place, x beyond the one in the middle (or left of it)."""
    if order == 0:
        w[0] = 1.0
        return
    z = 1.0 - x
    if order == 1:
        w[0] = z
    elif order == 2:
        w[1] = 0.75 - x * x
        w[0] = 0.5 * (0.5 - x) * (0.5 - x)
    elif order == 3:
        w[1] = (x * x * (x - 2.0) * 3.0 + 4.0) / 6.0
        w[2] = (z * z * (z - 2.0) * 3.0 + 4.0) / 6.0
        w[0] = z * z * z / 6.0
    elif order == 4:
        t, y = x * x, 1.0 + x
        w[2] = t * (t * 0.25 - 0.625) + 115.0 / 192.0
        w[1] = y * (y * (y * (5.0 - y) / 6.0 - 1.25) + 5.0 / 24.0) + 55.0 / 96.0
        w[3] = z * (z * (z * (5.0 - z) / 6.0 - 1.25) + 5.0 / 24.0) + 55.0 / 96.0
        t = (0.5 - x) * (0.5 - x)
        w[0] = t * t / 24.0
    else:
        t, u = x * x, z * z
        w[2] = t * (t * (0.25 - x / 12.0) - 0.5) + 0.55
        w[3] = u * (u * (0.25 - z / 12.0) - 0.5) + 0.55
        y = 1.0 + x
        w[1] = y * (y * (y * (y * (y / 24.0 - 0.375) + 1.25) - 1.75) + 0.625) + 0.425
        y = 1.0 + z
        w[4] = y * (y * (y * (y * (y / 24.0 - 0.375) + 1.25) - 1.75) + 0.625) + 0.425
        w[0] = z * u * u / 120.0
    s = 0.0
    for k in range(order):
        s += w[k]
    w[order] = 1.0 - s


def values(c: Any, at: Any, order: int, mode: int, cval: float, padded: int) -> Any:
    """The spline of coefficients c at places, a column each."""
    axes, count, own = c.ndim, at.shape[1], of_spline(mode)
    flat, found = c.ravel(), np.empty(at.shape[1])
    weights, first = np.zeros((axes, order + 1)), np.zeros(axes, dtype=np.int64)
    for p in range(count):
        inside = True
        for k in range(axes):
            v = beyond(at[k, p] + padded, c.shape[k], mode)
            if mode != 6 and mode != 1 and not v > -1.0:
                inside, v = False, 0.0
            middle = math.floor(v) if order % 2 == 1 else math.floor(v + 0.5)
            first[k] = middle - order // 2
            _weights(weights[k], v - middle, order)
        total = 0.0
        for corner in range((order + 1) ** axes):
            weight, place, bits, outside = 1.0, 0, corner, False
            for k in range(axes):
                bit = bits % (order + 1)
                bits = bits // (order + 1)
                i = _whole(first[k] + bit, c.shape[k], own)
                if i < 0:
                    outside, i = True, 0
                place = place * c.shape[k] + i
                weight = weight * weights[k, bit]
            total += weight * (cval if outside else flat[place])
        found[p] = total if inside else cval
    return found
