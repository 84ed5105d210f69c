"""Objects in memory (`objects/memory_objects.py`), one property at a time, beside plain Python."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

import irad
from irad.frontends.python.compiler.python_compiler import PythonCompiler
from tests.frontends.python.plain import compare


class Inner:
    def __init__(self, v):
        self.v = v

    def put(self, v):
        self.v = v

    def add(self, v):
        self.v += v


class Outer:
    def __init__(self):
        self.inner = None

    def step(self, v):
        if self.inner is None:
            self.inner = Inner(v)
        self.inner.put(self.inner.v * 0.5 + v)
        return self.inner.v


def none_then_changed_by_a_method(x):
    o = Outer()
    o.inner = Inner(x)
    o.inner.put(3 * x)
    return x * o.inner.v


def made_at_the_first_step(x):
    o = Outer()
    y = 0.0
    for k in range(3):
        y = o.step(x * k + 1.0)
    return y * y


def in_a_dict(x):
    d = {"a": None}
    d["a"] = Inner(x)
    d["a"].put(2 * x)
    return x * d["a"].v


def in_a_list(x):
    d = [None]
    d[0] = Inner(x)
    d[0].add(2 * x)
    return x * d[0].v


class Node:
    def __init__(self, v=0.0):
        self.v, self.next = v, None

    def append(self, v):
        if self.next is None:
            self.next = Node(v)
        else:
            self.next.append(v)

    def total(self):
        return self.v**2 + (0.0 if self.next is None else self.next.total())


def appended_by_recursion(x):
    head = Node(x)
    head.append(2 * x)
    head.append(3 * x)
    total, node = head.total(), head
    while node is not None:
        total += node.v
        node = node.next
    return total


def reversed_chain(x):
    head = None
    for k in range(4):
        new = Node(x * (k + 1))
        new.next = head
        head = new
    before = None
    while head:
        behind = head.next
        head.next = before
        before, head = head, behind
    return before.v + 10 * before.next.v


def put(node, k):
    if k == 0:
        node.next = Node(node.v * 2.0)
    else:
        put(node, k - 1)


def changed_by_a_recursion_without_result(x):
    n = Node(x)
    put(n, 2)
    return x if n.next is None else n.next.v * n.v


def list_of_a_recursion(x):
    found = []

    def visit(k):
        if k > 0:
            visit(k - 1)
        found.append(x * k)

    visit(3)
    return sum((k + 1) * v for k, v in enumerate(found))


class Late:
    """An attribute that `__init__` does not make, one that a class has, and a slot."""

    rate = 2.0

    def __init__(self, v, deep):
        self.v = v
        if deep:
            self.extra = v * v

    def more(self):
        self.rate = self.rate * self.v
        return self.rate


def attributes_of_class_and_object(x):
    found = []
    for k in range(3):
        found.append(Late(x + k, k > 0))
    found[1].more()
    found[1].more()
    return sum(o.rate for o in found) + found[2].extra


def missing_attribute(x):
    found = []
    for k in range(3):
        found.append(Late(x + k, k > 0))
    found[int(x)].v = 5.0
    return found[int(x)].extra


@dataclass
class Part:
    weight: float
    name: str = "part"
    inside: list = field(default_factory=list)

    def total(self):
        return self.weight + sum(p.total() for p in self.inside)


def parts_in_parts(x):
    root = Part(x)
    open_parts = [root]
    for k in range(5):
        owner = open_parts.pop(0)
        for j in range(2):
            new = Part(x * (k + j + 1), name="leaf" if k > 2 else "part")
            owner.inside.append(new)
            open_parts.append(new)
    leaves = [p for p in open_parts if p.name == "leaf"]
    for p in leaves:
        p.weight *= 2
    other = replace(root, weight=1.0)
    other.inside[0].weight += x
    return root.total() + other.total() * x


def copies_and_identity(x):
    nodes = []
    for k in range(3):
        nodes.append(Node(x * (k + 1)))
    nodes[0].next = nodes[2]
    other = copy.copy(nodes[0])
    other.v = 7.0
    other.next.v += 1.0
    t = 100.0 if nodes[0].next is nodes[2] else 0.0
    t += 10.0 if other is nodes[0] else 0.0
    t += 1.0 if nodes[2] in nodes[1:] and other not in nodes else 0.0
    return t + sum(n.v for n in nodes)


class Shape:
    def area(self):
        raise NotImplementedError


class Square(Shape):
    def __init__(self, a):
        self.a = a

    def area(self):
        return self.a**2


class Ring(Shape):
    def __init__(self, a, b):
        self.a, self.b = a, [b]

    def area(self):
        return 3.0 * (self.a**2 - self.b[0] ** 2)

    @property
    def width(self):
        return self.a - self.b[0]


def of_several_classes(x):
    shapes = []
    for k in range(4):
        shapes.append(Square(x + k) if k % 2 else Ring(x + k, 0.5 * x))
    rings = [s for s in shapes if isinstance(s, Ring)]
    for s in shapes:
        s.a += 0.5
    rings[0].b.append(1.0)
    best = max(shapes, key=lambda s: s.area())
    best.a *= 1.1
    return sum(s.area() for s in shapes) + sum(r.width for r in rings) + len(rings[0].b)


def integers_in_attributes(x):
    class Counter:
        def __init__(self, n):
            self.n, self.seen = n, {}

        def count(self, key):
            self.seen[key] = self.seen.get(key, 0) + self.n

    counters = []
    for k in range(3):
        counters.append(Counter(k + 1))
    for k in range(6):
        counters[k % 3].count(k * int(x + 2) % 4)
    return x * sum(sum(c.seen.values()) for c in counters) + len(counters[0].seen)


class Pair:
    def __init__(self):
        self.left = None
        self.right = None

    def total(self):
        return sum(p.v for p in (self.left, self.right) if p is not None)

    def up(self):
        self.left.v += 1.0
        return self.left.v

    def down(self):
        self.right.v *= 2.0
        return self.right.v


def changed_by_a_method_of_a_choice(x):
    a = Pair()
    if x > 0.1:
        a.left = Inner(x)
    if x > 0.2:
        a.right = Inner(2 * x)
    (a.left if x > 1 else a.right).add(3 * x)
    return a.left.v + 10 * a.right.v


def items_that_may_be_none(x):
    a = Pair()
    if x > 1:
        a.left = Inner(x)
    else:
        a.right = Inner(2 * x)
    s = a.total()
    for p in (a.left, a.right):
        if p is not None:
            s += p.v**2
    return s


def attributes_and_methods_by_name(x):
    a = Pair()
    a.left, a.right = Inner(x), Inner(3 * x)
    for k in range(3):
        name = "left" if a.left.v < a.right.v else "right"
        getattr(a, name).v *= 1.0 + 0.5 * k
        a.left.v += getattr(a, "up" if k % 2 else "down")() * 0.1
        setattr(a, name, Inner(getattr(a, name).v + 1.0))
    return a.left.v + 10 * a.right.v


def rows_exchanged(x):
    rows = [[x, 1.0, 2.0], [2 * x, 5.0, 1.0], [0.5, x, 3.0]]
    n = len(rows)
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[p] = rows[p], rows[i]
        for r in range(i + 1, n):
            m = rows[r][i] / rows[i][i]
            for c in range(i, n):
                rows[r][c] -= m * rows[i][c]
    return rows[0][0] * rows[1][1] * rows[2][2]


def dicts_in_a_list(x):
    v = [{}]
    for s in ("a", "b"):
        v[0][s] = x * len(s)
    for t in range(1, 4):
        v.append({})
        for s in ("a", "b"):
            v[t][s] = max((v[t - 1][r] * (0.3 if r == s else 0.6) * x, r) for r in ("a", "b"))[0] + t
    return v[-1]["a"] + 2 * v[-1]["b"]


def dicts_of_dicts(x):
    graph = {"a": {"b": x, "c": 2.0}, "b": {"c": x * x}, "c": {}}
    node, cost = "a", 0.0
    while graph[node]:
        nearest = min(graph[node], key=lambda k: graph[node][k])
        cost += graph[node][nearest]
        node = nearest
    return cost * len(graph)


def a_beam(x):
    beams = [([0], 0.0)]
    for _ in range(3):
        found = []
        for steps, score in beams:
            for w in (0, 1):
                found.append((steps + [w], score + (x if w else x * x) * (1 + steps[-1])))
        beams = sorted(found, key=lambda b: -b[1])[:2]
    return beams[0][1] + len(beams[0][0])


def remembered(x):
    memo = {}

    def cost(i):
        if i in memo:
            return memo[i]
        memo[i] = x if i <= 0 else cost(i - 1) * 0.9 + x
        return memo[i]

    total, i = cost(3), 3
    while i > 0:
        i -= 2 if cost(i) < 1.5 else 1
        total += cost(i)
    return total


def one_object_twice_in_a_deep_copy(x):
    d = Part(x, inside=[x, 2.0])
    pair = [d, d]
    other = copy.deepcopy(pair)
    other[0].weight = x * x
    other[1].inside.append(x)
    return pair[0].weight + other[1].weight * 3 + sum(other[0].inside) + sum(d.inside)


class Maybe:
    def __init__(self):
        self.items, self.next = None, None

    def __eq__(self, other):
        return other is not None and len(self.items or []) == len(other.items or [])

    def __len__(self):
        return 2


class Other(Maybe):
    pass


def what_may_be_none_is_asked(x):
    found = []
    for k in range(4):
        found.append(Maybe() if k % 2 else Other())
    found[0].items = [x]
    found[1].next = found[0]
    found[2].next = found[3]
    t = x + sum(1 for m in found if m.items) + sum(1 for m in found if m.next)
    t += sum(3 for m in found if m.next == found[1]) + sum(5 for m in found if isinstance(m.next, Other))
    return x * (t + sum(7 for m in found if m.next in found[2:]) + sum(11 for m in found if m.items == [x]))


PROGRAMS: list[Callable[[float], Any]] = [
    none_then_changed_by_a_method, made_at_the_first_step, in_a_dict, in_a_list, appended_by_recursion, reversed_chain,
    changed_by_a_recursion_without_result, list_of_a_recursion, attributes_of_class_and_object, parts_in_parts,
    copies_and_identity, of_several_classes, integers_in_attributes, changed_by_a_method_of_a_choice, items_that_may_be_none,
    attributes_and_methods_by_name, rows_exchanged, dicts_in_a_list, dicts_of_dicts, a_beam, remembered,
    what_may_be_none_is_asked,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python(f: Callable[[float], Any]) -> None:
    compare(f, 0.7)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_all_in_memory(f: Callable[[float], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """As above, with objects in memory from the beginning."""
    monkeypatch.setattr(PythonCompiler, "in_memory", True)
    compare(f, 1.3)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_containers_in_memory(f: Callable[[float], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """As above, with containers in memory as well."""
    monkeypatch.setattr(PythonCompiler, "all_in_memory", True)
    compare(f, 0.6)


def test_deep_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(one_object_twice_in_a_deep_copy, 0.7)
    monkeypatch.setattr(PythonCompiler, "in_memory", True)
    with pytest.raises(irad.UnsupportedError, match="a deep copy of"):
        irad.jit(one_object_twice_in_a_deep_copy)(0.7)


def test_attributes_that_are_not_there() -> None:
    compiled = irad.jit(missing_attribute)
    assert compiled(1.5) == missing_attribute(1.5)
    with pytest.raises(AttributeError, match="'Late' object has no attribute 'extra'"):
        compiled(0.5)


def test_second_derivatives() -> None:
    """Of (v1^2 + v2^2 + v3^2) + (v1 + v2 + v3) at x, 2x, 3x: 28."""
    assert irad.hessian(appended_by_recursion)(0.7) == pytest.approx(28.0)


def test_jacobian() -> None:
    def f(x):
        chain = Node(x[0])
        for v in x[1:]:
            chain.append(v * chain.v)
        return np.array([chain.total(), chain.next.v])

    x = np.array([0.5, 1.5, -0.7])
    slopes = [(f(x + 1e-6 * e) - f(x - 1e-6 * e)) / 2e-6 for e in np.eye(3)]
    assert irad.jacobian(f)(x) == pytest.approx(np.array(slopes).T, rel=1e-7, abs=1e-8)
