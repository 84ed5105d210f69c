"""Context managers of a program's own: classes and generators."""

from __future__ import annotations

import contextlib

import pytest

import irad
from tests.frontends.python.plain import compare


class Rec:
    def __init__(self):
        self.events = []
        self.n = 0.0

    def __enter__(self):
        return self

    def __exit__(self, et, ev, tb):
        self.n += 1.0
        return False


def as_name(x):
    with Rec() as r:
        r.events.append(x)
        r.events.append(2 * x)
    return sum(r.events) * r.n


def one_of_several_times(x):
    r = Rec()
    t = 0.0
    for k in range(3):
        with r:
            if k == 1:
                continue
            t += k * x
    return t * r.n


class Guard:
    def __init__(self, s):
        self.s = s

    def __enter__(self):
        self.s.depth += 1
        return self.s.depth

    def __exit__(self, et, ev, tb):
        self.s.depth -= 1
        return et is not None


class Depth:
    def __init__(self):
        self.depth = 0


def handled(x):
    s = Depth()
    t = 0.0
    with Guard(s) as d:
        t += d * x
        if x > 1:
            raise ValueError("a")
        t += 100
    return t + s.depth


def left_by_return(x):
    s = Depth()

    def g():
        with Guard(s) as d:
            return d * x

    return g() + s.depth * 7


@contextlib.contextmanager
def scaled(m, f):
    old = m.k
    m.k = old * f
    try:
        yield m.k
    finally:
        m.k = old


class Model:
    def __init__(self, k):
        self.k = k

    @contextlib.contextmanager
    def scaled(self, f):
        old = self.k
        self.k = old * f
        try:
            yield self
        finally:
            self.k = old


def generator(x):
    m = Model(x)
    with scaled(m, 3.0) as q:
        a = q * m.k
    return a + m.k


def method(x):
    m = Model(x)
    with m.scaled(2.0) as q:
        a = q.k * x
    with m.scaled(2.0):
        b = m.k
    return a + m.k * b


def generator_and_error(x):
    m = Model(x)
    try:
        with m.scaled(2.0) as q:
            a = q.k * x
            if a > 1:
                raise ValueError("x")
    except ValueError:
        a = m.k
    return a + m.k


def generator_left_by_return(x):
    m = Model(x)

    def g():
        with m.scaled(2.0) as q:
            for k in range(3):
                if k == 1:
                    break
            return q.k * x

    return g() + m.k


PROGRAMS = [
    as_name,
    one_of_several_times,
    handled,
    left_by_return,
    generator,
    method,
    generator_and_error,
    generator_left_by_return,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 1.3)


class Asking:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is ValueError


def test_which_exception_it_is() -> None:
    def f(x):
        with Asking():
            return x * x
        return 0.0

    with pytest.raises(irad.UnsupportedError, match="which exception it is given is known at run time only"):
        irad.grad(f)(1.3)
