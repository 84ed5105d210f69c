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
