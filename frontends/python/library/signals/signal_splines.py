"""Splines through equally spaced samples, with a mirror at both ends: ``cspline1d``, ``qspline1d`` ... of `scipy.signal`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


def _double(signal: Any) -> Any:
    given = np.asarray(signal)
    if given.dtype == np.float32 or given.dtype.kind == "c":
        refused("splines of signals that are not float64 are not supported in compiled functions", "x.astype(float)")
    if given.ndim == 0:
        raise TypeError("len() of unsized object")
    if given.ndim > 1:
        raise ValueError("object of too small depth for desired array")
    return given * 1.0


def _samples(signal: Any) -> Any:
    given = _double(signal)
    if len(given) == 0:
        raise IndexError("index -1 is out of bounds for axis 0 with size 0")
    return given


def _filtered(x: Any, pole: float, factor: float) -> Any:
    """The recursive filter with one pole, forwards and backwards (Unser, Aldroubi and Eden, 1993)."""
    n = len(x)
    forth, found = np.empty(n), np.empty(n)
    start, power = 0.0, 1.0
    for k in range(n):
        start += power * x[k]
        power *= pole
    forth[0] = x[0] + pole * start
    for k in range(1, n):
        forth[k] = x[k] + pole * forth[k - 1]
    found[n - 1] = pole / (pole - 1.0) * forth[n - 1]
    for k in range(n - 2, -1, -1):
        found[k] = pole * (found[k + 1] - forth[k])
    return found * factor if n > 1 else found


def cspline1d(signal: Any, lamb: float = 0.0) -> Any:
    """The coefficients of the cubic spline, which smooths for a positive number."""
    x = _samples(signal)
    return _smoothed(x, lamb * 1.0) if lamb != 0.0 else _filtered(x, math.sqrt(3.0) - 2.0, 6.0)


def qspline1d(signal: Any, lamb: float = 0.0) -> Any:
    """The coefficients of the quadratic spline."""
    if lamb != 0.0:
        raise ValueError("Smoothing quadratic splines not supported yet.")
    return _filtered(_samples(signal), 2.0 * math.sqrt(2.0) - 3.0, 8.0)


def _smoothed(x: Any, lamb: float) -> Any:
    """By the filter with two poles rho exp(± i omega)."""
    if len(x) < 3:
        raise NotImplementedError("scipy.signal.cspline1d that smooths fewer than three samples in compiled functions")
    root = math.sqrt(3.0 + 144.0 * lamb)
    xi = 1.0 - 96.0 * lamb + 24.0 * lamb * root
    omega = math.atan2(math.sqrt(144.0 * lamb - 1.0), math.sqrt(xi))
    rho = (24.0 * lamb - 1.0 - math.sqrt(xi)) / (24.0 * lamb) * math.sqrt((48.0 * lamb + 24.0 * lamb * root) / xi)
    first, second, n = 2.0 * rho * math.cos(omega), rho * rho, len(x)
    cs = 1.0 - first + second
    k = np.arange(n)
    forth, found = np.empty(n), np.empty(n)
    forth[0] = _causal(0.0, cs, rho, omega) * x[0] + np.sum(_causal(k + 1.0, cs, rho, omega) * x)
    forth[1] = _causal(0.0, cs, rho, omega) * x[0] + _causal(1.0, cs, rho, omega) * x[1]
    forth[1] += np.sum(_causal(k + 2.0, cs, rho, omega) * x)
    for i in range(2, n):
        forth[i] = cs * x[i] + first * forth[i - 1] - second * forth[i - 2]
    back = x[::-1]
    found[n - 1] = np.sum((_even(k, cs, rho, omega) + _even(k + 1, cs, rho, omega)) * back)
    found[n - 2] = np.sum((_even(k - 1, cs, rho, omega) + _even(k + 2, cs, rho, omega)) * back)
    for i in range(n - 3, -1, -1):
        found[i] = cs * forth[i] + first * found[i + 1] - second * found[i + 2]
    return found


def _causal(k: Any, cs: float, rho: float, omega: float) -> Any:
    return cs / math.sin(omega) * rho**k * np.sin(omega * (k + 1.0))


def _even(k: Any, cs: float, rho: float, omega: float) -> Any:
    square = rho * rho
    scale = cs * cs * (1.0 + square) / (1.0 - square) / (1.0 - 2.0 * square * math.cos(2.0 * omega) + square * square)
    gamma, away = (1.0 - square) / (1.0 + square) / math.tan(omega), np.abs(k) * 1.0
    return scale * rho**away * (np.cos(omega * away) + gamma * np.sin(omega * away))


def _cubic(v: float) -> float:
    a = abs(v)
    if a < 1.0:
        return 2.0 / 3.0 - a * a * (1.0 - 0.5 * a)
    return (2.0 - a) ** 3 / 6.0 if a < 2.0 else 0.0


def _quadratic(v: float) -> float:
    a = abs(v)
    if a < 0.5:
        return 0.75 - a * a
    return (1.5 - a) * (1.5 - a) / 2.0 if a < 1.5 else 0.0


def _sum_at(c: Any, places: Any, quadratic: bool) -> Any:
    """The sums of basis splines, of places that are mirrored at both ends."""
    n = len(c)
    if n == 0 and (len(places) > 0 or not quadratic):
        raise ValueError("Spline coefficients 'cj' must not be empty.")
    found = np.empty(len(places))
    for p in range(len(places)):
        v = places[p]
        if np.isinf(v) or (n == 1 and v != 0.0):
            raise RecursionError("no mirror of a place")
        while v < 0.0 or v > n - 1:
            v = -v if v < 0.0 else 2.0 * (n - 1) - v
        total = 0.0 * v
        if v == v:
            first = math.floor(v - (1.5 if quadratic else 2.0)) + 1
            for j in range(first, first + (3 if quadratic else 4)):
                at = min(max(j, 0), n - 1)
                total += c[at] * (_quadratic(v - j) if quadratic else _cubic(v - j))
        found[p] = total
    return found


def cspline1d_eval(cj: Any, newx: Any, dx: Any = 1.0, x0: Any = 0) -> Any:
    """Values of the cubic spline with these coefficients at samples ``x0 + dx k``."""
    at = (np.asarray(newx) - x0) / (dx * 1.0)
    if np.asarray(cj).dtype.kind in "iub" and np.size(at) > 0 and np.ndim(cj) > 0:
        raise NotImplementedError("scipy.signal.cspline1d_eval of coefficients that are not floats")
    return np.reshape(_sum_at(_double(cj), np.ravel(at) * 1.0, False), np.shape(at))


def qspline1d_eval(cj: Any, newx: Any, dx: Any = 1.0, x0: Any = 0) -> Any:
    """Values of the quadratic spline with these coefficients at samples ``x0 + dx k``."""
    at = (np.asarray(newx) - x0) / (dx * 1.0)
    return np.reshape(_sum_at(_double(cj), np.ravel(at) * 1.0, True), np.shape(at))
