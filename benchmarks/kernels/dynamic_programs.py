"""Dynamic programming: the best ways, and soft versions of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def floyd_warshall(d: Array) -> Any:
    """The lengths of all shortest ways, in place."""
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = d[i, k] + d[k, j]
                if through < d[i, j]:
                    d[i, j] = through
    total = 0.0
    for i in range(n):
        for j in range(n):
            total += d[i, j] * d[i, j]
    return total


def floyd_warshall_by_hand(d: Array, dd: Array, shorter: Array) -> None:
    """Keeps a byte for each comparison."""
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = d[i, k] + d[k, j]
                shorter[k, i, j] = through < d[i, j]
                if through < d[i, j]:
                    d[i, j] = through
    for i in range(n):
        for j in range(n):
            dd[i, j] += 2 * d[i, j]
    for k in range(n - 1, -1, -1):
        for i in range(n - 1, -1, -1):
            for j in range(n - 1, -1, -1):
                if shorter[k, i, j]:
                    g = dd[i, j]
                    dd[i, j] = 0
                    dd[i, k] += g
                    dd[k, j] += g


def _graph(n: int) -> Any:
    return lambda rng: (rng.uniform(0.1, 1.0, size=(n, n)) ** 2,)


KERNELS = (
    Kernel(
        "floyd_warshall", floyd_warshall, _graph(64), _graph(6), floyd_warshall_by_hand, lambda d: (np.empty((len(d),) * 3, np.bool_),)
    ),
)
