"""Sums, products and Kronecker products of sparse matrices, as elements (rows, columns, values) that may lie at one place.

What is stored where has no derivative; an element that is computed to be 0 stays stored, since its derivative need not be 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def beside(first: Any, second: Any) -> Any:
    """The elements of two matrices."""
    return tuple(np.concatenate([a, b]) for a, b in zip(first, second, strict=True))


def product_elements(first: Any, indptr: Any, indices: Any, data: Any) -> Any:
    """Of the product of elements and a matrix by rows (Gustavson, 1978)."""
    rows, columns, values = first
    count = 0
    for k in range(len(rows)):
        count += indptr[columns[k] + 1] - indptr[columns[k]]
    left, right, row = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    place = 0
    for k in range(len(rows)):
        for j in range(indptr[columns[k]], indptr[columns[k] + 1]):
            left[place], right[place], row[place] = k, j, rows[k]
            place += 1
    return row, indices[right], values[left] * data[right]


def kron_elements(first: Any, second: Any, m: int, n: int) -> Any:
    """Of the Kronecker product; ``m`` and ``n``: the shape of the second matrix."""
    left, right = np.repeat(np.arange(len(first[0])), len(second[0])), np.tile(np.arange(len(second[0])), len(first[0]))
    rows = np.asarray(first[0])[left] * m + np.asarray(second[0])[right]
    columns = np.asarray(first[1])[left] * n + np.asarray(second[1])[right]
    return rows, columns, first[2][left] * second[2][right]


def moved(elements: Any, down: int, right: int) -> Any:
    """Elements of a block that lies further down and to the right."""
    return np.asarray(elements[0]) + down, np.asarray(elements[1]) + right, elements[2]


class AxisSums:
    """Sums along an axis: a `np.matrix` of ``csr_matrix``, an array with one axis of ``csr_array``; it has what both have."""

    irad_compiled = True

    def __init__(self, values: Any) -> None:
        self.values = values

    def irad_as_array(self) -> Any:
        """``np.asarray``."""
        return AxisSumsArray(self.values)

    @property
    def A1(self) -> Any:
        return self.values

    def sum(self) -> Any:
        return self.values.sum()


class AxisSumsArray:
    """These as an array: with two axes, of which one has one element, or with one axis."""

    irad_compiled = True

    def __init__(self, values: Any) -> None:
        self.values = values

    def ravel(self) -> Any:
        return self.values

    def flatten(self) -> Any:
        return self.values.copy()

    def squeeze(self) -> Any:
        return self.values

    def sum(self) -> Any:
        return self.values.sum()

    def max(self) -> Any:
        return self.values.max()

    def min(self) -> Any:
        return self.values.min()

    def reshape(self, shape: Any) -> Any:
        if shape != -1:
            raise NotImplementedError("sums of a sparse matrix along an axis in another shape, in compiled functions: ravel()")
        return self.values


AxisSums.__name__ = AxisSumsArray.__name__ = "sums of a sparse matrix along an axis"
