"""What is computed once: values of assignments to several targets, indices, iterators with stars."""

from __future__ import annotations

import numpy as np
import pytest

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


FUNCTIONS = [
    list_and_name, two_names, attributes_and_keys, all_of_an_array, walrus, indices, indices_of_lists_with_an_identity,
    generators_in_displays, generators_in_arrays, generators_in_calls,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(f):
    compare(f, 0.7)
