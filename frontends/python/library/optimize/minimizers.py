"""Minimizers: ``scipy.optimize.minimize``, ``fmin`` and ``fmin_bfgs``.

Methods with slopes are one here: quasi-Newton steps (Broyden, Fletcher, Goldfarb, Shanno) with exact gradients, within bounds by
projection.  Nelder's and Mead's simplex takes SciPy's steps.  The derivative of the minimizer is that of a zero of the gradient.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.constrained import BoundsOfUnknowns, constrained_minimum
from irad.frontends.python.library.optimize.householder import EPS
from irad.frontends.python.library.optimize.implicit import free_stationary, stationary
from irad.frontends.python.library.optimize.quasi_newton import quasi_newton
from irad.frontends.python.library.optimize.solutions import Solution, as_tuple, option, start_of
from irad.frontends.python.library.shared.compiler_words import refused

_SMOOTH = (
    "BFGS", "L-BFGS-B", "CG", "TNC", "Newton-CG", "trust-ncg", "trust-exact", "trust-krylov", "dogleg", "SLSQP",
    "trust-constr",
)  # fmt: skip
_BY_VALUES = "L-BFGS-B", "TNC", "SLSQP"  # they also end where values change no more
_KNOWN = "BFGS, L-BFGS-B, CG, TNC, SLSQP, trust-constr and Nelder-Mead are known"


def _simplex(
    f: Any, start: Any, lower: Any, upper: Any, xatol: float, fatol: float, most: int, calls_most: int, adaptive: bool, out: Any,
    ended: Any,
) -> None:  # fmt: skip
    """The minimizer to ``out``; whether it was found, the numbers of steps and of calls to ``ended`` (Nelder and Mead, 1965)."""
    n = len(start)
    expansion = 1.0 + 2.0 / n if adaptive else 2.0
    contraction = 0.75 - 1.0 / (2.0 * n) if adaptive else 0.5
    shrinking = 1.0 - 1.0 / n if adaptive else 0.5
    first = np.minimum(np.maximum(start, lower), upper)
    corners = np.empty((n + 1, n))
    for k in range(n + 1):
        corners[k] = first
        if k > 0:
            corners[k, k - 1] = 1.05 * first[k - 1] if first[k - 1] != 0.0 else 0.00025
    for k in range(n + 1):
        for j in range(n):
            if corners[k, j] > upper[j]:
                corners[k, j] = 2.0 * upper[j] - corners[k, j]
            corners[k, j] = min(max(corners[k, j], lower[j]), upper[j])
    values = np.empty(n + 1)
    for k in range(n + 1):
        values[k] = f(corners[k].copy())
    calls, steps = n + 1, 1
    order = np.argsort(values)
    corners, values = corners[order], values[order]
    found = False
    while calls < calls_most and steps < most:
        spread = 0.0
        for k in range(1, n + 1):
            spread = max(spread, np.max(np.abs(corners[k] - corners[0])))
        if spread <= xatol and np.max(np.abs(values[0] - values[1:])) <= fatol:
            found = True
            break
        middle = np.zeros(n)
        for k in range(n):
            middle += corners[k]
        middle /= n
        mirrored = np.minimum(np.maximum(2.0 * middle - corners[n], lower), upper)
        at_mirrored = f(mirrored.copy())
        calls += 1
        shrink = False
        if at_mirrored < values[0]:
            beyond = np.minimum(np.maximum((1.0 + expansion) * middle - expansion * corners[n], lower), upper)
            at_beyond = f(beyond.copy())
            calls += 1
            if at_beyond < at_mirrored:
                corners[n], values[n] = beyond, at_beyond
            else:
                corners[n], values[n] = mirrored, at_mirrored
        elif at_mirrored < values[n - 1]:
            corners[n], values[n] = mirrored, at_mirrored
        elif at_mirrored < values[n]:
            nearer = np.minimum(np.maximum((1.0 + contraction) * middle - contraction * corners[n], lower), upper)
            at_nearer = f(nearer.copy())
            calls += 1
            if at_nearer <= at_mirrored:
                corners[n], values[n] = nearer, at_nearer
            else:
                shrink = True
        else:
            inside = np.minimum(np.maximum((1.0 - contraction) * middle + contraction * corners[n], lower), upper)
            at_inside = f(inside.copy())
            calls += 1
            if at_inside < values[n]:
                corners[n], values[n] = inside, at_inside
            else:
                shrink = True
        if shrink:
            for k in range(1, n + 1):
                corners[k] = np.minimum(np.maximum(corners[0] + shrinking * (corners[k] - corners[0]), lower), upper)
                values[k] = f(corners[k].copy())
                calls += 1
        steps += 1
        order = np.argsort(values)
        corners, values = corners[order], values[order]
    out[:] = corners[0]
    ended[0], ended[1], ended[2] = (1 if found else 0), steps, calls


_simplex.irad_constant = True  # type: ignore[attr-defined]


def ends_of(bounds: Any, n: int, lower: Any, upper: Any) -> None:
    """Bounds, pairs of numbers or None for each unknown, or an object with two arrays, to two arrays."""
    if isinstance(bounds, BoundsOfUnknowns):
        lower[:] = np.asarray(bounds.lb)
        upper[:] = np.asarray(bounds.ub)
    else:
        if len(bounds) != n:
            raise ValueError("The number of bounds is not compatible with the length of `x0`.")
        for k, (low, high) in enumerate(bounds):
            if low is not None:
                lower[k] = low
            if high is not None:
                upper[k] = high
    if np.any(lower > upper):
        raise ValueError("one of the lower bounds is greater than an upper bound")


def minimize(
    fun: Any, x0: Any, args: Any = (), method: Any = None, jac: Any = None, hess: Any = None, hessp: Any = None,
    bounds: Any = None, constraints: Any = None, tol: Any = None, callback: Any = None, options: Any = None,
) -> Any:  # fmt: skip
    """A minimizer of a function of an array near ``x0``, as an object."""
    if callback is not None:
        refused("minimize() with callback= is not supported in compiled functions", "leave it out")
    if method is not None and method not in _SMOOTH and method != "Nelder-Mead":
        refused("minimize() by this method is not supported in compiled functions", _KNOWN)
    more = as_tuple(args)
    if jac is not None and not callable(jac) and not isinstance(jac, (bool, str)):
        refused("jac= of minimize() is a function, True or the name of a formula in compiled functions", "leave it out")

    def f(x: Any) -> Any:
        found = fun(x, *more)
        if isinstance(jac, bool) and isinstance(found, tuple):  # with the gradient, which is not needed
            return np.asarray(found[0]).item() * 1.0
        return np.asarray(found).item() * 1.0

    start = start_of(x0)
    n = len(start)
    x, lower, upper, ended = np.zeros(n), np.full(n, -np.inf), np.full(n, np.inf), np.zeros(3, dtype=np.int64)
    if bounds is not None:
        ends_of(bounds, n, lower, upper)
    if constraints is not None and (not isinstance(constraints, (list, tuple)) or len(constraints) > 0):
        if method is not None and method != "SLSQP" and method != "trust-constr":
            refused("minimize() with constraints= knows the methods SLSQP and trust-constr in compiled functions", "SLSQP")
        return constrained_minimum(f, start, lower, upper, constraints, option(options, "maxiter", 100))
    if method == "Nelder-Mead":
        xatol = option(options, "xatol", 1e-4 if tol is None else tol)
        fatol = option(options, "fatol", 1e-4 if tol is None else tol)
        most, calls_most = option(options, "maxiter", 200 * n), option(options, "maxfev", 200 * n)
        adaptive = option(options, "adaptive", False)
        _simplex(f, start, lower, upper, xatol * 1.0, fatol * 1.0, most, calls_most, adaptive, x, ended)
    else:
        gtol, ftol = option(options, "gtol", 1e-5 if tol is None else tol), -1.0
        if method in _BY_VALUES or (method is None and bounds is not None):
            ftol = option(options, "ftol", 1e7 * EPS if tol is None else tol) * 1.0
        quasi_newton(f, start, lower, upper, gtol * 1.0, ftol, option(options, "maxiter", 200 * n), x, ended)
    found = ended[0] == 1
    best = free_stationary(f, x, found) if bounds is None else stationary(f, x, lower, upper, found)
    said = "Optimization terminated successfully." if found else "Desired error not necessarily achieved due to precision loss."
    return Solution(best, f(best), 0 if found else 2, found, said, ended[2], ended[1])


def fmin(
    func: Any, x0: Any, args: Any = (), xtol: Any = 1e-4, ftol: Any = 1e-4, maxiter: Any = None, maxfun: Any = None,
    full_output: bool = False, disp: Any = True, retall: bool = False, callback: Any = None, initial_simplex: Any = None,
) -> Any:  # fmt: skip
    """A minimizer by Nelder's and Mead's simplex."""
    if full_output or retall or callback is not None or initial_simplex is not None:
        refused("scipy.optimize.fmin() with these keywords is not supported in compiled functions", "minimize")
    n = len(start_of(x0))
    given = {
        "xatol": xtol, "fatol": ftol, "maxiter": 200 * n if maxiter is None else maxiter,
        "maxfev": 200 * n if maxfun is None else maxfun,
    }  # fmt: skip
    return minimize(func, x0, args, "Nelder-Mead", options=given).x


def fmin_bfgs(
    f: Any, x0: Any, fprime: Any = None, args: Any = (), gtol: Any = 1e-5, norm: Any = None, epsilon: Any = None,
    maxiter: Any = None, full_output: bool = False, disp: Any = True, retall: bool = False, callback: Any = None,
) -> Any:  # fmt: skip
    """A minimizer by quasi-Newton steps."""
    if full_output or retall or callback is not None or norm is not None:
        refused("scipy.optimize.fmin_bfgs() with these keywords is not supported in compiled functions", "minimize")
    return minimize(f, x0, args, "BFGS", tol=gtol).x


def fmin_cg(
    f: Any, x0: Any, fprime: Any = None, args: Any = (), gtol: Any = 1e-5, norm: Any = np.inf, epsilon: Any = None,
    maxiter: Any = None, full_output: bool = False, disp: Any = True, retall: bool = False, callback: Any = None, c1: Any = 1e-4,
    c2: Any = 0.4,
) -> Any:  # fmt: skip
    """A minimizer by quasi-Newton steps, whose line searches are its own."""
    if full_output or retall or callback is not None:
        refused("scipy.optimize.fmin_cg() with these keywords is not supported in compiled functions", "minimize")
    return minimize(f, x0, args, "CG", tol=gtol).x


def fmin_l_bfgs_b(
    func: Any, x0: Any, fprime: Any = None, args: Any = (), approx_grad: bool = False, bounds: Any = None, m: Any = 10,
    factr: Any = 1e7, pgtol: Any = 1e-5, epsilon: Any = 1e-8, maxfun: Any = 15000, maxiter: Any = 15000, callback: Any = None,
    maxls: Any = 20,
) -> Any:  # fmt: skip
    """A minimizer within bounds, the value there, and a dict of how it ended; no gradient is in it."""
    if callback is not None:
        refused("fmin_l_bfgs_b() with callback= is not supported in compiled functions", "leave it out")
    whole = fprime is None and not approx_grad
    ends = {"maxiter": maxiter, "gtol": pgtol, "ftol": factr * EPS}
    found = minimize(func, x0, args, "L-BFGS-B", whole, bounds=bounds, options=ends)
    said = "CONVERGENCE" if found.success else "ABNORMAL"
    return found.x, found.fun, {"task": said, "funcalls": found.nfev, "nit": found.nit, "warnflag": found.status}
