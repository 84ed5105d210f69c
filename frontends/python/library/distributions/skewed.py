"""More standard distributions over all numbers, most with a shape that makes them skewed or heavy-tailed; see `on_the_line`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.distributions.on_the_line import norm_logpdf
from irad.frontends.python.library.shared.constants import EULER, LOG_ROOT_2PI
from irad.frontends.python.library.special import primitives, scipy_code
from irad.frontends.python.library.special.special_functions import (
    betaln,
    expit,
    gammaln,
    log_expit,
    log_ndtr,
    logit,
    ndtr,
    psi,
    xlogy,
)  # fmt: skip

_NEARLY_NORMAL = 1.6e-5  # a skewness below which SciPy takes the normal distribution


def genlogistic_support(c: float) -> Any:
    return -np.inf, np.inf, c > 0.0


def genlogistic_logpdf(y: float, c: float) -> Any:
    if y < 0.0:
        return np.log(c) + c * y - (c + 1.0) * np.log1p(np.exp(y))
    return np.log(c) - y - (c + 1.0) * np.log1p(np.exp(-y))


def genlogistic_cdf(y: float, c: float) -> Any:
    return np.exp(c * log_expit(y))


def genlogistic_sf(y: float, c: float) -> Any:
    return -np.expm1(c * log_expit(y))


def genlogistic_logcdf(y: float, c: float) -> Any:
    return c * log_expit(y)


def genlogistic_ppf(q: float, c: float) -> Any:
    return -np.log(np.expm1(-np.log(q) / c))


def genlogistic_isf(q: float, c: float) -> Any:
    return -np.log(np.expm1(-np.log1p(-q) / c))


def genlogistic_mean(c: float) -> Any:
    return EULER + psi(c)


def genlogistic_var(c: float) -> Any:
    return math.pi * math.pi / 6.0 + primitives.polygamma(1, c)


def genlogistic_entropy(c: float) -> Any:
    return psi(c + 1.0) - np.log(c) + EULER + 1.0


def gennorm_support(beta: float) -> Any:
    return -np.inf, np.inf, beta > 0.0


def gennorm_logpdf(y: float, beta: float) -> Any:
    return np.log(0.5 * beta) - gammaln(1.0 / beta) - np.power(abs(y), beta)


def gennorm_cdf(y: float, beta: float) -> Any:
    away = 0.5 * scipy_code.gammaincc(1.0 / beta, np.power(abs(y), beta))
    return 1.0 - away if y > 0.0 else away


def gennorm_sf(y: float, beta: float) -> Any:
    return gennorm_cdf(-y, beta)


def gennorm_ppf(q: float, beta: float) -> Any:
    if q > 0.5:
        return np.power(scipy_code.gammainccinv(1.0 / beta, 2.0 * (1.0 - q)), 1.0 / beta)
    return -np.power(scipy_code.gammainccinv(1.0 / beta, 2.0 * q), 1.0 / beta)


def gennorm_isf(q: float, beta: float) -> Any:
    return -gennorm_ppf(q, beta)


def gennorm_mean(beta: float) -> Any:
    return 0.0


def gennorm_var(beta: float) -> Any:
    return np.exp(gammaln(3.0 / beta) - gammaln(1.0 / beta))


def gennorm_entropy(beta: float) -> Any:
    return 1.0 / beta - np.log(0.5 * beta) + gammaln(1.0 / beta)


def johnsonsu_support(a: float, b: float) -> Any:
    return -np.inf, np.inf, b > 0.0 and a == a


def johnsonsu_logpdf(y: float, a: float, b: float) -> Any:
    return np.log(b) - np.log(np.hypot(1.0, y)) + norm_logpdf(a + b * np.arcsinh(y))


def johnsonsu_cdf(y: float, a: float, b: float) -> Any:
    return ndtr(a + b * np.arcsinh(y))


def johnsonsu_sf(y: float, a: float, b: float) -> Any:
    return ndtr(-(a + b * np.arcsinh(y)))


def johnsonsu_logcdf(y: float, a: float, b: float) -> Any:
    return log_ndtr(a + b * np.arcsinh(y))


def johnsonsu_logsf(y: float, a: float, b: float) -> Any:
    return log_ndtr(-(a + b * np.arcsinh(y)))


def johnsonsu_ppf(q: float, a: float, b: float) -> Any:
    return np.sinh((scipy_code.ndtri(q) - a) / b)


def johnsonsu_isf(q: float, a: float, b: float) -> Any:
    return -np.sinh((scipy_code.ndtri(q) + a) / b)


def johnsonsu_mean(a: float, b: float) -> Any:
    return -np.exp(0.5 / (b * b)) * np.sinh(a / b)


def johnsonsu_var(a: float, b: float) -> Any:
    w = 1.0 / (b * b)
    return 0.5 * np.expm1(w) * (np.exp(w) * np.cosh(2.0 * a / b) + 1.0)


def johnsonsb_support(a: float, b: float) -> Any:
    return 0.0, 1.0, b > 0.0 and a == a


def johnsonsb_logpdf(y: float, a: float, b: float) -> Any:
    if y == 0.0 or y == 1.0:
        return -np.inf
    return np.log(b) - np.log(y * (1.0 - y)) + norm_logpdf(a + b * logit(y))


def johnsonsb_cdf(y: float, a: float, b: float) -> Any:
    return ndtr(a + b * logit(y))


def johnsonsb_sf(y: float, a: float, b: float) -> Any:
    return ndtr(-(a + b * logit(y)))


def johnsonsb_logcdf(y: float, a: float, b: float) -> Any:
    return log_ndtr(a + b * logit(y))


def johnsonsb_logsf(y: float, a: float, b: float) -> Any:
    return log_ndtr(-(a + b * logit(y)))


def johnsonsb_ppf(q: float, a: float, b: float) -> Any:
    return expit((scipy_code.ndtri(q) - a) / b)


def johnsonsb_isf(q: float, a: float, b: float) -> Any:
    return expit((-scipy_code.ndtri(q) - a) / b)


def exponnorm_support(K: float) -> Any:
    return -np.inf, np.inf, K > 0.0


def exponnorm_logpdf(y: float, K: float) -> Any:
    return _log_of_tail(y, 1.0 / K) - np.log(K)


def _log_of_tail(y: float, rate: float) -> Any:
    return rate * (0.5 * rate - y) + log_ndtr(y - rate)


def exponnorm_cdf(y: float, K: float) -> Any:
    return ndtr(y) - np.exp(_log_of_tail(y, 1.0 / K))


def exponnorm_sf(y: float, K: float) -> Any:
    return ndtr(-y) + np.exp(_log_of_tail(y, 1.0 / K))


def exponnorm_mean(K: float) -> Any:
    return K


def exponnorm_var(K: float) -> Any:
    return 1.0 + K * K


def moyal_support() -> Any:
    return -np.inf, np.inf, True


def moyal_logpdf(y: float) -> Any:
    return -0.5 * (y + np.exp(-y)) - LOG_ROOT_2PI


def moyal_cdf(y: float) -> Any:
    return math.erfc(np.exp(-0.5 * y) / math.sqrt(2.0))


def moyal_sf(y: float) -> Any:
    return math.erf(np.exp(-0.5 * y) / math.sqrt(2.0))


def moyal_logcdf(y: float) -> Any:
    return math.log(2.0) + log_ndtr(-np.exp(-0.5 * y))


def moyal_ppf(q: float) -> Any:
    return -2.0 * np.log(-scipy_code.ndtri(0.5 * q))


def moyal_isf(q: float) -> Any:
    return -np.log(2.0 * scipy_code.erfinv(q) ** 2)


def moyal_mean() -> Any:
    return math.log(2.0) + EULER


def moyal_var() -> Any:
    return 0.5 * math.pi * math.pi


def pearson3_support(skew: float) -> Any:
    return -np.inf, np.inf, np.isfinite(skew)


def pearson3_logpdf(y: float, skew: float) -> Any:
    if abs(skew) < _NEARLY_NORMAL:
        return norm_logpdf(y)
    b = 2.0 / skew
    a, t = b * b, b * (y + b)
    if t < 0.0 or t == np.inf:
        return -np.inf
    return np.log(abs(b)) + xlogy(a - 1.0, t) - t - gammaln(a)


def pearson3_cdf(y: float, skew: float) -> Any:
    if abs(skew) < _NEARLY_NORMAL:
        return ndtr(y)
    b = 2.0 / skew
    t = b * (y + b)
    if t <= 0.0:
        return 0.0 if skew > 0.0 else 1.0
    return scipy_code.gammainc(b * b, t) if skew > 0.0 else scipy_code.gammaincc(b * b, t)


def pearson3_sf(y: float, skew: float) -> Any:
    return pearson3_cdf(-y, -skew)


def pearson3_ppf(q: float, skew: float) -> Any:
    if abs(skew) < _NEARLY_NORMAL:
        return scipy_code.ndtri(q)
    b = 2.0 / skew
    t = scipy_code.gammaincinv(b * b, q) if skew > 0.0 else scipy_code.gammainccinv(b * b, q)
    return t / b - b


def pearson3_isf(q: float, skew: float) -> Any:
    return -pearson3_ppf(q, -skew)


def pearson3_mean(skew: float) -> Any:
    return 0.0


def pearson3_var(skew: float) -> Any:
    return 1.0


def loggamma_support(c: float) -> Any:
    return -np.inf, np.inf, c > 0.0


def loggamma_logpdf(y: float, c: float) -> Any:
    return c * y - np.exp(y) - gammaln(c)


def loggamma_cdf(y: float, c: float) -> Any:
    return np.exp(c * y - gammaln(c + 1.0)) if y < -700.0 else scipy_code.gammainc(c, np.exp(y))


def loggamma_sf(y: float, c: float) -> Any:
    return -np.expm1(c * y - gammaln(c + 1.0)) if y < -700.0 else scipy_code.gammaincc(c, np.exp(y))


def loggamma_ppf(q: float, c: float) -> Any:
    g = scipy_code.gammaincinv(c, q)
    return (np.log(q) + gammaln(c + 1.0)) / c if g < 1e-300 else np.log(g)


def loggamma_isf(q: float, c: float) -> Any:
    g = scipy_code.gammainccinv(c, q)
    return (np.log1p(-q) + gammaln(c + 1.0)) / c if g < 1e-300 else np.log(g)


def loggamma_mean(c: float) -> Any:
    return psi(c)


def loggamma_var(c: float) -> Any:
    return primitives.polygamma(1, c)


def loggamma_entropy(c: float) -> Any:
    return gammaln(c) - c * psi(c) + c


def powernorm_support(c: float) -> Any:
    return -np.inf, np.inf, c > 0.0


def powernorm_logpdf(y: float, c: float) -> Any:
    return np.log(c) + norm_logpdf(y) + (c - 1.0) * log_ndtr(-y)


def powernorm_cdf(y: float, c: float) -> Any:
    return -np.expm1(c * log_ndtr(-y))


def powernorm_sf(y: float, c: float) -> Any:
    return np.exp(c * log_ndtr(-y))


def powernorm_logsf(y: float, c: float) -> Any:
    return c * log_ndtr(-y)


def powernorm_ppf(q: float, c: float) -> Any:
    return scipy_code.ndtri(-np.expm1(np.log1p(-q) / c)) if q < 0.5 else -scipy_code.ndtri(np.power(1.0 - q, 1.0 / c))


def powernorm_isf(q: float, c: float) -> Any:
    return -scipy_code.ndtri(np.power(q, 1.0 / c))


def powerlognorm_support(c: float, s: float) -> Any:
    return 0.0, np.inf, c > 0.0 and s > 0.0


def powerlognorm_logpdf(y: float, c: float, s: float) -> Any:
    if y == 0.0 or y == np.inf:
        return -np.inf
    u = np.log(y)
    return powernorm_logpdf(u / s, c) - u - np.log(s)


def powerlognorm_cdf(y: float, c: float, s: float) -> Any:
    return powernorm_cdf(np.log(y) / s, c)


def powerlognorm_sf(y: float, c: float, s: float) -> Any:
    return powernorm_sf(np.log(y) / s, c)


def powerlognorm_logsf(y: float, c: float, s: float) -> Any:
    return powernorm_logsf(np.log(y) / s, c)


def powerlognorm_ppf(q: float, c: float, s: float) -> Any:
    return np.exp(s * powernorm_ppf(q, c))


def powerlognorm_isf(q: float, c: float, s: float) -> Any:
    return np.exp(s * powernorm_isf(q, c))


def jf_skew_t_support(a: float, b: float) -> Any:
    return -np.inf, np.inf, a > 0.0 and b > 0.0


def jf_skew_t_logpdf(y: float, a: float, b: float) -> Any:
    scale = (a + b - 1.0) * math.log(2.0) + betaln(a, b) + 0.5 * np.log(a + b)
    below, above = _shares(y, a, b)
    return (a + 0.5) * np.log(2.0 * below) + (b + 0.5) * np.log(2.0 * above) - scale


def _shares(y: float, a: float, b: float) -> Any:
    """The halves of 1 + y / √(a + b + y²) and 1 less that, each with all digits."""
    root = np.sqrt(a + b + y * y)
    small = 0.5 * (a + b) / (root * (root + abs(y)))
    return (1.0 - small, small) if y > 0.0 else (small, 1.0 - small)


def jf_skew_t_cdf(y: float, a: float, b: float) -> Any:
    below, above = _shares(y, a, b)
    return scipy_code.betainc(a, b, below) if y < 0.0 else scipy_code.betaincc(b, a, above)


def jf_skew_t_sf(y: float, a: float, b: float) -> Any:
    return jf_skew_t_cdf(-y, b, a)


def jf_skew_t_ppf(q: float, a: float, b: float) -> Any:
    share = scipy_code.betaincinv(a, b, q)
    return np.sqrt(a + b) * (share - 0.5) / np.sqrt(share * (1.0 - share))


def jf_skew_t_isf(q: float, a: float, b: float) -> Any:
    return -jf_skew_t_ppf(q, b, a)


def jf_skew_t_mean(a: float, b: float) -> Any:
    if a <= 0.5 or b <= 0.5:
        return np.nan
    gammas = gammaln(a - 0.5) + gammaln(b - 0.5) - gammaln(a) - gammaln(b)
    return 0.5 * (a - b) * np.sqrt(a + b) * np.exp(gammas)


def jf_skew_t_var(a: float, b: float) -> Any:
    if a <= 1.0 or b <= 1.0:
        return np.nan
    square = 0.25 * (a + b) * ((a - b) * (a - b) + a + b - 2.0) / ((a - 1.0) * (b - 1.0))
    return square - jf_skew_t_mean(a, b) ** 2
