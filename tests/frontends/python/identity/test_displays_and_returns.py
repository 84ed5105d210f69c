"""Items of a display, and results, that code behind them changes: Python holds the objects, not what they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


class Held:
    def __init__(self, items: Any, factor: float) -> None:
        self.items = items
        self.factor = factor

    def grow(self) -> float:
        self.factor *= 2
        return self.factor


def beside(items):
    return items, items.pop()


def with_none(items):
    return items, items.append(1.0)


def object_and_method(o):
    return o, o.grow()


def of_lists(x):
    xs, last = beside([x, 2 * x, x * x])
    ys, _ = with_none([x])
    return sum(xs) * last + 10 * len(ys) * sum(ys)


def of_objects(x):
    o, factor = object_and_method(Held([x], x))
    return o.factor * factor


def of_dicts(x):
    d = {"a": x, "b": x * x}
    t = (d, d.pop("a"))
    return len(t[0]) * sum(t[0].values()) + t[1]


def stars(x):
    xs = [x, 2 * x]
    xs.append(3.0)
    a = [*xs, xs.pop()]
    b = (*xs, xs.append(7.0) or 1.0, *xs)
    return sum(a) + 10 * sum(b) + len(a) * 100 + len(b)


def stars_of_what_is_changed(x):
    xs = [x, 2 * x]
    for i in range(3):
        xs.append(i * x)

    def change():
        xs[0] = 100.0 * x
        return 1.0

    a = [*xs, change(), *xs]
    return sum(a) + len(a) * 100


def nested(x):
    xs = [x, 2 * x]
    xs.append(3.0)
    t = ((xs, 1), {"a": xs}, xs.pop())
    return len(t[0][0]) + 10 * len(t[1]["a"]) + sum(t[0][0])


def arguments(x):
    xs = [x, 2 * x]
    xs.append(3.0)
    b = Held(xs, xs.pop())
    c = [Held(xs, 1.0), xs.append(5.0)]
    return len(b.items) + 10 * len(c[0].items) + sum(b.items) * b.factor


def keywords(x):
    xs = [x, 2 * x]
    xs.append(3.0)

    def g(a, b=0.0):
        return sum(a) * b

    return g(xs, b=xs.pop()) + g(b=xs.pop(), a=xs)


def numbers(x):
    def inc():
        nonlocal x
        x += 1.0
        return x

    t = (x, inc(), x, inc())  # numbers stay what they were
    return t[0] + 10 * t[1] + 100 * t[2] + 1000 * t[3]


def in_closures(x):
    xs = [x, x]

    def g():
        return {"l": xs, "n": xs.pop()}

    def h():
        return [xs, xs.append(x)]

    n = len(g()["l"])
    return 10 * n * x + len(h()[0]) * x


PROGRAMS = (of_lists, of_objects, of_dicts, stars, stars_of_what_is_changed, nested, arguments, keywords, numbers, in_closures)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_later_code_changes_what_is_held(f: Callable[[float], float]) -> None:
    compare(f, 2.0)


def returned_whole(n):
    s, d, rows = set(range(n)), {i: 0 * i for i in range(n)}, [[i] for i in range(n)]
    return s, s.add(7), d, d.pop(1), rows, rows.append([9])


def returned_twice(n):
    xs = list(range(n))
    return (xs.append(9) or xs), xs.pop(0), xs


@pytest.mark.parametrize("f", [returned_whole, returned_twice], ids=lambda f: f.__name__)
def test_results_are_what_is_there_at_the_end(f: Callable[[int], Any]) -> None:
    assert irad.jit(f)(3) == f(3)


def changed_in_finally(n):
    xs = list(range(n))
    try:
        return xs
    finally:
        xs.append(100)


def not_changed_in_finally(n):
    xs, log = list(range(n)), []
    try:
        return xs
    finally:
        log.append(100)


def test_a_result_that_finally_changes_is_refused() -> None:
    with pytest.raises(irad.IradError, match="in a try statement with finally"):
        irad.jit(changed_in_finally)(3)
    assert irad.jit(not_changed_in_finally)(3) == not_changed_in_finally(3)


def heads(x, order):
    parts = list((x * np.arange(12.0).reshape(3, 2, 2)).transpose(order))
    return np.concatenate(parts, axis=-1), np.stack(parts, axis=1), np.concatenate(x * np.ones((2, 3, 2)), axis=0)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_views_in_a_list_are_joined_with_numpys_strides(order: tuple[int, ...]) -> None:
    for found, expected in zip(irad.jit(lambda x: heads(x, order))(2.0), heads(2.0, order), strict=True):
        np.testing.assert_array_equal(found, expected)
        assert found.strides == expected.strides
    compare(lambda x: (heads(x, order)[0] ** 2).sum() + (heads(x, order)[1] ** 3).sum(), 1.3)


def ranges(x):
    d = np.zeros((2, 3))
    d[0] = range(3)
    d[1] = [x * i for i in range(3)]
    d[0] += range(3)
    a = np.ones(3) * x
    return d.sum() * x + (a * range(3)).sum() + np.dot(a, range(3)) + np.sum(range(4)) * x + np.mean(range(5)) * x


def test_ranges_beside_arrays_are_arrays() -> None:
    compare(ranges, 2.0)
