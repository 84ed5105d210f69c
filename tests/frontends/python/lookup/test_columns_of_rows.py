"""``zip(*rows)`` of lists that grow, and ``min(d, key=d.get)`` of a dict of which the run tells which one it is."""

from __future__ import annotations

from collections import namedtuple

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

Point = namedtuple("Point", "a b")


def grown(x):
    points, v = [], x
    while v < 9:
        points.append((v, v * x))
        v *= 1.7
    return points


def columns(x):
    a, b = zip(*grown(x), strict=True)
    return a[-1] * x + b[0] + sum(a) + max(b) + len(a)


def means(x):
    points = grown(x)
    return sum(sum(c) / len(points) * x for c in zip(*points, strict=False))


def arrays(x):
    t, y = map(np.array, zip(*grown(x), strict=False))
    return (t * y).sum()


def a_list_of_columns(x):
    found = list(zip(*grown(x), strict=False))
    return sum(found[0]) * x + found[1][1]


def texts_and_integers(x):
    points, v = [], x
    while v < 9:
        points.append((v, len(points), "n" if v < 3 else "m"))
        v *= 1.7
    a, k, s = zip(*points, strict=False)
    t = sum(p * q for p, q in zip(a, k, strict=True)) + (x if s[0] == "n" else 0)
    return t + sum(p for p, c in zip(a, s, strict=True) if c == "m")


def rows_that_are_lists(x):
    rows, v = [], x
    while v < 9:
        rows.append([v, v * x])
        v *= 1.7
    a, b = [list(c) for c in zip(*rows, strict=False)]
    a.append(x)
    return sum(a) * b[1]


def named_tuples(x):
    points, v = [], x
    while v < 9:
        points.append(Point(v, v * x))
        v *= 1.7
    a, b = zip(*points)  # noqa: B905
    return sum(a) * x + b[2]


def filtered(x):
    a, b = zip(*[(v * x, v) for v in np.arange(5.0) * x if v > x])  # noqa: B905
    return np.dot(a, b)


def sorted_rows(x):
    a, b = zip(*sorted(grown(x), key=lambda p: -p[0]))  # noqa: B905
    return a[0] * b[1]


def nearest_neighbours(x):
    graph, node, total = {"A": {"B": x, "C": 2 * x}, "B": {"C": x * x, "A": 9.0}}, "A", 0.0
    while total < 2.0:
        best = min(graph[node], key=graph[node].get)
        total += graph[node][best]
        node = best if best in graph else "A"
    return total


def of_one_of_two_dicts(x):
    d = {"a": x, "b": x * x} if x < 1 else {"a": 3 * x, "c": x}
    return d[min(d, key=d.get)] * x + d[max(d, key=d.get)]


def of_a_table(x):
    q = {"A": {"L": x, "R": 2 * x}, "B": {"L": x * x, "R": 1.0}}
    s = "A" if x < 1 else "B"
    best = max(q[s], key=q[s].get)
    return q[s][best] * x + sum(v * w for v, w in zip([q[s][k] for k in sorted(q[s], key=q[s].get)], [1.0, x], strict=True))


PROGRAMS = [
    columns, means, arrays, a_list_of_columns, texts_and_integers, rows_that_are_lists, named_tuples, filtered, sorted_rows,
    nearest_neighbours, of_one_of_two_dicts, of_a_table,
]  # fmt: skip


@pytest.mark.parametrize("x", [0.63, 1.27])
@pytest.mark.parametrize("f", PROGRAMS)
def test_columns_and_orders(f, x: float) -> None:
    compare(f, x)


def no_rows(x):
    points = []
    while x < -9:
        points.append((x, x))
    a, b = zip(*points)  # noqa: B905
    return sum(a) * sum(b)


def method_of_one_of_two(x):
    d = {"a": x, "b": x * x} if x < 1 else {"a": 3 * x, "c": x}
    get = d.get
    return get("a")


def test_messages() -> None:
    with pytest.raises(ValueError, match=r"not enough values to unpack \(expected 2, got 0\)"):
        irad.grad(no_rows)(1.0)


def test_a_method_of_one_of_two() -> None:
    for x in (1.5, -1.0):
        slope = (method_of_one_of_two(x + 1e-6) - method_of_one_of_two(x - 1e-6)) / 2e-6
        assert irad.value_and_grad(method_of_one_of_two)(x) == pytest.approx((method_of_one_of_two(x), slope), rel=1e-6)
