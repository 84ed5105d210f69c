"""Calls in a chain begin at one place of the text; what each of them makes is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.frontends.python.plain import compare


class Node:
    def __init__(self, x: float) -> None:
        self.x = x


class Graph:
    def __init__(self) -> None:
        self.nodes: list[Any] = []

    def node(self, x: float) -> Graph:
        self.nodes.append(Node(x))
        return self

    def pair(self, x: float) -> Graph:
        self.nodes.append([x, x * x])
        return self

    def table(self, x: float) -> Graph:
        self.nodes.append({"v": x})
        return self

    def __lshift__(self, x: float) -> Graph:
        self.nodes.append(Node(x))
        return self

    def with_new(self, x: float) -> Graph:
        out = Graph()
        out.nodes = [*self.nodes, Node(x)]
        return out


def of_objects(x: float) -> float:
    g = Graph().node(x).node(2 * x).node(x * x)
    return g.nodes[0].x + 10 * g.nodes[1].x + 100 * g.nodes[2].x


def of_lists(x: float) -> float:
    g = Graph().pair(x).pair(2 * x)
    g.nodes[0][0] *= 3.0
    return g.nodes[0][0] + 10 * g.nodes[1][0] + 100 * g.nodes[1][1]


def of_dicts(x: float) -> float:
    g = Graph().table(x).table(2 * x)
    g.nodes[1]["v"] *= 3.0
    return g.nodes[0]["v"] + 10 * g.nodes[1]["v"]


def of_operators(x: float) -> float:
    g = Graph() << x << 2 * x << x * x
    g.nodes[0].x += 1.0
    return g.nodes[0].x + 10 * g.nodes[1].x + 100 * g.nodes[2].x


def of_new_ones(x: float) -> float:
    first = Graph().with_new(x)
    g = first.with_new(2 * x).with_new(x * x)
    g.nodes[1].x += 1.0
    return len(first.nodes) + g.nodes[0].x + 10 * g.nodes[1].x + 100 * g.nodes[2].x


def of_closures(x: float) -> float:
    out = []

    def keep(v: float) -> Callable[[float], Any]:
        out.append(Node(v))
        return keep

    keep(x)(2 * x)(x * x)
    return out[0].x + 10 * out[1].x + 100 * out[2].x


def of_subscripts(x: float) -> float:
    rows = [[[x, 2.0], [x * x, 3.0]], [[1.0, x], [0.5, x]]]
    return (rows[0] + rows[1])[2][1] + [v[0] for v in rows[0]][1] + [v[1] for v in rows[1]][1]


def one(x: float) -> Iterator[Node]:
    yield Node(x)
    yield Node(2 * x)


def of_two_generators(x: float) -> float:
    found = [*one(x), *one(x * x)]
    found[0].x += 1.0
    return found[0].x + 10 * found[1].x + 100 * found[2].x + 1000 * found[3].x


PROGRAMS = (of_objects, of_lists, of_dicts, of_operators, of_new_ones, of_closures, of_subscripts, of_two_generators)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_each_call_makes_its_own(f: Callable[[float], float]) -> None:
    compare(f, 1.2)
