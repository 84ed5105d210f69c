"""What generators return: `r = yield from inner(x)`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.frontends.python.plain import compare


def inner(x):
    yield x
    yield (2 * x)
    return 5 * x


def early(x, n):
    for k in range(n):
        if x * k > 2.0:
            return k * 1.0
        yield (x * k)
    return -1.0


def no_value(x):
    yield x


def outer(x):
    r = yield from inner(x)
    yield (r * x)
    q = yield from inner(r)
    return q


def outer2(x):
    r = yield from early(x, 4)
    yield r
    n = yield from no_value(x)
    yield (1.0 if n is None else 2.0)
    m = yield from [x, x * x]
    yield (3.0 if m is None else 4.0)
    a = b = yield from early(x, 1)
    yield (a * b * x)
    return (yield from outer(x))


def ret(x):
    return (yield from early(x, 5))


class Tree:
    def __init__(s, v, k):
        s.v = v
        s.kids = k

    def walk(s):
        yield s.v
        n = 1
        for k in s.kids:
            m = yield from k.walk()
            n += m
        return n

    def total(s):
        n = yield from s.walk()
        yield (n * 1.0)


def eff(a):
    yield 1.0
    return a.append(3.0)


def opt(x, n):
    yield x
    if n > 1:
        return x * x


def summed(x):
    return sum(outer2(x))


def in_a_loop(x):
    s = 0.0
    for v in outer2(x):
        s = 2 * s + v
    return s


def taken_one_by_one(x):
    g = outer2(x)
    s = next(g)
    s += 3 * next(g)
    for v in g:
        s = s * 2 + v
    return s


def returned_at_once(x):
    g = ret(x)
    s = 0.0
    while True:
        try:
            s = 2 * s + next(g)
        except StopIteration:
            break
    return s + sum(ret(2 * x))


def in_a_loop_of_the_generator(x):

    def top():
        t = 0.0
        for k in range(3):
            t += yield from early(x * k, 3)
        yield t

    return sum(top())


def left_by_break(x):

    def top():
        t = 0.0
        for k in range(3):
            r = yield from early(x * k, 3)
            if r > 0:
                break
            t += r
        yield t

    s = 0.0
    for v in top():
        s += v
        if s > 5:
            break
    return s


def of_a_tree(x):
    t = Tree(x, [Tree(2 * x, []), Tree(3 * x, [Tree(x * x, [])])])
    s = 0.0
    for v in t.total():
        s = 2 * s + v
    return s


def effects_of_what_is_returned(x):
    a = [x]
    s = sum(eff(a))
    return s + sum(a)


def a_pair(x):

    def pair():
        a = yield from inner(x)
        return (a, None)

    def go():
        p = yield from pair()
        yield (p[0] + (1.0 if p[1] is None else 0.0))

    return sum(go())


def perhaps_none(x):

    def go():
        r = yield from opt(x, int(x))
        yield (r if r is not None else 7 * x)

    return sum(go())


@pytest.mark.parametrize("x", [0.6, 1.3, 2.6])
@pytest.mark.parametrize(
    "f",
    [
        summed,
        in_a_loop,
        taken_one_by_one,
        returned_at_once,
        in_a_loop_of_the_generator,
        left_by_break,
        of_a_tree,
        effects_of_what_is_returned,
        a_pair,
        perhaps_none,
    ],
)
def test_as_in_python(f: Callable[[float], Any], x: float) -> None:
    compare(f, x)
