"""Signals at other rates: ``upfirdn``, ``resample_poly`` and ``decimate`` of `scipy.signal`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.signals.signal_windows import get_window


def _filtered(h: Any, rows: Any, up: int, down: int) -> Any:
    """Each row with zeros between its elements, filtered, and every ``down``-th element of that."""
    n, taps = rows.shape[1], len(h)
    whole = -(-taps // up) * up  # as SciPy has it: with zeros up to a multiple, which count where a sample is not finite
    wide = np.concatenate((h, np.zeros(whole - taps, dtype=h.dtype)))
    found = np.zeros((rows.shape[0], ((n - 1) * up + taps - 1) // down + 1), dtype=np.result_type(h, rows))
    for r in range(rows.shape[0]):
        for k in range(found.shape[1]):
            at = k * down
            first = max(0, -(-(at - whole + 1) // up))
            for j in range(first, min(n - 1, at // up) + 1):
                found[r, k] += wide[at - j * up] * rows[r, j]
            for j in range(max(first, n), at // up + 1):  # zeros behind the samples
                found[r, k] += wide[at - j * up] * 0.0
    return found


def _along(h: Any, x: Any, up: int, down: int, axis: int) -> Any:
    moved = np.moveaxis(np.asarray(x) * 1.0, axis, -1)
    found = _filtered(h, np.reshape(moved, (-1, moved.shape[-1])), up, down)
    return np.reshape(found, (*moved.shape[:-1], found.shape[1]))


def upfirdn(
    h: Any, x: Any, up: Any = 1, down: Any = 1, axis: int = -1, mode: Setting = "constant", cval: Any = 0
) -> Any:  # fmt: skip
    """A signal with zeros put in, filtered, and thinned out."""
    if mode != "constant":
        refused("upfirdn() with mode= is not supported in compiled functions", "np.pad before")
    if up < 1 or down < 1:
        raise ValueError("Both up and down must be >= 1")
    return np.moveaxis(_along(np.asarray(h) * 1.0, x, up, down, axis), -1, axis)


def _low_pass(window: Any, half: int, cutoff: float) -> Any:
    """The filter of ``firwin``, of odd length."""
    n = 2 * half + 1
    h = cutoff * np.sinc(cutoff * (np.arange(n) - half)) * get_window(window, n, False)
    return h / np.sum(h)


def _middle(x: Any, axis: int, padtype: Any) -> Any:
    """What rows are taken to be beyond their ends."""
    if padtype == "mean":
        return np.mean(x, axis=axis, keepdims=True)
    if padtype == "median":
        return np.median(x, axis=axis, keepdims=True)
    return np.min(x, axis=axis, keepdims=True) if padtype == "minimum" else np.max(x, axis=axis, keepdims=True)


def resample_poly(
    x: Any, up: Any, down: Any, axis: int = 0, window: Any = ("kaiser", 5.0), padtype: Setting = "constant", cval: Any = None
) -> Any:  # fmt: skip
    """A signal at ``up / down`` times its rate, by a filter between both."""
    if (cval is not None and cval != 0) or padtype not in ("constant", "mean", "median", "minimum", "maximum"):
        refused("resample_poly() with this padtype= or cval= is not supported in compiled functions", "subtract it before")
    if up < 1 or down < 1:
        raise ValueError("up and down must be >= 1")
    given = np.asarray(x) * 1.0
    common = math.gcd(up, down)
    p, q = up // common, down // common
    if p == 1 and q == 1:
        return given.copy()
    if padtype != "constant":
        middle = _middle(given, axis, padtype)
        return resample_poly(given - middle, p, q, axis, window) + middle
    n = given.shape[axis]
    count = -(-n * p // q)
    if given.size == 0:
        others = np.moveaxis(given, axis, -1).shape[:-1]
        return np.moveaxis(np.zeros((*others, count), dtype=given.dtype), -1, axis).copy()
    if isinstance(window, (str, tuple)):
        half = 10 * max(p, q)
        h = _low_pass(window, half, 1.0 / max(p, q)).astype(given.dtype) * p
    else:
        h = np.asarray(window) * (1.0 * p)
        half = (len(h) - 1) // 2
    before = q - half % q
    first, behind = (half + before) // q, 0
    while ((n - 1) * p + len(h) + before + behind - 1) // q + 1 < count + first:
        behind += 1
    whole = np.concatenate((np.zeros(before, dtype=h.dtype), h, np.zeros(behind, dtype=h.dtype)))
    return np.moveaxis(_along(whole, given, p, q, axis)[..., first : first + count], -1, axis).copy()


def decimate(x: Any, q: Setting, n: Any = None, ftype: Setting = "iir", axis: int = -1, zero_phase: Any = True) -> Any:
    """Every ``q``-th element of a filtered signal."""
    if ftype == "iir":
        from scipy.signal import cheby1, sosfilt, sosfiltfilt

        if n is not None:
            refused("decimate() with n= of a recursive filter is not supported in compiled functions", "leave it out")
        sections = cheby1(8, 0.05, 0.8 / q, output="sos").astype(np.real(np.asarray(x) * 1.0).dtype)
        found = sosfiltfilt(sections, x, axis=axis) if zero_phase else sosfilt(sections, x, axis=axis)
        return np.moveaxis(np.moveaxis(found, axis, 0)[::q], 0, axis).copy()
    if ftype != "fir":
        raise ValueError("invalid ftype")
    if not zero_phase:
        raise NotImplementedError("decimate() without zero_phase= in compiled functions")
    half = 10 * q if n is None else n // 2
    if n is not None and n % 2 == 1:
        raise NotImplementedError("decimate() by a filter of odd order in compiled functions")
    given = np.asarray(x) * 1.0
    return resample_poly(given, 1, q, axis, _low_pass("hamming", half, 1.0 / q).astype(given.dtype))
