"""Points between arrays at equal distances, or with equal quotients: `np.linspace` of arrays, `np.logspace`, `np.geomspace`."""

from __future__ import annotations

from typing import Any

import numpy as np


def between_arrays(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, retstep: bool = False, dtype: Any = None, axis: int = 0
) -> Any:  # fmt: skip
    """`np.linspace` along a new axis."""
    if num < 0:
        raise ValueError("Number of samples must be non-negative.")
    first, last = _as_floats(start), _as_floats(stop)
    way = np.asarray(last - first)
    parts = num - 1 if endpoint else num
    step = way / parts if parts > 0 else way * np.nan
    places = np.reshape(np.arange(num).astype(way.real.dtype), (num, *((1,) * way.ndim)))
    found = (places * step if parts > 0 else places * way) + first
    if endpoint and num > 1:
        found[num - 1] = last
    found = found if axis == 0 else np.moveaxis(found, 0, axis)
    if dtype is not None:
        found = (np.floor(found) if np.issubdtype(dtype, np.integer) else found).astype(dtype)
    if retstep:
        return found, step
    return found


def _as_floats(x: Any) -> Any:
    """Arrays and numbers as they are, so that those of Python have no dtype of their own."""
    return x * 1.0 if np.ndim(x) == 0 else np.asarray(x) * 1.0


def logspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, base: Any = 10.0, dtype: Any = None, axis: int = 0
) -> Any:  # fmt: skip
    """``base`` to the powers of `np.linspace`."""
    if np.ndim(base) > 0:
        bases = np.asarray(base)
        most = max(np.ndim(start), np.ndim(stop), bases.ndim)
        low, high = _with_axes(np.asarray(start), most), _with_axes(np.asarray(stop), most)
        exponents = between_arrays(low, high, num, endpoint, False, None, axis)
        found = np.power(np.expand_dims(_with_axes(bases, most), axis), exponents)
    else:
        found = np.power(base, np.linspace(start, stop, num, endpoint=endpoint, axis=axis))
    return found if dtype is None else found.astype(dtype)


def _with_axes(x: Any, count: int) -> Any:
    """``x`` with axes of length 1 in front, ``count`` axes in all."""
    return np.reshape(x, ((1,) * (count - x.ndim)) + x.shape)


def geomspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, axis: int = 0) -> Any:
    """Numbers whose quotients are the same."""
    if np.any(np.asarray(start) == 0) or np.any(np.asarray(stop) == 0):
        raise ValueError("Geometric sequence cannot include zero")
    low, high = np.asarray(start) * np.float64(1.0), np.asarray(stop) * np.float64(1.0)
    sign = np.sign(low)
    first, last = low / sign, high / sign
    found = np.power(10.0, np.linspace(np.log10(first), np.log10(last), num, endpoint=endpoint))
    if num > 0:
        found[0] = first
    if num > 1 and endpoint:
        found[num - 1] = last
    found = found * sign
    found = found if axis == 0 else np.moveaxis(found, 0, axis)
    return found if dtype is None else found.astype(dtype)
