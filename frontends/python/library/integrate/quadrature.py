"""Functions of `scipy.integrate` that integrate functions, by adaptive Gauss-Kronrod rules.

Intervals are halved as in QUADPACK's QAG (Piessens et al., *QUADPACK*, 1983) until its estimate of the error is small enough.
Where that does not come about, as at a root or a pole at an end, it is done again for u with x = a + (b - a) u²(3 - 2u). The
derivative is that of the sums: the integrand's at the same points.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import constant, refused

# The rules of 21 and 10 points (Piessens et al., 1983): places on [0, 1], the largest first, with the weights of both.
PLACES = (
    0.995657163025808080735527280689003, 0.973906528517171720077964012084452, 0.930157491355708226001207180059508,
    0.865063366688984510732096688423493, 0.780817726586416897063717578345042, 0.679409568299024406234327365114874,
    0.562757134668604683339000099272694, 0.433395394129247190799265943165784, 0.294392862701460198131126603103866,
    0.14887433898163121088482600112972, 0.0,
)  # fmt: skip
WEIGHTS = (
    0.011694638867371874278064396062192, 0.03255816230796472747881897245938964, 0.05475589657435199603138130024458,
    0.07503967481091995276704314091619, 0.093125454583697605535065465083366, 0.109387158802297641899210590325805,
    0.123491976262065851077958109585166, 0.134709217311473325928054001771707, 0.142775938577060080797094273138717,
    0.147739104901338491374841515972068, 0.149445554002916905664936468389821,
)  # fmt: skip
OF_TEN = (
    0.0, 0.066671344308688137593568809893332, 0.0, 0.149451349150580593145863397657697, 0.0, 0.219086362515982043995534934228163,
    0.0, 0.269266719309996355091226921569469, 0.0,
    0.295524224714752870173815619188769, 0.0,
)  # fmt: skip
_EPSILON = 2.220446049250313e-16


def _value(func: Any, args: Any, u: float, a: float, b: float, kind: int) -> Any:
    """The integrand as a function of u in [0, 1]. Kinds: 0 as it is, 1 smoothed, 2 to +inf, 3 from -inf, 4 both."""
    if kind < 2:
        v = u if kind == 0 else u * u * (3.0 - 2.0 * u)
        slope = 1.0 if kind == 0 else 6.0 * u * (1.0 - u)
        return func(a + (b - a) * v, *args) * ((b - a) * slope)
    at = (1.0 - u) / u
    start = a if kind == 2 else b if kind == 3 else 0.0
    total = 0.0
    for k in range(2 if kind == 4 else 1):
        sign = -1.0 if kind == 3 or k == 1 else 1.0
        total += func(start + sign * at, *args)
    return total / (u * u)


def _rule(func: Any, args: Any, low: float, high: float, a: float, b: float, kind: int) -> Any:
    """The integral from ``low`` to ``high``, the estimate of its error, and the integral of the absolute values."""
    centre, half = 0.5 * (low + high), 0.5 * (high - low)
    values = np.empty(21)
    total, coarse, size = 0.0, 0.0, 0.0
    for k in range(21):
        j = k if k < 11 else 20 - k
        place = PLACES[j] if k < 11 else -PLACES[j]
        values[k] = _value(func, args, centre + half * place, a, b, kind)
        total += WEIGHTS[j] * values[k]
        coarse += OF_TEN[j] * values[k]
        size += WEIGHTS[j] * abs(values[k])
    spread = 0.0
    for k in range(21):
        spread += WEIGHTS[k if k < 11 else 20 - k] * abs(values[k] - 0.5 * total)
    spread, size = spread * half, size * half
    error = abs((total - coarse) * half)
    if spread != 0.0 and error != 0.0:
        error = spread * min(1.0, (200.0 * error / spread) ** 1.5)
    if size > 2.2250738585072014e-308 / (50.0 * _EPSILON):
        error = max(50.0 * _EPSILON * size, error)
    return total * half, constant(error), constant(size)


def _halved(func: Any, args: Any, a: float, b: float, kind: int, places: Any, epsabs: float, epsrel: float, limit: int) -> Any:
    """The integral over u, the estimate of its error, and whether that is small enough."""
    first = len(places) - 1
    most = max(limit, first)
    lows, highs, sums, errors = np.empty(most), np.empty(most), np.empty(most), np.empty(most)
    count, size = 0, 0.0
    for k in range(first):
        lows[k], highs[k] = places[k], places[k + 1]
        sums[k], errors[k], part = _rule(func, args, lows[k], highs[k], a, b, kind)
        size += part
        count += 1
    while True:
        total, error, worst = 0.0, 0.0, 0
        for k in range(count):
            total += sums[k]
            error += errors[k]
            if errors[k] > errors[worst]:
                worst = k
        if error <= max(epsabs, epsrel * abs(total)) or total != total:
            return total, error, True
        middle = 0.5 * (lows[worst] + highs[worst])
        rounded = count == first and error <= 100.0 * _EPSILON * size
        if rounded or count >= most or not lows[worst] < middle < highs[worst]:
            return total, error, False
        lows[count], highs[count], highs[worst] = middle, highs[worst], middle
        sums[worst], errors[worst], _ = _rule(func, args, lows[worst], middle, a, b, kind)
        sums[count], errors[count], _ = _rule(func, args, middle, highs[count], a, b, kind)
        count += 1


def _breaks(points: Any, a: float, b: float, kind: int) -> Any:
    """The ends and the points between them, as places u in ascending order."""
    if points is None:
        return np.array([0.0, 1.0])
    if kind > 1:
        raise ValueError("Infinity inputs cannot be used with break points.")
    given = np.sort((np.asarray(points) * 1.0 - a) / (b - a))
    inside = given[(given > 0.0) & (given < 1.0)]
    return np.concatenate((np.zeros(1), inside, np.ones(1)))


def quad(
    func: Any, a: Any, b: Any, args: Any = (), full_output: bool = False, epsabs: Any = 1.49e-8, epsrel: Any = 1.49e-8,
    limit: Any = 50, points: Any = None, weight: Any = None, wvar: Any = None, wopts: Any = None, maxp1: Any = 50,
    limlst: Any = 50, complex_func: bool = False,
) -> Any:  # fmt: skip
    """The integral of a function from ``a`` to ``b``, and an estimate of the error."""
    if weight is not None or full_output or complex_func:
        refused("scipy.integrate.quad() with weight=, full_output= or complex_func= is not supported in compiled functions")
    return adaptive_integral(func, a, b, args if isinstance(args, tuple) else (args,), epsabs, epsrel, limit, points)


def adaptive_integral(func: Any, a: Any, b: Any, more: Any, epsabs: Any, epsrel: Any, limit: Any, points: Any) -> Any:
    if limit < 1 or (epsabs <= 0.0 and epsrel < max(50.0 * _EPSILON, 5e-29)):
        raise ValueError("Invalid 'limit' argument, or tolerances that are too small")
    left, right = a * 1.0, b * 1.0
    sign = 1.0
    if left > right:
        left, right, sign = b * 1.0, a * 1.0, -1.0
    if left == right:
        return 0.0 * func(left, *more) if not math.isinf(left) else 0.0, 0.0
    kind = 0
    if left == -np.inf:
        kind = 4 if right == np.inf else 3
    elif right == np.inf:
        kind = 2
    ends = _breaks(points, left, right, kind)
    total, error, done = _halved(func, more, left, right, kind, ends, epsabs, epsrel, limit)
    if not done and kind == 0 and points is None:
        again, less, done = _halved(func, more, left, right, 1, ends, epsabs, epsrel, limit)
        if less < error:
            total, error = again, less
    if not done:
        warnings.warn("The integral is not as exact as asked for: it may be divergent or slowly convergent", stacklevel=2)
    return sign * total, error


def _bound(g: Any, *at: Any) -> Any:
    """A limit of an inner integral: a number, or a function of the outer variables."""
    return g(*at) if callable(g) else g * 1.0


def dblquad(
    func: Any, a: Any, b: Any, gfun: Any, hfun: Any, args: Any = (), epsabs: Any = 1.49e-8, epsrel: Any = 1.49e-8
) -> Any:  # fmt: skip
    """The integral of func(y, x) over x from ``a`` to ``b`` and y from gfun(x) to hfun(x), and an estimate of the error."""

    def inner(x: float) -> Any:
        low, high = _bound(gfun, x), _bound(hfun, x)
        return adaptive_integral(lambda y: func(y, x, *args), low, high, (), epsabs, epsrel, 50, None)[0]

    return adaptive_integral(inner, a, b, (), epsabs, epsrel, 50, None)


def tplquad(
    func: Any, a: Any, b: Any, gfun: Any, hfun: Any, qfun: Any, rfun: Any, args: Any = (), epsabs: Any = 1.49e-8,
    epsrel: Any = 1.49e-8,
) -> Any:  # fmt: skip
    """The integral of func(z, y, x), z from qfun(x, y) to rfun(x, y), y and x as for `dblquad`."""

    def inner(y: float, x: float) -> Any:
        low, high = _bound(qfun, x, y), _bound(rfun, x, y)
        return adaptive_integral(lambda z: func(z, y, x, *args), low, high, (), epsabs, epsrel, 50, None)[0]

    return dblquad(inner, a, b, gfun, hfun, epsabs=epsabs, epsrel=epsrel)


def legendre_roots(n: int) -> Any:
    """The roots of Legendre's polynomial on [-1, 1] and the weights of Gauss's rule, by Newton's method (DLMF 3.5)."""
    places, weights = np.empty(n), np.empty(n)
    for k in range(n):
        x = -math.cos(math.pi * (k + 0.75) / (n + 0.5))
        slope, step = 1.0, 1.0
        while abs(step) > 1e-15:
            before, here = 1.0, x
            for j in range(2, n + 1):
                before, here = here, ((2.0 * j - 1.0) * x * here - (j - 1.0) * before) / j
            slope = n * (x * here - before) / (x * x - 1.0)
            step = here / slope
            x -= step
        places[k], weights[k] = x, 2.0 / ((1.0 - x * x) * slope * slope)
    return places, weights


def fixed_quad(func: Any, a: Any, b: Any, args: Any = (), n: int = 5) -> Any:
    """Gauss's rule of ``n`` points; the function gets all of them at once."""
    if math.isinf(a) or math.isinf(b):
        raise ValueError("Gaussian quadrature is only available for finite limits.")
    x, w = legendre_roots(n)
    y = (b - a) * (x + 1.0) / 2.0 + a
    return (b - a) / 2.0 * np.sum(w * func(y, *args), axis=-1), None
