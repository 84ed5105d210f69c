"""Functions that return None on some ways."""

from __future__ import annotations

import math

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


def real_root(a, b):
    if a * a < b:
        return None
    return math.sqrt(a * a - b)


def one_of_two(x):
    r = real_root(x, 0.1)
    s = real_root(x, 5.0)
    t = 0.0
    if r is not None:
        t += r
    if s is None:
        t += x
    else:
        t += s * 100
    return t


def find(xs, y):
    for k, v in enumerate(xs):
        if v > y:
            return k
    return None


def find_pair(xs, y):
    for k, v in enumerate(xs):
        if v > y:
            return k, v


def place(x):
    k = find(V, x)
    t = 0.0
    if k is not None:
        t = V[k] * x
    return t + (0 if find(V, 9.0) is None else 1)


def pair(x):
    p = find_pair(V * x, 0.5)
    if p is None:
        return 0.0 * x
    k, v = p
    return k * v


def or_else(x):
    r = real_root(x, 0.1) or 3.0
    return r * x


def positive(a):
    if a.sum() < 0:
        return None
    return a * 2


def arrays(x):
    t = 0.0
    for v in V:
        s = positive(V * x * v)
        if s is None:
            continue
        t += s @ s
    return t


def value(x):
    r = real_root(x, 0.1)
    return r * 2


def scaled(x, tol=None):
    if tol is None:
        return
    return x * tol


def optional_parameter(x):
    a = scaled(x)
    b = scaled(x, 3.0)
    return b if a is None else a


PROGRAMS = [one_of_two, place, pair, or_else, arrays, value, optional_parameter]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)


def test_none_is_used() -> None:
    def f(x):
        return 2.0 * real_root(x, 9.0)

    with pytest.raises(TypeError, match="this is None here"):
        irad.grad(f)(0.7)
