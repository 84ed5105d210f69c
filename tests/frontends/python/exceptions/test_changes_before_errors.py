"""Objects that a call changes before it raises what is caught."""

from __future__ import annotations

import numpy as np
import pytest

from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


def cstep(f, x, h=1e-6):
    return (f(x + h) - f(x - h)) / (2 * h)


class Level:
    def __init__(self, x):
        self.s = x
        self.n = 0

    def adv(self, d):
        self.n += 1
        self.s = self.s * d
        if self.s > 2.0:
            raise ValueError("big")
        self.s = self.s + d

    def deep(self, d):
        self.adv(d)
        self.adv(d * 2)


def object_in_a_loop(x):
    a = Level(x)
    bad = 0
    for _k in range(5):
        try:
            a.adv(1.3)
        except ValueError:
            bad += 1
            a.s = a.s * 0.3
    return a.s * a.s + bad * x + a.n


def changed_deeply(x):
    a = Level(x)
    try:
        for _k in range(3):
            a.deep(0.9)
    except ValueError:
        a.s = a.s**2
    else:
        a.s *= 3
    finally:
        a.s += x
    return a.s


def pushed(xs, v):
    xs.append(v * v)
    if len(xs) > 4:
        raise IndexError("full")
    xs.append(v)


def list_argument(x):
    xs = []
    try:
        for k in range(9):
            pushed(xs, x * k)
    except IndexError:
        pass
    return sum(xs) + len(xs) * x


def doubled(a, d):
    try:
        a.adv(d)
        return a.s
    finally:
        a.s = a.s * 2 + d


def through_finally(x):
    a = Level(x)
    t = 0.0
    for _k in range(4):
        try:
            t += doubled(a, 0.4)
        except ValueError:
            t += 1.0
    return t + a.s


def nonlocal_dict(x):
    d = {"a": x, "n": 0}

    def go(q):
        d["n"] += 1
        d["a"] = d["a"] * q
        if d["a"] > 3:
            raise OverflowError
        d["a"] += 1

    try:
        for _ in range(40):
            go(x + 1)
    except OverflowError:
        pass
    return d["a"] * d["n"]


class Log:
    def __init__(self):
        self.h = []
        self.arr = np.zeros(3)

    def put(self, v):
        self.h.append(v)
        self.arr[len(self.h) % 3] += v
        if v > 5:
            raise ValueError
        self.h.append(2 * v)


def array_and_list(x):
    w = Log()
    for k in range(5):
        try:
            w.put(x * k * 1.7)
        except ValueError:
            w.h.append(x * x)
    return sum(w.h) + w.arr @ np.array([1.0, 2.0, 3.0])


PROGRAMS = [object_in_a_loop, changed_deeply, list_argument, through_finally, nonlocal_dict, array_and_list]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)


class Made:
    """An object whose ``__init__`` may raise before it has all attributes."""

    def __init__(self, a, b):
        self.a = a
        if a < 0:
            raise ValueError("negative")
        self.table = {"k": b}
        self.items = [a, b]


class Counter:
    def __init__(self):
        self.n = 0


class Counting:
    def __init__(self, counter, a):
        self.a = a
        counter.n += 1
        if a < 0:
            raise ValueError("negative")
        self.b = a


def made_in_try(x):
    try:
        made = Made(x, 2.0 * x)
        return made.table["k"] * made.items[0]
    except ValueError:
        return x**3


def counted_before_the_error(x):
    counter = Counter()
    try:
        s = Counting(counter, x).b
    except ValueError:
        s = x * x
    return s * counter.n


def made_in_a_loop(x):
    out = []
    for v in (x, -x, 2 * x):
        try:
            out.append(Made(v, v * v).items[1])
        except ValueError:
            out.append(v)
    return sum(out)


@pytest.mark.parametrize("f", [made_in_try, counted_before_the_error, made_in_a_loop])
@pytest.mark.parametrize("x", [1.5, -1.5])
def test_objects_whose_init_raises(f, x):
    compare(f, x)
