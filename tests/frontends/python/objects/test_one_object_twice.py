# ruff: noqa: B007, E501, E701, E702  (programs as people write them in a hurry)
"""One object at several places: items of one container, attributes, results of calls, swaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.numeric.scalar_functions import check_as_python


def swapped_in_two(x):
    a = {"x": [x, 1.0]}; b = {"x": [2*x, 2.0]}
    a["x"], b["x"] = b["x"], a["x"]
    a["x"][0] = 5.0
    b["x"][1] = 7*x
    return a["x"][0] + 10*b["x"][0] + 100*a["x"][1] + 1000*b["x"][1]
def swapped_in_one(x):
    r = [[x, 1.0], [2*x, 2.0]]
    r[0], r[1] = r[1], r[0]
    r[0][0] = 5.0
    r[1][1] = 7*x
    return r[0][0] + 10*r[1][0] + 100*r[0][1] + 1000*r[1][1]
def swapped_by_a_name(x):
    a = {"x": [x, 1.0]}; b = {"x": [2*x, 2.0]}
    t = a["x"]
    a["x"] = b["x"]
    b["x"] = t
    t[0] = 9*x
    a["x"][1] = 5.0
    return a["x"][0] + 10*b["x"][0] + 100*a["x"][1] + 1000*b["x"][1]
def swapped_by_a_name_in_one(x):
    r = [[x, 1.0], [2*x, 2.0]]
    t = r[0]
    r[0] = r[1]
    r[1] = t
    t[0] = 9*x
    r[0][1] = 5.0
    return r[0][0] + 10*r[1][0] + 100*r[0][1] + 1000*r[1][1]
def chained(x):
    r = [[x, 1.0], [2*x, 2.0], [3*x, 3.0]]
    r[0] = r[1]
    r[1] = r[2]
    r[0][0] += 1
    r[1][0] += 2
    return r[0][0] + 10*r[1][0] + 100*r[2][0]
def keys_of_one_dict(x):
    d = {"a": [x, x], "b": [0.0, 0.0]}
    d["b"] = d["a"]
    d["a"][0] = 4*x
    d["b"][1] = 5*x
    return d["a"][0] + 10*d["a"][1] + 100*d["b"][0] + 1000*d["b"][1]
class Node:
    def __init__(s, v): s.v = v; s.next = None
def none_then_object(x):
    o = Node(x); o.next = Node(2*x); o.w = o.next
    o.next.v = 5*x
    o.w.v += 1
    return o.next.v + 10*o.w.v
def appended_again(x):
    r = [[x, 1.0], [2*x, 2.0]]
    r.append(r[0])
    r[0][0] = 6*x
    r[2][1] = 4.0
    return r[0][0] + 10*r[0][1] + 100*r[2][0] + 1000*r[2][1]
def in_a_loop(x):
    r = [[x, 1.0], [2*x, 2.0]]
    for k in range(2):
        r[0] = r[1]
        r[1][0] += 1.0
    return r[0][0] + 10*r[1][0]
def reversed_in_place(x):
    r = [[x, 1.0], [2*x, 2.0]]
    r.reverse()
    r[0][0] = 7.0
    r[1][1] = x
    return r[0][0] + 10*r[1][0] + 100*r[0][1] + 1000*r[1][1]
def popped(x):
    r = [[x, 1.0], [2*x, 2.0]]
    r[0] = r[1]
    r.pop(1)
    r[0][0] = 7*x
    r.append([x, x])
    r[1][0] = 3*x
    return r[0][0] + 10*r[0][1] + 100*r[1][0]
def inserted(x):
    r = [[x, 1.0], [2*x, 2.0]]
    r[0] = r[1]
    del r[1]
    r.insert(0, [5*x, 1.0])
    r[1][0] *= 3
    return r[0][0] + 10*r[1][0]
def swapped_names(x):
    a = [x, 1.0]; b = [2*x, 2.0]
    a, b = b, a
    a[0] = 5.0
    b[1] = 7*x
    return a[0] + 10*b[0] + 100*a[1] + 1000*b[1]
class Model:
    def __init__(s, x): s.cur = [x, 1.0]; s.best = None; s.hist = []
    def keep(s): s.best = s.cur
    def step(s, x): s.cur[0] += x
def kept_by_a_method(x):
    m = Model(x)
    m.keep()
    m.step(2*x)
    return m.best[0] + 10*m.cur[0]
def attributes_of_one_object(x):
    m = Model(x)
    m.best = m.cur
    m.step(2*x)
    m.best[1] = 3*x
    return m.best[0] + 10*m.cur[0] + 100*m.cur[1]
def made(x):
    t = [x, 1.0]
    return {"a": t, "b": t}
def result_with_one_object_twice(x):
    d = made(x)
    d["a"][0] = 5*x
    return d["a"][0] + 10*d["b"][0]
def display_of_own_items(x):
    r = [[x, 1.0], [2*x, 2.0], [3*x, 3.0]]
    r = [r[2], r[0], r[2]]
    r[0][0] = 9*x
    r[1][0] += 1
    return r[0][0] + 10*r[1][0] + 100*r[2][0]
def deep(x):
    o = {"in": {"v": [x, 1.0], "w": None}, "c": 1}
    o["in"]["w"] = o["in"]["v"]
    o["in"]["v"][0] = 4*x
    o["k"] = o["in"]
    o["k"]["v"][1] = 6*x
    return o["in"]["w"][0] + 10*o["in"]["w"][1] + 100*o["k"]["v"][0]
def swapped_in_a_loop(x):
    r = [[x, 1.0], [2*x, 2.0]]
    for k in range(5):
        r[0], r[1] = r[1], r[0]
        r[0][0] *= 1.5
        r[1][1] += x
    return r[0][0] + 10*r[1][0] + 100*r[0][1] + 1000*r[1][1]
def in_a_branch(x):
    r = [[x, 1.0], [2*x, 2.0]]
    if x > 0.5:
        r[0] = r[1]
    r[1][0] = 4*x
    return r[1][0]
class Tree:
    def __init__(s): s.nodes = {}; s.n = 0
    def add(s, v):
        n = [v, 0.0]
        s.nodes[s.n] = n
        s.n += 1
        return n
def made_by_a_method(x):
    t = Tree()
    a = t.add(x); b = t.add(2*x)
    a[1] = 5*x
    b[0] += a[1]
    return t.nodes[0][1] + 10*t.nodes[1][0]
def made_on_two_ways(x, c):
    t = [x, 1.0]; u = [x, 2.0]
    if c > 0: return {"a": t, "b": t}
    return {"a": t, "b": u}
def twice_on_one_way(x):
    d = made_on_two_ways(x, x)
    d["a"][0] = 5*x
    return d["a"][0] + 10*d["b"][0]
def two_results(x):
    d = made(x); e = made(2*x)
    d["b"] = e["a"]
    e["b"][0] = 7*x
    d["a"][1] = x
    return d["b"][0] + 10*d["a"][1] + 100*e["a"][0]


PROGRAMS: list[Callable[[float], Any]] = [
    swapped_in_two, swapped_in_one, swapped_by_a_name, swapped_by_a_name_in_one, chained, keys_of_one_dict, appended_again, in_a_loop,
    reversed_in_place, popped, inserted, swapped_names, kept_by_a_method, attributes_of_one_object,
    result_with_one_object_twice, display_of_own_items, deep, made_by_a_method, twice_on_one_way, two_results,
]


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python(f: Callable[[float], Any]) -> None:
    check_as_python(f)


def test_an_object_where_none_was() -> None:
    check_as_python(none_then_object)


def test_put_to_a_second_place_in_a_branch() -> None:
    check_as_python(in_a_branch)


def test_swapped_in_a_loop() -> None:
    check_as_python(swapped_in_a_loop)
