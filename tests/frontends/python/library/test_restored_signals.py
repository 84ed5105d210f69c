"""Signals restored from noise and filters, sums at chosen frequencies, and places in images, beside SciPy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.ndimage
from scipy import ndimage, signal

from tests.frontends.python.library.beside_scipy import check_errors, check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

X = np.array([0.3, 1.2, 0.7, 2.5])
Y = np.array([0.1, 0.2, 0.6, 1.5])
T = np.linspace(0.0, 1.0, 60)
F = np.sin(11 * T) + 0.3 * np.cos(31 * T)
A = np.sin(np.arange(48.0).reshape(6, 8) ** 1.2)

GROUPS: Group = {
    "noise": lambda: (signal.wiener(F, 3), signal.wiener(A), signal.wiener(A, (3, 5), 0.3)),
    "filters": lambda: (
        signal.deconvolve(np.array([1.0, 3, 2, 1]), np.array([1.0, 2])), signal.group_delay(([1.0, 0.5], [1.0, -0.3]), 5),
        signal.group_delay((X, Y), np.array([0.1, 0.2]), fs=1.0), signal.oaconvolve(F, X, mode="same"),
        signal.gauss_spline(X, 3),
    ),
    "frequencies": lambda: (
        signal.czt(F, 8), signal.czt(F, 8, np.exp(-0.1j), 1.1 + 0.2j), signal.zoom_fft(F, [0.1, 0.3], 8),
        signal.zoom_fft(A, 0.5, 4, axis=0), signal.lombscargle(T, F, np.array([1.0, 2.0, 11.0])),
        signal.lombscargle(T, F, np.array([1.0, 2.0, 11.0]), normalize=True), signal.vectorstrength(X, 1.0),
    ),
    "rates": lambda: (signal.decimate(F, 2), signal.decimate(A, 2, axis=0, zero_phase=False)),
    "places": lambda: (
        ndimage.maximum_position(A), ndimage.extrema(A), ndimage.histogram(A, 0, 1, 5), ndimage.minimum_position(F),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n == "places" else pytest.mark.slow) for n in GROUPS])
def test_values(name: str) -> None:
    check_group(GROUPS[name], rtol=1e-9)


@pytest.mark.slow
def test_slopes() -> None:
    ways = np.cos(np.arange(60.0))
    check_slopes(lambda x: (signal.wiener(x, 3) * ways[:12]).sum(), F[:12] * 1.0)
    check_slopes(lambda x: (signal.decimate(x, 2) * ways[:30]).sum(), F, 1e-2)
    check_slopes(lambda x: np.abs(signal.czt(x, 5)).sum() + signal.lombscargle(Y, x, X).sum() + ndimage.extrema(x)[1], X)


def test_errors() -> None:
    check_errors(lambda: signal.vectorstrength(X, -1.0), lambda: signal.deconvolve(A, X), lambda: signal.czt(F, 0))
    check_errors(lambda: signal.oaconvolve(A, X), lambda: scipy.ndimage.histogram(A, 0, 1, -2))
