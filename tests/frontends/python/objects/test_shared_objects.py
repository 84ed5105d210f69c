# ruff: noqa: E702, E701, B007
"""Objects that several names, items and attributes stand for: values beside Python's, or refused where it is not known which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.numeric.scalar_functions import check_as_python


class Node:
    """A value, and another node."""

    def __init__(self, v, nxt=None):
        self.v = v
        self.nxt = nxt


class Acc:
    """A sum, whose beginning is an attribute of the class."""

    total = 0.0

    def add(self, v):
        self.total += v
        return self


def rebind_in_loop(x):
    p={"v":x}; q=p
    for k in range(3):
        p={"v":p["v"]*2}
        q["v"]+=1.0
    return p["v"]*q["v"]


def rebind_in_loop2(x):
    p={"v":x}
    for k in range(3):
        q=p
        p={"v":q["v"]*2}
        q["v"]+=1.0
        p["v"]+=q["v"]
    return p["v"]*q["v"]


def linked(x):
    n=Node(x,Node(x*2,Node(3.0)))
    s=0.0
    while n is not None:
        s+=n.v; n=n.nxt
    return s


def linked2(x):
    a=Node(x); b=Node(2.0,a); c=Node(1.0,a)
    b.nxt.v*=3.0
    return c.nxt.v+a.v


def classdefault(x):
    a=Acc().add(x).add(x*2); b=Acc()
    return a.total+b.total


def chain(x):
    a=Acc()
    a.add(x).add(2.0).add(x)
    return a.total


def inlist(x):
    a=Acc(); xs=[a,a]
    for v in xs: v.add(x)
    return a.total*xs[0].total


def arrs(x):
    o=Node(np.zeros(3))
    w=o.v
    w[0]=x
    o.v+=1.0
    o.v=o.v*2
    w[1]=5.0
    return o.v.sum()+w.sum()


def swap_attr(x):
    o=Node(x,2.0)
    o.v,o.nxt=o.nxt,o.v
    return o.v*3+o.nxt


def aug_nested(x):
    m={"a":{"b":[x,1.0]}}
    m["a"]["b"][1]+=m["a"]["b"][0]
    m["a"]["b"][0]*=2
    c=dict(m["a"]); c["b"]=[0.0]
    return sum(m["a"]["b"])


def early(x):
    o=Acc()
    def f(o,k):
        if k>1:
            o.total=5.0*x
            return 1.0
        o.total+=x
        return 2.0
    s=f(o,0)+f(o,3)+o.total
    return s


def put_then_rebind(x):
    xs=[]
    for k in range(3):
        a=Acc(); a.add(x*k); a.add(1.0)
        xs.append(a)
    return sum(v.total for v in xs)+len(xs)


def dyn_idx(x):
    xs=[Acc(),Acc(),Acc()]
    for k in range(6): xs[k%3].add(x*k)
    return xs[0].total+xs[2].total*2


def inlist_dyn(x):
    xs=[]
    for k in range(3): xs.append(Acc().add(x*k))
    for v in xs: v.add(1.0)
    s=0.0
    for v in xs: s+=v.total
    return s


def put_then_change(x):
    xs=[]
    for k in range(3):
        a=Acc(); a.add(x*k)
        xs.append(a)
        a.add(1.0)
    return sum(v.total for v in xs)


def put_alias(x):
    xs=[]
    for k in range(3):
        a=Acc(); b=a
        xs.append(b)
        a.add(x)
    return sum(v.total for v in xs)


def cond_alias(x):
    a=Acc(); b=Acc()
    for k in range(4):
        c=a if k%2==0 else b
        c.add(x*k)
    return a.total*b.total


def alias_by_value(x):
    a=Acc(); b=Acc()
    a.add(1.0); b.add(x)
    c=a if x>0.5 else b
    c.add(x)
    return a.total*b.total


def held_below(x):
    inner = {"v": x}
    m = {"a": [inner], "n": 0.0}
    inner["v"] *= 2
    m["n"] = 1.5  # what m holds below stays the same objects
    inner["v"] += 1.0
    return m["a"][0]["v"] * m["n"]


def held_below_lists(x):
    inner = {"v": x}
    m = {"a": [[inner]], "l": []}
    m["l"].append(2.0)
    inner["v"] = inner["v"] * 3
    m["a"].append([inner])
    inner["v"] += 1.0
    m["a"][0][0]["v"] *= 2
    return m["a"][0][0]["v"] + m["a"][1][0]["v"] * 10 + inner["v"] * 100 + m["l"][0]


def owners_and_indices_are_computed_once(x):
    n = 0
    d = {"n": x}
    k = [1.0, 2.0, 3.0]

    def doubled():
        d["n"] = d["n"] * 2
        return d

    def at(v):
        nonlocal n
        n += 1
        return v

    doubled()["m"] = 3.0
    k[at(1)] += x
    return d["n"] + d["m"] + k[at(1)] * 10 + n


PROGRAMS: list[Callable[[float], Any]] = [
    rebind_in_loop, rebind_in_loop2, linked, linked2, classdefault, chain, inlist, arrs,
    swap_attr, aug_nested, early, put_then_rebind, dyn_idx,
    held_below, held_below_lists, cond_alias, owners_and_indices_are_computed_once, inlist_dyn, put_then_change, put_alias,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python(f: Callable[[float], Any]) -> None:
    check_as_python(f)


def test_alias_by_value() -> None:
    for x in (0.3, 0.7):
        wanted = (alias_by_value(x + 1e-6) - alias_by_value(x - 1e-6)) / 2e-6
        assert irad.value_and_grad(alias_by_value)(x) == pytest.approx((alias_by_value(x), wanted), rel=1e-6)
