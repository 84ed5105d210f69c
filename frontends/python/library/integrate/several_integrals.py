"""Integrals over several variables, and of arrays: ``nquad`` and ``quad_vec`` of `scipy.integrate`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.integrate.quadrature import OF_TEN, PLACES, WEIGHTS, adaptive_integral
from irad.frontends.python.library.shared.compiler_words import constant, refused


def _ends(given: Any, *at: Any) -> Any:
    """The limits of an integral: a pair, or a function of the outer variables that returns one."""
    return given(*at) if callable(given) else given


def nquad(func: Any, ranges: Any, args: Any = None, opts: Any = None, full_output: bool = False) -> Any:
    """The integral of func(x0, x1 ...) over one to four variables, the last one outermost, and an estimate of the error."""
    if opts is not None or full_output:
        refused("scipy.integrate.nquad() with opts= or full_output= is not supported in compiled functions", "leave it out")
    more = () if args is None else args
    if len(ranges) == 1:
        return _over_one(func, ranges[0], more)
    if len(ranges) == 2:
        return _over_one(lambda y: _over_one(func, ranges[0], (y, *more))[0], ranges[1], (), more)
    if len(ranges) == 3:
        return _over_one(lambda z: _over_two(func, ranges, (z, *more)), ranges[2], (), more)
    if len(ranges) == 4:
        return _over_one(
            lambda w: _over_one(lambda z: _over_two(func, ranges, (z, w, *more)), ranges[2], (), (w, *more))[0],
            ranges[3], (), more,
        )  # fmt: skip
    return refused("scipy.integrate.nquad() over more than four variables is not supported in compiled functions")


def _over_one(func: Any, limits: Any, more: Any, of_limits: Any = None) -> Any:
    low, high = _ends(limits, *(more if of_limits is None else of_limits))
    return adaptive_integral(func, low, high, more, 1.49e-8, 1.49e-8, 50, None)


def _over_two(func: Any, ranges: Any, more: Any) -> Any:
    return _over_one(lambda y: _over_one(func, ranges[0], (y, *more))[0], ranges[1], (), more)[0]


_MOST = 400


def _at(f: Any, args: Any, u: float, a: float, b: float, kind: int) -> Any:
    """The integrand over u. Kinds: 0 as it is, 2 to +inf, 3 from -inf, 4 both; there u is in [0, 1]."""
    if kind == 0:
        return np.ravel(f(u, *args)) * 1.0
    at = (1.0 - u) / u
    if kind == 2:
        return np.ravel(f(a + at, *args)) / (u * u)
    if kind == 3:
        return np.ravel(f(b - at, *args)) / (u * u)
    return (np.ravel(f(at, *args)) + np.ravel(f(-at, *args))) / (u * u)


def _rule(f: Any, args: Any, low: float, high: float, a: float, b: float, kind: int) -> Any:
    """The integrals, and the largest difference from a rule of fewer points."""
    centre, half = 0.5 * (low + high), 0.5 * (high - low)
    total = WEIGHTS[10] * _at(f, args, centre, a, b, kind)
    coarse = 0.0 * total
    for k in range(10):
        step = half * PLACES[k]
        both = _at(f, args, centre - step, a, b, kind) + _at(f, args, centre + step, a, b, kind)
        total = total + WEIGHTS[k] * both
        coarse = coarse + OF_TEN[k] * both
    away = np.max(np.abs(total - coarse)) * half if len(total) > 0 else 0.0
    return total * half, constant(away)


def quad_vec(
    f: Any, a: Any, b: Any, epsabs: Any = 1e-200, epsrel: Any = 1e-8, norm: str = "2", cache_size: Any = 100e6,
    limit: int = 10000, workers: Any = 1, points: Any = None, quadrature: Any = None, full_output: bool = False, *,
    args: Any = (),
) -> Any:  # fmt: skip
    """The integrals of the elements of an array from ``a`` to ``b``, and an estimate of the error."""
    if points is not None or full_output:
        refused("scipy.integrate.quad_vec() with points= or full_output= is not supported in compiled functions", "a sum")
    left, right, more = a * 1.0, b * 1.0, args if isinstance(args, tuple) else (args,)
    if np.isnan(left) or np.isnan(right):
        raise ValueError("invalid integration bounds")
    sign, kind = 1.0, 0
    if left > right:
        left, right, sign = b * 1.0, a * 1.0, -1.0
    if left == -np.inf:
        kind = 4 if right == np.inf else 3
    elif right == np.inf:
        kind = 2
    like = f(0.0 if kind == 4 else right if kind == 3 else left, *more)
    found, error = _bisected(f, more, left, right, kind, epsabs * 1.0, epsrel * 1.0, np.size(like))
    if np.ndim(like) == 0:
        return sign * found[0], error
    return np.reshape(sign * found, np.shape(like)), error


def _bisected(f: Any, args: Any, a: float, b: float, kind: int, epsabs: float, epsrel: float, size: int) -> Any:
    lows, highs, errors = np.empty(_MOST), np.empty(_MOST), np.empty(_MOST)
    first, last = (a, b) if kind == 0 else (0.0, 1.0)
    parts, away = _rule(f, args, first, last, a, b, kind)
    sums = np.zeros((_MOST, size), dtype=parts.dtype)
    lows[0], highs[0], errors[0], sums[0] = first, last, away, parts
    count = 1
    while True:
        worst, error = 0, 0.0
        total = np.sum(sums[:count], axis=0)
        for k in range(count):
            error += errors[k]
            if errors[k] > errors[worst]:
                worst = k
        if not np.isfinite(error):
            raise NotImplementedError("scipy.integrate.quad_vec of infinite values in compiled functions")
        wanted = max(epsabs, epsrel * np.sqrt(np.sum(np.abs(total) ** 2))) / 8.0
        if (count > 1 or first == last) and (error <= wanted or error <= 1e-15 * np.sum(np.abs(sums[:count]))):
            return total, error
        middle = 0.5 * (lows[worst] + highs[worst])
        if count >= _MOST or not lows[worst] < middle < highs[worst]:
            raise NotImplementedError("scipy.integrate.quad_vec of a function that wants more intervals in compiled functions")
        sums[count], errors[count] = _rule(f, args, middle, highs[worst], a, b, kind)
        lows[count], highs[count], highs[worst] = middle, highs[worst], middle
        sums[worst], errors[worst] = _rule(f, args, lows[worst], middle, a, b, kind)
        count += 1
