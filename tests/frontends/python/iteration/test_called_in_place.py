"""`next`, `map` and `filter` of functions that read what a loop changes: they are called where Python calls them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

ROWS = np.array([0.7, 0.8, 1.9])


def mapped(x):
    t, out = 0.5, 0.0
    for v in map(lambda q: q * t * x, ROWS):  # noqa: C417
        t = np.tanh(v - x) + 1.5
        if v > 2:
            continue
        out += v
    return out + t


def mapped_in_pairs(x):
    t = 1.0
    for a, b in map(lambda q, r: (q + r * t, q * x), ROWS, [1.0, 2.0]):
        t += a * b
    return t


def filtered(x):
    t, out = x, 0.0
    for v in filter(lambda q: q > 0.3 * t, ROWS):
        t *= 1.5
        out += v * t
        if v > 10:
            break
    else:
        out += 1.0
    return out + t


def first(x):
    t = x
    for _ in range(3):
        t += next((v for v in ROWS if v > t), 0.1) * x
    return t


def first_of_two_loops(x):
    return next(a * b * x for a in ROWS for b in ROWS if a * b > x if a > b)


def own_next(x):
    def next(items):
        return sum(items) * x

    return next(v for v in ROWS if v > 0.75)


def own_map(x):
    map = lambda f, items: [f(v) * x for v in items]
    t = 0.0
    for v in map(lambda q: q + 1.0, [1.0, 2.0]):
        t += v
    return t


@pytest.mark.parametrize(
    "f", [mapped, mapped_in_pairs, filtered, first, first_of_two_loops, own_next, own_map], ids=lambda f: f.__name__
)
def test_as_python(f: Callable[[float], Any]) -> None:
    compare(f, 0.62)


def test_nothing_is_found() -> None:
    with pytest.raises(StopIteration):
        irad.jit(first_of_two_loops)(5.0)
