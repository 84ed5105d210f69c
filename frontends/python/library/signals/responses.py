"""Responses of linear systems in time and over frequencies, as `scipy.signal` has them.

A system is a tuple: coefficients, zeros with poles and a factor, or the matrices A, B, C and D, with one output; of
discrete time with the time step behind these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.interpolate.tables import spline_through
from irad.frontends.python.library.shared.compiler_words import constant, refused
from irad.frontends.python.library.signals.spectra_of_signals import freqz, freqz_zpk
from irad.frontends.python.library.signals.system_forms import abcd_normalize, ss2tf, tf2ss, zpk2ss
from irad.frontends.python.library.signals.transformed_filters import normalize


def _states(system: Any) -> Any:
    """The matrices of a system."""
    if not isinstance(system, (tuple, list)):
        refused("objects of scipy.signal's linear systems are not supported in compiled functions", "a tuple: (num, den)")
    if len(system) == 2:
        num, den = normalize(system[0], system[1])
        return tf2ss(num, den)
    if len(system) == 3:
        return zpk2ss(system[0], system[1], system[2])
    if len(system) == 4:
        return abcd_normalize(system[0], system[1], system[2], system[3])
    raise ValueError("Needs 2, 3 or 4 arguments.")


def _expm(a: Any) -> Any:
    from scipy.linalg import expm

    return expm(a)


def _one_output(c: Any) -> None:
    if c.shape[0] != 1:
        raise NotImplementedError("responses of several outputs in compiled functions: one row of C and D after the other")


def _states_in_time(a: Any, b: Any, u: Any, t: Any, start: Any, interp: bool) -> Any:
    """The states at equally spaced times, of inputs that are held or interpolated between them."""
    if a.dtype != np.float64:
        refused("responses of matrices that are not float64 are not supported in compiled functions", "A.astype(float)")
    n, m, steps = a.shape[0], b.shape[1], len(t)
    found = np.empty((steps, n))
    if t[0] < 0.0:
        raise ValueError("Initial time must be nonnegative")
    found[0] = _expm(a * t[0]) @ start if t[0] > 0.0 else start
    if steps < 2:
        raise NotImplementedError("responses at one time in compiled functions")
    dt = t[1] - t[0]
    if not np.allclose(np.diff(t), dt):
        raise ValueError("Time steps are not equally spaced.")
    wide = np.zeros((n + 2 * m, n + 2 * m))
    wide[:n, :n], wide[:n, n : n + m] = a * dt, b * dt
    if interp:
        for k in range(m):
            wide[n + k, n + m + k] = 1.0
    power = _expm(wide)
    now, held, change = power[:n, :n], power[:n, n : n + m], power[:n, n + m :]
    for i in range(1, steps):
        found[i] = now @ found[i - 1] + held @ u[i - 1] + change @ (u[i] - u[i - 1])
    return found


def _inputs(u: Any, steps: int, m: int) -> Any:
    """A row for each time."""
    if u is None:
        return np.zeros((steps, m))
    given = np.atleast_1d(np.asarray(u)) * 1.0
    rows = np.reshape(given, (-1, 1)) if given.ndim == 1 else given
    if np.ndim(u) == 0:
        if rows[0, 0] != 0.0:
            raise ValueError("U must have the same number of rows as elements in T.")
        return np.zeros((steps, m))
    if len(rows) != steps:
        raise ValueError("U must have the same number of rows as elements in T.")
    if rows.shape[1] != m:
        raise ValueError("System does not define that many inputs.")
    return rows


def lsim(system: Any, U: Any, T: Any, X0: Any = None, interp: bool = True) -> Any:
    """Times, the output and the states of a system in continuous time."""
    t = np.atleast_1d(np.asarray(T)) * 1.0
    if t.ndim != 1:
        raise ValueError("T must be a rank-1 array.")
    a, b, c, d = _states(system)
    _one_output(c)
    u = _inputs(U, len(t), b.shape[1])
    start = np.zeros(a.shape[0]) if X0 is None else np.asarray(X0) * 1.0
    x = _states_in_time(a, b, u, t, start, interp)
    if len(system) == 2 and isinstance(system[1], (tuple, list)) and len(system[1]) == 2:  # which is known when compiling
        return t, x @ c[0] + u @ d[0], x[:, 0]
    if a.shape[0] == 1:
        raise NotImplementedError("scipy.signal.lsim of one state in compiled functions: ([k], [1.0, a]) as lists")
    return t, x @ c[0] + u @ d[0], x


def _times(a: Any, T: Any, N: Any) -> Any:
    """Times for a response: seven times the slowest decay."""
    if T is not None:
        return np.asarray(T) * 1.0
    slowest = np.min(np.abs(np.linalg.eigvals(a).real))
    return np.linspace(0.0, 7.0 * (1.0 / (1.0 if slowest == 0.0 else slowest)), 100 if N is None else N)


def impulse(system: Any, X0: Any = None, T: Any = None, N: Any = None) -> Any:
    """Times, and the response to an impulse."""
    if X0 is not None:
        refused("scipy.signal.impulse() with X0= is not supported in compiled functions", "lsim() of the sum with B")
    a, b, c, _ = _states(system)
    _one_output(c)
    if b.shape[1] != 1:
        raise NotImplementedError("scipy.signal.impulse of several inputs in compiled functions")
    t = _times(a, T, N)
    return t, _states_in_time(a, b, np.zeros((len(t), 1)), t, b[:, 0], False) @ c[0]


def step(system: Any, X0: Any = None, T: Any = None, N: Any = None) -> Any:
    """Times, and the response to an input of 1."""
    a, b, c, d = _states(system)
    _one_output(c)
    t = _times(a, T, N)
    if b.shape[1] != 1:
        raise ValueError("System does not define that many inputs.")
    start = np.zeros(a.shape[0]) if X0 is None else np.asarray(X0) * 1.0
    return t, _states_in_time(a, b, np.ones((len(t), 1)), t, start, False) @ c[0] + d[0, 0]


def findfreqs(num: Any, den: Any, N: Any, kind: str = "ba") -> Any:
    """Frequencies around those of zeros and poles, which have no derivative."""
    if kind not in ("ba", "zp"):
        raise ValueError("input must be one of {'ba', 'zp'}")
    zeros = constant(np.roots(num) if kind == "ba" else np.atleast_1d(np.asarray(num)) + 0j)
    given = constant(np.roots(den) if kind == "ba" else np.atleast_1d(np.asarray(den)) + 0j)
    poles = given if len(given) > 0 else np.array([-1000.0 + 0j])
    ends = np.concatenate((poles[poles.imag >= 0.0], zeros[(np.abs(zeros) < 1e5) & (zeros.imag >= 0.0)]))
    at_zero = np.where(np.abs(ends) < 1e-10, 1.0, 0.0)
    high = np.round(np.log10(np.max(3.0 * np.abs(ends.real + at_zero) + 1.5 * ends.imag)) + 0.5)
    low = np.round(np.log10(0.1 * np.min(np.abs(ends.real + at_zero) + 2.0 * ends.imag)) - 0.5)
    return np.logspace(low, high, N)


def _product_at(zeros: Any, s: Any) -> Any:
    found = np.ones(len(s), dtype=np.complex128)
    for k in range(len(zeros)):
        found = found * (s - zeros[k])
    return found


def freqs_zpk(z: Any, p: Any, k: Any, worN: Any = 200) -> Any:
    """Frequencies, and the response there of an analogue filter."""
    zeros, poles = np.asarray(z), np.asarray(p)
    if worN is None or isinstance(worN, (int, np.integer)):
        w = findfreqs(zeros, poles, 200 if worN is None else worN, "zp")
    else:
        w = np.atleast_1d(np.asarray(worN))
    return w, k * _product_at(zeros, 1j * w) / _product_at(poles, 1j * w)


def freqresp(system: Any, w: Any = None, n: int = 10000) -> Any:
    """Frequencies, and the response of a system in continuous time there."""
    if not isinstance(system, (tuple, list)):
        refused("objects of scipy.signal's linear systems are not supported in compiled functions", "a tuple: (num, den)")
    if len(system) == 3:
        return freqs_zpk(system[0], system[1], system[2], n if w is None else w)
    if len(system) == 2:
        top, below = normalize(system[0], system[1])
    else:
        rows, below = ss2tf(system[0], system[1], system[2], system[3])
        if rows.shape[0] != 1 or np.atleast_2d(system[1]).shape[1] != 1:
            raise ValueError("freqresp() requires a SISO (single input, single output) system.")
        top, below = normalize(rows[0], below)
    at = findfreqs(top, below, n) if w is None else np.atleast_1d(np.asarray(w))
    return at, np.polyval(top, 1j * at) / np.polyval(below, 1j * at)


def bode(system: Any, w: Any = None, n: int = 100) -> Any:
    """Frequencies, decibels and degrees."""
    at, y = freqresp(system, w, n)
    return at, 20.0 * np.log10(np.abs(y)), np.unwrap(np.arctan2(y.imag, y.real)) * (180.0 / np.pi)


def dlsim(system: Any, u: Any, t: Any = None, x0: Any = None) -> Any:
    """Times, outputs, and for matrices the states, of a system in discrete time."""
    dt = system[-1] * 1.0
    a, b, c, d = _states(system[:-1])
    given = np.atleast_1d(np.asarray(u)) * 1.0
    rows = np.reshape(given, (-1, 1)) if given.ndim == 1 else given
    if t is None:
        count, last = len(rows), (len(rows) - 1) * dt
    else:
        last = t[-1] * 1.0
        count = int(np.floor(last / dt)) + 1
    if count == 0:
        raise IndexError("index 0 is out of bounds for axis 0 with size 0")
    times = np.linspace(0.0, last, count)
    if t is not None:
        rows = spline_through(t, rows, 1, 0)(times)
    x, y = np.zeros((count, a.shape[0])), np.zeros((count, c.shape[0]))
    if x0 is not None:
        x[0] = np.asarray(x0)
    for i in range(count):
        y[i] = c @ x[i] + d @ rows[i]
        if i < count - 1:
            x[i + 1] = a @ x[i] + b @ rows[i]
    return (times, y, x) if len(system) == 5 else (times, y)


def _discrete(system: Any, x0: Any, t: Any, n: Any, steady: bool) -> Any:
    dt = system[-1] * 1.0
    _, b, _, _ = _states(system[:-1])
    if b.shape[1] != 1:
        raise NotImplementedError("responses of several inputs in compiled functions: one column of B and D after the other")
    count = 100 if n is None else n
    at = np.linspace(0.0, count * dt, count, endpoint=False) if t is None else np.asarray(t) * 1.0
    u = np.ones((len(at), 1))
    if not steady:
        u[1:] = 0.0
    found = dlsim(system, u, at, x0)
    return found[0], (found[1],)


def dimpulse(system: Any, x0: Any = None, t: Any = None, n: Any = None) -> Any:
    """Times, and the response to an impulse in discrete time."""
    return _discrete(system, x0, t, n, False)


def dstep(system: Any, x0: Any = None, t: Any = None, n: Any = None) -> Any:
    """Times, and the response to an input of 1 in discrete time."""
    return _discrete(system, x0, t, n, True)


def dfreqresp(system: Any, w: Any = None, n: int = 10000, whole: bool = False) -> Any:
    """Angles, and the response of a system in discrete time there."""
    count = len(system)
    if count == 4:
        return freqz_zpk(system[0], system[1], system[2], n if w is None else w, whole)
    if count == 3:
        top, below = normalize(system[0], system[1])
    else:
        rows, last = ss2tf(system[0], system[1], system[2], system[3])
        if rows.shape[0] != 1:
            raise ValueError("dfreqresp requires a SISO (single input, single output) system.")
        top, below = normalize(rows[0], last)
    most = max(len(top), len(below))
    wide, deep = np.zeros(most), np.zeros(most)
    wide[most - len(top) :], deep[most - len(below) :] = top, below
    return freqz(wide, deep, n if w is None else w, whole)


def dbode(system: Any, w: Any = None, n: int = 100) -> Any:
    """Frequencies, decibels and degrees of a system in discrete time."""
    at, y = dfreqresp(system, w, n)
    return at / system[-1], 20.0 * np.log10(np.abs(y)), np.rad2deg(np.unwrap(np.angle(y)))
