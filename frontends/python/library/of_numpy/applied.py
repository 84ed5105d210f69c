"""NumPy's functions that are given a function: for the lines of an array, for places, for elements where something holds."""

from __future__ import annotations

from typing import Any

import numpy as np


def apply_along_axis(func1d: Any, axis: int, arr: Any, *args: Any) -> Any:
    """``func1d`` of each line along an axis."""
    lines = np.moveaxis(np.asarray(arr), axis, -1)
    outer = lines.shape[:-1]
    rows = 1
    for n in outer:
        rows *= n
    if rows == 0:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    flat = lines.reshape((rows, lines.shape[-1]))
    first = np.asarray(func1d(flat[0], *args))
    if first.ndim > 1:
        raise NotImplementedError("np.apply_along_axis of a function that gives matrices in compiled code")
    found = np.empty((rows, *first.shape), dtype=first.dtype)
    found[0] = first
    for k in range(1, rows):
        found[k] = func1d(flat[k], *args)
    whole = found.reshape((*outer, *first.shape))
    return np.moveaxis(whole, -1, axis) if first.ndim == 1 else whole


def apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    """A reduction over several axes, one after the other, which stay as axes of one element."""
    found = np.asarray(a)
    for axis in axes:
        made = func(found, axis)
        found = made if made.ndim == found.ndim else np.expand_dims(made, axis)
    return found


def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any) -> Any:
    """For each element what is given for the last condition that holds: a number, or a function of these elements; else 0."""
    given = np.asarray(x)
    conditions = condlist if isinstance(condlist, (list, tuple)) else (condlist,)
    if len(funclist) != len(conditions) and len(funclist) != len(conditions) + 1:
        raise ValueError("with these conditions, as many functions, or one more, are expected")
    found = np.zeros_like(given)
    rest = np.ones(given.shape, dtype=bool)
    for k in range(len(conditions)):
        chosen = np.asarray(conditions[k])
        rest &= ~chosen
        found[chosen] = _given(funclist[k], given[chosen], args)
    if len(funclist) > len(conditions):
        found[rest] = _given(funclist[len(conditions)], given[rest], args)
    return found


def _given(f: Any, values: Any, args: Any) -> Any:
    return f(values, *args) if callable(f) else f


def fromfunction(function: Any, shape: Any, dtype: Any = float) -> Any:
    """A function of the places of a grid."""
    return function(*np.meshgrid(*[np.arange(n).astype(dtype) for n in shape], indexing="ij"))


def fromiter(iter: Any, dtype: Any, count: int = -1) -> Any:
    """An array of what something gives one by one."""
    found = np.array(list(iter)).astype(dtype)
    if count > len(found):
        raise ValueError("iterator too short")
    return found if count < 0 else found[:count]
