# ruff: noqa: C408, C417
"""What the random programs of practice have found (tests/generators/practice_programs.py), made small."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.numeric.scalar_functions import check_as_python


def read_in_a_loop_within_an_expression(x):
    t = (1.07, x)
    return sum([k * t[0] for k in range(3) for j in range(k)]) + t[0] * x


def lambda_that_calls_an_inner_function(x):
    v = x * 2

    def h(w):
        return w * v

    def g(w):
        return h(w) + v * v

    return (lambda u, k=h(x): g(u) + h(u) * k)(v) + sum(map(lambda u: h(u) * g(u), [x, v]))


class Box:
    def __init__(self, a, b):
        self.a = a
        self.items = [a * k for k in range(3)]
        self.log = list()

    def put(self, v):
        self.log.append(v)


def list_of_a_comprehension_in_an_object(x):
    o = Box(np.tanh(x), x)
    for v in np.array([x, 2.0, x * x]):
        o.put(v)
    return o.items[1] + o.items[2] * o.a + sum(o.log) * len(o.log)


def list_that_grows_and_is_numbered(x):
    g = list()
    for v in np.array([x, 0.2, x * x]):
        if v > 0.3:
            g.append(v * v)
        g.append(v)
    if sum(k * v for k, v in enumerate(g)) <= 0.25:
        return x
    return sum(g)


def products(x):
    a = np.array([x, 2.0, x * x])
    numbers = math.prod([x, 2, 0.5 * x]) * math.prod(a) + math.prod([1.0 + k * x for k in range(3)], start=2)
    return numbers + math.prod(v * x for v in a) + math.prod([]) * x


def remembered(n, v, memo=None):
    if memo is None:
        memo = {}
    if n in memo:
        return memo[n]
    if n < 2:
        return v * (n + 1)
    memo[n] = remembered(n - 1, v, memo) * 0.7 + remembered(n - 2, v, memo)
    return memo[n]


def collected(x, items=None):
    if items is None:
        items = []
    items.append(x * 2)
    items.append(x)
    return items[0] * items[1]


def parameter_that_is_none_or_changed(x):
    mine = [x]
    return remembered(5, x * x) + collected(x) + collected(x, mine) * len(mine) + mine[1]


def keys(x):
    d = dict.fromkeys(("a", "b"), x)
    d["a"] = x * x
    return d["a"] * d["b"] + len(dict.fromkeys(range(3)))


def may_be_none_among_the_items(x):
    w = None
    if x > 0:
        w = x * 2
    if w is None:
        w = 1.0
    g, d = [w, x], {"a": w}
    g[0] *= x
    d["a"] += x
    return sum([w, x]) + max([w, x]) * np.array([w, x]).sum() + g[0] * d["a"] + sorted((w, x))[0] + np.full(2, w)[1]


def key_that_is_missing(x):
    d, t = {"a": x, "b": 2 * x}, x
    try:
        t = d["zz"] + t
        t += 5 * x
    except KeyError:
        t = t * x
    return t + d["a"]


def index_that_is_out_of_range(x):
    xs, t = [x, 2 * x], x
    for k in range(3):
        try:
            t += xs[k + 1]
        except IndexError:
            t *= x
    try:
        t += xs[2]
    except IndexError:
        t *= x
    else:
        t = 0.0
    return t


def single_numbers(x):
    a = np.array([x, 2.0, x * x])
    numbers, twice = a.tolist(), (a * 2).tolist()
    numbers[0] += twice[1]
    numbers.append(2.0)
    return sum(numbers) * max(twice) + np.arange(3).tolist()[2] * x


def spaced(x):
    u = np.linspace(0.0, 1.0, 5, dtype=np.float32)
    parts = np.linspace(0, x, 3, dtype=np.float64)[1] + np.linspace(0, x, 3, dtype=complex)[1].real
    return (x * u.astype(np.float64)).sum() + parts


class Steps:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __iter__(self):
        for k in range(3):
            yield self.a * k + self.b


def steps(a, b):
    for k in range(3):
        u = np.ones(2) * a  # released at the end of an iteration, but not what the list holds
        yield u[0] * k + b


def all_steps(a, b):
    for k in range(2):
        u = np.ones(2) * b
        yield from steps(a * u[k], k)


def lists_of_generators_that_make_arrays(x):
    parts = sum(Steps(x, x * x)) + sum(list(steps(x, x * x))) * x + sorted(steps(x, 0.5))[2]
    return parts + max(steps(x, x * x)) + sum(list(all_steps(x, x * x)))


FUNCTIONS: list[Callable[..., Any]] = [
    read_in_a_loop_within_an_expression, lambda_that_calls_an_inner_function, list_of_a_comprehension_in_an_object,
    list_that_grows_and_is_numbered, products, parameter_that_is_none_or_changed, keys, may_be_none_among_the_items,
    lists_of_generators_that_make_arrays, key_that_is_missing, index_that_is_out_of_range, single_numbers, spaced,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_as_in_python(f: Callable[..., Any]) -> None:
    check_as_python(f)


def none_among_them(x):
    w = None
    if x > 5.0:
        w = x
    try:
        return sum([w, x])
    except TypeError:
        return x * x


def test_a_sum_with_none_is_an_error_when_it_runs() -> None:
    assert irad.grad(none_among_them)(0.7) == pytest.approx(1.4)
    assert irad.grad(none_among_them)(7.0) == 2.0


def no_such_key(x):
    d = {"a": x}
    try:
        return d["b"]
    except KeyError as e:
        raise ValueError(f"no {e}") from e


def test_the_message_of_a_missing_key() -> None:
    with pytest.raises(ValueError, match="no 'b'"):
        irad.grad(no_such_key)(0.7)


def test_a_missing_key() -> None:
    with pytest.raises(KeyError, match="b"):
        irad.jit(lambda x: {"a": x}["b"])(0.7)
