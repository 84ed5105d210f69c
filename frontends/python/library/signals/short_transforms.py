"""Transforms of short segments of a signal: ``stft``, ``istft`` and ``spectrogram`` of `scipy.signal`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.signals import segments
from irad.frontends.python.library.signals.signal_windows import get_window


def _rows(x: Any, axis: int, detrend: Any) -> Any:
    """As floats, the signals along the last axis."""
    given = np.asarray(x) * 1.0
    if given.ndim > 1 and callable(detrend):
        refused("detrend= of a function, of several signals, is not supported in compiled functions", "a loop over the signals")
    return np.moveaxis(given, axis, -1)


def _times(length: int, count: int, overlap: int, fs: Any) -> Any:
    return (np.arange((length - overlap) // (count - overlap)) * (count - overlap) + count / 2) / fs


def _in_place(found: Any, axis: int) -> Any:
    """The frequencies where the samples were; segments are the last axis."""
    return np.moveaxis(found, -2, axis - 1 if axis < 0 else axis)


def stft(
    x: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = 256, noverlap: Any = None, nfft: Any = None,
    detrend: Any = False, return_onesided: bool = True, boundary: Setting = "zeros", padded: Any = True, axis: int = -1,
    scaling: Any = "spectrum",
) -> Any:  # fmt: skip
    """Frequencies, times, and the transforms of the segments in columns."""
    if scaling != "spectrum" and scaling != "psd":
        raise ValueError("Parameter scaling must be in ['spectrum', 'psd']")
    given = _rows(x, axis, detrend)
    if given.size == 0:
        raise NotImplementedError("scipy.signal.stft of no samples in compiled functions: SciPy's result has an axis less")
    weights = segments.weights_of(window, nperseg, given.shape[-1])
    count = len(weights)
    overlap, size = segments.overlap_of(noverlap, count, count // 2), segments.size_of(nfft, count)
    longer = segments.extended(given, count // 2, boundary)
    more = (-(longer.shape[-1] - count) % (count - overlap)) % count if padded else 0
    whole = np.concatenate((longer, np.zeros((*longer.shape[:-1], more), dtype=longer.dtype)), axis=-1)
    onesided = given.dtype.kind != "c" and return_onesided
    found = segments.spectra(whole, weights, overlap, size, detrend, onesided)
    scale = np.sum(weights) if scaling == "spectrum" else np.sqrt(fs * np.sum(weights * weights))
    times = _times(whole.shape[-1], count, overlap, fs) - (0.0 if boundary is None else count / 2 / fs)
    kind = np.result_type(given, np.complex64)
    return segments.frequencies(size, fs, onesided), times, _in_place((found / scale).astype(kind), axis)


def spectrogram(
    x: Any, fs: Any = 1.0, window: Any = ("tukey", 0.25), nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    detrend: Any = "constant", return_onesided: bool = True, scaling: Any = "density", axis: int = -1, mode: Setting = "psd",
) -> Any:  # fmt: skip
    """Frequencies, times, and the densities of the segments in columns."""
    if mode not in ("psd", "complex", "magnitude", "angle", "phase"):
        raise ValueError("unknown value for mode")
    if scaling != "density" and scaling != "spectrum":
        raise ValueError("Unknown scaling")
    given = _rows(x, axis, detrend)
    weights = segments.weights_of(window, nperseg, given.shape[-1])
    count = len(weights)
    overlap, size = segments.overlap_of(noverlap, count, count // 8), segments.size_of(nfft, count)
    onesided = given.dtype.kind != "c" and return_onesided
    found = segments.spectra(given, weights, overlap, size, detrend, onesided)
    scale = np.sum(weights) ** 2 if scaling == "spectrum" else fs * np.sum(weights * weights)
    f, times = segments.frequencies(size, fs, onesided), _times(given.shape[-1], count, overlap, fs)
    if mode == "psd":
        power = segments.both_halves((found.real**2 + found.imag**2) / scale, size, onesided)
        return f, times, _in_place(power.astype(segments.real_kind(given)), axis)
    columns = _in_place((found / np.sqrt(scale)).astype(np.result_type(given, np.complex64)), axis)
    if mode == "complex":
        return f, times, columns
    if mode == "magnitude":
        return f, times, np.abs(columns)
    angles = np.angle(columns)
    return f, times, angles if mode == "angle" else np.unwrap(angles, axis=axis - 1 if axis < 0 else axis)


def istft(
    Zxx: Any, fs: Any = 1.0, window: Any = "hann", nperseg: Any = None, noverlap: Any = None, nfft: Any = None,
    input_onesided: bool = True, boundary: Any = True, time_axis: int = -1, freq_axis: int = -2, scaling: Any = "spectrum",
) -> Any:  # fmt: skip
    """Times and the signal whose segments have these transforms."""
    stacked = np.asarray(Zxx)
    if stacked.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    t, f = time_axis % stacked.ndim, freq_axis % stacked.ndim
    if t == f:
        raise ValueError("Must specify differing time and frequency axes!")
    if scaling != "spectrum" and scaling != "psd":
        raise ValueError("Parameter scaling must be in ['spectrum', 'psd']!")
    given = np.moveaxis(stacked, (t, f), (-2, -1))  # a segment in each row
    bins, parts = given.shape[-1], given.shape[-2]
    usual = 2 * (bins - 1) if input_onesided else bins
    count = usual if nperseg is None else int(nperseg)
    if count < 1:
        raise ValueError("nperseg must be a positive integer")
    odd = input_onesided and count == usual + 1
    size = (count if odd else usual) if nfft is None else segments.size_of(nfft, count)
    overlap = segments.overlap_of(noverlap, count, count // 2)
    weights = get_window(window, count) if isinstance(window, (str, tuple)) else np.asarray(window) * 1.0
    if len(weights) != count:
        raise ValueError(f"window must have length of {count}")
    scale = np.sum(weights) if scaling == "spectrum" else np.sqrt(fs * np.sum(weights * weights))
    step = count - overlap
    rows = (np.fft.irfft(given, size) if input_onesided else np.fft.ifft(given, size))[..., :count]
    whole = np.zeros((*given.shape[:-2], count + (parts - 1) * step), dtype=rows.dtype)
    norm = np.zeros(count + (parts - 1) * step)
    for k in range(parts):
        whole[..., k * step : k * step + count] += rows[..., k, :] * (weights * scale)
        norm[k * step : k * step + count] += weights * weights
    side = count // 2 if boundary is not None and boundary else 0
    norm = np.where(norm > 1e-10, norm, 1.0)
    found = (whole / norm)[..., side : len(norm) - side].astype(rows.dtype)
    if stacked.ndim > 2:
        found = np.moveaxis(found, -1, t - 1 if f < t else t)
    return np.arange(found.shape[0]) / fs, found  # as SciPy counts, whatever the number of axes
