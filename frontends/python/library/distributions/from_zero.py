"""Standard distributions over intervals, mostly of the positive numbers; see `on_the_line`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.constants import LOG_ROOT_2PI
from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import betaln, gammaln, log_ndtr, ndtr, psi, xlog1py, xlogy
from irad.frontends.python.library.special.written_special import fdtr, fdtrc, fdtri


def lognorm_support(s: float) -> Any:
    return 0.0, np.inf, s > 0.0


def lognorm_logpdf(y: float, s: float) -> Any:
    if y == 0.0:
        return -np.inf
    u = np.log(y)
    return -u * u / (2.0 * s * s) - np.log(s) - u - LOG_ROOT_2PI


def lognorm_cdf(y: float, s: float) -> Any:
    return ndtr(np.log(y) / s)


def lognorm_sf(y: float, s: float) -> Any:
    return ndtr(-np.log(y) / s)


def lognorm_logcdf(y: float, s: float) -> Any:
    return log_ndtr(np.log(y) / s)


def lognorm_logsf(y: float, s: float) -> Any:
    return log_ndtr(-np.log(y) / s)


def lognorm_ppf(q: float, s: float) -> Any:
    return np.exp(s * scipy_code.ndtri(q))


def lognorm_isf(q: float, s: float) -> Any:
    return np.exp(-s * scipy_code.ndtri(q))


def lognorm_mean(s: float) -> Any:
    return np.exp(0.5 * s * s)


def lognorm_var(s: float) -> Any:
    return np.expm1(s * s) * np.exp(s * s)


def lognorm_entropy(s: float) -> Any:
    return 0.5 + LOG_ROOT_2PI + np.log(s)


def expon_support() -> Any:
    return 0.0, np.inf, True


def expon_logpdf(y: float) -> Any:
    return -y


def expon_cdf(y: float) -> Any:
    return -np.expm1(-y)


def expon_sf(y: float) -> Any:
    return np.exp(-y)


def expon_logsf(y: float) -> Any:
    return -y


def expon_ppf(q: float) -> Any:
    return -np.log1p(-q)


def expon_isf(q: float) -> Any:
    return -np.log(q)


def expon_mean() -> Any:
    return 1.0


def expon_var() -> Any:
    return 1.0


def expon_entropy() -> Any:
    return 1.0


def gamma_support(a: float) -> Any:
    return 0.0, np.inf, a > 0.0


def gamma_logpdf(y: float, a: float) -> Any:
    return xlogy(a - 1.0, y) - y - gammaln(a)


def gamma_cdf(y: float, a: float) -> Any:
    return scipy_code.gammainc(a, y)


def gamma_sf(y: float, a: float) -> Any:
    return scipy_code.gammaincc(a, y)


def gamma_ppf(q: float, a: float) -> Any:
    return scipy_code.gammaincinv(a, q)


def gamma_isf(q: float, a: float) -> Any:
    return scipy_code.gammainccinv(a, q)


def gamma_mean(a: float) -> Any:
    return a


def gamma_var(a: float) -> Any:
    return a


def gamma_entropy(a: float) -> Any:
    return a + gammaln(a) + (1.0 - a) * psi(a)


def chi2_support(df: float) -> Any:
    return 0.0, np.inf, df > 0.0


def chi2_logpdf(y: float, df: float) -> Any:
    return xlogy(0.5 * df - 1.0, y) - 0.5 * y - gammaln(0.5 * df) - 0.5 * math.log(2.0) * df


def chi2_cdf(y: float, df: float) -> Any:
    return scipy_code.gammainc(0.5 * df, 0.5 * y)


def chi2_sf(y: float, df: float) -> Any:
    return scipy_code.gammaincc(0.5 * df, 0.5 * y)


def chi2_ppf(q: float, df: float) -> Any:
    return 2.0 * scipy_code.gammaincinv(0.5 * df, q)


def chi2_isf(q: float, df: float) -> Any:
    return 2.0 * scipy_code.gammainccinv(0.5 * df, q)


def chi2_mean(df: float) -> Any:
    return df


def chi2_var(df: float) -> Any:
    return 2.0 * df


def chi2_entropy(df: float) -> Any:
    half = 0.5 * df
    return half + math.log(2.0) + gammaln(half) + (1.0 - half) * psi(half)


def beta_support(a: float, b: float) -> Any:
    return 0.0, 1.0, a > 0.0 and b > 0.0


def beta_logpdf(y: float, a: float, b: float) -> Any:
    return xlog1py(b - 1.0, -y) + xlogy(a - 1.0, y) - betaln(a, b)


def beta_cdf(y: float, a: float, b: float) -> Any:
    return scipy_code.betainc(a, b, y)


def beta_sf(y: float, a: float, b: float) -> Any:
    return scipy_code.betaincc(a, b, y)


def beta_ppf(q: float, a: float, b: float) -> Any:
    return scipy_code.betaincinv(a, b, q)


def beta_isf(q: float, a: float, b: float) -> Any:
    return scipy_code.betainccinv(a, b, q)


def beta_mean(a: float, b: float) -> Any:
    return a / (a + b)


def beta_var(a: float, b: float) -> Any:
    return a * b / ((a + b) * (a + b) * (a + b + 1.0))


def beta_entropy(a: float, b: float) -> Any:
    return betaln(a, b) - (a - 1.0) * psi(a) - (b - 1.0) * psi(b) + (a + b - 2.0) * psi(a + b)


def f_support(dfn: float, dfd: float) -> Any:
    return 0.0, np.inf, dfn > 0.0 and dfd > 0.0


def f_logpdf(y: float, dfn: float, dfd: float) -> Any:
    n, m = 0.5 * dfn, 0.5 * dfd
    return m * np.log(dfd) + n * np.log(dfn) + xlogy(n - 1.0, y) - (n + m) * np.log(dfd + dfn * y) - betaln(n, m)


def f_cdf(y: float, dfn: float, dfd: float) -> Any:
    return fdtr(dfn, dfd, y)


def f_sf(y: float, dfn: float, dfd: float) -> Any:
    return fdtrc(dfn, dfd, y)


def f_ppf(q: float, dfn: float, dfd: float) -> Any:
    return fdtri(dfn, dfd, q)


def f_isf(q: float, dfn: float, dfd: float) -> Any:
    return 1.0 / fdtri(dfd, dfn, q)


def f_mean(dfn: float, dfd: float) -> Any:
    return dfd / (dfd - 2.0) if dfd > 2.0 else np.inf


def f_var(dfn: float, dfd: float) -> Any:
    if dfd <= 4.0:
        return np.inf
    return 2.0 * dfd * dfd * (dfn + dfd - 2.0) / (dfn * (dfd - 2.0) * (dfd - 2.0) * (dfd - 4.0))


def f_entropy(dfn: float, dfd: float) -> Any:
    n, m = 0.5 * dfn, 0.5 * dfd
    psis = (1.0 - n) * psi(n) - (1.0 + m) * psi(m) + (n + m) * psi(n + m)
    return np.log(dfd) - np.log(dfn) + betaln(n, m) + psis


def uniform_support() -> Any:
    return 0.0, 1.0, True


def uniform_logpdf(y: float) -> Any:
    return 0.0 * y


def uniform_cdf(y: float) -> Any:
    return y


def uniform_sf(y: float) -> Any:
    return 1.0 - y


def uniform_ppf(q: float) -> Any:
    return q


def uniform_isf(q: float) -> Any:
    return 1.0 - q


def uniform_mean() -> Any:
    return 0.5


def uniform_var() -> Any:
    return 1.0 / 12.0


def uniform_entropy() -> Any:
    return 0.0
