"""Asian option by Monte Carlo with antithetic and control variates, given normals, smoothed payoff."""
import numpy as np
from math import erf, exp, log, pi, sqrt


def norm_cdf(x):
    return 0.5 * (1 + erf(x / sqrt(2)))


def geometric_asian(S0, K, r, sigma, T, n):
    s = sigma * sqrt((n + 1) * (2 * n + 1) / (6 * n**2))
    mu = 0.5 * (r - 0.5 * sigma**2) * (n + 1) / n + 0.5 * s**2
    d1 = (log(S0 / K) + (mu + 0.5 * s**2) * T) / (s * sqrt(T))
    d2 = d1 - s * sqrt(T)
    return exp(-r * T) * (S0 * exp(mu * T) * norm_cdf(d1) - K * norm_cdf(d2))


def softplus(x, beta=1.0):
    return np.logaddexp(0.0, beta * x) / beta


class AsianPricer:
    def __init__(self, normals, T=1.0, antithetic=True):
        z = np.asarray(normals)
        self.z = np.vstack((z, -z)) if antithetic else z
        self.T = T

    @property
    def n_steps(self):
        return self.z.shape[1]

    def paths(self, S0, r, sigma):
        dt = self.T / self.n_steps
        increments = (r - 0.5 * sigma**2) * dt + sigma * np.sqrt(dt) * self.z
        return S0 * np.exp(np.cumsum(increments, axis=1))

    def price(self, S0, K, r, sigma, smoothing=2.0):
        S = self.paths(S0, r, sigma)
        disc = np.exp(-r * self.T)
        arithmetic = disc * softplus(S.mean(axis=1) - K, beta=smoothing)
        geometric = disc * softplus(np.exp(np.log(S).mean(axis=1)) - K, beta=smoothing)
        c = np.cov(arithmetic, geometric)
        b = c[0, 1] / c[1, 1]
        exact = geometric_asian(S0, K, r, sigma, self.T, self.n_steps)
        return np.mean(arithmetic - b * (geometric - exact))


def loss(S0, r, sigma, normals, strikes=(90.0, 100.0, 110.0)):
    pricer = AsianPricer(normals)
    return sum(pricer.price(S0, K, r, sigma) for K in strikes) / len(strikes)


def args():
    rng = np.random.default_rng(12)
    return 100.0, 0.03, 0.2, rng.standard_normal((30, 6))


ARGNUM = (0, 1, 2)
