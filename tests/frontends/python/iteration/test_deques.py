"""``collections.deque`` of as many items as are known at run time only."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


def of_four(x):
    d = deque(maxlen=4)
    t = 0.0
    for k in range(9):
        if k % 3 != 1:
            d.append(x * k)
        t += sum(d) * x + len(d)
    return t + d[-1] * d[0]


def queue_of_some(x):
    d = deque()
    t = 0.0
    for v in V:
        if v * x > 0:
            d.append(v * x)
    while d:
        t += d.popleft() * len(d) * x
    return t


class History:
    def __init__(self, m):
        self.h = deque(maxlen=m)

    def put(self, a, b):
        if a @ b > 0:
            self.h.append((a, b, 1.0 / (a @ b)))

    def go(self):
        t = 0.0
        for a, b, r in reversed(self.h):
            t += a @ b * r * r
        for (_, _, r), k in zip(self.h, reversed([1.0, 2.0, 3.0]), strict=False):
            t += r * k
        return t


def of_tuples(x):
    h = History(3)
    for k in range(6):
        h.put(V * x + k, V * (k - 2))
    return h.go() + len(h.h)


def filter_taps(x):
    n = len(V)
    d = deque([0.0] * n, maxlen=n)
    t = 0.0
    for k in range(7):
        d.appendleft(x * k)
        t += sum(a * b for a, b in zip(d, V, strict=False))
    return t


def breadth_first(x):
    q = deque([(0, x)])
    t = 0.0
    while q:
        k, v = q.popleft()
        t += v * v
        if k < 3:
            q.append((k + 1, v * 0.5))
            q.append((k + 1, v * 0.25))
    return t


def ends(x):
    d = deque([x, 2 * x, 3 * x])
    d.rotate(1)
    d.extend([x * x, 1.0])
    d.extendleft([5 * x])
    return d[0] * d[1] + d[-2] + sum(v for v in d)


def of_an_array(x):
    d = deque(V * x, maxlen=3)
    for _k in range(5):
        d.append(d[0] + d[-1] * 0.5)
    return d[0] * d[1] * d[2]


def of_two(x):
    d = deque(maxlen=2)
    prev = 0.0
    for v in V:
        d.append(v * x)
        prev += d[0] * d[-1]
    return prev


def all_methods(x):
    d = deque()
    for v in V:
        d.append(v * x)
    d.rotate(2)
    d.rotate(-1)
    a = d.pop()
    return a * d[0] + (3.0 in d) * x + list(d)[1] + max(d) + np.array(d).sum()


def last_of_few(x):
    d = deque(maxlen=5)
    q = x
    for k in range(6):
        if k > 0:
            q = q * d[-1]
        d.append(np.cos(q))
    return q


def last_of_two_deques(x):
    s, y = deque(maxlen=4), deque(maxlen=4)
    q = x * np.ones(2)
    k = 0
    while k < 6:
        if len(s) >= 2 and len(y) > 0:
            q = q * (y[-1] @ s[-2]) + 0.1 * s[0]
        s.append(np.cos(q))
        y.append(np.sin(q))
        k += 1
    return q.sum()


def corrected(s, q):
    if len(s) > 0:
        return q * s[-1]
    return q


def last_in_another_function(x):
    s = deque(maxlen=4)
    q = x
    for _ in range(6):
        q = corrected(s, q)
        s.append(np.cos(q))
    return q


PROGRAMS = [
    of_four, queue_of_some, of_tuples, filter_taps, breadth_first, ends, of_an_array, of_two, all_methods,
    last_of_few, last_of_two_deques, last_in_another_function,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)


def test_empty() -> None:
    def f(x):
        d = deque()
        for v in V:
            d.append(v * x)
        return sum(d.popleft() for _ in range(5))

    with pytest.raises(IndexError, match="pop from an empty deque"):
        irad.grad(f)(0.7)
