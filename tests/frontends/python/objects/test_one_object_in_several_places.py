"""Objects stay one object: chained assignments, items that move, repetition, closures, deep copies."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


def read_by_another(x):
    a = 3 * x

    def f():
        return a * 2

    def g():
        nonlocal a
        a += 1
        return f()

    return g() + a


def assigned_by_two(x):
    a = 3 * x
    n = 0

    def inc():
        nonlocal a, n
        a = a * x
        n += 1
        return a

    def g():
        nonlocal a
        a += 1
        return inc() + a

    return g() + a + n


def in_a_loop(x):
    a = x

    def f():
        return a * a

    def g():
        nonlocal a
        for _ in range(3):
            a = a * 0.5 + 1
            if f() > 2:
                break
        return f()

    return g() * a + f()


class Point:
    def __init__(self, v):
        self.v = v


def chained_assignments(x):
    a = b = Point(x)
    b.v = x * x
    c = d = [x, 2 * x]
    c[0] = a.v
    d.append(1.0)
    e = f = []
    for v in V:
        e.append(v * x)
    f.append(x)
    return a.v * b.v + sum(d) * len(c) + sum(e) * len(f)


def repeated(x):
    row = [x]
    k = [row] * 2
    row.append(1.0)
    m = [[0.0] * 2] * 2
    m[0][1] = x
    return sum(map(sum, k)) + m[1][1] * 3


def index_that_changes(x):
    class_ = [x, 2 * x]

    def nx():
        class_[0] += x
        return 0

    class_[nx()] += x
    d = {"a": x}

    def key():
        d["a"] *= 2
        return "a"

    d[key()] += 1
    return class_[0] * d["a"]


def popped_and_inserted(x):
    q = [Point(x), Point(2 * x), Point(3 * x)]
    a = q[0]
    r = q.pop()
    r.v *= 2
    q.insert(0, r)
    return a.v * q[0].v + r.v * q[2].v


def reversed_list(x):
    q = [Point(x), Point(2 * x), Point(3 * x)]
    a = q[0]
    q.reverse()
    s = q[-1]
    s.v += 1
    return a.v * q[0].v + q[2].v


def popped_then_reversed(x):
    q = [Point(x), Point(2 * x), Point(3 * x)]
    r = q.pop()
    q.insert(0, r)
    q.reverse()
    s = q[-1]
    s.v += 1
    return q[0].v + r.v * q[2].v


def popped_then_changed(x):
    q = [Point(x), Point(2 * x), Point(3 * x)]
    r = q.pop()
    r.v *= 2
    q.insert(0, r)
    q.reverse()
    return q[0].v + r.v * q[2].v


def sorted_plainly(x):
    q = [Point(x), Point(2 * x), Point(3 * x)]
    q.sort(key=lambda o: -o.v)
    return q[0].v + 2 * q[1].v + 5 * q[2].v


class Named:
    def __init__(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)


def attributes_by_name(x):
    p = Named(a=x, b=2.0)
    p.c = p.a * p.b
    for n in ("a", "b"):
        setattr(p, n, getattr(p, n) * x)
    return p.a + p.b * p.c


def copied_deeply(x):
    a = Named(v=x)
    d = copy.deepcopy([a, a])
    d[0].v = 5.0 * x
    e = copy.deepcopy(d)
    e[1].v = 1.0
    return d[1].v * a.v + e[0].v


def lists_copied_deeply(x):
    r = [x]
    d = copy.deepcopy({"a": r, "b": r, "c": [r]})
    d["a"][0] = 7.0 * x
    return d["b"][0] + d["c"][0][0] + r[0]


PROGRAMS = [
    read_by_another,
    assigned_by_two,
    in_a_loop,
    chained_assignments,
    repeated,
    index_that_changes,
    popped_and_inserted,
    reversed_list,
    popped_then_reversed,
    popped_then_changed,
    sorted_plainly,
    attributes_by_name,
    copied_deeply,
    lists_copied_deeply,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)


def chosen_and_changed(x):
    a, b = Point(x), Point(2 * x)
    m = a if x > 0 else b
    a.v = 50.0
    return m.v


def largest_and_changed(x):
    points = [Point(x), Point(2 * x)]
    m = max(points, key=lambda p: p.v)
    for p in points:
        p.v += 1.0
    return m.v


def item_and_changed(x):
    points = [Point(x), Point(2 * x)]
    m = points[0 if x > 0 else 1]
    points[0].v = 50.0
    return m.v


def sorted_by_numbers(x):
    points = [Point(x), Point(2 * x)]
    a = points[0]
    points.sort(key=lambda p: -p.v)
    a.v = 7.0
    return points[1].v


@pytest.mark.parametrize("f", [chosen_and_changed, largest_and_changed, item_and_changed, sorted_by_numbers])
def test_objects_of_which_the_run_tells_which_they_are(f) -> None:
    compare(f, 0.7)
    compare(f, -0.7)


def test_chosen_objects_that_do_not_change_later() -> None:
    def f(x):
        points = [Point(x), Point(2 * x), Point(3 * x)]
        for p in points:
            p.v *= x
        best = max(points, key=lambda p: p.v)
        return best.v * best.v + (points[0] if x > 0 else points[1]).v

    compare(f, 0.7)


def test_a_container_in_itself() -> None:
    def f(x):
        d = {"v": x}
        d["d"] = d
        return d["d"]["v"] * d["d"]["d"]["v"]

    compare(f, 0.7)
