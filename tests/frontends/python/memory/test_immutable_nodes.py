"""Trees and lists of objects that do not change: named tuples and frozen dataclasses that hold others of their class."""

from __future__ import annotations

import math
from collections import namedtuple
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from tests.frontends.python.plain import compare


@dataclass(frozen=True)
class Leaf:
    v: float
    left: Leaf | None = None
    right: Leaf | None = None

    def depth(self):
        return 1 + max(self.left.depth() if self.left else 0, self.right.depth() if self.right else 0)

    @property
    def total(self):
        below = (self.left.total if self.left is not None else 0.0) + (self.right.total if self.right is not None else 0.0)
        return self.v + below


class Named(NamedTuple):
    v: float
    left: Named | None = None
    right: Named | None = None

    def walk(self):
        if self.left:
            yield from self.left.walk()
        yield self.v
        if self.right:
            yield from self.right.walk()


Pair = namedtuple("Pair", "head tail")
KD = namedtuple("KD", "point left right")
ORDER = (0, 2, 4, 1, 3, 5)


def inserted(tree, v, make):
    if tree is None:
        return make(v)
    if v < tree.v:
        return make(tree.v, inserted(tree.left, v, make), tree.right)
    return make(tree.v, tree.left, inserted(tree.right, v, make))


def frozen_tree(x):
    tree = None
    for i in ORDER:
        tree = inserted(tree, x * i + 0.25 * i * i, Leaf)
    other = replace(tree, v=tree.v * 3 + x)
    equal = (tree == other) * 100.0 + (tree == tree) * x + (other.left == tree.left) * x * x
    return tree.total * other.total + tree.depth() * x + equal


def tree_of_named_tuples(x):
    tree = None
    for i in ORDER:
        tree = inserted(tree, x * i + 0.25 * i * i, Named)
    other = tree._replace(v=x * x)
    v, _, right = other
    t = v * 2 + other[0] + len(other) * x
    if isinstance(right, Named):
        t += right[0]
    return t + sum(i * w for i, w in enumerate(tree.walk())) + (tree == other) * 10.0 + (tree == tree) * x


def reversed_list(x):
    xs = None
    for i in range(5):
        xs = Pair(x**i, xs)
    out = None
    while xs:
        xs, out = xs.tail, Pair(xs.head, out)
    t, k = 0.0, 1
    while out:
        head, out = out
        t += k * head
        k += 1
    return t


def built(points, depth=0):
    if len(points) == 0:
        return None
    points = sorted(points, key=lambda p: p[depth % 2])
    m = len(points) // 2
    return KD(points[m], built(points[:m], depth + 1), built(points[m + 1 :], depth + 1))


def distances(node, q):
    return 0.0 if node is None else math.dist(node.point, q) + distances(node.left, q) + distances(node.right, q)


def tree_of_points(x):
    count = 5 + int(x > 100)
    return distances(built([(x * k, x * (k * k % 3)) for k in range(count)]), (0.2, 0.4))


@pytest.mark.parametrize("f", [frozen_tree, tree_of_named_tuples, reversed_list, tree_of_points])
def test_as_python(f) -> None:
    compare(f, 1.3)
