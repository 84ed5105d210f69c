"""Filters as sections of second order: which zeros go with which poles, as `scipy.signal.zpk2sos` has it."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.signals.systems import tf2zpk

_SMALL = 100.0 * 2.220446049250313e-16


def _halves(z: Any) -> Any:
    """The real numbers, and in front of them one of each conjugate pair."""
    order = np.lexsort((np.abs(z.imag), z.real))
    given = z[order]
    real = np.abs(given.imag) <= _SMALL * np.abs(given)
    above, below = given[~real & (given.imag > 0.0)], given[~real & (given.imag < 0.0)]
    if len(above) != len(below):
        raise ValueError("Array contains complex value with no matching conjugate.")
    first = 0
    for k in range(1, len(above) + 1):
        if k == len(above) or above[k].real - above[k - 1].real > _SMALL * abs(above[k - 1]):
            above[first:k] = above[first:k][np.argsort(above[first:k].imag)]
            below[first:k] = below[first:k][np.argsort(-below[first:k].imag)]
            first = k
    if np.any(np.abs(above - below.conj()) > _SMALL * np.abs(below)):
        raise ValueError("Array contains complex value with no matching conjugate.")
    return np.concatenate(((above + below.conj()) / 2.0, given[real].real + 0j))


def _worst(p: Any, left: Any) -> int:
    """The one nearest to the unit circle, of those that are left."""
    best, least = -1, np.inf
    for k in range(len(p)):
        away = abs(1.0 - abs(p[k]))
        if left[k] and (best < 0 or away < least):
            best, least = k, away
    return best


def _nearest(z: Any, left: Any, to: Any, kind: int) -> int:
    """The nearest of the zeros that are left; kinds: 0 all, 1 real ones, 2 complex ones."""
    best, least = -1, np.inf
    for k in range(len(z)):
        away = abs(z[k] - to)
        if left[k] and (kind == 0 or (z[k].imag == 0.0) == (kind == 1)) and (best < 0 or away < least):
            best, least = k, away
    return best


def _pair(first: Any, second: Any) -> Any:
    return np.array([1.0, -(first + second).real, (first * second).real])


def zpk2sos(z: Any, p: Any, k: Any, pairing: Any = None, *, analog: bool = False) -> Any:
    """Sections of second order of a digital filter, the poles nearest to the unit circle last, each pair with the nearest zeros."""
    if analog or (pairing is not None and pairing != "nearest"):
        raise NotImplementedError("scipy.signal.zpk2sos with pairing= or analog= in compiled functions")
    tops, belows = np.atleast_1d(np.asarray(z)), np.atleast_1d(np.asarray(p))
    most = max(len(tops), len(belows))
    if most == 0:
        raise NotImplementedError("scipy.signal.zpk2sos of no zeros and poles in compiled functions")
    count = (most + 1) // 2
    zeros = _halves(np.concatenate((tops + 0j, np.zeros(2 * count - len(tops)))))
    poles = _halves(np.concatenate((belows + 0j, np.zeros(2 * count - len(belows)))))
    free, left = np.ones(len(zeros), dtype=np.bool_), np.ones(len(poles), dtype=np.bool_)
    found = np.zeros((count, 6))
    for i in range(count - 1, -1, -1):
        first = _worst(poles, left)
        left[first] = False
        pole = poles[first]
        reals = left & (poles.imag == 0.0)
        other = pole.conjugate()
        if pole.imag == 0.0:
            second = _worst(poles, reals)
            left[second] = False
            other = poles[second]
        odd = pole.imag != 0.0 and np.sum(left) + 1 == np.sum(free) and np.sum(reals) == 1
        apart = odd and np.sum(free & (zeros.imag == 0.0)) == 1
        near = _nearest(zeros, free, pole, 2 if apart else 0)
        free[near] = False
        top = zeros[near].conjugate()
        if zeros[near].imag == 0.0:
            after = _nearest(zeros, free, pole, 1)
            free[after] = False
            top = zeros[after]
        found[i, :3], found[i, 3:] = _pair(zeros[near], top), _pair(pole, other)
    found[0, :3] *= k
    return found


def tf2sos(b: Any, a: Any, pairing: Any = None, *, analog: bool = False) -> Any:
    """Sections of second order for the coefficients of a digital filter."""
    z, p, k = tf2zpk(b, a)
    return zpk2sos(z, p, k, pairing, analog=analog)
