"""Frequencies of filters and signals, as `scipy.signal` has them: responses, analytic signals, resampling, spectral densities."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.signals import segments
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
    factors = np.ones(n, dtype=np.real(spectrum).dtype)
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
    kind = np.result_type(np.atleast_1d(b), a if isinstance(a, (int, float)) else np.atleast_1d(a), np.complex64)
    top, below = np.atleast_1d(b) * np.float64(1.0), np.atleast_1d(a) * np.float64(1.0)
    if plot is not None or top.ndim != 1 or below.ndim != 1:
        refused("freqz() with plot=, or of several filters, is not supported in compiled functions", "a call for each")
    if len(below) == 0 or (len(top) == 0 and len(below) > 1):
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    angles = _angles(worN, whole, fs, include_nyquist)
    z = np.exp(-1j * angles)
    found = (_at_points(top, z) / _at_points(below, z)).astype(kind)
    return (angles * (fs / (2 * np.pi))).astype(np.real(found).dtype), found


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
    """``num`` samples of the periodic signal with these samples, or with this spectrum."""
    if domain != "time" and domain != "freq":
        raise ValueError(f"Parameter domain={domain!r} not in ('time', 'freq')!")
    given = np.moveaxis(np.asarray(x) * 1.0, axis, -1)
    count = given.shape[-1]
    least = min(num, count)
    if domain == "time" and given.dtype.kind != "c":
        spectrum = np.fft.rfft(given)
        if window is not None:
            weights = _weights_of_bins(window, count)
            for k in range(1, spectrum.shape[-1]):
                spectrum[..., k] = spectrum[..., k] * (0.5 * (weights[k] + weights[count - k]))
            spectrum[..., 0] = spectrum[..., 0] * weights[0]
        kept = np.zeros((*given.shape[:-1], num // 2 + 1), dtype=spectrum.dtype)
        kept[..., : least // 2 + 1] = spectrum[..., : least // 2 + 1]
        if least % 2 == 0 and num != count:
            kept[..., least // 2] = kept[..., least // 2] * (2.0 if num < count else 0.5)
        found = np.moveaxis(np.fft.irfft(kept, num) * (num / count), -1, axis)
    else:
        whole = np.fft.fft(given) if domain == "time" else given * (1.0 + 0.0j)
        if window is not None:
            whole = whole * _weights_of_bins(window, count)
        found = np.moveaxis(_resampled(whole, num, count) * (num / count), -1, axis)
    if t is None:
        return found
    times = np.asarray(t)
    return found, np.arange(num) * ((times[1] - times[0]) * count / num) + times[0]


def _weights_of_bins(window: Any, count: int) -> Any:
    """What the bins of a spectrum of ``count`` samples are multiplied by."""
    if callable(window):
        return window(np.fft.fftfreq(count))
    if isinstance(window, (str, tuple)):
        return np.fft.fftshift(get_window(window, count))
    weights = np.asarray(window) * 1.0
    if weights.shape != (count,):
        raise ValueError("window length is not equal to number of frequency bins!")
    return weights


def _resampled(whole: Any, num: int, count: int) -> Any:
    """The signal of ``num`` samples with the bins of a spectrum of ``count``."""
    least = min(num, count)
    half = least // 2 + 1
    kept = np.zeros((*whole.shape[:-1], num), dtype=whole.dtype)
    kept[..., :half] = whole[..., :half]
    if half < least:
        kept[..., num + half - least :] = whole[..., count + half - least :]
    if least % 2 == 0:  # one bin of samples stands for two frequencies
        if num < count:
            kept[..., num - least // 2] += whole[..., count - least // 2]
        elif count < num:
            kept[..., least // 2] = 0.5 * kept[..., least // 2]
            kept[..., num - least // 2] = kept[..., least // 2]
    return np.fft.ifft(kept)


def _densities(
    x: Any, y: Any, fs: Any, window: Any, nperseg: Any, noverlap: Any, nfft: Any, detrend: Any, return_onesided: Any, axis: int
) -> Any:
    """The spectra of the segments of both signals (of one, if ``y`` is None), weights, the length of transforms, if one-sided."""
    a, b = np.moveaxis(np.asarray(x) * 1.0, axis, -1), np.moveaxis(np.asarray(x if y is None else y) * 1.0, axis, -1)
    if callable(detrend) and (a.ndim > 1 or b.ndim > 1):
        refused("detrend= of a function, of several signals, is not supported in compiled functions", "a loop over the signals")
    length = max(a.shape[-1], b.shape[-1])
    weights = segments.weights_of(window, nperseg, length)
    count = len(weights)
    overlap, size = segments.overlap_of(noverlap, count, count // 2), segments.size_of(nfft, count)
    onesided = a.dtype.kind != "c" and b.dtype.kind != "c" and return_onesided
    of_a = segments.spectra(_as_long(a, length), weights, overlap, size, detrend, onesided)
    if y is None:
        return of_a, of_a, weights, size, onesided
    return of_a, segments.spectra(_as_long(b, length), weights, overlap, size, detrend, onesided), weights, size, onesided


def _as_long(x: Any, length: int) -> Any:
    """Rows with zeros behind them."""
    return np.concatenate((x, np.zeros((*x.shape[:-1], length - x.shape[-1]), dtype=x.dtype)), axis=-1)


def _medians(x: Any, average: Any) -> Any:
    """The means over the last axis, or the medians without their bias (Allen et al. 2012, appendix B)."""
    if average == "mean":
        return np.mean(x, axis=-1)
    if average != "median":
        raise ValueError(f"Parameter average={average!r} must be 'median' or 'mean'!")
    n, bias = x.shape[-1], 1.0
    for k in range(1, (n - 1) // 2 + 1):
        bias += 1.0 / (2 * k + 1) - 1.0 / (2 * k)
    return np.median(x, axis=-1) / bias


def _scale(weights: Any, fs: Any, scaling: Any) -> Any:
    if scaling != "density" and scaling != "spectrum":
        raise ValueError(f"Parameter scaling={scaling!r} not in ['density', 'spectrum']!")
    return np.sum(weights) ** 2 if scaling == "spectrum" else np.sum(weights * weights) * fs


def csd(
    x: Any, y: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", return_onesided: bool = True, scaling: Any = "density", axis: int = -1, average: Setting = "mean",
) -> Any:  # fmt: skip
    """The cross spectral density by Welch's method."""
    kind = np.result_type(np.asarray(x), np.asarray(y), np.complex64)
    if np.ndim(x) == 1 and np.ndim(y) == 1 and (np.size(x) == 0 or np.size(y) == 0):
        return np.zeros(0), np.zeros(0, dtype=kind)
    first, second, weights, size, onesided = _densities(
        x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, axis
    )  # fmt: skip
    scaled = segments.both_halves(np.conj(first) * second / _scale(weights, fs, scaling), size, onesided)
    if average == "mean":
        found = np.mean(scaled, axis=-1)
    else:
        found = _medians(scaled.real, average) + 1j * _medians(scaled.imag, average)
    return segments.frequencies(size, fs, onesided), np.moveaxis(found.astype(kind), -1, axis)


def welch(
    x: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", return_onesided: bool = True, scaling: Any = "density", axis: int = -1, average: Setting = "mean",
) -> Any:  # fmt: skip
    """The power spectral density by Welch's method: the mean over overlapping segments."""
    kind = segments.real_kind(np.asarray(x))
    if np.ndim(x) == 1 and np.size(x) == 0:
        return np.zeros(0), np.zeros(0, dtype=kind)
    found, _, weights, size, onesided = _densities(x, None, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, axis)
    scaled = (found.real**2 + found.imag**2) / _scale(weights, fs, scaling)
    density = _medians(segments.both_halves(scaled, size, onesided), average)
    return segments.frequencies(size, fs, onesided), np.moveaxis(density.astype(kind), -1, axis)


def periodogram(
    x: Any, fs: Any = 1.0, window: Any = "boxcar", nfft: Any = None, detrend: Any = "constant", return_onesided: bool = True,
    scaling: Any = "density", axis: int = -1,
) -> Any:  # fmt: skip
    """The power spectral density of one segment."""
    given, chosen = np.moveaxis(np.asarray(x), axis, -1), "boxcar" if window is None else window
    count = given.shape[-1] if nfft is None else min(int(nfft), given.shape[-1])
    size = count if nfft is None else max(int(nfft), count)
    f, found = welch(given[..., :count], fs, chosen, count, 0, size, detrend, return_onesided, scaling, -1)
    return f, np.moveaxis(found, -1, axis)


def coherence(
    x: Any, y: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", axis: int = -1,
) -> Any:  # fmt: skip
    """The squared cross spectral density over both densities."""
    f, of_x = welch(x, fs, window, nperseg, noverlap, nfft, detrend, True, "density", axis)
    of_y = welch(y, fs, window, nperseg, noverlap, nfft, detrend, True, "density", axis)[1]
    both = csd(x, y, fs, window, nperseg, noverlap, nfft, detrend, True, "density", axis)[1]
    return f, (both.real**2 + both.imag**2) / of_x / of_y
