"""Generators, cached properties and `__iter__` of objects in memory, beside plain Python."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad.frontends.python.compiler.python_compiler import PythonCompiler
from tests.frontends.python.plain import compare


class Tree:
    def __init__(self, v):
        self.v, self.left, self.right = v, None, None

    def insert(self, v):
        side = "left" if v < self.v else "right"
        below = getattr(self, side)
        if below is None:
            setattr(self, side, Tree(v))
        else:
            below.insert(v)

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.v
        if self.right:
            yield from self.right

    def nodes(self):
        yield self
        for below in (self.left, self.right):
            if below is not None:
                yield from below.nodes()

    def large(self):
        if self.left is not None and self.v > 0.0:
            yield from self.left.large()
        yield self
        if self.right is not None:
            yield from self.right.large()


def tree_of(x):
    root = Tree(x)
    for k in range(5):
        root.insert(math.sin(2.0 * x * (k + 1)))
    return root


def generators_that_call_themselves(x):
    root = tree_of(x)
    t = sum((k + 1) * v for k, v in enumerate(root))
    for node in root.nodes():
        node.v *= 2.0
    seen = []
    for v in root:
        seen.append(v * v)
    return t + min(root) + max(root) + sum((k + 1) * v for k, v in enumerate(seen))


def changed_in_the_loop(x):
    root, t = tree_of(x), 0.0
    for node in root.large():
        node.v += 1.0
        t += node.v
    return t


class Circle:
    def __init__(self, r):
        self.r, self.next, self.asked = r, None, 0

    @functools.cached_property
    def area(self):
        self.asked += 1
        return 3.0 * self.r**2

    @functools.cached_property
    def table(self):
        return np.array([self.r, 2 * self.r])


def cached_properties(x):
    head, t = None, 0.0
    for k in range(3):
        new = Circle(x + k)
        new.next, head = head, new
    at = head
    while at is not None:
        t += at.area
        at.r *= 3.0
        at.table[0] += 1.0
        t += at.area + at.r + at.table.sum() + at.asked
        at = at.next
    return t


class Three:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __iter__(self):
        yield self.a * 2
        yield self.b
        yield 1.0


def extended_by_an_object(x):
    xs, ys = [], [x]
    for k in range(2):
        xs.append(x * k)
    xs.extend(Three(x, 2 * x))
    ys.extend(Three(3 * x, x))
    xs += Three(x, 3.0)
    return sum((k + 1) * v for k, v in enumerate(xs)) + sum((k + 2) * v for k, v in enumerate(ys))


PROGRAMS: list[Callable[[float], Any]] = [generators_that_call_themselves, cached_properties, extended_by_an_object]


@pytest.mark.parametrize("way", [None, "in_memory", "all_in_memory"])
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python(f: Callable[[float], Any], way: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if way is not None:
        monkeypatch.setattr(PythonCompiler, way, True)
    compare(f, 0.7)


def test_a_generator_whose_nodes_change_in_the_loop_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(irad.IradError):
        irad.jit(changed_in_the_loop)(0.7)
    monkeypatch.setattr(PythonCompiler, "in_memory", True)
    with pytest.raises(irad.UnsupportedError, match="a generator that calls itself"):
        irad.jit(changed_in_the_loop)(0.7)
