"""Minimizers of functions of one variable: ``minimize_scalar``, ``fminbound``, ``brent`` and ``golden`` of `scipy.optimize`.

The steps are those of SciPy (Brent, *Algorithms for Minimization without Derivatives*, 1973, chapter 5).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.implicit import stationary
from irad.frontends.python.library.optimize.solutions import Solution, as_tuple, option
from irad.frontends.python.library.shared.compiler_words import constant, refused

_GOLDEN = 0.3819660
_RATIO = 0.61803399
_TINY = 1e-21


def _bracket(f: Any, xa: float, xb: float) -> Any:
    """Three places of which the middle one has the least value, and the number of calls."""
    growth = 1.618034
    fa, fb = f(xa), f(xb)
    if fa < fb:
        xa, xb, fa, fb = xb, xa, fb, fa
    xc = xb + growth * (xb - xa)
    fc = f(xc)
    calls, steps = 3, 0
    while fc < fb:
        one, two = (xb - xa) * (fb - fc), (xb - xc) * (fb - fa)
        below = two - one
        below = 2.0 * _TINY if abs(below) < _TINY else 2.0 * below
        w = xb - ((xb - xc) * two - (xb - xa) * one) / below
        limit = xb + 110.0 * (xc - xb)
        if steps > 1000:
            raise RuntimeError("No valid bracket was found before the iteration limit was reached.")
        steps += 1
        if (w - xc) * (xb - w) > 0.0:
            fw = f(w)
            calls += 1
            if fw < fc:
                xa, xb, fa, fb = xb, w, fb, fw
                break
            if fw > fb:
                xc, fc = w, fw
                break
            w = xc + growth * (xc - xb)
            fw = f(w)
            calls += 1
        elif (w - limit) * (limit - xc) >= 0.0:
            w = limit
            fw = f(w)
            calls += 1
        elif (w - limit) * (xc - w) > 0.0:
            fw = f(w)
            calls += 1
            if fw < fc:
                xb, xc = xc, w
                w = xc + growth * (xc - xb)
                fb, fc = fc, fw
                fw = f(w)
                calls += 1
        else:
            w = xc + growth * (xc - xb)
            fw = f(w)
            calls += 1
        xa, xb, xc, fa, fb, fc = xb, xc, w, fb, fc, fw
    if not ((fb < fc and fb <= fa) or (fb < fa and fb <= fc)) or not (xa < xb < xc or xc < xb < xa):
        raise RuntimeError("The algorithm terminated without finding a valid bracket.")
    return xa, xb, xc, calls


def _by_parabolas(f: Any, a: float, b: float, three: Any, tol: float, most: int, golden: bool) -> Any:
    """The minimizer, whether it was found, the numbers of steps and of calls."""
    xa, xb, xc, calls = a, b, b, 0
    if three is None:
        xa, xb, xc, calls = _bracket(f, a, b)
    else:
        xc = three
        if xa > xc:
            xa, xc = xc, xa
        if not (xa < xb < xc and f(xb) < f(xa) and f(xb) < f(xc)):
            raise ValueError("Bracketing values (xa, xb, xc) do not fulfill the requirement: f(xb) < f(xa) and f(xb) < f(xc)")
    if golden:
        return _by_sections(f, xa, xb, xc, tol, most, calls)
    low, high = min(xa, xc), max(xa, xc)
    x = xb
    w, v = x, x
    fx = f(x)
    fw, fv = fx, fx
    change, step = 0.0, 0.0
    steps = 0
    while steps < most:
        near = tol * abs(x) + 1e-11
        middle = 0.5 * (low + high)
        if abs(x - middle) < 2.0 * near - 0.5 * (high - low):
            break
        golden_step = True
        if abs(change) > near:
            one, two = (x - w) * (fx - fv), (x - v) * (fx - fw)
            p = (x - v) * two - (x - w) * one
            two = 2.0 * (two - one)
            if two > 0.0:
                p = -p
            two = abs(two)
            before, change = change, step
            if p > two * (low - x) and p < two * (high - x) and abs(p) < abs(0.5 * two * before):
                step = p / two
                u = x + step
                if u - low < 2.0 * near or high - u < 2.0 * near:
                    step = near if middle - x >= 0.0 else -near
                golden_step = False
        if golden_step:
            change = low - x if x >= middle else high - x
            step = _GOLDEN * change
        u = x + (step if abs(step) >= near else near if step >= 0.0 else -near)
        fu = f(u)
        calls += 1
        if fu > fx:
            if u < x:
                low = u
            else:
                high = u
            if fu <= fw or w == x:
                v, w, fv, fw = w, u, fw, fu
            elif fu <= fv or v in (x, w):
                v, fv = u, fu
        else:
            if u >= x:
                low = x
            else:
                high = x
            v, w, x, fv, fw, fx = w, x, u, fw, fx, fu
        steps += 1
    return x, steps < most, steps, calls


def _by_sections(f: Any, xa: float, xb: float, xc: float, tol: float, most: int, calls: int) -> Any:
    """As `_by_parabolas`, by golden sections."""
    x0, x3 = xa, xc
    rest = 1.0 - _RATIO
    if abs(xc - xb) > abs(xb - xa):
        x1, x2 = xb, xb + rest * (xc - xb)
    else:
        x1, x2 = xb - rest * (xb - xa), xb
    f1, f2 = f(x1), f(x2)
    steps = 0
    while steps < most and abs(x3 - x0) > tol * (abs(x1) + abs(x2)):
        if f2 < f1:
            x0, x1 = x1, x2
            x2 = _RATIO * x1 + rest * x3
            f1, f2 = f2, f(x2)
        else:
            x3, x2 = x2, x1
            x1 = _RATIO * x2 + rest * x0
            f2, f1 = f1, f(x1)
        calls += 1
        steps += 1
    return (x1 if f1 < f2 else x2), True, steps, calls


def _between(f: Any, a: float, b: float, xatol: float, most: int) -> Any:
    """As `_by_parabolas`, between two places."""
    root, section = 1.4901161193847656e-08, 0.5 * (3.0 - np.sqrt(5.0))
    low, high = a, b
    x = low + section * (high - low)
    w, v, step, change = x, x, 0.0, 0.0
    fx = f(x)
    fw, fv = fx, fx
    calls = 1
    middle = 0.5 * (low + high)
    near = root * abs(x) + xatol / 3.0
    while abs(x - middle) > 2.0 * near - 0.5 * (high - low):
        golden_step = True
        if abs(change) > near:
            golden_step = False
            r, q = (x - w) * (fx - fv), (x - v) * (fx - fw)
            p = (x - v) * q - (x - w) * r
            q = 2.0 * (q - r)
            if q > 0.0:
                p = -p
            q = abs(q)
            before, change = change, step
            if abs(p) < abs(0.5 * q * before) and p > q * (low - x) and p < q * (high - x):
                step = p / q
                u = x + step
                if u - low < 2.0 * near or high - u < 2.0 * near:
                    step = near if middle - x >= 0.0 else -near
            else:
                golden_step = True
        if golden_step:
            change = low - x if x >= middle else high - x
            step = section * change
        u = x + (1.0 if step >= 0.0 else -1.0) * max(abs(step), near)
        fu = f(u)
        calls += 1
        if fu <= fx:
            if u >= x:
                low = x
            else:
                high = x
            v, w, x, fv, fw, fx = w, x, u, fw, fx, fu
        else:
            if u < x:
                low = u
            else:
                high = u
            if fu <= fw or w == x:
                v, w, fv, fw = w, u, fw, fu
            elif fu <= fv or v in (x, w):
                v, fv = u, fu
        middle = 0.5 * (low + high)
        near = root * abs(x) + xatol / 3.0
        if calls >= most:
            return x, False, calls, calls
    return x, True, calls, calls


def _search(f: Any, a: float, b: float, three: Any, tol: float, most: int, method: str, ended: Any) -> float:
    """The minimizer; whether it was found, the numbers of steps and of calls to ``ended``."""
    if method == "bounded":
        x, found, steps, calls = _between(f, a, b, tol, most)
    else:
        x, found, steps, calls = _by_parabolas(f, a, b, three, tol, most, method == "golden")
    ended[0], ended[1], ended[2] = (1 if found else 0), steps, calls
    return float(x)


_search.irad_constant = True  # type: ignore[attr-defined]


def _best(f: Any, x: float, a: Any, b: Any, near: float, found: Any) -> Any:
    """``x`` with its derivative; within ``near`` of an end with falling values behind it, it stays as far from it."""

    def of_array(z: Any) -> Any:
        return f(z[0])

    lower, upper = np.full(1, -np.inf), np.full(1, np.inf)
    if abs(x - a) <= near and constant(f(x)) > constant(f(a * 1.0)):
        lower[0] = x + (a - constant(a * 1.0))
    if abs(x - b) <= near and constant(f(x)) > constant(f(b * 1.0)):
        upper[0] = x + (b - constant(b * 1.0))
    return stationary(of_array, np.full(1, x), lower, upper, found)[0]


def minimize_scalar(
    fun: Any, bracket: Any = None, bounds: Any = None, args: Any = (), method: Any = None, tol: Any = None, options: Any = None
) -> Any:  # fmt: skip
    """A minimizer of a function of one variable, as an object: by the methods "brent", "golden" and "bounded"."""
    more = as_tuple(args)

    def f(x: Any) -> Any:
        return fun(x, *more) * 1.0

    if method is not None and method.lower() not in ("brent", "golden", "bounded"):
        refused("minimize_scalar() by this method is not supported in compiled functions", "'brent', 'golden' or 'bounded'")
    ended = np.zeros(3, dtype=np.int64)
    if bounds is not None and (method is None or method.lower() == "bounded"):
        a, b = bounds
        if a > b:
            raise ValueError("The lower bound exceeds the upper bound.")
        xatol = option(options, "xatol", 1e-5 if tol is None else tol)
        most = option(options, "maxiter", 500)
        x = _search(f, constant(a * 1.0), constant(b * 1.0), None, xatol * 1.0, most, "bounded", ended)
        best = _best(f, x, a, b, 10.0 * xatol, ended[0] == 1)
    else:
        if method is not None and method.lower() == "bounded":
            raise ValueError("The `bounds` parameter is mandatory for method `bounded`.")
        a, b, three = 0.0, 1.0, None
        if bracket is not None:
            a, b = constant(bracket[0] * 1.0), constant(bracket[1] * 1.0)
            if len(bracket) == 3:
                three = constant(bracket[2] * 1.0)
        golden = method is not None and method.lower() == "golden"
        near = option(options, "xtol", (1.48e-8 if not golden else 1.4901161193847656e-08) if tol is None else tol)
        most = option(options, "maxiter", 500)
        x = _search(f, a, b, three, near * 1.0, most, "golden" if golden else "brent", ended)
        best = _best(f, x, -np.inf, np.inf, 0.0, ended[0] == 1)
    found = ended[0] == 1
    said = "Solution found." if found else "Maximum number of function calls reached."
    return Solution(best, f(best), 0 if found else 1, found, said, ended[2], ended[1])


def fminbound(
    func: Any, x1: Any, x2: Any, args: Any = (), xtol: Any = 1e-5, maxfun: Any = 500, full_output: bool = False, disp: Any = 1
) -> Any:  # fmt: skip
    """A minimizer between two places."""
    if full_output:
        refused("fminbound() with full_output= is not supported in compiled functions", "minimize_scalar")
    return minimize_scalar(func, None, (x1, x2), args, "bounded", xtol).x
