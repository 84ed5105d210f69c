"""Roots of systems of equations: ``scipy.optimize.fsolve`` and ``root``, by Powell's hybrid method as in MINPACK.

The steps are those of MINPACK's ``hybrd`` (Moré, Garbow and Hillstrom, *User Guide for MINPACK-1*, 1980), with the matrix of
slopes kept as it is, and not as factors.  The derivative is that of the implicit function.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.householder import EPS, forward_slopes, size, solved, triangular
from irad.frontends.python.library.optimize.implicit import implicit
from irad.frontends.python.library.optimize.least_squares import free_minimizer
from irad.frontends.python.library.optimize.levenberg import squares_search
from irad.frontends.python.library.optimize.solutions import Solution, as_tuple, option, start_of
from irad.frontends.python.library.shared.compiler_words import refused

_XTOL = 1.49012e-8


def _dogleg(jac: Any, value: Any, scale: Any, radius: float) -> Any:
    """The step of Powell's dogleg, within ``radius`` in scaled coordinates; it is to be subtracted."""
    r, q = triangular(jac, value)
    newton = solved(r, q)
    length = size(scale * newton)
    if length <= radius:
        return newton
    steepest = (jac.T @ value) / scale
    slope, along, part = size(steepest), 0.0, radius / length
    if slope != 0.0:
        steepest = steepest / slope / scale
        along = slope / size(jac @ steepest) ** 2
        part = 0.0
        if along < radius:
            ratio, beside = along / radius, radius / length
            t = (size(q) / slope) * (size(q) / length) * ratio
            t = t - beside * ratio**2 + np.sqrt((t - beside) ** 2 + (1.0 - beside**2) * (1.0 - ratio**2))
            part = beside * (1.0 - ratio**2) / t
    rest = (1.0 - part) * min(along, radius)
    return rest * steepest + part * newton


def _by_powell(f: Any, jac: Any, start: Any, xtol: float, most: int, step: float, factor: float) -> Any:
    """The root, the value there, MINPACK's number of how it ended, and the number of calls."""
    x = start.copy()
    n = len(x)
    value = f(x)
    if len(value) != n:
        raise TypeError("there are not as many equations as unknowns")
    calls, norm, first, radius = 1, size(value), True, 0.0
    scale = np.ones(n)
    good, bad, slow, stuck = 0, 0, 0, 0
    while True:
        if jac is None:
            matrix = forward_slopes(f, x, value, step)
            calls += n
        else:
            matrix = jac(x)
        fresh = True
        for j in range(n):
            column = size(matrix[:, j])
            if first:
                scale[j] = column if column != 0.0 else 1.0
            scale[j] = max(scale[j], column)
        if first:
            radius = factor * size(scale * x)
            if radius == 0.0:
                radius = factor
        bad = 0
        while True:
            p = -_dogleg(matrix, value, scale, radius)
            after = x + p
            length = size(scale * p)
            if first:
                radius = min(radius, length)
            now = f(after)
            calls += 1
            norm_now = size(now)
            actual = 1.0 - (norm_now / norm) ** 2 if norm_now < norm else -1.0
            linear = value + matrix @ p
            wanted = size(linear)
            predicted = 1.0 - (wanted / norm) ** 2 if wanted < norm else 0.0
            ratio = actual / predicted if predicted > 0.0 else 0.0
            if ratio < 0.1:
                good = 0
                bad += 1
                radius *= 0.5
            else:
                bad = 0
                good += 1
                if ratio >= 0.5 or good > 1:
                    radius = max(radius, length / 0.5)
                if abs(ratio - 1.0) <= 0.1:
                    radius = length / 0.5
            change = now - linear
            if ratio >= 1e-4:
                x, value, norm = after.copy(), now.copy(), norm_now
                first = False
            slow += 1
            if actual >= 1e-3:
                slow = 0
            if fresh:
                stuck += 1
            if actual >= 0.1:
                stuck = 0
            if radius <= xtol * size(scale * x) or norm == 0.0:
                return x, value, 1, calls
            if calls >= most:
                return x, value, 2, calls
            if 0.1 * max(0.1 * radius, length) <= EPS * size(scale * x):
                return x, value, 3, calls
            if stuck == 5:
                return x, value, 4, calls
            if slow == 10:
                return x, value, 5, calls
            if norm != norm:
                return x, value, 5, calls
            if bad == 2:
                break
            turned = scale * (scale * p) / length
            for i in range(n):
                for j in range(n):
                    matrix[i, j] += change[i] / length * turned[j]
            fresh = False


def _search(
    f: Any, jac: Any, start: Any, xtol: float, most: int, step: float, factor: float, x: Any, value: Any,
    ended: Any,
) -> None:  # fmt: skip
    """`_by_powell`: root and value there to ``x`` and ``value``, how it ended and the number of calls to ``ended``."""
    found, there, status, calls = _by_powell(f, jac, start, xtol, most, step, factor)
    x[:] = found
    value[:] = there
    ended[0], ended[1] = status, calls


_search.irad_constant = True  # type: ignore[attr-defined]


def _said(status: int, most: int) -> Any:
    if status == 1:
        return "The solution converged."
    if status == 2:
        return "The number of calls to function has reached maxfev."
    if status == 3:
        return "xtol is too small, no further improvement in the approximate\n solution is possible."
    if status == 4:
        return (
            "The iteration is not making good progress, as measured by the \n"
            " improvement from the last five Jacobian evaluations."
        )
    return "The iteration is not making good progress, as measured by the \n improvement from the last ten iterations."


def _powell(f: Any, jac: Any, start: Any, xtol: Any, maxfev: Any, epsfcn: Any, factor: Any) -> Any:
    n = len(start)
    most = maxfev if maxfev > 0 else (100 * (n + 1) if jac is not None else 200 * (n + 1))
    step = np.sqrt(EPS if epsfcn is None else max(epsfcn, EPS))
    x, value, ended = np.zeros(n), np.zeros(n), np.zeros(2, dtype=np.int64)
    _search(f, jac, start, xtol, most, step, factor * 1.0, x, value, ended)
    status, calls = ended[0], ended[1]
    near = status == 1 or size(value) <= 1e-10  # (it may end for want of progress, where there is none to be made)
    return implicit(f, x, near), value, status, calls, _said(status, most)


def fsolve(
    func: Any, x0: Any, args: Any = (), fprime: Any = None, full_output: bool = False, col_deriv: bool = False,
    xtol: Any = _XTOL, maxfev: Any = 0, band: Any = None, epsfcn: Any = None, factor: Any = 100, diag: Any = None,
) -> Any:  # fmt: skip
    """A root of a system near ``x0``."""
    if band is not None or diag is not None:
        refused("scipy.optimize.fsolve() with band= or diag= is not supported in compiled functions", "leave it out")
    more = as_tuple(args)

    def f(x: Any) -> Any:
        return np.ravel(np.asarray(func(x, *more)) * 1.0)

    def jac(x: Any) -> Any:
        found = np.asarray(fprime(x, *more)) * 1.0
        return np.atleast_2d(found.T if col_deriv else found)

    x, value, status, calls, said = _powell(f, None if fprime is None else jac, start_of(x0), xtol, maxfev, epsfcn, factor)
    if full_output:
        return x, {"nfev": calls, "fvec": value}, status, said
    if status != 1:
        warnings.warn(said, RuntimeWarning, stacklevel=2)
    return x


def root(
    fun: Any, x0: Any, args: Any = (), method: str = "hybr", jac: Any = None, tol: Any = None, callback: Any = None,
    options: Any = None,
) -> Any:  # fmt: skip
    """A root of a system near ``x0``, by the methods "hybr" and "lm" (least squares), as an object."""
    if method != "hybr" and method != "lm":
        refused("scipy.optimize.root() knows the methods 'hybr' and 'lm' in compiled functions", "leave method= out")
    if callback is not None:
        refused("scipy.optimize.root() with callback= is not supported in compiled functions", "leave it out")
    more = as_tuple(args)

    def f(x: Any) -> Any:
        found = fun(x, *more)
        if isinstance(jac, bool) and isinstance(found, tuple) and jac:
            return np.ravel(np.asarray(found[0]) * 1.0)
        return np.ravel(np.asarray(found) * 1.0)

    def slopes(x: Any) -> Any:
        if isinstance(jac, bool):
            return np.atleast_2d(np.asarray(fun(x, *more)[1]) * 1.0)
        return np.atleast_2d(np.asarray(jac(x, *more)) * 1.0)

    given = None if jac is None or (isinstance(jac, bool) and not jac) else slopes
    xtol, factor = option(options, "xtol", _XTOL if tol is None else tol), option(options, "factor", 100)
    start = start_of(x0)
    if method == "lm":
        x, ended = np.zeros(len(start)), np.zeros(2, dtype=np.int64)
        ftol, gtol, most = option(options, "ftol", _XTOL), option(options, "gtol", 0.0), option(options, "maxiter", 0)
        squares_search(f, given, start, ftol * 1.0, xtol * 1.0, gtol * 1.0, most, factor * 1.0, x, ended)
        status, calls = ended[0], ended[1]
        good = 1 <= status <= 4
        best = free_minimizer(f, x, good)
        said = "Both actual and predicted relative reductions are small enough." if good else "maxfev has been reached."
        return Solution(best, f(best), status, good, said, calls, 0)
    most, step = option(options, "maxfev", 0), option(options, "eps", None)
    x, value, status, calls, said = _powell(f, given, start, xtol, most, step, factor)
    return Solution(x, value, status, status == 1, said, calls, 0)
