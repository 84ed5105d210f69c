"""Filters and windows that SciPy designs when compiling, from known numbers, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import signal

import irad
from tests.frontends.python.library.beside_scipy import check_slopes, check_values

ROW = np.random.default_rng(0).normal(size=40)
RATE = 100.0


def recursive_designs():
    fs = 100.0
    nyquist = fs / 2
    found = (*signal.butter(3, 0.3), *signal.cheby1(2, 1, [0.2, 0.4], btype="bandpass"), *signal.cheby2(3, 30, 20.0, fs=fs))
    found = (*found, *signal.ellip(2, 1.0, 40, 10 / nyquist, "high"), *signal.bessel(3, 0.2, norm="phase"))
    return (*found, *signal.iirnotch(5.0, 30.0, fs), *signal.iirpeak(0.1, 20.0), signal.butter(4, 0.25, output="sos"))


def windows_and_taps():
    taps = (signal.firwin(21, 10.0, fs=RATE), signal.firwin(11, [0.1, 0.3], pass_zero=False, window=("kaiser", 5.0)))
    shapes = (signal.get_window(("tukey", 0.25), 9), signal.windows.kaiser(8, 4.0), signal.windows.flattop(7, sym=False))
    order, edge = signal.buttord(0.2, 0.3, 3, 40)
    return (*taps, *shapes, signal.windows.chebwin(9, 60), *signal.butter(order, edge), signal.savgol_coeffs(5, 2))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("f", [recursive_designs, windows_and_taps], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f)


def smoothed(x, order, edge, fs):
    b, a = signal.butter(order, edge / (fs / 2.0))
    return signal.filtfilt(b, a, x)


def through_filters(x):
    total = (smoothed(x, 2, 2.0, 20.0) ** 2).sum()
    for f0 in (0.1, 0.2):
        b, a = signal.iirnotch(f0, 30.0)
        x = signal.lfilter(b, a, x)
    for k in range(1, 3):
        width = 0.2 * k
        x = signal.sosfilt(signal.cheby1(2, 1, width, output="sos"), x)
    taps = signal.firwin(5, 0.4)
    taps[0] *= 2.0  # a new array each time
    return total + (signal.convolve(x * signal.get_window(("kaiser", 3.0), len(x)), taps, "same") ** 2).sum()


@pytest.mark.slow
def test_slopes() -> None:
    check_slopes(through_filters, ROW[:12])


@pytest.mark.slow
def test_a_changed_design_is_a_new_array() -> None:
    def twice():
        total = 0.0
        for _ in range(3):
            b, _ = signal.butter(2, 0.3)
            total += b[0]
            b[0] = 100.0
        return total

    assert irad.jit(twice)() == pytest.approx(twice(), rel=1e-14)


def sampled(x, fs=1000.0):
    b, a = signal.butter(2, 100, fs=fs)
    return signal.lfilter(b, a, x).sum()


def test_rates_that_are_passed_inside() -> None:
    """A float that another function passes, or its default, is known; so is an integer that is passed from outside."""
    check_slopes(lambda x: sampled(x) + sampled(x, 500.0), ROW[:5])
    assert irad.jit(sampled)(ROW, 500) == pytest.approx(sampled(ROW, 500), rel=1e-12)


def test_errors() -> None:
    with pytest.raises(irad.UnsupportedError, match="computed when compiling"):
        irad.grad(lambda x: signal.ellip(3, 1.0, 40.0, x)[0].sum())(0.3)
    with pytest.raises(irad.UnsupportedError, match=r"its argument fs is not known then(.|\n)*a constant of the module"):
        irad.jit(lambda x, fs=400.0: x * signal.bessel(2, 20.0, fs=fs)[0][0])(ROW)
    with pytest.raises(irad.UnsupportedError, match="arguments N and fs are not known"):
        irad.jit(lambda n, fs: signal.bessel(int(n), 2.0, fs=fs)[0])(2.0, 10.0)
    with pytest.raises(irad.TypingError, match="0 < Wn < 1"):
        irad.jit(lambda: signal.butter(3, 1.5)[0].sum())()
    with pytest.raises(irad.UnsupportedError, match="computed when compiling"):
        irad.jit(lambda x: signal.firls(5, x, [1, 1, 0, 0]))(ROW)
