"""NumPy's functions of numbers, for one element: each is compiled into the loop over the arrays it is given.

They are smooth where the function is: where two formulas meet, as in ``logaddexp(x, x)``, both derivatives are the right ones.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_LN2 = math.log(2.0)
_PER_DEGREE = math.pi / 180.0


def logaddexp(x: float, y: float) -> Any:
    """log(exp(x) + exp(y))."""
    d = x - y
    if x == y and np.isinf(x):
        return x
    if d > 0.0:
        return x + np.log1p(np.exp(-d))
    if d <= 0.0:
        return y + np.log1p(np.exp(d))
    return d


def logaddexp2(x: float, y: float) -> Any:
    """log2(2**x + 2**y)."""
    d = x - y
    if x == y and np.isinf(x):
        return x
    if d > 0.0:
        return x + np.log1p(np.exp(-_LN2 * d)) / _LN2
    if d <= 0.0:
        return y + np.log1p(np.exp(_LN2 * d)) / _LN2
    return d


def heaviside(x: float, h: float) -> Any:
    """0 below 0, ``h`` at 0, 1 above."""
    if x == 0.0:
        return h
    if x < 0.0:
        return 0.0
    return 1.0 if x > 0.0 else x


def sinc(x: float) -> Any:
    """sin(πx) / (πx); near 0 its series, whose error is below 1e-18."""
    y = math.pi * x
    if abs(y) < 1e-2:
        z = y * y
        return 1.0 - z / 6.0 * (1.0 - z / 20.0 * (1.0 - z / 42.0))
    return np.sin(y) / y


def radians(x: float) -> Any:
    """Degrees as radians."""
    return x * _PER_DEGREE


def degrees(x: float) -> Any:
    """Radians as degrees."""
    return x * (180.0 / math.pi)


def signbit(x: float) -> Any:
    """Whether it is negative, or -0.0."""
    return np.copysign(1.0, x) < 0.0


def i0(x: float) -> Any:
    """The modified Bessel function of order 0: Abramowitz and Stegun 9.8.1 is too coarse, so its series and asymptotic series.

    Below 18 the power series (9.6.12), all of whose terms are positive; above, exp(x)/sqrt(2πx) times 9.7.1.
    """
    a = abs(x)
    if a < 18.0:
        z = 0.25 * x * x
        term, total, k = 1.0, 1.0, 0.0
        while term > 1e-17 * total:
            k += 1.0
            term *= z / (k * k)
            total += term
        return total
    term, total = 1.0, 1.0
    for k in range(1, 20):
        term *= (2 * k - 1) ** 2 / (8.0 * a * k)
        total += term
    return np.exp(a) / np.sqrt(2.0 * math.pi * a) * total
