"""Pipelines of generators, itertools over what has as many items as are known at run time, generators as arguments."""

# ruff: noqa: B007, B905, RUF007  (programs as users write them)
from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np
import pytest

from tests.frontends.python.library.beside_scipy import check_slopes, check_values
from tests.frontends.python.plain import compare


def item_changes_ahead(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for v in xs:
        t += v
        xs[2] = 2 * t
    return t


def item_changes_ahead_of_enumerate(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for k, v in enumerate(xs):
        t += v
        xs[2] = 2 * t
    return t


def object_changes_ahead(x):
    xs = [[x], [2 * x], [3 * x]]
    t = 0.0
    for k, v in enumerate(xs):
        t += v[0]
        xs[2][0] = 2 * t
    return t


def item_changes_ahead_of_zip(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for k, v in zip(range(3), xs):
        t += v
        xs[2] = 2 * t
    return t


def copy_does_not_change(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    for v in list(xs):
        t += v
        xs[2] = 2 * t
    return t


def pop_after_the_sum(x):
    xs = [x, 2 * x, 3 * x]
    return sum(v * w for v, w in zip(xs, xs[1:])) + xs.pop()


def shrinking_list(x):
    xs = [x, 2 * x, 3 * x]
    t = 0.0
    while xs:
        for k, v in enumerate(xs):
            t += v * k
        xs.pop()
    return t


def zip_of_a_generator(x):
    xs = [x, 2 * x, 3 * x]
    ys = [v + w for v, w in zip(xs, (q * q for q in xs))]
    return sum(ys)


def dict_of_a_generator(x):
    names = ["a", "b", "c"]
    d = dict(zip(names, (v * x for v in (1.0, 2.0, 3.0))))
    t = 0.0
    for n, v in zip(names, (q * 2 for q in (1.0, x, 3.0))):
        t += v * d[n]
    return t


def functions_beside_a_generator(x):
    fs = [lambda v: v * 2, lambda v: v * v]
    t = 0.0
    for f, v in zip(fs, (q * x for q in (1.0, 2.0))):
        t += f(v)
    return t


def runtime_lists_in_itertools(x):
    xs = [x]
    for k in range(6):
        xs.append(xs[-1] * 1.1)
    t = functools.reduce(lambda a, b: a * 0.5 + b, xs)
    t += functools.reduce(lambda a, b: a * 0.5 + b, xs, x)
    acc = list(itertools.accumulate(xs))
    t += acc[3]
    for v in itertools.accumulate(xs, max):
        t += v
    for v in itertools.takewhile(lambda v: v < 1.5 * x, xs):
        t += v
    for v in itertools.dropwhile(lambda v: v < 1.5 * x, xs):
        t += 2 * v
    t += sum(filter(lambda v: v > 1.2 * x, xs))
    t += sum(itertools.chain(xs, [x, x]))
    return t


def empty_the_second_time(x):
    def tot(it):
        s = 0.0
        for v in it:
            s += v
        for v in it:
            s += 10 * v
        return s

    return tot(k * x for k in range(4))


def empty_the_second_time_of_runtime_length(x):
    def tot(it):
        s = 0.0
        for v in it:
            s += v
        for v in it:
            s += 10 * v
        return s

    n = 3 + int(x)
    return tot(k * x for k in range(n))


def next_in_a_function(x):
    def first(it):
        return next(it)

    n = 3 + int(x)
    g = (k * x + 1 for k in range(n))
    return first(g)


class Src:
    def __init__(self, x):
        self.x = x
        self.n = 0

    def read(self):
        while self.n < 5:
            self.n += 1
            self.x *= 1.1
            yield self.x


def generator_method_left_by_break(x):
    s = Src(x)
    t = 0.0
    for k, v in enumerate(s.read()):
        t += v * s.n
        if k == 2:
            break
    return t + s.x


def smooth(it, a):
    m = None
    for v in it:
        m = v if m is None else (1 - a) * m + a * v
        yield m


def generator_over_a_generator(x):
    s = Src(x)
    t = 0.0
    for v in smooth(s.read(), 0.3):
        t += v * s.n
    return t


def consume(it):
    t = 0.0
    for v in it:
        t += v
    return t


def consumed_by_a_function(x):
    s = Src(x)
    return consume(s.read()) + s.x


def pipeline_consumed_by_a_function(x):
    s = Src(x)
    return consume(smooth((v * 2 for v in s.read()), 0.5))


def pipeline_of_a_list(x):
    xs = [x * k for k in range(4)]
    return consume(smooth((v * 2 for v in xs), 0.5))


def window(it, n):
    buf = []
    for v in it:
        buf.append(v)
        if len(buf) > n:
            buf.pop(0)
        yield sum(buf) / len(buf)


def two_windows(x):
    xs = [x * k for k in range(6)]
    t = 0.0
    for a, b in zip(window(xs, 2), window(xs, 3)):
        t += a * b
    return t + max(window(iter(xs), 2))


def numbered_window_and_count(x):
    n = 4 + int(x)
    t = 0.0
    for (i, a), b in zip(enumerate(window((k * x for k in range(n)), 2)), itertools.count(1)):
        t += i * a * b
    return t


def lattice(x):
    e = 0.0
    for n in itertools.product(range(-2, 3), repeat=3):
        if n == (0, 0, 0):
            continue
        r = np.sqrt((x + n[0]) ** 2 + n[1] ** 2 + (0.3 + n[2]) ** 2)
        e += np.exp(-r) / r * (1 + abs(n[0]))
    return e


def many_pairs_and_orders(x):
    p = [x * k for k in range(12)]
    e = sum(np.exp(-((a - b) ** 2)) for a, b in itertools.combinations(p, 2))
    for a, b in itertools.product(p, [0.5, 1.5, 2.5]):
        e += np.cos(a * b)
    for k, q in enumerate(itertools.permutations(range(5))):
        e += k * p[q[0]] + q[4] * x * x
    return e + sum(x**s for bits in itertools.product((False, True), repeat=6) if (s := sum(bits)) < 4)


def many_that_have_to_be_known(x):
    parts = (x, np.array([x, 2.0]))
    e = 0.0
    for i, j, k in itertools.product(range(2), range(8), range(4)):
        e += np.sum(parts[i]) * j + k * x
    return e


def pools_that_change(x):
    p = [x, 2 * x, 3.0]
    q = list(p)
    for k in range(3):
        q.append(x * k)
    a = x * np.arange(1.0, 4.0)
    e = 0.0
    for u, v in itertools.product(p, p):
        p[0] = p[0] + u * v
        e += u * p[0] + v
    for u, v in itertools.combinations(q, 2):
        q[2] = q[0] + u * v
        e += u * q[0] + v
    for u, v in itertools.product(a, a):
        a[1] = a[0] + u * v
        e += u * a[0] + v
    return e


PROGRAMS = [
    item_changes_ahead,
    item_changes_ahead_of_enumerate,
    object_changes_ahead,
    item_changes_ahead_of_zip,
    copy_does_not_change,
    pop_after_the_sum,
    shrinking_list,
    zip_of_a_generator,
    dict_of_a_generator,
    functions_beside_a_generator,
    runtime_lists_in_itertools,
    empty_the_second_time,
    empty_the_second_time_of_runtime_length,
    next_in_a_function,
    generator_method_left_by_break,
    generator_over_a_generator,
    consumed_by_a_function,
    pipeline_consumed_by_a_function,
    pipeline_of_a_list,
    two_windows,
    numbered_window_and_count,
    lattice,
    many_pairs_and_orders,
    many_that_have_to_be_known,
    pools_that_change,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 1.3)


def chosen_of_known(x: Any) -> Any:
    a = sum(itertools.compress([x, x * 2, x * 3], [1, 0, True]))
    b = [v for v in itertools.compress("abc", [1, 0, 1])]  # noqa: C416
    odd = tuple(itertools.filterfalse(lambda k: k % 2 == 0, range(5)))
    named = itertools.compress(data=range(4), selectors=(0, 1, 1, 1, 1, 1))
    return a, len(b), sum(odd), len(list(itertools.filterfalse(None, (0, 1, 2, 0)))), sum(named)


def chosen_of_run(x: Any) -> Any:
    big = [v * 2 for v in x if v > 0]
    a, b = sum(itertools.compress(x, x > 0.7)), sum(itertools.compress(big, [v > 2 for v in big]))
    c, d = list(itertools.filterfalse(lambda v: v > 1.0, x)), list(itertools.filterfalse(lambda v: v > 3, big))
    e = 0.0
    for k, v in enumerate(itertools.compress(x, itertools.cycle([True, False]))):
        e += k * v
    f = sum(itertools.filterfalse(lambda v: v < 0, [x[0], x[1], x[2]]))
    g = list(itertools.compress([x[0], x[1], x[2]], [x[0] > 0, x[1] > 3, x[2] > 0]))
    squares = (v * v for v in x)
    h = sum(itertools.filterfalse(lambda v: v > 2, squares)) + sum(itertools.compress((v for v in x), (v > 0 for v in x)))
    return a, b, len(c), sum(d), e, f, sum(g), len(g), len(list(itertools.filterfalse(None, [v > 1 for v in x]))), h


def chosen_of_iterators(x: Any) -> Any:
    it = iter(x)
    a, b = sum(itertools.compress(it, [1, 0, 1])), next(it)
    it = iter([x[0], x[1] * 2, x[2], x[3]])
    c, d = sum(itertools.compress(it, (1, 0))), next(it)
    some = iter(x)
    e, f = sum(itertools.islice(itertools.filterfalse(lambda v: v > 0, some), 1)), next(some)
    g, numbers = 0.0, iter(x)
    for v in itertools.compress(numbers, [0, 1, 1, 1]):
        g += v * next(numbers)
        break
    return a, b, c, d, e, f, g, next(numbers)


@pytest.mark.parametrize("f", [chosen_of_known, chosen_of_run, chosen_of_iterators], ids=lambda f: f.__name__)
def test_compress_and_filterfalse(f: Any) -> None:
    x = 1.5 if f is chosen_of_known else np.array([0.5, 1.4, -2.0, 3.0, 0.9])
    check_values(f, x)
    if f is not chosen_of_known:
        check_slopes(lambda x: sum([v * 1.0 for v in f(x)]), x)
