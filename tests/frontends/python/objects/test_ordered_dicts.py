"""`collections.OrderedDict`, and the methods of named tuples."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


class Cache:
    """Keeps what was asked for last."""

    def __init__(self, n):
        self.n, self.kept = n, OrderedDict()

    def get(self, key):
        if key not in self.kept:
            return -1.0
        self.kept.move_to_end(key)
        return self.kept[key]

    def put(self, key, value):
        self.kept[key] = value
        self.kept.move_to_end(key)
        if len(self.kept) > self.n:
            self.kept.popitem(last=False)


class Item:
    def __init__(self, v):
        self.v = v


Pair = namedtuple("Pair", "a b")


class Sides(namedtuple("Sides", "a b")):
    def area(self):
        return self.a * self.b

    @classmethod
    def square(cls, x):
        return cls._make((x, x))


def known_keys(x):
    d, s = OrderedDict([("a", x), ("b", 2 * x), ("c", 3 * x)]), 0.0
    d.move_to_end("a")
    for v in d.values():
        s = s * 2 + v
    d.move_to_end(key="c", last=False)
    for v in d.values():
        s = s * 2 + v
    _, v = d.popitem(last=False)
    s = 3 * s + v
    key, v = d.popitem()
    return s + v * len(key) + len(d)


def equality(x):
    e, f = OrderedDict(a=x, b=2 * x), OrderedDict(b=2 * x, a=x)
    s = (1.0 if e == f else 3 * x) + (4.0 if dict(e) == f else x * x) + (4.0 if e == {"b": 2 * x, "a": x} else x * x)
    return s + (x if isinstance(e, OrderedDict) else 0.0) + (x if type(e) is dict else 5.0)


def computed_keys(x):
    d = OrderedDict()
    for i in range(int(x) + 3):
        d[i * 2] = x * i
    d.move_to_end(2, last=False)
    d[100] = x * x
    d.move_to_end(0)
    e, f = OrderedDict(d), d.copy()
    e.move_to_end(4)
    s = (1.0 if d == e else 2.0) + (1.0 if d == f else 2.0) * x + (3.0 if dict(d) == e else x)
    while d:
        k, v = d.popitem(last=False)
        s = s * 1.5 + v * k
    try:
        d.popitem()
    except KeyError:
        s += x
    try:
        e.move_to_end(55)
    except KeyError:
        s += x
    return s + sum(e.values())


def a_cache(x):
    c, s = Cache(2), 0.0
    c.put("a", x)
    c.put("b", 2 * x)
    s += c.get("a")
    c.put("c", x * x)
    return s + c.get("b") * 3 + c.get("c") + 5 * c.get("a")


def a_cache_of_numbers(x):
    c, s = Cache(2), 0.0
    for k in range(7):
        c.put(k % 3, x * k)
        s += c.get((k * k) % 4) * k
    return s


def sorted_and_joined(x):
    d, s = OrderedDict(sorted({"b": x, "a": 2 * x}.items(), key=lambda t: t[0])), 0.0
    d.update(z=x)
    d |= {"q": x}
    e = d | {"r": x}
    e.move_to_end("r", last=False)
    for v in reversed(e.values()):
        s = s * 2 + v
    return s


def of_objects(x):
    d, s = OrderedDict([("a", Item(x)), ("b", Item(2 * x))]), 0.0
    a = d["a"]
    d.move_to_end("a")
    a.v += 1
    for f in d.values():
        s = 2 * s + f.v
    f = d.popitem(last=False)[1]
    f.v *= 3
    return s + f.v + len(d)


def named_tuples(x):
    p, xs = Pair._make([x, 2 * x]), []
    for k in range(2):
        xs.append(x * k)
    s = p.a * p.b + p.index(2 * x) + p.count(x) * x + sum(Pair._make(np.array([x, x * x]))) + Pair._make(xs).b
    for name in p._fields:
        s += getattr(p, name) * len(Pair._fields)
    return s + Pair._make(v * x for v in range(2)).b + p._replace(b=x).b


def of_a_class(x):
    q, r = Sides._make((x, 2 * x)), Sides.square(x)
    return q.area() + r.area() + q._make([x, x]).a + type(q)._make((x, 1.0)).area()


def not_in_it(x):
    try:
        return Pair(x, 2 * x).index(7.0) * 1.0
    except ValueError:
        return 3 * x


@pytest.mark.parametrize("x", [0.6, 2.6])
@pytest.mark.parametrize(
    "f",
    [
        known_keys, equality, computed_keys, a_cache, a_cache_of_numbers, sorted_and_joined, of_objects, named_tuples, of_a_class,
        not_in_it,
    ],
)  # fmt: skip
def test_as_in_python(f: Callable[[float], Any], x: float) -> None:
    compare(f, x)


def test_result() -> None:
    found = irad.jit(lambda x: OrderedDict(b=x, a=2 * x))(1.0)
    assert type(found) is OrderedDict and list(found.items()) == [("b", 1.0), ("a", 2.0)]


def a_plain_dict(x):
    d = {"a": x, "b": x}
    d.move_to_end("a")
    return d["a"]


def the_first_of_a_plain_dict(x):
    return {"a": x, "b": x}.popitem(last=False)[1]


def too_few(x):
    return Pair._make([x]).a


def not_there(x):
    d = OrderedDict(a=x)
    d.move_to_end("b")
    return d["a"]


@pytest.mark.parametrize(
    ("f", "text"),
    [
        (a_plain_dict, "no attribute 'move_to_end'"), (the_first_of_a_plain_dict, "takes no arguments"),
        (too_few, "Expected 2 arguments"), (not_there, "'b'"),
    ],
)  # fmt: skip
def test_errors(f: Callable[[float], Any], text: str) -> None:
    with pytest.raises((TypeError, KeyError, irad.UnsupportedError), match=text):
        irad.value_and_grad(f)(2.0)
