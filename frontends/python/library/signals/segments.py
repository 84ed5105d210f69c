"""Segments of a signal and their spectra, for the short transforms and spectral densities of `scipy.signal`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.signals.signal_windows import get_window


def weights_of(window: Any, nperseg: Any, length: int) -> Any:
    """The window, not longer than the signal where only its length is given."""
    if isinstance(window, (str, tuple)):
        count = 256 if nperseg is None else nperseg
        if count < 1:
            raise ValueError("nperseg must be a positive integer")
        return get_window(window, min(count, length))
    found = np.asarray(window) * 1.0
    if found.ndim != 1:
        raise ValueError("window must be 1-D")
    if nperseg is not None and nperseg != len(found):
        raise ValueError("value specified for nperseg is different from length of window")
    if len(found) > length:
        raise ValueError("window is longer than input signal")
    return found


def overlap_of(noverlap: Any, nperseg: int, usual: int) -> int:
    """How many samples a segment shares with the next one."""
    found = usual if noverlap is None else int(noverlap)
    if found >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    return found


def size_of(nfft: Any, nperseg: int) -> int:
    """The length of the transforms."""
    found = nperseg if nfft is None else int(nfft)
    if found < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    return found


def frequencies(size: int, fs: Any, onesided: Any) -> Any:
    """Those of the bins of a transform."""
    return np.fft.rfftfreq(size, 1.0 / fs) if onesided else np.fft.fftfreq(size, 1.0 / fs)


def without_trend(x: Any, detrend: Any) -> Any:
    """The rows without their means, without the lines through them, or what a function makes of them."""
    if isinstance(detrend, str):
        if detrend != "constant" and detrend != "linear":
            raise ValueError("Trend type must be 'linear' or 'constant'.")
        centred = x - np.mean(x, axis=-1, keepdims=True)
        if detrend == "constant":
            return centred
        n = x.shape[-1]
        places = np.arange(n) - 0.5 * (n - 1)
        return centred - np.sum(x * places, axis=-1, keepdims=True) / np.sum(places * places) * places
    if callable(detrend):
        return detrend(x)
    if detrend:
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    return x


def spectra(x: Any, weights: Any, overlap: int, size: int, detrend: Any, onesided: Any) -> Any:
    """The transforms of the segments of rows: the last axes are those of the frequencies and of the segments."""
    count = len(weights)
    step = count - overlap
    parts = (x.shape[-1] - overlap) // step
    found = np.zeros((*x.shape[:-1], size // 2 + 1 if onesided else size, parts), dtype=np.complex128)
    for k in range(parts):
        segment = without_trend(x[..., k * step : k * step + count], detrend) * weights
        if x.dtype.kind != "c" and onesided:
            found[..., k] = np.fft.rfft(segment, size)
        else:
            found[..., k] = np.fft.fft(segment, size)
    return found


def both_halves(density: Any, size: int, onesided: Any) -> Any:
    """Twice the density where the frequency occurs with either sign; frequencies are the last axis but one."""
    last = (size + 1) // 2 if onesided else 0
    if last > 1:
        density[..., 1:last, :] = 2.0 * density[..., 1:last, :]
    return density


def extended(x: Any, side: int, boundary: Any) -> Any:
    """Rows that go on by ``side`` samples beyond both ends."""
    if boundary is None:
        return x
    if side > x.shape[-1] - 1 and boundary != "zeros":
        raise ValueError("The extension length is too big. It must not exceed x.shape[axis]-1.")
    if boundary == "zeros":
        before, behind = np.zeros((*x.shape[:-1], side), dtype=x.dtype), np.zeros((*x.shape[:-1], side), dtype=x.dtype)
    elif boundary == "even":
        before, behind = x[..., side:0:-1], x[..., -2 : -(side + 2) : -1]
    elif boundary == "odd":
        before, behind = 2.0 * x[..., :1] - x[..., side:0:-1], 2.0 * x[..., -1:] - x[..., -2 : -(side + 2) : -1]
    elif boundary == "constant":
        before, behind = np.repeat(x[..., :1], side, axis=-1), np.repeat(x[..., -1:], side, axis=-1)
    else:
        raise ValueError(f"Unknown boundary option '{boundary}', must be one of: ['even', 'odd', 'constant', 'zeros', None]")
    return np.concatenate((before, x, behind), axis=-1)


def real_kind(x: Any) -> Any:
    """The dtype of densities of a signal: single precision only if all of it is."""
    return np.real(np.zeros(1, dtype=np.result_type(x, np.complex64))).dtype
