"""Objects with `__next__` and `__iter__` in `zip`, `enumerate` and `map`, and `next(it, default)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.frontends.python.plain import compare


class Multiples:
    def __init__(self, v):
        self.v = v
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.n >= 3:
            raise StopIteration
        self.n += 1
        return self.v * self.n


class Both:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        yield self.x
        yield (2 * self.x)


def square(u):
    return u * u


def next_with_a_default(x):
    i = Multiples(x)
    s = next(i, -1.0) + next(i) * 2 + next(i, -1.0) * 3 + next(i, -x) * 4
    return s


def none_at_the_end(x):
    i = Multiples(x)
    s = 0.0
    while (v := next(i, None)) is not None:
        s = 2 * s + v
    return s + i.n


def behind_an_array(x):
    s = 0.0
    i = Multiples(x)
    a = np.array([x, 2 * x])
    for p, q in zip(a, i, strict=False):
        s = 2 * s + p * q
    return s + 10 * i.n + next(i, 100.0)


def before_an_array(x):
    s = 0.0
    i = Multiples(x)
    a = np.array([x, 2 * x])
    for q, p in zip(i, a, strict=False):
        s = 2 * s + p * q
    return s + 10 * i.n + next(i, 100.0)


def enumerated(x):
    i = Multiples(x)
    s = 0.0
    for k, v in enumerate(i, 1):
        s = 2 * s + k * v
        if k == 2:
            break
    return s + i.n + sum(i)


def mapped(x):
    i = Multiples(x)
    s = 0.0
    for v in map(square, i):
        s = 2 * s + v
        if v > 3:
            break
    return s + i.n


def with_itself(x):
    i = Multiples(x)
    s = 0.0
    for a, b in zip(i, i, strict=False):
        s = 2 * s + a * b
    return s + i.n


def two_of_them(x):
    i = Multiples(x)
    j = Multiples(2 * x)
    s = 0.0
    for a, b in zip(i, j, strict=False):
        s = 2 * s + a * b
    for k, (a, b) in enumerate(zip(Multiples(x), [x, x, x], strict=False)):
        s += k * a * b
    return s + i.n + j.n + sum(v for v in filter(lambda u: u > 1, Multiples(x)))


def with_iter_alone(x):
    c = Both(x)
    s = 0.0
    for k, v in enumerate(c):
        s = 2 * s + k * v
    for a, b in zip(c, c, strict=False):
        s = 2 * s + a * b
    for a, b in zip([x, 3 * x, x], c, strict=False):
        s = 2 * s + a * b
    for v in map(square, c):
        s += v
    return s + sum(map(lambda a, b: a * b, c, Multiples(x)))


def beside_lists(x):
    n = 3 + int(x)
    a = x * np.arange(n)
    s = 0.0
    for k, (u, v) in enumerate(zip(a, Multiples(x), strict=False)):
        s = 2 * s + k * u * v
    xs = list(a)
    for u, v in zip(xs, Multiples(x), strict=False):
        s = 2 * s + u * v
    return s


@pytest.mark.parametrize("x", [0.6, 1.3, 2.6])
@pytest.mark.parametrize(
    "f",
    [
        next_with_a_default,
        none_at_the_end,
        behind_an_array,
        before_an_array,
        enumerated,
        mapped,
        with_itself,
        two_of_them,
        with_iter_alone,
        beside_lists,
    ],
)
def test_as_in_python(f: Callable[[float], Any], x: float) -> None:
    compare(f, x)
