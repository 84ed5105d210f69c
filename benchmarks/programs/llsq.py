"""Polynomial least squares against the sign function; results: value, gradient (m)."""

from __future__ import annotations

from typing import Any

import numpy as np

import irad


@irad.jit
def objective(x, n):  # type: ignore[no-untyped-def]
    y = 0.0
    for i in range(n):
        t = -1.0 + 2.0 * i / (n - 1)
        r = 0.0
        if t > 0.0:
            r = 1.0
        elif t < 0.0:
            r = -1.0
        power = 1.0
        for j in range(len(x)):
            r -= x[j] * power
            power *= t
        y += r * r
    return 0.5 * y


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """x, n, and the shadow of x."""
    x = np.array(instance["x"], dtype=np.float64)
    return x, int(instance["n"]), np.zeros_like(x)


def primal(x: Any, n: int, dx: Any) -> Any:
    return objective(x, n)


def derivative(x: Any, n: int, dx: Any) -> Any:
    dx.fill(0.0)
    return irad.autodiff(objective, irad.Duplicated(x, dx), n)


def results(x: Any, n: int, dx: Any) -> Any:
    """What `primal` and `derivative` give, as numbers in a row."""
    value = primal(x, n, dx)
    derivative(x, n, dx)
    return np.array([value, *dx])
