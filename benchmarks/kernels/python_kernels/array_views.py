"""Stencils written with slices, and other work with views."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def six_views(u: Array, out: Array, steps: int) -> Any:
    """Six views of one array in one expression."""
    for _ in range(steps):
        out[3:-3] = u[:-6] * u[6:] + u[1:-5] * u[5:-1] + u[2:-4] * u[4:-2]
    return (out * out).sum()


def six_views_by_hand(u: Array, out: Array, steps: int, du: Array, dout: Array) -> None:
    """Only the last step is seen."""
    n = len(u)
    for _ in range(steps):
        for i in range(3, n - 3):
            out[i] = u[i - 3] * u[i + 3] + u[i - 2] * u[i + 2] + u[i - 1] * u[i + 1]
    for i in range(n):
        dout[i] += out[i] + out[i]
    for _ in range(steps):
        for k in (1, 2, 3):
            for i in range(3, n - 3):
                du[i - k] += dout[i] * u[i + k]
            for i in range(3, n - 3):
                du[i + k] += dout[i] * u[i - k]
        for i in range(3, n - 3):
            dout[i] = 0


def four_views(u: Array, c: Array, steps: int) -> Any:
    """Laplace's operator with a coefficient at each place, four views of two axes."""
    for _ in range(steps):
        u[1:-1, 1:-1] += c[1:-1, 1:-1] * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2])
    return (u * u).sum()


def four_views_by_hand(u: Array, c: Array, steps: int, du: Array, dc: Array, kept: Array, g: Array) -> None:
    """Keeps u of each step."""
    n, m = u.shape
    for t in range(steps):
        w = kept[t]
        for i in range(n):
            for j in range(m):
                w[i, j] = u[i, j]
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                u[i, j] = w[i, j] + c[i, j] * (w[i + 1, j] + w[i - 1, j] + w[i, j + 1] + w[i, j - 1])
    for i in range(n):
        for j in range(m):
            du[i, j] += u[i, j] + u[i, j]
    for t in range(steps - 1, -1, -1):
        w = kept[t]
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                dc[i, j] += du[i, j] * (w[i + 1, j] + w[i - 1, j] + w[i, j + 1] + w[i, j - 1])
                g[i, j] = du[i, j] * c[i, j]
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                du[i + 1, j] += g[i, j]
                du[i - 1, j] += g[i, j]
            for j in range(1, m - 1):
                du[i, j + 1] += g[i, j]
            for j in range(1, m - 1):
                du[i, j - 1] += g[i, j]


def normalised_rows(x: Array, w: Array) -> Any:
    """Each row over its norm, as arrays."""
    total = 0.0
    for i in range(x.shape[0]):
        row = x[i]
        total += (w * row).sum() / np.sqrt((row * row).sum())
    return total


def normalised_rows_by_hand(x: Array, w: Array, dx: Array, dw: Array) -> None:
    n, m = x.shape
    for i in range(n):
        a, b = (w * x[i]).sum(), (x[i] * x[i]).sum()
        f = 1.0 / np.sqrt(b)
        g = -a * f / b
        for j in range(m):
            dw[j] += f * x[i, j]
            dx[i, j] += f * w[j] + g * x[i, j]


def elementwise_tanh(x: Array, w: Array, b: Array) -> Any:
    """A layer of one unit for each element, and its loss."""
    return ((np.tanh(w * x + b) - x) ** 2).sum()


def elementwise_tanh_by_hand(x: Array, w: Array, b: Array, dx: Array, dw: Array, db: Array) -> None:
    for i in range(len(x)):
        t = np.tanh(w[i] * x[i] + b[i])
        e = 2.0 * (t - x[i])
        g = e * (1.0 - t * t)
        dw[i] += g * x[i]
        dx[i] += g * w[i] - e
        db[i] += g


def _line(n: int, steps: int) -> Any:
    return lambda rng: (rng.normal(size=n), np.zeros(n), steps)


def _plane(n: int, m: int, steps: int) -> Any:
    return lambda rng: (rng.normal(size=(n, m)), 0.2 * rng.uniform(size=(n, m)), steps)


def _rows_and_one(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=(n, m)), rng.normal(size=m))


def _three(n: int) -> Any:
    return lambda rng: tuple(rng.normal(size=n) for _ in range(3))


def _of_plane(u: Array, c: Array, steps: int) -> tuple[Any, ...]:
    return np.empty((steps, *u.shape), u.dtype), np.empty_like(u)


SIX = Kernel("six_views", six_views, _line, (10000, 1), (12, 1), six_views_by_hand)
FOUR = Kernel("four_views", four_views, _plane, (100, 110, 5), (5, 6, 2), four_views_by_hand, _of_plane)
KERNELS = (
    SIX,
    FOUR,
    SIX.in_single(),
    FOUR.in_single(),
    Kernel("normalised_rows", normalised_rows, _rows_and_one, (100, 200), (3, 4), normalised_rows_by_hand),
    Kernel("elementwise_tanh", elementwise_tanh, _three, (5000,), (6,), elementwise_tanh_by_hand),
)
