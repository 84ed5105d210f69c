"""Coefficients of polynomials, the lowest power first, as `numpy.polynomial` takes them."""

from __future__ import annotations

from typing import Any

import numpy as np


def as_series(c: Any) -> Any:
    """Coefficients of floating-point numbers, as ``numpy.polynomial.polyutils.as_series`` makes them without trimming."""
    given = np.atleast_1d(np.asarray(c))
    if given.dtype == np.bool_:
        raise ValueError("Coefficient arrays have no common type")
    if given.ndim != 1:
        raise ValueError("Coefficient array is not 1-d")
    if len(given) == 0:
        raise ValueError("Coefficient array is empty")
    return given * 1.0


def trimmed(c: Any) -> Any:
    """Coefficients without zeros at the highest powers."""
    n = len(c)
    while n > 1 and c[n - 1] == 0:
        n -= 1
    return c[:n].copy()


def sum_of(x: Any, y: Any) -> Any:
    """The sum of two series."""
    found = np.zeros(max(len(x), len(y)), dtype=(x[:1] + y[:1]).dtype)
    found[: len(x)] = x
    found[: len(y)] += y
    return trimmed(found)
