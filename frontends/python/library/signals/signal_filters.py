"""Filters of `scipy.signal` along an axis: recursive ones, polynomials fitted to windows, trends."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.images.image_filters import correlate1d
from irad.frontends.python.library.shared.compiler_words import refused


def _filtered(b: Any, a: Any, x: Any, state: Any) -> Any:
    """One row, in the transposed direct form II; ``state`` is changed."""
    y, order = np.empty(len(x), dtype=state.dtype), len(state) - 1
    for i in range(len(x)):
        out = b[0] * x[i] + state[0]
        for k in range(order):
            state[k] = state[k + 1] + b[k + 1] * x[i] - a[k + 1] * out
        y[i] = out
    return y


def _coefficients(b: Any, a: Any) -> Any:
    """Both of the same length, the first of ``a`` 1."""
    top, below = np.atleast_1d(b) * 1.0, np.atleast_1d(a) * 1.0
    if below[0] == 0:
        raise ValueError("The first element of `a` must not be zero.")
    n = max(len(top), len(below))
    full_b, full_a = np.zeros(n, dtype=top.dtype), np.zeros(n, dtype=below.dtype)
    full_b[: len(top)] = top / below[0]
    full_a[: len(below)] = below / below[0]
    return full_b, full_a


def _double(x: Any) -> Any:
    given = np.asarray(x)
    if given.dtype == np.float32 or given.dtype == np.complex64:
        refused("filters of scipy.signal in single precision are not supported in compiled functions", "convert: x.astype(float)")
    return given * 1.0


def lfilter(b: Any, a: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """The recursive filter with these coefficients; with ``zi`` also the state behind the last sample."""
    given = _double(x)
    top, below = _coefficients(b, a)
    kind = (top[:1] * below[:1] * given.ravel()[:1]).dtype
    moved = np.moveaxis(given, axis, -1)
    rows = np.reshape(moved, (-1, moved.shape[-1]))
    found = np.empty(rows.shape, dtype=kind)
    if zi is not None:
        start = np.asarray(zi)
        if given.ndim != 1:
            refused("lfilter() with zi= of several rows is not supported in compiled functions", "a loop over the rows")
        if len(start) != len(top) - 1:
            raise ValueError("Unexpected shape for zi.")
        state = np.zeros(len(top), dtype=kind)
        state[: len(start)] = start
        found[0] = _filtered(top, below, rows[0], state)
        return found[0], state[: len(start)].copy()
    for r in range(rows.shape[0]):
        found[r] = _filtered(top, below, rows[r], np.zeros(len(top), dtype=kind))
    return np.ascontiguousarray(np.moveaxis(np.reshape(found, moved.shape), -1, axis))


def sosfilt(sos: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """Filters of second order, one after the other."""
    if zi is not None:
        refused("sosfilt() with zi= is not supported in compiled functions", "lfilter for each section")
    sections = np.asarray(sos)
    if sections.ndim != 2 or sections.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    found = _double(x).copy()
    for k in range(sections.shape[0]):
        found = lfilter(sections[k, :3], sections[k, 3:], found, axis)
    return found


def lfilter_zi(b: Any, a: Any) -> Any:
    """The state of a filter at rest under a constant input of 1."""
    top, below = _coefficients(b, a)
    n = len(top) - 1
    m = np.eye(n)
    for i in range(n):
        m[i, 0] += below[i + 1]
        if i + 1 < n:
            m[i, i + 1] -= 1.0
    return np.linalg.solve(m, top[1:] - below[1:] * top[0])


def filtfilt(
    b: Any, a: Any, x: Any, axis: int = -1, padtype: Any = "odd", padlen: Any = None, method: Any = "pad", irlen: Any = None
) -> Any:  # fmt: skip
    """The filter, forwards and backwards, of the signal with its turned ends on both sides."""
    if method != "pad" or padtype != "odd":
        refused("filtfilt() knows padtype='odd' and method='pad' in compiled functions")
    given = _double(x)
    top, below = _coefficients(b, a)
    edge = 3 * max(len(np.atleast_1d(b)), len(np.atleast_1d(a))) if padlen is None else padlen
    moved = np.moveaxis(given, axis, -1)
    rows = np.reshape(moved, (-1, moved.shape[-1]))
    n = rows.shape[1]
    if n <= edge:
        raise ValueError("The length of the input vector x must be greater than padlen.")
    found, at_rest = np.empty_like(rows), np.zeros(len(top))
    if len(top) > 1:
        at_rest[: len(top) - 1] = lfilter_zi(b, a)
    wide = np.empty(n + 2 * edge)
    for r in range(rows.shape[0]):
        for k in range(edge):
            wide[k] = 2.0 * rows[r, 0] - rows[r, edge - k]
            wide[n + edge + k] = 2.0 * rows[r, n - 1] - rows[r, n - 2 - k]
        wide[edge : edge + n] = rows[r]
        forth = _filtered(top, below, wide, at_rest * wide[0])[::-1].copy()
        back = _filtered(top, below, forth, at_rest * forth[0])[::-1]
        found[r] = back[edge : edge + n]
    return np.ascontiguousarray(np.moveaxis(np.reshape(found, moved.shape), -1, axis))


def savgol_weights(window_length: int, polyorder: int, deriv: int, delta: float, at: float) -> Any:
    """What the values in a window of odd length count for the derivative at a place of the polynomial through them."""
    half = window_length // 2
    powers = np.ones((window_length, polyorder + 1))
    for i in range(window_length):
        for k in range(1, polyorder + 1):
            powers[i, k] = powers[i, k - 1] * ((i - half) / max(half, 1))
    fitted = np.linalg.pinv(powers)
    found, scale = np.zeros(window_length), 1.0
    for k in range(deriv, polyorder + 1):
        scale = 1.0
        for d in range(deriv):
            scale *= (k - d) / (max(half, 1) * delta)
        found += scale * (at / max(half, 1)) ** (k - deriv) * fitted[k]
    return found


def savgol_filter(
    x: Any, window_length: int, polyorder: int, deriv: int = 0, delta: Any = 1.0, axis: int = -1, mode: Any = "interp",
    cval: Any = 0.0,
) -> Any:  # fmt: skip
    """Values or derivatives of polynomials that are fitted to windows (Savitzky and Golay, 1964)."""
    given = _double(x)
    if polyorder >= window_length:
        raise ValueError("polyorder must be less than window_length.")
    if window_length % 2 == 0:
        raise NotImplementedError("scipy.signal.savgol_filter with windows of even length in compiled functions")
    weights, half = savgol_weights(window_length, polyorder, deriv, delta * 1.0, 0.0), window_length // 2
    if mode != "interp":
        return correlate1d(given, weights, axis, None, mode, cval)
    if window_length > given.shape[axis]:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    moved = np.moveaxis(correlate1d(given, weights, axis, None, "constant", 0.0), axis, -1)
    rows = np.reshape(np.moveaxis(given, axis, -1), (-1, given.shape[axis]))
    found = np.reshape(moved, rows.shape).copy()
    n = rows.shape[1]
    for k in range(half):
        first = savgol_weights(window_length, polyorder, deriv, delta * 1.0, k - half * 1.0)
        last = savgol_weights(window_length, polyorder, deriv, delta * 1.0, half - k * 1.0)
        for r in range(rows.shape[0]):
            s, e = 0.0, 0.0
            for j in range(window_length):
                s += first[j] * rows[r, j]
                e += last[j] * rows[r, n - window_length + j]
            found[r, k], found[r, n - 1 - k] = s, e
    return np.ascontiguousarray(np.moveaxis(np.reshape(found, moved.shape), -1, axis))


def detrend(data: Any, axis: int = -1, type: Any = "linear", bp: Any = 0, overwrite_data: Any = False) -> Any:
    """The data without their mean, or without the line through them."""
    given = _double(data)
    if type == "constant" or type == "c":
        return given - np.mean(given, axis=axis, keepdims=True)
    if type != "linear" and type != "l":
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    if np.ndim(bp) > 0 or bp != 0:
        raise NotImplementedError("scipy.signal.detrend with bp= in compiled functions")
    moved = np.moveaxis(given, axis, -1)
    n = moved.shape[-1]
    places = np.arange(n) - 0.5 * (n - 1)
    slopes = np.sum(moved * places, axis=-1, keepdims=True) / np.sum(places * places)
    found = moved - np.mean(moved, axis=-1, keepdims=True) - slopes * places
    return np.ascontiguousarray(np.moveaxis(found, -1, axis))


def hilbert(x: Any, N: Any = None, axis: int = -1) -> Any:
    """The analytic signal: without the negative frequencies."""
    given = np.asarray(x)
    if given.dtype.kind == "c":
        raise ValueError("x must be real.")
    if given.ndim != 1:
        refused("hilbert() of several rows is not supported in compiled functions", "a loop over the rows")
    n = len(given) if N is None else N
    spectrum = np.fft.fft(given * 1.0, n)
    for k in range(1, n):
        if 2 * k < n:
            spectrum[k] *= 2.0
        elif 2 * k > n:
            spectrum[k] = 0.0
    return np.fft.ifft(spectrum)


def _at_points(coefficients: Any, z: Any) -> Any:
    """The polynomial with these coefficients, that of the lowest power first, at each point."""
    found = np.zeros(len(z), dtype=np.complex128)
    for k in range(len(coefficients) - 1, -1, -1):
        found = found * z + coefficients[k]
    return found


def freqz(
    b: Any, a: Any = 1, worN: Any = 512, whole: bool = False, plot: Any = None, fs: Any = 2 * np.pi, include_nyquist: bool = False
) -> Any:
    """The frequency response of a digital filter: frequencies, and what it makes of them."""
    top, below = np.atleast_1d(_double(b)), np.atleast_1d(_double(a))
    if plot is not None or top.ndim != 1 or below.ndim != 1:
        refused("freqz() with plot=, or of several filters, is not supported in compiled functions", "a call for each")
    if worN is None or isinstance(worN, (int, np.integer)):
        count = 512 if worN is None else worN
        if count < 0:
            raise ValueError("worN must be nonnegative")
        angles = np.linspace(0.0, 2 * np.pi if whole else np.pi, count, endpoint=bool(include_nyquist and not whole))
    else:
        angles = 2 * np.pi * np.atleast_1d(np.asarray(worN) * 1.0) / fs
    z = np.exp(-1j * angles)
    return angles * (fs / (2 * np.pi)), _at_points(top, z) / _at_points(below, z)
