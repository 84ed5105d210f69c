"""Systems of linear equations with matrices of few diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np


def banded_solution(lower: int, upper: int, ab: Any, b: Any) -> Any:
    """The solutions x of A x = b for the columns of ``b``; ``ab`` has the diagonals of A, ``upper`` of them above the main one.

    By elimination with exchanges of rows, as LAPACK's ``gbsv``.
    """
    n, width = ab.shape[1], 2 * lower + upper + 1
    w = np.zeros((n, width))  # the element (i, j) at [i, j - i + lower]
    for i in range(n):
        for j in range(max(0, i - lower), min(n, i + upper + 1)):
            w[i, j - i + lower] = ab[upper + i - j, j]
    x = b * np.float64(1.0)
    for k in range(n):
        below = min(n, k + lower + 1)
        best = k
        for i in range(k + 1, below):
            if abs(w[i, k - i + lower]) > abs(w[best, k - best + lower]):
                best = i
        right = min(n, k + lower + upper + 1)
        if w[best, k - best + lower] == 0.0:
            raise np.linalg.LinAlgError("singular matrix")
        if best != k:
            for j in range(k, right):
                kept = w[k, j - k + lower]
                w[k, j - k + lower] = w[best, j - best + lower]
                w[best, j - best + lower] = kept
            for c in range(x.shape[1]):
                other = x[k, c]
                x[k, c] = x[best, c]
                x[best, c] = other
        for i in range(k + 1, below):
            factor = w[i, k - i + lower] / w[k, lower]
            for j in range(k + 1, right):
                w[i, j - i + lower] -= factor * w[k, j - k + lower]
            for c in range(x.shape[1]):
                x[i, c] -= factor * x[k, c]
    for k in range(n - 1, -1, -1):
        for c in range(x.shape[1]):
            s = x[k, c]
            for j in range(k + 1, min(n, k + lower + upper + 1)):
                s -= w[k, j - k + lower] * x[j, c]
            x[k, c] = s / w[k, lower]
    return x
