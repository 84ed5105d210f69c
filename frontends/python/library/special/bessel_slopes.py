"""Derivatives of Bessel functions, double factorials and means of `scipy.special`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import special


def _of_order(f: Any, v: Any, z: Any, n: int, phase: float) -> Any:
    """The n-th derivative of functions that have that of a Bessel function (DLMF 10.6.7 and 10.29.5)."""
    if n < 0:
        raise ValueError("n must be a non-negative integer.")
    if n == 0:
        return f(v, z)
    weight, found = 1.0, f(np.asarray(v) - n, z)
    for k in range(1, n + 1):
        weight = phase * (weight * (n - k + 1)) / k
        found = found + weight * f(np.asarray(v) - n + 2 * k, z)
    return found / 2.0**n


def jvp(v: Any, z: Any, n: int = 1) -> Any:
    """The n-th derivative of `jv` by z."""
    return _of_order(special.jv, v, z, n, -1.0)


def yvp(v: Any, z: Any, n: int = 1) -> Any:
    """The n-th derivative of `yv` by z."""
    return _of_order(special.yv, v, z, n, -1.0)


def ivp(v: Any, z: Any, n: int = 1) -> Any:
    """The n-th derivative of `iv` by z."""
    return _of_order(special.iv, v, z, n, 1.0)


def kvp(v: Any, z: Any, n: int = 1) -> Any:
    """The n-th derivative of `kv` by z."""
    return _of_order(special.kv, v, z, n, 1.0) * (1.0 if n % 2 == 0 else -1.0)


def powm1(x: Any, y: Any) -> Any:
    """x to the power y, less 1, also where that is near 0."""
    base = np.asarray(x) * 1.0
    found = np.where(base > 0, np.expm1(y * np.log(np.where(base > 0, base, 1.0))), np.power(base, y) - 1.0)
    return np.where((base < 0) & (np.floor(y) != y), np.nan, found)


def factorial2(n: Any, exact: bool = False) -> Any:
    """The product of every second number up to n."""
    if exact:
        found = 1
        if n < 0:
            return 0
        while n > 1:
            found *= n
            n -= 2
        return found
    given = np.asarray(n)
    if given.dtype.kind == "f" or given.dtype.kind == "c":
        raise ValueError("factorial2 of numbers that are not whole")
    half = given * 0.5
    power = np.where(given % 2 == 1, np.power(2.0, half + 0.5) / math.sqrt(math.pi), np.power(2.0, half))
    return np.where(given < 0, 0.0, special.gamma(half + 1.0) * power)


def agm(a: Any, b: Any) -> Any:
    """The arithmetic-geometric mean of numbers of one sign (DLMF 19.8.5), as a multiple of the larger one; nan of others."""
    p, q = np.asarray(a) * 1.0, np.asarray(b) * 1.0
    first = np.abs(p) >= np.abs(q)
    larger, smaller = np.where(first, p, q), np.where(first, q, p)
    some = (larger != 0.0) & np.isfinite(larger)
    ratio = np.where(some, smaller, 1.0) / np.where(some, larger, 1.0)
    inside = np.where(ratio > 0.0, ratio, 1.0)
    whole = 1.0 + inside
    found = larger * (0.25 * math.pi * whole / special.ellipkm1(4.0 * inside / (whole * whole)))
    wrong = np.isnan(p) | np.isnan(q) | ((p < 0.0) != (q < 0.0)) & (smaller != 0.0) | np.isinf(larger) & (smaller == 0.0)
    return np.where(wrong, np.nan, np.where(np.isinf(larger), larger, np.where(smaller == 0.0, 0.0, found)))
