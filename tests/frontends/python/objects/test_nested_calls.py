"""Calls whose arguments change what the function has captured."""

from __future__ import annotations

import pytest

from tests.frontends.python.plain import compare


def nested_calls_of_a_made_function(x):
    t = 0.5

    def made(k):
        total = t

        def inner(v):
            nonlocal total
            total = total * 0.5 + v
            return total

        return inner

    h = made(0.5)
    return h(h(x))


def nested_calls_of_a_counting_function(x):
    n = 0.0

    def f(v):
        nonlocal n
        n += 1
        return v * n * x

    return f(f(f(x))) + n


class Counting:
    def __init__(self, v):
        self.v = v
        self.n = 1

    def __call__(self, w):
        self.n += 1
        return w * self.v * self.n

    def m(self, w):
        self.n += 2
        return self.n * w


def nested_calls_of_an_object(x):
    c = Counting(x)
    return c(c(c.m(x))) + c.m(c(x))


PROGRAMS = [
    nested_calls_of_a_made_function,
    nested_calls_of_a_counting_function,
    nested_calls_of_an_object,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 1.3)
