"""Transforms of short segments of a signal: ``stft``, ``istft`` and ``spectrogram`` of `scipy.signal`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.signals.signal_windows import get_window
from irad.frontends.python.library.signals.spectra_of_signals import _without_trend


def _weights(window: Any, nperseg: Any, length: int) -> Any:
    """The window, not longer than the signal where only its length is given."""
    if isinstance(window, (str, tuple)):
        return get_window(window, min(256 if nperseg is None else nperseg, length))
    found = np.asarray(window) * 1.0
    if nperseg is not None and nperseg != len(found):
        raise ValueError("value specified for nperseg is different from length of window")
    return found


def _segments(x: Any, weights: Any, overlap: int, size: int, detrend: Any) -> Any:
    """The transforms of the segments, in columns."""
    count = len(weights)
    if overlap >= count:
        raise ValueError("noverlap must be less than nperseg.")
    if size < count:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    if count > x.shape[-1]:
        raise ValueError("window is longer than input signal")
    step = count - overlap
    parts = (x.shape[-1] - overlap) // step
    found = np.zeros((*x.shape[:-1], size // 2 + 1, parts), dtype=np.complex128)
    for k in range(parts):
        found[..., :, k] = np.fft.rfft(_without_trend(x[..., k * step : k * step + count], detrend) * weights, size)
    return found


def _given(x: Any, axis: int, detrend: Any, onesided: bool) -> Any:
    given = np.asarray(x)
    if given.dtype.kind == "c":
        refused("transforms of segments of complex signals are not supported in compiled functions", "np.fft")
    if not onesided:
        raise NotImplementedError("transforms of segments with both sides in compiled functions")
    if axis != -1 and axis != given.ndim - 1:
        raise NotImplementedError("transforms of segments along an axis that is not the last in compiled functions")
    if not isinstance(detrend, (str, bool)):
        refused("detrend= of a function is not supported in compiled functions", "'constant', 'linear' or False")
    return given * 1.0


def _times(length: int, count: int, overlap: int, fs: Any) -> Any:
    return (np.arange((length - overlap) // (count - overlap)) * (count - overlap) + count / 2) / fs


def stft(
    x: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = 256, noverlap: Any = None, nfft: Any = None,
    detrend: Any = False, return_onesided: bool = True, boundary: Any = "zeros", padded: Any = True, axis: int = -1,
    scaling: Any = "spectrum",
) -> Any:  # fmt: skip
    """Frequencies, times, and the transforms of the segments in columns."""
    given = _given(x, axis, detrend, return_onesided)
    if boundary is not None and boundary != "zeros":
        refused("stft() with this boundary= is not supported in compiled functions", "'zeros' or None")
    if scaling != "spectrum" and scaling != "psd":
        raise ValueError("Parameter scaling must be in ['spectrum', 'psd']")
    weights = _weights(window, nperseg, given.shape[-1])
    count = len(weights)
    overlap, size = count // 2 if noverlap is None else noverlap, count if nfft is None else nfft
    if overlap >= count:
        raise ValueError("noverlap must be less than nperseg.")
    side = 0 if boundary is None else count // 2
    length = given.shape[-1] + 2 * side
    more = (-(length - count) % (count - overlap)) % count if padded else 0
    whole = np.zeros((*given.shape[:-1], length + more))
    whole[..., side : side + given.shape[-1]] = given
    found = _segments(whole, weights, overlap, size, detrend)
    scale = np.sum(weights) if scaling == "spectrum" else np.sqrt(fs * np.sum(weights * weights))
    times = _times(length + more, count, overlap, fs) - (0.0 if boundary is None else count / 2 / fs)
    return np.fft.rfftfreq(size, 1 / fs), times, found / scale


def spectrogram(
    x: Any, fs: Any = 1.0, window: Any = ("tukey", 0.25), nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", return_onesided: bool = True, scaling: Any = "density", axis: int = -1, mode: Setting = "psd",
) -> Any:  # fmt: skip
    """Frequencies, times, and the densities of the segments in columns."""
    given = _given(x, axis, detrend, return_onesided)
    if mode == "phase":
        refused("spectrogram() with mode='phase' is not supported in compiled functions", "np.unwrap of mode='angle'")
    if mode not in ("psd", "complex", "magnitude", "angle"):
        raise ValueError("unknown value for mode")
    weights = _weights(window, nperseg, given.shape[-1])
    count = len(weights)
    overlap, size = count // 8 if noverlap is None else noverlap, count if nfft is None else nfft
    found = _segments(given, weights, overlap, size, detrend)
    scale = np.sum(weights) ** 2 if scaling == "spectrum" else fs * np.sum(weights * weights)
    f, times = np.fft.rfftfreq(size, 1 / fs), _times(given.shape[-1], count, overlap, fs)
    if mode == "complex":
        return f, times, found / np.sqrt(scale)
    if mode == "magnitude":
        return f, times, np.abs(found / np.sqrt(scale))
    if mode == "angle":
        return f, times, np.angle(found)
    power = (found.real**2 + found.imag**2) / scale
    last = (size + 1) // 2
    power[..., 1:last, :] = 2.0 * power[..., 1:last, :]
    return f, times, power


def istft(
    Zxx: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    input_onesided: bool = True, boundary: Any = True, time_axis: int = -1, freq_axis: int = -2, scaling: Any = "spectrum",
) -> Any:  # fmt: skip
    """Times and the signal whose segments have these transforms."""
    given = np.asarray(Zxx)
    if not input_onesided or time_axis != -1 or freq_axis != -2:
        raise NotImplementedError("istft() of both sides, or with axes, in compiled functions")
    if given.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    usual, parts = 2 * (given.shape[-2] - 1), given.shape[-1]
    count = usual if nperseg is None else nperseg
    size = (count if count == usual + 1 else usual) if nfft is None else nfft
    overlap = count // 2 if noverlap is None else noverlap
    if overlap >= count:
        raise ValueError("noverlap must be less than nperseg.")
    weights = get_window(window, count) if isinstance(window, (str, tuple)) else np.asarray(window) * 1.0
    if len(weights) != count:
        raise ValueError(f"window must have length of {count}")
    scale = np.sum(weights) if scaling == "spectrum" else np.sqrt(fs * np.sum(weights * weights))
    step = count - overlap
    rows = np.fft.irfft(np.moveaxis(given, -2, -1), size)[..., :count] * (weights * scale)
    whole, norm = np.zeros((*given.shape[:-2], count + (parts - 1) * step)), np.zeros(count + (parts - 1) * step)
    for k in range(parts):
        whole[..., k * step : k * step + count] += rows[..., k, :]
        norm[k * step : k * step + count] += weights * weights
    side = count // 2 if boundary is not None and boundary else 0
    norm = np.where(norm > 1e-10, norm, 1.0)
    found = (whole / norm)[..., side : len(norm) - side].copy()
    return np.arange(found.shape[0]) / fs, found  # as SciPy counts, whatever the number of axes
