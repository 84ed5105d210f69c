"""A determinant by minors: recursion over lists of the rows and columns that are left; results: value, gradient (l * l)."""

from __future__ import annotations

from typing import Any

import numpy as np

import irad


@irad.jit
def minor(A, left, rows, columns):  # type: ignore[no-untyped-def]
    """``rows[i]`` is the row behind row i, ``rows[l]`` the first one; likewise for columns."""
    l = len(A)  # noqa: E741
    row = rows[l]
    if left == 1:
        return A[row, columns[l]]
    rows[l] = rows[row]
    total = 0.0
    sign = 1.0
    before = l
    for _ in range(left):
        column = columns[before]
        columns[before] = columns[column]
        total += sign * A[row, column] * minor(A, left - 1, rows, columns)
        columns[before] = column
        before = column
        sign = -sign
    rows[l] = row
    return total


@irad.jit
def determinant(A, rows, columns):  # type: ignore[no-untyped-def]
    l = len(A)  # noqa: E741
    for i in range(l):
        rows[i] = i + 1
        columns[i] = i + 1
    rows[l] = 0
    columns[l] = 0
    return minor(A, l, rows, columns)


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """A, its shadow, and the lists of rows and columns."""
    l = int(instance["ell"])  # noqa: E741
    A = np.array(instance["A"], dtype=np.float64).reshape(l, l)
    return A, np.zeros_like(A), np.zeros(l + 1, dtype=np.int64), np.zeros(l + 1, dtype=np.int64)


def primal(A: Any, dA: Any, rows: Any, columns: Any) -> Any:
    return determinant(A, rows, columns)


def derivative(A: Any, dA: Any, rows: Any, columns: Any) -> Any:
    dA.fill(0.0)
    return irad.autodiff(determinant, irad.Duplicated(A, dA), rows, columns)


def results(A: Any, dA: Any, rows: Any, columns: Any) -> Any:
    """What `primal` and `derivative` give, as numbers in a row."""
    value = primal(A, dA, rows, columns)
    derivative(A, dA, rows, columns)
    return np.array([value, *dA.ravel()])
