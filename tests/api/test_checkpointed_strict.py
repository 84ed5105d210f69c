"""Under ``strict`` the gradient of a checkpointed loop is that of the ordinary loop to the last bit, wherever it is cut.

The numbers that a loop takes from outside are the difficult part: each step adds to their adjoints.  Additions in another order
than the ordinary loop's would show in the last digits.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import irad

CUTS = [(1, 1), (2, 3), (3, 1), (50, 2), (4, 0)]  # snapshots, steps of a segment


def decay(a, n, k, g):
    rate = np.exp(-a[0])
    total = a[1]
    u = a.copy()
    for t in irad.checkpointed(range(n), snapshots=k, segment=g):
        u[1:] += rate * (u[:-1] - u[1:])
        u[0] = np.sin(u[0] + rate * t) * rate
        total += rate * u[-1] ** 2
    return total * rate + u.sum() / rate


def decay_plain(a, n):
    rate = np.exp(-a[0])
    total = a[1]
    u = a.copy()
    for t in range(n):
        u[1:] += rate * (u[:-1] - u[1:])
        u[0] = np.sin(u[0] + rate * t) * rate
        total += rate * u[-1] ** 2
    return total * rate + u.sum() / rate


def nested(a, n, k, g):
    s, q = a[1], np.sqrt(a[2])
    for i in irad.checkpointed(range(n), snapshots=k, segment=g):
        p = np.cos(q * s + i)
        for j in irad.checkpointed(range(i % 3 + 2), snapshots=1, segment=1):
            s = np.sin(p * s + q * j) + p / q
        s *= p
    return s * q + a[0]


def nested_plain(a, n):
    s, q = a[1], np.sqrt(a[2])
    for i in range(n):
        p = np.cos(q * s + i)
        for j in range(i % 3 + 2):
            s = np.sin(p * s + q * j) + p / q
        s *= p
    return s * q + a[0]


def unknown(a, n, k, g):
    s, q = a[1], a[2] * 0.3
    t = 0
    while irad.checkpointed_while(t < n and s < 3.0, snapshots=k, segment=g):
        s += q * np.exp(-s) + q * a[0]
        t += 1
    return s * q


def unknown_plain(a, n):
    s, q = a[1], a[2] * 0.3
    t = 0
    while t < n and s < 3.0:
        s += q * np.exp(-s) + q * a[0]
        t += 1
    return s * q


@pytest.mark.parametrize("marked, plain", [(decay, decay_plain), (nested, nested_plain), (unknown, unknown_plain)])
def test_same_bits_wherever_the_loop_is_cut(marked: Callable[..., float], plain: Callable[..., float]) -> None:
    a = np.linspace(0.3, 0.9, 5)
    reference = irad.grad(irad.jit(plain, strict=True))
    cut = irad.grad(irad.jit(marked, strict=True))
    for n in (1, 7, 20):
        wanted = reference(a, n)
        steps = np.eye(5) * 1e-6
        slopes = [(plain(a + h, n) - plain(a - h, n)) / 2e-6 for h in steps]
        np.testing.assert_allclose(wanted, slopes, rtol=1e-7, atol=1e-7)
        for k, g in CUTS:
            assert cut(a, n, k, g).tobytes() == wanted.tobytes(), (n, k, g)


@pytest.mark.parametrize("k", ["log", None])
def test_settings_from_variables(k: object) -> None:
    a, budget = np.linspace(0.3, 0.9, 5), "1MB"

    def f(a):
        s = a[1]
        for t in irad.checkpointed(range(9), snapshots=k, budget=budget if k is None else None):
            s = np.sin(s + a[0] * t)
        return s

    slopes = [_nine(a + 1e-30j * h).imag / 1e-30 for h in np.eye(5)]
    np.testing.assert_allclose(irad.grad(f)(a), slopes, rtol=1e-13)


def _nine(a: np.ndarray) -> complex:
    s = a[1]
    for t in range(9):
        s = np.sin(s + a[0] * t)
    return complex(s)
