"""Stencils over steps of time and sweeps in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def stencil5(u: Array, v: Array, c: Array) -> Any:
    """Five points, out of place; the sum of squares."""
    n, m = u.shape
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            v[i, j] = c[0] * u[i, j] + c[1] * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    s = 0.0
    for i in range(n):
        for j in range(m):
            s += v[i, j] * v[i, j]
    return s


def stencil5_by_hand(u: Array, v: Array, c: Array, du: Array, dv: Array) -> None:
    """Row by row: what one row of v gives to three rows of u."""
    n, m = u.shape
    c0, c1 = c[0], c[1]
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            v[i, j] = c0 * u[i, j] + c1 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    for i in range(n):
        for j in range(m):
            dv[i, j] += v[i, j] + v[i, j]
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            g = c1 * dv[i, j]
            du[i - 1, j] += g
            du[i + 1, j] += g
            du[i, j - 1] += g
        for j in range(1, m - 1):
            du[i, j] += c0 * dv[i, j]
        for j in range(1, m - 1):
            du[i, j + 1] += c1 * dv[i, j]
            dv[i, j] = 0


def seidel(u: Array, steps: int) -> Any:
    """Gauss and Seidel's sweeps over five points, in place."""
    n, m = u.shape
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = 0.2 * (u[i, j] + u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    s = 0.0
    for i in range(n):
        for j in range(m):
            s += u[i, j] * u[i, j]
    return s


def seidel_by_hand(u: Array, steps: int, du: Array) -> None:
    n, m = u.shape
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = 0.2 * (u[i, j] + u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
    for i in range(n):
        for j in range(m):
            du[i, j] += 2 * u[i, j]
    for _ in range(steps):
        for i in range(n - 2, 0, -1):
            for j in range(m - 2, 0, -1):
                g = 0.2 * du[i, j]
                du[i, j] = g
                du[i - 1, j] += g
                du[i + 1, j] += g
                du[i, j - 1] += g
                du[i, j + 1] += g


def jacobi1d(a: Array, b: Array, c: Array, steps: int) -> Any:
    """Two arrays in turns."""
    n = len(a)
    for _ in range(steps):
        for i in range(1, n - 1):
            b[i] = c[0] * (a[i - 1] + a[i] + a[i + 1])
        for i in range(1, n - 1):
            a[i] = c[0] * (b[i - 1] + b[i] + b[i + 1])
    s = 0.0
    for i in range(n):
        s += a[i] * a[i]
    return s


def jacobi1d_by_hand(a: Array, b: Array, c: Array, steps: int, da: Array, db: Array) -> None:
    n, f = len(a), c[0]
    for _ in range(steps):
        for i in range(1, n - 1):
            b[i] = f * (a[i - 1] + a[i] + a[i + 1])
        for i in range(1, n - 1):
            a[i] = f * (b[i - 1] + b[i] + b[i + 1])
    for i in range(n):
        da[i] += a[i] + a[i]
    for _ in range(steps):
        for i in range(2, n - 2):
            db[i] += f * (da[i - 1] + da[i] + da[i + 1])
        db[0] += f * da[1]
        db[1] += f * (da[1] + da[2])
        db[n - 2] += f * (da[n - 3] + da[n - 2])
        db[n - 1] += f * da[n - 2]
        for i in range(2, n - 2):
            da[i] = f * (db[i - 1] + db[i] + db[i + 1])
        da[0] += f * db[1]
        da[1] = f * (db[1] + db[2])
        da[n - 2] = f * (db[n - 3] + db[n - 2])
        da[n - 1] += f * db[n - 2]
        for i in range(1, n - 1):
            db[i] = 0


def burgers(u: Array, v: Array, steps: int, r: float, nu: float) -> Any:
    """Upwind differences and diffusion."""
    n = len(u)
    for _ in range(steps):
        for i in range(1, n - 1):
            if u[i] > 0.0:
                d = u[i] - u[i - 1]
            else:
                d = u[i + 1] - u[i]
            v[i] = u[i] - r * u[i] * d + nu * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        for i in range(1, n - 1):
            u[i] = v[i]
    s = 0.0
    for i in range(n):
        s += u[i] * u[i]
    return s


def burgers_by_hand(u: Array, v: Array, steps: int, r: float, nu: float, du: Array, dv: Array, kept: Array) -> None:
    n = len(u)
    for t in range(steps):
        for i in range(n):
            kept[t, i] = u[i]
        for i in range(1, n - 1):
            d = u[i] - u[i - 1] if u[i] > 0.0 else u[i + 1] - u[i]
            v[i] = u[i] - r * u[i] * d + nu * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        for i in range(1, n - 1):
            u[i] = v[i]
    for i in range(n):
        du[i] += 2 * u[i]
    for t in range(steps - 1, -1, -1):
        w = kept[t]
        for i in range(1, n - 1):
            dv[i] = du[i]
            du[i] = 0
        for i in range(1, n - 1):
            g, x = dv[i], w[i]
            f = r * g * x
            if x > 0.0:
                left, right, d = f, 0.0, x - w[i - 1]
            else:
                left, right, d = 0.0, -f, w[i + 1] - x
            du[i - 1] += nu * g + left
            du[i] += g - r * g * d - left - right - 2 * nu * g
            du[i + 1] += nu * g + right
    for i in range(1, n - 1):
        dv[i] = 0


def _field(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=(n, m)), np.zeros((n, m)), np.array([0.25, 0.125]))


def _seidel(n: int, steps: int) -> Any:
    return lambda rng: (rng.normal(size=(n, n)), steps)


def _jacobi1d(n: int, steps: int) -> Any:
    def make(rng: np.random.Generator) -> tuple[Any, ...]:
        a = rng.normal(size=n)
        return a, a.copy(), np.array([0.3333]), steps

    return make


def _burgers(n: int, steps: int) -> Any:
    return lambda rng: (np.sin(np.linspace(0, 12, n)) + 0.1 * rng.normal(size=n), np.zeros(n), steps, 0.2, 0.1)


STENCIL5 = Kernel("stencil5", stencil5, _field, (150, 150), (6, 5), stencil5_by_hand, constant=("c",))
JACOBI1D = Kernel("jacobi1d", jacobi1d, _jacobi1d, (2000, 50), (9, 3), jacobi1d_by_hand, constant=("c",))
KERNELS = (
    STENCIL5,
    STENCIL5.in_single(),
    Kernel("seidel", seidel, _seidel, (100, 10), (6, 2), seidel_by_hand),
    JACOBI1D,
    JACOBI1D.in_single(),
    Kernel(
        "burgers", burgers, _burgers, (4000, 20), (12, 3), burgers_by_hand, lambda u, v, t, r, nu: (np.empty((t, len(u))),)
    ),
)
