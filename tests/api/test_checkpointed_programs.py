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


PROGRAMS = (first_assigned_in_loop, newton, states_in_tuples, returns, inner_loops)


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


def test_a_shape_that_no_first_iteration_tells() -> None:
    def f(x, k):
        for t in irad.checkpointed(range(k), snapshots=2):
            if t == k - 1:
                w = x * x
        return w.sum()

    assert irad.grad(f)(np.ones(3), 1)[0] == 2.0
    with pytest.raises(ValueError, match="'w' that a checkpointed loop hands on must keep its shape: 3 after 0"):
        irad.grad(f)(np.ones(3), 3)


def test_no_iteration() -> None:
    def f(x, k):
        for _ in irad.checkpointed(range(k), snapshots=2):
            w = x * x
        return w.sum()

    with pytest.raises(UnboundLocalError):
        irad.grad(f)(np.ones(3), 0)
    assert irad.grad(f)(np.ones(3), 2)[1] == 2.0
