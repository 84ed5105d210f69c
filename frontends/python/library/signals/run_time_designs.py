"""Designs of filters of `scipy.signal` by numbers that the run tells: Butterworth's and Chebyshev's, windowed sums of sines, notches."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.signals.signal_windows import get_window, kaiser
from irad.frontends.python.library.signals.systems import zpk2sos
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


def _angles(N: Any) -> Any:
    if N < 0:
        raise ValueError("Filter order must be a nonnegative integer")
    return np.arange(-N + 1, N, 2) * np.pi / (2.0 * N)


def buttap(N: Any) -> Any:
    """Butterworth's low pass."""
    return np.zeros(0), -np.exp(1j * _angles(N)), 1.0


def cheb1ap(N: Any, rp: Any) -> Any:
    """Chebyshev's low pass with ``rp`` dB of ripple where it lets pass."""
    if N == 0:
        raise NotImplementedError("scipy.signal.cheb1ap of order 0 in compiled functions")
    ripple = np.sqrt(10.0 ** (0.1 * rp) - 1.0)
    poles = -np.sinh(np.arcsinh(1.0 / ripple) / N + 1j * _angles(N))
    return np.zeros(0), poles, np.real(np.prod(-poles)) / (1.0 if N % 2 == 1 else np.sqrt(1.0 + ripple * ripple))


def cheb2ap(N: Any, rs: Any) -> Any:
    """Chebyshev's low pass with ``rs`` dB where it stops."""
    if N == 0:
        raise NotImplementedError("scipy.signal.cheb2ap of order 0 in compiled functions")
    mu = np.arcsinh(np.sqrt(10.0 ** (0.1 * rs) - 1.0)) / N
    angles = _angles(N)
    if N % 2 == 1:
        zeros = 1j / np.sin(np.concatenate((angles[: N // 2], angles[N // 2 + 1 :])))
    else:
        zeros = 1j / np.sin(angles)
    poles = -1.0 / np.sinh(mu + 1j * angles)
    return zeros, poles, np.real(np.prod(-poles) / np.prod(-zeros))


def butter(N: Any, Wn: Any, btype: str = "low", analog: bool = False, output: str = "ba", fs: Any = None) -> Any:
    """Butterworth's filter."""
    z, p, k = buttap(N)
    return designed_from(z, p, k, Wn, btype, analog, output, fs)


def cheby1(N: Any, rp: Any, Wn: Any, btype: str = "low", analog: bool = False, output: str = "ba", fs: Any = None) -> Any:
    """Chebyshev's filter with ripple where it lets pass."""
    if rp < 0:
        raise ValueError("passband ripple (rp) must be positive")
    z, p, k = cheb1ap(N, rp)
    return designed_from(z, p, k, Wn, btype, analog, output, fs)


def cheby2(N: Any, rs: Any, Wn: Any, btype: str = "low", analog: bool = False, output: str = "ba", fs: Any = None) -> Any:
    """Chebyshev's filter with ripple where it stops."""
    if rs < 0:
        raise ValueError("stopband attenuation (rs) must be positive")
    z, p, k = cheb2ap(N, rs)
    return designed_from(z, p, k, Wn, btype, analog, output, fs)


def iirfilter(
    N: Any, Wn: Any, rp: Any = None, rs: Any = None, btype: str = "band", analog: bool = False, ftype: str = "butter",
    output: str = "ba", fs: Any = None,
) -> Any:  # fmt: skip
    """Butterworth's or Chebyshev's filter."""
    if ftype == "butter":
        return butter(N, Wn, btype, analog, output, fs)
    if ftype == "cheby1" and rp is not None:
        return cheby1(N, rp, Wn, btype, analog, output, fs)
    if ftype == "cheby2" and rs is not None:
        return cheby2(N, rs, Wn, btype, analog, output, fs)
    return refused(
        "scipy.signal.iirfilter() of this kind by numbers that are not known when compiling is not supported",
        "'butter', 'cheby1' with rp=, or 'cheby2' with rs=",
    )


def designed_from(z: Any, p: Any, k: Any, Wn: Any, btype: str, analog: bool, output: str, fs: Any) -> Any:
    """The filter with other limits, digital or not, made of an analogue low pass."""
    if fs is not None and analog:
        raise ValueError("fs cannot be specified for an analog filter")
    if btype not in (*_LOW, *_HIGH, *_BAND, *_STOP):
        raise ValueError("an invalid bandtype for filter")
    if output not in ("ba", "zpk", "sos"):
        raise ValueError("not a valid output form")
    ends = np.ravel(np.asarray(Wn) * np.float64(1.0))
    ends = ends if fs is None else ends / (fs / 2.0)
    if np.any(ends <= 0.0):
        raise ValueError("filter critical frequencies must be greater than 0")
    if len(ends) > 1 and not ends[0] < ends[1]:
        raise ValueError("Wn[0] must be less than Wn[1]")
    if len(p) == 0:
        raise NotImplementedError("filters of order 0 in compiled functions")
    if not analog:
        if np.any(ends >= 1.0):
            raise ValueError("Digital filter critical frequencies must be 0 < Wn < 1, or 0 < Wn < fs/2")
        ends = 4.0 * np.tan(np.pi * ends / 2.0)
    if len(ends) != (1 if btype in _LOW or btype in _HIGH else 2):
        raise ValueError("Wn must be one critical frequency for lowpass or highpass filters, two for the others")
    zeros, poles, factor = _limited(z, p, k, ends, btype)
    if not analog:
        zeros, poles, factor = bilinear_zpk(zeros, poles, factor, 2.0)
    if output == "zpk":
        return zeros, poles, factor
    if output == "ba":
        top = np.poly(zeros) if len(zeros) > 0 else np.ones(1) * zeros.dtype.type(1.0)
        return factor * np.real(top), np.real(np.poly(poles)).copy()
    if analog:
        raise NotImplementedError("second-order sections of analogue filters by numbers that are not known when compiling")
    return zpk2sos(zeros, poles, factor)


def _limited(z: Any, p: Any, k: Any, ends: Any, btype: str) -> Any:
    if btype in _LOW:
        return lp2lp_zpk(z, p, k, ends[0])
    if btype in _HIGH:
        return lp2hp_zpk(z, p, k, ends[0])
    if btype in _BAND:
        return lp2bp_zpk(z, p, k, np.sqrt(ends[0] * ends[1]), ends[1] - ends[0])
    return lp2bs_zpk(z, p, k, np.sqrt(ends[0] * ends[1]), ends[1] - ends[0])


def _notch(w0: Any, Q: Any, fs: Any) -> Any:
    """The angle, and the gain outside of the band (Orfanidis, 1996, chapter 11.3)."""
    place = 2.0 * w0 / fs
    if place > 1.0 or place < 0.0:
        raise ValueError("w0 should be such that 0 < w0 < 1")
    return np.pi * place, 1.0 / (1.0 + np.tan(np.pi * place / Q / 2.0))


def iirnotch(w0: Any, Q: Any, fs: Any = 2.0) -> Any:
    """The filter that takes one frequency out."""
    angle, gain = _notch(w0 * 1.0, Q * 1.0, fs)
    c = -2.0 * np.cos(angle)
    return gain * np.array([1.0, c, 1.0]), np.array([1.0, gain * c, 2.0 * gain - 1.0])


def iirpeak(w0: Any, Q: Any, fs: Any = 2.0) -> Any:
    """The filter that lets one frequency pass."""
    angle, gain = _notch(w0 * 1.0, Q * 1.0, fs)
    return (1.0 - gain) * np.array([1.0, 0.0, -1.0]), np.array([1.0, -2.0 * gain * np.cos(angle), 2.0 * gain - 1.0])


def kaiser_beta(a: Any) -> Any:
    """The parameter of Kaiser's window for an attenuation in dB."""
    if a > 50.0:
        return 0.1102 * (a - 8.7)
    if a > 21.0:
        return 0.5842 * (a - 21.0) ** 0.4 + 0.07886 * (a - 21.0)
    return 0.0 * a


def kaiser_atten(numtaps: Any, width: Any) -> Any:
    """The attenuation in dB of a filter with Kaiser's window."""
    return 2.285 * (numtaps - 1) * np.pi * width + 7.95


def kaiserord(ripple: Any, width: Any) -> Any:
    """The number of coefficients for Kaiser's window, and its parameter."""
    a = abs(ripple) * 1.0
    if a < 8.0:
        raise ValueError("Requested maximum ripple attenuation is too small for the Kaiser formula.")
    return math.ceil((a - 7.95) / 2.285 / (np.pi * width) + 1.0), kaiser_beta(a)


def _in_passband(pass_zero: Any, count: int) -> bool:
    """Whether 0 is in a band that passes."""
    if isinstance(pass_zero, str):
        if pass_zero in ("lowpass", "highpass") and count != 1:
            raise ValueError("cutoff must have one element")
        if pass_zero in ("bandpass", "bandstop") and count <= 1:
            raise ValueError("cutoff must have at least two elements")
        if pass_zero not in ("lowpass", "highpass", "bandpass", "bandstop"):
            raise ValueError("Parameter pass_zero not in (True, False, 'bandpass', 'lowpass', 'highpass', 'bandstop')")
        return pass_zero in ("lowpass", "bandstop")
    return bool(pass_zero)


def firwin(
    numtaps: int, cutoff: Any, *, width: Any = None, window: Any = "hamming", pass_zero: Any = True, scale: Any = True, fs: Any = None
) -> Any:  # fmt: skip
    """The filter of finite length by a window."""
    half = 1.0 if fs is None else 0.5 * fs
    ends = np.atleast_1d(np.asarray(cutoff) * np.float64(1.0)) / half
    count = len(ends)
    if ends.ndim > 1 or count == 0:
        raise ValueError("The cutoff argument must be at most one-dimensional, with one frequency at least.")
    if np.min(ends) <= 0.0 or np.max(ends) >= 1.0:
        raise ValueError("Invalid cutoff frequency: frequencies must be greater than 0 and less than fs/2.")
    if np.any(np.diff(ends) <= 0.0):
        raise ValueError("Invalid cutoff frequencies: the frequencies must be strictly increasing.")
    first = _in_passband(pass_zero, count)
    last = (count % 2 == 0) == first
    if last and numtaps % 2 == 0:
        raise ValueError("A filter with an even number of coefficients must have zero response at the Nyquist frequency.")
    bands = np.concatenate((np.zeros(1 if first else 0), ends, np.ones(1 if last else 0))).reshape(-1, 2)
    m = np.arange(numtaps) - 0.5 * (numtaps - 1)
    found = np.zeros(numtaps)
    for j in range(len(bands)):
        found += bands[j, 1] * np.sinc(bands[j, 1] * m) - bands[j, 0] * np.sinc(bands[j, 0] * m)
    if width is None:
        found = found * get_window(window, numtaps, False)
    else:
        found = found * kaiser(numtaps, kaiser_beta(kaiser_atten(numtaps, width / half)))
    if not scale:
        return found
    middle = 0.5 * (bands[0, 0] + bands[0, 1])
    if first:
        middle = 0.0 * middle
    elif bands[0, 1] == 1.0:
        middle = 0.0 * middle + 1.0
    return found / np.sum(found * np.cos(np.pi * m * middle))
