"""Distributions of whole numbers, one function per method: ``poisson_logpmf``, ``poisson_cdf`` ...

Probabilities are those of Johnson, Kemp and Kotz, *Univariate Discrete Distributions*, as SciPy writes them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.special import scipy_code
from irad.frontends.python.library.special.special_functions import gammaln, xlog1py, xlogy
from irad.frontends.python.library.special.written_special import bdtr, bdtrc, pdtr, pdtrc


def poisson_support(mu: float) -> Any:
    return 0.0, np.inf, mu >= 0.0


def poisson_logpmf(k: float, mu: float) -> Any:
    return xlogy(k, mu) - gammaln(k + 1.0) - mu


def poisson_cdf(k: float, mu: float) -> Any:
    return pdtr(k, mu)


def poisson_sf(k: float, mu: float) -> Any:
    return pdtrc(k, mu)


def poisson_mean(mu: float) -> Any:
    return mu


def poisson_var(mu: float) -> Any:
    return mu


def binom_support(n: float, p: float) -> Any:
    return 0.0, n, n >= 0.0 and np.floor(n) == n and 0.0 <= p <= 1.0


def binom_logpmf(k: float, n: float, p: float) -> Any:
    chosen = gammaln(n + 1.0) - gammaln(k + 1.0) - gammaln(n - k + 1.0)
    return chosen + xlogy(k, p) + xlog1py(n - k, -p)


def binom_cdf(k: float, n: float, p: float) -> Any:
    return bdtr(k, n, p)


def binom_sf(k: float, n: float, p: float) -> Any:
    return bdtrc(k, n, p)


def binom_mean(n: float, p: float) -> Any:
    return n * p


def binom_var(n: float, p: float) -> Any:
    return n * p * (1.0 - p)


def bernoulli_support(p: float) -> Any:
    return 0.0, 1.0, 0.0 <= p <= 1.0


def bernoulli_logpmf(k: float, p: float) -> Any:
    return xlogy(k, p) + xlog1py(1.0 - k, -p)


def bernoulli_cdf(k: float, p: float) -> Any:
    return 1.0 - p


def bernoulli_sf(k: float, p: float) -> Any:
    return p


def bernoulli_mean(p: float) -> Any:
    return p


def bernoulli_var(p: float) -> Any:
    return p * (1.0 - p)


def geom_support(p: float) -> Any:
    return 1.0, np.inf, 0.0 < p <= 1.0


def geom_logpmf(k: float, p: float) -> Any:
    return xlog1py(k - 1.0, -p) + np.log(p)


def geom_cdf(k: float, p: float) -> Any:
    return -np.expm1(np.log1p(-p) * k)


def geom_sf(k: float, p: float) -> Any:
    return np.exp(np.log1p(-p) * k)


def geom_mean(p: float) -> Any:
    return 1.0 / p


def geom_var(p: float) -> Any:
    return (1.0 - p) / p / p


def nbinom_support(n: float, p: float) -> Any:
    return 0.0, np.inf, n > 0.0 and 0.0 < p <= 1.0


def nbinom_logpmf(k: float, n: float, p: float) -> Any:
    chosen = gammaln(n + k) - gammaln(k + 1.0) - gammaln(n)
    return chosen + n * np.log(p) + xlog1py(k, -p)


def nbinom_cdf(k: float, n: float, p: float) -> Any:
    return scipy_code.betainc(n, k + 1.0, p)


def nbinom_sf(k: float, n: float, p: float) -> Any:
    return scipy_code.betaincc(n, k + 1.0, p)


def nbinom_mean(n: float, p: float) -> Any:
    return n * (1.0 - p) / p


def nbinom_var(n: float, p: float) -> Any:
    return n * (1.0 - p) / (p * p)


def betabinom_support(n: float, a: float, b: float) -> Any:
    return 0.0, n, n >= 0.0 and a > 0.0 and b > 0.0 and n == np.floor(n)


def betabinom_logpmf(k: float, n: float, a: float, b: float) -> Any:
    return -np.log(n + 1.0) - _betaln(n - k + 1.0, k + 1.0) + _betaln(k + a, n - k + b) - _betaln(a, b)


def betabinom_mean(n: float, a: float, b: float) -> Any:
    return n * a / (a + b)


def betabinom_var(n: float, a: float, b: float) -> Any:
    return n * (a + b + n) * a * b / ((a + b) * (a + b) * (a + b + 1.0))


def hypergeom_support(M: float, n: float, N: float) -> Any:
    fits = M > 0.0 and n >= 0.0 and N >= 0.0 and n <= M and N <= M
    return max(N - (M - n), 0.0), min(n, N), fits and np.floor(M) == M and n == np.floor(n) and np.floor(N) == N


def hypergeom_logpmf(k: float, M: float, n: float, N: float) -> Any:
    bad = M - n
    chosen = _betaln(n + 1.0, 1.0) + _betaln(bad + 1.0, 1.0) + _betaln(M - N + 1.0, N + 1.0)
    return chosen - _betaln(k + 1.0, n - k + 1.0) - _betaln(N - k + 1.0, bad - N + k + 1.0) - _betaln(M + 1.0, 1.0)


def hypergeom_mean(M: float, n: float, N: float) -> Any:
    return N * n / M


def hypergeom_var(M: float, n: float, N: float) -> Any:
    return N * (n / M) * ((M - n) / M) * ((M - N) / (M - 1.0))


def _betaln(a: float, b: float) -> Any:
    return gammaln(a) + gammaln(b) - gammaln(a + b)
