"""Windows of `scipy.signal.windows`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


def _cosines(M: int, weights: Any, sym: Any) -> Any:
    """A sum of cosines; periodic if not ``sym``."""
    found = np.ones(M)
    n = M - 1 if sym else M
    if M > 1:
        for i in range(M):
            s = 0.0
            for k in range(len(weights)):
                s += weights[k] * math.cos(k * (2.0 * math.pi * i / n - math.pi))
            found[i] = s
    return found


def boxcar(M: int, sym: Any = True) -> Any:
    """Ones."""
    return np.ones(M)


def hann(M: int, sym: Any = True) -> Any:
    """0.5 + 0.5 cos."""
    return _cosines(M, np.array([0.5, 0.5]), sym)


def hamming(M: int, sym: Any = True) -> Any:
    """0.54 + 0.46 cos."""
    return _cosines(M, np.array([0.54, 0.46]), sym)


def blackman(M: int, sym: Any = True) -> Any:
    """Of three terms."""
    return _cosines(M, np.array([0.42, 0.5, 0.08]), sym)


def bartlett(M: int, sym: Any = True) -> Any:
    """A triangle with zeros at its ends."""
    found = np.ones(M)
    n = M - 1 if sym else M
    if M > 1:
        for i in range(M):
            found[i] = 2.0 * i / n if 2 * i <= n else 2.0 - 2.0 * i / n
    return found


def cosine(M: int, sym: Any = True) -> Any:
    """Half a wave."""
    n = M if sym else M + 1
    return np.sin(math.pi / n * (np.arange(M) + 0.5)) if M > 1 else np.ones(M)


def gaussian(M: int, std: Any, sym: Any = True) -> Any:
    """The normal density, 1 in the middle."""
    if M <= 1:
        return np.ones(M)
    x = np.arange(M) - ((M - 1 if sym else M) / 2.0)
    return np.exp(-x * x / (2.0 * std * std))


def get_window(window: Any, Nx: int, fftbins: Any = True) -> Any:
    """The window of this name, periodic with ``fftbins``."""
    if isinstance(window, tuple) and window[0] == "gaussian":
        return gaussian(Nx, window[1], not fftbins)
    if window == "hann":
        return hann(Nx, not fftbins)
    if window == "hamming":
        return hamming(Nx, not fftbins)
    if window == "blackman":
        return blackman(Nx, not fftbins)
    if window == "bartlett":
        return bartlett(Nx, not fftbins)
    if window == "cosine":
        return cosine(Nx, not fftbins)
    if window == "boxcar":
        return boxcar(Nx, not fftbins)
    refused("get_window() of this name is not supported in compiled functions", "make the window outside")
    return np.ones(Nx)
