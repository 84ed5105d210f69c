"""What is chosen by the class of a value: `functools.singledispatch`, patterns of ``match``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch, singledispatchmethod

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


@dataclass
class Point:
    a: float


@dataclass
class Pair(Point):
    b: float


@dataclass
class Disc:
    r: float


@singledispatch
def size(shape, scale=1.0):
    return -1.0 * scale


@size.register
def _(shape: Point, scale=1.0):
    return shape.a * scale


@size.register(Disc)
def _(shape, scale=1.0):
    return shape.r**2 * scale


@size.register
def _(shape: float, scale=1.0):
    return shape * 3 * scale


@size.register
def _(shape: int, scale=1.0):
    return shape * 5 * scale


@size.register
def _(shape: list, scale=1.0):
    return sum(size(s) for s in shape)


@size.register
def _(shape: np.ndarray, scale=1.0):
    return shape.sum() * scale


class Beam:
    def __init__(self, length):
        self.length = length

    @singledispatchmethod
    def moment(self, load, factor=1.0):
        raise NotImplementedError(type(load))

    @moment.register
    def _(self, load: Point, factor=1.0):
        return load.a * self.length * factor

    @moment.register
    def _(self, load: Disc, factor=1.0):
        self.length += load.r
        return load.r * self.length


class Node:
    __match_args__ = ("left", "right")

    def __init__(self, left, right):
        self.left, self.right = left, right


OUTSIDE = Node(2.0, Node("abc", 4))


def evaluate(tree, x):
    match tree:
        case str(word):
            return x * len(word)
        case int() | float():
            return tree * x
        case list([first, *rest]):
            return evaluate(first, x) + len(rest)
        case tuple():
            return 7.0 * x
        case Node(left=part, right=str()):
            return evaluate(part, x) * 2
        case Node(one, other):
            return evaluate(one, x) * evaluate(other, x)
        case dict(values):
            return sum(values.values())
        case _:
            return 100.0


def of_many_classes(x):
    shapes = Point(x), Pair(x, 2.0), Disc(x), x, 4, [Point(x), Disc(x)], np.ones(3) * x, "none"
    return size(shapes[0]) * size(shapes[1], 2.0) + size(shapes[2]) + sum(size(s) for s in shapes[3:]) + size(2, scale=0.5)


def of_classes_that_the_run_tells(x):
    shapes = [Point(x * i) if i * x < 2 else Disc(x + i) for i in range(6)]
    return sum(size(s, 2.0) for s in shapes)


def of_methods(x):
    beam = Beam(2.0)
    total = sum(beam.moment(load, factor=2.0) for load in [Point(x), Disc(x), Pair(x, 1.0)])
    return total + beam.moment(Disc(x)) + beam.length


def patterns(x):
    trees = "abc", 3, [2.0, 1], (1,), Node(2, "k"), Node(2.0, Node(3, 1.5)), {"a": x, "b": 2}, np.ones(2), OUTSIDE
    return sum((k + 1) * evaluate(t, x) for k, t in enumerate(trees))


@pytest.mark.parametrize("f", [of_many_classes, of_classes_that_the_run_tells, of_methods, patterns])
def test_as_python(f) -> None:
    compare(f, 1.3)


def test_what_is_registered_later_is_seen() -> None:
    @singledispatch
    def weight(shape):
        return 1.0

    f = irad.jit(lambda x: weight(Pair(x, 1.0)) * x)
    assert f(3.0) == 3.0
    weight.register(Point, lambda shape: shape.a)
    assert f(3.0) == 9.0
    weight.register(Pair, lambda shape: shape.b + 1)
    assert f(3.0) == 6.0
