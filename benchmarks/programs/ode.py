"""y0' = x0, yi' = xi y(i-1), by Runge and Kutta's method; results: y (n), gradient of the last y (n)."""

from __future__ import annotations

from typing import Any

import numpy as np

import irad


@irad.jit
def right_side(x, y, out):  # type: ignore[no-untyped-def]
    out[0] = x[0]
    for i in range(1, len(x)):
        out[i] = x[i] * y[i - 1]


@irad.jit
def integrate(x, y, s):  # type: ignore[no-untyped-def]
    n = len(x)
    k1 = np.empty(n)
    k2 = np.empty(n)
    k3 = np.empty(n)
    k4 = np.empty(n)
    at = np.empty(n)
    h = 2.0 / s
    for i in range(n):
        y[i] = 0.0
    for _ in range(s):
        right_side(x, y, k1)
        for i in range(n):
            at[i] = y[i] + h / 2.0 * k1[i]
        right_side(x, at, k2)
        for i in range(n):
            at[i] = y[i] + h / 2.0 * k2[i]
        right_side(x, at, k3)
        for i in range(n):
            at[i] = y[i] + h * k3[i]
        right_side(x, at, k4)
        for i in range(n):
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i])


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """x, y, s, and the shadows of x and y."""
    x = np.array(instance["x"], dtype=np.float64)
    return x, np.zeros_like(x), int(instance["s"]), np.zeros_like(x), np.zeros_like(x)


def primal(x: Any, y: Any, s: int, dx: Any, dy: Any) -> Any:
    return integrate(x, y, s)


def derivative(x: Any, y: Any, s: int, dx: Any, dy: Any) -> Any:
    dx.fill(0.0)
    dy[-1] = 1.0  # the others are zero: `integrate` overwrites y
    return irad.autodiff(integrate, irad.Duplicated(x, dx), irad.Duplicated(y, dy), s)


def results(x: Any, y: Any, s: int, dx: Any, dy: Any) -> Any:
    """What `primal` and `derivative` give, as numbers in a row."""
    primal(x, y, s, dx, dy)
    value = y.copy()
    derivative(x, y, s, dx, dy)
    return np.concatenate([value, dx])
