"""Peaks, transforms of segments and other rates of signals, beside `scipy.signal`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import signal

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

X = np.sin(np.arange(24.0) ** 1.4) + 0.3 * np.cos(np.arange(24.0) * 2.1)

GROUPS: Group = {
    "peaks": lambda: (
        signal.find_peaks(X)[0], signal.find_peaks(X, height=0.4)[0], signal.find_peaks(X, height=(0.1, 0.9), distance=4)[0],
        signal.find_peaks(X, threshold=0.2)[1]["left_thresholds"],
        signal.find_peaks(np.round(X), plateau_size=2)[1]["left_edges"],
    ),
    "widths": lambda: (
        signal.find_peaks(X, prominence=0.5, wlen=9)[1]["prominences"], signal.find_peaks(X, width=0.7)[1]["left_ips"],
        signal.peak_prominences(X, [2, 7]), signal.peak_widths(X, np.array([2, 7]), 0.3),
    ),
    "rates": lambda: (
        signal.resample_poly(X, 2, 3), signal.resample_poly(X.reshape(12, 2), 3, 2, window="hann"),
        signal.upfirdn([1.0, 0.5, 0.25], X, 3, 2), signal.decimate(X, 2, ftype="fir"),
    ),
    "windows": lambda: (
        signal.get_window(("kaiser", 5.0), 8), signal.get_window(("tukey", 0.3), 9, False), signal.get_window("flattop", 7),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


@pytest.mark.slow
def test_values_of_segments() -> None:
    check_group(lambda: (
        signal.stft(X, nperseg=8), signal.stft(X, fs=10.0, window="hamming", nperseg=7, noverlap=2, nfft=8, boundary=None),
        signal.spectrogram(X, nperseg=8), signal.spectrogram(X, window="hann", nperseg=8, noverlap=4, mode="magnitude"),
        signal.istft(signal.stft(X, nperseg=8)[2], nperseg=8),
    ))  # fmt: skip


def test_slopes() -> None:
    def f(x):
        places, found = signal.find_peaks(x, prominence=0.3, width=0.1)
        more = found["prominences"].sum() + found["widths"].sum()
        return (x[places] ** 2).sum() + more + (signal.resample_poly(x, 2, 3) ** 2)[5]

    check_slopes(f, X)


@pytest.mark.slow
def test_slopes_of_segments() -> None:
    def f(x):
        parts = signal.stft(x, nperseg=8)[2]
        return (np.abs(parts) ** 2).sum() + signal.istft(parts**2, nperseg=8)[1][3] + signal.spectrogram(x, nperseg=8)[2][1, 1]

    check_slopes(f, X)


def test_errors() -> None:
    check_errors(
        lambda: signal.find_peaks(X, distance=0.5),
        lambda: signal.find_peaks(X.reshape(2, 12)),
        lambda: signal.resample_poly(X, 0, 1),
        lambda: signal.stft(X, nperseg=8, noverlap=8),
    )
    with pytest.raises(irad.UnsupportedError, match="padtype="):
        irad.jit(lambda: signal.resample_poly(X, 2, 3, padtype="line"))()
