"""Iterators that have a name and are used in several places; ``itertools.groupby``."""

from __future__ import annotations

import itertools
from operator import itemgetter

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


def items_of_an_array(x):
    it = iter(V * x)
    a = next(it)
    b = next(it)
    return a * b + sum(v * v for v in it)


def next_in_a_written_loop(x):
    q = x * V
    it = iter(q)
    t = 0.0
    for name in ("a", "b"):
        t += next(it) * (2 if name == "a" else 3)
    for v in it:
        t += v**3
    return t + next(it, 7.0 * x)


def counting(x):
    ids = itertools.count(3)
    t = 0.0
    for v in V:
        t += v * x ** next(ids)
    return t + next(ids)


def rest_of_a_list(x):
    xs = [x * k for k in range(len(V))]
    it = iter(xs)
    first = next(it)
    prev = next(it)
    t = 0.0
    for v in it:
        t += (v - prev) ** 2
        prev = v
    return t + first


def enumerated_after_next(x):
    it = enumerate(V)
    k, v = next(it)
    t = k + v * x
    for k, v in it:
        t += k * v * x * x
    return t


def pairs_until_stop(x):
    it = zip(V, V * x, strict=False)
    a, b = next(it)
    t = a * b
    while True:
        try:
            a, b = next(it)
        except StopIteration:
            break
        t += a * b * b
    return t


class Log:
    def __init__(self):
        self.ids = itertools.count()
        self.log = []

    def new(self, v):
        k = next(self.ids)
        self.log.append(k * v)
        return k


def counter_of_an_object(x):
    s = Log()
    t = 0.0
    for v in V:
        t += s.new(v * x) * x
    return t + sum(s.log)


def next_with_default(x):
    it = iter(V * x)
    t = 0.0
    while (v := next(it, None)) is not None:
        t += v * v
    return t


def first_of(it, n):
    return [next(it) for _ in range(n)]


def iterator_as_argument(x):
    it = iter(V * x)
    a = first_of(it, 2)
    b = first_of(it, 1)
    return sum(a) * b[0]


def reversed_after_next(x):
    it = reversed(V * x)
    a = next(it)
    return a * a + sum(it)


def numbers_of_a_range(x):
    n = len(V)
    it = iter(range(n))
    k = next(it)
    t = 0.0
    for j in it:
        t += j * x * V[j]
    return t + k


def next_and_sum(x):
    it = iter(V * x)
    a = next(it)
    return a * a + sum(it)


def sum_of_an_iterator(x):
    it = iter(V * x)
    return sum(it)


def loop_backwards(x):
    it = reversed(V * x)
    a = next(it)
    t = a * a
    for v in it:
        t += v
    return t


def list_of_the_rest(x):
    it = reversed(V * x)
    a = next(it)
    ys = list(it)
    return a * a + sum(ys) + len(ys)


def comprehension_of_the_rest(x):
    it = reversed(V * x)
    a = next(it)
    ys = list(it)
    return a * a + sum(ys) + len(ys)


def array_of_the_rest(x):
    it = reversed(V * x)
    a = next(it)
    ys = np.array(list(it))
    return a * a + ys @ ys


def unpacked_rest(x):
    it = iter(V * x)
    a = next(it)
    b, c, d = it
    return a * a + b * c * d


def largest_of_the_rest(x):
    it = iter(V * x)
    a = next(it)
    return a * max(it)


def known_pairs(x):
    it = iter([x, 2 * x, 3 * x, 4 * x])
    t = 0.0
    for a, b in zip(it, it, strict=False):
        t += a * b
    return t


def known_with_fewer(x):
    it = iter([x, 2 * x, 3 * x, 4 * x])
    t = 0.0
    for a, b in zip(it, [1.0, 2.0], strict=False):
        t += a * b
    return t * next(it)


def fewer_with_known(x):
    it = iter([x, 2 * x, 3 * x, 4 * x])
    t = 0.0
    for a, b in zip([1.0, 2.0], it, strict=False):
        t += a * b
    return t * next(it)


def part_of_known(x):
    it = iter([x, 2 * x, 3 * x, 4 * x])
    a = list(itertools.islice(it, 2))
    return a[0] * a[1] * next(it)


def pairs_of_one(x):
    it = iter(V * x)
    t = 0.0
    for a, b in zip(it, it, strict=False):
        t += a * b
    return t


def with_fewer(x):
    it = iter(V * x)
    t = 0.0
    for a, b in zip(it, [1.0, 2.0], strict=False):
        t += a * b
    return t * next(it)


def fewer_with(x):
    it = iter(V * x)
    t = 0.0
    for a, b in zip([1.0, 2.0], it, strict=False):
        t += a * b
    return t * next(it)


def part_of_an_iterator(x):
    it = iter(V * x)
    a = list(itertools.islice(it, 2))
    return a[0] * a[1] * next(it)


def left_by_break(x):
    it = iter(V * x)
    t = 0.0
    for a in it:
        t += a * a
        if a > 0.5:
            break
    return t + sum(it)


def until_any(x):
    it = iter(V * x)
    return any(a > 0.5 for a in it) * x + sum(it)


def contains(x):
    it = iter(V * x)
    return (0.3 * x in it) * x + sum(it)


def enumerated_left_by_break(x):
    it = iter(V * x)
    t = 0.0
    for k, a in enumerate(it):
        t += a * k
        if k == 1:
            break
    return t + sum(it)


def scaled(x):
    for v in V:
        yield v * x


def taken_while(x):
    it = iter(V * x)
    return sum(itertools.takewhile(lambda v: v > 0, it)) * next(it)


RECORDS = [
    {"t": 1.0, "e": True, "x": 0.5},
    {"t": 2.0, "e": False, "x": 0.7},
    {"t": 2.0, "e": True, "x": -0.5},
    {"t": 0.5, "e": True, "x": 1.5},
]


def groups_by_time(x):
    t = 0.0
    for k, g in itertools.groupby(sorted(RECORDS, key=itemgetter("t")), key=itemgetter("t")):
        g = list(g)
        t += k * sum(r["x"] for r in g) * x ** len(g)
    return t


def groups_by_text(x):
    d = {k: [v for _, v in g] for k, g in itertools.groupby([("a", x), ("a", 2 * x), ("b", 3 * x)], key=lambda p: p[0])}
    return sum(d["a"]) * d["b"][0]


def groups_of_numbers(x):
    t = 0.0
    for k, g in itertools.groupby([int(v * 3) for v in V]):
        t += k * x + sum(1 for _ in g) * x * x
    return t


def lengths_of_groups(x):
    return sum(len(list(g)) * k * x for k, g in itertools.groupby([1.0, 1.0, 2.0]))


class Upwards:
    def __init__(self, n, x):
        self.n = n
        self.k = 0
        self.x = x

    def __iter__(self):
        return self

    def __next__(self):
        if self.k >= self.n:
            raise StopIteration
        self.k += 1
        return self.k * self.x


def own_iterator(x):
    t = 0.0
    for v in Upwards(4, x):
        t += v * v
    return t


def own_iterator_begun(x):
    it = Upwards(4, x)
    a = next(it)
    return a * sum(it)


class Sequence:
    def __init__(self, xs):
        self.xs = xs

    def __iter__(self):
        return iter(self.xs)

    def __len__(self):
        return len(self.xs)


def own_iterable(x):
    c = Sequence(V * x)
    d = Sequence([x, 2 * x])
    t = 0.0
    for a in c:
        t += a * a
    for a in d:
        t += a
    for a in c:
        for b in d:
            t += a * b
    return t + sum(c) + max(d) + len(c)


class Counted:
    def __init__(self, x):
        self.x = x
        self.n = 0

    def __iter__(self):
        for v in V:
            self.n += 1
            yield v * self.x


def own_generator(x):
    g = Counted(x)
    a = list(g)
    b = sum(g)
    return sum(a) * b * g.n


def extremes_of_own(x):
    g = Counted(x)
    return max(g) * g.n + min(g) + g.n * x


PROGRAMS = [
    items_of_an_array,
    next_in_a_written_loop,
    counting,
    rest_of_a_list,
    enumerated_after_next,
    pairs_until_stop,
    counter_of_an_object,
    next_with_default,
    iterator_as_argument,
    reversed_after_next,
    numbers_of_a_range,
    next_and_sum,
    sum_of_an_iterator,
    loop_backwards,
    list_of_the_rest,
    comprehension_of_the_rest,
    array_of_the_rest,
    unpacked_rest,
    largest_of_the_rest,
    known_pairs,
    known_with_fewer,
    fewer_with_known,
    part_of_known,
    pairs_of_one,
    with_fewer,
    fewer_with,
    part_of_an_iterator,
    left_by_break,
    until_any,
    contains,
    enumerated_left_by_break,
    taken_while,
    groups_by_time,
    groups_by_text,
    groups_of_numbers,
    lengths_of_groups,
    own_iterator,
    own_iterator_begun,
    own_iterable,
    own_generator,
    extremes_of_own,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)


def test_an_iterator_of_known_structure_is_left() -> None:
    def f(x):
        it = iter([x, 2 * x, 3 * x])
        for k, a in enumerate(it):
            if a > 0.5 * k:
                break
        return sum(it)

    for x in (0.7, -0.7):  # the first item is taken, or all of them
        assert irad.value_and_grad(f)(x) == pytest.approx((f(x), f(1.0) if x > 0 else 0.0))


def test_groups_in_a_list_are_empty() -> None:
    def f(x):
        return x * len(list(itertools.groupby(V)))

    with pytest.raises(irad.UnsupportedError, match="has empty groups"):
        irad.grad(f)(0.7)
