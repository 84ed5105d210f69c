"""One object under several names and in several containers: what is changed under one name is seen under the others.

Lists, dicts and tuples without a name as arguments, objects that functions move from place to place, arguments that hold one
object twice.  `tests/property/test_random_objects.py` has random programs.
"""

from __future__ import annotations

import numpy as np
import pytest

import irad


class Body:
    def __init__(self, pos):
        self.pos = pos

    def push(self, d):
        self.pos = self.pos + d

    def meet(self, other):
        self.pos, other.pos = self.pos + other.pos, self.pos - 2 * other.pos


class Group:
    def __init__(self, items, head=None):
        self.items = items
        self.head = head

    def double(self):
        for b in self.items:
            b.pos = b.pos * 2

    def swap(self):
        self.items[0], self.items[1] = self.items[1], self.items[0]

    def turn(self):
        self.items = self.items[1:] + self.items[:1]

    def kick(self, b, d):
        b.pos = b.pos + d
        self.items[0].pos = self.items[0].pos + 0.5 * b.pos


class Many:
    def __init__(self, *bodies, **named):
        self.bodies = list(bodies)
        self.named = named

    def double(self):
        for b in self.bodies:
            b.pos = b.pos * 2
        for b in self.named.values():
            b.pos = b.pos * 3


class Graph:
    def __init__(self, nodes, edges):
        self.nodes = nodes
        self.edges = edges

    def run(self):
        for p, q, w in self.edges:
            p.pos = p.pos + w * q.pos
        return sum(n.pos for n in self.nodes)


# ---- containers that are written where they are handed over


def in_a_list(x):
    a, b = Body(x), Body(3 * x)
    g = Group([a, b])
    g.double()
    b.pos = b.pos + 1
    return a.pos + 10 * b.pos + 100 * g.items[1].pos


def in_a_tuple_or_dict(x):
    a, b = Body(x), Body(3 * x)
    g, h = Group((a, 2.0)), Group({"b": b})
    g.items[0].pos = 5 * x
    h.items["b"].push(x)
    return a.pos + 10 * b.pos


def as_arguments(x):
    a, b = Body(x), Body(3 * x)
    m = Many(a, Body(2 * x), q=b)
    m.double()
    return a.pos + 10 * b.pos + 100 * m.bodies[1].pos


def nested(x):
    a, b = Body(x), Body(2 * x)
    g = Group([[a], [b, a]])
    g.items[1][0].pos = 7 * x
    g.items[1][1].push(x)
    return a.pos + 10 * b.pos + 100 * g.items[0][0].pos


def handed_back(x):
    def same(xs):
        return xs

    a, w = Body(x), [x, 2 * x]
    same([a])[0].push(x)
    inner = same({"w": [w]})["w"]
    inner[0][0] = 4 * x
    return a.pos + 10 * w[0] + 100 * w[1]


def edges_of_a_graph(x):
    a, b = Body(x), Body(2 * x)
    g = Graph([a, b], [(a, b, 2.0), (b, a, 3.0)])
    for p, q, w in [(a, b, 0.5)]:
        p.pos = p.pos + w * q.pos
    pairs = [(a, b), (b, a)]
    for p, q in pairs:
        p.pos = p.pos + q.pos
    return g.run() + 7 * a.pos + 10 * b.pos


# ---- objects that functions move


def swapped(x):
    def exchange(xs):
        xs[0], xs[1] = xs[1], xs[0]

    a, b = Body(x), Body(3 * x)
    xs = [a, b]
    exchange(xs)
    xs[0].pos = 7 * x
    g = Group(xs)
    first = g.items[0]
    g.swap()
    first.push(x)
    return a.pos + 10 * b.pos + 100 * g.items[0].pos + 1000 * xs[1].pos


def turned(x):
    g = Group([Body(x), Body(3 * x), Body(x * x)])
    a = g.items[0]
    g.turn()
    g.items[2].pos = 7 * x
    g.items.reverse()
    g.items[1].push(x)
    return a.pos + sum(k * b.pos for k, b in enumerate(g.items))


def reversed_and_changed(x):
    def reverse(xs):
        xs[0].pos = xs[0].pos * 5
        xs.reverse()
        return xs

    a, b = Body(x), Body(3 * x)
    r = reverse([a, b])
    r[0].push(x)
    return a.pos + 10 * b.pos


def put_in_front(x):
    def insert(xs):
        xs.insert(0, Body(100 * x))
        return xs[0]

    a, b = Body(x), Body(3 * x)
    xs = [a, b]
    new = insert(xs)
    new.push(x)
    xs[1].push(2 * x)
    return a.pos + 10 * b.pos + 100 * xs[0].pos + 1000 * xs[2].pos


def in_a_new_list(x):
    def rebuild(xs):
        xs[1] = [xs[1][0], Body(13 * x)]

    a, b = Body(x), Body(3 * x)
    xs = [[b], [a]]
    rebuild(xs)
    a.pos = 3 * x
    return xs[1][0].pos + 10 * xs[1][1].pos


def moved_twice(x):
    def exchange(xs):
        xs[0], xs[1] = xs[1], xs[0]
        xs[1].append(xs[0][0])

    a, b = Body(x), Body(3 * x)
    xs = [[a], [b]]
    exchange(xs)
    exchange(xs)
    a.pos = 5 * x
    return sum((k + 1) * q.pos for row in xs for k, q in enumerate(row)) + xs[0][1].pos


# ---- one object in an argument twice


def given_twice(x):
    a, b = Body(x), Body(3 * x)
    g = Group([a, b], a)
    g.kick(g.items[1], x)
    g.kick(g.head, 2 * x)
    a.meet(g.items[0])
    return a.pos + 10 * b.pos


def held_twice(x):
    a = Body(x)
    g = Group([a, a])
    g.double()
    return a.pos + 10 * g.items[1].pos


def in_two_groups(x):
    a = Body(x)
    g, h = Group([Body(x), a]), Group([a])
    g.double()
    h.double()
    return a.pos + 10 * g.items[1].pos


# ---- statements that change what a name stands for


class Sum:
    def __init__(self, v):
        self.v = v

    def __iadd__(self, other):
        self.v = self.v + other.v
        return self


def added_in_place(x):
    w, u = Sum(x), Sum(2 * x)
    items, named, g = [w, w], {"w": w}, Group(w)
    items[0] += u
    named["w"] += u
    g.items += w
    return w.v + 10 * items[1].v + 100 * named["w"].v


def deleted_names(x):
    a, xs = Body(x), [x, 2 * x]
    b, ys, held = a, xs, [a]
    b.pos = 3 * x
    ys.append(x)
    del a, xs
    held[0].push(x)
    return b.pos + 10 * sum(ys)


def rebound_with_a_list(x):
    total, a = 0.0, Group([x, 2 * x], x)
    for k in [1, 2]:
        kept, values = [a], a.items
        a.items[0] += 5.0
        a = Group([3 * x, k * x], x)
        a.items[0] += 100.0
        values[1] += 1.0
        total += kept[0].items[0] + 10 * values[1] + 1000 * a.items[0]
    b = kept[0]
    del kept
    b.items[0] += x
    return total + sum(b.items) + values[0]


def from_an_iterator(x):
    class Flow:
        def __init__(self, bodies):
            self.bodies = list(bodies)

    bodies = [Body(x), Body(2 * x)]
    f = Flow(b for b in bodies)
    f.bodies[1].push(x)
    return bodies[0].pos + 10 * bodies[1].pos


def from_a_captured_iterator(x):
    weights = iter(x * np.array([1.0, 0.3, 0.2, 2.0]))

    def tree(depth):
        if depth == 0:
            return next(weights)
        left, right = tree(depth - 1), tree(depth - 1)
        return left * right + left

    return tree(2)


PROGRAMS = [in_a_list, in_a_tuple_or_dict, as_arguments, nested, handed_back, edges_of_a_graph]
MOVES = [swapped, turned, reversed_and_changed, put_in_front, in_a_new_list, moved_twice]
TWICE = [given_twice, held_twice, in_two_groups, added_in_place, deleted_names, from_an_iterator]
TWICE += [from_a_captured_iterator, rebound_with_a_list]


@pytest.mark.parametrize("programs", [PROGRAMS, MOVES, TWICE], ids=["arguments", "moved", "twice"])
def test_as_python(programs) -> None:
    for f in programs:
        value, slope = irad.value_and_grad(f)(3.0)
        step = 1e-5
        assert value == f(3.0), f
        assert slope == pytest.approx((f(3.0 + step) - f(3.0 - step)) / (2 * step), rel=1e-7), f


def test_bodies_of_arrays() -> None:
    def f(x):
        sun, earth = Body(np.zeros(2)), Body(x)
        system = Group([sun, earth])
        for _ in range(3):
            for b in system.items:
                b.pos = b.pos * 1.5 + 0.25
        return np.sum((earth.pos - sun.pos) ** 2)

    x = np.array([0.3, -1.2])
    value, gradient = irad.value_and_grad(f)(x)
    assert value == pytest.approx(1.5**6 * x @ x)
    assert gradient == pytest.approx(2 * 1.5**6 * x)


STATE = {"now": [1.0]}


class Counter:
    total = 0.0


COUNTER = Counter()


def test_names_from_outside_that_stand_for_other_kinds_of_things() -> None:
    def f(x):
        now = STATE["now"]
        return len(now) * x if isinstance(now, list) else now * x

    compiled = irad.jit(f)
    for now in [1.0], 0, 2.5, [1.0, 2.0], np.float64(3.0), [4]:
        STATE["now"] = now
        assert compiled(2.0) == f(2.0)


def test_an_attribute_that_is_that_of_the_class_at_first() -> None:
    def f(x):
        Counter.total += x
        COUNTER.total += 1.0
        return COUNTER.total

    with pytest.raises(irad.UnsupportedError, match="one attribute as long as the object has none of its own"):
        irad.jit(f)(3.0)


def test_names_bound_anew_in_loops() -> None:
    def f(x):
        a = Body(0.0)
        b = a
        for v in x:
            a.pos += v
            if v > 1:
                a = Body(v)
        return b.pos

    value, slopes = irad.value_and_grad(f)(np.array([0.5, 1.5, 2.0]))
    assert value == 2.0
    assert slopes == pytest.approx([1.0, 1.0, 0.0])


def test_what_a_call_takes_out_and_changes() -> None:
    def changes_what_it_takes_out(x):
        def drop(xs):
            gone = xs.pop(0)
            gone.pos = 5.0

        a = Body(x)
        xs = [a, Body(2 * x)]
        drop(xs)
        return a.pos

    assert irad.value_and_grad(changes_what_it_takes_out)(3.0) == (5.0, 0.0)


# ---- objects that functions hand back, or keep, under other names


class Shelf:
    def __init__(self, xs):
        self.bodies = [Body(v) for v in xs]
        self.head = None

    def larger(self, limit):
        for b in self.bodies:
            if b.pos > limit:
                return b
        raise ValueError("none")

    def larger_or_none(self, limit):
        for b in self.bodies:
            if b.pos > limit:
                return b
        return None

    def second(self):
        b = self.bodies[1]
        c = b
        return c

    def one_of_two(self, limit):
        b = self.bodies[1]
        if limit > 0:
            b = self.bodies[0]
        return b

    def last(self):
        for b in self.bodies:  # noqa: B007
            pass
        return b

    def in_a_list(self):
        found = [self.bodies[0], Body(1.0)]
        return found[0]

    def unpacked(self):
        (_, _, b) = self.bodies
        return b

    def in_a_dict(self):
        found = {"a": self.bodies[0]}
        return found["a"]

    def lead(self, b):
        c = b
        self.head = c

    def add(self, b):
        c = b
        self.bodies.append(c)

    def two(self):
        b, c = self.bodies[0], self.bodies[1]
        return b, c

    def named(self):
        b = self.bodies[0]
        return {"a": b}

    def shelf(self):
        b = self.bodies[1]
        s = Shelf([1.0])
        s.head = b
        return s


def shelf_total(s):
    return sum((k + 1) * b.pos for k, b in enumerate(s.bodies))


RESULTS = {
    "larger": (1.0,), "larger_or_none": (1.0,), "second": (), "one_of_two": (1.0,), "last": (), "in_a_list": (), "unpacked": (),
    "in_a_dict": (),
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_results_under_other_names(name: str) -> None:
    args = RESULTS[name]

    def f(x):
        s = Shelf([x, 2.0, 3.0])
        getattr(s, name)(*args).push(x)
        return shelf_total(s)

    for x in (0.57, 4.3):
        assert irad.jit(f)(x) == pytest.approx(f(x), rel=1e-12)


def kept_as_an_attribute(x):
    s, o = Shelf([x, 2.0, 3.0]), Body(5.0)
    s.lead(o)
    s.head.push(x)
    return o.pos


def appended(x):
    s, o = Shelf([x, 2.0, 3.0]), Body(5.0)
    s.add(o)
    s.bodies[3].push(x)
    return o.pos


def handed_back_in_containers(x):
    s = Shelf([x, 2.0, 3.0])
    a, b = s.two()
    a.push(x)
    b.pos *= x
    s.named()["a"].push(2 * x)
    s.shelf().head.push(3 * x)
    return shelf_total(s)


@pytest.mark.parametrize("f", [kept_as_an_attribute, appended, handed_back_in_containers])
def test_kept_under_other_names(f) -> None:
    assert irad.jit(f)(0.57) == pytest.approx(f(0.57), rel=1e-12)
    assert irad.grad(f)(0.57) == pytest.approx((f(0.57 + 1e-6) - f(0.57 - 1e-6)) / 2e-6, rel=1e-6)


# ---- `is`, `==` and `in` of objects whose class has no `__eq__`


def perhaps_none(x):
    a, b = Body(x), Body(2.0)
    c = None
    if x > 1:
        c = b
    return x * (1.0 if c is b else 2.0) + (10.0 if c is a else 20.0) + (100.0 if c == b else 200.0)


def in_containers(x):
    a, b = Body(x), Body(2.0)
    xs, d, t = [a, b], {"a": a}, (a, b)
    found = (xs[0] is a) + 2 * (d["a"] is xs[0]) + 4 * (t[1] is a) + 8 * (t[1] is xs[1]) + 16 * (b in xs) + 32 * (a not in xs)
    return x * (found + 64 * (xs == [a, b]) + 128 * (xs == [b, a]) + 256 * (xs[1] != b))


def removed(x):
    bodies = [Body(x), Body(2.0), Body(3.0)]
    b = bodies[1]
    bodies.remove(b)
    b.pos += 1
    return sum((k + 1) * p.pos for k, p in enumerate(bodies)) + b.pos


@pytest.mark.parametrize("f", [perhaps_none, in_containers, removed])
def test_questions_of_identity(f) -> None:
    for x in (0.5, 2.0):
        assert irad.jit(f)(x) == f(x)
