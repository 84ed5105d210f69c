"""Products of a matrix with vectors, and a triangular system."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def bicg(a: Array, p: Array, r: Array, q: Array, s: Array) -> Any:
    """q = a p and s = a' r in one sweep."""
    n, m = a.shape
    for j in range(m):
        s[j] = 0.0
    for i in range(n):
        q[i] = 0.0
        for j in range(m):
            s[j] += r[i] * a[i, j]
            q[i] += a[i, j] * p[j]
    total = 0.0
    for i in range(n):
        total += q[i] * q[i]
    for j in range(m):
        total += s[j] * s[j]
    return total


def bicg_by_hand(
    a: Array, p: Array, r: Array, q: Array, s: Array, da: Array, dp: Array, dr: Array, dq: Array, ds: Array
) -> None:  # fmt: skip
    n, m = a.shape
    for j in range(m):
        s[j] = 0.0
    for i in range(n):
        t = 0.0
        for j in range(m):
            s[j] += r[i] * a[i, j]
            t += a[i, j] * p[j]
        q[i] = t
    for j in range(m):
        ds[j] += 2 * s[j]
    for i in range(n):
        g, f, t = dq[i] + 2 * q[i], r[i], 0.0
        for j in range(m):
            t += ds[j] * a[i, j]
            da[i, j] += ds[j] * f + g * p[j]
            dp[j] += g * a[i, j]
        dr[i] += t
        dq[i] = 0
    for j in range(m):
        ds[j] = 0


def mvt(a: Array, x: Array, y: Array, u: Array, v: Array) -> Any:
    """x += a u, y += a' v, the second along columns."""
    n = len(x)
    for i in range(n):
        for j in range(n):
            x[i] += a[i, j] * u[j]
    for i in range(n):
        for j in range(n):
            y[i] += a[j, i] * v[j]
    total = 0.0
    for i in range(n):
        total += x[i] * y[i]
    return total


def mvt_by_hand(
    a: Array, x: Array, y: Array, u: Array, v: Array, da: Array, dx: Array, dy: Array, du: Array, dv: Array
) -> None:  # fmt: skip
    n = len(x)
    for i in range(n):
        s = x[i]
        for j in range(n):
            s += a[i, j] * u[j]
        x[i] = s
    for i in range(n):
        s = y[i]
        for j in range(n):
            s += a[j, i] * v[j]
        y[i] = s
    for i in range(n):
        dx[i] += y[i]
        dy[i] += x[i]
    for i in range(n):
        g = dy[i]
        for j in range(n):
            da[j, i] += g * v[j]
            dv[j] += g * a[j, i]
    for i in range(n):
        g = dx[i]
        for j in range(n):
            da[i, j] += g * u[j]
            du[j] += g * a[i, j]


def gesummv(a: Array, b: Array, x: Array, y: Array, alpha: float, beta: float) -> Any:
    """y = alpha a x + beta b x."""
    n = len(x)
    for i in range(n):
        t = 0.0
        s = 0.0
        for j in range(n):
            t += a[i, j] * x[j]
            s += b[i, j] * x[j]
        y[i] = alpha * t + beta * s
    total = 0.0
    for i in range(n):
        total += y[i] * y[i]
    return total


def gesummv_by_hand(
    a: Array, b: Array, x: Array, y: Array, alpha: float, beta: float, da: Array, db: Array, dx: Array, dy: Array
) -> None:  # fmt: skip
    n = len(x)
    for i in range(n):
        t = 0.0
        s = 0.0
        for j in range(n):
            t += a[i, j] * x[j]
            s += b[i, j] * x[j]
        y[i] = alpha * t + beta * s
    for i in range(n):
        g = dy[i] + 2 * y[i]
        dy[i] = 0
        ga, gb = alpha * g, beta * g
        for j in range(n):
            da[i, j] += ga * x[j]
            db[i, j] += gb * x[j]
            dx[j] += ga * a[i, j] + gb * b[i, j]


def trisolv(low: Array, b: Array, x: Array) -> Any:
    """low x = b, forward."""
    n = len(b)
    for i in range(n):
        x[i] = b[i]
        for j in range(i):
            x[i] -= low[i, j] * x[j]
        x[i] = x[i] / low[i, i]
    total = 0.0
    for i in range(n):
        total += x[i] * x[i]
    return total


def trisolv_by_hand(low: Array, b: Array, x: Array, dlow: Array, db: Array, dx: Array) -> None:
    n = len(b)
    for i in range(n):
        s = b[i]
        for j in range(i):
            s -= low[i, j] * x[j]
        x[i] = s / low[i, i]
    for i in range(n):
        dx[i] += 2 * x[i]
    for i in range(n - 1, -1, -1):
        g = dx[i] / low[i, i]
        dx[i] = 0
        dlow[i, i] -= g * x[i]
        for j in range(i):
            dlow[i, j] -= g * x[j]
            dx[j] -= g * low[i, j]
        db[i] += g


def _bicg(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=(n, m)), rng.normal(size=m), rng.normal(size=n), np.zeros(n), np.zeros(m))


def _mvt(n: int) -> Any:
    return lambda rng: (rng.normal(size=(n, n)), *(rng.normal(size=n) for _ in range(4)))


def _gesummv(n: int) -> Any:
    return lambda rng: (rng.normal(size=(n, n)), rng.normal(size=(n, n)), rng.normal(size=n), np.zeros(n), 1.5, 0.5)


def _trisolv(n: int) -> Any:
    return lambda rng: (rng.normal(size=(n, n)) / n + 2 * np.eye(n), rng.normal(size=n), np.zeros(n))


KERNELS = (
    Kernel("bicg", bicg, _bicg, (300, 280), (4, 3), bicg_by_hand),
    Kernel("mvt", mvt, _mvt, (300,), (4,), mvt_by_hand),
    Kernel("gesummv", gesummv, _gesummv, (250,), (4,), gesummv_by_hand),
    Kernel("trisolv", trisolv, _trisolv, (400,), (5,), trisolv_by_hand),
)
