"""Objects that can be compared, by methods of their own, functools.total_ordering and dataclass(order=True)."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import pytest

from tests.frontends.python.plain import compare


@functools.total_ordering
class Ordered:
    def __init__(s, v, w=0):
        s.v = v
        s.w = w

    def __eq__(s, o):
        return s.v == o.v

    def __lt__(s, o):
        return s.v < o.v


@dataclass(order=True)
class Bond:
    k: int
    v: float


def total_ordering(x):
    a, b = Ordered(x), Ordered(2 * x)
    return (x if a >= b else 2 * x) + (x * x if a <= b else 1) + (3 * x if a > b else 5 * x)


def sorted_dataclasses(x):
    bs = [Bond(2, x), Bond(1, 3 * x), Bond(1, 2 * x)]
    bs.sort()
    return bs[0].v + 3 * bs[1].v + 7 * bs[2].v + max(bs).v


def sorted_down(x):
    bs = [Bond(2, x), Bond(1, 3 * x), Bond(1, 2 * x)]
    s = sorted(bs, reverse=True)
    return s[0].v + 3 * s[1].v + 7 * s[2].v + min(bs, key=lambda b: (b.k, b.v)).v


def extremes_of_tuples(x):
    c = [(x * k % 1.7, k) for k in range(5)]
    best, k = max(c)
    return best * (k + 1) + min(c)[0]


def extremes_of_ordered(x):
    ds = [Ordered(x), Ordered(0.5 * x), Ordered(2.0 * x)]
    return min(ds).v + 2 * max(ds).v + sorted(ds)[1].v * 5


PROGRAMS = [
    total_ordering,
    sorted_dataclasses,
    sorted_down,
    extremes_of_tuples,
    extremes_of_ordered,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 1.3)
