"""Elliptic and Bessel filters, combs, finite filters and least orders of `scipy.signal` by numbers that the run tells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import signal

import irad
from irad.frontends.python.library.signals.designs import prototypes, run_time_designs
from irad.frontends.python.library.signals.system_forms import zpk2sos
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

W = np.array([0.31, 0.47])
WEIGHTS = np.cos(np.arange(60.0) + 1.0)


def recursive(w: Any) -> Any:
    b, a = signal.ellip(4, 1.0, 40.0, w[0])
    return (
        b,
        a,
        *signal.bessel(3, w[0], norm="mag", output="zpk"),
        signal.iirfilter(3, w, ftype="Cauer", output="SOS", rp=1, rs=30),
    )


def in_sections(w: Any) -> Any:
    analogue = signal.cheby2(3, 30.0, w, "bandstop", analog=True, output="sos")
    odd = signal.zpk2sos([w[0]], [0.2, 0.3, w[1]], 1.0, pairing="keep_odd")
    return analogue, odd, signal.ellip(3, w[0], 40.0 * w[1], 0.3, "highpass", output="sos"), signal.butter(0, w[0], output="sos")


def combs(w: Any) -> Any:
    return *signal.iircomb(0.2, w[0] * 10.0), *signal.iircomb(60.0, 10.0 * w[0], "peak", 600.0, pass_zero=True)


def finite(w: Any) -> Any:
    ends = [0.0, w[0], w[1], 1.0]
    return (
        signal.firwin(9, w[0], window=("kaiser", 4.0 * w[1])), signal.firwin(9, w, pass_zero="bandpass", window="barthann"),
        signal.firwin2(9, [0.0, w[0], w[0], 1.0], [1.0, w[1], 0.3, 0.0]), signal.firls(9, ends, [1, 1, 0, 0], weight=[1, w[0]]),
        signal.firwin2(7, [0, 0.3, 1], [0, w[1], 0], antisymmetric=True, window=None), signal.firls(5, ends, [w[0], 1, 0, 0]),
    )  # fmt: skip


def orders(w: Any) -> Any:
    low, band = signal.buttord(w[0], w[1], 1, 40.0), signal.cheb1ord(w, [0.2, 0.6], 1, 40.0)
    high, sampled = signal.cheb2ord(w[1], w[0], 1, 40.0), signal.ellipord(w[0] * 50, w[1] * 50, 1, 40.0, fs=100.0)
    return *low, *band, *high, *sampled


def of_least_order(w: Any) -> Any:
    return *signal.iirdesign(w[0], w[1], 1, 40.0), signal.iirdesign(w, [0.2, 0.6], 1, 40.0, ftype="cheby1", output="sos")


@pytest.mark.parametrize("f", [recursive, combs, orders, pytest.param(finite, marks=pytest.mark.slow)])
def test_values(f: Any) -> None:
    check_values(f, W, rtol=1e-11, atol=1e-13)


@pytest.mark.slow
@pytest.mark.parametrize("f", [in_sections, of_least_order], ids=lambda f: f.__name__)
def test_values_of_sections(f: Any) -> None:
    check_values(f, W, rtol=1e-11, atol=1e-13)


def _sum_of(parts: Any) -> Any:
    total = 0.0
    for part in parts:
        v = np.ravel(part)
        total += np.sum(np.real(v) * WEIGHTS[: v.size]) + np.sum(np.abs(v) ** 2)
    return total


def of_orders_and_combs(w: Any) -> Any:
    low, band, high, sampled = (
        signal.buttord(w[0], w[1], 1, 40.0), signal.cheb1ord(w, [0.2, 0.6], 1, 40.0), signal.cheb2ord(w[1], w[0], 1, 40.0),
        signal.ellipord(w[0] * 50, w[1] * 50, 1, 40.0, fs=100.0),
    )  # fmt: skip
    return low[1] + band[1][0] * band[1][1] + high[1] + sampled[1] + _sum_of(signal.iircomb(0.2, w[0] * 10.0))


def of_ripples(w: Any) -> Any:
    return _sum_of(signal.ellip(4, 1.0 + w[0], 40.0 * w[1], w[0])) + _sum_of(signal.bessel(2, w[0], fs=2.0 + w[1]))


def of_finite(w: Any) -> Any:
    ends = [0.0, w[0], 0.5, 1.0]
    windowed = signal.firwin(7, w[0], window=("kaiser", 4.0 * w[1])), signal.firwin2(5, [0.0, w[0], 1.0], [1.0, w[1], 0.0])
    return _sum_of((*windowed, signal.firls(5, ends, [w[0], 1, 0, 0], weight=[1, w[1]])))


def of_sections(w: Any) -> Any:
    return _sum_of((signal.ellip(3, 1.0, 40.0, w, "bandstop", output="sos"),))


@pytest.mark.parametrize(
    "f",
    [of_orders_and_combs, *(pytest.param(f, marks=pytest.mark.slow) for f in (of_ripples, of_finite, of_sections))],
    ids=lambda f: f.__name__,
)
def test_slopes(f: Any) -> None:
    check_slopes(f, W)


@pytest.mark.parametrize("order", range(9))
def test_designs_in_python(order: int) -> None:
    """What is compiled, as it stands: all kinds, forms and orders."""
    for kind, ripples in (("butter", ()), ("cheby1", (1.0,)), ("cheby2", (30.0,)), ("ellip", (0.5, 40.0)), ("bessel", ())):
        for btype, limits in (("low", 0.3), ("high", 0.3), ("band", [0.2, 0.37]), ("stop", [0.2, 0.37])):
            for analog, output in ((False, "ba"), (False, "zpk"), (False, "sos"), (True, "zpk"), (True, "sos")):
                wanted = getattr(signal, kind)(order, *ripples, limits, btype, analog, output)
                found = getattr(run_time_designs, kind)(order, *ripples, limits, btype, analog, output)
                for x, y in zip(found, wanted, strict=True):
                    assert np.shape(x) == np.shape(y) and np.asarray(x).dtype == np.asarray(y).dtype
                    scale = np.max(np.abs(y), initial=0.0)
                    np.testing.assert_allclose(x, y, rtol=1e-11, atol=1e-11 * scale, err_msg=f"{kind} {btype} {output}")


def test_low_passes_of_cauer() -> None:
    for order in range(2, 9):
        for wanted, found in zip(signal.ellipap(order, 0.5, 60.0), prototypes.elliptic(order, 0.5, 60.0), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-11)


def test_pairings() -> None:
    zeros, poles = np.array([0.5, 1j, -1j, -0.4]), np.array([0.3 + 0.2j, 0.3 - 0.2j, 0.7, 0.1, -0.2])
    for pairing, analog in ((None, False), ("nearest", False), ("keep_odd", False), ("minimal", False), (None, True)):
        wanted = signal.zpk2sos(zeros, poles, 2.0, pairing, analog=analog)
        np.testing.assert_allclose(zpk2sos(zeros, poles, 2.0, pairing, analog=analog), wanted, rtol=1e-14)


def test_errors() -> None:
    check_errors(
        lambda x=0.0: signal.cheby1(2, x, 0.3),
        lambda x=-1.0: signal.ellip(2, 1.0, x, 0.3),
        lambda x=0.3: signal.iirfilter(2, x, btype="low", ftype="cheby1"),
        lambda x=0.3: signal.iircomb(x, 20.0),
        lambda x=0.3: signal.firwin2(8, [0, x, 1], [1, 1, 1]),
    )


def test_refused() -> None:
    with pytest.raises(NotImplementedError, match="band-stop"):
        irad.jit(lambda x: signal.buttord([0.1, x], [0.2, 0.5], 1, 40.0))(0.6)
    with pytest.raises(irad.UnsupportedError, match="argument bands is not known"):
        irad.jit(lambda x: signal.remez(7, [0.0, x, 0.3, 0.5], [1.0, 0.0]))(0.2)
