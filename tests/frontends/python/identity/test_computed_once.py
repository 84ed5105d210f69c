"""What is computed once: values of assignments to several targets, indices, iterators with stars."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import irad
from irad.frontends.python.sources.python_types import ObjectSort
from tests.frontends.python.plain import compare


class Holder:
    pass


def list_and_name(x):
    a = np.array([x, 1.0])
    both = [a, a]
    a = both[0] = a * 1.25
    a[0] *= 3.0
    return a[0] + 2.0 * both[0][0]


def two_names(x):
    a = b = np.array([x, 1.0]) * x
    a[0] *= 3.0
    return a[0] + 2.0 * b[0]


def attributes_and_keys(x):
    c = Holder()
    c.u = c.v = w = np.sin(np.array([x, 1.0]))
    w[0] += 1.0
    c.u[1] = x
    d = {}
    d["p"] = d["q"] = c.v + w
    d["p"][0] = 3.0 * x
    return c.v.sum() + w[1] + d["q"][0]


def all_of_an_array(x):
    a = np.array([x, 1.0])
    a[:] = b = a * 2
    b[0] = 7.0
    return a[0] + b[0] + x


def walrus(x):
    a = np.array([x, 2.0])
    both = []
    both.append(b := a * 2)
    b[0] = 5.0
    return both[0][0] + both[0][1] + sum(b)


def indices(x):
    z = []
    for k in range(4):
        z.append(x * k)
    rows = [[x, 1.0]]
    for k in range(3):
        rows.append([2.0, x * k])
    i = 0

    def following():
        nonlocal i
        i += 1
        return i % 2

    z[following()] = x * x
    z[following()] += 3.0 * x
    z[following()], z[following()] = z[following()] * x, 2.0
    z[following()] = z[following()] = x
    rows[following()][following()] = 5.0 * x
    rows[0][following()] += 7.0 * x
    del z[following()]
    parts = [v * (k + 1) for k, v in enumerate(z)]
    return sum(parts) + sum(v * (k + 1) for row in rows for k, v in enumerate(row)) + 10.0 * i


def indices_of_lists_with_an_identity(x):
    z, e = [x, 2.0, 1.0], [0.1]
    i = 0

    def following():
        nonlocal i
        i += 1
        return i % 3

    z[following()], z[following()] = 5.0 * x, z[following()]
    (z if x > 9 else e)[0] += z[following()] * x
    return z[0] + 10 * z[1] + 100 * z[2] + 1000 * i + e[0]


def generators_in_displays(x):
    w = 1.3

    def g(q):
        nonlocal w
        for _ in range(3):
            w += q
            yield q + w
        w *= 0.5

    return sum((*g(x), w)) + sum([w, *g(x)]) + w


def generators_in_arrays(x):
    w = 1.3

    def g(q):
        nonlocal w
        for _ in range(3):
            w += q
            yield q + w
        w *= 0.5

    return np.array([*g(x)]).sum() + sum([*g(x), *g(2.0)]) + w


def generators_in_calls(x):
    w = 1.3

    def g(q):
        nonlocal w
        for _ in range(3):
            w += q
            yield q + w
        w *= 0.5

    def bump(q):
        nonlocal w
        w += q
        return w

    def last(*p):
        return p[-1] + 10.0 * w

    first = [*(bump(k * x) for k in range(3)), w][1]
    return first + last(*g(x), w) + max(*g(x), 0.0)


def reductions(x):
    xs = np.array([x, 2.0, x * x])
    ys = [v * x for v in range(int(x * 6.1))]
    n = 0

    def count(p, q):
        nonlocal n
        n += 1
        return p * 0.5 + q

    s = functools.reduce(lambda p, q: p * 0.5 + q, xs) + functools.reduce(lambda p, q: p * x + q, ys, 1.0)
    s += functools.reduce(lambda p, q: p + q * x, (v * x for v in range(int(x * 6.1))))
    s += functools.reduce(lambda m, o: m @ o, [np.array([[x, 1.0], [0.0, v]]) for v in xs]).sum()
    return s + functools.reduce(count, ys) + functools.reduce(max, ys) + n


FUNCTIONS = [
    list_and_name, two_names, attributes_and_keys, all_of_an_array, walrus, indices, indices_of_lists_with_an_identity,
    generators_in_displays, generators_in_arrays, generators_in_calls, reductions,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(f):
    compare(f, 0.7)


def test_items_that_change_what_a_function_reads():
    """``reduce``, and ``max`` with a key, take items one by one: what a generator does at once, they would see too late."""

    def reduced(x):
        w = x

        def g(q):
            nonlocal w
            for i in range(3):
                w += q
                yield q + i

        return functools.reduce(lambda p, q: p * w + q, g(x)) + w

    def largest(x):
        w = x

        def g(q):
            nonlocal w
            for i in range(3):
                w += q
                yield q + i

        return max(g(x), key=lambda t: t * w - w * w) + w

    for f in (reduced, largest):
        with pytest.raises(irad.UnsupportedError, match="this generator"):
            irad.jit(f)(0.7)


def test_sorts_of_objects_have_one_order():
    """Also of classes that have one name: the types of references are the same in whichever order they are met."""
    first, second = (ObjectSort(type("Back", (), {})) for _ in range(2))
    assert sorted([first, second], key=ObjectSort.order) == sorted([second, first], key=ObjectSort.order)
