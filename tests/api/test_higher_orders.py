"""Derivatives of derivatives of code with tapes: what a second differentiation has to know about the first one's memory."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import irad
from irad.api.pyfunc.transformed import Transform
from irad.frontends.python.sources.made_functions import MadeFunction


def trace_of_cube(a: Any) -> Any:
    return ((a @ a) * a.T).sum()


@pytest.mark.parametrize("outer", [(irad.jacrev, irad.jacrev), (irad.jacrev, irad.jacfwd)])
def test_copies_that_a_product_of_matrices_keeps(outer: Any) -> None:
    """The third derivative of tr(AAA) along U, V, W is 3 tr(UVW) + 3 tr(UWV), from the product rule."""
    f = irad.grad(trace_of_cube)
    for transform in outer:
        f = transform(f)
    one = np.eye(2)
    cycle = np.einsum("jk,lm,ni->ijklmn", one, one, one)
    want = 3.0 * (cycle + cycle.transpose(0, 1, 4, 5, 2, 3))
    np.testing.assert_allclose(f(np.array([[1.0, 2.0], [-0.5, 0.3]])), want, rtol=0, atol=1e-12)


def scale(a: Any, k: Any) -> Any:
    for i in range(a.shape[0]):
        a[i] = math.tanh(a[i] * k)
    return a[0] * k


def pointers_on_the_tape(x: Any, y: Any, s: Any) -> Any:
    for i, (_u, _w) in enumerate(zip(x, y[-1], strict=True)):
        for j in range(i % 4):
            x[i % 4], y[i % 3, 0] = y[j % 3, 0], x[-3]
            t = math.tanh(y[:, 2].sum() * s)
            t = math.atan(scale(y.T[3], s))
        y[i % 3, i % 4] *= math.sin(s * s)
    y[-1, -1] = math.sin(y[2, -3])
    return y[-1, -1] + t


def point() -> tuple[Any, Any, float]:
    rng = np.random.default_rng(1)
    return rng.uniform(-1.0, 1.0, 4), rng.uniform(-1.0, 1.0, (3, 4)), 1.1


def test_pointers_on_the_tape() -> None:
    """The tape of the loop keeps pointers, to arrays of the inner one, beside numbers."""
    irad.check_grads(pointers_on_the_tape, point(), order=2, modes=("rev",))


def walk(a: Any, n: Any) -> Any:
    if n == 0:
        return a[0] * 1.014
    return walk(a, n - 1) * 1.014 + a[n % a.shape[0]]


def second(_a: Any, b: Any, _k: Any) -> Any:
    return b


def numbers_in_memory(x: Any, y: Any, s: Any) -> Any:
    t = s * 1.0
    k = 0
    while k < 1 and t > -0.289:
        k += 1
        x[2], y[1, 0] = y[k % 3, 0], x[k % 4]
        for _ in range(x.shape[0]):
            x[:2] = x[2:] * 0.5
            x[::-1] = y[2]
        y[:, ::2] += 0.1 * s
    for i, (u, w) in enumerate(zip(x, y[-2])):  # noqa: B905
        t = math.tanh(t * u + w * s)
        if math.tanh(s) < 0.163:
            x[:2] = x[2:] * 0.5
            t = math.atan(t * y[i % 3, -4])
        else:
            x[:] = x * x + y[0]
            x[0] = math.tanh(x[0])
            for _ in range(x.shape[0]):
                t = math.atan(walk(y[2, ::-1], 3))
                t = math.atan(walk(x, 2))
            t = math.atan(second(x[1:], t, x[i % 4]))
    return math.cos(y[0, 0] - x[-4]) + t


def test_numbers_in_memory() -> None:
    """The reverse sweep keeps integers, of which its derivatives must know that they are no copied floats."""
    pull = Transform(MadeFunction("pullback", numbers_in_memory, (0, 1, 2)))
    irad.check_grads(pull, (1.0, *point()), order=2, modes=("fwd",))
