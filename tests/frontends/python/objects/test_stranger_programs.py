# ruff: noqa: B905, C416, C417, F821, RUF007, RUF024, RUF058
"""Programs by people who did not know the code, which once computed something else than Python does."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([0.5, 1.3, -0.7, 2.1])


def greatest_by_key(x):
    n = [0.0]

    def g(v):
        n[0] += v * v
        return v

    return max(x, key=g) * n[0]


def summed_map(x):
    n = {"a": 0.0}

    def g(v):
        n["a"] += v * v
        return v

    return sum(map(g, x)) * n["a"]


def named_map(x):
    log = []

    def g(v):
        log.append(v)
        return v

    m = map(g, x)
    s = sum(m)
    return s * len(log)


def listed_map(x):
    log = [1.0]
    return list(map(lambda v: log.append(v * v) or v, x))[1] * sum(log)


def sorted_by_key(x):
    n = [0.0]

    def g(v):
        n[0] += v * v
        return v

    return sorted(x, key=g)[0] * n[0]


def list_sorted_by_key(x):
    n = [0.0]

    def g(v):
        n[0] = 0.5 * n[0] + v * v
        return -v

    xs = [v for v in x]
    xs.sort(key=g)
    return xs[0] * n[0]


class Tally:
    def __init__(self):
        self.n = 0.0

    def __call__(self, v):
        self.n = 0.9 * self.n + v * v
        return v


def least_by_object(x):
    c = Tally()
    return min(x, key=c) * c.n


def zipped_map(x):
    n = [0.0]

    def g(v):
        n[0] += v * v
        return v

    return sum(a * b for a, b in zip(map(g, x), x)) * n[0]


def reduced(x):
    n = [0.0]

    def g(a, b):
        n[0] += a * b
        return a + b

    return functools.reduce(g, x) * n[0]


def rebound_in_key(x):
    n = 0.0

    def g(v):
        nonlocal n
        n += v * v
        return v

    return max(x, key=g) * n


def starred_map(x):
    n = [0.0]

    def g(a, b):
        n[0] += a * b
        return a

    return sum(itertools.starmap(g, zip(x, x[1:]))) * n[0]


def times_numpy_integer(x):
    k = x.argmax()
    return sum([x[0], x[1]] * k) + len((1.0,) * (x > 0).sum())


def list_plus_array(x):
    xs = [v for v in x]
    ys = xs
    xs = xs + x
    return (xs * x).sum() + len(ys)


def list_beside_array(x):
    xs = [v for v in x]
    return ((x == xs) * x).sum()


class Turned:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        return self.v > other.v


def sorted_objects(x):
    return sorted([Turned(x[0]), Turned(x[1])])[0].v * min(Turned(x[0]), Turned(x[3])).v


class Left:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return self.v

    def __gt__(self, other):
        return False

    def __lt__(self, other):
        return True


class Derived(Left):
    def __radd__(self, other):
        return self.v * other.v


def derived_first(x):
    a, b = Left(x[0]), Derived(x[1])
    return (a + b) * (2.0 if a > b else 1.0)


class Base:
    def __init__(self, v):
        self.__v = 100.0 * v

    def base(self):
        return self.__v


class Private(Base):
    def __init__(self, v):
        super().__init__(v)
        self.__v = v

    def both(self):
        return self.__v + self.base()


def private_names(x):
    p = Private(x[0])
    p._Private__v *= x[1]
    return p.both()


def none_is_false(x):
    best = None
    for v in x:
        if not best or v > best:
            best = v
    return best


def none_or(x):
    found = None
    for v in x:
        if v > 1.0 and found != v:
            found = v
    missing = found if x[0] > 9 else None
    return (found or x[0]) * (2.0 if isinstance(found, float) else 1.0) + (missing or x[1])


def one_default_list(x):
    d = dict.fromkeys("ab", [])
    d["a"].append(x[0])
    rows = list(itertools.repeat([0.0], 2))
    rows[0][0] = x[1]
    return d["b"][0] * rows[1][0]


def soft_greatest(values):
    m = max(values)
    return m + np.log(sum(np.exp(v - m) for v in values))


def filled_table(x):  # what its rows hold is known only in a later round
    table = [[None] * len(x) for _ in range(3)]
    table[0] = [v for v in x]
    for t in range(1, 3):
        for j in range(len(x)):
            table[t][j] = soft_greatest([table[t - 1][i] + x[i] * j for i in range(len(x))])
    return soft_greatest(table[-1])


def rebound_behind_del(x):
    y = x * 2.0
    del x
    x = y + 1.0
    return (x * y).sum()


PROGRAMS = [
    greatest_by_key, summed_map, named_map, listed_map, sorted_by_key, list_sorted_by_key, least_by_object, zipped_map, reduced,
    rebound_in_key, starred_map, times_numpy_integer, list_plus_array, list_beside_array, sorted_objects, derived_first,
    private_names, none_is_false, none_or, one_default_list, filled_table,
    rebound_behind_del,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_as_python(f: Any) -> None:
    assert irad.jit(f)(X.copy()) == pytest.approx(f(X.copy()), rel=1e-14)
    h = 1e-6
    if f is not list_beside_array:  # an equality
        slope = irad.grad(f)(X.copy())
        np.testing.assert_allclose(slope, [(f(X + h * e) - f(X - h * e)) / (2 * h) for e in np.eye(4)], rtol=1e-7, atol=1e-7)


def sometimes_none(x, n):
    if n > 1:
        return None
    return x * x


def none_in_a_pair(x, n):
    return (x[0], None if n > 1 else n)


def array_or_none(x, n):
    if n > 1:
        return
    return x[1:]


def root_or_none(x):
    if x > 9.0:
        return None
    return x * x


@pytest.mark.parametrize("f", [none_in_a_pair, array_or_none], ids=lambda f: f.__name__)
def test_results_of_the_function_itself(f: Any) -> None:
    for n in (1, 2, 1):
        np.testing.assert_equal(irad.jit(f)(X, n), f(X, n))


def test_what_may_be_none_has_no_derivative() -> None:
    assert irad.jit(sometimes_none)(3.0, 1) == 9.0
    assert irad.jit(sometimes_none)(3.0, 2) is None
    for call in (
        lambda: irad.vjp(root_or_none, 3.0),
        lambda: irad.jvp(root_or_none, (3.0,), (1.0,)),
        lambda: irad.autodiff(root_or_none, irad.Active(3.0)),
    ):
        with pytest.raises(irad.UnsupportedError, match="what may be None has no derivative"):
            call()


def read_behind_del(x):
    del x
    return x


def changed_tuple(x):
    t = (x.copy(), 1.0)
    t[0] += 5.0
    return t[0]


def filtered_late(x):
    t = 0.0
    m = filter(lambda v: v > t, x)
    t = 1.0
    return sum(m)


def times_a_float(x):
    return [1.0, 2.0] * x[0]


ERRORS = [
    (read_behind_del, "'x' is read behind its del"),
    (changed_tuple, "'tuple' object does not support item assignment"),
    (filtered_late, "reads a variable that is bound anew later"),
    (times_a_float, "can't multiply sequence by non-int of type 'numpy.float64'"),
]


@pytest.mark.parametrize(("f", "text"), ERRORS, ids=[f.__name__ for f, _ in ERRORS])
def test_refused(f: Any, text: str) -> None:
    with pytest.raises(irad.IradError, match=text):
        irad.jit(f)(X.copy())
