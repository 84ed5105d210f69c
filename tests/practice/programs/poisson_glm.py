"""Poisson / negative binomial regression with offset and a log link, deviance and dispersion."""
import numpy as np
from scipy import stats
from scipy.special import gammaln, xlogy, digamma

LINKS = {"log": (np.exp, np.log), "sqrt": (np.square, np.sqrt)}


def design(age, region, levels):
    cols = [np.ones_like(age), age, age**2]
    cols += [(region == lev).astype(float) for lev in levels[1:]]
    return np.stack(cols, axis=-1)


class CountFamily:
    name = "abstract"

    def loglik(self, y, mu):
        raise NotImplementedError

    def deviance(self, y, mu):
        return 2 * np.sum(xlogy(y, y / mu) - (y - mu))


class Poisson(CountFamily):
    name = "poisson"

    def loglik(self, y, mu):
        return stats.poisson.logpmf(y, mu)


class NegBin(CountFamily):
    name = "nb2"

    def __init__(self, alpha):
        self.r = 1 / alpha

    def loglik(self, y, mu):
        r = self.r
        return gammaln(y + r) - gammaln(r) - gammaln(y + 1) + r * np.log(r / (r + mu)) + xlogy(y, mu / (r + mu))


def loss(beta, log_alpha, data, link="log"):
    inv, _ = LINKS[link]
    X = design(data["age"], data["region"], data["levels"])
    assert X.shape[1] == len(beta), f"need {X.shape[1]} coefficients"
    mu = inv(X @ beta + np.log(data["exposure"]))
    total = 0.0
    for family, weight in [(Poisson(), 0.3), (NegBin(np.exp(log_alpha)), 0.7)]:
        total -= weight * np.mean(family.loglik(data["y"], mu))
        total += 1e-3 * family.deviance(data["y"], mu) / (len(mu) - X.shape[1])
    return float(total + 0.01 * digamma(1 / np.exp(log_alpha)) ** 2)


def args():
    rng = np.random.default_rng(2)
    n = 30
    age, region = rng.uniform(-1, 1, n), rng.integers(0, 3, n)
    exposure = rng.uniform(0.5, 3.0, n)
    y = rng.poisson(exposure * np.exp(0.5 + 0.8 * age + 0.2 * (region == 1)))
    data = {"age": age, "region": region, "levels": [0, 1, 2], "exposure": exposure, "y": y}
    return np.array([0.4, 0.6, -0.1, 0.3, 0.05]), -0.7, data


ARGNUM = (0, 1)
