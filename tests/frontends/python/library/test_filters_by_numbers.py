"""Filters of `scipy.signal` designed by numbers that the run tells, other forms and limits of filters, beside SciPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import signal

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

TOP, BELOW = np.array([1.0, 2.0]), np.array([2.0, 3.0, 2.0])
A, B, C, D = np.array([[-3.0, -2.0], [1.0, 0.3]]), np.array([[1.0], [0.5]]), np.array([[1.0, 2.0]]), np.array([[0.4]])
POLES, ZEROS = np.array([-1.0 + 1.0j, -1.0 - 1.0j]), np.array([-0.5])
AT = np.array([0.1, 0.25])


def low_passes(w: Any, fs: float = 2.0) -> Any:
    """By a default that is no constant, by a number from an array, and as sections."""
    b, a = signal.butter(3, w[0], fs=fs)
    c, d = signal.cheby1(2, 1.0, w[0] * 0.5, "highpass")
    return b, a, c, d, signal.butter(5, w[1], output="sos"), *signal.cheby2(3, 30.0, 0.2 + w[0], output="zpk")


def bands(w: Any) -> Any:
    b, a = signal.butter(2, w, "bandpass")
    c, d = signal.iirfilter(1, [w[0], w[1]], btype="stop", rs=20.0, ftype="cheby2")
    e, f = signal.butter(2, [w[0], w[1]], "band", analog=True)
    return b, a, c, d, e, f, signal.butter(2, w * 50.0, "bandstop", output="sos", fs=100.0)


def other_designs(w: Any) -> Any:
    b, a = signal.iirnotch(w[0], 20.0)
    c, d = signal.iirpeak(w[1], 5.0 * w[0])
    count, beta = signal.kaiserord(40.0 + w[0], 0.1)
    windowed = signal.firwin(9, w[0]), signal.firwin(9, w, pass_zero=False), signal.firwin(8, w[0], window="hann", scale=False)
    return b, a, c, d, count, beta, *windowed, signal.firwin(9, w[0], width=0.2), signal.kaiser_beta(w[0])


def known_ones() -> Any:
    z, p, k = signal.ellipap(3, 1.0, 40.0)
    poles = signal.besselap(2)[1], signal.buttap(3)[1], signal.cheb1ap(2, 1.0)[1]
    return z, p, k, *poles, *signal.kaiserord(60.0, 0.1), *signal.max_len_seq(4)


def other_limits(w: Any) -> Any:
    top = w[0] * TOP
    pairs = signal.lp2lp(top, BELOW, w[1]), signal.lp2hp(top, BELOW, w[1]), signal.lp2bp(top, BELOW, w[1], w[0])
    z, p, k = signal.lp2bs_zpk(ZEROS, POLES, 2.0, w[1], w[0])
    y, q, j = signal.bilinear_zpk(*signal.lp2bp_zpk(ZEROS, POLES, 2.0, w[1], w[0]), 5.0)
    more = *signal.lp2hp_zpk(ZEROS, POLES, 2.0, w[0]), *signal.lp2lp_zpk(ZEROS, POLES, 2.0, w[0])
    return *pairs[0], *pairs[1], *pairs[2], *signal.lp2bs(top, BELOW, w[1], w[0]), z, p, k, y, q, j, *more


def forms(w: Any) -> Any:
    states = signal.tf2ss(w[0] * TOP, BELOW)
    zeros, poles, factor = signal.ss2zpk(A * w[0], B, C, D)
    return (
        *states,
        *signal.ss2tf(A * w[0], B, C, D),
        np.sort(zeros.real), np.sort(poles.real), factor,
        *signal.zpk2tf(ZEROS * w[0], POLES, w[1]),
        *signal.zpk2ss(ZEROS * w[0], [-0.3, -0.4], 2.0),
        *signal.normalize([0.0, w[0]], BELOW),
        *signal.sos2tf(np.array([[1.0, w[0], 0.3, 1.0, -0.5, w[1]]])),
        signal.tf2zpk([w[0], 1.0, 3.0], [1.0, w[1], 2.0])[1],
        signal.tf2sos([w[0], 1.0, 3.0], [1.0, w[1], 0.1]),
    )  # fmt: skip


@pytest.mark.parametrize("f", [low_passes, bands, other_designs, other_limits, forms], ids=lambda f: f.__name__)
def test_values(f: Any) -> None:
    check_values(f, np.array([0.31, 0.47]), rtol=1e-9, atol=1e-11)


def test_designs_that_are_known() -> None:
    check_values(known_ones)


def of_designs(w: Any) -> Any:
    b, a = signal.butter(3, w, "bandpass")
    x = signal.sosfilt(signal.cheby1(4, 1.0 + w[0], w[1], output="sos"), np.cos(np.arange(9.0)))
    c, _ = signal.iirnotch(w[0], 20.0 * w[1])
    return np.sum(b * np.arange(7.0)) + np.sum(a * a) + np.sum(x * x) + c[1] + np.sum(signal.firwin(7, w, pass_zero=False)[:4])


def of_forms(w: Any) -> Any:
    b, a = signal.ss2tf(A * w[0], B, C * w[1], D)
    _, c = signal.lp2bs(b[0], a, w[1])
    z, p, k = signal.lp2bp_zpk(ZEROS * w[0], POLES * w[1], w[0], w[1], w[0])
    states = signal.tf2ss(w[0] * TOP, [1.0, w[1], 2.0])
    return np.sum(b * b) + np.sum(c) + np.sum(np.abs(p) ** 2) + np.sum(z.real) * k + np.sum(states[0]) + np.sum(states[2])


@pytest.mark.slow
@pytest.mark.parametrize("f", [of_designs, of_forms], ids=lambda f: f.__name__)
def test_slopes(f: Any) -> None:
    check_slopes(f, np.array([0.31, 0.47]))


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda x=1.5: signal.butter(2, x),
        lambda x=0.5: signal.butter(2, x, "band"),
        lambda x=0.5: signal.butter(2, [x, 0.3], "band"),
        lambda x=0.5: signal.butter(2, x, analog=True, fs=3.0),
        lambda x=0.5: signal.firwin(8, x, pass_zero=False),
        lambda: signal.normalize([1.0], np.zeros(2)),
        lambda: signal.lp2hp_zpk([1.0, 2.0], [1.0], 2.0),
        lambda: signal.ss2tf(A, B.T, C, D),
    )


def test_refused() -> None:
    with pytest.raises(NotImplementedError, match="conjugate"):
        irad.jit(lambda x: signal.zpk2tf(x, [1.0], 1.0)[0])(np.array([1j]))
