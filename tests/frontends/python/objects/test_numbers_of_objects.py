"""Objects that stand for numbers (`__index__`, `__float__`, `__floor__`), and objects as operands of `or`, `and` and `not`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


class Place:
    def __init__(self, k):
        self.k = k

    def __index__(self):
        return self.k + 1


class Counting:
    """Its index changes it."""

    def __init__(self, k):
        self.k = k

    def __index__(self):
        self.k += 1
        return self.k - 1


class Plain:
    def __init__(self, v):
        self.v = v


class Length:
    def __init__(self, v):
        self.v = v

    def __float__(self):
        return self.v * 1.0


class Rounded:
    def __init__(self, v):
        self.v = v

    def __floor__(self):
        return self.v * 2

    def __ceil__(self):
        return self.v * 3

    def __trunc__(self):
        return self.v * 4


class Asked:
    """Counts how often its truth value is wanted."""

    def __init__(self, v):
        self.v, self.n = v, 0

    def __bool__(self):
        self.n += 1
        return self.v > 1.0


class Sized:
    def __init__(self, v, n):
        self.v, self.n = v, n

    def __len__(self):
        return self.n


def of_arrays(x):
    a, m = np.array([x, 2 * x, 3 * x]), np.ones((Place(1), 3)) * x
    a[Place(0)] = 5 * x
    a[Place(-1)] += x
    return a[Place(1)] * a[Place(0)] + a[Place(0) :].sum() + m[Place(0), Place(1)] * a[: Place(0)].sum() + m[:, Place(0)].sum()


def of_ranges(x):
    s = 0.0
    for k in range(Place(2)):
        s += x * k
    for k in range(Place(0), Place(6), Place(1)):
        s = 2 * s + x * k
    return s + range(5)[Place(1)]


def of_sequences(x):
    t, xs = (x, 2 * x, 3 * x), [x] * Place(1)
    xs.append(x * x)
    xs[Place(0)] = 7 * x
    del xs[Place(-1)]
    grown = [x * k for k in range(int(x) + 3)]
    grown[Place(0)] = x**3
    del grown[Place(-1)]
    letters = 1.0 if "abc"[Place(0)] == "b" else x
    return t[Place(1)] * xs[Place(0)] + grown[Place(0)] + sum(grown[Place(0) :]) + len(t[Place(0) :]) + letters + float(Place(1))


def of_one_that_changes(x):
    a, b, t = Counting(0), Counting(1), (x, x * x, x**3)
    xs, z = [x, 2 * x, 3 * x], np.array([x, 4 * x, 9 * x])
    s = xs[a] + t[a] * 3 + z[a]
    a = Counting(0)
    xs[a] = 5 * x
    z[a] = 2 * x
    return s + sum(xs) + z.sum() + a.k * x + sum(xs[b:]) + sum(t[:b]) * b.k


def of_a_chosen_one(x):
    places, z, s = [Place(0), Place(1)], np.array([x, 2 * x, 5 * x]), 0.0
    for k in range(2):
        s = 3 * s + z[places[k]]
    which = Place(0) if x > 1 else Place(1)
    return s + z[which]


def of_math(x):
    length = Length(x)
    whole = math.floor(length) * x + math.ceil(length) + math.factorial(Place(2))
    tests = 1.0 if math.isfinite(length) else 0.0
    return math.sqrt(length) + math.atan2(length, Length(2.0)) + math.exp(length) + math.hypot(length, 3.0) + whole + tests


def of_rounding(x):
    r = Rounded(x)
    return math.floor(r) + math.ceil(r) * x + math.trunc(r)


def either(x):
    t, u = Asked(x) or Asked(5.0), Asked(x) and Asked(5.0)
    return t.v * x + u.v + t.n + 3 * u.n


def one_of_three(x):
    a, b, c = Asked(x), Asked(2 * x), Asked(3 * x)
    d, e = a or b or c, a and b and c
    d.v += x * x
    return d.v + 10 * a.n + 20 * b.n + 30 * c.n + e.n + a.v + 2 * b.v + 3 * c.v + e.v


def by_length(x):
    t, u = Sized(x, 0) or Sized(2 * x, 3), Sized(x, 0) and Sized(2 * x, 3)
    s = t.v + u.v * 3 + (not u) + (not t)
    while t:
        t.n -= 1
        s = 2 * s + t.v
    return s


def always_true(x):
    t, u = Plain(x) or Plain(2 * x), Plain(x) and Plain(2 * x)
    return t.v + u.v * 3 + (not t) + (x if u else 0.0)


def of_two_classes(x):
    c = Asked(x) or Sized(2 * x, 3)
    return c.v * x


def in_a_loop(x):
    s = 0.0
    for k in range(4):
        a = Asked(x * k)
        b = a or Asked(1.0)
        s += b.v
        if a and b:
            s += 2 * x
        if not a or not b:
            s += 3 * x
    return s


def of_lists(x):
    xs = [x for _ in range(int(x))]
    ys, zs = xs or [2 * x], xs and [3 * x]
    return sum(ys) + sum(zs)


@pytest.mark.parametrize("x", [0.6, 1.3, 2.6])
@pytest.mark.parametrize(
    "f",
    [
        of_arrays, of_ranges, of_sequences, of_one_that_changes, of_a_chosen_one, of_math, of_rounding, either, one_of_three,
        by_length, always_true, of_two_classes, in_a_loop, of_lists,
    ],
)  # fmt: skip
def test_as_in_python(f: Callable[[float], Any], x: float) -> None:
    compare(f, x)


def no_index(x):
    return np.array([x, 2 * x])[Plain(1)]


def no_float(x):
    return math.floor(Plain(x))


def a_sum_of_an_object(x):
    return np.sum(Length(x))


def an_array_of_objects(x):
    return np.array([Length(x), Length(x)]).sum()


def an_object_or_a_number(x):
    return (Asked(x) or 3.0) * 1.0


@pytest.mark.parametrize(
    ("f", "text"),
    [
        (no_index, "'Plain' object cannot be interpreted as an integer"), (no_float, "must be real number, not Plain"),
        (a_sum_of_an_object, "an array of Length"), (an_array_of_objects, "an array of"),
        (an_object_or_a_number, "the two sides"),
    ],
)  # fmt: skip
def test_refused(f: Callable[[float], Any], text: str) -> None:
    with pytest.raises((irad.TypingError, irad.UnsupportedError), match=text):
        irad.value_and_grad(f)(2.0)
