"""Linear algebra as loops, for compiled functions that call no library: ordinary Python, compiled where it is called."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


def cholesky(a: Any) -> Any:
    """The lower triangular L with L L^T = a; of ``a`` the lower triangle is read."""
    n = a.shape[0]
    out = np.zeros((n, n), a.dtype)
    for j in range(n):
        s = a[j, j]
        for k in range(j):
            s -= out[j, k] * out[j, k]
        if not s > 0.0:
            raise np.linalg.LinAlgError("Matrix is not positive definite")
        d = math.sqrt(s)
        out[j, j] = d
        for i in range(j + 1, n):
            t = a[i, j]
            for k in range(j):
                t -= out[i, k] * out[j, k]
            out[i, j] = t / d
    return out


def solve_lower(a: Any, b: Any, unit: Any) -> None:
    """``b`` (two axes) becomes inv(a) b, where ``a`` is lower triangular."""
    for i in range(b.shape[0]):
        for k in range(i):
            for c in range(b.shape[1]):
                b[i, c] -= a[i, k] * b[k, c]
        if not unit:
            for c in range(b.shape[1]):
                b[i, c] /= a[i, i]


def solve_upper(a: Any, b: Any, unit: Any) -> None:
    """The same where it is upper triangular."""
    for r in range(b.shape[0]):
        i = b.shape[0] - 1 - r
        for k in range(i + 1, b.shape[0]):
            for c in range(b.shape[1]):
                b[i, c] -= a[i, k] * b[k, c]
        if not unit:
            for c in range(b.shape[1]):
                b[i, c] /= a[i, i]
