"""Functions of `scipy.signal` in compiled code, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import signal

from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(0)
A, ROW, W, K = RNG.normal(size=(5, 6)), RNG.normal(size=17), RNG.normal(size=(3, 2)), RNG.normal(size=4)
CUBE, WHOLE = RNG.normal(size=(3, 4, 2)), RNG.integers(0, 50, size=6)
TOP, BELOW = signal.butter(3, 0.3)
SECTIONS = signal.butter(4, 0.25, output="sos")


def convolutions():
    rows = (
        signal.convolve(ROW, K),
        signal.convolve(ROW, K, "same"),
        signal.convolve(K, ROW, "same"),
        signal.convolve(ROW, K, "valid"),
    )
    planes = (
        signal.convolve(A, W),
        signal.convolve(A, W, "same"),
        signal.convolve(W, A, mode="valid"),
        signal.fftconvolve(A, W, mode="same"),
    )
    others = (signal.convolve(WHOLE, [1, 2]), signal.fftconvolve(WHOLE, [1, 2]), signal.convolve(CUBE, CUBE[:2, :2]))
    crossed = (signal.correlate(ROW, K), signal.correlate(A, W, "valid"), signal.correlate(ROW + 1j, K * 1j))
    return (*rows, *planes, *others, *crossed, signal.convolve2d(A, W, mode="same"))


def matrices_beyond_edges():
    turned = signal.convolve2d(A, W, boundary="symm"), signal.convolve2d(A, W, "same", "wrap")
    filled = signal.convolve2d(A, W, mode="valid", boundary="wrap"), signal.convolve2d(A, W, fillvalue=2.5)
    even = A[:2, :2]
    crossed = signal.correlate2d(A, even, "same"), signal.correlate2d(A, even, "same", "symm"), signal.correlate2d(A, W, "valid")
    return (*turned, *filled, *crossed, signal.correlate2d(A, even, boundary="wrap"))


def recursive_filters():
    y, z = signal.lfilter(TOP, BELOW, ROW, zi=K[:3])
    plain = (signal.lfilter(TOP, BELOW, A), signal.lfilter(TOP, BELOW, A, axis=0), signal.lfilter([1.0, 2], [2.0], ROW))
    sections = (signal.sosfilt(SECTIONS, ROW), signal.sosfilt(SECTIONS, A, axis=0), signal.lfilter_zi(TOP, BELOW))
    both = (
        signal.filtfilt(TOP, BELOW, ROW),
        signal.filtfilt(TOP, BELOW, A, axis=0, padlen=3),
        signal.filtfilt([0.2, 0.3], [1.0], ROW),
    )
    return (y, z, *plain, *sections, *both, signal.lfilter([0.5], [1, -0.5], WHOLE))


def fits():
    windows = (
        signal.savgol_filter(ROW, 5, 2),
        signal.savgol_filter(A, 5, 3, deriv=1, delta=0.5),
        signal.savgol_filter(A, 5, 2, axis=0),
    )
    trends = (signal.detrend(ROW), signal.detrend(A, axis=0), signal.detrend(A, type="constant"))
    return (*windows, *trends, signal.savgol_filter(ROW, 7, 2, mode="nearest"), signal.hilbert(ROW), signal.hilbert(ROW[:8]))


def responses():
    plain = (*signal.freqz(TOP, BELOW, 9), *signal.freqz(TOP, BELOW, worN=6, include_nyquist=True))
    others = (*signal.freqz(K, worN=5, fs=3.0), *signal.freqz(K, 2.0, worN=8, whole=True))
    return (*plain, *others, *signal.freqz([1, 2], [2, 1], worN=[0.1, 0.5], fs=4.0))


def windows():
    named = [signal.get_window(n, 7) for n in ("hann", "hamming", "blackman", "bartlett", "cosine", "boxcar", ("gaussian", 1.5))]
    return (
        *named,
        signal.windows.hann(8),
        signal.windows.gaussian(6, 2.0),
        signal.windows.hamming(1),
        signal.windows.bartlett(5),
    )


PROGRAMS = [windows, convolutions, matrices_beyond_edges, recursive_filters, fits, responses]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-10, atol=1e-11)


def by_filters(x):
    y = signal.lfilter(x[:2], np.append(1.0, 0.3 * x[2:4]), x)
    both = signal.filtfilt(x[:2], np.append(1.0, 0.3 * x[2:3]), ROW).sum()
    return (y * y).sum() + both + (signal.sosfilt(SECTIONS, x) ** 2).sum()


def by_convolutions(x):
    crossed = (signal.correlate(x, x[:3], "same") * K).sum() if len(x) == 4 else signal.correlate(x, x[:3]).sum()
    return crossed + (signal.convolve(A, x.reshape(2, 3), "same") * A).sum() + (np.abs(signal.hilbert(x)) ** 3).sum()


def by_responses(x):
    w, h = signal.freqz(x[:3], np.append(1.0, 0.3 * x[3:5]), worN=7)
    return (np.abs(h) ** 2).sum() + (np.angle(h) * w).sum()


def by_fits(x):
    return (
        (signal.savgol_filter(x, 5, 2, deriv=1) ** 3).sum()
        + (signal.detrend(x) ** 2).sum()
        + signal.windows.gaussian(5, x[0]).sum()
    )


@pytest.mark.slow
@pytest.mark.parametrize("f", [by_fits, by_filters, by_convolutions, by_responses], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, ROW[:6])


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: signal.convolve(A, K),
        lambda: signal.convolve(ROW, K, "other"),
        lambda: signal.savgol_filter(ROW, 3, 4),
        lambda: signal.filtfilt(TOP, BELOW, K),
        lambda: signal.lfilter(TOP, BELOW, ROW, zi=K),
    )
