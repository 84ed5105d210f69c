"""``scipy.optimize.linear_sum_assignment``, by shortest augmenting paths (Crouse, "On implementing 2D rectangular assignment
algorithms", 2016), in SciPy's order of the nodes, so that of several best assignments the same one is found."""

from __future__ import annotations

from typing import Any

import numpy as np


def linear_sum_assignment(cost_matrix: Any, maximize: bool = False) -> Any:
    """The rows and columns of the least sum of costs, which have no derivative; the costs there have theirs."""
    given = np.asarray(cost_matrix) * 1.0
    if given.ndim != 2:
        raise ValueError("expected a matrix (2-D array)")
    cost = -given if maximize else given
    if np.any(np.isnan(cost)) or np.any(cost == -np.inf):
        raise ValueError("matrix contains invalid numeric entries")
    if cost.shape[0] <= cost.shape[1]:
        return np.arange(cost.shape[0]), _columns(cost)
    rows = _columns(cost.T.copy())
    order = np.argsort(rows)
    return rows[order], order


def _columns(cost: Any) -> Any:
    """The column of each row of a matrix that has no fewer columns than rows."""
    m, n = cost.shape
    u, v = np.zeros(m), np.zeros(n)
    column_of, row_of, before = np.full(m, -1), np.full(n, -1), np.full(n, -1)
    for row in range(m):
        lengths, done = np.full(n, np.inf), np.zeros(n, dtype=np.bool_)
        seen = np.zeros(m, dtype=np.bool_)
        rest, count = np.arange(n - 1, -1, -1), n
        least, i, sink = 0.0, row, -1
        while sink == -1:
            best, lowest = -1, np.inf
            seen[i] = True
            for k in range(count):
                j = rest[k]
                r = least + cost[i, j] - u[i] - v[j]
                if r < lengths[j]:
                    before[j], lengths[j] = i, r
                if lengths[j] < lowest or (lengths[j] == lowest and row_of[j] == -1):
                    lowest, best = lengths[j], k
            least = lowest
            if least == np.inf:
                raise ValueError("cost matrix is infeasible")
            j = rest[best]
            if row_of[j] == -1:
                sink = j
            else:
                i = row_of[j]
            done[j] = True
            count -= 1
            rest[best] = rest[count]
        u[row] += least
        for i in range(m):
            if seen[i] and i != row:
                u[i] += least - lengths[column_of[i]]
        for j in range(n):
            if done[j]:
                v[j] -= least - lengths[j]
        j = sink
        while True:
            i = before[j]
            row_of[j] = i
            column_of[i], j = j, column_of[i]
            if i == row:
                break
    return column_of
