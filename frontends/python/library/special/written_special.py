"""Functions of `scipy.special` for one element: short formulas of others, distributions by way of incomplete functions.

Numbers in brackets are those of Abramowitz and Stegun, *Handbook of Mathematical Functions*.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import gammaln

_ROOT2 = math.sqrt(2.0)
_ROOT_2PI = math.sqrt(2.0 * math.pi)
_PER_DEGREE = math.pi / 180.0


def loggamma(x: float) -> Any:
    """log Γ(x) of a real number: nan where Γ is negative (6.1.1)."""
    return np.sqrt(x) if x < 0.0 else gammaln(x)


def gammasgn(x: float) -> Any:
    """The sign of Γ(x)."""
    if np.isnan(x):
        return x
    if x > 0.0:
        return 1.0
    if x == 0.0:
        return np.copysign(1.0, x)
    whole = np.floor(x)
    if whole == x:
        return np.nan
    return 1.0 if whole % 2.0 == 0.0 else -1.0


def cbrt(x: float) -> Any:
    """The cube root."""
    return np.cbrt(x)


def exp2(x: float) -> Any:
    """2**x."""
    return np.exp2(x)


def log1p(x: float) -> Any:
    """log(1 + x)."""
    return np.log1p(x)


def expm1(x: float) -> Any:
    """exp(x) - 1."""
    return np.expm1(x)


def round(x: float) -> Any:
    """The nearest whole number, the even one of two."""
    return np.rint(x)


def inv_boxcox1p(y: float, lmbda: float) -> Any:
    """What `boxcox1p` gives ``y`` for."""
    z = lmbda * y
    if lmbda == 0.0 and np.isinf(y):
        return np.expm1(y)
    if abs(z) < 1e-4:
        return np.expm1(y * (1.0 - z / 2.0 + z * z / 3.0 - z * z * z / 4.0))
    return np.expm1(np.log1p(z) / lmbda)


def voigt_profile(x: float, sigma: float, gamma: float) -> Any:
    """A normal density folded with Cauchy's: Re w(z) / (σ sqrt(2π)) at z = (x + iγ) / (σ sqrt 2) (DLMF 7.19.1)."""
    if sigma == 0.0:
        if gamma == 0.0:
            if np.isnan(x):
                return x
            return np.inf if x == 0.0 else 0.0
        return gamma / math.pi / (x * x + gamma * gamma)
    if gamma == 0.0:
        return np.exp(-0.5 * (x / sigma) * (x / sigma)) / (_ROOT_2PI * sigma)
    scale = 1.0 / (sigma * _ROOT2)
    return scipy_code.wofz_re(x * scale, gamma * scale) / (sigma * _ROOT_2PI)


def eval_chebyc(n: float, x: float) -> Any:
    """C_n(x) = 2 T_n(x / 2) (22.5.11)."""
    return 2.0 * scipy_code.eval_chebyt(n, 0.5 * x)


def eval_chebys(n: float, x: float) -> Any:
    """S_n(x) = U_n(x / 2) (22.5.13)."""
    return scipy_code.eval_chebyu(n, 0.5 * x)


def eval_sh_legendre(n: float, x: float) -> Any:
    """P_n(2x - 1) (22.5.16)."""
    return scipy_code.eval_legendre(n, 2.0 * x - 1.0)


def eval_sh_chebyt(n: float, x: float) -> Any:
    """T_n(2x - 1) (22.5.14)."""
    return scipy_code.eval_chebyt(n, 2.0 * x - 1.0)


def eval_sh_chebyu(n: float, x: float) -> Any:
    """U_n(2x - 1) (22.5.15)."""
    return scipy_code.eval_chebyu(n, 2.0 * x - 1.0)


def sindg(x: float) -> Any:
    """The sine of degrees, exact at multiples of right angles."""
    if not abs(x) <= 1e14:
        return 0.0 if abs(x) > 1e14 else x
    quarter = np.floor(x / 90.0 + 0.5)
    rest = _PER_DEGREE * (x - 90.0 * quarter)
    found = np.sin(rest) if quarter % 2.0 == 0.0 else np.cos(rest)
    return found if quarter % 4.0 < 2.0 else -found


def cosdg(x: float) -> Any:
    """The cosine of degrees, exact at multiples of right angles."""
    if not abs(x) <= 1e14:
        return 0.0 if abs(x) > 1e14 else x
    quarter = np.floor(x / 90.0 + 0.5)
    rest = _PER_DEGREE * (x - 90.0 * quarter)
    found = np.cos(rest) if quarter % 2.0 == 0.0 else np.sin(rest)
    return -found if 0.0 < quarter % 4.0 < 3.0 else found


# ---- distributions


def chdtr(v: float, x: float) -> Any:
    """The χ² distribution up to x (26.4.19)."""
    return scipy_code.gammainc(0.5 * v, 0.5 * x)


def chdtrc(v: float, x: float) -> Any:
    """The χ² distribution from x on."""
    return scipy_code.gammaincc(0.5 * v, 0.5 * x)


def chdtri(v: float, p: float) -> Any:
    """Where `chdtrc` is p."""
    return 2.0 * scipy_code.gammainccinv(0.5 * v, p)


def fdtr(dfn: float, dfd: float, x: float) -> Any:
    """The F distribution up to x (26.6.2)."""
    if dfn <= 0.0 or dfd <= 0.0 or x < 0.0:
        return np.nan
    return scipy_code.betainc(0.5 * dfn, 0.5 * dfd, _odds(dfn * x, dfd))


def fdtrc(dfn: float, dfd: float, x: float) -> Any:
    """The F distribution from x on."""
    if dfn <= 0.0 or dfd <= 0.0 or x < 0.0:
        return np.nan
    return scipy_code.betainc(0.5 * dfd, 0.5 * dfn, dfd / (dfd + dfn * x))


def fdtri(dfn: float, dfd: float, p: float) -> Any:
    """Where `fdtr` is p."""
    if dfn <= 0.0 or dfd <= 0.0 or p < 0.0 or p > 1.0:
        return np.nan
    q = scipy_code.betaincinv(0.5 * dfn, 0.5 * dfd, p)
    if q < 0.5:
        return dfd * q / (dfn * (1.0 - q))
    rest = scipy_code.betainccinv(0.5 * dfd, 0.5 * dfn, p)  # 1 - q, with all its digits
    return dfd * (1.0 - rest) / (dfn * rest)


def _odds(a: float, b: float) -> Any:
    """a / (a + b)."""
    return 1.0 if a == np.inf else a / (a + b)


def gdtr(a: float, b: float, x: float) -> Any:
    """The gamma distribution of rate a and shape b up to x (26.1.25)."""
    return np.nan if x < 0.0 else scipy_code.gammainc(b, a * x)


def gdtrc(a: float, b: float, x: float) -> Any:
    """The gamma distribution from x on."""
    return np.nan if x < 0.0 else scipy_code.gammaincc(b, a * x)


def pdtr(k: float, m: float) -> Any:
    """Poisson's distribution up to k (26.4.21)."""
    if k < 0.0 or m < 0.0:
        return np.nan
    return 1.0 if m == 0.0 else scipy_code.gammaincc(np.floor(k) + 1.0, m)


def pdtrc(k: float, m: float) -> Any:
    """Poisson's distribution above k."""
    if k < 0.0 or m < 0.0:
        return np.nan
    return 0.0 if m == 0.0 else scipy_code.gammainc(np.floor(k) + 1.0, m)


def bdtr(k: float, n: float, p: float) -> Any:
    """The binomial distribution up to k (26.5.24)."""
    whole = np.floor(k)
    if not (0.0 <= p <= 1.0) or whole < 0.0 or n < whole or np.isnan(k) or np.isnan(n):
        return np.nan
    return 1.0 if whole == n else scipy_code.betaincc(whole + 1.0, n - whole, p)


def bdtrc(k: float, n: float, p: float) -> Any:
    """The binomial distribution above k."""
    whole = np.floor(k)
    if not (0.0 <= p <= 1.0) or n < whole or np.isnan(k) or np.isnan(n):
        return np.nan
    if whole < 0.0:
        return 1.0
    return 0.0 if whole == n else scipy_code.betainc(whole + 1.0, n - whole, p)


def nbdtr(k: float, n: float, p: float) -> Any:
    """The negative binomial distribution up to k (26.5.26)."""
    if not (0.0 <= p <= 1.0) or k < 0.0 or np.isnan(k):
        return np.nan
    return scipy_code.betainc(n, np.floor(k) + 1.0, p)


def nbdtrc(k: float, n: float, p: float) -> Any:
    """The negative binomial distribution above k."""
    if not (0.0 <= p <= 1.0) or k < 0.0 or np.isnan(k):
        return np.nan
    return scipy_code.betaincc(n, np.floor(k) + 1.0, p)
