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
