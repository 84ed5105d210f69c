"""Dual numbers in plain Python: a value and the vector of its derivatives with respect to all inputs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

TIE = 1e-6


class NearTie(BaseException):
    """A comparison of two floats that are almost equal: derivatives are not defined there.  No program catches it."""


class Dual:
    """``value`` and ``d`` (k,)."""

    __slots__ = ("d", "value")

    def __init__(self, value: float, d: np.ndarray) -> None:
        if not math.isfinite(value):  # what has overflowed has partial derivatives that are no numbers
            raise OverflowError("an intermediate value is not finite")
        self.value = value
        self.d = d

    def __add__(self, o: Any) -> Any:
        if isinstance(o, np.ndarray):
            return NotImplemented  # NumPy does it element by element
        return Dual(self.value + val(o), self.d + der(o, self))

    __radd__ = __add__

    def __sub__(self, o: Any) -> Any:
        if isinstance(o, np.ndarray):
            return NotImplemented  # NumPy does it element by element
        return Dual(self.value - val(o), self.d - der(o, self))

    def __rsub__(self, o: Any) -> Any:
        if isinstance(o, np.ndarray):
            return NotImplemented  # NumPy does it element by element
        return Dual(val(o) - self.value, -self.d)

    def __mul__(self, o: Any) -> Any:
        if isinstance(o, np.ndarray):
            return NotImplemented  # NumPy does it element by element
        return Dual(self.value * val(o), self.d * val(o) + der(o, self) * self.value)

    __rmul__ = __mul__

    def __truediv__(self, o: Any) -> Any:
        if isinstance(o, np.ndarray):
            return NotImplemented  # NumPy does it element by element
        return Dual(self.value / val(o), (self.d - der(o, self) * (self.value / val(o))) / val(o))

    def __rtruediv__(self, o: Any) -> Any:
        if isinstance(o, np.ndarray):
            return NotImplemented  # NumPy does it element by element
        q = val(o) / self.value
        return Dual(q, -self.d * (q / self.value))

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.d)

    def __pow__(self, n: int) -> Dual:
        return Dual(self.value**n, self.d * (n * self.value ** (n - 1)))

    def __abs__(self) -> Dual:
        return -self if self < 0.0 else self

    def _compare(self, o: Any) -> float:
        difference = self.value - val(o)
        if abs(difference) < TIE:
            raise NearTie
        return difference

    def __lt__(self, o: Any) -> bool:
        return self._compare(o) < 0

    def __gt__(self, o: Any) -> bool:
        return self._compare(o) > 0

    def __le__(self, o: Any) -> bool:
        return self._compare(o) < 0

    def __ge__(self, o: Any) -> bool:
        return self._compare(o) > 0


def val(x: Any) -> float:
    return x.value if isinstance(x, Dual) else float(x)


def der(x: Any, like: Dual) -> Any:
    return x.d if isinstance(x, Dual) else 0.0


def _function(f: Any, df: Any) -> Any:
    def apply(x: Any) -> Any:
        if isinstance(x, Dual):
            return Dual(f(x.value), x.d * df(x.value))
        return f(x)

    return apply


class Math:
    """Stands in for the module ``math`` in a program that runs on duals."""

    sin = staticmethod(_function(math.sin, math.cos))
    cos = staticmethod(_function(math.cos, lambda x: -math.sin(x)))
    exp = staticmethod(_function(math.exp, math.exp))
    tanh = staticmethod(_function(math.tanh, lambda x: 1 - math.tanh(x) ** 2))
    atan = staticmethod(_function(math.atan, lambda x: 1 / (1 + x * x)))
    sqrt = staticmethod(_function(math.sqrt, lambda x: 0.5 / math.sqrt(x)))
    log = staticmethod(_function(math.log, lambda x: 1 / x))


def seed(values: np.ndarray, first: int, total: int) -> np.ndarray:
    """An object array of duals, the i-th with derivative 1 in direction ``first + i``."""
    out = np.empty(values.shape, object)
    for k, i in enumerate(np.ndindex(values.shape)):
        d = np.zeros(total)
        d[first + k] = 1.0
        out[i] = Dual(float(values[i]), d)
    return out
