"""The least orders of filters of `scipy.signal` by numbers that the run tells, and filters of these orders."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import ellipk, ellipkm1

from irad.frontends.python.library.signals.designs.run_time_designs import iirfilter


def _edges(wp: Any, ws: Any, gpass: Any, gstop: Any, analog: bool, fs: Any) -> Any:
    """The edges of pass and stop of the analogue filter, and whether it is a high pass or has one band."""
    if gpass <= 0.0:
        raise ValueError("gpass should be larger than 0.0")
    if gstop <= 0.0:
        raise ValueError("gstop should be larger than 0.0")
    if gpass > gstop:
        raise ValueError("gpass should be smaller than gstop")
    passes, stops = np.asarray(wp) * np.float64(1.0), np.asarray(ws) * np.float64(1.0)
    if fs is not None:
        if analog:
            raise ValueError("fs cannot be specified for an analog filter")
        passes, stops = 2.0 * passes / float(fs), 2.0 * stops / float(fs)
    if not analog:
        passes, stops = np.tan(np.pi * passes / 2.0), np.tan(np.pi * stops / 2.0)
    first = np.ravel(np.asarray(wp))[0] >= np.ravel(np.asarray(ws))[0]
    if passes.ndim > 0 and len(passes) == 1:
        raise NotImplementedError("orders of filters for arrays of one frequency in compiled functions: pass a number")
    if passes.ndim > 0 and not first:
        raise NotImplementedError("orders of band-stop filters by numbers that are not known when compiling")
    return passes, stops, first


def _selectivity(passes: Any, stops: Any, first: bool) -> Any:
    if passes.ndim == 0:
        return np.abs(passes / stops if first else stops / passes)
    return np.min(np.abs((stops**2 - passes[0] * passes[1]) / (stops * (passes[0] - passes[1]))))


def _limits(w: Any, analog: bool, fs: Any) -> Any:
    found = w if analog else np.arctan(w) * 2.0 / np.pi
    return found if fs is None else found * float(fs) / 2.0


def _powers(gpass: Any, gstop: Any) -> Any:
    return 10.0 ** (0.1 * np.abs(gpass)), 10.0 ** (0.1 * np.abs(gstop))


def buttord(wp: Any, ws: Any, gpass: Any, gstop: Any, analog: bool = False, fs: Any = None) -> Any:
    """The order of Butterworth's filter, and its limit or limits."""
    passes, stops, first = _edges(wp, ws, gpass, gstop, analog, fs)
    low, high = _powers(gpass, gstop)
    order = math.ceil(math.log10((high - 1.0) / (low - 1.0)) / (2.0 * math.log10(_selectivity(passes, stops, first))))
    scale = (low - 1.0) ** (-1.0 / (2.0 * order))
    if passes.ndim == 0:
        return order, _limits(passes / scale if first else passes * scale, analog, fs)
    half = scale * (passes[1] - passes[0]) / 2.0
    root = np.sqrt(half * half + passes[0] * passes[1])
    return order, _limits(np.sort(np.abs(np.array([half + root, root - half]))), analog, fs)


def cheb1ord(wp: Any, ws: Any, gpass: Any, gstop: Any, analog: bool = False, fs: Any = None) -> Any:
    """The order of Chebyshev's filter with ripple where it lets pass, and its limit or limits."""
    passes, stops, first = _edges(wp, ws, gpass, gstop, analog, fs)
    low, high = _powers(gpass, gstop)
    ratio = math.acosh(math.sqrt((high - 1.0) / (low - 1.0)))
    return math.ceil(ratio / np.arccosh(_selectivity(passes, stops, first))), _limits(passes, analog, fs)


def cheb2ord(wp: Any, ws: Any, gpass: Any, gstop: Any, analog: bool = False, fs: Any = None) -> Any:
    """The order of Chebyshev's filter with ripple where it stops, and its limit or limits."""
    passes, stops, first = _edges(wp, ws, gpass, gstop, analog, fs)
    low, high = _powers(gpass, gstop)
    ratio = math.acosh(math.sqrt((high - 1.0) / (low - 1.0)))
    order = math.ceil(ratio / np.arccosh(_selectivity(passes, stops, first)))
    scale = 1.0 / math.cosh(ratio / order)
    if passes.ndim == 0:
        return order, _limits(passes * scale if first else passes / scale, analog, fs)
    half = (passes[1] - passes[0]) / (2.0 * scale)
    root = np.sqrt(half * half + passes[1] * passes[0])
    lower = root - half
    return order, _limits(np.array([lower, passes[0] * passes[1] / lower]), analog, fs)


def ellipord(wp: Any, ws: Any, gpass: Any, gstop: Any, analog: bool = False, fs: Any = None) -> Any:
    """The order of Cauer's filter, and its limit or limits."""
    passes, stops, first = _edges(wp, ws, gpass, gstop, analog, fs)
    ten = math.log(10.0)
    ripples = math.expm1(ten * (0.1 * gpass)) / math.expm1(ten * (0.1 * gstop))
    square = (1.0 / _selectivity(passes, stops, first)) ** 2
    periods = ellipk(square) / ellipkm1(square)
    return math.ceil(periods * ellipkm1(ripples) / ellipk(ripples)), _limits(passes, analog, fs)


def _order(wp: Any, ws: Any, gpass: Any, gstop: Any, analog: bool, kind: str, fs: Any) -> Any:
    if kind in ("butter", "butterworth"):
        return buttord(wp, ws, gpass, gstop, analog, fs)
    if kind in ("cheby1", "chebyshev1", "chebyshevi"):
        return cheb1ord(wp, ws, gpass, gstop, analog, fs)
    if kind in ("cheby2", "chebyshev2", "chebyshevii"):
        return cheb2ord(wp, ws, gpass, gstop, analog, fs)
    if kind in ("ellip", "elliptic", "cauer"):
        return ellipord(wp, ws, gpass, gstop, analog, fs)
    raise ValueError("Invalid IIR filter type, or one that does not have order selection. Use iirfilter function.")


def iirdesign(
    wp: Any, ws: Any, gpass: Any, gstop: Any, analog: bool = False, ftype: str = "ellip", output: str = "ba",
    fs: Any = None,
) -> Any:  # fmt: skip
    """The filter of the least order that passes and stops between these edges."""
    passes, stops = np.atleast_1d(np.asarray(wp)), np.atleast_1d(np.asarray(ws))
    if len(passes) != len(stops) or len(passes) not in (1, 2):
        raise ValueError("wp and ws must have one or two elements each, and the same shape")
    if np.any(passes <= 0.0) or np.any(stops <= 0.0):
        raise ValueError("Values for wp, ws must be greater than 0")
    most = 1.0 if fs is None else float(fs) / 2.0
    if not analog and (np.any(passes >= most) or np.any(stops >= most)):
        raise ValueError("Values for wp, ws must be less than 1, or less than fs/2")
    if len(passes) == 2:
        inside = stops[0] < passes[0] and passes[1] < stops[1]
        if not inside and not (passes[0] < stops[0] and stops[1] < passes[1]):
            raise ValueError("Passband must lie strictly inside stopband or vice versa")
    order, limits = _order(wp, ws, gpass, gstop, analog, ftype, fs)
    if np.ndim(wp) > 0:
        return iirfilter(order, limits, gpass, gstop, "bandpass", analog, ftype, output, fs)
    if passes[0] >= stops[0]:
        return iirfilter(order, limits, gpass, gstop, "highpass", analog, ftype, output, fs)
    return iirfilter(order, limits, gpass, gstop, "lowpass", analog, ftype, output, fs)
