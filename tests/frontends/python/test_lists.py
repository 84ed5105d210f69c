"""Lists that grow in compiled functions: as Python's, and clear errors for what they cannot do."""

from __future__ import annotations

import resource
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([3.0, -1.0, 2.0, 0.5])


def squares(x):
    xs = []
    for v in x:
        xs.append(v * v)
    return np.array(xs) * 2.0, len(xs), sum(xs), max(xs), min(xs), xs[-1], xs[1]


def filtered(x):
    xs = []
    for i in range(len(x)):
        if x[i] > 0.7:
            xs.append(i)
    return np.array(xs), sum(xs)


def starts_with_items(x):
    xs = [1, x[0]]
    xs.extend(x)
    xs.extend([7.0, 8.0])
    xs[0] = 5.0
    xs[-1] += xs[2]
    return np.array(xs)


def stack(x):
    waiting = [5]
    n = 0
    while waiting:
        v = waiting.pop()
        n += 1
        if v > 1:
            waiting.append(v - 1)
            waiting.append(v - 2)
    return n


def cleared(x):
    xs = [1.0]
    for k in range(3):
        xs.clear()
        for v in x[k:]:
            xs.append(v)
    return np.array(xs), len(xs)


def new_in_each_iteration(x):
    total = 0.0
    for i in range(20):
        xs = []
        for j in range(i):
            xs.append(x[j % 4] * i)
        if xs:
            total += sum(xs) + xs[i // 2]
    return total


def assigned_while_it_changes(x):
    xs = [1.0, 2.0, 3.0]
    xs[-1] += xs.pop()
    return np.array(xs)


def pairs(x):
    xs = []
    for i in range(len(x)):
        xs.append((i, x[i], x[i] > 0.0))
    s = 0.0
    for i, v, positive in xs:
        if positive:
            s += i * v
    return s, xs[2][0], xs[2][1]


def rows(x):
    xs = []
    for i in range(3):
        xs.append(x[i : i + 2] * 10.0)
    xs[0][1] = 4.0
    return np.array(xs), len(xs[1])


def views(x):
    xs = []
    for i in range(3):
        xs.append(x[i : i + 2])
    xs[0][1] = 4.0
    return xs[1][0], x[1]


def truths(x):
    xs = [True]
    xs.append(False)
    return xs[0], xs[1], np.array(xs)


def several(x):
    xs = []
    ys = [0.0]
    for k, v in enumerate(x):
        xs.append(k)
        ys.append(ys[-1] + v)
    s = 0.0
    for k, v in zip(xs, ys):  # noqa: B905 - of different lengths
        s += k * v
    for v in reversed(xs):
        s = 2 * s + v
    return s


def grows_while_its_length_is_counted(x):
    xs = [1.0]
    for i in range(len(xs) + 3):
        xs.append(i + xs[len(xs) // 2])
    return np.array(xs)


def elementwise(x):
    xs = []
    for v in x:
        xs.append(v)
    return np.exp(xs).sum() + np.where(x > 0, xs, 1.0).sum() + np.mean(xs)


def converted(x):
    xs = []
    for v in x:
        xs.append(v)
    return np.array(xs, dtype=np.int64)


ALIKE = [
    squares, filtered, starts_with_items, stack, cleared, new_in_each_iteration, assigned_while_it_changes, pairs, rows, views,
    truths, several, grows_while_its_length_is_counted, elementwise, converted,
]  # fmt: skip


@pytest.mark.parametrize("f", ALIKE, ids=lambda f: f.__name__)
def test_as_python(f: Any) -> None:
    found, want = irad.jit(f)(X.copy()), f(X.copy())
    parts = zip(found, want, strict=True) if isinstance(want, tuple) else [(found, want)]
    for a, b in parts:
        np.testing.assert_allclose(a, b, rtol=1e-14)
        assert np.asarray(a).dtype == np.asarray(b).dtype


def out_of_range(x):
    xs = [1.0]
    xs.append(2.0)
    return xs[len(x)]


def pops_nothing(x):
    xs = [1.0]
    xs.pop()
    return xs.pop()


def perhaps_no_list(x):
    if x[0] > 100.0:
        xs = []
    xs.append(1.0)
    return xs[0]


def returned(x):
    xs = []
    xs.append(1.0)
    return xs


def first(a):
    return a[0]


def passed_on(x):
    xs = []
    xs.append(1.0)
    return first(xs)


def second_name(x):
    xs = []
    ys = xs
    xs.append(1.0)
    return len(ys)


def chosen(x):
    xs, ys = [], []
    xs.append(1.0)
    ys.append(2.0)
    return (xs if x[0] > 0 else ys)[0]


def in_a_tuple(x):
    xs = []
    p = (xs, 1)
    xs.append(1.0)
    return p[0][0]


def inserted(x):
    xs = [1.0]
    xs.insert(0, 2.0)
    return xs[0]


def assigned_an_array(x):
    xs = x
    xs.append(1.0)
    return xs[0]


def rows_of_different_lengths(x):
    xs = []
    for i in range(3):
        xs.append(x[i:])
    return np.array(xs)


ERRORS = [
    (out_of_range, IndexError, "list index out of range"),
    (pops_nothing, IndexError, "pop from empty list"),
    (perhaps_no_list, UnboundLocalError, "cannot access local variable 'xs'"),
    (assigned_an_array, irad.UnsupportedError, "has no method 'append'"),
    (rows_of_different_lengths, ValueError, "the arrays of a list have different shapes"),
]


@pytest.mark.parametrize(("f", "kind", "text"), ERRORS, ids=[f.__name__ for f, _, _ in ERRORS])
def test_errors(f: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        irad.jit(f)(X)


@pytest.mark.parametrize("f", [returned, passed_on, second_name, chosen, in_a_tuple, inserted], ids=lambda f: f.__name__)
def test_lists_are_values(f: Any) -> None:
    assert irad.jit(f)(X) == f(X)


def many_short_lists(n):
    s = 0.0
    for i in range(n):
        xs = []
        for j in range(100):
            xs.append(i * 0.5 + j)
        s += xs[-1]
    return s


def test_memory_goes_back_after_each_iteration() -> None:
    f = irad.jit(many_short_lists)
    f(10)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    f(100_000)  # 80 MB of items
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000
