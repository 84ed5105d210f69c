# ruff: noqa
"""Generator functions in compiled functions: values and derivatives as in Python."""

from __future__ import annotations


import numpy as np
import pytest

import irad
from tests.numeric.scalar_functions import check_as_python


def gen(x, n):
    s = x
    for k in range(n):
        s = s * 1.1
        if k == 2:
            continue
        yield (k, s)
    yield (100, s * s)


def pairs(xs):
    for i in range(len(xs)):
        for j in range(i):
            if xs[i] * xs[j] < 0:
                return
            yield (xs[i], xs[j])


def leaves(t):
    if isinstance(t, tuple):
        for u in t:
            yield from leaves(u)
    else:
        yield t


def forever(x):
    while True:
        yield x
        x = x * 0.5


def broken_off(x):
    t = 0.0
    for k, v in gen(x, 5):
        t += k * v
        if t > 2000:
            break
    return t


def sums(x):
    return sum((a * b for a, b in pairs(np.array([x, 2 * x, 3 * x])))) + sum((v for k, v in gen(x, 3)))


def recursive(x):
    s = 0.0
    for v in leaves((x, (2 * x, (3 * x, x * x)), 1.0)):
        s += v * v
    return s + len(list(leaves((x, (x, x))))) * x + max(leaves((x, 2 * x)))


def endless(x):
    t = 0.0
    n = 0
    for v in forever(x):
        if v < 0.01:
            break
        n += 1
        t += v * v * n
    else:
        t = -1.0
    return t


def local(x):

    def local(n):
        for i in range(n):
            yield (x * i)

    q = [v * 2 for v in local(4)]
    r = np.array([v for v in local(3)])
    a, b = local(2)
    h = local(3)
    w = 0.0
    for i in range(3):
        for u in local(i + 1):
            for z in gen(u, 2):
                w += z[1]
    return q[2] + r.sum() + b + sum(h) + w


class Data:
    def __init__(self, x):
        self.x = x

    def rows(self, k):
        for i in range(k):
            yield (self.x * i, i)

    def __iter__(self):
        yield self.x
        yield (2 * self.x)


def methods(x):
    d = Data(x)
    s = 0.0
    for a, i in d.rows(4):
        s += a * i
    for v in d:
        s += v * v
    return s + sum((v for v in d)) + list(d)[1]


def layers(ws):
    for w in ws:
        yield (w, w.shape[0])


def of_layers(x):
    h = np.array([x, x * x])
    n = 0
    for w, k in layers([np.ones((2, 2)), np.ones((2, 3)), np.ones((3, 1))]):
        h = np.tanh(h @ w)
        n += k
    return h.sum() * n


def windows(a, n):
    for i in range(len(a) - n + 1):
        yield a[i : i + n]


def views(x):
    a = np.array([x, x * x, 2 * x, 3.0])
    b = np.zeros(4)
    for k, w in enumerate(windows(b, 2)):
        w += a[k]
    out = []
    for w in windows(a, 2):
        out.append(w.sum())
    return (b * a).sum() + sum(out) * out[-1] + find(a)


def find(a):
    for v in windows(a, 2):
        if v[0] > 1:
            return v[1]
    return 0.0


def in_zip(x):
    s = 0.0
    for i, (a, b) in enumerate(pairs(np.array([x, 2 * x, 3 * x, 4 * x]))):
        s += i * a * b
    for a, b in zip(gen(x, 3), [1.0, x]):
        s += a[1] * b
    return s


FUNCTIONS = [
    broken_off,
    sums,
    recursive,
    endless,
    local,
    methods,
    of_layers,
    views,
    in_zip,
]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_as_python(f) -> None:
    check_as_python(f)


def test_a_view_that_is_yielded_is_written_to() -> None:
    def rows(a):
        for i in range(a.shape[0]):
            yield a[i]

    def f(x):
        a = np.ones((3, 2))
        for row in rows(a):
            row *= x
        return (a * a).sum()

    assert irad.jit(f)(0.5) == 6 * 0.25
    assert irad.grad(f)(0.5) == 12 * 0.5


def sent(x):
    got = yield x
    yield got


def test_nothing_is_sent() -> None:
    with pytest.raises(TypeError, match="None"):  # as in Python: a number and None are added
        irad.jit(lambda x: sum(sent(x)))(0.7)


def ones():
    while True:
        yield 1.0


def test_all_items_of_an_endless_generator_are_refused() -> None:
    with pytest.raises(irad.UnsupportedError, match="nothing ends it"):
        irad.jit(lambda x: sum(ones()) * x)(0.7)


def guarded(x):
    try:
        yield x
    finally:
        x = 0.0


def test_yield_in_try_is_refused() -> None:
    with pytest.raises(irad.UnsupportedError, match="inside of try"):
        irad.jit(lambda x: sum(guarded(x)))(0.7)


def caught(x):
    s = 0.0
    try:
        for v in raising(x):
            s += v
    except ValueError:
        s += 10.0 * x * x
    return s


def test_errors_of_generators_are_caught() -> None:
    check_as_python(caught)


def raising(x):
    for k in range(3):
        if k == 2:
            raise ValueError("two")
        yield x * k


def until_an_error(x):
    s = 0.0
    for v in raising(x):
        s += v
        if s > 0.6:
            return s
    return s


def test_errors_of_generators() -> None:
    assert irad.jit(until_an_error)(0.7) == 0.7
    with pytest.raises(ValueError, match="two") as caught:
        irad.jit(until_an_error)(0.5)
    assert "test_generators.py" in str(caught.value.__notes__ if hasattr(caught.value, "__notes__") else caught.traceback)
