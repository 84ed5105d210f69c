"""Operators whose methods return NotImplemented, so that the other operand is asked."""

from __future__ import annotations

import pytest

import irad
from tests.frontends.python.plain import compare


class Amount:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit

    def __add__(self, other):
        if not isinstance(other, Amount):
            return NotImplemented
        return Amount(self.value + other.value, self.unit)

    def __radd__(self, other):
        if other == 0:
            return self
        return NotImplemented

    def __mul__(self, by):
        if isinstance(by, Amount):
            return Amount(self.value * by.value, self.unit + by.unit)
        return Amount(self.value * by, self.unit)

    __rmul__ = __mul__

    def __eq__(self, other):
        return self.value == other.value if isinstance(other, Amount) else NotImplemented

    def __lt__(self, other):
        if not isinstance(other, Amount):
            return NotImplemented
        return self.value < other.value


class Scale:
    def __init__(self, by):
        self.by = by

    def __radd__(self, other):
        return Amount(other.value * self.by, other.unit)


def summed(x):
    amounts = [Amount(x, "m"), Amount(x * x, "m"), 2.0 * Amount(x, "m")]
    t = sum(amounts).value * 3
    if amounts[0] != 3:
        t += x
    if amounts[0] < amounts[2]:
        t += 2 * x
    return 0.0 if amounts[0] == amounts[1] else t


def reflected(x):
    return (Amount(x, "m") + Scale(x * x)).value + (Amount(x, "m") * Amount(x, "s")).value


class Total:
    def __init__(self, value):
        self.value = value

    def __iadd__(self, other):
        if isinstance(other, Total):
            return NotImplemented
        self.value = self.value + other
        return self

    def __add__(self, other):
        return Total(self.value + 10 * other.value)


def in_place(x):
    a, b = Total(x), Total(x * x)
    a += Total(2 * x)
    b += 3 * x
    return a.value * b.value


@pytest.mark.parametrize("f", [summed, reflected, in_place])
def test_as_python(f) -> None:
    compare(f, 0.7)


def test_neither_takes_it() -> None:
    def f(x):
        return (Amount(x, "m") + 3.0).value

    with pytest.raises(TypeError):
        f(1.0)
    with pytest.raises(irad.TypingError, match=r"unsupported operand type\(s\) for \+"):
        irad.grad(f)(1.0)


def test_not_ordered() -> None:
    def f(x):
        return 1.0 if Amount(x, "m") < 3.0 else x

    with pytest.raises(TypeError):
        f(1.0)
    with pytest.raises(irad.TypingError, match="are not ordered"):
        irad.grad(f)(1.0)
