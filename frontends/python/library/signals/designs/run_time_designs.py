"""Recursive filters of `scipy.signal` designed by numbers that the run tells: by analogue low passes, and notches."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.signals.designs.prototypes import buttap, cheb1ap, cheb2ap, elliptic
from irad.frontends.python.library.signals.system_forms import zpk2sos
from irad.frontends.python.library.signals.transformed_filters import (
    bilinear_zpk,
    lp2bp_zpk,
    lp2bs_zpk,
    lp2hp_zpk,
    lp2lp_zpk,
)

_LOW = ("low", "lowpass", "lp", "l")
_HIGH = ("high", "highpass", "hp", "h")
_BAND = ("band", "bandpass", "bp", "pass")
_STOP = ("bandstop", "bs", "stop", "bands")
_BUTTERWORTH = ("butter", "butterworth")
_CHEBYSHEV = ("cheby1", "chebyshev1", "chebyshevi")
_INVERSE = ("cheby2", "chebyshev2", "chebyshevii")
_CAUER = ("ellip", "elliptic", "cauer")
_BESSEL = ("bessel", "bessel_phase", "bessel_delay", "bessel_mag")


def butter(N: Any, Wn: Any, btype: str = "low", analog: bool = False, output: str = "ba", fs: Any = None) -> Any:
    """Butterworth's filter."""
    return iirfilter(N, Wn, None, None, btype, analog, "butter", output, fs)


def cheby1(N: Any, rp: Any, Wn: Any, btype: str = "low", analog: bool = False, output: str = "ba", fs: Any = None) -> Any:
    """Chebyshev's filter with ripple where it lets pass."""
    return iirfilter(N, Wn, rp, None, btype, analog, "cheby1", output, fs)


def cheby2(N: Any, rs: Any, Wn: Any, btype: str = "low", analog: bool = False, output: str = "ba", fs: Any = None) -> Any:
    """Chebyshev's filter with ripple where it stops."""
    return iirfilter(N, Wn, None, rs, btype, analog, "cheby2", output, fs)


def ellip(
    N: Any, rp: Any, rs: Any, Wn: Any, btype: str = "low", analog: bool = False, output: str = "ba", fs: Any = None
) -> Any:  # fmt: skip
    """Cauer's filter, with ripples on both sides."""
    return iirfilter(N, Wn, rp, rs, btype, analog, "ellip", output, fs)


def bessel(
    N: Any, Wn: Any, btype: str = "low", analog: bool = False, output: str = "ba", norm: str = "phase", fs: Any = None
) -> Any:  # fmt: skip
    """Bessel's filter, of nearly constant delay."""
    return iirfilter(N, Wn, None, None, btype, analog, "bessel_" + norm, output, fs)


def _bessel_pass(N: Any, norm: str) -> Any:
    """Bessel's low pass, which SciPy designs when compiling."""
    from scipy.signal import besselap

    return besselap(N, norm)


def _low_pass(N: Any, rp: Any, rs: Any, ftype: str) -> Any:
    if rp is not None and rp < 0:
        raise ValueError("passband ripple (rp) must be positive")
    if rs is not None and rs < 0:
        raise ValueError("stopband attenuation (rs) must be positive")
    if ftype in _BUTTERWORTH:
        return buttap(N)
    if ftype in _BESSEL:
        return _bessel_pass(N, "phase" if ftype == "bessel" else ftype[7:])
    if ftype in _CHEBYSHEV and rp is None:
        raise ValueError("passband ripple (rp) must be provided to design a Chebyshev I filter.")
    if ftype in _INVERSE and rs is None:
        raise ValueError("stopband attenuation (rs) must be provided to design an Chebyshev II filter.")
    if ftype in _CAUER and (rp is None or rs is None):
        raise ValueError("Both rp and rs must be provided to design an elliptic filter.")
    if ftype in _CHEBYSHEV:
        return cheb1ap(N, rp)
    return cheb2ap(N, rs) if ftype in _INVERSE else elliptic(N, rp, rs)


def iirfilter(
    N: Any, Wn: Any, rp: Any = None, rs: Any = None, btype: str = "band", analog: bool = False, ftype: str = "butter",
    output: str = "ba", fs: Any = None,
) -> Any:  # fmt: skip
    """The filter with these limits, digital or not, made of an analogue low pass."""
    given = np.asarray(Wn) * np.float64(1.0)
    ends = np.ravel(given)
    if fs is not None:
        if analog:
            raise ValueError("fs cannot be specified for an analog filter")
        ends = ends / (float(fs) / 2.0)
    if np.any(ends <= 0.0):
        raise ValueError("filter critical frequencies must be greater than 0")
    if len(ends) > 1 and not ends[0] < ends[1]:
        raise ValueError("Wn[0] must be less than Wn[1]")
    band, kind, form = btype.lower(), ftype.lower(), output.lower()
    if band not in (*_LOW, *_HIGH, *_BAND, *_STOP):
        raise ValueError("an invalid bandtype for filter.")
    if kind not in (*_BUTTERWORTH, *_CHEBYSHEV, *_INVERSE, *_CAUER, *_BESSEL):
        raise ValueError("not a valid basic IIR filter.")
    if form not in ("ba", "zpk", "sos"):
        raise ValueError("not a valid output form.")
    z, p, k = _low_pass(N, rp, rs, kind)
    if not analog:
        if np.any(ends >= 1.0):
            raise ValueError("Digital filter critical frequencies must be 0 < Wn < 1, or 0 < Wn < fs/2")
        ends = 4.0 * np.tan(np.pi * ends / 2.0)
    if band in _LOW or band in _HIGH:
        if len(ends) != 1:
            raise ValueError("Must specify a single critical frequency Wn for lowpass or highpass filter")
        if given.ndim > 0:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
    elif len(ends) < 2:
        raise ValueError("Wn must specify start and stop frequencies for bandpass or bandstop filter")
    zeros, poles, factor = _limited(z, p, k, ends, band)
    if not analog:
        zeros, poles, factor = bilinear_zpk(zeros, poles, factor, 2.0)
    if form == "zpk":
        return zeros, poles, factor
    if form == "ba":
        return factor * _real_polynomial(zeros), _real_polynomial(poles)
    return zpk2sos(zeros, poles, factor, analog=analog)


def _real_polynomial(zeros: Any) -> Any:
    return np.real(np.poly(zeros)).copy() if len(zeros) > 0 else np.ones(1)


def _limited(z: Any, p: Any, k: Any, ends: Any, btype: str) -> Any:
    if btype in _LOW:
        return lp2lp_zpk(z, p, k, ends[0])
    if btype in _HIGH:
        return lp2hp_zpk(z, p, k, ends[0])
    if btype in _BAND:
        return lp2bp_zpk(z, p, k, np.sqrt(ends[0] * ends[1]), ends[1] - ends[0])
    return lp2bs_zpk(z, p, k, np.sqrt(ends[0] * ends[1]), ends[1] - ends[0])


def _notch(w0: float, Q: float, fs: float) -> Any:
    """The angle, and the gain outside of the band (Orfanidis, 1996, chapter 11.3)."""
    place = 2.0 * w0 / fs
    if place > 1.0 or place < 0.0:
        raise ValueError("w0 should be such that 0 < w0 < 1")
    return np.pi * place, 1.0 / (1.0 + math.tan(place / Q * np.pi / 2.0))


def iirnotch(w0: Any, Q: Any, fs: Any = 2.0) -> Any:
    """The filter that takes one frequency out."""
    angle, gain = _notch(float(w0), float(Q), float(fs))
    c = -2.0 * math.cos(angle)
    return gain * np.array([1.0, c, 1.0]), np.array([1.0, gain * c, 2.0 * gain - 1.0])


def iirpeak(w0: Any, Q: Any, fs: Any = 2.0) -> Any:
    """The filter that lets one frequency pass."""
    angle, gain = _notch(float(w0), float(Q), float(fs))
    return (1.0 - gain) * np.array([1.0, 0.0, -1.0]), np.array([1.0, -2.0 * gain * math.cos(angle), 2.0 * gain - 1.0])


def iircomb(w0: Any, Q: Any, ftype: str = "notch", fs: Any = 2.0, *, pass_zero: bool = False) -> Any:
    """The filter that takes out, or lets pass, one frequency and its multiples."""
    first, rate = float(w0), float(fs)
    if not 0.0 < first < rate / 2.0:
        raise ValueError("w0 must be between 0 and fs / 2 (Nyquist)")
    kind = ftype.lower()
    if kind not in ("notch", "peak"):
        raise ValueError("ftype must be either notch or peak.")
    N = round(rate / first)
    if abs(first - rate / N) / rate > 1e-14:
        raise ValueError("fs must be divisible by w0.")
    beta = math.tan(N * (2.0 * np.pi * first / rate / float(Q)) / 4.0)
    sign = -1.0 if (kind == "peak") == pass_zero else 1.0
    b, a = np.zeros(N + 1), np.zeros(N + 1)
    b[0], b[N] = (beta, -sign * beta) if kind == "peak" else (1.0, sign)
    a[0], a[N] = 1.0, sign * (1.0 - beta) / (1.0 + beta)
    b /= 1.0 + beta
    return b, a
