"""Assignments of least cost: ``scipy.optimize.linear_sum_assignment``.

Shortest augmenting paths (Crouse, "On implementing 2D rectangular assignment algorithms", 2016), in the order in which SciPy
takes them, so that of several assignments of the same cost the same one is found.  What is found has no derivative; costs that
are selected by it have theirs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


def _path(
    cost: Any, u: Any, v: Any, before: Any, row_of: Any, lengths: Any, row: int, seen_rows: Any, seen_columns: Any
) -> Any:  # fmt: skip
    """The free column at the end of the shortest path from a row, -1 if there is none, and the length of that path."""
    count = cost.shape[1]
    rest = np.empty(count, dtype=np.int64)
    for k in range(count):
        rest[k] = count - k - 1
        lengths[k] = np.inf
    seen_rows[:] = False
    seen_columns[:] = False
    shortest, sink, i = 0.0, -1, row
    while sink == -1:
        index, lowest = -1, np.inf
        seen_rows[i] = True
        for k in range(count):
            j = rest[k]
            length = shortest + cost[i, j] - u[i] - v[j]
            if length < lengths[j]:
                before[j] = i
                lengths[j] = length
            if lengths[j] < lowest or (lengths[j] == lowest and row_of[j] == -1):
                lowest, index = lengths[j], k
        shortest = lowest
        if shortest == np.inf:
            return -1, shortest
        j = rest[index]
        if row_of[j] == -1:
            sink = j
        else:
            i = row_of[j]
        seen_columns[j] = True
        count -= 1
        rest[index] = rest[count]
    return sink, shortest


def _assign(cost: Any, column_of: Any) -> None:
    """The column of each row to ``column_of``; there are not more rows than columns."""
    m, n = cost.shape
    u, v, lengths = np.zeros(m), np.zeros(n), np.zeros(n)
    before, row_of = np.full(n, -1, dtype=np.int64), np.full(n, -1, dtype=np.int64)
    seen_rows, seen_columns = np.zeros(m, dtype=np.bool_), np.zeros(n, dtype=np.bool_)
    for row in range(m):
        sink, shortest = _path(cost, u, v, before, row_of, lengths, row, seen_rows, seen_columns)
        if sink < 0:
            raise ValueError("cost matrix is infeasible")
        u[row] += shortest
        for i in range(m):
            if seen_rows[i] and i != row:
                u[i] += shortest - lengths[column_of[i]]
        for j in range(n):
            if seen_columns[j]:
                v[j] -= shortest - lengths[j]
        j = sink
        while True:
            i = before[j]
            row_of[j] = i
            other = column_of[i]
            column_of[i] = j
            j = other
            if i == row:
                break


_assign.irad_constant = True  # type: ignore[attr-defined]


def linear_sum_assignment(cost_matrix: Any, maximize: Any = False) -> Any:
    """Rows and columns, one for each row or for each column, whose costs have the least sum, or the greatest."""
    given = np.asarray(cost_matrix)
    if given.ndim != 2:
        raise ValueError(f"expected a matrix (2-D array), got a {given.ndim} array")
    if given.dtype.kind == "c":
        refused("linear_sum_assignment() of complex numbers is not supported in compiled functions", "costs that are real")
    cost = given * -1.0 if maximize else given * 1.0
    for i in range(cost.shape[0]):
        for j in range(cost.shape[1]):
            if not cost[i, j] > -np.inf:
                raise ValueError("matrix contains invalid numeric entries")
    m, n = cost.shape
    if m <= n:
        columns = np.full(m, -1, dtype=np.int64)
        if m > 0:
            _assign(cost, columns)
        return np.arange(m), columns
    rows = np.full(n, -1, dtype=np.int64)
    if n > 0:
        _assign(cost.T.copy(), rows)
    order = np.argsort(rows)
    return rows[order], order
