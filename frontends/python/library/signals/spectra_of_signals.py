"""Frequencies of filters and signals, as `scipy.signal` has them: responses, analytic signals, resampling, spectral densities."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.signals.signal_windows import get_window


def hilbert(x: Any, N: Any = None, axis: int = -1) -> Any:
    """The analytic signal: without the negative frequencies."""
    given = np.asarray(x)
    if given.dtype.kind == "c":
        raise ValueError("x must be real.")
    n = given.shape[axis] if N is None else N
    if n <= 0:
        raise ValueError("N must be positive.")
    spectrum = np.fft.fft(np.moveaxis(given * 1.0, axis, -1), n)
    factors = np.ones(n)
    for k in range(1, n):
        if 2 * k < n:
            factors[k] = 2.0
        elif 2 * k > n:
            factors[k] = 0.0
    return np.moveaxis(np.fft.ifft(spectrum * factors), -1, axis)


def _at_points(coefficients: Any, z: Any) -> Any:
    """The polynomial with these coefficients, that of the lowest power first, at each point."""
    found = np.zeros(len(z), dtype=np.complex128)
    for k in range(len(coefficients) - 1, -1, -1):
        found = found * z + coefficients[k]
    return found


def _angles(worN: Any, whole: bool, fs: Any, include_nyquist: bool) -> Any:
    """Angles on the unit circle, in radians per sample."""
    if worN is None or isinstance(worN, (int, np.integer)):
        count = 512 if worN is None else worN
        if count < 0:
            raise ValueError("worN must be nonnegative")
        return np.linspace(0.0, 2 * np.pi if whole else np.pi, count, endpoint=bool(include_nyquist and not whole))
    return 2 * np.pi * np.atleast_1d(np.asarray(worN) * 1.0) / fs


def freqz(
    b: Any, a: Any = 1, worN: Any = 512, whole: bool = False, plot: Any = None, fs: Any = 2 * np.pi, include_nyquist: bool = False
) -> Any:
    """The frequency response of a digital filter: frequencies, and what it makes of them."""
    top, below = np.atleast_1d(b) * np.float64(1.0), np.atleast_1d(a) * np.float64(1.0)
    if plot is not None or top.ndim != 1 or below.ndim != 1:
        refused("freqz() with plot=, or of several filters, is not supported in compiled functions", "a call for each")
    angles = _angles(worN, whole, fs, include_nyquist)
    z = np.exp(-1j * angles)
    return angles * (fs / (2 * np.pi)), _at_points(top, z) / _at_points(below, z)


def freqz_sos(sos: Any, worN: Any = 512, whole: bool = False, fs: Any = 2 * np.pi) -> Any:
    """The frequency response of filters of second order, one after the other."""
    sections = np.atleast_2d(sos) * 1.0
    if sections.ndim != 2 or sections.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    if sections.shape[0] < 1:
        raise ValueError("Cannot compute frequencies with no sections")
    angles = _angles(worN, whole, fs, False)
    z = np.exp(-1j * angles)
    found = np.ones(len(angles), dtype=np.complex128)
    for k in range(sections.shape[0]):
        found = found * (_at_points(sections[k, :3], z) / _at_points(sections[k, 3:], z))
    return angles * (fs / (2 * np.pi)), found


def freqz_zpk(z: Any, p: Any, k: Any, worN: Any = 512, whole: bool = False, fs: Any = 2 * np.pi) -> Any:
    """The frequency response of a digital filter with these zeros, poles and this factor."""
    angles = _angles(worN, whole, fs, False)
    at = np.exp(1j * angles)
    zeros, poles = np.atleast_1d(z), np.atleast_1d(p)
    found = np.ones(len(angles), dtype=np.complex128) * k
    for q in range(len(zeros)):
        found = found * (at - zeros[q])
    for q in range(len(poles)):
        found = found / (at - poles[q])
    return angles * (fs / (2 * np.pi)), found


def freqs(b: Any, a: Any, worN: Any = 200, plot: Any = None) -> Any:
    """The frequency response of an analog filter at the given frequencies."""
    if plot is not None or worN is None or isinstance(worN, (int, np.integer)):
        refused("freqs() with plot=, or without frequencies, is not supported in compiled functions", "worN= of the frequencies")
    w = np.atleast_1d(worN)
    at = 1j * w
    return w, np.polyval(np.atleast_1d(b), at) / np.polyval(np.atleast_1d(a), at)


def resample(x: Any, num: int, t: Any = None, axis: int = 0, window: Any = None, domain: Setting = "time") -> Any:
    """``num`` samples of the periodic signal with these samples."""
    given = np.asarray(x) * 1.0
    if window is not None or domain != "time" or given.dtype.kind == "c":
        refused("resample() of complex numbers, or with window= or domain=, is not supported in compiled functions", "fft")
    moved = np.moveaxis(given, axis, -1)
    count = moved.shape[-1]
    spectrum, least = np.fft.rfft(moved), min(num, count)
    kept = np.zeros((*moved.shape[:-1], num // 2 + 1), dtype=np.complex128)
    kept[..., : least // 2 + 1] = spectrum[..., : least // 2 + 1]
    if least % 2 == 0 and num != count:
        kept[..., least // 2] = kept[..., least // 2] * (2.0 if num < count else 0.5)
    found = np.moveaxis(np.fft.irfft(kept, num) * (num / count), -1, axis)
    if t is None:
        return found
    times = np.asarray(t)
    return found, np.arange(num) * ((times[1] - times[0]) * count / num) + times[0]


def _densities(
    x: Any, y: Any, fs: Any, window: Any, nperseg: Any, noverlap: Any, nfft: Any, detrend: Any, onesided: Any, scaling: Any,
    axis: int,
) -> Any:  # fmt: skip
    """Frequencies, and the mean over segments of products of the spectra, the first one's conjugated."""
    a, b = np.moveaxis(np.asarray(x) * 1.0, axis, -1), np.moveaxis(np.asarray(y) * 1.0, axis, -1)
    if a.dtype.kind == "c" or b.dtype.kind == "c":
        refused("spectral densities of complex signals are not supported in compiled functions", "np.fft.fft")
    if not onesided:
        raise NotImplementedError("spectral densities of both sides in compiled functions")
    if a.shape != b.shape:
        raise ValueError("x and y must be equally shaped")
    length = a.shape[-1]
    if isinstance(window, (str, tuple)):
        count = min(256 if nperseg is None else nperseg, length)
        weights = get_window(window, count)
    else:
        weights = np.asarray(window) * 1.0
        count = len(weights)
        if nperseg is not None and nperseg != count:
            raise ValueError("value specified for nperseg is different from length of window")
        if count > length:
            raise ValueError("window is longer than input signal")
    if count < 1:
        raise ValueError("nperseg must be a positive integer")
    size, overlap = count if nfft is None else nfft, count // 2 if noverlap is None else noverlap
    if size < count:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    if overlap >= count:
        raise ValueError("noverlap must be less than nperseg.")
    if isinstance(detrend, str):
        if detrend != "constant" and detrend != "linear":
            raise ValueError("Trend type must be 'linear' or 'constant'.")
    elif detrend:
        raise NotImplementedError("spectral densities with detrend= of a function in compiled functions")
    parts = (length - overlap) // (count - overlap)
    found = np.zeros((*a.shape[:-1], size // 2 + 1), dtype=np.complex128)
    for k in range(parts):
        first = k * (count - overlap)
        of_a = np.fft.rfft(_without_trend(a[..., first : first + count], detrend) * weights, size)
        of_b = np.fft.rfft(_without_trend(b[..., first : first + count], detrend) * weights, size)
        found = found + np.conj(of_a) * of_b
    scale = np.sum(weights) ** 2 if scaling == "spectrum" else np.sum(weights * weights) * fs
    found = found / (scale * parts)
    last = (size + 1) // 2  # the frequencies from 0 to half the sampling rate occur once
    found[..., 1:last] = 2.0 * found[..., 1:last]
    return np.fft.rfftfreq(size, 1.0 / fs), np.moveaxis(found, -1, axis)


def _without_trend(x: Any, detrend: Any) -> Any:
    """The rows without their means, or without the lines through them."""
    if detrend == "constant":
        return x - np.mean(x, axis=-1, keepdims=True)
    if detrend == "linear":
        n = x.shape[-1]
        places = np.arange(n) - 0.5 * (n - 1)
        slopes = np.sum(x * places, axis=-1, keepdims=True) / np.sum(places * places)
        return x - np.mean(x, axis=-1, keepdims=True) - slopes * places
    return x


def csd(
    x: Any, y: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", return_onesided: bool = True, scaling: Any = "density", axis: int = -1, average: Any = "mean",
) -> Any:  # fmt: skip
    """The cross spectral density by Welch's method."""
    if average != "mean":
        refused("average='median' is not supported in compiled functions", "leave it out")
    if scaling != "density" and scaling != "spectrum":
        raise ValueError("Unknown scaling")
    return _densities(x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis)


def welch(
    x: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", return_onesided: bool = True, scaling: Any = "density", axis: int = -1, average: Any = "mean",
) -> Any:  # fmt: skip
    """The power spectral density by Welch's method: the mean over overlapping segments."""
    f, found = csd(x, x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average)
    return f, found.real.copy()


def periodogram(
    x: Any, fs: Any = 1.0, window: Any = "boxcar", nfft: Any = None, detrend: Any = "constant", return_onesided: bool = True,
    scaling: Any = "density", axis: int = -1,
) -> Any:  # fmt: skip
    """The power spectral density of one segment."""
    if nfft is not None:
        refused("periodogram() with nfft= is not supported in compiled functions", "welch(x, nperseg=len(x), nfft=...)")
    count = np.asarray(x).shape[axis]
    chosen = "boxcar" if window is None else window
    return welch(x, fs, chosen, count, 0, None, detrend, return_onesided, scaling, axis)


def coherence(
    x: Any, y: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", axis: int = -1,
) -> Any:  # fmt: skip
    """The squared cross spectral density over both densities."""
    f, of_x = welch(x, fs, window, nperseg, noverlap, nfft, detrend, True, "density", axis)
    of_y = welch(y, fs, window, nperseg, noverlap, nfft, detrend, True, "density", axis)[1]
    both = csd(x, y, fs, window, nperseg, noverlap, nfft, detrend, True, "density", axis)[1]
    return f, (both.real**2 + both.imag**2) / of_x / of_y
