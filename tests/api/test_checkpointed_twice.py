"""Second derivatives of checkpointed loops, against differences of gradients, which complex steps confirm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


def rebound(x, k):
    u = x.copy()
    for t in irad.checkpointed(range(k), snapshots=3, segment=1):
        u = u + 0.1 * np.sin(u) * t
    return (u * u).sum()


def leapfrog(x, k):
    u = x.copy()
    v = x * 0
    for _ in irad.checkpointed(range(k), snapshots=2, segment=2):
        after = 1.9 * u - 0.9 * v
        after[1:-1] += 0.3 * (u[2:] - 2 * u[1:-1] + u[:-2]) * x[1:-1]
        u, v = after, u
    return (u * u).sum() + v[0]


def states_in_tuples(x, k):
    state = (x.copy(), (x * 0.5, x[0]))
    for t in irad.checkpointed(range(k), "log", segment=1):
        u, (v, m) = state
        w = v + 0.1 * np.cos(u) * m
        if t % 3 == 0:
            w[1] = 0.9 * w[1] * w[0]
        state = (w, (u, m + 1e-2 * w[2]))
    return (state[0] * state[1][0]).sum() + state[1][1]


def left_early(x, k):
    u = x.copy()
    n = 0
    while irad.checkpointed_while((u * u).sum() < 40.0, snapshots=2, segment=1):
        if n == k:
            break
        u = 1.1 * u + 0.05 * np.sin(u) * x
        n += 1
    return (u * u * x).sum()


def unmarked(x, k):
    u = x.copy()
    for t in range(40 * k):
        u = u + 0.003 * np.sin(u) * (1 + 0.001 * t)
    return (u * u).sum()


@pytest.mark.parametrize("f", [rebound, leapfrog, states_in_tuples, left_early, unmarked], ids=lambda f: f.__name__)
def test_products_with_hessians(f: Callable[..., Any]) -> None:
    x, direction = np.linspace(0.3, 0.9, 5), np.cos(np.arange(5.0))
    f = irad.jit(f, tape_limit=40_000) if f is unmarked else f
    for k in (9,):

        def g(z, k=k):
            return f(z, k)

        h = 1e-5
        slopes = [irad.grad(g)(x + s * h * direction) for s in (-2, -1, 1, 2)]
        wanted = (slopes[0] - 8 * slopes[1] + 8 * slopes[2] - slopes[3]) / (12 * h)
        np.testing.assert_allclose(irad.hvp(g, (x,), (direction,)), wanted, rtol=1e-7, atol=1e-8)
        matrix = irad.hessian(g)(x)
        np.testing.assert_allclose(matrix, matrix.T, rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(matrix @ direction, wanted, rtol=1e-7, atol=1e-8)


def growth(x, n, k, s):
    """The slope depends on the number of the step; of known length."""
    for t in irad.checkpointed(range(n), snapshots=k, segment=s):
        x = (1.0 + 0.3 * t) * x + 0.25 * x * x
    return x


def growth_until(x, n, k, s):
    t = 0
    while irad.checkpointed_while(t < n and x < 1e6, snapshots=k, segment=s):
        x = (1.0 + 0.3 * t) * x + 0.25 * x * x
        t += 1
    return x


@pytest.mark.parametrize("f", [growth, growth_until])
def test_reverse_over_reverse(f: Callable[..., float]) -> None:
    """Against the recurrences of value and derivatives; with more units than snapshots, which are restored several times."""
    second = irad.value_and_grad(irad.grad(f))
    for n in (1, 2, 3, 5, 9):
        x, dx, ddx = 0.1, 1.0, 0.0
        for t in range(n):
            a = 1.0 + 0.3 * t
            x, dx, ddx = a * x + 0.25 * x * x, (a + 0.5 * x) * dx, (a + 0.5 * x) * ddx + 0.5 * dx * dx
        for k, s in ((1, 1), (2, 1), (1, 2), (50, 1)):
            np.testing.assert_allclose(second(0.1, n, k, s), (dx, ddx), rtol=1e-12)
