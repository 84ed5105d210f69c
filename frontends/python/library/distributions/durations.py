"""More standard distributions of durations, strengths and sizes; see `on_the_line`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.distributions.from_zero import (
    lognorm_cdf,
    lognorm_entropy,
    lognorm_isf,
    lognorm_logcdf,
    lognorm_logpdf,
    lognorm_logsf,
    lognorm_mean,
    lognorm_ppf,
    lognorm_sf,
    lognorm_var,
)  # fmt: skip
from irad.frontends.python.library.shared.constants import EULER, LOG_ROOT_2PI
from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import gamma, gammaln, log_ndtr, ndtr, psi, xlogy


def gengamma_support(a: float, c: float) -> Any:
    return 0.0, np.inf, a > 0.0 and c != 0.0


def gengamma_logpdf(y: float, a: float, c: float) -> Any:
    if y == 0.0 and c < 0.0:
        return -np.inf
    return np.log(np.abs(c)) + xlogy(c * a - 1.0, y) - np.power(y, c) - gammaln(a)


def gengamma_cdf(y: float, a: float, c: float) -> Any:
    z = np.power(y, c)
    return scipy_code.gammainc(a, z) if c > 0.0 else scipy_code.gammaincc(a, z)


def gengamma_sf(y: float, a: float, c: float) -> Any:
    z = np.power(y, c)
    return scipy_code.gammaincc(a, z) if c > 0.0 else scipy_code.gammainc(a, z)


def gengamma_ppf(q: float, a: float, c: float) -> Any:
    return np.power(scipy_code.gammaincinv(a, q) if c > 0.0 else scipy_code.gammainccinv(a, q), 1.0 / c)


def gengamma_isf(q: float, a: float, c: float) -> Any:
    return np.power(scipy_code.gammainccinv(a, q) if c > 0.0 else scipy_code.gammaincinv(a, q), 1.0 / c)


def gengamma_mean(a: float, c: float) -> Any:
    return scipy_code.poch(a, 1.0 / c) if a + 1.0 / c > 0.0 else np.inf


def gengamma_var(a: float, c: float) -> Any:
    return scipy_code.poch(a, 2.0 / c) - gengamma_mean(a, c) ** 2 if a + 2.0 / c > 0.0 else np.inf


def gengamma_entropy(a: float, c: float) -> Any:
    return a + gammaln(a) - np.log(np.abs(c)) + (1.0 / c - a) * psi(a)


def nakagami_support(nu: float) -> Any:
    return 0.0, np.inf, nu > 0.0


def nakagami_logpdf(y: float, nu: float) -> Any:
    return math.log(2.0) + nu * np.log(nu) - gammaln(nu) + xlogy(2.0 * nu - 1.0, y) - nu * y * y


def nakagami_cdf(y: float, nu: float) -> Any:
    return scipy_code.gammainc(nu, nu * y * y)


def nakagami_sf(y: float, nu: float) -> Any:
    return scipy_code.gammaincc(nu, nu * y * y)


def nakagami_ppf(q: float, nu: float) -> Any:
    return np.sqrt(scipy_code.gammaincinv(nu, q) / nu)


def nakagami_isf(q: float, nu: float) -> Any:
    return np.sqrt(scipy_code.gammainccinv(nu, q) / nu)


def nakagami_mean(nu: float) -> Any:
    return scipy_code.poch(nu, 0.5) / np.sqrt(nu)


def nakagami_var(nu: float) -> Any:
    return 1.0 - nakagami_mean(nu) ** 2


def nakagami_entropy(nu: float) -> Any:
    return gammaln(nu) + nu - (nu - 0.5) * psi(nu) - 0.5 * np.log(nu) - math.log(2.0)


def exponweib_support(a: float, c: float) -> Any:
    return 0.0, np.inf, a > 0.0 and c > 0.0


def exponweib_logpdf(y: float, a: float, c: float) -> Any:
    z = -np.power(y, c)
    return np.log(a) + np.log(c) + xlogy(a - 1.0, -np.expm1(z)) + z + xlogy(c - 1.0, y)


def exponweib_cdf(y: float, a: float, c: float) -> Any:
    return np.power(-np.expm1(-np.power(y, c)), a)


def exponweib_sf(y: float, a: float, c: float) -> Any:
    return -np.expm1(a * np.log1p(-np.exp(-np.power(y, c))))


def exponweib_ppf(q: float, a: float, c: float) -> Any:
    return np.power(-np.log1p(-np.power(q, 1.0 / a)), 1.0 / c)


def exponweib_isf(q: float, a: float, c: float) -> Any:
    return np.power(-np.log(-np.expm1(np.log1p(-q) / a)), 1.0 / c)


def exponpow_support(b: float) -> Any:
    return 0.0, np.inf, b > 0.0


def exponpow_logpdf(y: float, b: float) -> Any:
    z = np.power(y, b)
    return 1.0 + np.log(b) + xlogy(b - 1.0, y) + z - np.exp(z)


def exponpow_cdf(y: float, b: float) -> Any:
    return -np.expm1(-np.expm1(np.power(y, b)))


def exponpow_sf(y: float, b: float) -> Any:
    return np.exp(-np.expm1(np.power(y, b)))


def exponpow_logsf(y: float, b: float) -> Any:
    return -np.expm1(np.power(y, b))


def exponpow_ppf(q: float, b: float) -> Any:
    return np.power(np.log1p(-np.log1p(-q)), 1.0 / b)


def exponpow_isf(q: float, b: float) -> Any:
    return np.power(np.log1p(-np.log(q)), 1.0 / b)


def invweibull_support(c: float) -> Any:
    return 0.0, np.inf, c > 0.0


def invweibull_logpdf(y: float, c: float) -> Any:
    if y == 0.0 or y == np.inf:
        return -np.inf
    return np.log(c) - (c + 1.0) * np.log(y) - np.power(y, -c)


def invweibull_cdf(y: float, c: float) -> Any:
    return np.exp(-np.power(y, -c))


def invweibull_sf(y: float, c: float) -> Any:
    return -np.expm1(-np.power(y, -c))


def invweibull_logcdf(y: float, c: float) -> Any:
    return -np.power(y, -c)


def invweibull_ppf(q: float, c: float) -> Any:
    return np.power(-np.log(q), -1.0 / c)


def invweibull_isf(q: float, c: float) -> Any:
    return np.power(-np.log1p(-q), -1.0 / c)


def invweibull_mean(c: float) -> Any:
    return gamma(1.0 - 1.0 / c) if c > 1.0 else np.inf


def invweibull_var(c: float) -> Any:
    return gamma(1.0 - 2.0 / c) - invweibull_mean(c) ** 2 if c > 2.0 else np.inf


def invweibull_entropy(c: float) -> Any:
    return 1.0 + EULER + EULER / c - np.log(c)


def weibull_max_support(c: float) -> Any:
    return -np.inf, 0.0, c > 0.0


def weibull_max_logpdf(y: float, c: float) -> Any:
    return np.log(c) + xlogy(c - 1.0, -y) - np.power(-y, c)


def weibull_max_cdf(y: float, c: float) -> Any:
    return np.exp(-np.power(-y, c))


def weibull_max_sf(y: float, c: float) -> Any:
    return -np.expm1(-np.power(-y, c))


def weibull_max_logcdf(y: float, c: float) -> Any:
    return -np.power(-y, c)


def weibull_max_ppf(q: float, c: float) -> Any:
    return -np.power(-np.log(q), 1.0 / c)


def weibull_max_isf(q: float, c: float) -> Any:
    return -np.power(-np.log1p(-q), 1.0 / c)


def weibull_max_mean(c: float) -> Any:
    return -gamma(1.0 + 1.0 / c)


def weibull_max_var(c: float) -> Any:
    return gamma(1.0 + 2.0 / c) - weibull_max_mean(c) ** 2


def weibull_max_entropy(c: float) -> Any:
    return 1.0 + EULER - EULER / c - np.log(c)


def gompertz_support(c: float) -> Any:
    return 0.0, np.inf, c > 0.0


def gompertz_logpdf(y: float, c: float) -> Any:
    return np.log(c) + y - c * np.expm1(y)


def gompertz_cdf(y: float, c: float) -> Any:
    return -np.expm1(-c * np.expm1(y))


def gompertz_sf(y: float, c: float) -> Any:
    return np.exp(-c * np.expm1(y))


def gompertz_logsf(y: float, c: float) -> Any:
    return -c * np.expm1(y)


def gompertz_ppf(q: float, c: float) -> Any:
    return np.log1p(-np.log1p(-q) / c)


def gompertz_isf(q: float, c: float) -> Any:
    return np.log1p(-np.log(q) / c)


def gompertz_mean(c: float) -> Any:
    """exp(c) E1(c) (Abramowitz and Stegun 5.1.51 for large numbers)."""
    if c < 100.0:
        return np.exp(c) * scipy_code.exp1(c)
    total, t = 1.0, 1.0
    for k in range(1, 10):
        t *= -k / c
        total += t
    return total / c


def gompertz_entropy(c: float) -> Any:
    return 1.0 - np.log(c) - gompertz_mean(c)


def fatiguelife_support(c: float) -> Any:
    return 0.0, np.inf, c > 0.0


def fatiguelife_logpdf(y: float, c: float) -> Any:
    if y == 0.0 or y == np.inf:
        return -np.inf
    away = (y - 1.0) / c
    return np.log(y + 1.0) - away * away / (2.0 * y) - np.log(2.0 * c) - LOG_ROOT_2PI - 1.5 * np.log(y)


def fatiguelife_cdf(y: float, c: float) -> Any:
    return ndtr(_of_fatigue(y, c))


def fatiguelife_sf(y: float, c: float) -> Any:
    return ndtr(-_of_fatigue(y, c))


def fatiguelife_logcdf(y: float, c: float) -> Any:
    return log_ndtr(_of_fatigue(y, c))


def fatiguelife_logsf(y: float, c: float) -> Any:
    return log_ndtr(-_of_fatigue(y, c))


def _of_fatigue(y: float, c: float) -> Any:
    """The normal number of it."""
    root = np.sqrt(y)
    return (root - 1.0 / root) / c


def fatiguelife_ppf(q: float, c: float) -> Any:
    return _life_of_normal(c * scipy_code.ndtri(q))


def fatiguelife_isf(q: float, c: float) -> Any:
    return _life_of_normal(-c * scipy_code.ndtri(q))


def _life_of_normal(z: float) -> Any:
    """The square of half of z + √(z² + 4), without loss of digits below 0."""
    root = np.sqrt(z * z + 4.0)
    half = 0.5 * (z + root) if z > 0.0 else 2.0 / (root - z)
    return half * half


def fatiguelife_mean(c: float) -> Any:
    return 0.5 * c * c + 1.0


def fatiguelife_var(c: float) -> Any:
    return c * c * (5.0 * c * c + 4.0) / 4.0


def levy_support() -> Any:
    return 0.0, np.inf, True


def levy_logpdf(y: float) -> Any:
    return -np.inf if y == 0.0 or y == np.inf else -LOG_ROOT_2PI - 1.5 * np.log(y) - 0.5 / y


def levy_cdf(y: float) -> Any:
    return math.erfc(np.sqrt(0.5 / y))


def levy_sf(y: float) -> Any:
    return math.erf(np.sqrt(0.5 / y))


def levy_logcdf(y: float) -> Any:
    return math.log(2.0) + log_ndtr(-1.0 / np.sqrt(y))


def levy_logsf(y: float) -> Any:
    return np.log(levy_sf(y)) if y > 1.0 else np.log1p(-levy_cdf(y))


def levy_ppf(q: float) -> Any:
    return 1.0 / scipy_code.ndtri(0.5 * q) ** 2


def levy_isf(q: float) -> Any:
    return 0.5 / scipy_code.erfinv(q) ** 2


def levy_mean() -> Any:
    return np.inf


def levy_var() -> Any:
    return np.inf


def levy_l_support() -> Any:
    return -np.inf, 0.0, True


def levy_l_logpdf(y: float) -> Any:
    return levy_logpdf(-y)


def levy_l_cdf(y: float) -> Any:
    return levy_sf(-y)


def levy_l_sf(y: float) -> Any:
    return levy_cdf(-y)


def levy_l_logcdf(y: float) -> Any:
    return levy_logsf(-y)


def levy_l_logsf(y: float) -> Any:
    return levy_logcdf(-y)


def levy_l_ppf(q: float) -> Any:
    return -levy_isf(q)


def levy_l_isf(q: float) -> Any:
    return -levy_ppf(q)


def levy_l_mean() -> Any:
    return np.inf


def levy_l_var() -> Any:
    return np.inf


def halfgennorm_support(beta: float) -> Any:
    return 0.0, np.inf, beta > 0.0


def halfgennorm_logpdf(y: float, beta: float) -> Any:
    return np.log(beta) - gammaln(1.0 / beta) - np.power(y, beta)


def halfgennorm_cdf(y: float, beta: float) -> Any:
    return scipy_code.gammainc(1.0 / beta, np.power(y, beta))


def halfgennorm_sf(y: float, beta: float) -> Any:
    return scipy_code.gammaincc(1.0 / beta, np.power(y, beta))


def halfgennorm_ppf(q: float, beta: float) -> Any:
    return np.power(scipy_code.gammaincinv(1.0 / beta, q), 1.0 / beta)


def halfgennorm_isf(q: float, beta: float) -> Any:
    return np.power(scipy_code.gammainccinv(1.0 / beta, q), 1.0 / beta)


def halfgennorm_mean(beta: float) -> Any:
    return np.exp(gammaln(2.0 / beta) - gammaln(1.0 / beta))


def halfgennorm_var(beta: float) -> Any:
    return np.exp(gammaln(3.0 / beta) - gammaln(1.0 / beta)) - halfgennorm_mean(beta) ** 2


def halfgennorm_entropy(beta: float) -> Any:
    return 1.0 / beta - np.log(beta) + gammaln(1.0 / beta)


def gibrat_support() -> Any:
    return 0.0, np.inf, True


def gibrat_logpdf(y: float) -> Any:
    return lognorm_logpdf(y, 1.0)


def gibrat_cdf(y: float) -> Any:
    return lognorm_cdf(y, 1.0)


def gibrat_sf(y: float) -> Any:
    return lognorm_sf(y, 1.0)


def gibrat_logcdf(y: float) -> Any:
    return lognorm_logcdf(y, 1.0)


def gibrat_logsf(y: float) -> Any:
    return lognorm_logsf(y, 1.0)


def gibrat_ppf(q: float) -> Any:
    return lognorm_ppf(q, 1.0)


def gibrat_isf(q: float) -> Any:
    return lognorm_isf(q, 1.0)


def gibrat_mean() -> Any:
    return lognorm_mean(1.0)


def gibrat_var() -> Any:
    return lognorm_var(1.0)


def gibrat_entropy() -> Any:
    return lognorm_entropy(1.0)
