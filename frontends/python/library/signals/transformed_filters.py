"""Other limits for an analogue low pass and the digital filter for it, by coefficients or zeros and poles (`scipy.signal`)."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np


def normalize(b: Any, a: Any) -> Any:
    """Numerator and denominator of a transfer function, the first coefficient of the denominator 1."""
    top, below = np.atleast_1d(np.asarray(b)), np.atleast_1d(np.asarray(a))
    if below.ndim != 1:
        raise ValueError("Denominator polynomial must be rank-1 array.")
    if top.ndim > 2:
        raise ValueError("Numerator polynomial must be rank-1 or rank-2 array.")
    if np.all(below == 0):
        raise ValueError("Denominator must have at least on nonzero element.")
    if top.ndim == 2 and top.shape[0] == 1:
        raise NotImplementedError("scipy.signal.normalize of a numerator of one row in compiled functions: pass the row")
    below = np.trim_zeros(below, "f")
    top, zeros, n = top / below[0], 0, top.shape[-1]
    while zeros < n - 1 and np.all(np.abs(top[..., zeros]) <= 1e-14):
        zeros += 1
    if n > 0 and np.all(np.abs(top[..., 0]) <= 1e-14):
        warnings.warn("Badly conditioned filter coefficients (numerator): the results may be meaningless", stacklevel=2)
    return top[..., zeros:].copy(), below / below[0]


def _floats(b: Any, a: Any) -> Any:
    """Both of the same type of floating-point numbers."""
    top, below = np.atleast_1d(np.asarray(b)) * 1.0, np.atleast_1d(np.asarray(a)) * 1.0
    kind = (top[:1] * below[:1]).dtype
    return top.astype(kind), below.astype(kind)


def lp2lp(b: Any, a: Any, wo: Any = 1.0) -> Any:
    """A low pass with another limit."""
    top, below = _floats(b, a)
    n, d = len(top), len(below)
    powers = (wo * np.float64(1.0)) ** np.arange(max(n, d) - 1, -1, -1)
    first = powers[max(n - d, 0)]
    return normalize(top * first / powers[max(d - n, 0) :], below * first / powers[max(n - d, 0) :])


def lp2hp(b: Any, a: Any, wo: Any = 1.0) -> Any:
    """The high pass for a low pass."""
    top, below = _floats(b, a)
    n, d = len(top), len(below)
    count = max(n, d)
    powers = ((wo * np.float64(1.0)) ** np.arange(count)).astype(top.dtype)
    new_top, new_below = np.zeros(count, dtype=top.dtype), np.zeros(count, dtype=top.dtype)
    new_top[:n] = top[::-1] * powers[:n]
    new_below[:d] = below[::-1] * powers[:d]
    return normalize(new_top, new_below)


def lp2bp(b: Any, a: Any, wo: Any = 1.0, bw: Any = 1.0) -> Any:
    """The band pass for a low pass, by s → (s² + wo²) / (s bw)."""
    top, below = _floats(b, a)
    most = max(len(top), len(below)) - 1
    return normalize(_in_band(top, most, wo * 1.0, bw * 1.0), _in_band(below, most, wo * 1.0, bw * 1.0))


def _in_band(c: Any, most: int, wo: float, bw: float) -> Any:
    n = len(c) - 1
    found = np.zeros(n + most + 1, dtype=c.dtype)
    for i in range(n + 1):
        for k in range(i + 1):
            found[n - i + 2 * (i - k)] += math.comb(i, k) * c[n - i] * (wo * wo) ** (i - k) / bw**i
    return found


def lp2bs(b: Any, a: Any, wo: Any = 1.0, bw: Any = 1.0) -> Any:
    """The band stop for a low pass, by s → s bw / (s² + wo²)."""
    top, below = _floats(b, a)
    most = max(len(top), len(below)) - 1
    return normalize(_out_of_band(top, most, wo * 1.0, bw * 1.0), _out_of_band(below, most, wo * 1.0, bw * 1.0))


def _out_of_band(c: Any, most: int, wo: float, bw: float) -> Any:
    n = len(c) - 1
    found = np.zeros(2 * most + 1, dtype=c.dtype)
    for i in range(n + 1):
        for k in range(most - i + 1):
            found[2 * most - i - 2 * k] += math.comb(most - i, k) * c[n - i] * (wo * wo) ** (most - i - k) * bw**i
    return found


def _zeros_and_poles(z: Any, p: Any) -> Any:
    """Both, and how many zeros are at infinity."""
    zeros, poles = np.atleast_1d(np.asarray(z)), np.atleast_1d(np.asarray(p))
    if len(poles) < len(zeros):
        raise ValueError("Improper transfer function. Must have at least as many poles as zeros.")
    return zeros, poles, len(poles) - len(zeros)


def lp2lp_zpk(z: Any, p: Any, k: Any, wo: Any = 1.0) -> Any:
    """A low pass with another limit."""
    zeros, poles, degree = _zeros_and_poles(z, p)
    scale = wo * np.float64(1.0)
    return scale * zeros, scale * poles, k * scale**degree


def _ratio(top: Any, below: Any) -> Any:
    return np.real(np.prod(top) / np.prod(below))


def lp2hp_zpk(z: Any, p: Any, k: Any, wo: Any = 1.0) -> Any:
    """The high pass for a low pass."""
    zeros, poles, degree = _zeros_and_poles(z, p)
    scale = wo * np.float64(1.0)
    return np.concatenate((scale / zeros, np.zeros(degree))), scale / poles, k * _ratio(-zeros, -poles)


def _shifted(real_or_not: Any, wo: Any) -> Any:
    c = real_or_not.astype(np.complex128)
    root = np.sqrt(c * c - wo * wo)
    return np.concatenate((c + root, c - root))


def _of_one_type(z: Any, p: Any) -> Any:
    zeros, poles, degree = _zeros_and_poles(z, p)
    kind = (np.concatenate((zeros, poles)) * 1.0).dtype
    return zeros.astype(kind), poles.astype(kind), degree


def lp2bp_zpk(z: Any, p: Any, k: Any, wo: Any = 1.0, bw: Any = 1.0) -> Any:
    """The band pass for a low pass."""
    zeros, poles, degree = _of_one_type(z, p)
    width = bw * np.float64(1.0)
    top, below = _shifted(zeros * width / 2.0, wo), _shifted(poles * width / 2.0, wo)
    return np.concatenate((top, np.zeros(degree))), below, k * width**degree


def lp2bs_zpk(z: Any, p: Any, k: Any, wo: Any = 1.0, bw: Any = 1.0) -> Any:
    """The band stop for a low pass."""
    zeros, poles, degree = _of_one_type(z, p)
    half = bw / np.float64(2.0)
    top, below, middle = _shifted(half / zeros, wo), _shifted(half / poles, wo), wo * np.ones(degree)
    return np.concatenate((top, 1j * middle, -1j * middle)), below, k * _ratio(-zeros, -poles)


def bilinear_zpk(z: Any, p: Any, k: Any, fs: Any) -> Any:
    """The digital filter for an analogue one, by s = 2 fs (z - 1) / (z + 1)."""
    zeros, poles, degree = _zeros_and_poles(z, p)
    if fs is None or np.ndim(fs) > 0:
        raise ValueError("Sampling frequency fs must be a single scalar.")
    twice = 2.0 * fs
    top = np.concatenate(((twice + zeros) / (twice - zeros), -np.ones(degree)))
    return top, (twice + poles) / (twice - poles), k * _ratio(twice - zeros, twice - poles)
