"""Standard distributions of incomes and of other numbers whose tails are powers; see `on_the_line`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import beta, betaln, gamma, xlog1py, xlogy


def lomax_support(c: float) -> Any:
    return 0.0, np.inf, c > 0.0


def lomax_logpdf(y: float, c: float) -> Any:
    return np.log(c) - (c + 1.0) * np.log1p(y)


def lomax_cdf(y: float, c: float) -> Any:
    return -np.expm1(-c * np.log1p(y))


def lomax_sf(y: float, c: float) -> Any:
    return np.exp(-c * np.log1p(y))


def lomax_logsf(y: float, c: float) -> Any:
    return -c * np.log1p(y)


def lomax_ppf(q: float, c: float) -> Any:
    return np.expm1(-np.log1p(-q) / c)


def lomax_isf(q: float, c: float) -> Any:
    return np.expm1(-np.log(q) / c)


def lomax_mean(c: float) -> Any:
    return 1.0 / (c - 1.0) if c > 1.0 else np.inf


def lomax_var(c: float) -> Any:
    return c / ((c - 1.0) * (c - 1.0) * (c - 2.0)) if c > 2.0 else np.inf


def lomax_entropy(c: float) -> Any:
    return 1.0 + 1.0 / c - np.log(c)


def burr_support(c: float, d: float) -> Any:
    return 0.0, np.inf, c > 0.0 and d > 0.0


def burr_logpdf(y: float, c: float, d: float) -> Any:
    logs = np.log(c) + np.log(d)
    if y == 0.0:
        return logs + xlogy(c * d - 1.0, y)
    return logs - (c + 1.0) * np.log(y) - (d + 1.0) * np.log1p(np.power(y, -c))


def burr_cdf(y: float, c: float, d: float) -> Any:
    return np.exp(-d * np.log1p(np.power(y, -c)))


def burr_sf(y: float, c: float, d: float) -> Any:
    return -np.expm1(-d * np.log1p(np.power(y, -c)))


def burr_logcdf(y: float, c: float, d: float) -> Any:
    return -d * np.log1p(np.power(y, -c))


def burr_ppf(q: float, c: float, d: float) -> Any:
    return np.power(np.expm1(-np.log(q) / d), -1.0 / c)


def burr_isf(q: float, c: float, d: float) -> Any:
    return np.power(np.expm1(-np.log1p(-q) / d), -1.0 / c)


def burr_mean(c: float, d: float) -> Any:
    return d * beta(d + 1.0 / c, 1.0 - 1.0 / c) if c > 1.0 else np.nan


def burr_var(c: float, d: float) -> Any:
    return d * beta(d + 2.0 / c, 1.0 - 2.0 / c) - burr_mean(c, d) ** 2 if c > 2.0 else np.nan


def fisk_support(c: float) -> Any:
    return 0.0, np.inf, c > 0.0


def fisk_logpdf(y: float, c: float) -> Any:
    return burr_logpdf(y, c, 1.0)


def fisk_cdf(y: float, c: float) -> Any:
    return 1.0 / (1.0 + np.power(y, -c))


def fisk_sf(y: float, c: float) -> Any:
    return 1.0 / (1.0 + np.power(y, c))


def fisk_logcdf(y: float, c: float) -> Any:
    return -np.log1p(np.power(y, -c))


def fisk_logsf(y: float, c: float) -> Any:
    return -np.log1p(np.power(y, c))


def fisk_ppf(q: float, c: float) -> Any:
    return np.power(q / (1.0 - q), 1.0 / c)


def fisk_isf(q: float, c: float) -> Any:
    return np.power((1.0 - q) / q, 1.0 / c)


def fisk_mean(c: float) -> Any:
    return burr_mean(c, 1.0)


def fisk_var(c: float) -> Any:
    return burr_var(c, 1.0)


def fisk_entropy(c: float) -> Any:
    return 2.0 - np.log(c)


def burr12_support(c: float, d: float) -> Any:
    return 0.0, np.inf, c > 0.0 and d > 0.0


def burr12_logpdf(y: float, c: float, d: float) -> Any:
    return np.log(c) + np.log(d) + xlogy(c - 1.0, y) - (d + 1.0) * np.log1p(np.power(y, c))


def burr12_cdf(y: float, c: float, d: float) -> Any:
    return -np.expm1(-d * np.log1p(np.power(y, c)))


def burr12_sf(y: float, c: float, d: float) -> Any:
    return np.exp(-d * np.log1p(np.power(y, c)))


def burr12_logsf(y: float, c: float, d: float) -> Any:
    return -d * np.log1p(np.power(y, c))


def burr12_ppf(q: float, c: float, d: float) -> Any:
    return np.power(np.expm1(-np.log1p(-q) / d), 1.0 / c)


def burr12_isf(q: float, c: float, d: float) -> Any:
    return np.power(np.expm1(-np.log(q) / d), 1.0 / c)


def burr12_mean(c: float, d: float) -> Any:
    return d * beta(1.0 + 1.0 / c, d - 1.0 / c) if c * d > 1.0 else np.nan


def burr12_var(c: float, d: float) -> Any:
    return d * beta(1.0 + 2.0 / c, d - 2.0 / c) - burr12_mean(c, d) ** 2 if c * d > 2.0 else np.nan


def betaprime_support(a: float, b: float) -> Any:
    return 0.0, np.inf, a > 0.0 and b > 0.0


def betaprime_logpdf(y: float, a: float, b: float) -> Any:
    if y == 0.0 or y == np.inf:
        return -np.inf
    return xlogy(a - 1.0, y) - xlog1py(a + b, y) - betaln(a, b)


def betaprime_cdf(y: float, a: float, b: float) -> Any:
    return scipy_code.betaincc(b, a, 1.0 / (1.0 + y)) if y > 1.0 else scipy_code.betainc(a, b, y / (1.0 + y))


def betaprime_sf(y: float, a: float, b: float) -> Any:
    return scipy_code.betainc(b, a, 1.0 / (1.0 + y)) if y > 1.0 else scipy_code.betaincc(a, b, y / (1.0 + y))


def betaprime_ppf(q: float, a: float, b: float) -> Any:
    share = scipy_code.betaincinv(a, b, q)
    return share / (1.0 - share) if share < 0.5 else 1.0 / scipy_code.betainccinv(b, a, q) - 1.0


def betaprime_isf(q: float, a: float, b: float) -> Any:
    share = scipy_code.betainccinv(a, b, q)
    return share / (1.0 - share) if share < 0.5 else 1.0 / scipy_code.betaincinv(b, a, q) - 1.0


def betaprime_mean(a: float, b: float) -> Any:
    return a / (b - 1.0) if b > 1.0 else np.inf


def betaprime_var(a: float, b: float) -> Any:
    return a * (a + b - 1.0) / ((b - 2.0) * (b - 1.0) * (b - 1.0)) if b > 2.0 else np.inf


def mielke_support(k: float, s: float) -> Any:
    return 0.0, np.inf, k > 0.0 and s > 0.0


def mielke_logpdf(y: float, k: float, s: float) -> Any:
    return np.log(k) + xlogy(k - 1.0, y) - np.log1p(np.power(y, s)) * (1.0 + k / s)


def mielke_cdf(y: float, k: float, s: float) -> Any:
    return np.exp(mielke_logcdf(y, k, s))


def mielke_sf(y: float, k: float, s: float) -> Any:
    return -np.expm1(mielke_logcdf(y, k, s))


def mielke_logcdf(y: float, k: float, s: float) -> Any:
    if y < 1.0:
        return k * np.log(y) - np.log1p(np.power(y, s)) * (k / s)
    return -np.log1p(np.power(y, -s)) * (k / s)


def mielke_ppf(q: float, k: float, s: float) -> Any:
    return np.power(np.expm1(-np.log(q) * (s / k)), -1.0 / s)


def mielke_isf(q: float, k: float, s: float) -> Any:
    return np.power(np.expm1(-np.log1p(-q) * (s / k)), -1.0 / s)


def mielke_mean(k: float, s: float) -> Any:
    return gamma((k + 1.0) / s) * gamma(1.0 - 1.0 / s) / gamma(k / s) if s > 1.0 else np.inf


def mielke_var(k: float, s: float) -> Any:
    if s <= 2.0:
        return np.inf
    return gamma((k + 2.0) / s) * gamma(1.0 - 2.0 / s) / gamma(k / s) - mielke_mean(k, s) ** 2


def kappa3_support(a: float) -> Any:
    return 0.0, np.inf, a > 0.0


def kappa3_logpdf(y: float, a: float) -> Any:
    return np.log(a) - (1.0 / a + 1.0) * np.log(a + np.power(y, a))


def kappa3_cdf(y: float, a: float) -> Any:
    if y < 1.0:
        return y * np.power(a + np.power(y, a), -1.0 / a)
    return np.exp(-np.log1p(a * np.power(y, -a)) / a)


def kappa3_sf(y: float, a: float) -> Any:
    return 1.0 - kappa3_cdf(y, a) if y < 1.0 else -np.expm1(-np.log1p(a * np.power(y, -a)) / a)


def kappa3_ppf(q: float, a: float) -> Any:
    return np.power(a / np.expm1(-a * np.log(q)), 1.0 / a)


def kappa3_isf(q: float, a: float) -> Any:
    return np.power(a / np.expm1(-a * np.log1p(-q)), 1.0 / a)


def kappa3_mean(a: float) -> Any:
    return np.power(a, 1.0 / a) * beta(2.0 / a, 1.0 - 1.0 / a) / a if a > 1.0 else np.nan


def kappa3_var(a: float) -> Any:
    return np.power(a, 2.0 / a) * beta(3.0 / a, 1.0 - 2.0 / a) / a - kappa3_mean(a) ** 2 if a > 2.0 else np.nan


def powerlaw_support(a: float) -> Any:
    return 0.0, 1.0, a > 0.0


def powerlaw_logpdf(y: float, a: float) -> Any:
    return -np.inf if y == 0.0 and a < 1.0 else np.log(a) + xlogy(a - 1.0, y)


def powerlaw_cdf(y: float, a: float) -> Any:
    return np.power(y, a)


def powerlaw_sf(y: float, a: float) -> Any:
    return -np.expm1(a * np.log(y))


def powerlaw_logcdf(y: float, a: float) -> Any:
    return a * np.log(y)


def powerlaw_ppf(q: float, a: float) -> Any:
    return np.power(q, 1.0 / a)


def powerlaw_isf(q: float, a: float) -> Any:
    return np.exp(np.log1p(-q) / a)


def powerlaw_mean(a: float) -> Any:
    return a / (a + 1.0)


def powerlaw_var(a: float) -> Any:
    return a / ((a + 2.0) * (a + 1.0) * (a + 1.0))


def powerlaw_entropy(a: float) -> Any:
    return 1.0 - 1.0 / a - np.log(a)


def truncpareto_support(b: float, c: float) -> Any:
    return 1.0, c, b != 0.0 and c > 1.0


def truncpareto_logpdf(y: float, b: float, c: float) -> Any:
    return np.log(-b / np.expm1(-b * np.log(c))) - (b + 1.0) * np.log(y)


def truncpareto_cdf(y: float, b: float, c: float) -> Any:
    return np.expm1(-b * np.log(y)) / np.expm1(-b * np.log(c))


def truncpareto_sf(y: float, b: float, c: float) -> Any:
    return np.power(y, -b) * np.expm1(-b * np.log(c / y)) / np.expm1(-b * np.log(c))


def truncpareto_ppf(q: float, b: float, c: float) -> Any:
    return np.exp(-np.log1p(q * np.expm1(-b * np.log(c))) / b)


def truncpareto_isf(q: float, b: float, c: float) -> Any:
    least = np.power(c, -b)
    return np.power(least + (1.0 - least) * q, -1.0 / b)


def truncpareto_mean(b: float, c: float) -> Any:
    return _power_of_truncated(1.0, b, c)


def truncpareto_var(b: float, c: float) -> Any:
    return _power_of_truncated(2.0, b, c) - truncpareto_mean(b, c) ** 2


def truncpareto_entropy(b: float, c: float) -> Any:
    return -(np.log(-b / np.expm1(-b * np.log(c))) + (b + 1.0) * (np.log(c) / np.expm1(b * np.log(c)) - 1.0 / b))


def _power_of_truncated(n: float, b: float, c: float) -> Any:
    """The n-th moment of `truncpareto`; at b = n by two terms of the series in n - b."""
    t = (n - b) * np.log(c)
    over = np.log(c) * (1.0 + 0.5 * t) if abs(t) < 1e-8 else np.expm1(t) / (n - b)
    return -b * over / np.expm1(-b * np.log(c))


def loglaplace_support(c: float) -> Any:
    return 0.0, np.inf, c > 0.0


def loglaplace_logpdf(y: float, c: float) -> Any:
    return np.log(0.5 * c) + (xlogy(c - 1.0, y) if y < 1.0 else -(c + 1.0) * np.log(y))


def loglaplace_cdf(y: float, c: float) -> Any:
    return 0.5 * np.power(y, c) if y < 1.0 else 1.0 - 0.5 * np.power(y, -c)


def loglaplace_sf(y: float, c: float) -> Any:
    return 1.0 - 0.5 * np.power(y, c) if y < 1.0 else 0.5 * np.power(y, -c)


def loglaplace_ppf(q: float, c: float) -> Any:
    return np.power(2.0 * q, 1.0 / c) if q < 0.5 else np.power(2.0 * (1.0 - q), -1.0 / c)


def loglaplace_isf(q: float, c: float) -> Any:
    return np.power(2.0 * (1.0 - q), 1.0 / c) if q > 0.5 else np.power(2.0 * q, -1.0 / c)


def loglaplace_mean(c: float) -> Any:
    return c * c / (c * c - 1.0) if c > 1.0 else np.inf


def loglaplace_var(c: float) -> Any:
    return c * c / (c * c - 4.0) - loglaplace_mean(c) ** 2 if c > 2.0 else np.inf


def loglaplace_entropy(c: float) -> Any:
    return np.log(2.0 / c) + 1.0


def bradford_support(c: float) -> Any:
    return 0.0, 1.0, c > 0.0


def bradford_logpdf(y: float, c: float) -> Any:
    return np.log(c) - np.log1p(c * y) - np.log(np.log1p(c))


def bradford_cdf(y: float, c: float) -> Any:
    return np.log1p(c * y) / np.log1p(c)


def bradford_sf(y: float, c: float) -> Any:
    return np.log1p(c * (1.0 - y) / (1.0 + c * y)) / np.log1p(c)


def bradford_ppf(q: float, c: float) -> Any:
    return np.expm1(q * np.log1p(c)) / c


def bradford_isf(q: float, c: float) -> Any:
    return np.expm1((1.0 - q) * np.log1p(c)) / c


def bradford_mean(c: float) -> Any:
    k = np.log1p(c)
    return (c - k) / (c * k)


def bradford_var(c: float) -> Any:
    k = np.log1p(c)
    return ((c + 2.0) * k - 2.0 * c) / (2.0 * c * k * k)


def bradford_entropy(c: float) -> Any:
    k = np.log1p(c)
    return 0.5 * k - np.log(c / k)


def rice_support(b: float) -> Any:
    return 0.0, np.inf, b >= 0.0


def rice_logpdf(y: float, b: float) -> Any:
    if y == 0.0:
        return -np.inf
    return np.log(y) - 0.5 * (y - b) * (y - b) + np.log(scipy_code.i0e(y * b))


def rice_mean(b: float) -> Any:
    h = 0.25 * b * b
    return math.sqrt(0.5 * math.pi) * ((1.0 + 2.0 * h) * scipy_code.i0e(h) + 2.0 * h * scipy_code.i1e(h))


def rice_var(b: float) -> Any:
    return 2.0 + b * b - rice_mean(b) ** 2
