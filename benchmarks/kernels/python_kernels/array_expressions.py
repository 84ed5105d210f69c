"""Whole arrays in one line, and views of slices."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def sum_of_products(a: Array, b: Array, c: Array, d: Array) -> Any:
    return (a * b + c * d).sum()


def sum_of_products_by_hand(
    a: Array, b: Array, c: Array, d: Array, da: Array, db: Array, dc: Array, dd: Array
) -> None:  # fmt: skip
    for i in range(len(a)):
        da[i] += b[i]
        db[i] += a[i]
        dc[i] += d[i]
        dd[i] += c[i]


def new_each_step(y: Array, a: Array, b: Array, steps: int) -> Any:
    """y = y + a b makes a new array each time."""
    for _ in range(steps):
        y = y + a * b
    return (y * y).sum()


def new_each_step_by_hand(y: Array, a: Array, b: Array, steps: int, dy: Array, da: Array, db: Array, z: Array) -> None:
    """Linear in y: nothing is kept but the last one."""
    n = len(y)
    for i in range(n):
        z[i] = y[i]
    for _ in range(steps):
        for i in range(n):
            z[i] += a[i] * b[i]
    for i in range(n):
        z[i] += z[i]
        dy[i] += z[i]
    for _ in range(steps):
        for i in range(n):
            da[i] += z[i] * b[i]
            db[i] += z[i] * a[i]


def in_place_each_step(y: Array, a: Array, b: Array, steps: int) -> Any:
    for _ in range(steps):
        y[:] = y + a * b
    return (y * y).sum()


def in_place_each_step_by_hand(y: Array, a: Array, b: Array, steps: int, dy: Array, da: Array, db: Array) -> None:
    n = len(y)
    for _ in range(steps):
        for i in range(n):
            y[i] += a[i] * b[i]
    for i in range(n):
        dy[i] += y[i] + y[i]
    for _ in range(steps):
        for i in range(n):
            da[i] += dy[i] * b[i]
            db[i] += dy[i] * a[i]


def _vectors(n: int, count: int, *more: Any) -> Any:
    return lambda rng: (*(rng.normal(size=n) for _ in range(count)), *more)


SUM = Kernel("sum_of_products", sum_of_products, _vectors, (20000, 4), (7, 4), sum_of_products_by_hand)
KERNELS = (
    SUM,
    SUM.in_single(),
    Kernel(
        "new_each_step",
        new_each_step,
        _vectors,
        (4000, 3, 10),
        (5, 3, 3),
        new_each_step_by_hand,
        lambda y, a, b, steps: (np.empty_like(y),),
    ),
    Kernel("in_place_each_step", in_place_each_step, _vectors, (4000, 3, 10), (5, 3, 3), in_place_each_step_by_hand),
)
