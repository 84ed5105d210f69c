"""Builtin functions and protocols that programs use now and then, beside plain Python."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare_elements


class Sequence:
    """One that is iterated by its items."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __getitem__(self, i: int) -> Any:
        if i >= len(self.values):
            raise IndexError("done")
        return self.values[i]


def largest(x):
    return sum(heapq.nlargest(2, x)) + sum(heapq.nsmallest(2, list(x))) - heapq.nsmallest(0, x + 1.0).count(3.0)


def largest_by_key(x):
    return heapq.nlargest(2, [(v, i) for i, v in enumerate(x)], key=lambda t: -t[0])[1][0] * 2.0


def by_items(x):
    s = 0.0
    for v in Sequence(x):
        s = 2 * s + v
    return s + sum(Sequence(x * x)) + [v * v for v in Sequence(x)][1]


def known(x):
    classes = 1.0 if issubclass(Sequence, object) and not issubclass(int, str) else 0.0
    return x.sum() * len(hex(255)) * ord("a") * len(chr(66)) * len(bin(5)) * len(oct(8)) * classes


def whole(x):
    return sum(1.0 for v in x if float(v).is_integer()) * x[1] + int(x[2] * 10.0).bit_length() * x[0]


PROGRAMS = (largest, largest_by_key, by_items, known, whole)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_values_and_gradients(f: Callable[[Any], float]) -> None:
    compare_elements(f, np.array([0.5, 3.0, 2.25]), but=(1,) if f is whole else ())


@pytest.mark.parametrize("i", [0, 4, 5, 15, 25, 35, 149, 150, 151, 250, 1234, -15, -25, -149, -150, -250, 99999])
def test_integers_are_rounded_to_tens(i: int) -> None:
    def f(i):
        return round(i, -1), round(i, -2), round(i, -3)

    assert irad.jit(f)(i) == f(i)


@pytest.mark.parametrize("x", [0.0, -0.0, 2.0, 2.5, 1e300, math.inf, -math.inf, math.nan])
def test_whole_floats(x: float) -> None:
    assert irad.jit(lambda v: v.is_integer())(x) is x.is_integer()


@pytest.mark.parametrize("i", [0, 1, -1, 255, 256, -256, 2**62])
def test_bit_length(i: int) -> None:
    assert irad.jit(lambda v: v.bit_length())(i) == i.bit_length()
