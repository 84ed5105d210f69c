"""The logarithm of a sum of exponentials; results: value, gradient (n)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import irad


@irad.jit
def objective(x):  # type: ignore[no-untyped-def]
    largest = x[0]
    for i in range(1, len(x)):
        if x[i] > largest:
            largest = x[i]
    s = 0.0
    for i in range(len(x)):
        s += math.exp(x[i] - largest)
    return largest + math.log(s)


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """x and its shadow."""
    x = np.array(instance["x"], dtype=np.float64)
    return x, np.zeros_like(x)


def primal(x: Any, dx: Any) -> Any:
    return objective(x)


def derivative(x: Any, dx: Any) -> Any:
    dx.fill(0.0)
    return irad.autodiff(objective, irad.Duplicated(x, dx))


def results(x: Any, dx: Any) -> Any:
    """What `primal` and `derivative` give, as numbers in a row."""
    value = primal(x, dx)
    derivative(x, dx)
    return np.array([value, *dx])
