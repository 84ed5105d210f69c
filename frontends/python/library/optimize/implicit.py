"""Derivatives of what solvers find, by the implicit function theorem.

Where f(x, p) = 0, x - A (f(x, p) - f(x0, p0)) with a constant A near the inverse of the matrix of slopes is a step of which x is
a fixed point: each step is right in one order of derivatives more, and to rounding after a few since A is nearly exact.
Minimizers are zeros of gradients, which are exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import constant, gradient_at
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules

_STEPS = 5
_STEP = 6e-6
_AGREEMENT = 1e-3


def _fixed(x: Any, value: Any, found: Any) -> Any:
    return np.where(x == x, x, value)  # it is seen to depend on both


def _fixed_ahead(x: Any, value: Any, found: Any) -> Any:
    if found and len(x) >= 0:
        raise RuntimeError(_SINGULAR)
    if len(x) >= 0:
        raise RuntimeError(_NOT_FOUND)
    return x.copy(), 0.0


def _fixed_back(kept: Any, cotangent: Any) -> Any:
    return cotangent, cotangent, None


def _fixed_along(primals: Any, tangents: Any) -> Any:
    x, _, found = primals
    if found and len(x) >= 0:
        raise RuntimeError(_SINGULAR)
    if len(x) >= 0:
        raise RuntimeError(_NOT_FOUND)
    return x.copy(), x.copy()


_SINGULAR = "the derivative of a solution where the equations have no slopes, or ones that do not determine it"
_NOT_FOUND = "the derivative of a solution that has not been found: the solver has ended without success"
with_rules(_fixed, RuleSet(_fixed_ahead, _fixed_back, _fixed_along, reverse_style="jax", forward_style="jax"))


def undetermined(x: Any) -> Any:
    """A solution whose derivative is an error."""
    return _fixed(x, x * 1.0, True)


def slopes(f: Any, x: Any, part: float) -> Any:
    """The matrix of slopes by central differences."""
    n, at = len(x), x.copy()
    found = np.empty((n, n))
    for j in range(n):
        h = part * max(abs(x[j]), 1e-3) if x[j] != 0.0 else part
        at[j] = x[j] + h
        above = f(at)
        at[j] = x[j] - h
        below = f(at)
        at[j] = x[j]
        for i in range(n):
            found[i, j] = (above[i] - below[i]) / (2.0 * h)
    return found


def inverse(a: Any) -> Any:
    """The inverse of a matrix by Gauss and Jordan, and whether it has one."""
    n = len(a)
    left, right = a.copy(), np.eye(n)
    for i in range(n):  # rows of one size
        size = np.max(np.abs(left[i]))
        if not 0.0 < size < np.inf:
            return right, False
        left[i] /= size
        right[i] /= size
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(left[i, k]) > abs(left[pivot, k]):
                pivot = i
        if not abs(left[pivot, k]) > 1e-12:
            return right, False
        for j in range(n):
            left[k, j], left[pivot, j] = left[pivot, j], left[k, j]
            right[k, j], right[pivot, j] = right[pivot, j], right[k, j]
        scale = left[k, k]
        for j in range(n):
            left[k, j] /= scale
            right[k, j] /= scale
        for i in range(n):
            if i != k and left[i, k] != 0.0:
                part = left[i, k]
                for j in range(n):
                    left[i, j] -= part * left[k, j]
                    right[i, j] -= part * right[k, j]
    return right, True


def _step_matrix(f: Any, x: Any) -> Any:
    """The inverse of the matrix of slopes, as a constant, and whether it is one to rely on."""
    n = len(x)
    coarse, fine, out = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    keep(slopes(f, x, 8.0 * _STEP), coarse)
    keep(slopes(f, x, _STEP), fine)
    for i in range(n):
        if not np.max(np.abs(coarse[i] - fine[i])) <= _AGREEMENT * np.max(np.abs(fine[i])):
            return out, False
    found, regular = inverse(fine)
    keep(found, out)
    return out, regular


def keep(x: Any, out: Any) -> None:
    """The elements of an array without their derivatives, to ``out``."""
    given, to = x.ravel(), out.ravel()
    for k in range(len(given)):
        to[k] = constant(given[k])


def implicit(f: Any, x0: Any, found: Any) -> Any:
    """The zero ``x0`` of f with its derivative; ``found``: whether it is one."""
    if not found:
        return _fixed(x0, f(x0), found)
    n = len(x0)
    value, x = np.zeros(n), np.zeros(n)
    keep(x0, x)
    matrix, regular = _step_matrix(f, x)
    if not regular:
        return _fixed(x0, f(x0), found)
    keep(f(x), value)
    for _ in range(_STEPS):
        x = x - matrix @ (f(x) - value)
    return x


def stationary(f: Any, x0: Any, lower: Any, upper: Any, found: Any) -> Any:
    """The minimizer ``x0`` of f with its derivative; ``lower``, ``upper``: bounds, which hold what lies at them."""
    low, high = lower, upper

    def equations(x: Any) -> Any:
        slope = gradient_at(f, x)
        out = np.empty(len(x))
        for i in range(len(x)):
            if x0[i] <= low[i]:
                out[i] = x[i] - low[i]
            elif x0[i] >= high[i]:
                out[i] = x[i] - high[i]
            else:
                out[i] = slope[i]
        return out

    return implicit(equations, x0, found)


def free_stationary(f: Any, x0: Any, found: Any) -> Any:
    """As `stationary`, without bounds."""

    def equations(x: Any) -> Any:
        return gradient_at(f, x)

    return implicit(equations, x0, found)
