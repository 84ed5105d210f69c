"""Small systems by Householder's reflections, and matrices of slopes by differences, for the solvers of `scipy.optimize`."""

from __future__ import annotations

from typing import Any

import numpy as np

EPS = 2.220446049250313e-16


def size(x: Any) -> float:
    """The Euclidean norm."""
    total = 0.0
    for k in range(len(x)):
        total += x[k] * x[k]
    return float(np.sqrt(total))


def forward_slopes(f: Any, x: Any, value: Any, step: float) -> Any:
    """The matrix of slopes by forward differences, as MINPACK takes them."""
    at = x.copy()
    found = np.empty((len(value), len(x)))
    for j in range(len(x)):
        h = step * abs(x[j])
        if h == 0.0:
            h = step
        at[j] = x[j] + h
        above = f(at)
        at[j] = x[j]
        for i in range(len(value)):
            found[i, j] = (above[i] - value[i]) / h
    return found


def triangular(a: Any, b: Any) -> Any:
    """R of a = Q R by Householder's reflections, and Qᵀ b."""
    r, q = a.copy(), b.copy()
    m, n = r.shape
    for k in range(min(m, n)):
        length = 0.0
        for i in range(k, m):
            length += r[i, k] * r[i, k]
        length = np.sqrt(length)
        if length == 0.0:
            continue
        if r[k, k] > 0.0:
            length = -length
        v = r[k:, k].copy()
        v[0] -= length
        half = 0.0
        for i in range(m - k):
            half += v[i] * v[i]
        half *= 0.5
        for j in range(k, n):
            part = 0.0
            for i in range(m - k):
                part += v[i] * r[k + i, j]
            part /= half
            for i in range(m - k):
                r[k + i, j] -= part * v[i]
        part = 0.0
        for i in range(m - k):
            part += v[i] * q[k + i]
        part /= half
        for i in range(m - k):
            q[k + i] -= part * v[i]
    return r, q


def solved(r: Any, q: Any) -> Any:
    """The solution of R x = q; zeros on the diagonal of R are replaced as in MINPACK."""
    n = len(q)
    x = np.empty(n)
    for k in range(n - 1, -1, -1):
        total = q[k]
        for j in range(k + 1, n):
            total -= r[k, j] * x[j]
        pivot = r[k, k]
        if pivot == 0.0:
            for i in range(k + 1):
                pivot = max(pivot, abs(r[i, k]))
            pivot = EPS * pivot if pivot != 0.0 else EPS
        x[k] = total / pivot
    return x
