"""Lists that are extended item by item, ``next`` with a default, and iterators of pairs, beside plain Python."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.frontends.python.plain import compare


def by_generator(x: float) -> Any:
    xs = [x]
    xs.extend(v * x for v in (1.0, 2.0, 3.0) if v > 1.5)
    return sum(v * v for v in xs)


def sees_itself(x: float) -> Any:
    xs = [x]
    xs.extend(v * len(xs) * xs[-1] for v in (1.0, 2.0, x))
    return sum(xs)


def seen_by_another_name(x: float) -> Any:
    xs: Any = []
    other = xs
    xs.extend(k * len(other) * x for k in range(4))
    return sum(other)


def by_operator(x: float) -> Any:
    xs = [1.0]
    xs += (k * xs[-1] * x for k in range(1, 4))
    return sum(xs)


def by_map(x: float) -> Any:
    xs: Any = []
    xs.extend(map(lambda v: v * x * (len(xs) + 1), range(4)))  # noqa: C417
    return sum(v * v for v in xs)


def given(n: int, x: float) -> Any:
    for k in range(n):
        yield k * x


def by_generator_function(x: float) -> Any:
    xs = [2.0]
    xs.extend(given(4, x))
    return sum(v * v for v in xs)


class Holder:
    def __init__(self) -> None:
        self.items: Any = []

    def fill(self, n: int, x: float) -> None:
        self.items.extend(k * x for k in range(n))


def attribute(x: float) -> Any:
    h = Holder()
    h.fill(4, x)
    h.fill(2, x * x)
    return sum(v * v for v in h.items)


class Own:
    def __init__(self) -> None:
        self.total = 0.0

    def extend(self, items: Any) -> None:
        for v in items:
            self.total += v * v


def own_method(x: float) -> Any:
    own = Own()
    own.extend(k * x for k in range(4))
    return own.total


def without_repetitions(x: float) -> Any:
    seen: Any = []
    for k in (1, 2, 2, 3, 1):
        if k not in seen:
            seen.append(k)
    seen.extend(k for k in (3, 4, 4) if k not in seen)
    return len(seen) * x


def pairs_without_repetitions(x: float) -> Any:
    seen: Any = []
    for pair in ((1, 2), (1, 2), (2, 3)):
        if pair not in seen:
            seen.append(pair)
    return len(seen) * x


def first_above(x: float) -> Any:
    found = next((k * x for k in range(10) if k * x > 2.0), -1.0)
    return found * x


def none_above(x: float) -> Any:
    found = next((v for v in (x, 2.0 * x) if v > 100.0), None)
    return x * x if found is None else found


def first_place(x: float) -> Any:
    values = [x, x * x, x**3]
    return next((k for k, v in enumerate(values) if v > 2.0), -1) * x


def first_of_known(x: float) -> Any:
    return next((1.0 / v for v in (2, 0) if v == 2), 5.0) * x


def named_pairs(x: float) -> Any:
    it = iter([x, 2.0, 3.0 * x])
    s = 0.0
    for k, v in enumerate(it):
        s += k * v * v
    z = enumerate(iter([x, x * x, x**3]))
    _, first = next(z)
    for k, v in z:
        s += k * v * first
    return s


def one_iterator_twice(x: float) -> Any:
    it = iter([x, x * x, 3.0 * x, x, 7.0 * x])
    pairs = zip(it, it, strict=False)
    s = 0.0
    for a, b in pairs:
        s += a * b
    return s + sum(it)


def objects_in_an_iterator(x: float) -> Any:
    z = enumerate([Own(), Own()])
    s = 0.0
    for k, o in z:
        o.extend([x, k * x])
        s += o.total * (k + 1)
    return s


def while_small(x: float) -> Any:
    values = [x, 2.0 * x, 3.0 * x]
    taken = itertools.takewhile(lambda v: v < 3.0, values)
    return sum(v * v for v in taken) + sum(itertools.dropwhile(lambda v: v < 3.0, values))


PROGRAMS = [
    by_generator, sees_itself, seen_by_another_name, by_operator, by_map, by_generator_function, attribute, own_method,
    without_repetitions, pairs_without_repetitions, first_above, none_above, first_place, first_of_known, named_pairs,
    one_iterator_twice, objects_in_an_iterator, while_small,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS)
def test_extending(f: Any) -> None:
    compare(f, 1.3)
