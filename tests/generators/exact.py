"""Multiples of a number ``x`` with all their digits: what a program that is proportional to ``x`` has for a derivative."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def _exact(v: Any) -> Fraction:
    return Fraction(v if isinstance(v, float) else int(v))


class Multiple:
    """``times * x``; ``size``: the sum of the sizes of what has been added, which rounding errors are in proportion to.

    Numbers that are not finite raise OverflowError or ValueError, as Python's fractions do.
    """

    __array_ufunc__ = None  # NumPy's numbers leave the operations to this class

    def __init__(self, times: Fraction = Fraction(1), size: Fraction | None = None) -> None:
        self.times = times
        self.size = abs(times) if size is None else size

    def __mul__(self, by: Any) -> Multiple:
        return Multiple(self.times * _exact(by), self.size * abs(_exact(by)))

    __rmul__ = __mul__

    def __truediv__(self, by: Any) -> Multiple:
        return Multiple(self.times / _exact(by), self.size / abs(_exact(by)))

    def __add__(self, other: Multiple) -> Multiple:
        return Multiple(self.times + other.times, self.size + other.size)
