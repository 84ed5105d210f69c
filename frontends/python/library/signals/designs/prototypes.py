"""Analogue low passes with the limit 1, as zeros, poles and a factor: Butterworth, Chebyshev, Cauer, as in `scipy.signal`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_STEPS = 10  # of Landen's transformation and of means, which converge as Newton's method does


def _checked(N: Any) -> None:
    if N < 0:
        raise ValueError("Filter order must be a nonnegative integer")


def _angles(N: Any) -> Any:
    return np.arange(-N + 1, N, 2) * np.pi / (2.0 * N)


def _nothing() -> Any:
    return np.zeros(0, dtype=np.complex128)


def buttap(N: Any) -> Any:
    """Butterworth's low pass."""
    _checked(N)
    if N == 0:
        return np.zeros(0), _nothing(), 1.0
    return np.zeros(0), -np.exp(1j * _angles(N)), 1.0


def cheb1ap(N: Any, rp: Any) -> Any:
    """Chebyshev's low pass with ``rp`` dB of ripple where it lets pass."""
    _checked(N)
    if N == 0:
        return np.zeros(0), _nothing(), np.float64(10.0 ** (-rp / 20.0))
    ripple = math.sqrt(10.0 ** (0.1 * rp) - 1.0)
    poles = -np.sinh(math.asinh(1.0 / ripple) / N + 1j * _angles(N))
    return np.zeros(0), poles, np.real(np.prod(-poles)) / (1.0 if N % 2 == 1 else math.sqrt(1.0 + ripple * ripple))


def cheb2ap(N: Any, rs: Any) -> Any:
    """Chebyshev's low pass with ``rs`` dB where it stops."""
    _checked(N)
    if N == 0:
        return _nothing(), _nothing(), np.float64(1.0)
    mu = math.asinh(1.0 / (1.0 / math.sqrt(10.0 ** (0.1 * rs) - 1.0))) / N
    angles = _angles(N)
    if N % 2 == 1:
        zeros = 1j / np.sin(np.concatenate((angles[: N // 2], angles[N // 2 + 1 :])))
    else:
        zeros = 1j / np.sin(angles)
    poles = -1.0 / np.sinh(mu + 1j * angles)
    return zeros, poles, np.real(np.prod(-poles) / np.prod(-zeros))


def _mean(b: Any) -> Any:
    """The arithmetic-geometric mean of 1 and ``b``."""
    x, y = 1.0, b
    for _ in range(_STEPS):
        x, y = 0.5 * (x + y), np.sqrt(x * y)
    return x


def _moduli(k: Any, complement: Any) -> Any:
    """The moduli of Landen's descending transformation."""
    found, other = np.empty(_STEPS + 1), complement
    found[0] = k
    for n in range(_STEPS):
        found[n + 1] = (found[n] / (1.0 + other)) ** 2
        other = 2.0 * np.sqrt(other) / (1.0 + other)
    return found


def _modulus(N: Any, k: Any, complement: Any) -> Any:
    """The modulus with a ratio of periods that is the ``N``-th part, by theta functions of the nome, and its complement.

    The complement is rounded as SciPy's is.
    """
    q = np.exp(-np.pi * _mean(complement) / _mean(k) / N)
    second, third = 1.0, 0.5
    for n in range(1, 8):
        second += q ** (n * (n + 1))
    for n in range(1, 9):
        third += q ** (n * n)
    square = 16.0 * q * (0.5 * second / third) ** 4
    return np.sqrt(square), np.sqrt(1.0 - square)


def _ascended(w: Any, moduli: Any, sign: float) -> Any:
    """An elliptic function (``sign`` 1: sn or cd, -1: sc of the complement) for the circular or hyperbolic one."""
    for n in range(_STEPS, 0, -1):
        w = (1.0 + moduli[n]) * w / (1.0 + sign * moduli[n] * w * w)
    return w


def elliptic(N: Any, rp: Any, rs: Any) -> Any:
    """Cauer's low pass with ripples on both sides (Orfanidis, Lecture Notes on Elliptic Filter Design, 2006)."""
    _checked(N)
    if N == 0:
        return _nothing(), _nothing(), np.float64(10.0 ** (-rp / 20.0))
    square = math.expm1(math.log(10.0) * (0.1 * rp))
    if N == 1:
        pole = math.sqrt(1.0 / square)
        return _nothing(), np.array([-pole + 0j]), np.float64(pole)
    ripple, first = math.sqrt(square), np.sqrt(square / math.expm1(math.log(10.0) * (0.1 * rs)))
    if not 0.0 < first < 1.0:
        raise ValueError("Cannot design a filter with given rp and rs specifications.")
    complement = np.sqrt((1.0 - first) * (1.0 + first))
    k, other = _modulus(N, first, complement)
    steps, moduli = _moduli(first, complement), _moduli(k, other)
    y = 1.0 / ripple
    for n in range(_STEPS):
        y = 2.0 * y / ((1.0 + steps[n + 1]) * (1.0 + np.sqrt(1.0 + (steps[n] * y) ** 2)))
    t = _ascended(np.sinh(np.arcsinh(y) / N), moduli, -1.0)
    parts = np.arange(1 - N % 2, N, 2) * np.pi / (2.0 * N)
    s, cd = _ascended(np.sin(parts), moduli, 1.0), _ascended(np.cos(parts), moduli, 1.0)
    d = other / np.sqrt((1.0 - k * cd) * (1.0 + k * cd))
    sv, dv = t / np.sqrt(1.0 + t * t), np.sqrt((1.0 + k * k * t * t) / (1.0 + t * t))
    half = -(cd * d * d * sv / np.sqrt(1.0 + t * t) + 1j * s * dv) / (1.0 - (d * sv) ** 2)
    up = 1j / (k * s[N % 2 :])
    zeros, poles = np.concatenate((up, np.conj(up))), np.concatenate((half, np.conj(half[N % 2 :])))
    factor = np.real(np.prod(-poles) / np.prod(-zeros))
    return zeros, poles, factor / (1.0 if N % 2 == 1 else math.sqrt(1.0 + square))


def ellipap(N: Any, rp: Any, rs: Any) -> Any:
    """Cauer's low pass."""
    if N == 1:
        raise NotImplementedError("scipy.signal.ellipap of order 1 in compiled functions")
    return elliptic(N, rp, rs)
