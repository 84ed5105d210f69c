"""Factorizations of matrices and what is solved with them, in place."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel, Make


def cholesky(a: Array) -> Any:
    """Row by row, over the lower triangle."""
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            a[i, j] = s / a[j, j]
        s = a[i, i]
        for k in range(i):
            s -= a[i, k] * a[i, k]
        a[i, i] = np.sqrt(s)
    total = 0.0
    for i in range(n):
        for j in range(i + 1):
            total += a[i, j]
    return total


def cholesky_by_hand(a: Array, da: Array) -> None:
    n = a.shape[0]
    for i in range(n):
        for j in range(i):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[j, k]
            a[i, j] = s / a[j, j]
        s = a[i, i]
        for k in range(i):
            s -= a[i, k] * a[i, k]
        a[i, i] = np.sqrt(s)
    for i in range(n):
        for j in range(i + 1):
            da[i, j] += 1
    for i in range(n - 1, -1, -1):
        ds = da[i, i] / a[i, i]
        da[i, i] = ds / 2
        for k in range(i):
            da[i, k] -= ds * a[i, k]
        for j in range(i - 1, -1, -1):
            ds = da[i, j] / a[j, j]
            da[i, j] = ds
            da[j, j] -= ds * a[i, j]
            for k in range(j):
                da[i, k] -= ds * a[j, k]
                da[j, k] -= ds * a[i, k]


def lu(a: Array) -> Any:
    """Right-looking, without pivots."""
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    total = 0.0
    for i in range(n):
        for j in range(n):
            total += a[i, j]
    return total


def lu_by_hand(a: Array, da: Array) -> None:
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            f = a[i, k]
            for j in range(k + 1, n):
                a[i, j] -= f * a[k, j]
    for i in range(n):
        for j in range(n):
            da[i, j] += 1
    for k in range(n - 1, -1, -1):
        for i in range(n - 1, k, -1):
            f, df = a[i, k], da[i, k]
            for j in range(k + 1, n):
                df -= da[i, j] * a[k, j]
                da[k, j] -= f * da[i, j]
            df /= a[k, k]
            da[k, k] -= df * f
            da[i, k] = df


def lu_solve(a: Array, b: Array) -> Any:
    """LU row by row, then both triangular systems, all in place."""
    n = len(b)
    for i in range(n):
        for j in range(i):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[k, j]
            a[i, j] = s / a[j, j]
        for j in range(i, n):
            s = a[i, j]
            for k in range(i):
                s -= a[i, k] * a[k, j]
            a[i, j] = s
    for i in range(n):
        s = b[i]
        for j in range(i):
            s -= a[i, j] * b[j]
        b[i] = s
    for i in range(n - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, n):
            s -= a[i, j] * b[j]
        b[i] = s / a[i, i]
    total = 0.0
    for i in range(n):
        total += b[i] * b[i]
    return total


def lu_solve_by_hand(a: Array, b: Array, da: Array, db: Array, y: Array) -> None:
    """Keeps what the first triangular system gives, since the second overwrites it."""
    n = len(b)
    for i in range(n):
        for j in range(i):
            s = a[i, j]
            for k in range(j):
                s -= a[i, k] * a[k, j]
            a[i, j] = s / a[j, j]
        for j in range(i, n):
            s = a[i, j]
            for k in range(i):
                s -= a[i, k] * a[k, j]
            a[i, j] = s
    for i in range(n):
        s = b[i]
        for j in range(i):
            s -= a[i, j] * b[j]
        b[i] = s
        y[i] = s
    for i in range(n - 1, -1, -1):
        s = b[i]
        for j in range(i + 1, n):
            s -= a[i, j] * b[j]
        b[i] = s / a[i, i]
    for i in range(n):
        db[i] += 2 * b[i]
    for i in range(n):
        ds = db[i] / a[i, i]
        db[i] = ds
        da[i, i] -= ds * b[i]
        for j in range(i + 1, n):
            da[i, j] -= ds * b[j]
            db[j] -= ds * a[i, j]
    for i in range(n - 1, -1, -1):
        ds = db[i]
        for j in range(i):
            da[i, j] -= ds * y[j]
            db[j] -= ds * a[i, j]
    for i in range(n - 1, -1, -1):
        for j in range(n - 1, i - 1, -1):
            ds = da[i, j]
            for k in range(i):
                da[i, k] -= ds * a[k, j]
                da[k, j] -= ds * a[i, k]
        for j in range(i - 1, -1, -1):
            ds = da[i, j] / a[j, j]
            da[i, j] = ds
            da[j, j] -= ds * a[i, j]
            for k in range(j):
                da[i, k] -= ds * a[k, j]
                da[k, j] -= ds * a[i, k]


def gramschmidt(a: Array, q: Array, r: Array) -> Any:
    """Modified, by columns; a is overwritten by what is left of it."""
    m, n = a.shape
    for k in range(n):
        s = 0.0
        for i in range(m):
            s += a[i, k] * a[i, k]
        r[k, k] = math.sqrt(s)
        for i in range(m):
            q[i, k] = a[i, k] / r[k, k]
        for j in range(k + 1, n):
            s = 0.0
            for i in range(m):
                s += q[i, k] * a[i, j]
            r[k, j] = s
            for i in range(m):
                a[i, j] -= q[i, k] * s
    total = 0.0
    for i in range(n):
        for j in range(i, n):
            total += r[i, j]
    return total


def gramschmidt_by_hand(a: Array, q: Array, r: Array, da: Array, dq: Array, dr: Array, w: Array) -> None:
    """What a column was before a step is what it is after it, plus q r: one copy of the matrix is enough."""
    m, n = a.shape
    for k in range(n):
        s = 0.0
        for i in range(m):
            s += a[i, k] * a[i, k]
        r[k, k] = math.sqrt(s)
        for i in range(m):
            q[i, k] = a[i, k] / r[k, k]
        for j in range(k + 1, n):
            s = 0.0
            for i in range(m):
                s += q[i, k] * a[i, j]
            r[k, j] = s
            for i in range(m):
                a[i, j] -= q[i, k] * s
    w[:] = a
    for i in range(n):
        for j in range(i, n):
            dr[i, j] += 1
    for k in range(n - 1, -1, -1):
        for j in range(n - 1, k, -1):
            s = r[k, j]
            ds = dr[k, j]
            dr[k, j] = 0
            for i in range(m):
                ds -= q[i, k] * da[i, j]
            for i in range(m):
                w[i, j] += q[i, k] * s
                dq[i, k] += ds * w[i, j] - s * da[i, j]
                da[i, j] += ds * q[i, k]
        ds = dr[k, k]
        dr[k, k] = 0
        for i in range(m):
            ds -= dq[i, k] * q[i, k] / r[k, k]
        for i in range(m):
            da[i, k] += dq[i, k] / r[k, k] + ds * q[i, k]
            dq[i, k] = 0


def _positive(n: int) -> Make:
    def make(rng: np.random.Generator) -> tuple[Any, ...]:
        x = rng.normal(size=(n, n))
        return (x @ x.T / n + 2 * np.eye(n),)

    return make


def _dominant(n: int) -> Make:
    return lambda rng: (rng.normal(size=(n, n)) + 2 * n * np.eye(n),)


def _system(n: int) -> Make:
    return lambda rng: (rng.normal(size=(n, n)) + 2 * n * np.eye(n), rng.normal(size=n))


def _columns(m: int, n: int) -> Make:
    return lambda rng: (rng.normal(size=(m, n)), np.zeros((m, n)), np.zeros((n, n)))


def _like_first(a: Array, *_: Any) -> tuple[Any, ...]:
    return (np.empty_like(a),)


CHOLESKY = Kernel("cholesky", cholesky, _positive, (200,), (5,), cholesky_by_hand)
KERNELS = (
    CHOLESKY,
    CHOLESKY.in_single(),
    Kernel("lu", lu, _dominant, (200,), (5,), lu_by_hand),
    Kernel("lu_solve", lu_solve, _system, (150,), (5,), lu_solve_by_hand, lambda a, b: (np.empty_like(b),)),
    Kernel("gramschmidt", gramschmidt, _columns, (120, 100), (6, 4), gramschmidt_by_hand, _like_first),
)
