"""More standard distributions over all numbers or from zero on, of two like sides or folded; see `on_the_line`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.distributions.on_the_line import norm_logpdf
from irad.frontends.python.library.shared.constants import EULER
from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import expit, gamma, gammaln, log_expit, ndtr, psi, xlogy

_ROOT_2PI = math.sqrt(2.0 * math.pi)


def dgamma_support(a: float) -> Any:
    return -np.inf, np.inf, a > 0.0


def dgamma_logpdf(y: float, a: float) -> Any:
    return xlogy(a - 1.0, abs(y)) - abs(y) - math.log(2.0) - gammaln(a)


def dgamma_cdf(y: float, a: float) -> Any:
    return 0.5 + 0.5 * scipy_code.gammainc(a, y) if y > 0.0 else 0.5 * scipy_code.gammaincc(a, -y)


def dgamma_sf(y: float, a: float) -> Any:
    return 0.5 * scipy_code.gammaincc(a, y) if y > 0.0 else 0.5 + 0.5 * scipy_code.gammainc(a, -y)


def dgamma_ppf(q: float, a: float) -> Any:
    return scipy_code.gammaincinv(a, 2.0 * q - 1.0) if q > 0.5 else -scipy_code.gammainccinv(a, 2.0 * q)


def dgamma_isf(q: float, a: float) -> Any:
    return -dgamma_ppf(q, a)


def dgamma_mean(a: float) -> Any:
    return 0.0


def dgamma_var(a: float) -> Any:
    return a * (a + 1.0)


def dgamma_entropy(a: float) -> Any:
    return a + gammaln(a) + (1.0 - a) * psi(a) + math.log(2.0)


def dweibull_support(c: float) -> Any:
    return -np.inf, np.inf, c > 0.0


def dweibull_logpdf(y: float, c: float) -> Any:
    return np.log(0.5 * c) + xlogy(c - 1.0, abs(y)) - np.power(abs(y), c)


def dweibull_cdf(y: float, c: float) -> Any:
    away = 0.5 * np.exp(-np.power(abs(y), c))
    return 1.0 - away if y > 0.0 else away


def dweibull_sf(y: float, c: float) -> Any:
    return dweibull_cdf(-y, c)


def dweibull_ppf(q: float, c: float) -> Any:
    if q > 0.5:
        return np.power(-np.log(2.0 * (1.0 - q)), 1.0 / c)
    return -np.power(-np.log(2.0 * q), 1.0 / c)


def dweibull_isf(q: float, c: float) -> Any:
    return -dweibull_ppf(q, c)


def dweibull_mean(c: float) -> Any:
    return 0.0


def dweibull_var(c: float) -> Any:
    return gamma(1.0 + 2.0 / c)


def dweibull_entropy(c: float) -> Any:
    return 1.0 + EULER - EULER / c - np.log(0.5 * c)


def hypsecant_support() -> Any:
    return -np.inf, np.inf, True


def hypsecant_logpdf(y: float) -> Any:
    return math.log(2.0 / math.pi) - abs(y) - np.log1p(np.exp(-2.0 * abs(y)))


def hypsecant_cdf(y: float) -> Any:
    return 2.0 / math.pi * np.arctan(np.exp(y))


def hypsecant_sf(y: float) -> Any:
    return 2.0 / math.pi * np.arctan(np.exp(-y))


def hypsecant_ppf(q: float) -> Any:
    return np.log(np.tan(0.5 * math.pi * q)) if q <= 0.5 else -np.log(np.tan(0.5 * math.pi * (1.0 - q)))


def hypsecant_isf(q: float) -> Any:
    return -hypsecant_ppf(q)


def hypsecant_mean() -> Any:
    return 0.0


def hypsecant_var() -> Any:
    return 0.25 * math.pi * math.pi


def hypsecant_entropy() -> Any:
    return math.log(2.0 * math.pi)


def laplace_asymmetric_support(kappa: float) -> Any:
    return -np.inf, np.inf, kappa > 0.0


def laplace_asymmetric_logpdf(y: float, kappa: float) -> Any:
    return (-y * kappa if y >= 0.0 else y / kappa) - np.log(kappa + 1.0 / kappa)


def laplace_asymmetric_cdf(y: float, kappa: float) -> Any:
    square = kappa * kappa
    if y >= 0.0:
        return 1.0 - np.exp(-y * kappa) / (square + 1.0)
    return np.exp(y / kappa) * square / (square + 1.0)


def laplace_asymmetric_sf(y: float, kappa: float) -> Any:
    square = kappa * kappa
    if y >= 0.0:
        return np.exp(-y * kappa) / (square + 1.0)
    return 1.0 - np.exp(y / kappa) * square / (square + 1.0)


def laplace_asymmetric_ppf(q: float, kappa: float) -> Any:
    square = kappa * kappa
    if q >= square / (square + 1.0):
        return -np.log((1.0 - q) * (square + 1.0)) / kappa
    return np.log(q * (square + 1.0) / square) * kappa


def laplace_asymmetric_isf(q: float, kappa: float) -> Any:
    square = kappa * kappa
    if q <= 1.0 / (square + 1.0):
        return -np.log(q * (square + 1.0)) / kappa
    return np.log((1.0 - q) * (square + 1.0) / square) * kappa


def laplace_asymmetric_mean(kappa: float) -> Any:
    return 1.0 / kappa - kappa


def laplace_asymmetric_var(kappa: float) -> Any:
    return 1.0 / (kappa * kappa) + kappa * kappa


def laplace_asymmetric_entropy(kappa: float) -> Any:
    return 1.0 + np.log(kappa + 1.0 / kappa)


def norminvgauss_support(a: float, b: float) -> Any:
    return -np.inf, np.inf, a > 0.0 and abs(b) < a


def norminvgauss_logpdf(y: float, a: float, b: float) -> Any:
    if np.isinf(y):
        return -np.inf
    far = np.hypot(1.0, y)
    head = np.log(a / math.pi) + np.log(scipy_code.k1e(a * far)) - np.log(far)
    return head + b * y - a * far + np.sqrt((a - b) * (a + b))


def norminvgauss_mean(a: float, b: float) -> Any:
    return b / np.sqrt(a * a - b * b)


def norminvgauss_var(a: float, b: float) -> Any:
    return a * a / np.power(a * a - b * b, 1.5)


def skewcauchy_support(a: float) -> Any:
    return -np.inf, np.inf, abs(a) < 1.0


def skewcauchy_logpdf(y: float, a: float) -> Any:
    u = y / (1.0 + a if y > 0.0 else 1.0 - a if y < 0.0 else 1.0)
    return -math.log(math.pi) - np.log1p(u * u)


def skewcauchy_cdf(y: float, a: float) -> Any:
    if y <= 0.0:
        return (1.0 - a) / math.pi * np.arctan2(1.0, -y / (1.0 - a))
    return 0.5 * (1.0 - a) + (1.0 + a) / math.pi * np.arctan(y / (1.0 + a))


def skewcauchy_sf(y: float, a: float) -> Any:
    return skewcauchy_cdf(-y, -a)


def skewcauchy_ppf(q: float, a: float) -> Any:
    side = 1.0 - a if q < 0.5 * (1.0 - a) else 1.0 + a
    return np.tan(math.pi / side * (q - 0.5 * (1.0 - a))) * side


def skewcauchy_isf(q: float, a: float) -> Any:
    return -skewcauchy_ppf(q, -a)


def foldcauchy_support(c: float) -> Any:
    return 0.0, np.inf, c >= 0.0


def foldcauchy_logpdf(y: float, c: float) -> Any:
    return np.log((1.0 / (1.0 + (y - c) * (y - c)) + 1.0 / (1.0 + (y + c) * (y + c))) / math.pi)


def foldcauchy_cdf(y: float, c: float) -> Any:
    return (np.arctan(y - c) + np.arctan(y + c)) / math.pi


def foldcauchy_sf(y: float, c: float) -> Any:
    return (np.arctan2(1.0, y - c) + np.arctan2(1.0, y + c)) / math.pi


def foldcauchy_mean(c: float) -> Any:
    return np.inf


def foldcauchy_var(c: float) -> Any:
    return np.inf


def foldnorm_support(c: float) -> Any:
    return 0.0, np.inf, c >= 0.0


def foldnorm_logpdf(y: float, c: float) -> Any:
    return -np.inf if y == np.inf else norm_logpdf(y - c) + np.log1p(np.exp(-2.0 * y * c))


def foldnorm_cdf(y: float, c: float) -> Any:
    return 0.5 * (math.erf((y - c) / math.sqrt(2.0)) + math.erf((y + c) / math.sqrt(2.0)))


def foldnorm_sf(y: float, c: float) -> Any:
    return ndtr(c - y) + ndtr(-c - y)


def foldnorm_mean(c: float) -> Any:
    return 2.0 * np.exp(-0.5 * c * c) / _ROOT_2PI + c * math.erf(c / math.sqrt(2.0))


def foldnorm_var(c: float) -> Any:
    return c * c + 1.0 - foldnorm_mean(c) ** 2


def halflogistic_support() -> Any:
    return 0.0, np.inf, True


def halflogistic_logpdf(y: float) -> Any:
    return math.log(2.0) - y - 2.0 * np.log1p(np.exp(-y))


def halflogistic_cdf(y: float) -> Any:
    return np.tanh(0.5 * y)


def halflogistic_sf(y: float) -> Any:
    return 2.0 * expit(-y)


def halflogistic_logsf(y: float) -> Any:
    return math.log(2.0) + log_expit(-y)


def halflogistic_ppf(q: float) -> Any:
    return 2.0 * np.arctanh(q)


def halflogistic_isf(q: float) -> Any:
    return np.log((2.0 - q) / q) if q < 0.5 else 2.0 * np.arctanh(1.0 - q)


def halflogistic_mean() -> Any:
    return 2.0 * math.log(2.0)


def halflogistic_var() -> Any:
    return math.pi * math.pi / 3.0 - halflogistic_mean() ** 2


def halflogistic_entropy() -> Any:
    return 2.0 - math.log(2.0)


def crystalball_support(beta: float, m: float) -> Any:
    return -np.inf, np.inf, m > 1.0 and beta > 0.0


def _sides(beta: float, m: float) -> Any:
    """The masses of the power on the left and of the normal distribution on the right of -beta."""
    return m / beta / (m - 1.0) * np.exp(-0.5 * beta * beta), _ROOT_2PI * ndtr(beta)


def crystalball_logpdf(y: float, beta: float, m: float) -> Any:
    left, right = _sides(beta, m)
    if y > -beta:
        return -np.log(left + right) - 0.5 * y * y
    return -np.log(left + right) + m * np.log(m / beta) - 0.5 * beta * beta - m * np.log(m / beta - beta - y)


def crystalball_cdf(y: float, beta: float, m: float) -> Any:
    left, right = _sides(beta, m)
    if y > -beta:
        return (left + _ROOT_2PI * (ndtr(y) - ndtr(-beta))) / (left + right)
    return left * np.power(1.0 - beta * (beta + y) / m, 1.0 - m) / (left + right)


def crystalball_sf(y: float, beta: float, m: float) -> Any:
    left, right = _sides(beta, m)
    return _ROOT_2PI * ndtr(-y) / (left + right) if y > -beta else 1.0 - crystalball_cdf(y, beta, m)


def crystalball_ppf(q: float, beta: float, m: float) -> Any:
    left, right = _sides(beta, m)
    mass = q * (left + right)
    if mass < left:
        return m / beta * (1.0 - np.power(mass / left, 1.0 / (1.0 - m))) - beta
    return scipy_code.ndtri(ndtr(-beta) + (mass - left) / _ROOT_2PI)


def rel_breitwigner_support(rho: float) -> Any:
    return 0.0, np.inf, rho > 0.0


def rel_breitwigner_logpdf(y: float, rho: float) -> Any:
    s = np.sqrt(1.0 + 1.0 / (rho * rho))
    u = (y - rho) * (y + rho) / rho
    return 0.5 * np.log(2.0 * s * s / (1.0 + s)) + math.log(2.0 / math.pi) - np.log1p(u * u)


def rel_breitwigner_mean(rho: float) -> Any:
    s = np.sqrt(1.0 + 1.0 / (rho * rho))
    return np.sqrt(2.0 * s * s / (1.0 + s)) / math.pi * rho * (0.5 * math.pi + np.arctan(rho))
