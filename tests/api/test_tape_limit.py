"""Tapes of limited memory: loops that would need more run again from snapshots, without a mark."""

from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np
import pytest

import irad

LIMITS = [50_000_000, 300_000, 40_000]


def heat(u, c, steps):  # type: ignore[no-untyped-def]
    for _ in range(steps):
        for i in range(1, u.size - 1):
            u[i] = u[i] + c * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i]
    return (u * u).sum()


def heat_in_c(u: Any, c: Any, steps: int) -> Any:
    u = u.copy()
    for _ in range(steps):
        for i in range(1, u.size - 1):
            u[i] = u[i] + c * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i]
    return (u * u).sum()


def waves(x, n):  # type: ignore[no-untyped-def]
    v = 0.0
    for t in range(n):
        v = v - 0.01 * math.sin(x) + 1e-3 * math.cos(0.01 * t)
        x = x + 0.01 * v
    return x


def search(x, a):  # type: ignore[no-untyped-def]
    k = 0
    while x * x - a > 1e-3:
        x = x - 0.0005 * (x - a / x)
        k += 1
    return x * k


@pytest.mark.parametrize("limit", LIMITS)
def test_a_stencil(limit: int) -> None:
    u, steps, h = np.exp(-np.linspace(-3, 3, 40) ** 2), 2000, 1e-20
    du = np.zeros(40)
    _, dc, _ = irad.autodiff(heat, irad.Duplicated(u.copy(), du), irad.Active(0.01), steps, tape_limit=limit)
    assert dc == pytest.approx(heat_in_c(u.astype(complex), 0.01 + 1j * h, steps).imag / h, rel=1e-11)
    moved = u.astype(complex)
    moved[17] += 1j * h
    assert du[17] == pytest.approx(heat_in_c(moved, 0.01, steps).imag / h, rel=1e-11)


@pytest.mark.parametrize("limit", LIMITS)
def test_numbers_that_are_handed_on(limit: int) -> None:
    x, v, h = 0.3 + 1e-20j, 0.0 + 0.0j, 1e-20
    for t in range(5000):
        v = v - 0.01 * cmath.sin(x) + 1e-3 * math.cos(0.01 * t)
        x = x + 0.01 * v
    assert irad.grad(irad.jit(waves, tape_limit=limit))(0.3, 5000) == pytest.approx(x.imag / h, rel=1e-10)


@pytest.mark.parametrize("limit", LIMITS)
def test_a_loop_of_unknown_length(limit: int) -> None:
    x, k, h = 3.0 + 1e-20j, 0, 1e-20
    while (x * x).real - 2.0 > 1e-3:
        x = x - 0.0005 * (x - 2.0 / x)
        k += 1
    assert k > 5000
    assert irad.grad(irad.jit(search, tape_limit=limit))(3.0, 2.0) == pytest.approx((x * k).imag / h, rel=1e-10)


def test_too_little_memory() -> None:
    with pytest.raises(MemoryError, match="tape_limit"):
        irad.autodiff(heat, irad.Duplicated(np.ones(4000), np.zeros(4000)), irad.Active(0.01), 5000, tape_limit=20_000)
    with pytest.raises(irad.IradError, match="positive number of bytes"):
        irad.autodiff(heat, irad.Duplicated(np.ones(4), np.zeros(4)), irad.Active(0.01), 5, tape_limit=-1)


def test_arrays_of_the_same_memory_as_without_a_limit() -> None:
    """A loop that cannot run again (its arrays have new memory in each step) is taped."""

    def decay(u, steps):  # type: ignore[no-untyped-def]
        for _ in range(steps):
            u = 0.999 * u
        return u.sum()

    got = irad.grad(irad.jit(decay, tape_limit=10_000_000))(np.ones(5), 1000)
    assert got == pytest.approx([0.999**1000] * 5, rel=1e-12)


def test_c() -> None:
    module = irad.Module.from_c("""
        void f(double *u, double *w, int n, int steps) {
            for (int t = 0; t < steps; t++)
                for (int i = 1; i < n; i++) { u[i] = u[i] * u[i - 1] + w[i]; u[i - 1] *= 0.5; }
        }
    """)
    n, steps = 30, 3000
    u, w = np.linspace(0.1, 0.4, n), np.linspace(0.2, 0.3, n)
    du, dw = np.eye(n)[-1], np.zeros(n)
    irad.autodiff(module["f"], irad.Duplicated(u.copy(), du), irad.Duplicated(w.copy(), dw), n, steps, tape_limit=100_000)

    def primal(u: Any, w: Any) -> Any:
        u = list(u)
        for _ in range(steps):
            for i in range(1, n):
                u[i] = u[i] * u[i - 1] + w[i]
                u[i - 1] *= 0.5
        return u[-1]

    for k in (5, n - 1):
        moved = w.astype(complex)
        moved[k] += 1e-20j
        assert dw[k] == pytest.approx(primal(u.astype(complex), moved).imag / 1e-20, rel=1e-10)
    with pytest.raises(MemoryError):
        irad.autodiff(module["f"], irad.Duplicated(u, np.ones(n)), irad.Duplicated(w, np.ones(n)), n, steps, tape_limit=1000)
