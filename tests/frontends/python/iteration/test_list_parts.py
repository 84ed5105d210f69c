"""Slices of lists that grow, tuples of as many items as are known at run time only, and comparisons of both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([3.0, -1.0, 2.0, 0.5])


def parts(n):
    xs = [1.5 * i for i in range(n)]
    return xs[-2:], xs[1:], xs[::2], xs[:], xs[::-1], xs[5:], xs[-100:2], xs[3:1], xs[n - 2 :: -2], sum(xs[-3:]), len(xs[:0])


def assigned(n):
    xs = [float(i) for i in range(n)]
    ys = xs[:]
    ys[1:3] = [9.0, 8.0, 7.0]
    zs = xs[::-1]
    zs[::2] = [5.0 for _ in range((n + 1) // 2)]
    ws = xs * 2
    ws[2:2] = ws
    return xs, ys, zs, ws


def deleted(n):
    xs, ys = [float(i) for i in range(n)], [float(i) for i in range(n)]
    zs, ws = [float(i) for i in range(n)], [float(i) for i in range(n)]
    del xs[1]
    del ys[1:3]
    del zs[::3]
    del ws[::-2]
    return xs, ys, zs, ws, xs + ys, (xs + ys) * n


def compared(n):
    xs, ys = [float(i) for i in range(n)], [float(i) for i in range(n + 1)]
    pairs = [(n - i, i) for i in range(n)]
    return (
        xs == ys, xs != ys, xs < ys, xs >= ys, xs == ys[:-1], xs == [0.0, 1.0, 2.0, 3.0], xs == [0.0, 1.0, 2.0], xs > [0.0, 0.5],
        (3, 1) in pairs, (3, 2) in pairs, pairs[1:] < pairs, pairs == [(4, 0), (3, 1), (2, 2), (1, 3)], xs in [ys, xs],
        xs == (0.0, 1.0, 2.0, 3.0), xs == [], xs[:0] == [], xs.index(2.0), xs.count(1.0),
    )  # fmt: skip


def tuples(n):
    t = tuple(float(i) for i in range(n))
    u = t + (7.0,)
    return (
        t, u, t < u, t == u, t == u[:-1], t[1:], len(t), t == (0.0, 1.0, 2.0, 3.0), isinstance(t, tuple), isinstance(t, list),
        t[-1], sum(t), max(t), sorted(t), list(t), 2.0 in t, (1.0,) * n, [v * 2 for v in t],
    )  # fmt: skip


@pytest.mark.parametrize("f", [parts, assigned, deleted, compared, tuples], ids=lambda f: f.__name__)
@pytest.mark.parametrize("n", [4, 6])
def test_as_python(f: Callable[..., Any], n: int) -> None:
    assert irad.jit(f)(n) == f(n)


def tail(x):
    xs = [v * v for v in x]
    return sum(xs[-2:]) + 3.0 * xs[1:][0]


def replaced(x):
    xs = [v * v for v in x]
    xs[1:3] = [x[0] * x[3]]
    del xs[:1]
    return xs[0] * 2.0 + xs[1]


def test_derivatives_of_parts() -> None:
    for derivative in (irad.grad, irad.jacfwd):
        assert derivative(tail)(X) == pytest.approx([0.0, 6 * X[1], 2 * X[2], 2 * X[3]])
        assert derivative(replaced)(X) == pytest.approx([2 * X[3], 0.0, 0.0, 2 * X[0] + 2 * X[3]])


def of_another_size(n):
    xs = [float(i) for i in range(n)]
    xs[::2] = [1.0 for _ in range(n)]
    return xs


def test_extended_slices_keep_their_size() -> None:
    with pytest.raises(ValueError, match="attempt to assign sequence of size 4 to extended slice of size 2"):
        of_another_size(4)
    with pytest.raises(ValueError, match="attempt to assign sequence of size 4 to extended slice of size 2"):
        irad.jit(of_another_size)(4)


def appended_to(n):
    t = tuple(float(i) for i in range(n))
    t.append(1.0)
    return t


def item_assigned(n):
    t = tuple(float(i) for i in range(n))
    t[0] = 1.0
    return t


@pytest.mark.parametrize("f", [appended_to, item_assigned], ids=lambda f: f.__name__)
def test_tuples_do_not_change(f: Callable[..., Any]) -> None:
    with pytest.raises(irad.TypingError, match="'tuple' object"):
        irad.jit(f)(3)
