"""More stencils: heat in three dimensions, waves, advection by slices, and sweeps in alternating directions."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def heat3d(a: Array, b: Array, steps: int) -> Any:
    """Seven points, two arrays in turns."""
    n = a.shape[0]
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    b[i, j, k] = (
                        0.125 * (a[i + 1, j, k] - 2.0 * a[i, j, k] + a[i - 1, j, k])
                        + 0.125 * (a[i, j + 1, k] - 2.0 * a[i, j, k] + a[i, j - 1, k])
                        + 0.125 * (a[i, j, k + 1] - 2.0 * a[i, j, k] + a[i, j, k - 1])
                        + a[i, j, k]
                    )
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                for k in range(1, n - 1):
                    a[i, j, k] = (
                        0.125 * (b[i + 1, j, k] - 2.0 * b[i, j, k] + b[i - 1, j, k])
                        + 0.125 * (b[i, j + 1, k] - 2.0 * b[i, j, k] + b[i, j - 1, k])
                        + 0.125 * (b[i, j, k + 1] - 2.0 * b[i, j, k] + b[i, j, k - 1])
                        + b[i, j, k]
                    )
    s = 0.0
    for i in range(n):
        for j in range(n):
            for k in range(n):
                s += a[i, j, k] * a[i, j, k]
    return s


def heat3d_by_hand(a: Array, b: Array, steps: int, da: Array, db: Array) -> None:
    """Linear: nothing is kept; each row scatters to its neighbours in loops that are vectors."""
    n = a.shape[0]
    for _ in range(steps):
        for x, y in ((a, b), (b, a)):
            for i in range(1, n - 1):
                for j in range(1, n - 1):
                    for k in range(1, n - 1):
                        y[i, j, k] = (
                            0.125 * (x[i + 1, j, k] - 2.0 * x[i, j, k] + x[i - 1, j, k])
                            + 0.125 * (x[i, j + 1, k] - 2.0 * x[i, j, k] + x[i, j - 1, k])
                            + 0.125 * (x[i, j, k + 1] - 2.0 * x[i, j, k] + x[i, j, k - 1])
                            + x[i, j, k]
                        )
    for i in range(n):
        for j in range(n):
            for k in range(n):
                da[i, j, k] += 2 * a[i, j, k]
    for _ in range(steps):
        for dx, dy in ((db, da), (da, db)):
            for i in range(1, n - 1):
                for j in range(1, n - 1):
                    for k in range(1, n - 1):
                        g = 0.125 * dy[i, j, k]
                        dx[i + 1, j, k] += g
                        dx[i - 1, j, k] += g
                        dx[i, j + 1, k] += g
                        dx[i, j - 1, k] += g
                    for k in range(1, n - 1):
                        dx[i, j, k] += 0.25 * dy[i, j, k]
                    for k in range(1, n - 1):
                        dx[i, j, k + 1] += 0.125 * dy[i, j, k]
                    for k in range(1, n - 1):
                        dx[i, j, k - 1] += 0.125 * dy[i, j, k]
                    for k in range(1, n - 1):
                        dy[i, j, k] = 0


def wave(u: Array, before: Array, c: Array, steps: int) -> Any:
    """The wave equation with a speed at each place; both arrays move on in one loop over new values."""
    n = len(u)
    nxt = np.zeros(n)
    for _ in range(steps):
        for i in range(1, n - 1):
            nxt[i] = 2.0 * u[i] - before[i] + c[i] * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        for i in range(n):
            before[i] = u[i]
            u[i] = nxt[i]
    s = 0.0
    for i in range(n):
        s += u[i] * u[i]
    return s


def wave_by_hand(
    u: Array, before: Array, c: Array, steps: int, du: Array, dbefore: Array, dc: Array, nxt: Array, kept: Array, g: Array
) -> None:
    """Keeps u of each step."""
    n = len(u)
    for i in range(n):
        nxt[i] = 0
    for t in range(steps):
        for i in range(n):
            kept[t, i] = u[i]
        for i in range(1, n - 1):
            nxt[i] = 2.0 * u[i] - before[i] + c[i] * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        for i in range(n):
            before[i] = u[i]
            u[i] = nxt[i]
    for i in range(n):
        du[i] += 2 * u[i]
    for t in range(steps - 1, -1, -1):
        w = kept[t]
        for i in range(n):
            g[i] = du[i]
            du[i] = dbefore[i]
            dbefore[i] = -g[i]
        dbefore[0] = 0
        dbefore[n - 1] = 0
        g[0] = 0
        g[n - 1] = 0
        for i in range(1, n - 1):
            dc[i] += g[i] * (w[i + 1] - 2.0 * w[i] + w[i - 1])
            du[i] += (2.0 - 2.0 * c[i]) * g[i] + c[i - 1] * g[i - 1] + c[i + 1] * g[i + 1]
        du[0] += c[1] * g[1]
        du[n - 1] += c[n - 2] * g[n - 2]


def advection(u: Array, v: Array, steps: int) -> Any:
    """Whole slices, with a speed at each place."""
    for _ in range(steps):
        u[1:] = u[1:] - 0.4 * v[1:] * (u[1:] - u[:-1])
    return (u * u).sum()


def advection_by_hand(u: Array, v: Array, steps: int, du: Array, dv: Array, kept: Array) -> None:
    n = len(u)
    for t in range(steps):
        for i in range(n):
            kept[t, i] = u[i]
        for i in range(1, n):
            u[i] = kept[t, i] - 0.4 * v[i] * (kept[t, i] - kept[t, i - 1])
    for i in range(n):
        du[i] += 2 * u[i]
    for t in range(steps - 1, -1, -1):
        w = kept[t]
        for i in range(1, n):
            dv[i] -= 0.4 * du[i] * (w[i] - w[i - 1])
        du[0] += 0.4 * v[1] * du[1]
        for i in range(1, n - 1):
            du[i] = du[i] * (1.0 - 0.4 * v[i]) + 0.4 * v[i + 1] * du[i + 1]
        du[n - 1] *= 1.0 - 0.4 * v[n - 1]


def adi(u: Array, v: Array, p: Array, q: Array, steps: int, r: float) -> Any:
    """Implicit in one direction after the other: tridiagonal systems along columns, then along rows."""
    n = u.shape[0]
    for _ in range(steps):
        for i in range(1, n - 1):
            v[0, i] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = v[0, i]
            for j in range(1, n - 1):
                p[i, j] = r / (1.0 + 2.0 * r - r * p[i, j - 1])
                x = r * u[j, i - 1] + (1.0 - 2.0 * r) * u[j, i] + r * u[j, i + 1]
                q[i, j] = (x + r * q[i, j - 1]) / (1.0 + 2.0 * r - r * p[i, j - 1])
            v[n - 1, i] = 1.0
            for j in range(n - 2, 0, -1):
                v[j, i] = p[i, j] * v[j + 1, i] + q[i, j]
        for i in range(1, n - 1):
            u[i, 0] = 1.0
            p[i, 0] = 0.0
            q[i, 0] = u[i, 0]
            for j in range(1, n - 1):
                p[i, j] = r / (1.0 + 2.0 * r - r * p[i, j - 1])
                x = r * v[i - 1, j] + (1.0 - 2.0 * r) * v[i, j] + r * v[i + 1, j]
                q[i, j] = (x + r * q[i, j - 1]) / (1.0 + 2.0 * r - r * p[i, j - 1])
            u[i, n - 1] = 1.0
            for j in range(n - 2, 0, -1):
                u[i, j] = p[i, j] * u[i, j + 1] + q[i, j]
    s = 0.0
    for i in range(n):
        for j in range(n):
            s += u[i, j] * u[i, j]
    return s


def _heat3d(n: int, steps: int) -> Any:
    def make(rng: np.random.Generator) -> tuple[Any, ...]:
        a = rng.normal(size=(n, n, n))
        return a, a.copy(), steps

    return make


def _wave(n: int, steps: int) -> Any:
    return lambda rng: (rng.normal(size=n), rng.normal(size=n), rng.uniform(0.1, 0.5, size=n), steps)


def _advection(n: int, steps: int) -> Any:
    return lambda rng: (rng.normal(size=n), rng.uniform(0.5, 1.0, size=n), steps)


def _of_advection(u: Array, v: Array, steps: int) -> tuple[Any, ...]:
    return (np.empty((steps, len(u))),)


def _adi(n: int, steps: int) -> Any:
    return lambda rng: (rng.normal(size=(n, n)), np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n)), steps, 0.5)


KERNELS = (
    Kernel("heat3d", heat3d, _heat3d, (30, 4), (5, 2), heat3d_by_hand),
    Kernel(
        "wave",
        wave,
        _wave,
        (2000, 50),
        (8, 4),
        wave_by_hand,
        lambda u, before, c, steps: (np.empty_like(u), np.empty((steps, len(u))), np.empty_like(u)),
    ),
    Kernel("advection", advection, _advection, (4000, 20), (8, 3), advection_by_hand, _of_advection),
    Kernel("adi", adi, _adi, (60, 4), (5, 2)),
)
