"""Functions inside of functions, and calls with stars: values beside Python's, derivatives beside central differences."""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from tests.numeric.scalar_functions import check_as_python

Layer = namedtuple("Layer", "act k")


def read_when_called(x):
    k = 2.0
    g = lambda a: k * a * a
    k = 3.0
    return g(x) + g(2 * x)


def rk4(f, y, t, h):
    k1 = f(t, y)
    k2 = f(t + h / 2, y + h / 2 * k1)
    k3 = f(t + h / 2, y + h / 2 * k2)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + f(t + h, y + h * k3))


def passed_on(p):
    a = np.array([[-1.0, p], [0.5, -2.0]])

    def rhs(t, y):
        return a @ y + np.sin(t)

    y = np.array([1.0, 0.5])
    for i in range(10):
        y = rk4(rhs, y, 0.1 * i, 0.1)
    return y.sum()


def default_of_its_time(x):
    s = 0.0
    for i in range(4):
        h = lambda a, k=i: a * k + s  # noqa: B023
        s = s + h(x)
    return s


def compose(f, g):
    return lambda x: f(g(x))


def given_back(x):
    a = 2.0
    h = compose(lambda z: z * z * a, np.sin)
    return h(x) * h(x)


def of_itself(x):
    def powers(n):
        if n <= 1:
            return x
        return x * powers(n - 1) + 0.1 * n

    return powers(5)


def total(*args, scale=1.0, **kw):
    s = 0.0
    for a in args:
        s += a * a
    return s * scale + kw["b"]


def stars(x):
    t = (x, 2 * x)
    d = {"b": x, "scale": 3.0}
    return total(x, *t, **d) + total(*t, b=x) + math.hypot(*t)


def in_a_list(x):
    ops = [lambda a: a * a, lambda a: np.sin(a) * x, lambda a: x + a]
    s = x
    for op in ops:
        s = op(s)
    return s


def in_functions_inside(x):
    def outer(u):
        def inner(v):
            return v * u + x

        return inner(u) * inner(2 * u)

    return outer(x) + outer(0.5)


def changes_an_array(x):
    u = np.zeros(3)

    def add(k, v):
        u[k] += v * x

    add(0, 1.0)
    add(1, x)
    add(0, 2.0)
    return (u * u).sum()


def array_of_an_iteration(x):
    for i in range(3):
        w = np.full(4, x * (i + 1))
        f = lambda a: (a * w).sum()  # noqa: B023
        big = np.full(400, 7.0 * i)
        big[0] = f(x)
    return f(x) + f(2 * x)


def without_a_default(x):
    def scaled(v, *, by):
        return v * by

    return scaled(x, by=3.0) + scaled(by=x, v=2.0)


def none_by_default(x, w=None, *, scale=2.0):
    if w is None:
        w = np.ones(3)
    return (w * x).sum() * scale


def left_out(x):
    return none_by_default(x) + none_by_default(x, np.arange(3.0), scale=x)


def rest(x):
    a, *b, c = (x, 2 * x, 3 * x, 4.0)
    d = None
    if (z := x * 2) > 0.5 and "a" in "abc" and 3 not in (1, 2):
        z = z * 2
    d = a + b[0] * b[1] + c + z
    del a
    return d


def of_a_table(x):
    kind = "ta" + "nh"
    table = {"tanh": np.tanh, "sin": np.sin}
    return table[kind](x) + {"a": 1.0}.get("a", 0.0) * x


def make(k):
    k = 2 * k

    def f(a):
        return a * k

    return f, k


def made_elsewhere(x):
    h, k = make(x)
    k = k * x
    return h(x) * k


def keeps(f, x):
    g = f
    t = (g, f)
    return t[0](x) + g(2 * x)


def kept_while_it_is_called(x):
    s = 0.0
    for i in range(3):
        s += keeps(lambda a: a * i + s, x)  # noqa: B023
    return s


FUNCTIONS = [
    made_elsewhere, kept_while_it_is_called,
    read_when_called, passed_on, default_of_its_time, given_back, of_itself, stars, in_a_list, in_functions_inside,
    changes_an_array, array_of_an_iteration, without_a_default, left_out, rest, of_a_table,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS)
def test_values_and_derivatives(f: Callable[[float], Any]) -> None:
    check_as_python(f)


def in_two_places(x):
    f = lambda a: a
    if x > 0.5:
        f = lambda a: a * x
    return f(x)


def rebound_in_a_list(x):
    fs = []
    for i in range(3):
        fs = [lambda a: a * i]  # noqa: B023
    return fs[0](x)


def kept_by_another(x):
    k = 1.0
    h = compose(lambda a: a * k, lambda a: a)
    k = 2.0
    return h(x) * k


def given_to_python(x):
    return lambda a: a * x


def too_many(x):
    f = lambda a: a * x
    return f(x, x)


def decorated(x):
    @irad.jit
    def inner(a):
        return a * x

    return inner(x)


def appended(x):
    fs = []
    for i in range(3):
        fs.append(lambda a: a * i)  # noqa: B023
    return fs[0](x)


def in_a_named_tuple(x):
    k = 1.0
    m = Layer(lambda z: z * k, 1.0)
    k = 5.0
    return m.act(x) * k


def in_a_tuple(x):
    k = 1.0

    def f(a):
        return a * k

    t = (f, 2.0)
    k = 3.0
    return t[0](x) * k


def by_another_name(x):
    k = 1.0

    def f(a):
        return a * k

    h = f
    k = 3.0
    return h(x) * k


def of_get(x):
    k = 1.0
    h = {"a": np.sin}.get("b", lambda a: a * k)
    k = 3.0
    return h(x) * k


EARLY = "reads a variable that is bound anew later, and is put somewhere before"

REFUSED = [
    *((f, EARLY) for f in (appended, in_a_named_tuple, in_a_tuple, by_another_name, of_get)),
    (in_two_places, "in several places, in one of them to a function"),
    (rebound_in_a_list, "reads a variable that is bound anew later"),
    (kept_by_another, r"compose\(\) gives back a function that reads a variable which is bound anew later"),
    (given_to_python, "the function <lambda> cannot be returned from a compiled function"),
    (too_many, r"<lambda>\(\): too many positional arguments"),
    (decorated, "a decorated function inside of a compiled one"),
]


@pytest.mark.parametrize("f, text", REFUSED, ids=[f.__name__ for f, _ in REFUSED])
def test_refused(f: Callable[[float], Any], text: str) -> None:
    with pytest.raises(irad.IradError, match=text) as caught:
        irad.jit(f)(0.7)
    assert caught.value.place is not None and caught.value.place.file == __file__


def taken_at_once(x, s):
    """A function that reads a variable which is bound anew later, given to `map` whose items are taken where it stands."""
    t = s * 0.5
    xs = []
    for v in x:
        if v > 0:
            xs.append(v * t)
    for _ in range(3):
        t = t + sum(list(map(lambda v: np.tanh(v * t), xs)))  # noqa: C417
    return t


def test_what_is_taken_at_once_sees_variables_as_they_are() -> None:
    x = np.array([1.0, -2.0, 0.5])
    assert irad.jit(taken_at_once)(x, 0.7) == pytest.approx(taken_at_once(x, 0.7), rel=1e-14)
