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


def lfilter(b: Any, a: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """The recursive filter with these coefficients; with ``zi`` also the states behind the last samples."""
    if np.size(b) == 0:
        raise ValueError("Parameter b is not a non-empty 1d array")
    if np.size(a) == 0:
        raise ValueError("Parameter a is not a non-empty 1d array")
    if np.asarray(b).dtype.kind in "iub" and np.asarray(a).dtype.kind in "iub" and np.asarray(x).dtype.kind in "iub":
        raise NotImplementedError("scipy.signal.lfilter of coefficients and samples that are integers")
    given = np.asarray(x) * 1.0
    top, below = _coefficients(b, a)
    kind, order = (top[:1] * below[:1] * given.ravel()[:1]).dtype, len(top) - 1
    moved = np.moveaxis(given, axis, -1)
    rows = np.reshape(moved, (-1, moved.shape[-1]))
    if zi is not None:
        start = np.asarray(zi) * 1.0
        if start.ndim != given.ndim:
            raise ValueError("object of too small depth for desired array")
        wide = (top[:1] * below[:1] * given.ravel()[:1] * start.ravel()[:1]).dtype
        turned = np.broadcast_to(np.moveaxis(start, axis, -1), (*moved.shape[:-1], order))
        ends, filtered = np.reshape(turned, (-1, order)).astype(wide), np.empty(rows.shape, dtype=wide)
        state = np.zeros(order + 1, dtype=wide)
        for r in range(rows.shape[0]):
            state[:order] = ends[r]
            state[order] = 0.0
            filtered[r] = _filtered(top, below, rows[r], state)
            ends[r] = state[:order]
        behind = np.moveaxis(np.reshape(ends, turned.shape), -1, axis)
        return np.ascontiguousarray(np.moveaxis(np.reshape(filtered, moved.shape), -1, axis)), np.ascontiguousarray(behind)
    found = np.empty(rows.shape, dtype=kind)
    for r in range(rows.shape[0]):
        found[r] = _filtered(top, below, rows[r], np.zeros(len(top), dtype=kind))
    return np.ascontiguousarray(np.moveaxis(np.reshape(found, moved.shape), -1, axis))


def _sections(sos: Any) -> Any:
    found = np.atleast_2d(sos)
    if found.ndim != 2 or found.shape[1] != 6:
        raise ValueError("sos array must be shape (n_sections, 6)")
    return found


def sosfilt(sos: Any, x: Any, axis: int = -1, zi: Any = None) -> Any:
    """Filters of second order, one after the other; with ``zi`` also the states of each behind the last samples."""
    sections, given = _sections(sos), np.asarray(x) * 1.0
    if zi is None:
        found = np.moveaxis(given.astype(np.result_type(sections, given)), axis, -1)
        for k in range(sections.shape[0]):
            found = lfilter(sections[k, :3], sections[k, 3:], found, -1)
        return np.moveaxis(found, -1, axis)
    states = np.asarray(zi) * 1.0
    if states.ndim != given.ndim + 1 or states.shape[0] != sections.shape[0]:
        raise ValueError("Invalid zi shape.")
    kind = np.result_type(sections, given, states)
    filtered, along = given.astype(kind), axis if axis >= 0 else axis + given.ndim
    ends = np.empty(states.shape, dtype=kind)
    for k in range(sections.shape[0]):
        filtered, ends[k] = lfilter(sections[k, :3], sections[k, 3:], filtered, along, states[k])
    return filtered, ends


def sosfilt_zi(sos: Any) -> Any:
    """The states of filters at rest under a constant input of 1."""
    sections = _sections(sos) * 1.0
    scale = np.ones(1, dtype=sections.dtype)[0]
    found = np.empty((sections.shape[0], 2), dtype=sections.dtype)
    for k in range(sections.shape[0]):
        found[k] = scale * lfilter_zi(sections[k, :3], sections[k, 3:])
        scale = scale * (np.sum(sections[k, :3]) / np.sum(sections[k, 3:]))
    return found


def lfiltic(b: Any, a: Any, y: Any, x: Any = None) -> Any:
    """The state of a filter behind these last results and samples, the latest one first."""
    top, below = np.atleast_1d(b) * 1.0, np.atleast_1d(a) * 1.0
    top, below = top / below[0], below / below[0]
    before, inputs = np.atleast_1d(y) * 1.0, np.zeros(1) if x is None else np.atleast_1d(x) * 1.0
    m, n = len(top) - 1, len(below) - 1
    found = np.zeros(max(m, n))
    for k in range(m):
        for q in range(min(m - k, len(inputs))):
            found[k] += top[k + 1 + q] * inputs[q]
    for k in range(n):
        for q in range(min(n - k, len(before))):
            found[k] -= below[k + 1 + q] * before[q]
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


def _extended(x: Any, edge: int, padtype: Any) -> Any:
    """A row with its turned ends, or those values, on both sides."""
    n = len(x)
    wide = np.empty(n + 2 * edge, dtype=x.dtype)
    wide[edge : edge + n] = x
    for k in range(edge):
        if padtype == "constant":
            wide[k], wide[n + edge + k] = x[0], x[n - 1]
        elif padtype == "even":
            wide[k], wide[n + edge + k] = x[edge - k], x[n - 2 - k]
        elif padtype == "odd":
            wide[k], wide[n + edge + k] = 2.0 * x[0] - x[edge - k], 2.0 * x[n - 1] - x[n - 2 - k]
        else:
            raise ValueError("Unknown value given to padtype. padtype must be 'even', 'odd', 'constant', or None.")
    return wide


def filtfilt(
    b: Any, a: Any, x: Any, axis: int = -1, padtype: Any = "odd", padlen: Any = None, method: Any = "pad", irlen: Any = None
) -> Any:  # fmt: skip
    """The filter, forwards and backwards, of the signal with its turned ends on both sides."""
    if method != "pad":
        refused("filtfilt() knows method='pad' in compiled functions", "leave it out")
    top, below = _coefficients(b, a)
    given = np.asarray(x) * 1.0
    kind = np.result_type(top, below, given)
    edge = 3 * max(len(np.atleast_1d(b)), len(np.atleast_1d(a))) if padlen is None else padlen
    edge = 0 if padtype is None else edge
    moved = np.moveaxis(given, axis, -1)
    rows = np.reshape(moved, (-1, moved.shape[-1]))
    n = rows.shape[1]
    if n <= edge:
        raise ValueError("The length of the input vector x must be greater than padlen.")
    found, at_rest = np.empty(rows.shape, dtype=kind), np.zeros(len(top), dtype=np.result_type(top, below))
    if len(top) > 1:
        at_rest[: len(top) - 1] = lfilter_zi(b, a)
    for r in range(rows.shape[0]):
        wide = _extended(rows[r], edge, padtype).astype(kind)
        forth = _filtered(top, below, wide, at_rest * wide[0])[::-1].copy()
        back = _filtered(top, below, forth, at_rest * forth[0])[::-1]
        found[r] = back[edge : edge + n]
    return np.ascontiguousarray(np.moveaxis(np.reshape(found, moved.shape), -1, axis))


def sosfiltfilt(sos: Any, x: Any, axis: int = -1, padtype: Any = "odd", padlen: Any = None) -> Any:
    """Filters of second order, forwards and backwards, of the signal with its ends continued on both sides."""
    sections, given = _sections(sos), np.asarray(x) * 1.0
    taps = 2 * sections.shape[0] + 1 - min(int(np.sum(sections[:, 2] == 0)), int(np.sum(sections[:, 5] == 0)))
    edge = 0 if padtype is None else 3 * taps if padlen is None else padlen
    moved = np.moveaxis(given, axis, -1)
    rows = np.reshape(moved, (-1, moved.shape[-1]))
    n = rows.shape[1]
    if n <= edge:
        raise ValueError("The length of the input vector x must be greater than padlen.")
    found, at_rest = np.empty(rows.shape, dtype=np.result_type(sections, given)), sosfilt_zi(sections)
    for r in range(rows.shape[0]):
        wide = _extended(rows[r], edge, padtype)
        forth = sosfilt(sections, wide, -1, at_rest * wide[0])[0][::-1].copy()
        back = sosfilt(sections, forth, -1, at_rest * forth[0])[0][::-1]
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
    given = np.asarray(x) * 1.0
    if polyorder >= window_length:
        raise ValueError("polyorder must be less than window_length.")
    if window_length % 2 == 0:
        raise NotImplementedError("scipy.signal.savgol_filter with windows of even length in compiled functions")
    weights, half = savgol_weights(window_length, polyorder, deriv, delta * 1.0, 0.0), window_length // 2
    if mode != "interp":
        return correlate1d(given, weights, axis, None, mode, cval)
    if window_length > given.shape[axis]:
        raise ValueError("If mode is 'interp', window_length must be less than or equal to the size of x.")
    if not np.all(np.isfinite(given)):
        raise ValueError("array must not contain infs or NaNs")
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
    """The data without their mean, or without the lines through them between the places ``bp``."""
    given = np.asarray(data) * 1.0
    if type == "constant" or type == "c":
        return given - np.mean(given, axis=axis, keepdims=True)
    if type != "linear" and type != "l":
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    if given.size == 0:
        raise ValueError("cannot reshape array of size 0 into shape (0,newaxis)")
    if not np.all(np.isfinite(given)):
        raise ValueError("array must not contain infs or NaNs")
    moved = np.moveaxis(given, axis, -1)
    n = moved.shape[-1]
    ends = np.unique(np.concatenate((np.array([0]), np.atleast_1d(bp), np.array([n]))))
    if np.any(ends > n):
        raise ValueError("Breakpoints must be less than length of data along given axis.")
    found = np.empty(moved.shape, dtype=moved.dtype)
    for k in range(len(ends) - 1):
        first, last = int(ends[k]), int(ends[k + 1])
        part, places = moved[..., first:last], np.arange(last - first) - 0.5 * (last - first - 1)
        square = np.sum(places * places)
        slopes = np.sum(part * places, axis=-1, keepdims=True) / (square if square > 0.0 else 1.0)
        found[..., first:last] = part - np.mean(part, axis=-1, keepdims=True) - slopes * places
    return np.ascontiguousarray(np.moveaxis(found, -1, axis))
