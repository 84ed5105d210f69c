"""Particles and oscillators over steps of time."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def nbody(x: Array, v: Array, mass: Array, f: Array, steps: int, h: float) -> Any:
    """Each pair attracts once; semi-implicit steps; the kinetic energy."""
    n = len(x)
    for _ in range(steps):
        for i in range(n):
            for c in range(3):
                f[i, c] = 0.0
        for i in range(n):
            for j in range(i + 1, n):
                dx = x[j, 0] - x[i, 0]
                dy = x[j, 1] - x[i, 1]
                dz = x[j, 2] - x[i, 2]
                r2 = dx * dx + dy * dy + dz * dz + 0.01
                w = 1.0 / (r2 * np.sqrt(r2))
                f[i, 0] += mass[j] * w * dx
                f[i, 1] += mass[j] * w * dy
                f[i, 2] += mass[j] * w * dz
                f[j, 0] -= mass[i] * w * dx
                f[j, 1] -= mass[i] * w * dy
                f[j, 2] -= mass[i] * w * dz
        for i in range(n):
            for c in range(3):
                v[i, c] += h * f[i, c]
                x[i, c] += h * v[i, c]
    e = 0.0
    for i in range(n):
        e += 0.5 * mass[i] * (v[i, 0] * v[i, 0] + v[i, 1] * v[i, 1] + v[i, 2] * v[i, 2])
    return e


def nbody_by_hand(
    x: Array, v: Array, mass: Array, f: Array, steps: int, h: float, dx_: Array, dv: Array, dmass: Array, df: Array, kept: Array
) -> None:
    """Keeps the places; the distances of a pair are computed again."""
    n = len(x)
    for t in range(steps):
        for i in range(n):
            for c in range(3):
                f[i, c] = 0.0
                kept[t, i, c] = x[i, c]
        for i in range(n):
            for j in range(i + 1, n):
                dx = x[j, 0] - x[i, 0]
                dy = x[j, 1] - x[i, 1]
                dz = x[j, 2] - x[i, 2]
                r2 = dx * dx + dy * dy + dz * dz + 0.01
                w = 1.0 / (r2 * np.sqrt(r2))
                f[i, 0] += mass[j] * w * dx
                f[i, 1] += mass[j] * w * dy
                f[i, 2] += mass[j] * w * dz
                f[j, 0] -= mass[i] * w * dx
                f[j, 1] -= mass[i] * w * dy
                f[j, 2] -= mass[i] * w * dz
        for i in range(n):
            for c in range(3):
                v[i, c] += h * f[i, c]
                x[i, c] += h * v[i, c]
    for i in range(n):
        dmass[i] += 0.5 * (v[i, 0] * v[i, 0] + v[i, 1] * v[i, 1] + v[i, 2] * v[i, 2])
        for c in range(3):
            dv[i, c] += mass[i] * v[i, c]
    for t in range(steps - 1, -1, -1):
        for i in range(n):
            for c in range(3):
                dv[i, c] += h * dx_[i, c]
                df[i, c] = h * dv[i, c]
        for i in range(n):
            for j in range(i + 1, n):
                dx = kept[t, j, 0] - kept[t, i, 0]
                dy = kept[t, j, 1] - kept[t, i, 1]
                dz = kept[t, j, 2] - kept[t, i, 2]
                r2 = dx * dx + dy * dy + dz * dz + 0.01
                w = 1.0 / (r2 * np.sqrt(r2))
                p = dx * df[i, 0] + dy * df[i, 1] + dz * df[i, 2]
                q = dx * df[j, 0] + dy * df[j, 1] + dz * df[j, 2]
                dmass[j] += w * p
                dmass[i] -= w * q
                g = -3.0 * (mass[j] * p - mass[i] * q) * w / r2
                gx = g * dx + w * (mass[j] * df[i, 0] - mass[i] * df[j, 0])
                gy = g * dy + w * (mass[j] * df[i, 1] - mass[i] * df[j, 1])
                gz = g * dz + w * (mass[j] * df[i, 2] - mass[i] * df[j, 2])
                dx_[j, 0] += gx
                dx_[j, 1] += gy
                dx_[j, 2] += gz
                dx_[i, 0] -= gx
                dx_[i, 1] -= gy
                dx_[i, 2] -= gz
    for i in range(n):
        for c in range(3):
            df[i, c] = 0


def rk4_arrays(y: Array, w: Array, steps: int, h: float) -> Any:
    """Runge and Kutta's steps of oscillators, place and speed in two rows, written with whole rows."""
    for _ in range(steps):
        k1x = y[1] + 0.0
        k1v = -w * y[0]
        k2x = y[1] + 0.5 * h * k1v
        k2v = -w * (y[0] + 0.5 * h * k1x)
        k3x = y[1] + 0.5 * h * k2v
        k3v = -w * (y[0] + 0.5 * h * k2x)
        k4x = y[1] + h * k3v
        k4v = -w * (y[0] + h * k3x)
        y[0] += h / 6.0 * (k1x + 2.0 * k2x + 2.0 * k3x + k4x)
        y[1] += h / 6.0 * (k1v + 2.0 * k2v + 2.0 * k3v + k4v)
    return (y * y).sum()


def rk4_arrays_by_hand(y: Array, w: Array, steps: int, h: float, dy: Array, dw: Array, kept: Array) -> None:
    """Keeps the state of each step; the four slopes are computed again."""
    n = len(w)
    for t in range(steps):
        for i in range(n):
            a, b, c = y[0, i], y[1, i], w[i]
            kept[t, 0, i] = a
            kept[t, 1, i] = b
            k1v = -c * a
            k2x = b + 0.5 * h * k1v
            k2v = -c * (a + 0.5 * h * b)
            k3x = b + 0.5 * h * k2v
            k3v = -c * (a + 0.5 * h * k2x)
            k4x = b + h * k3v
            k4v = -c * (a + h * k3x)
            y[0, i] = a + h / 6.0 * (b + 2.0 * k2x + 2.0 * k3x + k4x)
            y[1, i] = b + h / 6.0 * (k1v + 2.0 * k2v + 2.0 * k3v + k4v)
    for i in range(n):
        dy[0, i] += 2.0 * y[0, i]
        dy[1, i] += 2.0 * y[1, i]
    for t in range(steps - 1, -1, -1):
        for i in range(n):
            a, b, c = kept[t, 0, i], kept[t, 1, i], w[i]
            k1v = -c * a
            k2x = b + 0.5 * h * k1v
            k2v = -c * (a + 0.5 * h * b)
            k3x = b + 0.5 * h * k2v
            gx, gv = h / 6.0 * dy[0, i], h / 6.0 * dy[1, i]
            da, db = dy[0, i] - c * gv, dy[1, i] + gx
            dc = -gv * (a + h * k3x)
            g3x, g3v = 2.0 * gx - c * h * gv, 2.0 * gv + h * gx
            db += g3x
            da -= c * g3v
            dc -= g3v * (a + 0.5 * h * k2x)
            g2x, g2v = 2.0 * gx - 0.5 * h * c * g3v, 2.0 * gv + 0.5 * h * g3x
            db += g2x
            da -= c * g2v
            dc -= g2v * (a + 0.5 * h * b)
            db += gx - 0.5 * h * c * g2v
            g1v = gv + 0.5 * h * g2x
            da -= c * g1v
            dc -= g1v * a
            dy[0, i] = da
            dy[1, i] = db
            dw[i] += dc


def _bodies(n: int, steps: int) -> Any:
    return lambda rng: (
        rng.normal(size=(n, 3)),
        0.1 * rng.normal(size=(n, 3)),
        rng.uniform(0.5, 1.0, size=n) / n,
        np.zeros((n, 3)),
        steps,
        0.01,
    )


def _oscillators(n: int, steps: int) -> Any:
    return lambda rng: (rng.normal(size=(2, n)), rng.uniform(0.5, 2.0, size=n), steps, 0.05)


def _of_bodies(x: Array, v: Array, mass: Array, f: Array, steps: int, h: float) -> tuple[Any, ...]:
    return (np.empty((steps, *x.shape), x.dtype),)


def _of_oscillators(y: Array, w: Array, steps: int, h: float) -> tuple[Any, ...]:
    return (np.empty((steps, *y.shape), y.dtype),)


NBODY = Kernel("nbody", nbody, _bodies, (100, 3), (4, 2), nbody_by_hand, _of_bodies)
KERNELS = (
    NBODY,
    NBODY.in_single(),
    Kernel("rk4_arrays", rk4_arrays, _oscillators, (1000, 10), (3, 3), rk4_arrays_by_hand, _of_oscillators),
)
