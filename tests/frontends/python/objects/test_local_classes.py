"""Classes that are defined inside of functions."""

from __future__ import annotations

import time
from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

RATE = 2.0
FACTOR = 3.0


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


def counts_in_the_class(x: float) -> Any:
    class Held:
        count = 0

        def __init__(self) -> None:
            Held.count += 1

    Held()
    return x * Held.count


def list_in_the_class(x: float) -> Any:
    class Held:
        items: Any = []

    Held.items.append(x)
    return x * len(Held.items)


def computed_in_the_class(x: float) -> Any:
    class Held:
        start = time.time()

    return x * Held.start


@pytest.mark.parametrize(
    "f, words",
    [
        (counts_in_the_class, "Held.count would be changed: the class Held, inside of a function, is made once for all calls"),
        (list_in_the_class, "the class Held, inside of a function, is made once, and Python computes this in each call"),
        (computed_in_the_class, "the class Held, inside of a function, is made once, and Python computes this in each call"),
    ],
)
def test_what_each_call_makes_anew_is_refused(f: Any, words: str) -> None:
    with pytest.raises(irad.errors.UnsupportedError, match=words):
        irad.jit(f)(1.0)


def of_a_constant(x: float) -> Any:
    class Scaled:
        scale = FACTOR * 2.0

        def at(self, v: float, shift: float = FACTOR) -> float:
            return self.scale * v + shift

    return Scaled().at(x)


def test_constants_outside_are_looked_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    computed = irad.jit(of_a_constant)
    assert computed(1.5) == of_a_constant(1.5) == 6.0 * 1.5 + 3.0
    monkeypatch.setitem(globals(), "FACTOR", 5.0)
    assert computed(1.5) == of_a_constant(1.5) == 10.0 * 1.5 + 5.0


def test_methods_that_call_modules() -> None:
    """CPython makes other code of such calls if the file imports the module, as this one does, than of the class alone."""

    def f(x: Any) -> Any:
        class Step:
            def __init__(self) -> None:
                self.mean = None

            def take(self, p: Any) -> Any:
                if self.mean is None:
                    self.mean = np.zeros_like(p)
                self.mean = 0.5 * self.mean + p
                return np.sum(self.mean)

        step = Step()
        return step.take(x) + step.take(2.0 * x)

    assert irad.grad(f)(np.array([0.3, -1.2])) == pytest.approx([3.5, 3.5])
