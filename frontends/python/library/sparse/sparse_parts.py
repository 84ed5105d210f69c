"""Elements and parts of sparse matrices: ``A[i, j]``, ``A[rows]``, ``A[:, columns]``, ``A[np.ix_(rows, columns)]``."""

from __future__ import annotations

from typing import Any

import numpy as np


def element(indptr: Any, indices: Any, data: Any, i: Any, j: Any) -> Any:
    """The element of a row and a column: what is stored for it, added up."""
    found = data.dtype.type(0)
    for k in range(indptr[i], indptr[i + 1]):
        if indices[k] == j:
            found += data[k]
    return found


def part(indptr: Any, indices: Any, data: Any, width: int, rows: Any, columns: Any) -> Any:
    """The parts of the matrix of these rows and columns, in which each may be several times: its data, indices and indptr.

    ``width``: how many columns the matrix has.
    """
    head, behind = np.full(width, -1), np.full(len(columns), -1)  # the places of each column in the part, ascending
    for q in range(len(columns)):
        p = len(columns) - 1 - q
        behind[p] = head[columns[p]]
        head[columns[p]] = p
    count = 0
    for a in range(len(rows)):
        for k in range(indptr[rows[a]], indptr[rows[a] + 1]):
            p = head[indices[k]]
            while p >= 0:
                count += 1
                p = behind[p]
    from_, to = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int32)
    starts, count = np.zeros(len(rows) + 1, dtype=np.int32), 0
    for a in range(len(rows)):
        for k in range(indptr[rows[a]], indptr[rows[a] + 1]):
            p = head[indices[k]]
            while p >= 0:
                from_[count] = k
                to[count] = p
                count += 1
                p = behind[p]
        starts[a + 1] = count
    return data[from_], to, starts


def check_elements(rows: Any, columns: Any, data: Any, shape: Any) -> None:
    """That elements lie within the matrix."""
    if len(rows) != len(data) or len(columns) != len(data):
        raise ValueError("all index and data arrays must have the same length")
    for k in range(len(rows)):
        if rows[k] < 0 or rows[k] >= shape[0] or columns[k] < 0 or columns[k] >= shape[1]:
            raise ValueError("an index exceeds the dimensions of the matrix")


def check_compressed(data: Any, indices: Any, indptr: Any) -> None:
    """That there are as many elements as indices, and as the rows or columns end at."""
    if len(indptr) == 0 or indptr[0] != 0:
        raise ValueError("index pointer should start with 0")
    if len(indices) != len(data):
        raise ValueError("indices and data should have the same size")
    if indptr[len(indptr) - 1] > len(indices):
        raise ValueError("Last value of index pointer should be less than the size of index and data arrays")
    if indptr[len(indptr) - 1] < len(indices):
        raise NotImplementedError("elements behind the last row of a sparse matrix in compiled functions: leave them out")


def of_kind(data: Any, dtype: Any) -> Any:
    """The values as ``dtype``, if that is given."""
    return np.asarray(data) if dtype is None else np.asarray(data).astype(dtype)
