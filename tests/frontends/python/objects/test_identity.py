"""Which object is which: star targets, slices, filters, results that are one of several arguments, views; what comes later."""

from __future__ import annotations

import functools
from collections import deque
from typing import Any

import pytest

import irad
from tests.frontends.python.plain import compare


class Point:
    def __init__(self, v):
        self.v = v


def star_target(x):
    objs = [Point(x), Point(2 * x)]
    _first, *rest = objs
    objs[1].v = 7 * x
    return rest[0].v


def deleted(x):
    objs = [Point(x), Point(2 * x)]
    a = objs[0]
    del objs[1]
    a.v = 7.0 * x
    return objs[0].v


def inserted_by_a_slice(x):
    objs = [Point(x)]
    a = objs[0]
    objs[0:0] = [a]
    a.v = 7.0 * x
    return sum(o.v for o in objs)


def taken_from_a_deque(x):
    objs = [Point(x)]
    q = deque(objs)
    o = q.popleft()
    o.v = 3.0 * x
    return objs[0].v


def popped_from_a_dict(x):
    d = {"a": Point(x)}
    o = d["a"]
    _, e = d.popitem()
    o.v = 9.0 * x
    return e.v


def view_in_a_loop(x):
    d = {"a": x, "b": 2.0}
    s = 0.0
    for _, v in d.items():
        d["b"] = 10 * x
        s = s * 3 + v
    return s


PROGRAMS = [star_target, deleted, inserted_by_a_slice, taken_from_a_deque, popped_from_a_dict, view_in_a_loop]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f: Any) -> None:
    compare(f, 0.7)


def pick(u, v):
    if u.v > v.v:
        return u
    return v


def one_of_two_results(x):
    a, b = Point(x), Point(2.0)
    c = pick(a, b)
    b.v = 77.0
    return c.v


def reduced(x):
    a, b = Point(x), Point(2.0)
    c = functools.reduce(lambda u, v: u if u.v > v.v else v, [a, b])
    a.v = 9.0
    b.v = 3 * x
    return c.v


def filtered(x):
    objs = [Point(x), Point(2 * x)]
    found = list(filter(lambda o: o.v > 0.1, objs))
    objs[0].v = 9.0
    return found[0].v


@pytest.mark.parametrize("f", [one_of_two_results, reduced, filtered])
def test_one_of_several(f: Any) -> None:
    for x in (0.7, 5.0):
        assert irad.value_and_grad(f)(x) == pytest.approx((f(x), (f(x + 1e-6) - f(x - 1e-6)) / 2e-6), rel=1e-6)


def test_attributes_that_come_later() -> None:
    class Model:
        rate = 1.0

        def at(self, x):
            return x * self.rate

    models = [Model(), Model(), Model()]
    a, b, c = models
    calls = [
        lambda x: x / 2 + (a.shift if hasattr(a, "shift") else 7.0),
        lambda x: x * b.rate,
        lambda x: c.at(x),
        lambda x: x * getattr(a, "scale", 3.0),
    ]
    steps = [irad.value_and_grad(f) for f in calls]
    assert [s(0.5) for s in steps] == [(7.25, 0.5), (0.5, 1.0), (0.5, 1.0), (1.5, 3.0)]
    a.shift, b.rate, a.scale = 3.0, 4.0, 5.0  # type: ignore[attr-defined]
    c.at = lambda x: x * 7  # type: ignore[method-assign]
    assert [s(0.5) for s in steps] == [(3.25, 0.5), (2.0, 4.0), (3.5, 7.0), (2.5, 5.0)]


def test_order_of_the_keys_of_an_argument() -> None:
    @irad.value_and_grad
    def weighted(d):
        return sum(v * (k + 1) for k, v in enumerate(d.values()))

    for _ in range(3):
        assert weighted({"a": 1.0, "b": 2.0}) == (5.0, {"a": 1.0, "b": 2.0})
        assert weighted({"b": 2.0, "a": 1.0}) == (4.0, {"b": 1.0, "a": 2.0})
