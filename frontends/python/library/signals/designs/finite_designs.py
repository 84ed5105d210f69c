"""Filters of finite length of `scipy.signal` designed by numbers that the run tells: by windows, and of least squares."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.signals.signal_windows import kaiser


def kaiser_beta(a: Any) -> Any:
    """The parameter of Kaiser's window for an attenuation in dB."""
    if a > 50.0:
        return 0.1102 * (a - 8.7)
    if a > 21.0:
        return 0.5842 * (a - 21.0) ** 0.4 + 0.07886 * (a - 21.0)
    return 0.0


def kaiser_atten(numtaps: Any, width: Any) -> Any:
    """The attenuation in dB of a filter with Kaiser's window."""
    return 2.285 * (numtaps - 1) * np.pi * width + 7.95


def kaiserord(ripple: Any, width: Any) -> Any:
    """The number of coefficients for Kaiser's window, and its parameter."""
    a = abs(ripple) * 1.0
    if a < 8.0:
        raise ValueError("Requested maximum ripple attenuation is too small for the Kaiser formula.")
    return math.ceil((a - 7.95) / 2.285 / (np.pi * width) + 1.0), kaiser_beta(a)


def _window(window: Any, numtaps: int) -> Any:
    from scipy.signal import get_window

    return get_window(window, numtaps, False)


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
    if not isinstance(pass_zero, bool):
        raise ValueError("Parameter pass_zero not in (True, False, 'bandpass', 'lowpass', 'highpass', 'bandstop')")
    return pass_zero


def firwin(
    numtaps: int, cutoff: Any, *, width: Any = None, window: Any = "hamming", pass_zero: Any = True, scale: Any = True,
    fs: Any = None,
) -> Any:  # fmt: skip
    """The filter of finite length by a window."""
    half = 1.0 if fs is None else 0.5 * float(fs)
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
        found = found * _window(window, numtaps)
    else:
        found = found * kaiser(numtaps, kaiser_beta(kaiser_atten(numtaps, float(width) / half)))
    if not scale:
        return found
    middle = 0.5 * (bands[0, 0] + bands[0, 1])
    if first:
        middle = 0.0 * middle
    elif bands[0, 1] == 1.0:
        middle = 0.0 * middle + 1.0
    return found / np.sum(found * np.cos(np.pi * m * middle))


def _frequencies(freq: Any, nyquist: float) -> Any:
    """Increasing frequencies: those that occur twice are moved apart."""
    found, n = freq.copy(), len(freq)
    if found[0] != 0.0 or found[n - 1] != nyquist:
        raise ValueError("freq must start with 0 and end with fs/2.")
    steps = np.diff(found)
    if np.any(steps < 0.0):
        raise ValueError("The values in freq must be nondecreasing.")
    if np.any(steps[:-1] + steps[1:] == 0.0):
        raise ValueError("A value in freq must not occur more than twice.")
    if found[1] == 0.0:
        raise ValueError("Value 0 must not be repeated in freq")
    if found[n - 2] == nyquist:
        raise ValueError("Value fs/2 must not be repeated in freq")
    apart = 2.220446049250313e-16 * nyquist
    for k in range(n - 1):
        if found[k] == found[k + 1]:
            found[k] = found[k] - apart
            found[k + 1] = found[k + 1] + apart
    if np.any(np.diff(found) <= 0.0):
        raise ValueError("freq cannot contain numbers that are too close to a repeated value")
    return found


def firwin2(
    numtaps: int, freq: Any, gain: Any, *, nfreqs: Any = None, window: Any = "hamming", antisymmetric: bool = False,
    fs: Any = None,
) -> Any:  # fmt: skip
    """The filter of finite length with these gains, linear between the frequencies."""
    nyquist = 1.0 if fs is None else 0.5 * float(fs)
    given, gains = np.asarray(freq) * 1.0, np.asarray(gain) * 1.0
    if len(given) != len(gains):
        raise ValueError("freq and gain must be of same length.")
    if nfreqs is not None and numtaps >= nfreqs:
        raise ValueError("ntaps must be less than nfreqs")
    points = _frequencies(given, nyquist)
    if numtaps % 2 == 0 and not antisymmetric and gains[-1] != 0.0:
        raise ValueError("A Type II filter must have zero gain at the Nyquist frequency.")
    if numtaps % 2 == 1 and antisymmetric and (gains[0] != 0.0 or gains[-1] != 0.0):
        raise ValueError("A Type III filter must have zero gain at zero and Nyquist frequencies.")
    if numtaps % 2 == 0 and antisymmetric and gains[0] != 0.0:
        raise ValueError("A Type IV filter must have zero gain at zero frequency.")
    count = 1 + 2 ** math.ceil(math.log(numtaps, 2)) if nfreqs is None else nfreqs
    x = np.linspace(0.0, nyquist, count)
    shift = np.exp(-(numtaps - 1) / 2.0 * 1j * np.pi * x / nyquist) * (1j if antisymmetric else 1.0 + 0j)
    found = np.fft.irfft(np.interp(x, points, gains) * shift)[:numtaps]
    found = found * 1.0 if window is None else found * _window(window, numtaps)
    if antisymmetric and numtaps % 2 == 1:
        found[len(found) // 2] = 0.0
    return found


def _moments(f: Any, slope: Any, start: Any, count: int) -> Any:
    """The integral up to ``f`` of (slope f + start) cos(π n f), a row for each n."""
    n = np.arange(count)[:, None]
    found = f * (slope * f + start) * np.sinc(f * n)
    found[0] -= slope * f * f / 2.0
    found[1:] += slope * np.cos(n[1:] * np.pi * f) / (np.pi * n[1:]) ** 2
    return found


def firls(numtaps: int, bands: Any, desired: Any, *, weight: Any = None, fs: Any = None) -> Any:
    """The filter of finite length that is nearest in the mean square to gains that are linear in bands."""
    nyquist = 1.0 if fs is None else 0.5 * float(fs)
    if numtaps % 2 == 0 or numtaps < 1:
        raise ValueError("numtaps must be odd and >= 1")
    if nyquist <= 0.0:
        raise ValueError("nyq must be positive")
    half, ends, gains = (numtaps - 1) // 2, np.ravel(bands) / nyquist, np.ravel(desired) * 1.0
    if len(ends) % 2 != 0:
        raise ValueError("bands must contain frequency pairs.")
    if np.any(ends < 0.0) or np.any(ends > 1.0):
        raise ValueError("bands must be between 0 and 1 relative to Nyquist")
    if len(ends) != len(gains):
        raise ValueError("desired must have one entry per frequency")
    left, right, low, high = ends[::2], ends[1::2], gains[::2], gains[1::2]
    if np.any(right - left <= 0.0) or np.any(np.diff(left) < 0.0):
        raise ValueError("bands must be monotonically nondecreasing and have width > 0.")
    if np.any(right[:-1] > left[1:]):
        raise ValueError("bands must not overlap.")
    if np.any(gains < 0.0):
        raise ValueError("desired must be non-negative.")
    weights = np.ones(len(left)) if weight is None else np.ravel(weight) * 1.0
    if len(weights) != len(left):
        raise ValueError("weight must be the same size as the number of band pairs.")
    if np.any(weights < 0.0):
        raise ValueError("weight must be non-negative.")
    n, i = np.arange(numtaps)[:, None], np.arange(half + 1)
    q = (np.sinc(right * n) * right - np.sinc(left * n) * left) @ weights
    matrix = q[np.abs(i[:, None] - i)] + q[i[:, None] + i]
    slope = (high - low) / (right - left)
    start = low - left * slope
    side = (_moments(right, slope, start, half + 1) - _moments(left, slope, start, half + 1)) @ weights
    if np.linalg.cond(matrix) > 1e13:
        raise NotImplementedError("scipy.signal.firls with bands that leave the coefficients open, in compiled functions")
    a = np.linalg.solve(matrix, side)
    return np.concatenate((a[:0:-1], 2.0 * a[:1], a[1:]))
