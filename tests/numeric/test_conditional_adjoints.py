"""Loops in which conditions decide what adjoints reach, beside the complex step of plain Python.

What is used on one side of a branch only is reversed on that side: memory that is overwritten after it was read, values that
both sides use, and sides that are never taken, with slopes that are infinite or not a number there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import irad

STEP = 1e-30


def one_side(x: Any, y: Any) -> Any:
    s = 0.0
    for i in range(x.shape[0]):
        for j in range(i):
            d = x[i] - x[j]
            r = d * d + y[i] * y[j]
            if r.real < 1.0:
                s = s + np.exp(-r) / (1.0 + d * d)
    return s


def read_and_overwritten(x: Any, y: Any) -> Any:
    """The load belongs to one side, and its element is stored to before the branch."""
    s = 0.0
    for i in range(x.shape[0]):
        a = x[i]
        x[i] = 2.0 * y[i]
        if y[i].real > 0.4:
            s = s + np.exp(a * x[i]) / (1.0 + a)
    for i in range(x.shape[0]):
        s = s + x[i] * x[i]
    return s


def read_twice(x: Any, y: Any) -> Any:
    """Stored to between two loads that both belong to one side."""
    s = 0.0
    for i in range(x.shape[0]):
        a = x[i]
        x[i] = a * y[i]
        b = x[i]
        if a.real * b.real < 0.2:
            s = s + np.exp(a * b) / (1.0 + b)
    return s


def both_sides(x: Any, y: Any) -> Any:
    s = 0.0
    for i in range(x.shape[0]):
        p = x[i] * y[i]
        q = x[i] / y[i]
        c = np.sin(x[i])
        if p.real > 0.5:
            s = s + np.exp(p * p) * c
        elif p.real > 0.2:
            s = s + np.log(q) * c
        else:
            s = s - q * q * x[i - 1]
    return s


def in_sides_of_sides(x: Any, y: Any) -> Any:
    s = 0.0
    for i in range(x.shape[0]):
        a = x[i] * x[i]
        if a.real > 0.1:
            b = a * y[i]
            if b.real > 0.3:
                s = s + b * a
            else:
                y[i] = y[i] * a
        s = s + 0.5 * y[i]
    return s


def left_early(x: Any, y: Any) -> Any:
    s = 0.0
    for i in range(x.shape[0]):
        a = x[i] * y[i]
        if s.real > 1.0:
            s = s * a
            break
        s = s + a * x[i]
    return s


def least(x: Any, y: Any) -> Any:
    for k in range(x.shape[0]):
        for i in range(x.shape[0]):
            t = x[k] + 0.3 * y[i]
            if t.real < x[i].real:
                x[i] = t
    s = 0.0
    for i in range(x.shape[0]):
        s = s + x[i] * y[i]
    return s


def singular_sides(x: Any, y: Any) -> Any:
    """Where a root would have no slope it is not used."""
    s = 0.0
    for i in range(x.shape[0]):
        a = x[i] - x[0]
        r = a * a
        if i > 0:
            s = s + np.sqrt(r) * np.log(y[i])
        s = s + y[i]
    return s


def chosen_on_a_side(x: Any, y: Any) -> Any:
    """The distance of a point to itself has no slope, and is not chosen."""
    s = 0.0
    for i in range(x.shape[0]):
        a = x[i] - x[0]
        r = a * a * y[i]
        if r.real < 0.5:
            t = np.sqrt(r) if r.real > 0.0 else 0.5 * y[i]
            s = s + np.exp(y[i]) * t
    return s


def nearest(x: Any, y: Any) -> Any:
    """Of the sums that inner loops compute one is used."""
    total = 0.0
    for i in range(x.shape[0]):
        best = 1e9 + 0.0 * x[i]
        for j in range(x.shape[0]):
            s = 0.0
            for k in range(3):
                d = x[i] * (k + 1.0) - y[j] * y[j]
                s = s + d * d
            if s.real < best.real:
                best = s
        total = total + best
    return total


def unused_sums(x: Any, y: Any) -> Any:
    """What the inner loop reads is infinite where its sum is not used."""
    total = 0.0
    for i in range(x.shape[0]):
        w = y[i] / (x[i] - x[0])
        s = 0.0
        for k in range(x.shape[0]):
            s = s + w * y[k]
        total = total + (s if i > 0 else y[0])
    return total


def two_sums(x: Any, y: Any) -> Any:
    """Two results of one loop, of which conditions use one, the other, or none."""
    total = 0.0
    for i in range(x.shape[0]):
        s = 0.0
        p = 1.0
        for k in range(i):
            s = s + x[k] * y[i]
            p = p * (1.0 + 0.1 * y[k] * x[i])
        t = s if y[i].real < 0.6 else x[i]
        total = total + t * (p if x[i].real < 0.7 else y[i])
    return total


def handed_on(x: Any, y: Any) -> Any:
    """What the last iteration computes for a next one is infinite."""
    total = 0.0
    a = 0.5 * y[0]
    b = 1.0 + 0.0 * x[0]
    for i in range(x.shape[0]):
        total = total + a * y[i] * b
        b = 0.9 * b + 0.1 * a * x[i] / (1.0 + b)
        a = y[i] / (x[x.shape[0] - 1] - x[i])
    return total + b


def until_small(x: Any, y: Any) -> Any:
    """A loop whose length the data decide, which keeps a state of two numbers."""
    p = x[0]
    q = y[0]
    total = 0.0
    i = 0
    while p.real > 0.05:
        total = total + p * q
        p = p * (0.5 + 0.2 * y[i % x.shape[0]])
        q = q + p * x[i % x.shape[0]] / (1.0 + q)
        i += 1
    return total


KERNELS = [one_side, read_and_overwritten, read_twice, both_sides, in_sides_of_sides, left_early, least]
KERNELS += [singular_sides, chosen_on_a_side, nearest, unused_sums, two_sums, handed_on, until_small]


def _complex_step(f: Callable[..., Any], x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """Derivatives of the result by each element, by plain Python."""
    found = []
    for k in range(2):
        slopes = np.zeros(x.shape)
        for i in range(x.size):
            args = [x.astype(complex), y.astype(complex)]
            args[k][i] += 1j * STEP
            with np.errstate(all="ignore"):
                slopes[i] = f(*args).imag / STEP
        found.append(slopes)
    return found


@pytest.mark.parametrize("option", ["", "cache_everything", "run_again", "strict"])
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.__name__)
def test_gradients(kernel: Callable[..., Any], option: str) -> None:
    f = irad.jit(kernel)
    if option:
        f.irad_function.options = replace(f.irad_function.options, **{option: True})
    for n in (1, 2, 7, 30):
        rng = np.random.default_rng(n)
        x, y = rng.uniform(0.1, 1.2, n), rng.uniform(0.1, 1.2, n)
        dx, dy = np.zeros(n), np.zeros(n)
        irad.autodiff(f, irad.Duplicated(x.copy(), dx), irad.Duplicated(y.copy(), dy))
        expected = _complex_step(kernel, x, y)
        np.testing.assert_allclose(dx, expected[0], rtol=1e-11, atol=1e-12)
        np.testing.assert_allclose(dy, expected[1], rtol=1e-11, atol=1e-12)


TWICE = [one_side, read_and_overwritten, both_sides, nearest, unused_sums, handed_on]


@pytest.mark.parametrize("kernel", TWICE, ids=lambda k: k.__name__)
def test_second_derivatives(kernel: Callable[..., Any]) -> None:
    """Forward over reverse, beside central differences of the complex step (error about 1e-9)."""
    rng = np.random.default_rng(3)
    x, y, v = rng.uniform(0.1, 1.2, 9), rng.uniform(0.1, 1.2, 9), rng.standard_normal(9)
    step = 1e-6
    after, before = (_complex_step(kernel, x + sign * step * v, y)[0] for sign in (1, -1))
    _, found = irad.jvp(irad.grad(kernel), (x, y), (v, np.zeros(9)))
    np.testing.assert_allclose(found, (after - before) / (2 * step), rtol=1e-6, atol=1e-7)
