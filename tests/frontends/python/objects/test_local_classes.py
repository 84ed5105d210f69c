"""Classes that are defined inside of functions."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import pytest

import irad
from tests.frontends.python.plain import compare

RATE = 2.0


def adding(x: float) -> Any:
    class Sum:
        """Adds up."""

        scale = 3.0

        def __init__(self) -> None:
            self.s = 0.0

        def add(self, v: float) -> None:
            self.s += v * RATE

        @property
        def total(self) -> float:
            return self.s * self.scale

    held = Sum()
    for k in range(4):
        held.add(x**k)
    return held.total


def data(x: float) -> Any:
    @dataclass
    class Pair:
        a: float
        b: float = 2.0

        def norm(self) -> float:
            return self.a**2 + self.b**2

    return Pair(x).norm() * Pair(x, 3.0 * x).norm()


def derived(x: float) -> Any:
    class Base:
        def f(self, v: float) -> float:
            return v * v

    class Derived(Base):
        def f(self, v: float) -> float:
            return 2.0 * super().f(v)

    return Derived().f(x) + Base().f(3.0 * x)


def linked(x: float) -> Any:
    class Node:
        def __init__(self, v: float) -> None:
            self.v = v
            self.next: Any = None

        def pushed(self, v: float) -> Any:
            made = Node(v)
            made.next = self
            return made

    chain = Node(x).pushed(x * x)
    return chain.v + 2.0 * chain.next.v


def error(x: float) -> Any:
    class Stop(Exception):
        pass

    try:
        if x > 0.0:
            raise Stop("here")
    except Stop:
        return x**3
    return x


def tuple_of_names(x: float) -> Any:
    Pair = namedtuple("Pair", "a b", defaults=(4.0,))
    p = Pair(x * x)
    return p.a * p.b + Pair(b=x, a=1.0).b


@pytest.mark.parametrize("f", [adding, data, derived, linked, error, tuple_of_names])
def test_local_classes(f: Any) -> None:
    compare(f, 1.3)


def capturing(x: float) -> Any:
    n = x * 2.0

    class Held:
        def get(self) -> float:
            return n

    return Held().get()


def test_captured_variables_are_refused() -> None:
    with pytest.raises(irad.errors.UnsupportedError, match="the class Held, inside of a function, reads its variable n"):
        irad.jit(capturing)(1.0)
