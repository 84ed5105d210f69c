"""`vars(x)` and `x.__dict__` of objects with known attributes, used at once."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import irad
from tests.frontends.python.plain import compare


@dataclass
class Fields:
    a: float
    b: float


class Two:
    def __init__(self, x):
        self.p = x
        self.q = 2 * x


class Parts:
    def __init__(self, a, b):
        self.a = a
        self.b = b

    def total(self):
        return sum(vars(self).values())

    def copy(self):
        return Parts(**vars(self))

    def show(self):
        return sorted(vars(self))


def use(d, p):
    p.p = 7.0
    return d["p"]


def views(x):
    p = Two(x)
    return (
        sum((v for k, v in vars(p).items() if k == "q")) + sum(vars(p).values()) + len(vars(p)) + vars(p)["p"] * ("q" in vars(p))
    )


def copies(x):
    p = Fields(x, 2 * x)
    d = dict(vars(p))
    p.a = 7.0
    e = {**vars(p)}
    s = 0.0
    for k in list(vars(p)):
        s += getattr(p, k)
    return d["a"] + e["a"] * d["b"] + s


def of_methods(x):
    r = Parts(x, 3 * x)
    c = r.copy()
    c.a *= 2
    return r.total() + c.total() * x + len(r.show()) + vars(c).get("zz", x) + (x if vars(c).get("a") is not None else 0.0)


def while_it_changes(x):
    p = Two(x)
    for k, v in list(vars(p).items()):
        setattr(p, k, v * x)
    return p.p + p.q


def by_its_attribute(x):
    p = Two(x)
    return p.__dict__["p"] + sum(p.__dict__.values()) + ("q" in p.__dict__)


def of_a_namespace(x):
    s = types.SimpleNamespace(a=x, b=2 * x)
    s.c = x * x
    return sum(vars(s).values()) + len(vars(s)) + max(vars(s).values())


def of_two(x):
    a = Two(x)
    b = Two(2 * x)
    return sum((u * v for u, v in zip(list(vars(a).values()), list(vars(b).values()), strict=True))) + (
        1.0 if dict(vars(a)) == {"p": x, "q": 2 * x} else 0.0
    )


@pytest.mark.parametrize("x", [0.6, 1.3, 2.6])
@pytest.mark.parametrize("f", [views, copies, of_methods, while_it_changes, by_its_attribute, of_a_namespace, of_two])
def test_as_in_python(f: Callable[[float], Any], x: float) -> None:
    compare(f, x)


def named(x):
    p = Two(x)
    d = vars(p)
    p.p = 3 * x
    return d["p"]


def an_item_assigned(x):
    p = Two(x)
    vars(p)["p"] = 3 * x
    return p.p


def a_loop_that_changes_it(x):
    p = Two(x)
    s = 0.0
    for v in vars(p).values():
        p.q += v
        s += v
    return s


def an_argument(x):
    p = Two(x)
    return use(vars(p), p)


def a_choice(x):
    p = Two(x)
    return sum(v for v in (vars(p) if x > 0 else {}).values())


def assigned_by_its_attribute(x):
    p = Two(x)
    p.__dict__["p"] = 5 * x
    return p.p


def a_result(x):
    p = Two(x)

    def go():
        return vars(p)

    d = go()
    p.p = 3.0
    return d["p"]


def changed_by_a_function(x):
    p = Two(x)

    def bump(v):
        p.q += v
        return v

    return sum(bump(v) for v in vars(p).values())


def an_iterator(x):
    d = Fields(x, 2 * x)
    it = iter(vars(d).values())
    d.b = 5.0
    return next(it) + next(it)


@pytest.mark.parametrize(
    "f",
    [
        named,
        an_item_assigned,
        a_loop_that_changes_it,
        an_argument,
        a_choice,
        assigned_by_its_attribute,
        a_result,
        changed_by_a_function,
        an_iterator,
    ],
)
def test_refused(f: Callable[[float], Any]) -> None:
    with pytest.raises(irad.UnsupportedError, match="vars"):
        irad.value_and_grad(f)(1.3)
