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


def first_above(y):
    for k in range(4):
        if V[k] > y:
            return k


def without_return(x):
    k, m = first_above(x), first_above(100.0 * x)
    return V[k] * x if m is None and k is not None else 0.0


def in_one_expression(x):
    lower = lambda v: None if v < 0 else v * v
    r, s = lower(x), lower(-x)
    return (r if r is not None else 1.0) + (s if s is not None else 10.0) * x


def handed_on(x):
    found = lambda v: real_root(v + 1.0, 0.1)
    return (0.5 if found(x) is None else found(x)) + (3.0 * x if found(-1.1) is None else 0.0)


def place_is_known(x):
    last = lowest = None
    for k, v in enumerate(V * x):
        if v > 0.5:
            last = k
        if v > 50.0:
            lowest = k
    first = x * (2.0 if last in (1, 3) else 5.0)
    return first + x**2 * (2.0 if lowest in (None, 1) else 5.0) + x**3 * (lowest not in [1, 2])


def chosen_functions(x):
    doubled, nothing = lambda v: v * 2, lambda v: None
    total = 0.0
    for v in V:
        f = doubled if v > 0 else nothing
        r = f(x * v)
        total += 3.0 * x if r is None else r
    return total


def listed(x):
    roots = [real_root(v, 0.5) for v in V * x]
    others = []
    for v in V:
        others.append(None if v < 0 else v * x)
    return sum(r for r in roots if r is not None) + sum(0.5 if q is None else q * q for q in others)


def chain_that_ends(x):
    following = {0: 1, 1: 2, 2: None}
    k, t = 0, 0.0
    while True:
        t += x * V[k]
        k = following[k]
        if k is None:
            t += x * x
            break
    return t * t


PROGRAMS = [one_of_two, place, pair, or_else, arrays, value, optional_parameter]
PROGRAMS += [without_return, in_one_expression, handed_on, place_is_known, chosen_functions, listed, chain_that_ends]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)


def test_none_is_used() -> None:
    def f(x):
        return 2.0 * real_root(x, 9.0)

    with pytest.raises(TypeError, match=r"unsupported operand type\(s\) for \*: 'float' and 'NoneType'"):
        irad.grad(f)(0.7)
