# ruff: noqa
"""Python's builtin functions, displays and operators of containers in compiled functions: values and derivatives as in Python."""

from __future__ import annotations

from enum import Enum, IntEnum

import numpy as np
import pytest

import irad
from tests.numeric.scalar_functions import check_as_python


class K(Enum):
    A = "a"
    B = "b"


class I(IntEnum):
    X = 0
    Y = 1


W = [np.ones((2, 2)), np.ones((2, 3)) * 0.5, np.ones((3, 1))]


def repeated(x):
    a = [x, 2.0] * 2
    b = (1,) * 3 + (2,)
    c = [0.0] * 3
    return sum(a) * len(b) + len(c) * x


def dicts(x):
    d = dict(a=x, b=2 * x)
    e = {**d, "c": x * x}
    f = d | {"z": x**3}
    g = dict(zip(("p", "q"), np.array([x, x * x])))
    h = dict(e, y=4 * x)
    return e["c"] + f["z"] + g["q"] * g["p"] + h["y"] + len(dict(d.items()))


def stars_and_generators(x):
    l = [*(x, 2 * x), *[3 * x]]
    q, k, v = (x * i for i in range(3))
    return l[2] * q + k * v + sum(tuple((x * i for i in range(4))))


def keys(x):
    d = {K.A: x, (1, "u"): x * x, f"w{1}": x**3}
    s = 0.0
    for m in K:
        if m is K.A:
            s += d[m] * 2
        if m == K.B and m.value == "b" and (m.name == "B"):
            s += d[1, "u"]
    return s + d["w1"] + I.Y * x + (3 * x if I(1) is I.Y else 0.0)


def layers_by_an_index(x):
    h = np.array([x, x * x])
    for i in range(len(W)):
        h = np.tanh(h @ W[i])
    return h.sum()


def numbers_by_an_index(x):
    c = (0.5, x, 2.0)
    s = 0.0
    for i in range(3):
        for j in range(20):
            s += c[(i + j) % 3] * c[-1 - i]
    return s


def orders(x):
    s = sorted([x, 3.0, -x * 2], key=lambda v: -v)
    m = max([(x, 1.0), (2.0 * x, 3.0)], key=lambda p: p[0])
    n = min((3 * x, x, 2.0))
    z = list(zip(*[(x, 1.0), (2 * x, 3.0)]))
    return s[0] + 10 * s[1] + m[1] * m[0] + n + z[0][1]


def mapped_and_filtered(x):
    a = list(map(lambda v: v * v, [x, 2 * x]))
    b = [v for v in filter(lambda p: p > 0, np.array([x, -x, 2 * x]))]
    it = iter([x, 2 * x, 3 * x])
    f = next(it)
    r = 0.0
    for v in it:
        r += v * f
    return a[1] + sum(b) + r


def sets(x):
    s = {1, 2, 3}
    s.add(4)
    s.discard(2)
    u = {k for k in range(5) if k % 2}
    t = 0.0
    for i in range(10):
        if i in s:
            t += x * i
    return t + len(s & u) * x + sum(sorted(s | u)) * x * x


def tables(x):
    n = 4
    T = [[0.0] * 3 for _ in range(2)]
    T[1][2] = x
    p = [0.0] * int(n * x / x)
    for i in range(n):
        p[i] = x * i
    xs = [x, x * 2, x * 3]
    for i in range(3):
        xs[i] = xs[i] * xs[i - 1]
    d = {1: x, 5: x * x}
    r = 0.0
    for i in range(6):
        if i in d:
            r += d[i]
    return T[1][2] + p[3] + xs[2] + r


def ranges_and_comparisons(x):
    r = range(1, 10, 3)
    return x * (7 in r) + len(r) * x + r[1] * x + round(x, 2) * x + (x if (1, 2) < (1, 3) and [1] == [1] else 0.0)


def slices_as_values(x):
    a = np.outer(np.array([x, x * x, 1.0]), np.ones(3))
    w = [slice(None)] * 2
    w[1] = slice(0, 2)
    return a[tuple(w)].sum() + a[slice(0, 1), 1].sum() + reversed_sum(x)


def reversed_sum(x):
    s = 0.0
    for k, v in enumerate(reversed([x, 2 * x, 3 * x])):
        s += k * v
    d = {"a": x, "b": x * x}
    return s + sum((v for k, v in sorted(d.items())))


FUNCTIONS = [
    repeated,
    dicts,
    stars_and_generators,
    keys,
    layers_by_an_index,
    numbers_by_an_index,
    orders,
    mapped_and_filtered,
    sets,
    tables,
    ranges_and_comparisons,
    slices_as_values,
]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_as_python(f) -> None:
    check_as_python(f)


def test_indices_are_checked() -> None:
    def f(x, k):
        c = (x, 2 * x, 3 * x)
        return c[k]

    assert irad.grad(f)(0.5, 2) == 3.0 and irad.grad(f)(0.5, -3) == 1.0
    for k in (3, -4):
        with pytest.raises(IndexError, match="tuple index out of range"):
            irad.jit(f)(0.5, k)

    def g(x, k):
        return {1: x, 7: x * x}[k]

    assert irad.grad(g)(0.5, 7) == 1.0
    with pytest.raises(KeyError, match="3"):
        irad.jit(g)(0.5, 3)


def test_arrays_are_the_items_themselves() -> None:
    def f(x, k):
        ws = [np.array([x, 1.0]), np.array([2 * x, 3.0])]
        ws[k][0] *= x
        v = ws[k]
        v[1] = x**3
        return ws[0].sum() + 10 * ws[1].sum()

    for k in (0, 1):
        wanted = (f(0.7 + 1e-6, k) - f(0.7 - 1e-6, k)) / 2e-6
        assert irad.jit(f)(0.7, k) == pytest.approx(f(0.7, k), rel=1e-14)
        assert irad.grad(f)(0.7, k) == pytest.approx(wanted, rel=1e-7)


@pytest.mark.parametrize("x", [2.675, 0.125, -0.125, 1e20, 1e-9, 5.015, 1234567.8915, 0.5, -2.5, 1.005, 7e15 + 0.5])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 10])
def test_round_to_digits(x: float, n: int) -> None:
    got = irad.jit(ROUNDS[n])(x)
    assert got == round(x, n) and str(got) == str(round(x, n))


def round_0(x):
    return round(x, 0)


def round_1(x):
    return round(x, 1)


def round_2(x):
    return round(x, 2)


def round_3(x):
    return round(x, 3)


def round_10(x):
    return round(x, 10)


ROUNDS = {0: round_0, 1: round_1, 2: round_2, 3: round_3, 10: round_10}


def empty_of_floats(x):
    return max(v for v in x if v > 100.0)


def test_an_empty_iterable_has_no_largest() -> None:
    with pytest.raises(ValueError, match=r"max\(\)"):
        irad.jit(empty_of_floats)(np.ones(3))


REFUSED = [
    (lambda x: pow(x, 3, 5), "pow\\(\\) with a modulus"),
    (lambda x: {(np.ones(2), x), (np.ones(2), 1.0)}, "the items of a set must be known"),
    (lambda x: [1.0, x] < (1.0, x), "are not ordered"),
    (lambda x: zip([x], [x])[0], "not"),
    (lambda x: sorted([("a", x), (1, x)]), "'<' not supported between"),
    (lambda x: next(iter(())), "StopIteration"),
]


@pytest.mark.parametrize("k", range(len(REFUSED)))
def test_refused(k: int) -> None:
    f, text = REFUSED[k]
    with pytest.raises(irad.IradError, match=text):
        irad.jit(f)(0.7)


def test_an_iterator_is_used_once() -> None:
    def f(x):
        z = map(lambda v: v * v, x)
        return sum(z) + sum(z)

    with pytest.raises(irad.UnsupportedError, match="empty after the first use"):
        irad.jit(f)(np.ones(3))
