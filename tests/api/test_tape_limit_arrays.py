"""Tapes of limited memory, and loops in which Python variables are bound to new arrays: against complex steps by plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


def rebound(x, k):
    u = x
    for t in range(k):
        u = u + 0.01 * np.sin(u) * (1 + 0.01 * t)
    return (u * u).sum()


def leapfrog(x, k):
    u = x.copy()
    v = x * 0
    for _ in range(k):
        after = 1.99 * u - 0.99 * v
        after[1:-1] += 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2]) * x[1:-1]
        u, v = after, u
    return (u * u).sum() + v[0]


def slope(u, x):
    out = np.zeros_like(u)
    for i in range(1, len(u) - 1):
        out[i] = u[i + 1] - 2 * u[i] + u[i - 1]
    out[0] = np.sin(u[0]) * x[0]
    return out + 0.01 * x


def step(u, x, h):
    a = slope(u, x)
    b = slope(u + 0.5 * h * a, x)
    c = slope(u + 0.5 * h * b, x)
    d = slope(u + h * c, x)
    return u + h / 6 * (a + 2 * b + 2 * c + d)


def runge_kutta(x, k):
    """Helpers return new arrays."""
    u = x * x
    for _ in range(k):
        u = step(u, x, 0.1)
    return (u * x).sum()


def in_tuples(x, k):
    state = (x.copy(), (x * 0.5, x[0]))
    for t in range(k):
        u, (v, m) = state
        w = v + 0.01 * np.cos(u)
        if t % 3 == 0:
            w[1] = 0.9 * w[1]
        state = (w, (u, m + 1e-3 * w[2]))
    return (state[0] * state[1][0]).sum() + state[1][1]


def first_assigned_in_loop(x, k):
    u = x.copy()
    for t in range(k):
        if t == 0:
            w = x * x
        else:
            w = np.sin(w) + 0.1 * u
        g = np.cos(u) * (1 + 1e-3 * t)
        u = u - 0.01 * g
    return (g * g).sum() + (u * w).sum()


def left_early(x, k):
    u = x.copy()
    v = x * 0.5
    for t in range(2 * k):
        v = u * 1.0001 + 1e-4 * v
        if t == k:
            return v, u
        u = np.sin(v) + 1e-3 * x
    return u, v


def returns(x, k):
    u, v = left_early(x, k)
    return (u * u).sum() + (u * v).sum()


def while_loop(x, k):
    u = x * 0 + 1
    n = 0
    while np.abs(u * u * u - x).max() > 1e-9 and n < k:
        u = u - 0.05 * (u * u * u - x) / (3 * u * u)
        n += 1
    return (u * x).sum()


def parts_of_one_array(x, k):
    """Two variables share memory that a step has made, and that the next one writes to."""
    w = x * 1.0
    u = w[:-1]
    v = w[1:]
    for t in range(k):
        u[1] = 0.99 * u[1] + 0.01 * v[2]
        w = 0.99 * np.sin(x) + 1e-2 * x * u[0] + 1e-3 * t
        u = w[:-1]
        v = w[1:]
        v[0] = 0.5 * v[0] * v[1]
    return (u * v).sum()


def inner_loops(x, k):
    u = x.copy()
    for t in range(k):
        v = u
        for i in range(t % 3):
            v = np.tanh(v) + 0.01 * i * x
        if v[0] > 0.5:
            u = 0.9 * u + 0.1 * v
        else:
            u = v * 1.01
    return (u * x).sum()


def relaxed(u, x):
    """A loop of the same kind, in a function that is called in one."""
    w = u
    for i in range(3):
        if i == 0:
            d = x * 0.1
        d = 0.5 * d + 0.01 * w
        w = w + 0.01 * np.sin(d)
    return w


def helpers_with_loops(x, k):
    u = x.copy()
    for _ in range(k):
        u = 0.999 * relaxed(u, x)
    return (u * x).sum()


def matrices(x, k):
    a = np.outer(x, x) * 0.01
    p = np.zeros((len(x), len(x))) + a
    for _ in range(k):
        p = a @ p + p * 0.9 + 0.1 * a
    return (p * p).sum()


KEPT = (
    rebound, leapfrog, runge_kutta, in_tuples, first_assigned_in_loop, returns, while_loop, parts_of_one_array, inner_loops,
    helpers_with_loops, matrices,
)  # fmt: skip


def joined(a, b):
    out = np.zeros(len(a) + len(b), dtype=a.dtype)
    out[: len(a)] = a
    out[len(a) :] = b
    return out


def grown(x, k):
    u = x
    for t in range(k % 50):
        u = joined(u, u[:1] * x[t % 3])
    return (u * u).sum()


def shrunk(x, k):
    u = joined(joined(x, x), x)
    total = x[0] * 0
    for _ in range(2 * len(x)):
        u = u[1:] * np.sin(u[:-1])
        total += u.sum()
    return total + k * 1e-3 * x[0]


def broadcast(x, k):
    """The first step makes a longer array of a short one."""
    u = x[:1] * 1
    for _ in range(k):
        u = 0.999 * u + 0.001 * x
    return (u * u).sum()


def longer_at_times(x, k):
    u = x
    for t in range(k % 200):
        u = x * u[0] if t % 2 == 0 else joined(x, u) * 0.7
    return (u * u).sum()


def of_the_size_of_the_number(x, k):
    u = x[:2]
    for t in range(2, len(x)):
        u = np.sin(x[:t]) * u[0]
    return (u * u).sum() * k


CHANGING = (grown, shrunk, broadcast, longer_at_times, of_the_size_of_the_number)


def point() -> np.ndarray:
    return np.linspace(0.3, 0.9, 7)


def complex_steps(f: Callable[..., Any], k: int) -> list[float]:
    out = []
    for i in range(len(point())):
        z = point().astype(complex)
        z[i] += 1e-30j
        out.append(f(z, k).imag / 1e-30)
    return out


def plans(made: Any) -> list[str]:
    return [str(s["plan"]) for s in made.stats()]


@pytest.mark.parametrize("f", [*KEPT, *CHANGING], ids=lambda f: f.__name__)
def test_gradients(f: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for k in (1, 407):
        wanted = complex_steps(f, k)
        for limit in (100_000_000, 600_000, 150_000)[: 3 if k > 1 and f in KEPT else 1]:
            made = irad.jit(f, tape_limit=limit)
            if not isinstance(f(point(), k), tuple):
                assert made(point(), k) == pytest.approx(f(point(), k), rel=1e-12)
            value, found = irad.value_and_grad(made)(point(), k)
            assert value == pytest.approx(f(point(), k), rel=1e-12)
            np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)
    checkpointed = any("checkpointed, as the limit" in p for p in plans(made))
    assert checkpointed or f not in KEPT
