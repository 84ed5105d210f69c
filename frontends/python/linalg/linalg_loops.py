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


def swap(a: Any, j: Any, p: Any) -> None:
    """Exchange two rows."""
    for c in range(a.shape[1]):
        t = a[j, c]
        a[j, c] = a[p, c]
        a[p, c] = t


def factorise(a: Any) -> Any:
    """The factors L and U, and with which row each one was exchanged."""
    n = a.shape[0]
    lu = a.copy()
    order = np.zeros(n, np.int64)
    for j in range(n):
        p = j
        for i in range(j + 1, n):
            if abs(lu[i, j]) > abs(lu[p, j]):
                p = i
        order[j] = p
        if p != j:
            swap(lu, j, p)
        if lu[j, j] != 0.0:
            for i in range(j + 1, n):
                lu[i, j] /= lu[j, j]
                for c in range(j + 1, n):
                    lu[i, c] -= lu[i, j] * lu[j, c]
    return lu, order


def of_factors(lu: Any, order: Any) -> Any:
    out = 1.0
    for j in range(lu.shape[0]):
        out *= lu[j, j] if order[j] == j else -lu[j, j]
    return out


def log_of_factors(lu: Any, order: Any) -> Any:
    sign, total = 1.0, 0.0
    for j in range(lu.shape[0]):
        d = lu[j, j] if order[j] == j else -lu[j, j]
        if d == 0.0:
            return 0.0, -np.inf
        if d < 0.0:
            sign = -sign
        total += math.log(abs(d))
    return sign, total


def swaps(b: Any, order: Any) -> None:
    """Exchange rows of ``b`` as a factorisation did."""
    for j in range(b.shape[0]):
        if order[j] != j:
            swap(b, j, order[j])


def undo_swaps(b: Any, order: Any) -> None:
    n = b.shape[0]
    for r in range(n):
        j = n - 1 - r
        if order[j] != j:
            swap(b, j, order[j])


def euclidean(x: Any) -> Any:
    """The Euclidean norm; at zero, where it has no derivative, the subgradient of least norm, zero, is used."""
    total = (x * x).sum()
    if total == 0.0:
        return total
    return math.sqrt(total)


def three(a: Any, b: Any, c: Any) -> Any:
    """``a b c``, two of them first where that takes fewer multiplications."""
    if a.shape[0] * b.shape[1] * (a.shape[1] + c.shape[1]) < a.shape[1] * c.shape[1] * (a.shape[0] + b.shape[1]):
        return (a @ b) @ c
    return a @ (b @ c)


def unit(a: Any) -> Any:
    """Unit matrices in the place of the matrices of ``a``."""
    out = np.zeros_like(a, order="C")
    out += np.eye(a.shape[-1], dtype=a.dtype)
    return out


def unit_like(a: Any) -> Any:
    """As `unit`, in arrays with the memory layout of ``a``."""
    out = np.zeros_like(a)
    out += np.eye(a.shape[-1], dtype=a.dtype)
    return out


def inverse(a: Any) -> Any:
    return np.linalg.inv(a)


def power(a: Any, n: Any) -> Any:
    """The power of a matrix, by repeated squaring."""
    out = unit(a)
    z = np.linalg.inv(a) if n < 0 else a.copy()
    m = abs(n)
    while m > 0:
        if m % 2 == 1:
            out = out @ z
        m //= 2
        if m > 0:
            z = z @ z
    return out
