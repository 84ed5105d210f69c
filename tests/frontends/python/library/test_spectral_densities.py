"""Spectral densities by Welch's method, beside `scipy.signal`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import signal

from tests.frontends.python.library.beside_scipy import check_errors, check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

X = np.sin(np.arange(40.0) * 0.7) + 0.1 * np.cos(np.arange(40.0) ** 2)
A = np.sin(np.arange(24.0) ** 1.3).reshape(2, 12)

GROUPS: Group = {
    "densities": lambda: (
        signal.welch(X, nperseg=16), signal.welch(A, nperseg=5, noverlap=1, detrend=False),
        signal.welch(X, 10.0, "boxcar", 8, nfft=12, scaling="spectrum", detrend="linear"), signal.welch(A.T, nperseg=4, axis=0),
    ),
    "of windows": lambda: (signal.welch(X, window=np.hanning(9)), signal.periodogram(X, 3.0, "hann"), signal.periodogram(A)),
    "of pairs": lambda: (signal.csd(X, X[::-1], nperseg=16), signal.coherence(X, X[::-1] ** 2, nperseg=16)),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def test_slopes() -> None:
    weights = np.cos(np.arange(5.0))
    check_slopes(lambda x: (signal.welch(x, nperseg=8)[1] * weights).sum(), X[:16].copy())


def test_errors() -> None:
    check_errors(lambda: signal.welch(X, nperseg=8, noverlap=9), lambda: signal.welch(X, window=np.ones(50)))
