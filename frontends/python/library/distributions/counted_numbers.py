"""More distributions of whole numbers; see `whole_numbers`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import beta, betaln, expit

# Of the sum of Euler and Maclaurin for zeta (DLMF 25.11.28 with a = N): B_2k / (2k)!
_BERNOULLI = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600)
_FIRST = 12  # the terms that are summed one by one


def _zeta(s: float, q: float) -> Any:
    """The sum of (q + k)**-s over k >= 0, with derivatives by both."""
    total = 0.0
    for k in range(_FIRST):
        total += np.power(q + k, -s)
    a = q + _FIRST
    total += np.power(a, 1.0 - s) / (s - 1.0) + 0.5 * np.power(a, -s)
    t = s * np.power(a, -s - 1.0)
    for k in range(len(_BERNOULLI)):
        total += _BERNOULLI[k] * t
        t *= (s + 2.0 * k + 1.0) * (s + 2.0 * k + 2.0) / (a * a)
    return total


def zipf_support(a: float) -> Any:
    return 1.0, np.inf, a > 1.0


def zipf_logpmf(k: float, a: float) -> Any:
    return -a * np.log(k) - np.log(_zeta(a, 1.0))


def zipf_cdf(k: float, a: float) -> Any:
    return 1.0 - zipf_sf(k, a)


def zipf_sf(k: float, a: float) -> Any:
    return _zeta(a, k + 1.0) / _zeta(a, 1.0)


def zipf_mean(a: float) -> Any:
    return _zeta(a - 1.0, 1.0) / _zeta(a, 1.0) if a > 2.0 else np.inf


def zipf_var(a: float) -> Any:
    return _zeta(a - 2.0, 1.0) / _zeta(a, 1.0) - zipf_mean(a) ** 2 if a > 3.0 else np.inf


def zipfian_support(a: float, n: float) -> Any:
    return 1.0, n, a >= 0.0 and n >= 1.0 and n == np.floor(n) and n <= 2.0**53


def _harmonic(n: float, a: float) -> Any:
    """The sum of k**-a over k up to n."""
    total = 0.0
    for k in range(1, int(n) + 1):
        total += np.power(float(k), -a)
    return total


def zipfian_logpmf(k: float, a: float, n: float) -> Any:
    return -a * np.log(k) - np.log(_harmonic(n, a))


def zipfian_cdf(k: float, a: float, n: float) -> Any:
    return _harmonic(k, a) / _harmonic(n, a)


def zipfian_sf(k: float, a: float, n: float) -> Any:
    above = 0.0
    for j in range(int(k) + 1, int(n) + 1):
        above += np.power(float(j), -a)
    return above / (_harmonic(k, a) + above)


def zipfian_mean(a: float, n: float) -> Any:
    return _harmonic(n, a - 1.0) / _harmonic(n, a)


def zipfian_var(a: float, n: float) -> Any:
    return _harmonic(n, a - 2.0) / _harmonic(n, a) - zipfian_mean(a, n) ** 2


def randint_support(low: float, high: float) -> Any:
    return low, high - 1.0, high > low and np.floor(low) == low and np.floor(high) == high


def randint_logpmf(k: float, low: float, high: float) -> Any:
    return -np.log(high - low)


def randint_cdf(k: float, low: float, high: float) -> Any:
    return (k - low + 1.0) / (high - low)


def randint_sf(k: float, low: float, high: float) -> Any:
    return (high - 1.0 - k) / (high - low)


def randint_mean(low: float, high: float) -> Any:
    return (high + low - 1.0) / 2.0


def randint_var(low: float, high: float) -> Any:
    d = high - low
    return (d * d - 1.0) / 12.0


def planck_support(lambda_: float) -> Any:
    return 0.0, np.inf, lambda_ > 0.0


def planck_logpmf(k: float, lambda_: float) -> Any:
    return np.log(-np.expm1(-lambda_)) - lambda_ * k


def planck_cdf(k: float, lambda_: float) -> Any:
    return -np.expm1(-lambda_ * (k + 1.0))


def planck_sf(k: float, lambda_: float) -> Any:
    return np.exp(-lambda_ * (k + 1.0))


def planck_logsf(k: float, lambda_: float) -> Any:
    return -lambda_ * (k + 1.0)


def planck_mean(lambda_: float) -> Any:
    return 1.0 / np.expm1(lambda_)


def planck_var(lambda_: float) -> Any:
    return np.exp(-lambda_) / np.expm1(-lambda_) ** 2


def boltzmann_support(lambda_: float, N: float) -> Any:
    return 0.0, N - 1.0, lambda_ > 0.0 and N > 0.0 and np.floor(N) == N


def boltzmann_logpmf(k: float, lambda_: float, N: float) -> Any:
    return np.log(np.expm1(-lambda_) / np.expm1(-lambda_ * N)) - lambda_ * k


def boltzmann_cdf(k: float, lambda_: float, N: float) -> Any:
    return np.expm1(-lambda_ * (k + 1.0)) / np.expm1(-lambda_ * N)


def boltzmann_sf(k: float, lambda_: float, N: float) -> Any:
    return np.exp(-lambda_ * (k + 1.0)) * np.expm1(-lambda_ * (N - k - 1.0)) / np.expm1(-lambda_ * N)


def boltzmann_mean(lambda_: float, N: float) -> Any:
    return 1.0 / np.expm1(lambda_) - N / np.expm1(lambda_ * N)


def boltzmann_var(lambda_: float, N: float) -> Any:
    return _of_sinh(lambda_) - N * N * _of_sinh(lambda_ * N)


def _of_sinh(t: float) -> Any:
    """exp(t) / (exp(t) - 1)², without an overflow."""
    return np.exp(-t) / np.expm1(-t) ** 2


def dlaplace_support(a: float) -> Any:
    return -np.inf, np.inf, a > 0.0


def dlaplace_logpmf(k: float, a: float) -> Any:
    return np.log(np.tanh(0.5 * a)) - a * abs(k)


def dlaplace_cdf(k: float, a: float) -> Any:
    return 1.0 - np.exp(-a * (k + 1.0)) * expit(a) if k >= 0.0 else np.exp(a * k) * expit(a)


def dlaplace_sf(k: float, a: float) -> Any:
    return np.exp(-a * (k + 1.0)) * expit(a) if k >= 0.0 else 1.0 - np.exp(a * k) * expit(a)


def dlaplace_mean(a: float) -> Any:
    return 0.0


def dlaplace_var(a: float) -> Any:
    return 2.0 * _of_sinh(a)


def logser_support(p: float) -> Any:
    return 1.0, np.inf, 0.0 < p < 1.0


def logser_logpmf(k: float, p: float) -> Any:
    return k * np.log(p) - np.log(k) - np.log(-np.log1p(-p))


def logser_mean(p: float) -> Any:
    return p / (p - 1.0) / np.log1p(-p)


def logser_var(p: float) -> Any:
    r = np.log1p(-p)
    return -p * (p + r) / ((1.0 - p) * r) ** 2


def betanbinom_support(n: float, a: float, b: float) -> Any:
    return 0.0, np.inf, n >= 0.0 and np.floor(n) == n and a > 0.0 and b > 0.0


def betanbinom_logpmf(k: float, n: float, a: float, b: float) -> Any:
    return -np.log(n + k) - betaln(n, k + 1.0) + betaln(a + n, b + k) - betaln(a, b)


def betanbinom_mean(n: float, a: float, b: float) -> Any:
    return n * b / (a - 1.0) if a > 1.0 else np.inf


def betanbinom_var(n: float, a: float, b: float) -> Any:
    if a <= 2.0:
        return np.inf
    return n * b * (n + a - 1.0) * (a + b - 1.0) / ((a - 2.0) * (a - 1.0) * (a - 1.0))


def nhypergeom_support(M: float, n: float, r: float) -> Any:
    fits = 0.0 <= n <= M and 0.0 <= r <= M - n
    return 0.0, n, fits and np.floor(M) == M and np.floor(n) == n and np.floor(r) == r


def nhypergeom_logpmf(k: float, M: float, n: float, r: float) -> Any:
    if r == 0.0 and k == 0.0:
        return 0.0 * k
    chosen = betaln(k + r, 1.0) - betaln(k + 1.0, r) + betaln(M - r - k + 1.0, 1.0) - betaln(n - k + 1.0, M - r - n + 1.0)
    return chosen + betaln(n + 1.0, M - n + 1.0) - betaln(M + 1.0, 1.0)


def nhypergeom_mean(M: float, n: float, r: float) -> Any:
    return r * n / (M - n + 1.0)


def nhypergeom_var(M: float, n: float, r: float) -> Any:
    bad = M - n + 1.0
    return r * (M + 1.0) * n / (bad * (bad + 1.0)) * (1.0 - r / bad)


def yulesimon_support(alpha: float) -> Any:
    return 1.0, np.inf, alpha > 0.0


def yulesimon_logpmf(k: float, alpha: float) -> Any:
    return np.log(alpha) + betaln(k, alpha + 1.0)


def yulesimon_cdf(k: float, alpha: float) -> Any:
    return 1.0 - k * beta(k, alpha + 1.0)


def yulesimon_sf(k: float, alpha: float) -> Any:
    return k * beta(k, alpha + 1.0)


def yulesimon_logsf(k: float, alpha: float) -> Any:
    return np.log(k) + betaln(k, alpha + 1.0)


def yulesimon_mean(alpha: float) -> Any:
    return alpha / (alpha - 1.0) if alpha > 1.0 else np.inf


def yulesimon_var(alpha: float) -> Any:
    if alpha > 2.0:
        return alpha * alpha / ((alpha - 2.0) * (alpha - 1.0) * (alpha - 1.0))
    return np.inf if alpha > 1.0 else np.nan


def skellam_support(mu1: float, mu2: float) -> Any:
    return -np.inf, np.inf, mu1 > 0.0 and mu2 > 0.0


def skellam_logpmf(k: float, mu1: float, mu2: float) -> Any:
    away = np.sqrt(mu1) - np.sqrt(mu2)
    bessel = scipy_code.ive(abs(k), 2.0 * np.sqrt(mu1 * mu2))
    return 0.5 * k * (np.log(mu1) - np.log(mu2)) - away * away + np.log(bessel)


def skellam_mean(mu1: float, mu2: float) -> Any:
    return mu1 - mu2


def skellam_var(mu1: float, mu2: float) -> Any:
    return mu1 + mu2
