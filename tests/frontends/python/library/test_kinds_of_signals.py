"""Signals in single precision, complex ones, several at once, and what stands beyond their ends, beside `scipy.signal`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, signal

from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(7)
X, Y, A = RNG.normal(size=60), RNG.normal(size=50), RNG.normal(size=(3, 40))
X4, Z, Z8 = X.astype(np.float32), X + 1j * X[::-1], (X + 1j * X[::-1]).astype(np.complex64)
CUBE, BOX = RNG.normal(size=(3, 4, 5)), RNG.normal(size=(1, 2, 3))
TOP, BELOW = signal.butter(2, 0.3)
SECTIONS = signal.butter(4, 0.3, output="sos")
STFT, OF_COMPLEX = signal.stft(A, nperseg=16)[2], signal.stft(Z, nperseg=16, return_onesided=False)[2]


def filters_in_single_precision():
    narrow = SECTIONS.astype(np.float32), TOP.astype(np.float32), BELOW.astype(np.float32)
    sections = signal.sosfilt(narrow[0], X4), signal.sosfilt(SECTIONS, X4), signal.sosfiltfilt(narrow[0], X4)
    others = signal.filtfilt(narrow[1], narrow[2], X4), signal.filtfilt(TOP, BELOW, Z8), signal.lfilter(narrow[1], narrow[2], X4)
    return (*sections, *others, signal.savgol_filter(X4, 5, 2), signal.detrend(X4), signal.detrend(Z8, type="constant"))


def rates():
    means = signal.resample_poly(X, 3, 2, padtype="mean"), signal.resample_poly(A, 2, 3, axis=1, padtype="minimum")
    narrow = signal.resample_poly(X4, 3, 2), signal.resample_poly(Z, 2, 1), signal.decimate(X4, 2)
    return (*means, *narrow, signal.decimate(Z, 3, ftype="fir"), signal.upfirdn([1.0, 2.0], Z8, 2, 3))


def resampled():
    windows = signal.resample(X, 40, window="hann"), signal.resample(X, 71, window=lambda f: np.exp(-f * f))
    whole = signal.resample(Z, 40), signal.resample(Z, 71, window=("kaiser", 3.0)), signal.resample(Z, 40, domain="freq")
    return (*windows, *whole, signal.resample(X4, 40), signal.resample(A, 30, axis=1))


def medians():
    f, power = signal.welch(X, nperseg=16, average="median")
    return (f, power, *signal.csd(X, Y, nperseg=16, average="median"), *signal.welch(Z, nperseg=15, average="median"))


def densities():
    both = *signal.welch(X, nperseg=16, return_onesided=False), *signal.welch(Z, nperseg=16), *signal.periodogram(X, nfft=40)
    more = *signal.periodogram(X, nfft=70, window="hann"), *signal.welch(X, nperseg=16, detrend=lambda d: d - d[0])
    return (*both, *more, *signal.welch(X4, nperseg=16), *signal.csd(X4, X4[::-1], nperseg=16))


def of_segments():
    ends = *signal.stft(X, nperseg=16, boundary="even"), *signal.stft(X, nperseg=16, boundary="odd", padded=False)
    more = *signal.stft(X4, nperseg=16, boundary="constant"), *signal.stft(A.T, nperseg=16, axis=0), *signal.stft(Z, nperseg=16)
    phases = signal.spectrogram(A.T, nperseg=16, axis=0)[2], signal.spectrogram(X, nperseg=16, mode="phase")[2]
    return (*ends, *more, *phases, *signal.spectrogram(Z, nperseg=16, mode="complex"))


def joined():
    turned = signal.istft(np.swapaxes(STFT, -1, -2), time_axis=-2, freq_axis=-1)
    moved = signal.istft(np.moveaxis(STFT, 0, 2), time_axis=1, freq_axis=0)
    return (*signal.istft(STFT), *turned, *moved, *signal.istft(OF_COMPLEX, input_onesided=False))


def convolved():
    along = signal.fftconvolve(CUBE, BOX, axes=(1, 2)), signal.fftconvolve(CUBE, BOX, axes=(1, 2), mode="same")
    ways = signal.convolve(X, Y, method="fft"), signal.convolve(np.arange(5), np.arange(3), method="fft")
    return (*along, *ways, signal.fftconvolve(A, X[None, :5], axes=1, mode="valid"), signal.convolve(X[0], Y[0]))


def empty():
    return (signal.fftconvolve(X[:0], X), signal.oaconvolve(X, X[:0]), *signal.welch(X[:0]))


def integrals():
    y, at, at4 = X4[:9], np.linspace(0.0, 1.0, 9), np.linspace(0.0, 1.0, 9, dtype=np.float32)
    sums = integrate.simpson(y, x=at), integrate.simpson(y[:8]), integrate.romb(y), integrate.cumulative_simpson(y, x=at4)
    return (*sums, integrate.cumulative_simpson(y), integrate.simpson(Z8[:8], x=at4[:8]))


EXACT = [rates, resampled, medians, densities, joined, convolved, empty]
NARROW = [filters_in_single_precision, of_segments, integrals]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("f", EXACT, ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=3e-6 if f in (rates, resampled, densities) else 1e-10, atol=1e-6 if f is not joined else 1e-11)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("f", NARROW, ids=lambda f: f.__name__)
def test_values_in_single_precision(f) -> None:
    check_values(f, rtol=2e-4, atol=2e-5)


@pytest.mark.slow
@pytest.mark.parametrize("average", ["mean", "median"])
def test_slopes(average) -> None:
    def loss(x):
        power = signal.welch(x, nperseg=7, average=average)[1]
        crossed = signal.csd(x, x[::-1] ** 2, nperseg=8, average=average, return_onesided=False)[1]
        return (power * np.cos(np.arange(len(power)))).sum() + crossed.real[1] + crossed.imag[2]

    check_slopes(loss, X[:24].copy())


@pytest.mark.slow
def test_slopes_of_segments() -> None:
    def loss(x):
        back = signal.istft(signal.stft(x, nperseg=8, boundary="odd")[2])[1]
        narrower = signal.resample(x, 9, window="hann")
        mode = np.abs(signal.spectrogram(x, nperseg=8, mode="complex")[2])
        return (back**3).sum() + (narrower**2).sum() + mode[1].sum() + (signal.resample_poly(x, 3, 2, padtype="mean") ** 2).sum()

    check_slopes(loss, X[:16].copy())


def test_errors() -> None:
    nan = np.array([1.0, np.nan, 2.0, 3.0, 4.0, 5.0])
    check_errors(
        lambda: signal.detrend(nan),
        lambda: signal.savgol_filter(nan, 5, 2),
        lambda: signal.welch(X, nperseg=8, average="mode"),
    )
