"""Stiff initial value problems: backward differences and Radau's implicit Runge-Kutta method of order five.

The steps are those of SciPy's ``BDF`` and ``Radau``, with exact matrices of slopes where these take differences (Shampine and
Reichelt, "The MATLAB ODE Suite", 1997; Hairer and Wanner, *Solving Ordinary Differential Equations II*, section IV.8).  The
lengths of the steps and the iterations are constants of the derivative, which is that of what each step solves, by the theorem
of implicit functions: exact up to the second order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import lu_factor, lu_solve

from irad.frontends.python.library.integrate.between_steps import at_times
from irad.frontends.python.library.optimize.implicit import keep
from irad.frontends.python.library.shared.compiler_words import constant, jacobian_at

_EPS = 2.220446049250313e-16
_ORDERS = 3  # corrections of a step, of which each makes derivatives of one order more exact
_MOST_ORDER = 5
_KAPPA = (0.0, -0.1850, -1 / 9, -0.0823, -0.0415, 0.0)
_BDF_TRIES, _RADAU_TRIES = 4, 6
_S6 = 6**0.5
_PLACES = ((4 - _S6) / 10, (4 + _S6) / 10, 1.0)
_STAGES = (
    ((88 - 7 * _S6) / 360, (296 - 169 * _S6) / 1800, (-2 + 3 * _S6) / 225),
    ((296 + 169 * _S6) / 1800, (88 + 7 * _S6) / 360, (-2 - 3 * _S6) / 225),
    ((16 - _S6) / 36, (16 + _S6) / 36, 1 / 9),
)
_OF_ERROR = ((-13 - 7 * _S6) / 3, (-13 + 7 * _S6) / 3, -1 / 3)
# The inverse of the stages' matrix has one real eigenvalue and a pair of complex ones; the transformation to these and back.
_REAL = 3 + 3 ** (2 / 3) - 3 ** (1 / 3)
_RE, _IM = 3 + 0.5 * (3 ** (1 / 3) - 3 ** (2 / 3)), -0.5 * (3 ** (5 / 6) + 3 ** (7 / 6))
_FROM_PARTS = (
    (0.09443876248897524, -0.14125529502095421, 0.03002919410514742),
    (0.25021312296533332, 0.20412935229379994, -0.38294211275726192),
    (1.0, 1.0, 0.0),
)
_TO_PARTS = (
    (4.17871859155190428, 0.32768282076106237, 0.52337644549944951),
    (-4.17871859155190428, -0.32768282076106237, 0.47662355450055044),
    (0.50287263494578682, -2.57192694985560522, 0.59603920482822492),
)
DENSE_RADAU = (
    (13 / 3 + 7 * _S6 / 3, -23 / 3 - 22 * _S6 / 3, 10 / 3 + 5 * _S6),
    (13 / 3 - 7 * _S6 / 3, -23 / 3 + 22 * _S6 / 3, 10 / 3 - 5 * _S6),
    (1 / 3, -8 / 3, 10 / 3),
)


def _still(x: Any) -> Any:
    """An array without its derivative."""
    out = np.empty(x.shape, dtype=x.dtype)
    keep(x, out)
    return out


def _norm(x: Any) -> Any:
    return np.sqrt(np.mean(x**2))


def _slopes(fun: Any, more: Any, jac: Any, t: Any, y: Any) -> Any:
    """The matrix of slopes of the right-hand side, as a constant."""
    if jac is None:
        return _still(jacobian_at(lambda v: np.asarray(fun(t, v, *more)) * 1.0, y))
    if callable(jac):
        found = jac(t, y, *more)
        return _still(np.asarray(found.toarray() if hasattr(found, "toarray") else found) * 1.0)
    return _still(np.asarray(jac.toarray() if hasattr(jac, "toarray") else jac) * 1.0)


def _is_finite(x: Any) -> bool:
    return bool(np.all(np.isfinite(x)))


class DifferencePolynomials:
    """The solution between the ends of the steps of backward differences, as a function of time."""

    irad_compiled = True

    def __init__(self, ts: Any, lengths: Any, orders: Any, differences: Any) -> None:
        self.ts, self.lengths, self.orders, self.differences = ts, lengths, orders, differences

    def __call__(self, t: Any) -> Any:
        return at_times(t, self.ts, self.differences[0, 0], self.inside)

    def inside(self, k: int, t: Any) -> Any:
        """The solution at a time in step k."""
        return _by_differences(self.differences[k], int(self.orders[k]), self.ts[k + 1], self.lengths[k], t)


def _by_differences(d: Any, order: int, end: Any, h: Any, t: Any) -> Any:
    """The solution at ``t``, by the backward differences at the end of a step."""
    found, part = d[0].copy(), 1.0
    for j in range(order):
        part = part * ((t - (end - h * j)) / (h * (1 + j)))
        found += part * d[j + 1]
    return found


def _rescaled(d: Any, order: int, factor: Any) -> Any:
    """Backward differences for steps of another length."""
    n = order + 1
    change, unit = np.ones((n, n)), np.ones((n, n))
    for i in range(1, n):
        change[i, 0], unit[i, 0] = 0.0, 0.0
        for j in range(1, n):
            change[i, j] = change[i - 1, j] * ((i - 1 - factor * j) / i)
            unit[i, j] = unit[i - 1, j] * ((i - 1 - j) / i)
    out = d.copy()
    out[:n] = (change @ unit).T @ d[:n]
    return out


def _correct(fun: Any, more: Any, t: Any, predicted: Any, c: Any, psi: Any, both: Any, scale: Any, tol: float) -> Any:
    """Newton's iteration for a step of backward differences: whether it converges, after how many, the correction."""
    n, d, before = len(predicted), np.zeros(len(predicted)), -1.0
    for k in range(_BDF_TRIES):
        f = np.asarray(fun(t, predicted + d, *more))
        if not _is_finite(f):
            return False, k + 1, d
        more_d = lu_solve(both, c * f - psi - d).reshape(n)
        size = _norm(more_d / scale)
        rate = size / before if before > 0.0 else -1.0
        if rate >= 1.0 or (rate >= 0.0 and rate ** (_BDF_TRIES - k) / (1.0 - rate) * size > tol):
            return False, k + 1, d
        d = d + more_d
        if size == 0.0 or (rate >= 0.0 and rate / (1.0 - rate) * size < tol):
            return True, k + 1, d
        before = size
    return False, _BDF_TRIES, d


def _difference_step(fun: Any, more: Any, t: Any, predicted: Any, c: Any, psi: Any, found: Any) -> Any:
    """The correction ``found`` with its derivative, by the exact slopes, whatever ``jac`` is."""
    n, at = len(found), _still(predicted + found)
    matrix = _still(np.linalg.inv(np.eye(n) - constant(c * 1.0) * _slopes(fun, more, None, constant(t * 1.0), at)))
    d = found.copy()
    value = _still(d - c * np.asarray(fun(t, predicted + d, *more)) + psi)
    for _ in range(_ORDERS):
        d = d - matrix @ (d - c * np.asarray(fun(t, predicted + d, *more)) + psi - value)
    return d


def by_differences(
    fun: Any, more: Any, t0: Any, end: Any, y0: Any, f0: Any, jac: Any, length: Any, rtol: Any, atol: Any, most: Any, t_eval: Any,
    dense: bool,
) -> Any:  # fmt: skip
    """The times, the solution there, what `DifferencePolynomials` takes or None, the status, and the numbers of calls."""
    n, direction = len(y0), 1.0 if end >= t0 else -1.0
    gamma, alpha, of_error = np.zeros(_MOST_ORDER + 1), np.zeros(_MOST_ORDER + 1), np.zeros(_MOST_ORDER + 1)
    for k in range(_MOST_ORDER + 1):
        if k > 0:
            gamma[k] = gamma[k - 1] + 1.0 / k
        alpha[k] = (1.0 - _KAPPA[k]) * gamma[k]
        of_error[k] = _KAPPA[k] * gamma[k] + 1.0 / (k + 1)
    tol = max(10 * _EPS / rtol, min(0.03, rtol**0.5))
    d = np.zeros((_MOST_ORDER + 3, n))
    d[0] = y0
    d[1] = f0 * (length * direction)
    order, equal, calls, slopes_made, factors_made, status = 1, 0, 0, 1, 0, 0
    slopes = _slopes(fun, more, jac, constant(t0 * 1.0), _still(y0))
    both = lu_factor(np.eye(n))
    factored = False
    moving = jac is None or callable(jac)
    t, place = t0, 0
    ts, ys = [], []
    ends, lengths, orders, kept = [t0], [], [], []
    if t_eval is None:
        ts.append(t)
        ys.append(y0.copy())
    if end == t0:
        for _ in range(1 if t_eval is None else len(t_eval)):
            ts.append(t)
            ys.append(y0.copy())
    while direction * (t - end) < 0.0:
        shortest = constant(max(10 * _EPS * abs(t), 5e-323))
        if length > most or length < shortest:
            other = most if length > most else shortest
            d = _rescaled(d, order, other / length)
            length, equal = other, 0
        current = not moving
        error, safety, later, h, tries = 0.0, 1.0, t, 0.0 * t, 0
        correction, scale = np.zeros(n), np.ones(n)
        while True:
            if length < shortest:
                status = -1
                break
            later = t + direction * length
            if direction * (later - end) > 0.0:
                later = end
                d = _rescaled(d, order, abs(later - t) / length)
                equal, factored = 0, False
            h = later - t
            length = constant(abs(h))
            fixed, there, c = _still(d), constant(later * 1.0), constant(h / alpha[order])
            predicted = fixed[: order + 1].sum(axis=0)
            scale = _still(atol + rtol * np.abs(predicted))
            psi = (gamma[1 : order + 1] @ fixed[1 : order + 1]) / alpha[order]
            converged = False
            while not converged:
                if not factored:
                    both = lu_factor(np.eye(n) - c * slopes)
                    factored = True
                    factors_made += 1
                converged, tries, correction = _correct(fun, more, there, predicted, c, psi, both, scale, tol)
                calls += tries
                if not converged:
                    if current:
                        break
                    slopes = _slopes(fun, more, jac, there, predicted)
                    slopes_made += 1
                    factored, current = False, True
            if not converged:
                length *= 0.5
                d = _rescaled(d, order, 0.5)
                equal, factored = 0, False
                continue
            safety = 0.9 * (2 * _BDF_TRIES + 1) / (2 * _BDF_TRIES + tries)
            correction = _still(correction)
            scale = _still(atol + rtol * np.abs(predicted + correction))
            error = constant(_norm(of_error[order] * correction / scale))
            if error <= 1.0:
                break
            factor = max(0.2, safety * error ** (-1.0 / (order + 1)))
            length *= factor
            d = _rescaled(d, order, factor)
            equal = 0
        if status < 0:
            break
        equal += 1
        guess = d[: order + 1].sum(axis=0)
        rest = (gamma[1 : order + 1] @ d[1 : order + 1]) / alpha[order]
        step = _difference_step(fun, more, later, guess, h / alpha[order], rest, correction)
        d[order + 2] = step - d[order + 1]
        d[order + 1] = step
        for i in range(order, -1, -1):
            d[i] += d[i + 1]
        if equal >= order + 1:
            fixed = _still(d)
            lower = _norm(of_error[order - 1] * fixed[order] / scale) if order > 1 else np.inf
            upper = _norm(of_error[order + 1] * fixed[order + 2] / scale) if order < _MOST_ORDER else np.inf
            best, gain = 0, _growth(error, order + 1)
            if _growth(lower, order) >= gain:
                best, gain = -1, _growth(lower, order)
            if _growth(upper, order + 2) > gain:
                best, gain = 1, _growth(upper, order + 2)
            order += best
            factor = constant(min(10.0, safety * gain))
            length *= factor
            d = _rescaled(d, order, factor)
            equal, factored = 0, False
        if t_eval is None:
            ts.append(later)
            ys.append(d[0].copy())
        else:
            while place < len(t_eval) and direction * (t_eval[place] - later) <= 0.0:
                ts.append(t_eval[place] * 1.0)
                ys.append(_by_differences(d, order, later, length * direction, t_eval[place]))
                place += 1
        if dense:
            ends.append(later)
            lengths.append(length * direction)
            orders.append(order)
            kept.append(d.copy())
        t = later
    found = np.empty((n, len(ts)))
    for j in range(len(ts)):
        found[:, j] = ys[j]
    sol = (np.array(ends), np.array(lengths), np.array(orders), np.array(kept)) if dense else None
    return np.array(ts), found, sol, status, calls, slopes_made, factors_made


def _growth(error: Any, order: int) -> Any:
    """By how much steps may grow, by the estimate of the error."""
    return np.inf if error == 0.0 else error ** (-1.0 / order)


def _pair_matrix(h: Any, slopes: Any) -> Any:
    """The matrix of Newton's iteration for the pair of complex eigenvalues, in real numbers."""
    n = len(slopes)
    out = np.zeros((2 * n, 2 * n))
    out[:n, :n] = _RE / h * np.eye(n) - slopes
    out[n:, n:] = out[:n, :n]
    for i in range(n):
        out[i, n + i], out[n + i, i] = -_IM / h, _IM / h
    return out


def _collocate(fun: Any, more: Any, t: Any, y: Any, h: Any, start: Any, one: Any, two: Any, scale: Any, tol: float) -> Any:
    """Newton's iteration for the three stages of a step: whether it converges, after how many, the stages, the rate."""
    to, back = np.array(_TO_PARTS), np.array(_FROM_PARTS)
    z, w, f = start.copy(), to @ start, np.empty((3, len(y)))
    before, rate = -1.0, -1.0
    for k in range(_RADAU_TRIES):
        for i in range(3):
            f[i] = np.asarray(fun(t + h * _PLACES[i], y + z[i], *more))
        if not _is_finite(f):
            return False, k + 1, z, rate
        parts = to @ f
        first = lu_solve(one, parts[0] - _REAL / h * w[0])
        second = np.empty((2, len(y)))
        second[0] = parts[1] - (_RE * w[1] - _IM * w[2]) / h
        second[1] = parts[2] - (_IM * w[1] + _RE * w[2]) / h
        change = np.empty((3, len(y)))
        change[0] = first
        change[1:] = lu_solve(two, second.ravel()).reshape(2, len(y))
        size = _norm(change / scale)
        if before >= 0.0:
            rate = size / before
        if rate >= 1.0 or (rate >= 0.0 and rate ** (_RADAU_TRIES - k) / (1.0 - rate) * size > tol):
            return False, k + 1, z, rate
        w = w + change
        z = back @ w
        if size == 0.0 or (rate >= 0.0 and rate / (1.0 - rate) * size < tol):
            return True, k + 1, z, rate
        before = size
    return False, _RADAU_TRIES, z, rate


def _stages(fun: Any, more: Any, t: Any, y: Any, h: Any, z: Any) -> Any:
    """What is zero for the right stages."""
    f = np.empty((3, len(y)))
    for i in range(3):
        f[i] = np.asarray(fun(t + h * _PLACES[i], y + z[i], *more))
    return z - h * (np.array(_STAGES) @ f)


def _collocation_step(fun: Any, more: Any, t: Any, y: Any, h: Any, found: Any) -> Any:
    """The stages ``found`` with their derivative."""
    n, fixed, start, length = len(y), _still(y), constant(t * 1.0), constant(h * 1.0)
    matrix = np.eye(3 * n)
    for j in range(3):
        slopes = _slopes(fun, more, None, start + length * _PLACES[j], fixed + found[j])
        for i in range(3):
            matrix[i * n : (i + 1) * n, j * n : (j + 1) * n] -= (length * _STAGES[i][j]) * slopes
    inverse = _still(np.linalg.inv(matrix))
    z = found.copy()
    value = _still(_stages(fun, more, t, y, h, z))
    for _ in range(_ORDERS):
        z = z - (inverse @ (_stages(fun, more, t, y, h, z) - value).ravel()).reshape(3, n)
    return z


def by_radau(
    fun: Any, more: Any, t0: Any, end: Any, y0: Any, f0: Any, jac: Any, length: Any, rtol: Any, atol: Any, most: Any, t_eval: Any,
    dense: bool,
) -> Any:  # fmt: skip
    """As `by_differences`; between the times: the ends of the steps, the solution there and its slopes."""
    n, direction = len(y0), 1.0 if end >= t0 else -1.0
    tol = max(10 * _EPS / rtol, min(0.03, rtol**0.5))
    y, f, t, place = y0.copy(), _still(f0), t0, 0
    slopes = _slopes(fun, more, jac, constant(t0 * 1.0), _still(y0))
    moving = jac is None or callable(jac)
    one, two = lu_factor(np.eye(n)), lu_factor(np.eye(2 * n))
    factored, current, first = False, True, True
    old_length, old_error = -1.0, -1.0
    calls, slopes_made, factors_made, status = 0, 1, 0, 0
    polynomial = np.array(DENSE_RADAU)
    before_y, before_z, before_t, before_h = _still(y0), np.zeros((3, n)), 0.0, 1.0
    ts, ys, ends, whole, kept = [], [], [t0], [y0.copy()], []
    if t_eval is None:
        ts.append(t)
        ys.append(y0.copy())
    if end == t0:
        for _ in range(1 if t_eval is None else len(t_eval)):
            ts.append(t)
            ys.append(y0.copy())
    while direction * (t - end) < 0.0:
        shortest, planned = constant(max(10 * _EPS * abs(t), 5e-323)), length
        if length > most or length < shortest:
            length = most if length > most else shortest
            old_length, old_error = -1.0, -1.0
        rejected, error, tries, rate, safety, later, h = False, 0.0, 0, -1.0, 1.0, t, 0.0 * t
        fixed, now, stages = _still(y), constant(t * 1.0), np.zeros((3, n))
        while True:
            if length < shortest:
                status = -1
                break
            later = t + direction * length
            if direction * (later - end) > 0.0:
                later = end
            h = later - t
            length = constant(abs(h))
            span, start = constant(h * 1.0), np.zeros((3, n))
            if not first:
                for i in range(3):
                    x = (now + span * _PLACES[i] - before_t) / before_h
                    start[i] = before_y + (np.array([x, x**2, x**3]) @ (polynomial.T @ before_z)) - fixed
            scale = _still(atol + np.abs(fixed) * rtol)
            converged = False
            while not converged:
                if not factored:
                    one = lu_factor(_REAL / span * np.eye(n) - slopes)
                    two = lu_factor(_pair_matrix(span, slopes))
                    factors_made += 2
                    factored = True
                converged, tries, stages, rate = _collocate(fun, more, now, fixed, span, start, one, two, scale, tol)
                calls += 3 * tries
                if not converged:
                    if current:
                        break
                    slopes = _slopes(fun, more, jac, now, fixed)
                    slopes_made += 1
                    current, factored = True, False
            if not converged:
                length *= 0.5
                factored = False
                continue
            stages = _still(stages)
            after = fixed + stages[2]
            estimate = (np.array(_OF_ERROR) @ stages) / span
            off = lu_solve(one, f + estimate)
            scale = _still(atol + np.maximum(np.abs(fixed), np.abs(after)) * rtol)
            error = constant(_norm(off / scale))
            safety = 0.9 * (2 * _RADAU_TRIES + 1) / (2 * _RADAU_TRIES + tries)
            if rejected and error > 1.0:
                off = lu_solve(one, np.asarray(fun(now, fixed + off, *more)) + estimate)
                calls += 1
                error = constant(_norm(off / scale))
            if error <= 1.0:
                break
            length *= max(0.2, safety * _predicted(length, old_length, error, old_error))
            factored, rejected = False, True
        if status < 0:
            break
        anew = moving and tries > 2 and rate > 1e-3
        factor = constant(min(10.0, safety * _predicted(length, old_length, error, old_error)))
        if not anew and factor < 1.2:
            factor = 1.0
        else:
            factored = False
        z = _collocation_step(fun, more, t, y, h, stages)
        after_step = y + z[2]
        there = _still(after_step)
        f = _still(np.asarray(fun(constant(later * 1.0), there, *more)) * 1.0)
        calls += 1
        if anew:
            slopes = _slopes(fun, more, jac, constant(later * 1.0), there)
            slopes_made += 1
            current = True
        elif moving:
            current = False
        old_length, old_error = planned, error  # (before it was cut: so in SciPy)
        before_y, before_z, before_t, before_h = fixed, stages, now, constant(h * 1.0)
        first = False
        length *= factor
        if t_eval is None:
            ts.append(later)
            ys.append(after_step.copy())
        else:
            while place < len(t_eval) and direction * (t_eval[place] - later) <= 0.0:
                x = (t_eval[place] - t) / h
                ts.append(t_eval[place] * 1.0)
                ys.append(y + np.array([x, x**2, x**3]) @ (polynomial.T @ z))
                place += 1
        if dense:
            ends.append(later)
            whole.append(after_step.copy())
            kept.append(z / h)
        t, y = later, after_step
    found = np.empty((n, len(ts)))
    for j in range(len(ts)):
        found[:, j] = ys[j]
    sol = (np.array(ends), np.array(whole), np.array(kept)) if dense else None
    return np.array(ts), found, sol, status, calls, slopes_made, factors_made


def _predicted(length: Any, old_length: Any, error: Any, old_error: Any) -> Any:
    """By how much steps may grow, by the last two of them (Gustafsson)."""
    if error == 0.0:
        return np.inf
    if old_length <= 0.0 or old_error <= 0.0:
        return error**-0.25
    return min(1.0, length / old_length * (old_error / error) ** 0.25) * error**-0.25
