"""Minimizers under constraints: ``constraints=`` of `scipy.optimize.minimize`, whatever the method.

Augmented Lagrangians (Birgin and Martinez, *Practical Augmented Lagrangian Methods*, 2014) lead near the minimizer, Newton's
steps for the conditions of Karush, Kuhn and Tucker to it.  Its derivative is that of the zero of these conditions; where they do
not determine it, as where a constraint holds with no force, it has none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.implicit import implicit, inverse, keep, slopes
from irad.frontends.python.library.optimize.quasi_newton import quasi_newton
from irad.frontends.python.library.optimize.solutions import Solution, as_tuple
from irad.frontends.python.library.shared.compiler_words import constant, gradient_at

_WEAK = 1e-7  # below it constraint and multiplier may both be zero
_TOLERANCE = 1e-6


class BoundsOfUnknowns:
    """Bounds of the unknowns: `scipy.optimize.Bounds`."""

    irad_compiled = True

    def __init__(self, lb: Any = -np.inf, ub: Any = np.inf, keep_feasible: Any = False) -> None:
        self.lb, self.ub = lb, ub


class LinearRange:
    """Bounds of products with a matrix: `scipy.optimize.LinearConstraint`."""

    irad_compiled = True

    def __init__(self, A: Any, lb: Any = -np.inf, ub: Any = np.inf, keep_feasible: Any = False) -> None:
        self.A, self.lb, self.ub = A, lb, ub


class FunctionRange:
    """Bounds of a function: `scipy.optimize.NonlinearConstraint`."""

    irad_compiled = True

    def __init__(
        self, fun: Any, lb: Any, ub: Any, jac: Any = None, hess: Any = None, keep_feasible: Any = False,
        finite_diff_rel_step: Any = None, finite_diff_jac_sparsity: Any = None,
    ) -> None:  # fmt: skip
        self.fun, self.lb, self.ub = fun, lb, ub


def _between(c: Any, lower: Any, upper: Any) -> Any:
    """What is not negative where ``c`` lies between bounds: both differences; where they are equal the second one is zero."""
    low, high = np.zeros(len(c)) + lower, np.zeros(len(c)) + upper
    out = np.ones(2 * len(c))
    for i in range(len(c)):
        if low[i] > -np.inf:
            out[2 * i] = c[i] - low[i]
        if high[i] < np.inf and high[i] != low[i]:
            out[2 * i + 1] = high[i] - c[i]
    return out


def _values(constraint: Any, x: Any) -> Any:
    """The numbers that are zero, or not negative, where a constraint holds."""
    if isinstance(constraint, LinearRange):
        return _between(np.atleast_1d(np.atleast_2d(np.asarray(constraint.A) * 1.0) @ x), constraint.lb, constraint.ub)
    if isinstance(constraint, FunctionRange):
        return _between(np.atleast_1d(np.asarray(constraint.fun(x)) * 1.0), constraint.lb, constraint.ub)
    return np.ravel(np.asarray(constraint["fun"](x, *as_tuple(constraint.get("args", ())))) * 1.0)


def _equal(constraint: Any, count: int) -> Any:
    """For each number of a constraint whether it is to be zero."""
    out = np.zeros(count, dtype=np.bool_)
    if isinstance(constraint, (LinearRange, FunctionRange)):
        low, high = np.zeros(count // 2) + constraint.lb, np.zeros(count // 2) + constraint.ub
        for i in range(count // 2):
            out[2 * i] = low[i] == high[i]
    else:
        kind = constraint["type"]
        if kind != "eq" and kind != "ineq":
            raise ValueError("Unknown constraint type.")
        out[:] = kind == "eq"
    return out


def _approach(f: Any, c: Any, x: Any, force: Any, equal: Any, lower: Any, upper: Any, most: int, ended: Any) -> None:
    """A place near the minimizer to ``x``, the multipliers to ``force``; steps and calls are added to ``ended``."""
    m = len(equal)
    first, values = f(x), c(x)
    off = 0.0
    for i in range(m):
        off += values[i] ** 2 if equal[i] else min(values[i], 0.0) ** 2
    weights, before = np.zeros(1), np.inf
    weights[0] = constant(min(max(2.0 * max(abs(first), 1.0) / max(off, 1e-8), 1.0), 100.0))
    counts = np.zeros(3, dtype=np.int64)

    def augmented(v: Any) -> Any:
        total, now, weight = f(v), c(v), weights[0]
        for i in range(m):
            pull = force[i] - weight * now[i]
            if equal[i] or pull > 0.0:
                total += 0.5 * (pull * pull - force[i] * force[i]) / weight
            else:
                total -= 0.5 * force[i] * force[i] / weight
        return total

    for _ in range(30):
        after, weight = x.copy(), weights[0]
        quasi_newton(augmented, x, lower, upper, 1e-6, -1.0, most, after, counts)
        ended[0] += counts[1]
        ended[1] += counts[2]
        now = c(after)
        away = 0.0
        for i in range(m):
            away = max(away, abs(now[i]) if equal[i] else abs(min(now[i], force[i] / weight)))
        if not np.all(np.isfinite(after)) or not away < 1e10:
            weights[0] = 100.0 * weight
            continue
        keep(after, x)
        for i in range(m):
            pull = constant(force[i] - weight * now[i])
            force[i] = pull if equal[i] else max(pull, 0.0)
        if away <= 1e-8:
            break
        if away > 0.25 * before:
            weights[0] = 10.0 * weight
        before = away


def constrained_minimum(f: Any, start: Any, lower: Any, upper: Any, constraints: Any, most: Any) -> Any:
    """The minimizer of ``f`` near ``start``, as an object."""
    given = tuple(constraints) if isinstance(constraints, (list, tuple)) else (constraints,)

    def c(x: Any) -> Any:
        return np.concatenate([_values(one, x) for one in given])

    equal = np.concatenate([_equal(one, len(_values(one, start))) for one in given])
    n, m = len(start), len(equal)
    low, high = np.zeros(n), np.zeros(n)
    keep(lower, low)
    keep(upper, high)
    x, z0, ended = np.minimum(np.maximum(start, low), high), np.zeros(n + m), np.zeros(2, dtype=np.int64)
    force, state, at = np.zeros(m), np.zeros(m, dtype=np.int64), np.zeros(n, dtype=np.int64)
    _approach(f, c, x, force, equal, low, high, 50 * n + 200, ended)
    values = c(x)
    for i in range(m):  # 1: it holds as an equation, 0: with no force, 2: neither is sure
        state[i] = 1 if equal[i] or force[i] > values[i] else 0
    for j in range(n):
        at[j] = -1 if x[j] <= low[j] else 1 if x[j] >= high[j] else 0

    def conditions(z: Any) -> Any:
        place, pulls = z[:n], z[n:]

        def lagrangian(v: Any) -> Any:
            return f(v) - (pulls * c(v)).sum()

        slope, now = gradient_at(lagrangian, place), c(place)
        out = np.zeros(n + m)
        for j in range(n):
            if at[j] == 0:
                out[j] = slope[j]
            elif at[j] < 2:
                out[j] = place[j] - (lower[j] if at[j] < 0 else upper[j])
        for i in range(m):
            if state[i] < 2:
                out[n + i] = now[i] if state[i] == 1 else pulls[i]
        return out

    z0[:n] = x
    z0[n:] = force
    _polish(conditions, z0)
    keep(z0[:n].copy(), x)
    found = _holds(f, c, z0, equal, state, at, low, high)
    z = implicit(conditions, z0, found)
    best = z[:n].copy()
    said = "Optimization terminated successfully" if found else "The constraints are not fulfilled, or no minimum was found"
    return Solution(best, f(best), 0 if found else 8, found, said, ended[1], ended[0])


def _polish(conditions: Any, z: Any) -> None:
    """Newton's steps for the conditions, as long as they become smaller."""
    now = conditions(z)
    for _ in range(8):
        matrix, regular = inverse(slopes(conditions, z, 6e-6))
        if not regular:
            return
        after = z - matrix @ now
        there = conditions(after)
        if not np.max(np.abs(there)) < np.max(np.abs(now)):
            return
        keep(after, z)
        now = there


def _holds(f: Any, c: Any, z: Any, equal: Any, state: Any, at: Any, lower: Any, upper: Any) -> Any:
    """Whether the conditions hold; notes where constraints and bounds hold with no force: 2 in ``state`` and ``at``."""
    n, m = len(at), len(state)
    x, force = z[:n].copy(), z[n:].copy()

    def lagrangian(v: Any) -> Any:
        return f(v) - (force * c(v)).sum()

    slope, values, good = gradient_at(lagrangian, x), c(x), True
    size = 1.0 + np.max(np.abs(gradient_at(f, x)))
    for j in range(n):
        good = good and lower[j] - 1e-9 * (1.0 + abs(x[j])) <= x[j] <= upper[j] + 1e-9 * (1.0 + abs(x[j]))
        if at[j] == 0:
            good = good and abs(slope[j]) <= _TOLERANCE * size
        else:
            good = good and slope[j] * at[j] <= _TOLERANCE * size
            if abs(slope[j]) <= _WEAK * size and lower[j] < upper[j]:
                at[j] = 2
    for i in range(m):
        good = good and (abs(values[i]) <= _TOLERANCE if equal[i] else values[i] >= -_TOLERANCE)
        if not equal[i]:
            good = good and force[i] >= -_TOLERANCE * size
            if abs(force[i]) <= _WEAK * size and values[i] <= _WEAK:
                state[i] = 2
    return good
