"""Functions of `scipy.signal` of samples at any times, of quotients of polynomials, and Wiener's filter."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.signals.convolutions import convolve, correlate
from irad.frontends.python.library.signals.signal_filters import lfilter

_LEAST = 2.0**-53


def lombscargle(
    x: Any, y: Any, freqs: Any, *, normalize: Any = False, weights: Any = None, floating_mean: bool = False
) -> Any:  # fmt: skip
    """The periodogram of samples at any times (Zechmeister and Kürster 2009), with SciPy's names of its terms."""
    times, given, rates = np.asarray(x) * 1.0, np.asarray(y) * 1.0, np.asarray(freqs) * 1.0
    if times.ndim != 1 or given.ndim != 1 or len(times) == 0 or len(times) != len(given):
        raise ValueError("Parameters x, y, weights must be 1-D arrays of equal non-zero length!")
    if rates.ndim != 1 or len(rates) == 0:
        raise ValueError("Parameter freqs must be a 1-D array of non-zero length!")
    raw = np.ones(len(given)) if weights is None else np.asarray(weights) * 1.0
    if raw.shape != given.shape:
        raise ValueError("Parameters x, y, weights must be 1-D arrays of equal non-zero length!")
    if not (np.all(raw >= 0.0) and np.sum(raw) > 0.0):
        raise ValueError("Parameter weights must have only non-negative entries which sum to a positive value!")
    if isinstance(normalize, str) and normalize not in ("power", "normalize", "amplitude"):
        raise ValueError("Normalize must be: False (or 'power'), True (or 'normalize'), or 'amplitude'.")
    w = raw * (1.0 / raw.sum())
    angles = times[:, None] * rates
    cosines, sines = np.cos(angles), np.sin(angles)
    cc = w @ (cosines * cosines)
    ss, cs = 1.0 - cc, w @ (cosines * sines)
    if floating_mean:
        c, s = w @ cosines, w @ sines
        cc, ss, cs = cc - c * c, ss - s * s, cs - c * s
    tau = 0.5 * np.arctan2(2.0 * cs, cc - ss)
    cosines, sines = np.cos(angles - tau), np.sin(angles - tau)
    yc, ys, cc = (w * given) @ cosines, (w * given) @ sines, w @ (cosines * cosines)
    ss, mean = 1.0 - cc, w @ given
    if floating_mean:
        c, s = w @ cosines, w @ sines
        yc, ys, cc, ss = yc - mean * c, ys - mean * s, cc - c * c, ss - s * s
    cc, ss = np.where(cc < _LEAST, _LEAST, cc), np.where(ss < _LEAST, _LEAST, ss)
    a, b = yc / cc, ys / ss
    if isinstance(normalize, str) and normalize == "amplitude":
        return (a + 1j * b) * np.exp(1j * tau)
    power = 2.0 * (a * yc + b * ys)
    if not normalize or (isinstance(normalize, str) and normalize == "power"):
        return power * (len(times) / 4.0)
    whole = (w * given) @ given
    return power * (0.5 / (whole - mean * mean if floating_mean else whole))


def wiener(im: Any, mysize: Any = None, noise: Any = None) -> Any:
    """Wiener's filter by the means and variances around each element."""
    given = np.asarray(im)
    if mysize is None:
        sizes = (3,) * given.ndim
    else:
        sizes = (mysize,) * given.ndim if np.ndim(mysize) == 0 else tuple(mysize)
    ones = np.ones(sizes)
    mean = correlate(given, ones, "same") / float(ones.size)
    variance = correlate(given * given, ones, "same") / float(ones.size) - mean * mean
    level = np.mean(variance) if noise is None else noise
    return np.where(variance < level, mean, mean + (given - mean) * (1.0 - level / variance))


def deconvolve(signal: Any, divisor: Any) -> Any:
    """The quotient of two polynomials and what is left."""
    num, den = np.atleast_1d(signal), np.atleast_1d(divisor)
    if num.ndim != 1 or den.ndim != 1 or len(num) == 0 or len(den) == 0:
        raise ValueError("Parameters signal and divisor must be non-empty 1d arrays")
    if len(den) > len(num):
        raise NotImplementedError("deconvolve() by a longer divisor in compiled functions: the quotient is empty")
    impulse = np.zeros(len(num) - len(den) + 1)
    impulse[0] = 1.0
    quotient = lfilter(num, den, impulse)
    return quotient, num - convolve(den, quotient)


def group_delay(system: Any, w: Any = 512, whole: bool = False, fs: Any = 2.0 * math.pi) -> Any:
    """The delay of a filter at frequencies: 0 where the numerator or the denominator has a zero."""
    b, a = np.atleast_1d(system[0]), np.atleast_1d(system[1])
    if w is None or np.ndim(w) == 0:
        count = 512 if w is None else w
        if not isinstance(count, int):
            refused("group_delay() at one frequency is not supported in compiled functions", "give an array of one")
        omega = np.linspace(0.0, 2.0 * math.pi if whole else math.pi, count, endpoint=False)
    else:
        omega = 2.0 * math.pi * np.atleast_1d(w) / fs
    c = np.convolve(b, np.conj(a[::-1]))
    z = np.exp(-1j * omega)
    top, below = np.polyval((c * np.arange(len(c)))[::-1], z), np.polyval(c[::-1], z)
    singular = np.abs(below) == 0.0
    delay = np.real(np.where(singular, 0.0, top) / np.where(singular, 1.0, below)) - len(a) + 1
    return omega * (fs / (2.0 * math.pi)), np.where(singular, 0.0, delay)


def gausspulse(
    t: Any, fc: Any = 1000, bw: Any = 0.5, bwr: Any = -6, tpr: Any = -60, retquad: bool = False, retenv: bool = False
) -> Any:  # fmt: skip
    """A sinusoid under a Gaussian, or with ``t="cutoff"`` the time at which it has fallen to ``tpr`` dB."""
    if fc < 0:
        raise ValueError(f"Center frequency (fc={fc}) must be >=0.")
    if bw <= 0:
        raise ValueError(f"Fractional bandwidth (bw={bw}) must be > 0.")
    if bwr >= 0:
        raise ValueError(f"Reference level for bandwidth (bwr={bwr}) must be < 0 dB")
    a = -((math.pi * fc * bw) ** 2) / (4.0 * np.log(10.0 ** (bwr / 20.0)))
    if isinstance(t, str):
        if t != "cutoff":
            raise ValueError("If `t` is a string, it must be 'cutoff'")
        if tpr >= 0:
            raise ValueError("Reference level for time cutoff must be < 0 dB")
        return np.sqrt(-np.log(10.0 ** (tpr / 20.0)) / a)
    around = np.exp(-a * t * t)
    first, second = around * np.cos(2.0 * math.pi * fc * t), around * np.sin(2.0 * math.pi * fc * t)
    if retquad:
        return (first, second, around) if retenv else (first, second)
    return (first, around) if retenv else first


def bilinear(b: Any, a: Any, fs: Any = 1.0) -> Any:
    """A digital filter for an analogue one, by s = 2 fs (z - 1) / (z + 1)."""
    num, den = np.trim_zeros(np.atleast_1d(b) * 1.0, "f"), np.trim_zeros(np.atleast_1d(a) * 1.0, "f")
    if num.ndim != 1 or den.ndim != 1:
        raise ValueError("Parameters a and b must be 1d arrays")
    n = max(len(num), len(den)) - 1
    top, below = _in_z(num, n, fs), _in_z(den, n, fs)
    first = below[0]
    return top / first, below / first


def _in_z(coefficients: Any, n: int, fs: Any) -> Any:
    factor = np.sqrt(2.0 * fs)
    total = np.zeros(n + 1)
    for q in range(len(coefficients)):
        term = np.array([coefficients[len(coefficients) - 1 - q]])
        for _ in range(q):
            term = np.convolve(term, np.array([1.0, -1.0]) * factor)
        for _ in range(n - q):
            term = np.convolve(term, np.array([1.0, 1.0]) / factor)
        total += term
    return total
