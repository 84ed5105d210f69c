"""What Python keeps: ``functools.cached_property``, ``cache`` and ``lru_cache``."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import irad


class Model:
    def __init__(self, a):
        self.a = a
        self.asked = 0

    @functools.cached_property
    def square(self):
        return self.a * self.a

    @functools.cached_property
    def counted(self):
        self.asked += 1
        return 3.0 * self.a

    @functools.cached_property
    def table(self):
        return np.array([1.0, self.a, 2.0])

    @functools.cached_property
    def log(self):
        return [self.a]


def kept_after_a_change(x):
    m = Model(x)
    first = m.square
    m.a = 3 * x
    return first + m.square + m.a


def computed_once(x):
    m = Model(x)
    total = 0.0
    for k in range(4):
        total += m.counted * k
    return total + m.asked


def a_list_that_is_kept(x):
    m = Model(x)
    m.log.append(2 * x)
    m.log.append(1.0)
    return sum(m.log) * len(m.log)


def asked_on_one_way(x):
    m = Model(x)
    total = m.square if x > 1 else 1.0
    while total < 20:
        total += m.square + 1
    return total + m.a


@pytest.mark.parametrize("f", [kept_after_a_change, computed_once, a_list_that_is_kept, asked_on_one_way])
def test_cached_properties(f) -> None:
    for x in (0.7, 2.0):
        assert irad.jit(f)(x) == pytest.approx(f(x), rel=1e-14)
        assert irad.grad(f)(x) == pytest.approx((f(x + 1e-6) - f(x - 1e-6)) / 2e-6, rel=1e-6)


def array_changed(x):
    m = Model(x)
    m.table[0] = 5.0 * x
    return m.table.sum()


def test_arrays_that_are_kept_and_changed() -> None:
    """5 x and what `Model.table` has behind its first item."""
    assert irad.jit(array_changed)(2.0) == pytest.approx(array_changed(2.0), rel=1e-14)
    slope = (array_changed(2.0 + 1e-6) - array_changed(2.0 - 1e-6)) / 2e-6
    assert irad.grad(array_changed)(2.0) == pytest.approx(slope, rel=1e-6)


CALLS = [0]


@functools.lru_cache(None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@functools.cache
def nodes(n):
    return np.arange(n) * 1.5


@functools.cache
def counting(n):
    CALLS[0] += 1
    return n * 2.0


@functools.cache
def pair(n):
    return [n * 1.0, 2.0]


@functools.cache
def telling(n):
    print("computing")
    return n


def test_cached_functions() -> None:
    f = irad.jit(lambda x: x * fibonacci(10) + nodes(3)[2] + nodes(3).sum() + pair(2)[1])
    assert f(2.0) == 2.0 * 55 + 3.0 + 4.5 + 2.0


def nodes_changed(x):
    found = nodes(3)
    found[0] = x
    return nodes(3)[0]


def pair_changed(x):
    found = pair(2)
    found[0] += x
    return pair(2)[0]


REFUSED = {
    nodes_changed: "read-only", pair_changed: "would be changed", lambda x: x * counting(2): "keeps its results",
    lambda x: x * telling(2): "does more than to compute",
}  # fmt: skip


@pytest.mark.parametrize("f", REFUSED)
def test_what_would_tell_the_difference_is_refused(f) -> None:
    with pytest.raises(irad.IradError, match=REFUSED[f]):
        irad.jit(f)(2.0)


def paths(x):
    @functools.lru_cache(maxsize=None)
    def count(i, j):
        if i == 0 or j == 0:
            return x * (i + j + 1)
        return count(i - 1, j) + 0.5 * count(i, j - 1) * x

    @functools.cache
    def power(n):
        return 1.0 if n == 0 else power(n - 1) * x

    out = np.zeros(4)
    for k in range(4):
        out[k] = power(k)
    return count(3, 4) + out.sum()


def test_inside_of_a_function() -> None:
    value, slope = irad.value_and_grad(paths)(1.3)
    assert value == pytest.approx(paths(1.3), rel=1e-14)
    assert slope == pytest.approx((paths(1.3 + 1e-6) - paths(1.3 - 1e-6)) / 2e-6, rel=1e-7)


def element_changed(x):
    y = np.array([x, 1.0])
    z = y

    @functools.cache
    def f(n):
        return n * y[0]

    first = f(2)
    z[0] = 5.0
    return first + f(2)


def variable_changed(x):
    @functools.cache
    def f(n):
        return g(n)

    def g(n):
        return n * x

    first = f(2)
    x = 2.0 * x
    return first + f(2)


def element_changed_by_a_call(x):
    y = [x, 1.0]

    @functools.cache
    def f(n):
        return n * y[0]

    first = f(2)
    raise_first(y)
    return first + f(2)


def raise_first(y):
    y[0] += 1.0


def drawn(x):
    @functools.cache
    def f(n):
        return np.random.rand() * n * x

    return f(1) - f(1)


@pytest.mark.parametrize("f", [element_changed, variable_changed, element_changed_by_a_call, drawn])
def test_inside_of_a_function_where_it_differs(f) -> None:
    with pytest.raises(irad.IradError, match="leave the decorator out"):
        irad.grad(f)(0.7)
