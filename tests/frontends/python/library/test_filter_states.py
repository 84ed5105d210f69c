"""States and ends of recursive filters, responses, resampling, beside `scipy.signal`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import signal

from tests.frontends.python.library.beside_scipy import check_errors, check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

X = np.sin(np.arange(30.0) * 0.7) + 0.1 * np.cos(np.arange(30.0) ** 2)
A = np.sin(np.arange(12.0)).reshape(3, 4)
ONE, OTHER = [1.0, 0.3, 0.2], [2.0, 0.5]
SECTIONS = np.array([[1.0, 0.2, 0.1, 1.0, 0.3, 0.2], [0.5, 0.1, 0.0, 1.0, -0.4, 0.0]])
F = A.astype(np.float32)

GROUPS: Group = {
    "states of rows": lambda: (
        signal.lfilter(ONE, OTHER, A, 1, np.ones((3, 2))), signal.lfilter(ONE, OTHER, A, axis=0, zi=np.ones((2, 1))),
        signal.lfilter(ONE, OTHER, X, zi=[0.1, 0.2]), signal.lfiltic(ONE, [1.0, 0.5, 0.1, 0.2], [0.1, 0.2], [0.3]),
    ),
    "single precision": lambda: (signal.lfilter([1.0], [1.0, -0.9], F), signal.lfilter(F[0], F[1], F)),
    "states of sections": lambda: (
        signal.sosfilt(SECTIONS, X, zi=np.ones((2, 2))), signal.sosfilt(SECTIONS, A, axis=0, zi=np.ones((2, 2, 4))),
        signal.sosfilt_zi(SECTIONS), signal.sosfilt(SECTIONS, A, 0), signal.sosfilt(SECTIONS[0], X),
    ),
    "there and back": lambda: (
        signal.sosfiltfilt(SECTIONS, X), signal.sosfiltfilt(SECTIONS[:1], X, padtype="even", padlen=4),
        signal.filtfilt(ONE, OTHER, X, padtype="even"), signal.filtfilt(ONE, OTHER, X, padtype="constant"),
        signal.filtfilt(ONE, OTHER, X, padtype=None),
    ),
    "responses": lambda: (
        signal.freqz_sos(SECTIONS, 8), signal.freqz_zpk([0.1 + 0.2j], [0.5, 0.2], 2.0, [0.1, 0.3]),
        signal.freqs([1.0, 2.0], [1.0, 0.3, 1.0], [0.1, 1.0]), signal.freqz(ONE, OTHER, [0.1, 0.4], fs=2.0),
    ),
    "trends between places": lambda: (
        signal.detrend(X, bp=20), signal.detrend(A, 0, bp=[1]), signal.detrend(A, axis=1, bp=np.array([2, 3])), signal.detrend(X),
    ),
    "medians": lambda: (signal.medfilt(X, 5), signal.medfilt(A, (1, 3)), signal.medfilt2d(A)),
    "analytic signals": lambda: (signal.hilbert(A, axis=0), signal.hilbert(A, N=6), signal.hilbert(X)),
    "resampled": lambda: (signal.resample(X, 20), signal.resample(X, 45), signal.resample(A, 3, axis=1), signal.resample(X, 29)),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def test_slopes() -> None:
    def by_state(z: np.ndarray) -> float:
        y, ends = signal.lfilter(ONE, OTHER, A, 1, z)
        return float((y * y).sum() + (ends * np.arange(6.0).reshape(3, 2)).sum())

    check_slopes(by_state, np.ones((3, 2)) * 0.3)
    check_slopes(lambda x: (signal.sosfilt(SECTIONS, x, zi=0.1 * np.ones((2, 2)))[1] ** 2).sum(), A[0].copy())
    check_slopes(lambda x: (signal.detrend(x, bp=[2]) ** 3).sum(), X[:6].copy())
    check_slopes(lambda c: (signal.filtfilt(c, OTHER, X, padtype="even") ** 2).sum(), np.array([1.0, 0.3]))


def test_errors() -> None:
    check_errors(
        lambda: signal.lfilter(ONE, OTHER, A, zi=np.ones(2)), lambda: signal.sosfilt(SECTIONS[:, :5], X),
        lambda: signal.filtfilt(ONE, OTHER, X[:5]), lambda: signal.medfilt(X, 4),
        lambda: signal.detrend(X, bp=50),
    )  # fmt: skip
