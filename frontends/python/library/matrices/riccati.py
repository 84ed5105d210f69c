"""Riccati's algebraic equations: SciPy's solutions, with the derivatives of the equations.

A change of the data changes the solution by that of a Lyapunov equation of the closed loop (Kleinman, "On an Iterative Technique
for Riccati Equation Computations", 1968).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.matrices.functions_of_matrices import _by_scipy
from irad.frontends.python.library.matrices.structured_systems import (
    solve_continuous_lyapunov,
    solve_discrete_lyapunov,
)
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules


@_by_scipy
def host_continuous(a: Any, b: Any, q: Any, r: Any) -> Any:
    """`scipy.linalg.solve_continuous_are`."""
    from scipy import linalg

    return np.ascontiguousarray(linalg.solve_continuous_are(a, b, q, r))


@_by_scipy
def host_discrete(a: Any, b: Any, q: Any, r: Any) -> Any:
    """`scipy.linalg.solve_discrete_are`."""
    from scipy import linalg

    return np.ascontiguousarray(linalg.solve_discrete_are(a, b, q, r))


def _continuous(a: Any, b: Any, q: Any, r: Any) -> Any:
    return host_continuous(a, b, q, r)


def _discrete(a: Any, b: Any, q: Any, r: Any) -> Any:
    return host_discrete(a, b, q, r)


def _continuous_ahead(a: Any, b: Any, q: Any, r: Any) -> Any:
    x = _continuous(a, b, q, r)
    return x, (a, b, r, x)


def _continuous_back(kept: Any, cotangent: Any) -> Any:
    a, b, r, x = kept
    gain = np.linalg.solve(r, b.T @ x)
    s = solve_continuous_lyapunov(a - b @ gain, -cotangent)
    s = 0.5 * (s + s.T)
    return 2.0 * x @ s, -2.0 * x @ s @ gain.T, s, gain @ s @ gain.T


def _continuous_along(primals: Any, tangents: Any) -> Any:
    a, b, q, r = primals
    da, db, dq, dr = tangents
    x = _continuous(a, b, q, r)
    gain = np.linalg.solve(r, b.T @ x)
    moved = x @ (da - db @ gain)
    right = moved + moved.T + dq + gain.T @ dr @ gain
    return x, solve_continuous_lyapunov((a - b @ gain).T.copy(), -right)


def _discrete_ahead(a: Any, b: Any, q: Any, r: Any) -> Any:
    x = _discrete(a, b, q, r)
    return x, (a, b, r, x)


def _discrete_back(kept: Any, cotangent: Any) -> Any:
    a, b, r, x = kept
    gain = np.linalg.solve(r + b.T @ x @ b, b.T @ x @ a)
    loop = a - b @ gain
    s = solve_discrete_lyapunov(loop, cotangent)
    s = 0.5 * (s + s.T)
    slope = 2.0 * x @ loop @ s
    return slope, -slope @ gain.T, s, gain @ s @ gain.T


def _discrete_along(primals: Any, tangents: Any) -> Any:
    a, b, q, r = primals
    da, db, dq, dr = tangents
    x = _discrete(a, b, q, r)
    gain = np.linalg.solve(r + b.T @ x @ b, b.T @ x @ a)
    loop = a - b @ gain
    moved = loop.T @ x @ (da - db @ gain)
    right = moved + moved.T + dq + gain.T @ dr @ gain
    return x, solve_discrete_lyapunov(loop.T.copy(), right)


with_rules(_continuous, RuleSet(_continuous_ahead, _continuous_back, _continuous_along, reverse_style="jax", forward_style="jax"))
with_rules(_discrete, RuleSet(_discrete_ahead, _discrete_back, _discrete_along, reverse_style="jax", forward_style="jax"))


def _plain(name: str, e: Any, s: Any) -> Any:
    if e is not None or s is not None:
        refused(f"scipy.linalg.{name}() with e= or s= is not supported in compiled functions", "leave them out")


def _matrix(a: Any) -> Any:
    return np.atleast_2d(np.asarray(a) * 1.0)


def solve_continuous_are(a: Any, b: Any, q: Any, r: Any, e: Any = None, s: Any = None, balanced: Any = True) -> Any:
    """X with Aᵀ X + X A - X B R⁻¹ Bᵀ X + Q = 0."""
    _plain("solve_continuous_are", e, s)
    return _continuous(_matrix(a), _matrix(b), _matrix(q), _matrix(r))


def solve_discrete_are(a: Any, b: Any, q: Any, r: Any, e: Any = None, s: Any = None, balanced: Any = True) -> Any:
    """X with Aᵀ X A - X - Aᵀ X B (R + Bᵀ X B)⁻¹ Bᵀ X A + Q = 0."""
    _plain("solve_discrete_are", e, s)
    return _discrete(_matrix(a), _matrix(b), _matrix(q), _matrix(r))
