"""Norms along one axis or two of arrays of any number of axes, in plain Python: a function for each order."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def root_of_total(total: Any) -> Any:
    """The root, whose derivative at 0 counts as 0."""
    if np.ndim(total) == 0:
        return np.sqrt(total) if total != 0 else total
    zero = total == 0
    return np.where(zero, total, np.sqrt(np.where(zero, 1, total)))


def _euclidean(a: Any, axis: Any) -> Any:
    return root_of_total(np.sum(a * a, axis=axis))


def _sum(a: Any, axis: Any) -> Any:
    return np.sum(np.abs(a), axis=axis)


def _largest(a: Any, axis: Any) -> Any:
    return np.max(np.abs(a), axis=axis)


def _smallest(a: Any, axis: Any) -> Any:
    return np.min(np.abs(a), axis=axis)


def _count(a: Any, axis: Any) -> Any:
    return np.sum((a != 0).astype(a.dtype), axis=axis)


def power(a: Any, axis: Any, p: Any) -> Any:
    """The sum of the powers of the sizes, to 1/p."""
    total = np.sum(np.abs(a) ** p, axis=axis)
    if np.ndim(total) == 0:
        return total ** (1 / p) if total != 0 else total
    zero = total == 0
    return np.where(zero, total, np.where(zero, 1, total) ** (1 / p))


def _largest_sum(a: Any, axis: Any) -> Any:
    first, second = axis
    return np.max(np.sum(np.abs(a), axis=first), axis=_behind(second, first, a.ndim))


def _smallest_sum(a: Any, axis: Any) -> Any:
    first, second = axis
    return np.min(np.sum(np.abs(a), axis=first), axis=_behind(second, first, a.ndim))


def _largest_row(a: Any, axis: Any) -> Any:
    first, second = axis
    return _largest_sum(a, (second, first))


def _smallest_row(a: Any, axis: Any) -> Any:
    first, second = axis
    return _smallest_sum(a, (second, first))


def _behind(axis: int, gone: int, ndim: int) -> int:
    """An axis when another one is gone."""
    return axis % ndim - 1 if axis % ndim > gone % ndim else axis % ndim


def _values(a: Any, axis: Any) -> Any:
    return np.linalg.svd(np.moveaxis(a, axis, (-2, -1)), compute_uv=False)


def _largest_value(a: Any, axis: Any) -> Any:
    return np.max(_values(a, axis), axis=-1)


def _smallest_value(a: Any, axis: Any) -> Any:
    return np.min(_values(a, axis), axis=-1)


def _sum_of_values(a: Any, axis: Any) -> Any:
    return np.sum(_values(a, axis), axis=-1)


VECTORS: dict[Any, Any] = {None: _euclidean, 2.0: _euclidean, 1.0: _sum, 0.0: _count, math.inf: _largest, -math.inf: _smallest}
MATRICES: dict[Any, Any] = {
    None: _euclidean, "fro": _euclidean, "f": _euclidean, 1.0: _largest_sum, -1.0: _smallest_sum, math.inf: _largest_row,
    -math.inf: _smallest_row, 2.0: _largest_value, -2.0: _smallest_value, "nuc": _sum_of_values,
}  # fmt: skip
