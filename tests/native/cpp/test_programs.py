"""C++ programs as they are written: containers, classes, closures, values, owners, output.

Each is compared with the same function written in Python and run on dual numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from typing import Any

import numpy as np
import pytest

from tests.generators.dual import Dual, Math
from tests.native.cpp.conftest import Run
from tests.native.cpp.test_exceptions import check


def ordered(values: list[Any]) -> list[Any]:
    return sorted(values, key=cmp_to_key(lambda a, b: -1 if a < b else 1))


def vectors(x: Any) -> Any:
    rows = [[x**k if k else x * 0 + 1 for k in range(i)] for i in range(1, 5)]
    flat = [e for row in rows for e in row]
    del flat[1:3]
    flat += [0.5 * x] * (10 - len(flat))
    flat = [x * x, *(e * x for e in flat)]
    s: Any = 0.0
    for e in reversed(flat):
        s = s * 0.5 + e
    return s + flat[0] * rows[2][-1]


def algorithms(x: Any) -> Any:
    a = [x, Math.sin(x), x * x, 1 / x, Math.exp(-x)]
    v = [e * x + 1 for e in ordered(a)]
    s = sum(v) + sum(p * q for p, q in zip(v, a, strict=True))
    for i, e in enumerate(v):
        a[i] = e + a[i - 1] if i else e
    s = s + ordered(a)[-1] * ordered(v)[0]
    v = v[::-1]
    v = v[2:] + v[:2]
    s = s + v[0] * v[1]
    v = ordered(v)[::-1]
    s = s + v[0] / v[4]
    middle = x if x > 0.5 and x < 1.5 else (x * 0 + (0.5 if x < 0.5 else 1.5))
    return s + (x if x > 1 else 1.0) * (x if x < 2 else 2.0) * middle


def classes(x: Any) -> Any:
    a, b = [x, 2 * x, x * 0 + 1], [x * 0 + 1, x, x * x]
    r = sum((p + q * x) * p for p, q in zip(a, b, strict=True))
    e = 0.5 + x
    r = r + 0.5 * (3 * x * e) * e + 0.5 * (x * x * e + e * e * e) * e
    return r * 3


def closures(x: Any) -> Any:
    h = x / 20
    r = sum((Math.sin(x * (h * (i + 0.5))) for i in range(20)), x * 0) * h
    for i in range(10):
        t = (i + 0.5) / 10
        r = r + (x + x * x * t + 3 * t * t) / 10
    root = 1 + x
    for _ in range(6):
        root = root - (root * root - x) / (2 * root)
    chain = x
    for n in (1, 2, 3):
        chain = chain * x + n
    return r + root * chain + sum(x**k for k in range(1, 6))


def trees(x: Any) -> Any:
    m = {(i * 7) % 12: x * i + 1 for i in range(12)}
    del m[3], m[0]
    m[5] = m[5] * x
    s = x * 0
    for k in sorted(m):
        s = s * 0.9 + k * m[k] * m[k]
    return s + m[8]


def lists(x: Any) -> Any:
    items: list[Any] = []
    for i in range(6):
        items = [*items, x * i + 0.1] if i % 2 else [x + i, *items]
    del items[1]
    s, w = x * 0, 1.0
    for e in ordered([0.9 * x, x * x, *items]):
        w *= 0.8
        s = s + w * e * e
    return s


def deques(x: Any) -> Any:
    items: list[Any] = []
    for i in range(100):
        items.append(x * i)
        if i % 3 == 0:
            items.insert(0, x + i)
        if i % 5 == 0:
            del items[0]
    s = x * 0
    for e in items:
        s = s * 0.99 + e * e
    return s


def hashes(x: Any) -> Any:
    m: dict[int, Any] = {}
    for i in range(50):
        m[i * i % 37] = m.get(i * i % 37, 0.0) + x * i
    del m[4]
    return sum(v * v * (k + 1) for k, v in m.items())


def containers(x: Any) -> Any:
    return trees(x) + lists(x) + deques(x) * 1e-3 + hashes(x) * 1e-4


def values(x: Any) -> Any:
    r = Math.cos(x) * (Math.sin(x) * x) + x * x * 2 + x * x * x * 24
    r = r + (x * 3 if x > 1 else x / 2)
    r = r + (4 if x < 1 else x * x * 2 if x < 2 else x * 3) * x
    # w = exp(z) z / (z + 2) with z = x + i
    e = Math.exp(x)
    cos1, sin1 = 0.5403023058681398, 0.8414709848078965
    a, b = e * (cos1 * x - sin1), e * (cos1 + sin1 * x)
    d = (x + 2) * (x + 2) + 1
    re, im = (a * (x + 2) + b) / d, (b * (x + 2) - a) / d
    return r + Math.sqrt(re * re + im * im) + x * x + 1 + im + x * 5


def owners(x: Any) -> Any:
    def tree(y: Any, depth: int) -> Any:
        if depth == 0:
            return y * 0
        return y * depth + 2 * tree(y * 1.1, depth - 1) + 3 * tree(y + depth, depth - 1)

    links = [x * i + 1 for i in range(5)]
    chain = sum((v * (links[i - 1] if i else x) for i, v in enumerate(links)), x * 0)
    return tree(x, 4) + chain + x * 3 * x * 7 + 9 * x * x + x * x


def output(x: Any) -> Any:
    return 14 * x * x * len("a rather long name, number 0") * x


def statics(x: Any) -> Any:
    s: Any = 0.0
    for k in range(5):
        s = s + (k + 1) ** 0.5 * (x**k if k else 1)
    for k in range(4):
        s = s * x + 1 / (k + 1)
    return s


def workspaces(x: Any) -> Any:
    return sum((i * i * (6 - i) for i in range(1, 6)), 0) * x * x * x * x


def tables(x: Any) -> Any:
    return 2.5 * x + 1.5 * x + x / 16 + 7.75 * x + 0.75 * 2.5 * x + 3 * x + 0.5 * x * x + 0.5 * x + 5 * x * x + 2 * x * x


def operations(x: Any) -> Any:
    return x * (Math.sin(x * 0 + 0.5) + 4.25)


def inheritance(x: Any) -> Any:
    r = 2 * (x + 1) + (x + 1) * x + 3 * x
    return r + x * x * 2 + x * (3 * x) + 2 * x + 2 * x


def matrices(x: Any) -> Any:
    m = [[x, x * 0 + 2, x * 0 + 1], [x * 0 + 4, x * x, x * 0 + 2], [x * 0 + 1, x * 0 + 3, 5 * x]]
    b = [1 + x, x + x * x, 2 + 2 * x]

    def determinant(k: int) -> Any:  # Cramer's rule
        rows = [[b[i] if j == k else m[i][j] for j in range(3)] for i in range(3)]
        p, q, t = rows
        return p[0] * (q[1] * t[2] - q[2] * t[1]) - p[1] * (q[0] * t[2] - q[2] * t[0]) + p[2] * (q[0] * t[1] - q[1] * t[0])

    y = [determinant(k) / determinant(-1) for k in range(3)]
    return (y[0] + 1) * (y[1] + x) + y[2] + 2


def integration(x: Any) -> Any:
    s, h, sum0 = [x * 0 + 1, x * 0], 0.1, x * 0

    def rhs(s: list[Any]) -> list[Any]:
        return [s[1], -x * s[0] - 0.1 * s[1]]

    def along(s: list[Any], k: list[Any], c: float) -> list[Any]:
        return [p + c * q for p, q in zip(s, k, strict=True)]

    for _ in range(30):
        sum0 = sum0 + s[0]
        k1 = rhs(s)
        k2 = rhs(along(s, k1, h / 2))
        k3 = rhs(along(s, k2, h / 2))
        k4 = rhs(along(s, k3, h))
        s = [s[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) for i in range(2)]
    return s[0] * s[0] + s[1] + sum0 / 30 + s[0] + s[1]


def moved_objects(x: Any) -> Any:
    return 3 * x * x * x + 1


def input(x: Any) -> Any:
    return 2.5 * x * x + 3.5 * x


def records(x: Any) -> Any:
    s: Any = 0.0
    for i in reversed(range(10)):
        s = s * 0.5 + x * (i * i)
    for i in range(5):
        s = s + x * (i * i) + x * x
    return s + sum(i * i * i for i in range(6)) * x * x


def slots(x: Any) -> Any:
    return 3 * x * x + 36 * x + 4 * x * x * x


def keyed(x: Any) -> Any:
    s = 3 * x * x
    for cost, number in sorted([(x * 3, 1), (x, 2), (x * x * 4, 3)], key=lambda item: item[0].value):
        s = s * 0.5 + cost * number
    s = s + 3 * x + x * x * x
    distance: list[Any] = [x * 0, *[x * 0 + 1e9] * 5]
    for _ in range(6):  # Bellman and Ford
        for i in range(6):
            for to, length in (((i + 1) % 6, x * (i + 1)), ((i + 2) % 6, 2.2 * x + i)):
                there = distance[i] + length
                if there.value < distance[to].value:
                    distance[to] = there
    return s + sum(d * d for d in distance)


def unread(x: Any) -> Any:
    return 4 * x * x * x * x * x * x


PROGRAMS: list[tuple[Callable[[Any], Any], list[float]]] = [
    (vectors, [0.7, 1.3]),
    (algorithms, [0.4, 1.2, 2.3]),
    (classes, [1.3]),
    (closures, [0.8, 1.3]),
    (unread, [0.7]),
    (containers, [0.6, 1.3]),
    (values, [0.5, 1.3, 2.5]),
    (owners, [1.3]),
    (output, [1.3]),
    (statics, [0.9]),
    (workspaces, [0.9, 1.3]),
    (tables, [1.3, 1.4, 1.5]),
    (operations, [0.7]),
    (inheritance, [1.3]),
    (slots, [0.7, -1.3]),
    (keyed, [1.3]),
    (records, [0.7]),
    (input, [1.3]),
    (moved_objects, [1.3]),
    (matrices, [1.3, 2.2]),
    (integration, [0.7]),
]


@pytest.mark.parametrize(("reference", "points"), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS])
def test_program(run: Run, reference: Callable[[Any], Any], points: list[float]) -> None:
    check(run, reference.__name__, reference, points)


def test_arguments(run: Run) -> None:
    """Classes with vectors in them as arguments; forward mode; a derivative of a derivative, through an exception."""
    first, second = run("arguments")
    data, w, bias = [0.5, 1.0, 2.0], [1.0, 2.0, 3.0], 0.5
    e = [bias + w[0] + w[1] * t + w[2] * t * t for t in data]
    expected = [sum(2 * r * t**i for r, t in zip(e, data, strict=True)) for i in range(3)]
    expected += [expected[0], *(2 * r * (w[1] + 2 * w[2] * t) for r, t in zip(e, data, strict=True)), expected[0]]
    assert first == pytest.approx(expected, rel=1e-13)
    assert second == pytest.approx([12.0, 12.0, 12.0])


def test_overrides(run: Run) -> None:
    """Against dual numbers with one direction for the number, and one for each weight."""

    def dual(value: float, k: int) -> Dual:
        return Dual(value, np.eye(4)[k])

    x: Any = dual(0.5, 0)
    w = [dual(v, k + 1) for k, v in enumerate((0.1, -0.2, 0.7))]
    for _ in range(3):
        x = x + sum(Math.sin(v * x) ** 3 for v in w) * x
    assert run("overrides")[0] == pytest.approx(x.d, rel=1e-12)
