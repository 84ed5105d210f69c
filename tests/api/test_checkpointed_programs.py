"""Checkpointed loops as programs have them: gradients against complex steps run by plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


def size(x):
    return np.abs(x).max()


def first_assigned_in_loop(x, k, s):
    """Arrays that are first assigned in the loop, and read behind it, or handed on."""
    u = x.copy()
    for t in irad.checkpointed(range(k), snapshots=2, segment=s):
        if t == 0:
            w = x * x
        else:
            w = np.sin(w) + 0.1 * u
        g = np.cos(u) * (1 + 0.1 * t)
        u = u - 0.1 * g
    return (g * g).sum() + (u * w).sum()


def newton(x, k, s):
    """The condition makes arrays."""
    u = x * 0 + 1
    n = 0
    while irad.checkpointed_while(size(u * u * u - x) > 1e-12, snapshots=2, segment=s):
        if n == k:
            break
        old = u
        u = u - (u * u * u - x) / (3 * u * u)
        n += 1
    else:
        u = u * 2
    return (u * x).sum() + (old * u).sum()


def pair(w, v, x):
    return w + 0.1 * v, v - 0.1 * np.sin(w) * x


def states_in_tuples(x, k, s):
    """Tuples of arrays, nested, with numbers, changed places, and one array in two of them."""
    state = (x.copy(), (x * 0.5, x[0]), 0)
    for t in irad.checkpointed(range(k), snapshots=2, segment=s):
        u, (v, m), n = state
        v[1] = 0.9 * v[1]  # of u as well, if they are one array
        u, v = pair(u, v, x)
        if t % 3 == 1:
            u, v = v, u
        if t % 5 == 4:
            v = u
        state = (u, (v, m + (u * v).sum()), n + 2)
    return (state[0] * state[1][0]).sum() + state[1][1] * state[2]


def search(x, k, s, limit):
    u = x.copy()
    v = x * 0
    for t in irad.checkpointed(range(k), snapshots=2, segment=s):
        new = u * 1.1 + 0.01 * v
        for i in range(len(x)):
            if np.abs(new[i]) > limit and t > 1:
                return new, v
        if size(new) > 2 * limit:
            return v, new
        v = np.sin(u)
        u = new
    return u, v


def returns(x, k, s):
    """What an iteration has made is returned from within."""
    total = x[0] * 0
    for limit in (0.5, 1.5, 4.0, 1e9):
        p, q = search(x, k, s, limit)
        total += (p * p * q).sum() + p[1]
    return total


def relaxed(u, x):
    w = u
    for _ in irad.checkpointed(range(20), snapshots=2, segment=1):
        new = u - 0.1 * w * w * x
        if size(new - w) < 1e-9:
            return new
        w = new
    return w


def inner_loops(x, k, s):
    """Inner checkpointed loops hand out what they were given, or what they have made."""
    u = x.copy()
    v = x * 0.3
    for t in irad.checkpointed(range(k), snapshots=2, segment=s):
        for i in irad.checkpointed(range(t % 3), snapshots=1, segment=1):
            v = np.tanh(u * 0.9) + 0.01 * i
            u, v = v, u
        n = 0
        while irad.checkpointed_while(n < 3, snapshots=1, segment=1):
            u[1:] = u[1:] + 0.1 * v[:-1] * v[:-1]
            u, v = v, u
            n += 1
        u = relaxed(u, x)
    return (u * u).sum() + (u * v).sum()


def index_into_what_a_step_made(x, k, s):
    """An array of the iteration is used on the way to an index error."""
    u = x.copy()
    v = np.zeros(len(x), dtype=x.dtype) + 0.1
    t = 0
    while irad.checkpointed_while(t < 9 and np.abs(x[0]) < 50, snapshots=2, segment=s):
        for i in range(len(v)):
            v[i] = 0.7 * v[i] + 0.1 * np.cos(0.01 * t * k + i)
        u = u * 0.95 + 0.02 * x * 0.846
        u = 0.5 * (u + v)
        for i in range(1, 4):
            u[i] = 0.8 * u[i] + 0.1 * v[i - 1]
        u = 0.5 * (u + u)
        t += 1
    return (u * v).sum() + (u * u).sum()


def index_of_few_values(x, k, s):
    """LLVM makes a pointer of an index that is 0 or 1."""
    u = x.copy()
    v = np.zeros(len(x), dtype=x.dtype) + 0.1 * x
    out = np.zeros(7, dtype=x.dtype)
    t = 0
    while irad.checkpointed_while(t < 2 and np.abs(x[1]) < 50, snapshots="log", segment=s):
        u = np.tanh(v * 0.271)
        out[t % 7] = u[0]
        u = 0.9 * v + 0.05 * np.sin(u) * k
        t += 1
    return (u * v).sum() + (out * out).sum()


def break_behind_new_arrays(x, k, s):
    """The end of the iteration that leaves the loop gives memory back."""
    u = x.copy()
    m = np.outer(x[:3], x)
    t = 0
    while irad.checkpointed_while(t < k and (u * u).sum() < 200, snapshots=2, segment=s):
        if u[3] > 0.8 and t > 5:
            if u[2] > 0.315 and x[0] > 0.107:
                break
        u[3] = 1.02 * u[3]
        m[:, 4] = 0.5 * m[:, 0] + 0.1 * u[:3]
        m[1] = m[1] * u
        t += 1
    return (u * u).sum() + (m * m).sum()


def in_the_order_of_fortran(x, k, s):
    p = np.asfortranarray(np.outer(x, x))
    q = p
    r = x * 1.0
    for t in irad.checkpointed(range(k), snapshots=2, segment=s):
        p = np.asfortranarray(0.9 * p + 0.1 * np.sin(q) * (1 + 0.01 * t))
        p[0, 1] = p[0, 1] * r[0]
        r = p[1, : len(x)] + 0.1 * r
        if t % 2 == 1:
            q = p
    return (p * p).sum() + p[0, 1] * r[2]


PROGRAMS = (
    in_the_order_of_fortran,
    first_assigned_in_loop, newton, states_in_tuples, returns, inner_loops, index_into_what_a_step_made, index_of_few_values,
    break_behind_new_arrays,
)  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_gradients(f: Callable[..., Any]) -> None:
    x = np.linspace(0.3, 0.9, 7)
    made = irad.jit(f)
    for k in (1, 2, 7, 16):
        wanted = []
        for i in range(len(x)):
            z = x.astype(complex)
            z[i] += 1e-30j
            wanted.append(f(z, k, 0).imag / 1e-30)
        assert made(x, k, 0) == pytest.approx(f(x, k, 0), rel=1e-12)
        for segment in (0, 1, 3):
            value, slope = irad.value_and_grad(f)(x, k, segment)
            assert value == pytest.approx(f(x, k, 0), rel=1e-12)
            np.testing.assert_allclose(slope, wanted, rtol=1e-10, atol=1e-12)


def late(x, k, first):
    """A variable gets its array in some iteration."""
    u = x.copy()
    for t in irad.checkpointed(range(k), snapshots=2, segment=1):
        if t == first:
            w = x * x
        elif t > first:
            w = w * u
        u = np.sin(u) + 0.1 * x
    return (w * u).sum()


def test_shapes_that_are_known_late() -> None:
    x = np.linspace(0.3, 0.9, 5)
    for k in (3, 9):
        for first in (0, 2, k - 1):
            wanted = []
            for i in range(len(x)):
                z = x.astype(complex)
                z[i] += 1e-30j
                wanted.append(late(z, k, first).imag / 1e-30)
            np.testing.assert_allclose(irad.grad(late)(x, k, first), wanted, rtol=1e-12)
    with pytest.raises(UnboundLocalError):
        irad.grad(late)(x, 3, 3)

    def changing(x, k):
        for t in irad.checkpointed(range(k), snapshots=2):
            if t < 2:
                w = x * x
            else:
                w = x[1:] * t
        return w.sum()

    with pytest.raises(ValueError, match="'w' that a checkpointed loop hands on must keep its shape: 2 after 3"):
        irad.grad(changing)(np.ones(3), 3)


def test_no_iteration() -> None:
    def f(x, k):
        for _ in irad.checkpointed(range(k), snapshots=2):
            w = x * x
        return w.sum()

    with pytest.raises(UnboundLocalError):
        irad.grad(f)(np.ones(3), 0)
    assert irad.grad(f)(np.ones(3), 2)[1] == 2.0


def test_a_variable_that_has_the_array_another_one_changes() -> None:
    """Before the inner loop both are one array; its first iteration writes there, the later ones read what it has left."""

    def f(x, k):
        u = x.copy()
        for _ in irad.checkpointed(range(2), snapshots=2, segment=1):
            v = u
            for _ in irad.checkpointed(range(k), snapshots=k, segment=1):
                s = v[1]
                u[1] = 0.7 * u[1] + s * s
                u = 0.8 * u
        return (u * u).sum()

    x = np.linspace(0.2, 0.8, 5)
    for k in (1, 3, 7):
        slopes = [(f(x + 1e-30j * e, k)).imag / 1e-30 for e in np.eye(5)]
        np.testing.assert_allclose(irad.grad(f)(x, k), slopes, rtol=1e-12)


def test_views_that_overlap() -> None:
    def f(u, c, k, s):
        a, b = u[:5], u[3:]
        for _ in irad.checkpointed(range(9), snapshots=k, segment=s):
            a[1:] += c * np.sin(b[:4])
            b[0] *= a[2]
            b[4] = 0.5 * b[4] + a[0] * b[3]
        return (u * u).sum()

    u = np.cos(np.arange(8.0)) * 0.5
    slopes = [f(u + 1e-30j * e, 0.2, 1, 1).imag / 1e-30 for e in np.eye(8)]
    for k, s in ((2, 1), (1, 1), (3, 2)):
        x, dx = u.copy(), np.zeros(8)
        irad.autodiff(f, irad.Duplicated(x, dx), 0.2, k, s)
        np.testing.assert_allclose(dx, slopes, rtol=1e-11, atol=1e-13)
        y = u.copy()
        f(y, 0.2, k, s)
        np.testing.assert_array_equal(x, y)


def test_a_view_that_is_changed_in_place() -> None:
    """``u += ...`` binds no new array, whatever the layout of ``u``."""

    def f(c, k, s):
        field = np.zeros((6, 6)) + c
        u = field[1:-1, 1:-1]
        for t in irad.checkpointed(range(7), snapshots=k, segment=s):
            lap = field[:-2, 1:-1] + field[2:, 1:-1] + field[1:-1, :-2] + field[1:-1, 2:] - 4.0 * u
            u += 0.1 * lap + 0.01 * t * u * (1.0 - u)
        return (field * field).sum()

    for k, s in ((2, 1), (3, 2)):
        slope = f(0.3 + 1e-30j, k, s).imag / 1e-30
        np.testing.assert_allclose(irad.grad(f)(0.3, k, s), slope, rtol=1e-12)
