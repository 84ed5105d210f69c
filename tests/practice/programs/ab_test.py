"""Comparison of two variants: beta posteriors, probability that one is better by quadrature, expected loss, credible intervals."""
import numpy as np
from scipy import stats
from scipy.integrate import fixed_quad
from scipy.special import betaln, digamma


def probability_better(a, b):
    def integrand(p):
        return stats.beta.pdf(p, *a) * stats.beta.cdf(p, *b)

    return fixed_quad(integrand, 0.0, 0.5, n=40)[0]


def kullback_leibler(a, b):
    (p, q), (r, s) = a, b
    return betaln(r, s) - betaln(p, q) + (p - r) * digamma(p) + (q - s) * digamma(q) + (r - p + s - q) * digamma(p + q)


def loss(prior, visits, conversions):
    posteriors = [(prior[0] + c, prior[1] + v - c) for v, c in zip(visits, conversions)]
    better = probability_better(posteriors[1], posteriors[0])
    width = 0.0
    for a, b in posteriors:
        d = stats.beta(a, b)
        low, high = d.ppf(0.025), d.ppf(0.975)
        width += (high - low) / d.mean() + d.sf(0.2)
    entropy = sum(kullback_leibler(p, (prior[0], prior[1])) for p in posteriors)
    return better + width + 0.01 * entropy


def args():
    return np.array([2.0, 12.0]), np.array([120.0, 110.0]), np.array([14.0, 19.0])


ARGNUM = (0, 2)
