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


_FLATTOP = (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368)
_HARRIS = (0.35875, 0.48829, 0.14128, 0.01168)
_NUTTALL = (0.3635819, 0.4891775, 0.1365995, 0.0106411)


def _by_bessel(n: int, beta: Any, sym: Any) -> Any:
    half = (n - 1 if sym else n) / 2.0
    if n <= 1:
        return np.ones(n)
    return np.i0(beta * np.sqrt(np.maximum(1.0 - ((np.arange(n) - half) / half) ** 2, 0.0))) / np.i0(beta * 1.0)


def _with_slopes(n: int, part: Any, sym: Any) -> Any:
    """One, with half a cosine on both sides that takes ``part`` of the whole (Tukey's window)."""
    last = n - 1 if sym else n
    if n <= 1 or part <= 0:
        return np.ones(n)
    found = np.ones(n)
    alpha = min(part * 1.0, 1.0)
    side = int(np.floor(alpha * last / 2.0))
    for k in range(n):
        if k <= side:
            found[k] = 0.5 * (1.0 + np.cos(np.pi * (-1.0 + 2.0 * k / alpha / last)))
        elif k >= last - side:
            found[k] = 0.5 * (1.0 + np.cos(np.pi * (-2.0 / alpha + 1.0 + 2.0 * k / alpha / last)))
    return found


def tukey(M: int, alpha: Any = 0.5, sym: Any = True) -> Any:
    """One, with half a cosine at both ends."""
    if alpha >= 1.0:
        return hann(M, sym)
    return _with_slopes(M, alpha, sym)


def kaiser(M: int, beta: Any, sym: Any = True) -> Any:
    """Of a Bessel function."""
    return _by_bessel(M, beta, sym)


def flattop(M: int, sym: Any = True) -> Any:
    """Of five terms."""
    return _cosines(M, np.array(_FLATTOP), sym)


def blackmanharris(M: int, sym: Any = True) -> Any:
    """Of four terms, of the least side lobes."""
    return _cosines(M, np.array(_HARRIS), sym)


def nuttall(M: int, sym: Any = True) -> Any:
    """Of four terms."""
    return _cosines(M, np.array(_NUTTALL), sym)


def general_cosine(M: int, a: Any, sym: Any = True) -> Any:
    """A sum of cosines with these weights."""
    return _cosines(M, np.asarray(a) * 1.0, sym)


def general_hamming(M: int, alpha: Any, sym: Any = True) -> Any:
    """alpha + (1 - alpha) cos."""
    return _cosines(M, np.array([alpha * 1.0, 1.0 - alpha]), sym)


def triang(M: int, sym: Any = True) -> Any:
    """A triangle without zeros at its ends."""
    if M <= 1:
        return np.ones(M)
    n = M if sym else M + 1
    found = np.empty(M)
    for i in range(M):
        k = min(i, n - 1 - i) + 1
        found[i] = 2.0 * k / (n + 1.0) if n % 2 == 1 else (2.0 * k - 1.0) / n
    return found


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
    if isinstance(window, tuple) and window[0] == "kaiser":
        return _by_bessel(Nx, window[1], not fftbins)
    if isinstance(window, tuple) and window[0] == "tukey":
        return _with_slopes(Nx, window[1], not fftbins)
    if isinstance(window, tuple) and window[0] == "general_hamming":
        return general_hamming(Nx, window[1], not fftbins)
    if window == "triang":
        return triang(Nx, not fftbins)
    if window == "tukey":
        return _with_slopes(Nx, 0.5, not fftbins)
    if window == "flattop":
        return _cosines(Nx, np.array(_FLATTOP), not fftbins)
    if window == "blackmanharris":
        return _cosines(Nx, np.array(_HARRIS), not fftbins)
    if window == "nuttall":
        return _cosines(Nx, np.array(_NUTTALL), not fftbins)
    refused("get_window() of this name is not supported in compiled functions", "make the window outside")
    return np.ones(Nx)
