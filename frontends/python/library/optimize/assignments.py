"""Assignments of least cost: ``scipy.optimize.linear_sum_assignment``."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import constant


def linear_sum_assignment(cost_matrix: Any, maximize: bool = False) -> Any:
    """Rows and columns, each at most once, of elements of the least sum; the places have no derivative, what is read there has.

    Shortest augmenting paths, as in D. F. Crouse, "On implementing 2D rectangular assignment algorithms" (2016).
    """
    given = np.asarray(cost_matrix)
    if given.ndim != 2:
        raise ValueError(f"expected a matrix (2-D array), got a {given.ndim} array")
    turned = given.shape[1] < given.shape[0]
    m, n = min(given.shape[0], given.shape[1]), max(given.shape[0], given.shape[1])
    cost = np.empty((m, n))
    for i in range(m):
        for j in range(n):
            c = constant(float(given[j, i]) if turned else float(given[i, j]))
            cost[i, j] = -c if maximize else c
            if np.isnan(cost[i, j]) or cost[i, j] == -np.inf:
                raise ValueError("matrix contains invalid numeric entries")
    of_row = _assigned(cost)
    if turned:
        order = np.argsort(of_row, kind="stable")
        return of_row[order], order
    return np.arange(m), of_row


def _assigned(cost: Any) -> Any:
    """The column of each row."""
    m, n = cost.shape
    u, v = np.zeros(m), np.zeros(n)
    of_row, of_column = np.full(m, -1), np.full(n, -1)
    lengths, before, rest = np.empty(n), np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    for start in range(m):
        lengths[:] = np.inf
        before[:] = -1
        rows, columns = np.zeros(m, dtype=bool), np.zeros(n, dtype=bool)
        for k in range(n):
            rest[k] = n - 1 - k  # of equal costs that which SciPy takes
        i, sink, least, count = start, -1, 0.0, n
        while sink < 0:
            rows[i] = True
            place, lowest = -1, np.inf
            for k in range(count):
                j = rest[k]
                reduced = least + cost[i, j] - u[i] - v[j]
                if reduced < lengths[j]:
                    before[j] = i
                    lengths[j] = reduced
                if lengths[j] < lowest or (lengths[j] == lowest and of_column[j] < 0):
                    lowest = lengths[j]
                    place = k
            if lowest == np.inf:
                raise ValueError("cost matrix is infeasible")
            least = lowest
            best = rest[place]
            columns[best] = True
            count -= 1
            rest[place] = rest[count]
            if of_column[best] < 0:
                sink = best
            else:
                i = of_column[best]
        u[start] += least
        for k in range(m):
            if rows[k] and k != start:
                u[k] += least - lengths[of_row[k]]
        for j in range(n):
            if columns[j]:
                v[j] -= least - lengths[j]
        j = sink
        while True:
            i = before[j]
            of_column[j] = i
            other = of_row[i]
            of_row[i] = j
            j = other
            if i == start:
                break
    return of_row
