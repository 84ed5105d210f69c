"""Standard distributions over all numbers, one function per method: ``norm_logpdf``, ``norm_cdf`` ...

Densities are those of Johnson, Kotz and Balakrishnan, *Continuous Univariate Distributions*, as SciPy writes them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.constants import EULER, LOG_ROOT_2PI
from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import betaln, cosm1, expit, log_expit, log_ndtr, logit, ndtr, psi


def norm_support() -> Any:
    return -np.inf, np.inf, True


def norm_logpdf(y: float) -> Any:
    return -0.5 * y * y - LOG_ROOT_2PI


def norm_cdf(y: float) -> Any:
    return ndtr(y)


def norm_sf(y: float) -> Any:
    return ndtr(-y)


def norm_logcdf(y: float) -> Any:
    return log_ndtr(y)


def norm_logsf(y: float) -> Any:
    return log_ndtr(-y)


def norm_ppf(q: float) -> Any:
    return scipy_code.ndtri(q)


def norm_isf(q: float) -> Any:
    return -scipy_code.ndtri(q)


def norm_mean() -> Any:
    return 0.0


def norm_var() -> Any:
    return 1.0


def norm_entropy() -> Any:
    return LOG_ROOT_2PI + 0.5


def t_support(df: float) -> Any:
    return -np.inf, np.inf, df > 0.0


def t_logpdf(y: float, df: float) -> Any:
    if df == np.inf:
        return norm_logpdf(y)
    half = 0.5 * (df + 1.0)
    return -betaln(0.5 * df, 0.5) - 0.5 * np.log(df) - half * np.log1p(y * y / df)


def t_cdf(y: float, df: float) -> Any:
    return scipy_code.stdtr(df, y)


def t_sf(y: float, df: float) -> Any:
    return scipy_code.stdtr(df, -y)


def t_ppf(q: float, df: float) -> Any:
    return scipy_code.stdtrit(df, q)


def t_isf(q: float, df: float) -> Any:
    return -scipy_code.stdtrit(df, q)


def t_mean(df: float) -> Any:
    return 0.0 if df > 1.0 else np.inf


def t_var(df: float) -> Any:
    if df == np.inf:
        return 1.0
    if df > 2.0:
        return df / (df - 2.0)
    return np.inf if df > 1.0 else np.nan


def t_entropy(df: float) -> Any:
    """(Where terms would cancel by a series in 1 / df.)"""
    if df == np.inf:
        return norm_entropy()
    if df >= 100.0:
        u = 1.0 / df
        return norm_entropy() + u + u * u * (0.25 - u * (1.0 / 6.0 + u * (0.125 - u * (0.3 + 0.25 * u))))
    half, more = 0.5 * df, 0.5 * (df + 1.0)
    return more * (psi(more) - psi(half)) + 0.5 * np.log(df) + betaln(half, 0.5)


def laplace_support() -> Any:
    return -np.inf, np.inf, True


def laplace_logpdf(y: float) -> Any:
    return -math.log(2.0) - abs(y)


def laplace_cdf(y: float) -> Any:
    return 1.0 - 0.5 * np.exp(-y) if y > 0.0 else 0.5 * np.exp(y)


def laplace_sf(y: float) -> Any:
    return laplace_cdf(-y)


def laplace_ppf(q: float) -> Any:
    return -np.log(2.0 * (1.0 - q)) if q > 0.5 else np.log(2.0 * q)


def laplace_isf(q: float) -> Any:
    return -laplace_ppf(q)


def laplace_mean() -> Any:
    return 0.0


def laplace_var() -> Any:
    return 2.0


def laplace_entropy() -> Any:
    return math.log(2.0) + 1.0


def logistic_support() -> Any:
    return -np.inf, np.inf, True


def logistic_logpdf(y: float) -> Any:
    if y > 0.0:
        return -y - 2.0 * np.log1p(np.exp(-y))
    return y - 2.0 * np.log1p(np.exp(y))


def logistic_cdf(y: float) -> Any:
    return expit(y)


def logistic_sf(y: float) -> Any:
    return expit(-y)


def logistic_logcdf(y: float) -> Any:
    return log_expit(y)


def logistic_logsf(y: float) -> Any:
    return log_expit(-y)


def logistic_ppf(q: float) -> Any:
    return logit(q)


def logistic_isf(q: float) -> Any:
    return -logit(q)


def logistic_mean() -> Any:
    return 0.0


def logistic_var() -> Any:
    return math.pi * math.pi / 3.0


def logistic_entropy() -> Any:
    return 2.0


def cauchy_support() -> Any:
    return -np.inf, np.inf, True


def cauchy_logpdf(y: float) -> Any:
    return -math.log(math.pi) - np.log1p(y * y)


def cauchy_cdf(y: float) -> Any:
    return np.arctan2(1.0, -y) / math.pi


def cauchy_sf(y: float) -> Any:
    return np.arctan2(1.0, y) / math.pi


def cauchy_ppf(q: float) -> Any:
    if abs(q - 0.5) < 0.25:
        return np.tan(math.pi * (q - 0.5))
    return -1.0 / np.tan(math.pi * (q if q < 0.5 else q - 1.0))  # (q - 1 is exact)


def cauchy_isf(q: float) -> Any:
    return -cauchy_ppf(q)


def cauchy_entropy() -> Any:
    return math.log(4.0 * math.pi)


def gumbel_r_support() -> Any:
    return -np.inf, np.inf, True


def gumbel_r_logpdf(y: float) -> Any:
    return -y - np.exp(-y)


def gumbel_r_cdf(y: float) -> Any:
    return np.exp(-np.exp(-y))


def gumbel_r_sf(y: float) -> Any:
    return -np.expm1(-np.exp(-y))


def gumbel_r_logcdf(y: float) -> Any:
    return -np.exp(-y)


def gumbel_r_ppf(q: float) -> Any:
    return -np.log(-np.log(q))


def gumbel_r_isf(q: float) -> Any:
    return -np.log(-np.log1p(-q))


def gumbel_r_mean() -> Any:
    return EULER


def gumbel_r_var() -> Any:
    return math.pi * math.pi / 6.0


def gumbel_r_entropy() -> Any:
    return EULER + 1.0


def gumbel_l_support() -> Any:
    return -np.inf, np.inf, True


def gumbel_l_logpdf(y: float) -> Any:
    return y - np.exp(y)


def gumbel_l_cdf(y: float) -> Any:
    return -np.expm1(-np.exp(y))


def gumbel_l_sf(y: float) -> Any:
    return np.exp(-np.exp(y))


def gumbel_l_logsf(y: float) -> Any:
    return -np.exp(y)


def gumbel_l_ppf(q: float) -> Any:
    return np.log(-np.log1p(-q))


def gumbel_l_isf(q: float) -> Any:
    return np.log(-np.log(q))


def gumbel_l_mean() -> Any:
    return -EULER


def gumbel_l_var() -> Any:
    return math.pi * math.pi / 6.0


def gumbel_l_entropy() -> Any:
    return EULER + 1.0


def skewnorm_support(a: float) -> Any:
    return -np.inf, np.inf, np.isfinite(a)


def skewnorm_logpdf(y: float, a: float) -> Any:
    return math.log(2.0) + norm_logpdf(y) + log_ndtr(a * y)


def skewnorm_cdf(y: float, a: float) -> Any:
    return ndtr(y) - 2.0 * scipy_code.owens_t(y, a)


def skewnorm_sf(y: float, a: float) -> Any:
    return skewnorm_cdf(-y, -a)


def skewnorm_mean(a: float) -> Any:
    return math.sqrt(2.0 / math.pi) * a / np.sqrt(1.0 + a * a)


def skewnorm_var(a: float) -> Any:
    m = skewnorm_mean(a)
    return 1.0 - m * m


def vonmises_entropy(kappa: float) -> Any:
    zero = scipy_code.i0e(kappa)
    return -kappa * scipy_code.i1e(kappa) / zero + np.log(2.0 * math.pi * zero) + kappa


def vonmises_support(kappa: float) -> Any:
    return -np.inf, np.inf, kappa >= 0.0


def vonmises_logpdf(y: float, kappa: float) -> Any:
    return kappa * cosm1(y) - math.log(2.0 * math.pi) - np.log(scipy_code.i0e(kappa))
