"""More standard distributions over intervals, mostly of the positive numbers; see `on_the_line`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.constants import EULER, LOG_ROOT_2PI
from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import gamma, gammaln, log_ndtr, ndtr, psi, xlogy


def halfnorm_support() -> Any:
    return 0.0, np.inf, True


def halfnorm_logpdf(y: float) -> Any:
    return 0.5 * math.log(2.0 / math.pi) - 0.5 * y * y


def halfnorm_cdf(y: float) -> Any:
    return math.erf(y / math.sqrt(2.0))


def halfnorm_sf(y: float) -> Any:
    return math.erfc(y / math.sqrt(2.0))


def halfnorm_ppf(q: float) -> Any:
    return scipy_code.ndtri(0.5 * (1.0 + q))


def halfnorm_isf(q: float) -> Any:
    return -scipy_code.ndtri(0.5 * q)


def halfnorm_mean() -> Any:
    return math.sqrt(2.0 / math.pi)


def halfnorm_var() -> Any:
    return 1.0 - 2.0 / math.pi


def halfnorm_entropy() -> Any:
    return 0.5 * math.log(0.5 * math.pi) + 0.5


def halfcauchy_support() -> Any:
    return 0.0, np.inf, True


def halfcauchy_logpdf(y: float) -> Any:
    return math.log(2.0 / math.pi) - np.log1p(y * y)


def halfcauchy_cdf(y: float) -> Any:
    return 2.0 / math.pi * np.arctan(y)


def halfcauchy_sf(y: float) -> Any:
    return 2.0 / math.pi * np.arctan2(1.0, y)


def halfcauchy_ppf(q: float) -> Any:
    return np.tan(0.5 * math.pi * q)


def halfcauchy_isf(q: float) -> Any:
    return 1.0 / np.tan(0.5 * math.pi * q)


def halfcauchy_entropy() -> Any:
    return math.log(2.0 * math.pi)


def weibull_min_support(c: float) -> Any:
    return 0.0, np.inf, c > 0.0


def weibull_min_logpdf(y: float, c: float) -> Any:
    return np.log(c) + xlogy(c - 1.0, y) - np.power(y, c)


def weibull_min_cdf(y: float, c: float) -> Any:
    return -np.expm1(-np.power(y, c))


def weibull_min_sf(y: float, c: float) -> Any:
    return np.exp(-np.power(y, c))


def weibull_min_logsf(y: float, c: float) -> Any:
    return -np.power(y, c)


def weibull_min_ppf(q: float, c: float) -> Any:
    return np.power(-np.log1p(-q), 1.0 / c)


def weibull_min_isf(q: float, c: float) -> Any:
    return np.power(-np.log(q), 1.0 / c)


def weibull_min_mean(c: float) -> Any:
    return gamma(1.0 + 1.0 / c)


def weibull_min_var(c: float) -> Any:
    m = gamma(1.0 + 1.0 / c)
    return gamma(1.0 + 2.0 / c) - m * m


def weibull_min_entropy(c: float) -> Any:
    return 1.0 + EULER - EULER / c - np.log(c)


def pareto_support(b: float) -> Any:
    return 1.0, np.inf, b > 0.0


def pareto_logpdf(y: float, b: float) -> Any:
    return np.log(b) - (b + 1.0) * np.log(y)


def pareto_cdf(y: float, b: float) -> Any:
    return 1.0 - np.power(y, -b)


def pareto_sf(y: float, b: float) -> Any:
    return np.power(y, -b)


def pareto_logsf(y: float, b: float) -> Any:
    return -b * np.log(y)


def pareto_ppf(q: float, b: float) -> Any:
    return np.power(1.0 - q, -1.0 / b)


def pareto_isf(q: float, b: float) -> Any:
    return np.power(q, -1.0 / b)


def pareto_mean(b: float) -> Any:
    return b / (b - 1.0) if b > 1.0 else np.inf


def pareto_var(b: float) -> Any:
    return b / ((b - 1.0) * (b - 1.0) * (b - 2.0)) if b > 2.0 else np.inf


def pareto_entropy(b: float) -> Any:
    return 1.0 + 1.0 / b - np.log(b)


def invgamma_support(a: float) -> Any:
    return 0.0, np.inf, a > 0.0


def invgamma_logpdf(y: float, a: float) -> Any:
    return -np.inf if y == 0.0 else -(a + 1.0) * np.log(y) - gammaln(a) - 1.0 / y


def invgamma_cdf(y: float, a: float) -> Any:
    return scipy_code.gammaincc(a, 1.0 / y)


def invgamma_sf(y: float, a: float) -> Any:
    return scipy_code.gammainc(a, 1.0 / y)


def invgamma_ppf(q: float, a: float) -> Any:
    return 1.0 / scipy_code.gammainccinv(a, q)


def invgamma_isf(q: float, a: float) -> Any:
    return 1.0 / scipy_code.gammaincinv(a, q)


def invgamma_mean(a: float) -> Any:
    return 1.0 / (a - 1.0) if a > 1.0 else np.inf


def invgamma_var(a: float) -> Any:
    return 1.0 / ((a - 1.0) * (a - 1.0) * (a - 2.0)) if a > 2.0 else np.inf


def invgamma_entropy(a: float) -> Any:
    return a - (a + 1.0) * psi(a) + gammaln(a)


def invgauss_support(mu: float) -> Any:
    return 0.0, np.inf, mu > 0.0


def invgauss_logpdf(y: float, mu: float) -> Any:
    if y == 0.0 or y == np.inf:
        return -np.inf
    u = (y - mu) / mu
    return -LOG_ROOT_2PI - 1.5 * np.log(y) - u * u / (2.0 * y)


def invgauss_cdf(y: float, mu: float) -> Any:
    return np.exp(invgauss_logcdf(y, mu))


def invgauss_sf(y: float, mu: float) -> Any:
    return np.exp(invgauss_logsf(y, mu))


def invgauss_logcdf(y: float, mu: float) -> Any:
    root = np.sqrt(y)
    a, b = log_ndtr((y / mu - 1.0) / root), 2.0 / mu + log_ndtr(-(y / mu + 1.0) / root)
    return a + np.log1p(np.exp(b - a))


def invgauss_logsf(y: float, mu: float) -> Any:
    root = np.sqrt(y)
    a, b = log_ndtr(-(y / mu - 1.0) / root), 2.0 / mu + log_ndtr(-(y / mu + 1.0) / root)
    return a + np.log1p(-np.exp(b - a))


def invgauss_mean(mu: float) -> Any:
    return mu


def invgauss_var(mu: float) -> Any:
    return mu * mu * mu


def rayleigh_support() -> Any:
    return 0.0, np.inf, True


def rayleigh_logpdf(y: float) -> Any:
    return -np.inf if y == np.inf else np.log(y) - 0.5 * y * y


def rayleigh_cdf(y: float) -> Any:
    return -np.expm1(-0.5 * y * y)


def rayleigh_sf(y: float) -> Any:
    return np.exp(-0.5 * y * y)


def rayleigh_logsf(y: float) -> Any:
    return -0.5 * y * y


def rayleigh_ppf(q: float) -> Any:
    return np.sqrt(-2.0 * np.log1p(-q))


def rayleigh_isf(q: float) -> Any:
    return np.sqrt(-2.0 * np.log(q))


def rayleigh_mean() -> Any:
    return math.sqrt(0.5 * math.pi)


def rayleigh_var() -> Any:
    return 2.0 - 0.5 * math.pi


def rayleigh_entropy() -> Any:
    return 0.5 * EULER + 1.0 - 0.5 * math.log(2.0)


def truncnorm_support(a: float, b: float) -> Any:
    return a, b, a < b


def truncnorm_logpdf(y: float, a: float, b: float) -> Any:
    return -0.5 * y * y - LOG_ROOT_2PI - log_mass(a, b)


def truncnorm_cdf(y: float, a: float, b: float) -> Any:
    return np.exp(log_mass(a, y) - log_mass(a, b))


def truncnorm_sf(y: float, a: float, b: float) -> Any:
    return np.exp(log_mass(y, b) - log_mass(a, b))


def truncnorm_logcdf(y: float, a: float, b: float) -> Any:
    return _log_share(log_mass(a, y), log_mass(y, b), log_mass(a, b))


def truncnorm_logsf(y: float, a: float, b: float) -> Any:
    return _log_share(log_mass(y, b), log_mass(a, y), log_mass(a, b))


def _log_share(part: float, rest: float, whole: float) -> Any:
    """The logarithm of a part's share of the whole, near 1 by the share of the rest."""
    return np.log1p(-np.exp(rest - whole)) if part - whole > -0.1 else part - whole


def truncnorm_ppf(q: float, a: float, b: float) -> Any:
    if a < 0.0:
        return scipy_code.ndtri_exp(np.logaddexp(log_ndtr(a), np.log(q) + log_mass(a, b)))
    return -scipy_code.ndtri_exp(np.logaddexp(log_ndtr(-b), np.log1p(-q) + log_mass(a, b)))


def truncnorm_isf(q: float, a: float, b: float) -> Any:
    return -truncnorm_ppf(q, -b, -a)


def truncnorm_mean(a: float, b: float) -> Any:
    return np.exp(truncnorm_logpdf(a, a, b)) - np.exp(truncnorm_logpdf(b, a, b))


def truncnorm_var(a: float, b: float) -> Any:
    m = truncnorm_mean(a, b)
    return 1.0 + _end(a, m, a, b) - _end(b, m, a, b)


def _end(y: float, m: float, a: float, b: float) -> Any:
    """The density of `truncnorm` at an end, times its distance from the mean."""
    return 0.0 if np.isinf(y) else np.exp(truncnorm_logpdf(y, a, b)) * (y - m)


def truncnorm_entropy(a: float, b: float) -> Any:
    return LOG_ROOT_2PI + 0.5 + log_mass(a, b) + 0.5 * (_end(a, 0.0, a, b) - _end(b, 0.0, a, b))


def log_mass(a: float, b: float) -> Any:
    """The logarithm of the normal probability of [a, b], from the tail where it is small."""
    if a > 0.0:
        return _log_difference(log_ndtr(-a), log_ndtr(-b))
    if b <= 0.0:
        return _log_difference(log_ndtr(b), log_ndtr(a))
    return np.log1p(-ndtr(a) - ndtr(-b))


def _log_difference(larger: float, smaller: float) -> Any:
    """log(exp(larger) - exp(smaller))."""
    return larger if smaller == -np.inf else larger + np.log1p(-np.exp(smaller - larger))
