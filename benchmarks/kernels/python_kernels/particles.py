"""Forces between particles, chains of springs, and a pendulum with scalars."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def lennard_jones(x: Array, cutoff: float) -> Any:
    """The energy of all pairs within a distance."""
    n = x.shape[0]
    e = 0.0
    for i in range(n):
        for j in range(i):
            dx = x[i, 0] - x[j, 0]
            dy = x[i, 1] - x[j, 1]
            dz = x[i, 2] - x[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            if r2 < cutoff * cutoff:
                s = 1.0 / r2
                s6 = s * s * s
                e += 4.0 * s6 * (s6 - 1.0)
    return e


def lennard_jones_by_hand(x: Array, cutoff: float, g: Array) -> None:
    n = x.shape[0]
    for i in range(n):
        a = b = c = 0.0
        for j in range(i):
            dx = x[i, 0] - x[j, 0]
            dy = x[i, 1] - x[j, 1]
            dz = x[i, 2] - x[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            if r2 < cutoff * cutoff:
                s = 1.0 / r2
                s6 = s * s * s
                f = -24.0 * s * s6 * (2.0 * s6 - 1.0)
                a += f * dx
                b += f * dy
                c += f * dz
                g[j, 0] -= f * dx
                g[j, 1] -= f * dy
                g[j, 2] -= f * dz
        g[i, 0] += a
        g[i, 1] += b
        g[i, 2] += c


def smoothed_density(x: Array, m: Array, rho: Array, h: float) -> Any:
    """Densities by a smooth kernel, and the energy of their pressures."""
    n = x.shape[0]
    for i in range(n):
        s = 0.0
        for j in range(n):
            dx = x[i, 0] - x[j, 0]
            dy = x[i, 1] - x[j, 1]
            q = (dx * dx + dy * dy) / (h * h)
            if q < 1.0:
                w = 1.0 - q
                s += m[j] * w * w * w
        rho[i] = s
    e = 0.0
    for i in range(n):
        e += m[i] * rho[i] * rho[i]
    return e


def smoothed_density_by_hand(x: Array, m: Array, rho: Array, h: float, gx: Array, gm: Array, grho: Array) -> None:
    n = x.shape[0]
    r = 1.0 / (h * h)
    for i in range(n):
        s = 0.0
        for j in range(n):
            dx = x[i, 0] - x[j, 0]
            dy = x[i, 1] - x[j, 1]
            q = (dx * dx + dy * dy) / (h * h)
            if q < 1.0:
                w = 1.0 - q
                s += m[j] * w * w * w
        rho[i] = s
    for i in range(n):
        gm[i] += rho[i] * rho[i]
        g = grho[i] + 2.0 * m[i] * rho[i]
        grho[i] = 0
        a = b = 0.0
        for j in range(n):
            dx = x[i, 0] - x[j, 0]
            dy = x[i, 1] - x[j, 1]
            q = (dx * dx + dy * dy) * r
            if q < 1.0:
                w = 1.0 - q
                gm[j] += g * w * w * w
                f = -6.0 * r * g * m[j] * w * w
                a += f * dx
                b += f * dy
                gx[j, 0] -= f * dx
                gx[j, 1] -= f * dy
        gx[i, 0] += a
        gx[i, 1] += b


def spring_chain(x: Array, v: Array, k: Array, steps: int, h: float) -> Any:
    """Leapfrog steps of a chain with cubic springs."""
    n = len(x)
    for _ in range(steps):
        for i in range(n):
            x[i] += 0.5 * h * v[i]
        for i in range(1, n - 1):
            a = x[i + 1] - x[i]
            b = x[i] - x[i - 1]
            v[i] += h * (k[i] * a - k[i - 1] * b + a * a * a - b * b * b)
        for i in range(n):
            x[i] += 0.5 * h * v[i]
    s = 0.0
    for i in range(n):
        s += v[i] * v[i]
    return s


def spring_chain_by_hand(
    x: Array, v: Array, k: Array, steps: int, h: float, dx: Array, dv: Array, dk: Array, kept: Array
) -> None:  # fmt: skip
    """Keeps the places in the middle of each step."""
    n = len(x)
    for t in range(steps):
        for i in range(n):
            x[i] += 0.5 * h * v[i]
            kept[t, i] = x[i]
        for i in range(1, n - 1):
            a, b = x[i + 1] - x[i], x[i] - x[i - 1]
            v[i] += h * (k[i] * a - k[i - 1] * b + a * a * a - b * b * b)
        for i in range(n):
            x[i] += 0.5 * h * v[i]
    for i in range(n):
        dv[i] += 2.0 * v[i]
    for t in range(steps - 1, -1, -1):
        w = kept[t]
        for i in range(n):
            dv[i] += 0.5 * h * dx[i]
        for i in range(1, n - 1):
            a, b, g = w[i + 1] - w[i], w[i] - w[i - 1], h * dv[i]
            dk[i] += g * a
            dk[i - 1] -= g * b
            ga, gb = g * (k[i] + 3.0 * a * a), -g * (k[i - 1] + 3.0 * b * b)
            dx[i + 1] += ga
            dx[i] += gb - ga
            dx[i - 1] -= gb
        for i in range(n):
            dv[i] += 0.5 * h * dx[i]


def pendulum(start: Array, p: Array, steps: int, h: float) -> Any:
    """A damped pendulum by Runge and Kutta's steps, all scalars; what is wanted is the integral of the squared angle."""
    a = start[0]
    v = start[1]
    total = 0.0
    for _ in range(steps):
        k1 = v
        l1 = -p[0] * math.sin(a) - p[1] * v
        k2 = v + 0.5 * h * l1
        l2 = -p[0] * math.sin(a + 0.5 * h * k1) - p[1] * k2
        k3 = v + 0.5 * h * l2
        l3 = -p[0] * math.sin(a + 0.5 * h * k2) - p[1] * k3
        k4 = v + h * l3
        l4 = -p[0] * math.sin(a + h * k3) - p[1] * k4
        a += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        v += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4)
        total += h * a * a
    return total


def _cluster(n: int) -> Any:
    def make(rng: np.random.Generator) -> tuple[Any, ...]:
        side = math.ceil(n ** (1 / 3))
        grid = np.stack(np.meshgrid(*[np.arange(side)] * 3, indexing="ij"), -1).reshape(-1, 3)[:n]
        return 1.2 * grid + rng.uniform(-0.1, 0.1, size=(n, 3)), 3.0

    return make


def _fluid(n: int) -> Any:
    return lambda rng: (rng.uniform(size=(n, 2)), rng.uniform(0.5, 1.0, size=n), np.zeros(n), 0.4)


def _chain(n: int, steps: int) -> Any:
    return lambda rng: (0.1 * rng.normal(size=n), 0.1 * rng.normal(size=n), rng.uniform(0.5, 1.0, size=n), steps, 0.05)


def _pendulum(steps: int) -> Any:
    return lambda rng: (np.array([1.0, 0.2]), np.array([2.0, 0.1]), steps, 0.01)


def _of_chain(x: Array, v: Array, k: Array, steps: int, h: float) -> tuple[Any, ...]:
    return (np.empty((steps, len(x))),)


KERNELS = (
    Kernel("lennard_jones", lennard_jones, _cluster, (200,), (6,), lennard_jones_by_hand),
    Kernel("smoothed_density", smoothed_density, _fluid, (150,), (6,), smoothed_density_by_hand),
    Kernel("spring_chain", spring_chain, _chain, (1000, 30), (6, 3), spring_chain_by_hand, _of_chain),
    Kernel("pendulum", pendulum, _pendulum, (2000,), (5,)),
)
