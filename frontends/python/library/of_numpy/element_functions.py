"""NumPy's functions of elements that give two results, or compute with integers, or are made of other ones."""

from __future__ import annotations

from typing import Any

import numpy as np


def divmod(x1: Any, x2: Any) -> Any:
    """The quotients, rounded down, and what is left."""
    return np.floor_divide(x1, x2), np.remainder(x1, x2)


def modf(x: Any) -> Any:
    """What is behind the point, and what is in front of it, with the sign of ``x``."""
    given = np.copysign(x, x)
    whole = np.trunc(given)
    rest = np.where(np.signbit(given), -(whole - given), given - whole)  # (of -3.0 -0.0, with the derivative 1)
    return np.where(np.isinf(given), np.copysign(given.dtype.type(0), given), rest), whole


def fix(x: Any) -> Any:
    """Rounded towards zero."""
    return np.trunc(x)


def isposinf(x: Any) -> Any:
    """Whether it is infinity."""
    return np.logical_and(np.isinf(x), np.logical_not(np.signbit(x)))


def isneginf(x: Any) -> Any:
    """Whether it is minus infinity."""
    return np.logical_and(np.isinf(x), np.signbit(x))


def reciprocal(x: Any) -> Any:
    """1 / x; of integers without what is behind the point (of 0 what C compilers make of it)."""
    given = np.asarray(x)
    if given.dtype.kind == "b":
        return np.abs(given.astype(np.int8))
    if given.dtype.kind == "u":
        return (given == 1).astype(given.dtype)
    if given.dtype.kind == "i":
        of_zero = np.iinfo(given.dtype).min if given.dtype.itemsize >= 4 else 0
        return np.where(np.abs(given) == 1, given, np.where(given == 0, given.dtype.type(of_zero), given.dtype.type(0)))[()]
    return np.divide(1.0, x)


def gcd(x: Any, y: Any) -> Any:
    """The largest integer that divides both (Euclid)."""
    a, b = np.abs(x), np.abs(y)
    while b != 0:
        a, b = b, a % b
    return a


def lcm(x: Any, y: Any) -> Any:
    """The smallest integer that both divide."""
    divisor = gcd(x, y)
    if divisor == 0:
        return divisor
    return np.abs(x) // divisor * np.abs(y)


def fmod(x: Any, y: Any) -> Any:
    """What is left of integers, with the sign of the first."""
    if y == 0:
        return y
    r = x % y
    return r - y if r != 0 and (x < 0) != (y < 0) else r


def bitwise_count(x: Any) -> Any:
    """How many bits of the absolute value are set."""
    rest, count = np.abs(x), 0
    while rest != 0:
        rest = rest & (rest - 1)
        count += 1
    return count
