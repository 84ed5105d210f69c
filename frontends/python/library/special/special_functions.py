"""Functions of `scipy.special` for one element: each is compiled into the loop over the arrays it is given.

Formulas are those of Abramowitz and Stegun, *Handbook of Mathematical Functions*, where a number of theirs is given.
What is infinite or nan at a pole is an expression whose derivative is the one there: infinite, or nan where both sides differ.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.special import primitives, scipy_code

_ROOT2 = math.sqrt(2.0)


def erf(x: float) -> Any:
    """The error function (7.1.1)."""
    return math.erf(x)


def erfc(x: float) -> Any:
    """1 - erf(x) (7.1.2)."""
    return math.erfc(x)


def erfcx(x: float) -> Any:
    """exp(x²) erfc(x); from 25 on its continued fraction (7.1.14)."""
    if x < 25.0:
        return np.exp(x * x) * math.erfc(x)
    f = x
    for k in range(12, 0, -1):
        f = x + 0.5 * k / f
    return 1.0 / (math.sqrt(math.pi) * f)


def gammaln(x: float) -> Any:
    """log|Γ(x)| (6.1.41), infinite at the poles."""
    if x == 0.0:
        return -np.log(x)
    if x == np.inf:
        return x * np.inf
    if x == -np.inf:
        return -_infinite(x)
    if x < 0.0 and np.floor(x) == x:
        return _infinite(x)
    return math.lgamma(x)


def _infinite(x: float) -> Any:
    """Infinity for a number below zero, with nan as its derivative."""
    return -1.0 / (1.0 / (np.float64(x) / 0.0))


def gamma(x: float) -> Any:
    """Γ(x) (6.1.1)."""
    if x == 0.0:
        return 1.0 / np.float64(x)
    if x == -np.inf or (x < 0.0 and np.floor(x) == x):
        return np.sqrt(x)
    if x > 171.7:
        return x * np.inf
    return math.gamma(x)


def psi(x: float) -> Any:
    """The derivative of log Γ (6.3.1), nan at the poles."""
    if x == 0.0:
        return -1.0 / np.float64(x)
    if x < 0.0 and np.floor(x) == x:
        return np.sqrt(x)
    return primitives.digamma(x)


def rgamma(x: float) -> Any:
    """1 / Γ(x), 0 at the poles: there by the reflection (6.1.17), for derivatives."""
    if x <= 0.0 and np.floor(x) == x:
        if x < -170.0:
            return np.sqrt(x - np.floor(x)) if x > -np.inf else 0.0
        return x * math.gamma(1.0 + x) if x == 0.0 else _sine_at(x) * math.gamma(1.0 - x)
    return 1.0 / math.gamma(x) if x < 171.0 else np.exp(-math.lgamma(x))


def betaln(a: float, b: float) -> Any:
    """log|B(a, b)| (6.2.2)."""
    if _is_infinite(a, b):
        return np.inf
    if _is_pole(a):
        return _betaln_beside(a, b) if _is_whole_beside(a, b) else _betaln_at(a, b)
    if _is_pole(b):
        return _betaln_beside(b, a) if _is_whole_beside(b, a) else _betaln_at(b, a)
    return _betaln_beside(b, a) if abs(a) < abs(b) else _betaln_beside(a, b)


def beta(a: float, b: float) -> Any:
    """B(a, b) (6.2.2)."""
    if _is_infinite(a, b):
        return np.inf
    if a > 0.0 and b > 0.0:
        if a + b < 150.0:
            return math.gamma(a) / math.gamma(a + b) * math.gamma(b)
        return np.exp(betaln(a, b))
    if _is_pole(a):
        return _sign_of(b) * np.exp(_betaln_beside(a, b)) if _is_whole_beside(a, b) else np.exp(_betaln_at(a, b))
    if _is_pole(b):
        return _sign_of(a) * np.exp(_betaln_beside(b, a)) if _is_whole_beside(b, a) else np.exp(_betaln_at(b, a))
    if abs(a) < 150.0 and abs(b) < 150.0:
        return gamma(a) * gamma(b) * rgamma(a + b)
    return _gamma_sign(a) * _gamma_sign(b) * _gamma_sign(a + b) * np.exp(betaln(a, b))


def _is_pole(x: float) -> bool:
    """Whether Γ has a pole there."""
    return x <= 0.0 and np.floor(x) == x


def _is_infinite(a: float, b: float) -> bool:
    """Whether SciPy's B(a, b) is infinity: at -inf, and at poles of Γ beside nan and inf."""
    return a == -np.inf or b == -np.inf or ((_is_pole(a) or _is_pole(b)) and not np.isfinite(a + b))


def _is_whole_beside(a: float, b: float) -> bool:
    """Whether B(a, b) is finite though Γ(a) is not: the pole is that of Γ(a + b) too (6.1.17)."""
    return b > 0.0 and np.floor(b) == b and 1.0 - a - b > 0.0 and a > -2147483648.0  # (SciPy's are integers of 32 bits)


def _sign_of(whole: float) -> Any:
    return 1.0 if whole % 2.0 == 0.0 else -1.0


def _gamma_sign(x: float) -> Any:
    """The sign of Γ(x)."""
    return 1.0 if x > 0.0 else _sign_of(np.floor(x))


def _betaln_at(a: float, b: float) -> Any:
    """log|B(a, b)| where it is infinite, since Γ(a) is."""
    return gammaln(a) + gammaln(b) - (0.0 if _is_pole(a + b) else gammaln(a + b))


def _betaln_beside(a: float, b: float) -> Any:
    """log|B(a, b)|, where a is a pole at which B is finite, or is the larger of both: if it is by far, by 6.1.47."""
    if _is_pole(a):
        return _betaln_beside(max(1.0 - a - b, b), min(1.0 - a - b, b))
    if abs(a) > 1e4 and abs(a) > 1e4 * abs(b):
        inverse = 1.0 / a
        series = 0.5 + inverse * ((1.0 - 2.0 * b) / 12.0 - inverse * (b * (1.0 - b) / 12.0))
        return gammaln(b) - b * np.log(abs(a)) + b * (1.0 - b) * inverse * series
    return gammaln(a) + gammaln(b) - gammaln(a + b)


def binom(n: float, k: float) -> Any:
    """Γ(n + 1) / (Γ(k + 1) Γ(n - k + 1)); 0 at poles of these two: there by their reflections (6.1.17), for derivatives."""
    if not _is_pole(n + 1.0):
        if _is_pole(n - k + 1.0):
            return _sine_at(n - k + 1.0) * beta(n + 1.0, k - n)
        if _is_pole(k + 1.0):
            return _sine_at(k + 1.0) * beta(n + 1.0, -k)
    return scipy_code.binom(n, k)


def _sine_at(whole: float) -> Any:
    """sin(πx) / π, where x is a whole number: 0, with derivatives."""
    return 0.0 + _sign_of(whole) * np.sin(math.pi * (whole - np.floor(whole))) / math.pi


def expit(x: float) -> Any:
    """1 / (1 + exp(-x))."""
    e = np.exp(-x if x >= 0.0 else x)  # (not -abs(x), whose derivative at 0 is 0)
    return (1.0 if x >= 0.0 else e) / (1.0 + e)


def logit(p: float) -> Any:
    """log(p / (1 - p))."""
    if 0.3 <= p <= 0.65:
        s = 2.0 * (p - 0.5)
        return np.log1p(s) - np.log1p(-s)
    return np.log(p / (1.0 - p))


def log_expit(x: float) -> Any:
    """log(expit(x))."""
    return x - np.log1p(np.exp(x)) if x < 0.0 else -np.log1p(np.exp(-x))


def _flat_above(x: float) -> Any:
    """0 at 0, where its derivative is -inf as that of x log(x) is."""
    return 0.0 - np.sqrt(x)


def xlogy(x: float, y: float) -> Any:
    """x log(y), 0 where x is 0."""
    if x == 0.0 and (y <= 0.0 or y == np.inf):
        return -_flat_above(x) if y > 0.0 else _flat_above(x)
    return x * np.log(y)


def xlog1py(x: float, y: float) -> Any:
    """x log(1 + y), 0 where x is 0."""
    if x == 0.0 and (y <= -1.0 or y == np.inf):
        return -_flat_above(x) if y > 0.0 else _flat_above(x)
    return x * np.log1p(y)


def entr(x: float) -> Any:
    """-x log(x)."""
    if x > 0.0:
        return -x * np.log(x)
    return -np.inf if x < 0.0 else -_flat_above(x)


def rel_entr(x: float, y: float) -> Any:
    """x log(x / y)."""
    if x > 0.0 and y > 0.0:
        return x * np.log(x / y)
    if x == 0.0 and y >= 0.0:
        return _flat_above(x)
    return np.nan if np.isnan(x) or np.isnan(y) else np.inf


def kl_div(x: float, y: float) -> Any:
    """x log(x / y) - x + y."""
    if x > 0.0 and y > 0.0:
        return x * np.log(x / y) - x + y
    if x == 0.0 and y >= 0.0:
        return y + _flat_above(x)
    return np.nan if np.isnan(x) or np.isnan(y) else np.inf


def huber(delta: float, r: float) -> Any:
    """r²/2 up to ``delta``, then δ(|r| - δ/2)."""
    if delta < 0.0:
        return np.inf
    if abs(r) <= delta:
        return 0.5 * r * r
    return delta * (abs(r) - 0.5 * delta)


def pseudo_huber(delta: float, r: float) -> Any:
    """δ²(sqrt(1 + (r/δ)²) - 1)."""
    if delta < 0.0:
        return np.inf
    if delta == 0.0:
        return 0.0
    v = r / delta
    if abs(v) > 1e9:
        return delta * (abs(r) - delta)
    u = v * v / (np.sqrt(1.0 + v * v) + 1.0)
    return delta * delta * u


def ndtr(x: float) -> Any:
    """The normal distribution up to x (26.2.29)."""
    if abs(x) < 1.0:
        return 0.5 + 0.5 * math.erf(x / _ROOT2)
    return 0.5 * math.erfc(-x / _ROOT2)


def log_ndtr(x: float) -> Any:
    """log(ndtr(x)); below -1 by erfcx."""
    if x < -1.0:
        return np.log(0.5 * erfcx(-x / _ROOT2)) - 0.5 * x * x
    return np.log1p(-0.5 * math.erfc(x / _ROOT2))


def exprel(x: float) -> Any:
    """(exp(x) - 1) / x."""
    if abs(x) < 1e-4:
        return 1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0))
    return np.inf if x > 717.0 else np.expm1(x) / x


def cosm1(x: float) -> Any:
    """cos(x) - 1."""
    s = np.sin(0.5 * x)
    return -2.0 * s * s


def exp10(x: float) -> Any:
    """10**x."""
    return np.power(10.0, x)


def boxcox(x: float, lmbda: float) -> Any:
    """(x**λ - 1) / λ, log(x) at λ = 0."""
    return _boxcox_of_log(np.log(x), lmbda)


def boxcox1p(x: float, lmbda: float) -> Any:
    """((1 + x)**λ - 1) / λ, log(1 + x) at λ = 0."""
    return _boxcox_of_log(np.log1p(x), lmbda)


def _boxcox_of_log(y: float, lmbda: float) -> Any:
    """(exp(λy) - 1) / λ, y at λ = 0."""
    z = lmbda * y
    if abs(z) < 1e-4:
        return y * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)))
    if lmbda == 0.0:
        return y
    return np.expm1(z) / lmbda


def inv_boxcox(y: float, lmbda: float) -> Any:
    """What `boxcox` gives ``y`` for."""
    z = lmbda * y
    if abs(z) < 1e-4:
        return np.exp(y * (1.0 - z / 2.0 + z * z / 3.0 - z * z * z / 4.0))
    return np.exp(np.log1p(z) / lmbda)
