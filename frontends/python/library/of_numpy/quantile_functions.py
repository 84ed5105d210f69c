"""Quantiles, between two sorted elements: Hyndman and Fan, "Sample quantiles in statistical packages" (1996)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.ordering import radix_selection

_OF_ELEMENTS = ("lower", "higher", "nearest", "inverted_cdf")
_BETWEEN = (
    "linear", "midpoint", "hazen", "weibull", "median_unbiased", "normal_unbiased", "interpolated_inverted_cdf", "median"
)  # fmt: skip


def median(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The middle element, or the mean of the two in the middle; nan where one is nan."""
    return _of_lines(np.asarray(a), 0.5, axis, "median", keepdims, False)


def nanmedian(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The median of what is not nan."""
    return _of_lines(np.asarray(a), 0.5, axis, "median", keepdims, True)


def quantile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> Any:
    """What a part ``q`` of the elements is below of; nan where one is nan."""
    _check_parts(q, 1, "Quantiles must be in the range [0, 1]")
    return _of_lines(np.asarray(a), _as_elements(np.asarray(a), q), axis, method, keepdims, False)


def nanquantile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> Any:
    """The quantile of what is not nan."""
    _check_parts(q, 1, "Quantiles must be in the range [0, 1]")
    return _of_lines(np.asarray(a), _as_elements(np.asarray(a), q), axis, method, keepdims, True)


def percentile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> Any:
    """What ``q`` percent of the elements are below of; nan where one is nan."""
    _check_parts(q, 100, "Percentiles must be in the range [0, 100]")
    return _of_lines(np.asarray(a), _of_hundred(np.asarray(a), q), axis, method, keepdims, False)


def nanpercentile(a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False) -> Any:
    """The percentile of what is not nan."""
    _check_parts(q, 100, "Percentiles must be in the range [0, 100]")
    return _of_lines(np.asarray(a), _of_hundred(np.asarray(a), q), axis, method, keepdims, True)


def _check_parts(q: Any, most: int, text: str) -> None:
    parts = np.asarray(q)
    if not np.all((parts >= 0) & (parts <= most)):
        raise ValueError(text)


def _as_elements(given: Any, q: Any) -> Any:
    """``q``: a number of Python's is of the dtype of the elements, if they are floats."""
    if given.dtype.kind == "f" and np.ndim(q) == 0 and not isinstance(q, np.generic):
        return np.asarray(q).astype(given.dtype)
    return np.asarray(q) * 1.0


def _of_hundred(given: Any, q: Any) -> Any:
    if given.dtype.kind == "f" and np.ndim(q) == 0 and not isinstance(q, np.generic):
        return np.asarray(q).astype(given.dtype) / given.dtype.type(100)
    return np.asarray(q) / given.dtype.type(100) if given.dtype.kind == "f" else np.asarray(q) / 100


def _lines(given: Any, axis: Any) -> Any:
    """The lines along an axis, or along several, as the rows of a matrix."""
    if axis is None:
        return given.reshape((1, -1)) if given.size > 0 else given.reshape((1, 0))
    axes = axis if isinstance(axis, tuple) else (axis,)
    moved = np.moveaxis(given, axes, tuple(range(-len(axes), 0)))
    rows, length = 1, 1
    for n in moved.shape[: moved.ndim - len(axes)]:
        rows *= n
    for n in moved.shape[moved.ndim - len(axes) :]:
        length *= n
    return moved.reshape((rows, length))


def _left(given: Any, axis: Any, keepdims: bool) -> Any:
    """An array like what is left of one behind a reduction."""
    return np.empty_like(given, dtype=bool).any(axis=axis, keepdims=keepdims)


def _of_lines(given: Any, q: Any, axis: Any, method: str, keepdims: bool, without_nan: bool) -> Any:
    if given.dtype.kind == "c" and method == "median":
        raise NotImplementedError("medians of complex numbers in compiled code")
    if given.dtype.kind == "c":
        raise TypeError("a must be an array of real numbers")
    if given.dtype.kind == "b" and method not in _OF_ELEMENTS and method != "median":
        raise TypeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor")
    if method not in _OF_ELEMENTS and method not in _BETWEEN:
        raise NotImplementedError("this method of quantiles in compiled code")
    values = given if given.dtype.kind != "b" else given.astype(np.int64)
    lines = _lines(values, axis)
    rows, n = lines.shape
    asked = np.asarray(q)
    parts = asked.ravel()
    count = len(parts)
    one = values.dtype.type(0)
    if method in _OF_ELEMENTS or (method == "median" and values.dtype.kind == "f"):
        sample = one
    else:
        sample = one * parts.dtype.type(0)
    found = np.empty((count, rows), dtype=sample.dtype)
    order, places = np.empty(n, dtype=np.int64), np.empty(2 * count, dtype=np.int64)
    for i in range(rows):
        m = n
        if values.dtype.kind == "f":
            m = radix_selection.count_numbers(lines[i])
        if n == 0 and method != "median" and (values.dtype.kind != "f" or not without_nan):
            raise IndexError("index -1 is out of bounds for axis 0 with size 0")
        if m == 0 or (m < n and not without_nan):
            found[:, i] = np.nan
            continue
        for k in range(count):
            places[2 * k] = _lower(m, parts[k], method)
            places[2 * k + 1] = min(places[2 * k] + 1, m - 1)
        radix_selection.ascending(places)
        radix_selection.find_places(lines[i], places, order)
        for k in range(count):
            j = _lower(m, parts[k], method)
            found[k, i] = _between(lines[i, order[j]], lines[i, order[min(j + 1, m - 1)]], m, parts[k], j, method)
    left = _left(given, axis, keepdims)
    if asked.ndim > 0:
        return found.reshape((*asked.shape, *np.shape(left)))
    if np.ndim(left) == 0:
        return found[0, 0]
    out = np.empty_like(left, dtype=found.dtype)  # in the memory order of what is left
    out[...] = found.reshape(left.shape)
    return out


def _lower(n: int, q: Any, method: str) -> Any:
    """The place of the element, or of the lower one of the two, that the quantile of ``n`` sorted elements is made of."""
    if method == "median":
        return (n - 1) // 2
    if method == "higher":
        return math.ceil((n - 1) * q)
    if method == "nearest":
        return int(np.rint((n - 1) * q))
    if method == "inverted_cdf":
        return min(max(math.ceil(n * q) - 1, 0), n - 1)
    if method == "lower" or method == "midpoint":
        return math.floor((n - 1) * q)
    return min(max(math.floor(_place(n, q, method)), 0), n - 1)


def _between(lower: Any, upper: Any, n: int, q: Any, j: int, method: str) -> Any:
    """The quantile, by the element at the place `_lower`, and the next one."""
    if method == "median":
        return lower if n % 2 == 1 else (lower + upper) / 2
    if method in _OF_ELEMENTS:
        return lower
    if method == "midpoint":
        if lower == upper or (n - 1) * q == j:
            return lower * type(q)(1)
        return lower + (upper - lower) * type(q)(0.5)
    place = _place(n, q, method)
    if place <= 0 or place >= n - 1:
        return lower * type(q)(1)
    t = place - j
    way = upper - lower
    return upper - way * (1 - t) if t >= 0.5 else lower + way * t


def _place(n: int, q: Any, method: str) -> Any:
    """The number of the element, from 0, that a part ``q`` of ``n`` elements is below of."""
    if method == "linear":
        return (n - 1) * q
    if method == "hazen":
        return n * q + 0.5 - 1
    if method == "weibull":
        return n * q + q - 1
    if method == "median_unbiased":
        return n * q + (1 / 3 + q * (1 / 3)) - 1
    if method == "normal_unbiased":
        return n * q + (3 / 8 + q * (1 / 4)) - 1
    return n * q - 1
