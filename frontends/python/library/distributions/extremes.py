"""Standard distributions of extremes, powers and shares; see `on_the_line`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.distributions import from_zero
from irad.frontends.python.library.shared.constants import EULER
from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import gammaln, psi, xlogy

_NEAR_0 = 1e-5  # where the first terms of a series are exact


def _log_over(c: float, x: float) -> Any:
    """log(1 + c x) / c, which is x for c = 0, and where it is infinite."""
    if np.isinf(x):
        return x
    t = c * x
    if abs(t) < _NEAR_0:
        return x * (1.0 - t * (0.5 - t * (1.0 / 3.0 - 0.25 * t)))
    return np.log1p(t) / c


def _exp_over(c: float, x: float) -> Any:
    """(exp(c x) - 1) / c, which is x for c = 0."""
    t = c * x
    if abs(t) < _NEAR_0:
        return x * (1.0 + t * (0.5 + t * (1.0 / 6.0 + t / 24.0)))
    return np.expm1(t) / c


def genextreme_support(c: float) -> Any:
    return -np.inf if c >= 0.0 else 1.0 / c, 1.0 / c if c > 0.0 else np.inf, c == c


def genextreme_logpdf(y: float, c: float) -> Any:
    if c * y == 1.0 or np.isinf(y):
        return -np.inf
    w = -_log_over(-c, y)
    return -np.exp(w) + w - np.log1p(-c * y)


def genextreme_cdf(y: float, c: float) -> Any:
    return np.exp(-np.exp(-_log_over(-c, y)))


def genextreme_logcdf(y: float, c: float) -> Any:
    return -np.exp(-_log_over(-c, y))


def genextreme_sf(y: float, c: float) -> Any:
    return -np.expm1(-np.exp(-_log_over(-c, y)))


def genextreme_ppf(q: float, c: float) -> Any:
    return -_exp_over(c, np.log(-np.log(q)))


def genextreme_isf(q: float, c: float) -> Any:
    return -_exp_over(c, np.log(-np.log1p(-q)))


def genextreme_mean(c: float) -> Any:
    if c <= -1.0:
        return np.inf
    return EULER if c == 0.0 else -np.expm1(gammaln(c + 1.0)) / c


def genpareto_support(c: float) -> Any:
    return 0.0, -1.0 / c if c < 0.0 else np.inf, c == c


def genpareto_logpdf(y: float, c: float) -> Any:
    if np.isinf(y):
        return -np.inf
    return -np.log1p(c * y) - _log_over(c, y)


def genpareto_cdf(y: float, c: float) -> Any:
    return -np.expm1(-_log_over(c, y))


def genpareto_sf(y: float, c: float) -> Any:
    return np.exp(-_log_over(c, y))


def genpareto_logsf(y: float, c: float) -> Any:
    return -_log_over(c, y)


def genpareto_ppf(q: float, c: float) -> Any:
    return _exp_over(c, -np.log1p(-q))


def genpareto_isf(q: float, c: float) -> Any:
    return _exp_over(c, -np.log(q))


def genpareto_mean(c: float) -> Any:
    return 1.0 / (1.0 - c) if c < 1.0 else np.inf


def genpareto_var(c: float) -> Any:
    return 1.0 / ((1.0 - c) * (1.0 - c) * (1.0 - 2.0 * c)) if c < 0.5 else np.nan


def genpareto_entropy(c: float) -> Any:
    return 1.0 + c


def triang_support(c: float) -> Any:
    return 0.0, 1.0, 0.0 <= c <= 1.0


def triang_logpdf(y: float, c: float) -> Any:
    return np.log(2.0 * y / c) if y < c or c == 1.0 else np.log(2.0 * (1.0 - y) / (1.0 - c))


def triang_cdf(y: float, c: float) -> Any:
    return y * y / c if y < c or c == 1.0 else 1.0 - (1.0 - y) * (1.0 - y) / (1.0 - c)


def triang_sf(y: float, c: float) -> Any:
    return 1.0 - y * y / c if y < c or c == 1.0 else (1.0 - y) * (1.0 - y) / (1.0 - c)


def triang_ppf(q: float, c: float) -> Any:
    return np.sqrt(c * q) if q < c else 1.0 - np.sqrt((1.0 - c) * (1.0 - q))


def triang_isf(q: float, c: float) -> Any:
    return 1.0 - triang_ppf(q, 1.0 - c)


def triang_mean(c: float) -> Any:
    return (c + 1.0) / 3.0


def triang_var(c: float) -> Any:
    return (1.0 - c + c * c) / 18.0


def triang_entropy(c: float) -> Any:
    return 0.5 - math.log(2.0)


def maxwell_support() -> Any:
    return 0.0, np.inf, True


def maxwell_logpdf(y: float) -> Any:
    return 0.5 * math.log(2.0 / math.pi) + 2.0 * np.log(y) - 0.5 * y * y


def maxwell_cdf(y: float) -> Any:
    return scipy_code.gammainc(1.5, 0.5 * y * y)


def maxwell_sf(y: float) -> Any:
    return scipy_code.gammaincc(1.5, 0.5 * y * y)


def maxwell_ppf(q: float) -> Any:
    return np.sqrt(2.0 * scipy_code.gammaincinv(1.5, q))


def maxwell_isf(q: float) -> Any:
    return np.sqrt(2.0 * scipy_code.gammainccinv(1.5, q))


def maxwell_mean() -> Any:
    return 2.0 * math.sqrt(2.0 / math.pi)


def maxwell_var() -> Any:
    return 3.0 - 8.0 / math.pi


def maxwell_entropy() -> Any:
    return EULER + 0.5 * math.log(2.0 * math.pi) - 0.5


def chi_support(df: float) -> Any:
    return 0.0, np.inf, df > 0.0


def chi_logpdf(y: float, df: float) -> Any:
    return math.log(2.0) * (1.0 - 0.5 * df) - gammaln(0.5 * df) + xlogy(df - 1.0, y) - 0.5 * y * y


def chi_cdf(y: float, df: float) -> Any:
    return scipy_code.gammainc(0.5 * df, 0.5 * y * y)


def chi_sf(y: float, df: float) -> Any:
    return scipy_code.gammaincc(0.5 * df, 0.5 * y * y)


def chi_ppf(q: float, df: float) -> Any:
    return np.sqrt(2.0 * scipy_code.gammaincinv(0.5 * df, q))


def chi_isf(q: float, df: float) -> Any:
    return np.sqrt(2.0 * scipy_code.gammainccinv(0.5 * df, q))


def chi_mean(df: float) -> Any:
    return math.sqrt(2.0) * scipy_code.poch(0.5 * df, 0.5)


def chi_var(df: float) -> Any:
    return df - chi_mean(df) ** 2


def chi_entropy(df: float) -> Any:
    """(Where terms would cancel by a series in 1 / df.)"""
    if df >= 300.0:
        u = 1.0 / df
        return 0.5 + 0.5 * math.log(math.pi) - u * (1.0 / 6.0 + u * (1.0 / 6.0 + u * (4.0 / 45.0 - u / 15.0)))
    half = 0.5 * df
    return gammaln(half) + 0.5 * (df - math.log(2.0) - (df - 1.0) * psi(half))


def loguniform_support(a: float, b: float) -> Any:
    return a, b, a > 0.0 and b > a


def loguniform_logpdf(y: float, a: float, b: float) -> Any:
    return -np.log(y) - np.log(np.log(b) - np.log(a))


def loguniform_cdf(y: float, a: float, b: float) -> Any:
    return (np.log(y) - np.log(a)) / (np.log(b) - np.log(a))


def loguniform_sf(y: float, a: float, b: float) -> Any:
    return (np.log(b) - np.log(y)) / (np.log(b) - np.log(a))


def loguniform_ppf(q: float, a: float, b: float) -> Any:
    return np.exp(np.log(a) + q * (np.log(b) - np.log(a)))


def loguniform_isf(q: float, a: float, b: float) -> Any:
    return np.exp(np.log(b) - q * (np.log(b) - np.log(a)))


def loguniform_mean(a: float, b: float) -> Any:
    return (b - a) / (np.log(b) - np.log(a))


def loguniform_var(a: float, b: float) -> Any:
    return (b * b - a * a) / (2.0 * (np.log(b) - np.log(a))) - loguniform_mean(a, b) ** 2


def loguniform_entropy(a: float, b: float) -> Any:
    return 0.5 * (np.log(a) + np.log(b)) + np.log(np.log(b) - np.log(a))


for _name in ("support", "logpdf", "cdf", "sf", "ppf", "isf", "mean", "var", "entropy"):  # the same, with whole numbers as shapes
    vars()[f"erlang_{_name}"] = getattr(from_zero, f"gamma_{_name}")
    vars()[f"reciprocal_{_name}"] = vars()[f"loguniform_{_name}"]
