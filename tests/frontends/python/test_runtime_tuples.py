"""Tuples of as many items as are known at run time only, beside those of known structure."""

from __future__ import annotations

import numpy as np
import pytest

from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


COUNT = 2


def cell(s, v):
    h, c = s
    h = np.tanh(h * v + c)
    c = c * 0.5 + h
    return h, (h, c)


def state_of_a_loop(x, n=2):
    s = tuple(np.ones(3) * x for _ in range(n))
    t = 0.0
    for v in V:
        h, s = cell(s, v)
        t += h.sum()
    return t + sum(a.sum() for a in s)


def rotated(x, n=3):
    s = tuple(x * k for k in range(n))
    for v in V:
        s = (s[1], s[2], s[0] * v + x)
    return s[0] * s[1] + s[2] * len(s)


def on_one_way(x, n=3):
    s = tuple(x * k for k in range(n))
    if x > 0.5:
        s = (x, 2 * x)
    return sum(s) * len(s)


def powers(x, n):
    if n > 5:
        return (x, x)
    return tuple(x * k for k in range(n))


def results(x, n=3):
    return sum(powers(x, n)) * len(powers(x, n + 4))


PROGRAMS = [state_of_a_loop, rotated, on_one_way, results]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)
