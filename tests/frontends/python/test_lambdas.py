"""Each lambda is compiled as itself, also where several stand on one line or look alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import irad


def together(*functions: Callable[..., Any], last: Callable[..., Any] | None = None) -> list[Callable[..., Any]]:
    return [*functions, *([last] if last is not None else [])]


def made(n: float) -> Callable[[float], float]:
    return lambda x: x * n


TWO = [lambda x: x * 2.0, lambda x: x * 3.0]
THREE = (lambda x: x + 1.0, lambda x: x * x, lambda y: y - 1.0)
ALIKE = [lambda x: x * x, lambda x: x * x]
IN_A_CALL = together(
    lambda x: x * 5.0, lambda x: x * 6.0,
    lambda x: (
        x * 7.0
        + 1.0
    ), last=lambda x: x - 8.0,
)  # fmt: skip
DEFAULTS = [lambda x, k=2.0: x * k, lambda x, k=3.0: x * k, lambda x, k=-1.0: k - x]
CLOSURES = [made(2.0), made(3.0), (lambda n: lambda x: x + n)(4.0), (lambda n: lambda x: x - n)(4.0)]
DICT = {"a": lambda x: -x, "b": lambda x: +x, "c": (lambda x: x if x > 0.0 else 2.0 * x)}
CONSTANTS = [lambda x: 1.0, lambda x: 2.0, lambda x: x]

ALL = [*TWO, *THREE, *ALIKE, *IN_A_CALL, *DEFAULTS, *CLOSURES, *DICT.values(), *CONSTANTS]


@pytest.mark.parametrize("number", range(len(ALL)))
def test_each_is_itself(number: int) -> None:
    f = ALL[number]
    for x in (-1.5, 2.5):
        assert irad.jit(f)(x) == f(x)
        h = 0.25  # all are polynomials of second degree at most near x: central differences are exact
        assert irad.grad(f)(x) == (f(x + h) - f(x - h)) / (2.0 * h)


def test_on_the_line_of_the_call() -> None:
    a, b, c = irad.grad(lambda x: x * 2.0)(1.0), irad.grad(lambda x: x * 3.0)(1.0), irad.jit(lambda x: x - 4.0)(1.0)
    assert (a, b, c) == (2.0, 3.0, -3.0)
    assert [irad.grad(g)(1.0) for g in (lambda x: x * 5.0, lambda x: 6.0 * x, lambda z: z)] == [5.0, 6.0, 1.0]
