"""More standard distributions of intervals, angles, and of parts of others; see `on_the_line`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.distributions.lifetimes import log_mass
from irad.frontends.python.library.shared.constants import LOG_ROOT_2PI
from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import log_ndtr, ndtr, xlog1py


def alpha_support(a: float) -> Any:
    return 0.0, np.inf, a > 0.0


def alpha_logpdf(y: float, a: float) -> Any:
    if y == 0.0 or y == np.inf:
        return -np.inf
    u = a - 1.0 / y
    return -2.0 * np.log(y) - 0.5 * u * u - LOG_ROOT_2PI - log_ndtr(a)


def alpha_cdf(y: float, a: float) -> Any:
    return ndtr(a - 1.0 / y) / ndtr(a)


def alpha_sf(y: float, a: float) -> Any:
    return np.exp(log_mass(a - 1.0 / y, a)) / ndtr(a)


def alpha_logcdf(y: float, a: float) -> Any:
    return log_ndtr(a - 1.0 / y) - log_ndtr(a)


def alpha_ppf(q: float, a: float) -> Any:
    return 1.0 / (a - scipy_code.ndtri(q * ndtr(a)))


def alpha_mean(a: float) -> Any:
    return np.inf


def alpha_var(a: float) -> Any:
    return np.inf


def recipinvgauss_support(mu: float) -> Any:
    return 0.0, np.inf, mu > 0.0


def recipinvgauss_logpdf(y: float, mu: float) -> Any:
    if y == 0.0:
        return -np.inf
    u = (1.0 - mu * y) / mu
    return -u * u / (2.0 * y) - 0.5 * np.log(y) - LOG_ROOT_2PI


def recipinvgauss_cdf(y: float, mu: float) -> Any:
    return ndtr((y - 1.0 / mu) / np.sqrt(y)) - _reflected(y, mu)


def recipinvgauss_sf(y: float, mu: float) -> Any:
    return ndtr((1.0 / mu - y) / np.sqrt(y)) + _reflected(y, mu)


def _reflected(y: float, mu: float) -> Any:
    return np.exp(2.0 / mu + log_ndtr(-(1.0 / mu + y) / np.sqrt(y)))


def recipinvgauss_mean(mu: float) -> Any:
    return 1.0 / mu + 1.0


def recipinvgauss_var(mu: float) -> Any:
    return 1.0 / mu + 2.0


def truncexpon_support(b: float) -> Any:
    return 0.0, b, b > 0.0


def truncexpon_logpdf(y: float, b: float) -> Any:
    return -y - np.log(-np.expm1(-b))


def truncexpon_cdf(y: float, b: float) -> Any:
    return np.expm1(-y) / np.expm1(-b)


def truncexpon_sf(y: float, b: float) -> Any:
    return np.exp(-y) * np.expm1(y - b) / np.expm1(-b)


def truncexpon_ppf(q: float, b: float) -> Any:
    return -np.log1p(q * np.expm1(-b))


def truncexpon_isf(q: float, b: float) -> Any:
    return -np.log(np.exp(-b) - q * np.expm1(-b))


def truncexpon_mean(b: float) -> Any:
    return 1.0 - b / np.expm1(b)


def truncexpon_var(b: float) -> Any:
    return (2.0 - (b * b + 2.0 * b + 2.0) * np.exp(-b)) / -np.expm1(-b) - truncexpon_mean(b) ** 2


def truncexpon_entropy(b: float) -> Any:
    return b + np.log(-np.expm1(-b)) + (np.exp(-b) + b - 1.0) / np.expm1(-b)


def arcsine_support() -> Any:
    return 0.0, 1.0, True


def arcsine_logpdf(y: float) -> Any:
    return -math.log(math.pi) - 0.5 * np.log(y * (1.0 - y))


def arcsine_cdf(y: float) -> Any:
    return 2.0 / math.pi * np.arcsin(np.sqrt(y))


def arcsine_sf(y: float) -> Any:
    return 2.0 / math.pi * np.arcsin(np.sqrt(1.0 - y))


def arcsine_ppf(q: float) -> Any:
    return np.sin(0.5 * math.pi * q) ** 2


def arcsine_isf(q: float) -> Any:
    return np.cos(0.5 * math.pi * q) ** 2


def arcsine_mean() -> Any:
    return 0.5


def arcsine_var() -> Any:
    return 0.125


def arcsine_entropy() -> Any:
    return math.log(0.25 * math.pi)


def anglit_support() -> Any:
    return -0.25 * math.pi, 0.25 * math.pi, True


def anglit_logpdf(y: float) -> Any:
    return np.log(np.cos(2.0 * y))


def anglit_cdf(y: float) -> Any:
    return np.sin(y + 0.25 * math.pi) ** 2


def anglit_sf(y: float) -> Any:
    return np.cos(y + 0.25 * math.pi) ** 2


def anglit_ppf(q: float) -> Any:
    return np.arcsin(np.sqrt(q)) - 0.25 * math.pi


def anglit_isf(q: float) -> Any:
    return np.arccos(np.sqrt(q)) - 0.25 * math.pi


def anglit_mean() -> Any:
    return 0.0


def anglit_var() -> Any:
    return math.pi * math.pi / 16.0 - 0.5


def anglit_entropy() -> Any:
    return 1.0 - math.log(2.0)


def semicircular_support() -> Any:
    return -1.0, 1.0, True


def semicircular_logpdf(y: float) -> Any:
    return math.log(2.0 / math.pi) + 0.5 * np.log1p(-y * y)


def semicircular_cdf(y: float) -> Any:
    return 0.5 + (y * np.sqrt(1.0 - y * y) + np.arcsin(y)) / math.pi


def semicircular_sf(y: float) -> Any:
    return semicircular_cdf(-y)


def semicircular_ppf(q: float) -> Any:
    return 2.0 * scipy_code.betaincinv(1.5, 1.5, q) - 1.0


def semicircular_isf(q: float) -> Any:
    return -semicircular_ppf(q)


def semicircular_mean() -> Any:
    return 0.0


def semicircular_var() -> Any:
    return 0.25


def semicircular_entropy() -> Any:
    return math.log(math.pi) - 0.5


def argus_support(chi: float) -> Any:
    return 0.0, 1.0, chi > 0.0


def argus_logpdf(y: float, chi: float) -> Any:
    if y == 0.0 or y == 1.0:
        return -np.inf
    room = (1.0 - y) * (1.0 + y)
    head = 3.0 * np.log(chi) - LOG_ROOT_2PI - np.log(_of_argus(chi))
    return head + np.log(y) + 0.5 * np.log(room) - 0.5 * chi * chi * room


def argus_cdf(y: float, chi: float) -> Any:
    return 1.0 - argus_sf(y, chi)


def argus_sf(y: float, chi: float) -> Any:
    return _of_argus(chi * np.sqrt((1.0 - y) * (1.0 + y))) / _of_argus(chi)


def argus_mean(chi: float) -> Any:
    return math.sqrt(math.pi / 8.0) * chi * scipy_code.i1e(0.25 * chi * chi) / _of_argus(chi)


def argus_var(chi: float) -> Any:
    if chi > 0.1:
        density = np.exp(-0.5 * chi * chi - LOG_ROOT_2PI)
        square = 1.0 - 3.0 / (chi * chi) + chi * density / _of_argus(chi)
    else:  # (the series of that)
        u = chi * chi
        square = 0.4 + u * (6.0 / 175.0 + u * (2.0 / 2625.0 - u * (94.0 / 1010625.0 + u * 358.0 / 65690625.0)))
    return square - argus_mean(chi) ** 2


def _of_argus(chi: float) -> Any:
    return 0.5 * scipy_code.gammainc(1.5, 0.5 * chi * chi)


def wrapcauchy_support(c: float) -> Any:
    return 0.0, 2.0 * math.pi, 0.0 < c < 1.0


def wrapcauchy_logpdf(y: float, c: float) -> Any:
    return np.log((1.0 - c * c) / (2.0 * math.pi * (1.0 + c * c - 2.0 * c * np.cos(y))))


def wrapcauchy_cdf(y: float, c: float) -> Any:
    ratio = (1.0 + c) / (1.0 - c)
    if y < math.pi:
        return np.arctan(ratio * np.tan(0.5 * y)) / math.pi
    return 1.0 - np.arctan(ratio * np.tan(math.pi - 0.5 * y)) / math.pi


def wrapcauchy_sf(y: float, c: float) -> Any:
    ratio = (1.0 + c) / (1.0 - c)
    if y < math.pi:
        return 1.0 - np.arctan(ratio * np.tan(0.5 * y)) / math.pi
    return np.arctan(ratio * np.tan(math.pi - 0.5 * y)) / math.pi


def wrapcauchy_ppf(q: float, c: float) -> Any:
    ratio = (1.0 - c) / (1.0 + c)
    if q < 0.5:
        return 2.0 * np.arctan(ratio * np.tan(math.pi * q))
    return 2.0 * math.pi - 2.0 * np.arctan(ratio * np.tan(math.pi * (1.0 - q)))


def wrapcauchy_isf(q: float, c: float) -> Any:
    return 2.0 * math.pi - wrapcauchy_ppf(q, c)


def wrapcauchy_entropy(c: float) -> Any:
    return np.log(2.0 * math.pi * (1.0 - c * c))


def cosine_support() -> Any:
    return -math.pi, math.pi, True


def cosine_logpdf(y: float) -> Any:
    c = np.cos(y)
    return -np.inf if c == -1.0 else np.log1p(c) - math.log(2.0 * math.pi)


def cosine_cdf(y: float) -> Any:
    u = y + math.pi
    if u < 0.2:  # (the series of u - sin u)
        s = u * u
        return u * s / (12.0 * math.pi) * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0))))
    return (u + np.sin(y)) / (2.0 * math.pi)


def cosine_sf(y: float) -> Any:
    return cosine_cdf(-y)


def cosine_mean() -> Any:
    return 0.0


def cosine_var() -> Any:
    return math.pi * math.pi / 3.0 - 2.0


def cosine_entropy() -> Any:
    return math.log(4.0 * math.pi) - 1.0


def trapezoid_support(c: float, d: float) -> Any:
    return 0.0, 1.0, 0.0 <= c <= d <= 1.0


def trapezoid_logpdf(y: float, c: float, d: float) -> Any:
    top = math.log(2.0) - np.log(d - c + 1.0)
    if c <= y <= d:
        return top
    return top + (np.log(y / c) if y < c else np.log((1.0 - y) / (1.0 - d)))


def trapezoid_cdf(y: float, c: float, d: float) -> Any:
    whole = d - c + 1.0
    if y < c:
        return y * y / (c * whole)
    return (2.0 * y - c) / whole if y <= d else 1.0 - (1.0 - y) * (1.0 - y) / (whole * (1.0 - d))


def trapezoid_sf(y: float, c: float, d: float) -> Any:
    return trapezoid_cdf(1.0 - y, 1.0 - d, 1.0 - c)


def trapezoid_ppf(q: float, c: float, d: float) -> Any:
    whole = d - c + 1.0
    if q < c / whole:
        return np.sqrt(q * c * whole)
    return 0.5 * (q * whole + c) if q <= (2.0 * d - c) / whole else 1.0 - np.sqrt((1.0 - q) * whole * (1.0 - d))


def trapezoid_isf(q: float, c: float, d: float) -> Any:
    return 1.0 - trapezoid_ppf(q, 1.0 - d, 1.0 - c)


def trapezoid_mean(c: float, d: float) -> Any:
    inner = c * c / 3.0 + 0.5 * (d * d - c * c) + (1.0 - d) * (1.0 + 2.0 * d) / 6.0
    return 2.0 * inner / (d - c + 1.0)


def trapezoid_var(c: float, d: float) -> Any:
    inner = c**3 / 4.0 + (d**3 - c**3) / 3.0 + (1.0 - d) * (1.0 + 2.0 * d + 3.0 * d * d) / 12.0
    return 2.0 * inner / (d - c + 1.0) - trapezoid_mean(c, d) ** 2


def trapezoid_entropy(c: float, d: float) -> Any:
    return 0.5 * (1.0 - d + c) / (1.0 + d - c) + np.log(0.5 * (1.0 + d - c))


def genhalflogistic_support(c: float) -> Any:
    return 0.0, 1.0 / c, c > 0.0


def genhalflogistic_logpdf(y: float, c: float) -> Any:
    return math.log(2.0) + xlog1py(1.0 / c - 1.0, -c * y) - 2.0 * np.log1p(np.power(1.0 - c * y, 1.0 / c))


def genhalflogistic_cdf(y: float, c: float) -> Any:
    return np.tanh(-0.5 * np.log1p(-c * y) / c)


def genhalflogistic_sf(y: float, c: float) -> Any:
    rest = np.power(1.0 - c * y, 1.0 / c)
    return 2.0 * rest / (1.0 + rest)


def genhalflogistic_ppf(q: float, c: float) -> Any:
    return -np.expm1(-2.0 * c * np.arctanh(q)) / c


def genhalflogistic_isf(q: float, c: float) -> Any:
    return -np.expm1(c * np.log(q / (2.0 - q))) / c


def genhalflogistic_entropy(c: float) -> Any:
    return 2.0 - (2.0 * c + 1.0) * math.log(2.0)
