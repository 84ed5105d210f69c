"""Signals and filters of continuous time, in `scipy.signal`: pulses, and the digital filter for an analogue one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np


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
