"""Rosenbrock's function, on which minimisers are tried (`scipy.optimize.rosen`)."""

from __future__ import annotations

from typing import Any

import numpy as np


def rosen(x: Any) -> Any:
    """The sum of 100 (x[k + 1] - x[k]²)² + (1 - x[k])² along the first axis."""
    given = np.asarray(x)
    before, behind = given[:-1], given[1:]
    return np.sum(100.0 * (behind - before**2.0) ** 2.0 + (1 - before) ** 2.0, axis=0)


def rosen_der(x: Any) -> Any:
    """Its gradient."""
    given = np.asarray(x) * 1.0
    if len(given) < 2:
        raise IndexError(f"index {len(given)} is out of bounds for axis 0 with size {len(given)}")
    found = np.zeros_like(given)
    away = given[1:] - given[:-1] ** 2
    found[1:] = 200.0 * away
    found[:-1] = found[:-1] - 400.0 * away * given[:-1] - 2.0 * (1.0 - given[:-1])
    return found
