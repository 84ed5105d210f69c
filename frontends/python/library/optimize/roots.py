"""Roots of functions of one variable: ``scipy.optimize.brentq``, ``bisect``, ``ridder``, ``newton`` and ``root_scalar``.

The iterations have no derivative. That of the root x of f(x, p) = 0 is the implicit function's, -f_p / f_x, which steps
x - f(x, p) / s make with a constant s near the slope: each one is right in one order of derivatives more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import constant, refused
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules

_STEPS = 6
_RTOL = 8.881784197001252e-16


class RootOfOne:
    """What ``root_scalar`` returns."""

    irad_compiled = True

    def __init__(self, root: Any, converged: bool) -> None:
        self.root, self.converged = root, converged


def _without_slope(root: Any, value: Any) -> Any:
    return root


def _without_slope_ahead(root: Any, value: Any) -> Any:
    if root == root:
        raise RuntimeError(_NO_SLOPE)
    return root, root


def _without_slope_back(kept: Any, cotangent: Any) -> Any:
    return cotangent, cotangent


def _without_slope_along(primals: Any, tangents: Any) -> Any:
    root, _ = primals
    if root == root:
        raise RuntimeError(_NO_SLOPE)
    return root, root


_NO_SLOPE = "the derivative of a root at which the function has no slope, or an infinite one"
with_rules(
    _without_slope,
    RuleSet(_without_slope_ahead, _without_slope_back, _without_slope_along, reverse_style="jax", forward_style="jax"),
)


def _implicit(f: Any, args: Any, root: float) -> Any:
    """The root with its derivative."""
    x0 = constant(root)
    slope = constant(_slope(f, args, x0))
    if slope == 0.0:
        return _without_slope(x0, f(x0, *args) * 1.0)
    x = x0 * 1.0
    for _ in range(_STEPS):
        x = x - (f(x, *args) - constant(f(x, *args))) / slope
    return x


def _slope(f: Any, args: Any, x: float) -> Any:
    """The slope by central differences, with steps that become shorter until two of them agree; 0 if none do."""
    h = 1e-6 * abs(x) if x != 0.0 else 1e-6
    before = (f(x + h, *args) - f(x - h, *args)) / (2.0 * h)
    while h > 1e-11 * abs(x) and h > 1e-300:
        h *= 0.25
        now = (f(x + h, *args) - f(x - h, *args)) / (2.0 * h)
        if abs(now - before) <= 1e-5 * abs(now):
            return now
        before = now
    return 0.0


def _checked(f: Any, args: Any, a: float, b: float, xtol: float, rtol: float) -> Any:
    """The values at both ends."""
    if xtol <= 0.0:
        raise ValueError("xtol too small")
    if rtol < _RTOL:
        raise ValueError("rtol too small")
    at_a, at_b = _number(f(a, *args)), _number(f(b, *args))
    if at_a != 0.0 and at_b != 0.0 and (at_a > 0.0) == (at_b > 0.0):
        raise ValueError("f(a) and f(b) must have different signs")
    return at_a, at_b


def _number(value: Any) -> Any:
    if value != value:
        raise ValueError("The function value is NaN; solver cannot continue.")
    return value * 1.0


def _by_brent(f: Any, args: Any, a: float, b: float, xtol: float, rtol: float, maxiter: int) -> Any:
    """Brent's method (*Algorithms for Minimization without Derivatives*, 1973, chapter 4)."""
    at_a, at_b = _checked(f, args, a, b, xtol, rtol)
    if at_a == 0.0:
        return a, True
    last, at_last, x, at_x = a, at_a, b, at_b
    other, at_other, step, earlier = a, at_a, b - a, b - a
    for _ in range(maxiter):
        if at_last != 0.0 and at_x != 0.0 and (at_last > 0.0) != (at_x > 0.0):
            other, at_other = last, at_last
            step = x - last
            earlier = step
        if abs(at_other) < abs(at_x):
            last, at_last = x, at_x
            x, at_x = other, at_other
            other, at_other = last, at_last
        least = 0.5 * (xtol + rtol * abs(x))
        half = 0.5 * (other - x)
        if at_x == 0.0 or abs(half) < least:
            return x, True
        wanted = 4.0 * (abs(earlier) + abs(half))
        if abs(earlier) > least and abs(at_x) < abs(at_last):
            if last == other:
                wanted = -at_x * (x - last) / (at_x - at_last)
            else:
                to_last, to_other = (at_last - at_x) / (last - x), (at_other - at_x) / (other - x)
                wanted = -at_x * (at_other * to_other - at_last * to_last) / (to_other * to_last * (at_other - at_last))
        if 2.0 * abs(wanted) < min(abs(earlier), 3.0 * abs(half) - least):
            earlier, step = step, wanted
        else:
            earlier, step = half, half
        last, at_last = x, at_x
        x += step if abs(step) > least else least if half > 0.0 else -least
        at_x = _number(f(x, *args))
    return x, False


def _by_halves(f: Any, args: Any, a: float, b: float, xtol: float, rtol: float, maxiter: int) -> Any:
    at_a, at_b = _checked(f, args, a, b, xtol, rtol)
    if at_a == 0.0 or at_b == 0.0:
        return (a if at_a == 0.0 else b), True
    low, length = a, b - a
    for _ in range(maxiter):
        length *= 0.5
        middle = low + length
        value = _number(f(middle, *args))
        if (value > 0.0) == (at_a > 0.0) and value != 0.0:
            low = middle
        if value == 0.0 or abs(length) < xtol + rtol * abs(middle):
            return middle, True
    return low, False


def _by_ridder(f: Any, args: Any, a: float, b: float, xtol: float, rtol: float, maxiter: int) -> Any:
    """Ridders' method (1979)."""
    at_a, at_b = _checked(f, args, a, b, xtol, rtol)
    if at_a == 0.0 or at_b == 0.0:
        return (a if at_a == 0.0 else b), True
    low, high, x = a, b, a
    for _ in range(maxiter):
        half = 0.5 * (high - low)
        middle = low + half
        value = _number(f(middle, *args))
        part = half * value / np.sqrt(value * value - at_a * at_b)
        least = 0.5 * (xtol + rtol * abs(middle))
        x = middle + np.copysign(min(abs(part), abs(half) - least), part if at_a > at_b else -part)
        at_x = _number(f(x, *args))
        if at_x == 0.0:
            return x, True
        if value != 0.0 and (value > 0.0) != (at_x > 0.0):
            low, at_a, high, at_b = middle, value, x, at_x
        elif (at_b > 0.0) != (at_x > 0.0):
            low, at_a = x, at_x
        else:
            high, at_b = x, at_x
        if abs(high - low) < xtol + rtol * abs(high):
            return x, True
    return x, False


def _ended(f: Any, args: Any, found: Any) -> Any:
    root, converged = found
    if not converged:
        raise RuntimeError("Failed to converge: maxiter is too small.")
    return _implicit(f, args, root)


def _between(method: Any, f: Any, a: Any, b: Any, args: Any, xtol: Any, rtol: Any, maxiter: Any) -> Any:
    more = args if isinstance(args, tuple) else (args,)
    return _ended(f, more, method(f, more, constant(a * 1.0), constant(b * 1.0), xtol, rtol, maxiter))


def brentq(
    f: Any, a: Any, b: Any, args: Any = (), xtol: Any = 2e-12, rtol: Any = _RTOL, maxiter: Any = 100, full_output: bool = False,
    disp: Any = True,
) -> Any:  # fmt: skip
    """A root between ``a`` and ``b``."""
    found = _between(_by_brent, f, a, b, args, xtol, rtol, maxiter)
    return (found, RootOfOne(found, True)) if full_output else found


def brenth(
    f: Any, a: Any, b: Any, args: Any = (), xtol: Any = 2e-12, rtol: Any = _RTOL, maxiter: Any = 100, full_output: bool = False,
    disp: Any = True,
) -> Any:  # fmt: skip
    """A root between ``a`` and ``b``: within the tolerances that of SciPy, which extrapolates by hyperbolas."""
    found = _between(_by_brent, f, a, b, args, xtol, rtol, maxiter)
    return (found, RootOfOne(found, True)) if full_output else found


def bisect(
    f: Any, a: Any, b: Any, args: Any = (), xtol: Any = 2e-12, rtol: Any = _RTOL, maxiter: Any = 100, full_output: bool = False,
    disp: Any = True,
) -> Any:  # fmt: skip
    """A root between ``a`` and ``b``, by halves."""
    found = _between(_by_halves, f, a, b, args, xtol, rtol, maxiter)
    return (found, RootOfOne(found, True)) if full_output else found


def ridder(
    f: Any, a: Any, b: Any, args: Any = (), xtol: Any = 2e-12, rtol: Any = _RTOL, maxiter: Any = 100, full_output: bool = False,
    disp: Any = True,
) -> Any:  # fmt: skip
    """A root between ``a`` and ``b``."""
    found = _between(_by_ridder, f, a, b, args, xtol, rtol, maxiter)
    return (found, RootOfOne(found, True)) if full_output else found


def _by_tangents(f: Any, fprime: Any, fprime2: Any, args: Any, x0: float, tol: float, rtol: float, maxiter: int) -> Any:
    """Newton's method, or Halley's with a second derivative."""
    x = x0
    for _ in range(maxiter):
        value = f(x, *args) * 1.0
        if value == 0.0:
            return x, True
        slope = fprime(x, *args) * 1.0
        if slope == 0.0:
            raise RuntimeError("Derivative was zero.")
        step = value / slope
        if fprime2 is not None:
            bend = step * fprime2(x, *args) / slope / 2.0
            if abs(bend) < 1.0:
                step /= 1.0 - bend
        after = x - step
        if abs(after - x) <= tol + rtol * abs(x):
            return after, True
        x = after
    return x, False


def _by_secants(f: Any, args: Any, x0: float, x1: Any, tol: float, rtol: float, maxiter: int) -> Any:
    if x1 is not None and x1 == x0:
        raise ValueError("x1 and x0 must be different")
    p0, p1 = x0, 0.0
    if x1 is None:
        p1 = x0 * (1.0 + 1e-4)
        p1 += 1e-4 if p1 >= 0.0 else -1e-4
    else:
        p1 = x1 * 1.0
    q0, q1 = f(p0, *args) * 1.0, f(p1, *args) * 1.0
    if abs(q1) < abs(q0):
        p0, p1, q0, q1 = p1, p0, q1, q0
    for _ in range(maxiter):
        if q1 == q0:
            if p1 != p0:
                raise RuntimeError("Tolerance reached: the function has the same value at both points.")
            return (p1 + p0) / 2.0, True
        p = (-q0 / q1 * p1 + p0) / (1.0 - q0 / q1) if abs(q1) > abs(q0) else (-q1 / q0 * p0 + p1) / (1.0 - q1 / q0)
        if abs(p - p1) <= tol + rtol * abs(p1):
            return p, True
        p0, q0, p1 = p1, q1, p
        q1 = f(p1, *args) * 1.0
    return p1, False


def newton(
    func: Any, x0: Any, fprime: Any = None, args: Any = (), tol: Any = 1.48e-8, maxiter: Any = 50, fprime2: Any = None,
    x1: Any = None, rtol: Any = 0.0, full_output: bool = False, disp: bool = True,
) -> Any:  # fmt: skip
    """A root near ``x0``, by Newton's or Halley's method, without ``fprime`` by secants."""
    if not disp:
        refused("scipy.optimize.newton() with disp= is not supported in compiled functions", "root_scalar")
    if np.ndim(x0) > 0 or np.asarray(x0).dtype.kind == "c":
        refused("scipy.optimize.newton() of arrays or complex numbers is not supported in compiled functions", "a loop of calls")
    if tol <= 0:
        raise ValueError("tol too small")
    if maxiter < 1:
        raise ValueError("maxiter must be greater than 0")
    start = constant(x0 * 1.0)
    if fprime is None:
        found = _ended(func, args, _by_secants(func, args, start, x1, tol, rtol, maxiter))
    else:
        found = _ended(func, args, _by_tangents(func, fprime, fprime2, args, start, tol, rtol, maxiter))
    return (found, RootOfOne(found, True)) if full_output else found


def toms748(
    f: Any, a: Any, b: Any, args: Any = (), k: Any = 1, xtol: Any = 2e-12, rtol: Any = _RTOL, maxiter: Any = 100,
    full_output: bool = False, disp: Any = True,
) -> Any:  # fmt: skip
    """A root between ``a`` and ``b``: within the tolerances that of SciPy, which extrapolates by cubic polynomials."""
    found = _between(_by_brent, f, a, b, args, xtol, rtol, maxiter)
    return (found, RootOfOne(found, True)) if full_output else found


def root_scalar(
    f: Any, args: Any = (), method: Any = None, bracket: Any = None, fprime: Any = None, fprime2: Any = None, x0: Any = None,
    x1: Any = None, xtol: Any = None, rtol: Any = None, maxiter: Any = None, options: Any = None,
) -> Any:  # fmt: skip
    """A root in a bracket or near a point, as an object with ``root`` and ``converged``."""
    more = args if isinstance(args, tuple) else (args,)
    if options is not None:
        refused("root_scalar() with options= is not supported in compiled functions", "xtol=, rtol=, maxiter=")
    if fprime is not None and not callable(fprime):
        return root_scalar(
            lambda x, *rest: f(x, *rest)[0], more, method, bracket, lambda x, *rest: f(x, *rest)[1], fprime2, x0, x1, xtol, rtol,
            maxiter,
        )  # fmt: skip
    if bracket is not None and (method is None or method in ("brentq", "brenth", "toms748", "bisect", "ridder")):
        least, relative = 2e-12 if xtol is None else xtol, _RTOL if rtol is None else rtol
        a, b, most = constant(bracket[0] * 1.0), constant(bracket[1] * 1.0), 100 if maxiter is None else maxiter
        if method == "bisect":
            return _scalar_result(f, more, _by_halves(f, more, a, b, least, relative, most))
        if method == "ridder":
            return _scalar_result(f, more, _by_ridder(f, more, a, b, least, relative, most))
        return _scalar_result(f, more, _by_brent(f, more, a, b, least, relative, most))
    if x0 is None:
        raise ValueError("Unable to select a solver as neither bracket nor starting point provided.")
    if method is not None and method not in ("newton", "secant", "halley"):
        refused(
            "root_scalar() by this method is not supported in compiled functions",
            "brentq, bisect, ridder, newton, secant, halley",
        )
    start, most = constant(x0 * 1.0), 50 if maxiter is None else maxiter
    least, relative = 1.48e-8 if xtol is None else xtol, 0.0 if rtol is None else rtol
    if method == "secant" or fprime is None:  # SciPy takes Newton's steps with slopes by differences
        return _scalar_result(f, more, _by_secants(f, more, start, x1, least, relative, most))
    second = fprime2 if method != "newton" else None
    return _scalar_result(f, more, _by_tangents(f, fprime, second, more, start, least, relative, most))


def _scalar_result(f: Any, args: Any, found: Any) -> Any:
    root, converged = found
    return RootOfOne(_implicit(f, args, root), converged)
