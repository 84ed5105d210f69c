# ruff: noqa: E741  (the mixture is written with the letters of its specification)
"""The log posterior of a Gaussian mixture; results: value, gradients of alpha, mu, q, l."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import irad


@irad.jit
def log_sum_exp(v):  # type: ignore[no-untyped-def]
    largest = v[0]
    for i in range(1, len(v)):
        if v[i] > largest:
            largest = v[i]
    s = 0.0
    for i in range(len(v)):
        s += math.exp(v[i] - largest)
    return largest + math.log(s)


@irad.jit
def log_gamma(d, u):  # type: ignore[no-untyped-def]
    """The logarithm of the multivariate gamma function."""
    out = 0.25 * d * (d - 1) * math.log(math.pi)
    for j in range(d):
        out += math.lgamma(u - 0.5 * j)
    return out


@irad.jit
def objective(alpha, mu, q, l, x, gamma, m):  # type: ignore[no-untyped-def]
    k, d = mu.shape
    n = x.shape[0]
    diagonal = np.empty((k, d))
    sums = np.empty(k)
    for c in range(k):
        sums[c] = 0.0
        for a in range(d):
            diagonal[c, a] = math.exp(q[c, a])
            sums[c] += q[c, a]
    v = np.empty(d)
    z = np.empty(d)
    beta = np.empty(k)
    total = -0.5 * n * d * math.log(2.0 * math.pi)
    for i in range(n):
        for c in range(k):
            for a in range(d):
                v[a] = x[i, a] - mu[c, a]
                z[a] = diagonal[c, a] * v[a]
            p = 0
            for a in range(d):
                for b in range(a + 1, d):
                    z[b] += l[c, p] * v[a]
                    p += 1
            norm = 0.0
            for a in range(d):
                norm += z[a] * z[a]
            beta[c] = alpha[c] + sums[c] - 0.5 * norm
        total += log_sum_exp(beta)
    total -= n * log_sum_exp(alpha)
    nu = d + m + 1
    total += k * (nu * d * (math.log(gamma) - 0.5 * math.log(2.0)) - log_gamma(d, 0.5 * nu))
    for c in range(k):
        squares = 0.0
        for a in range(d):
            squares += diagonal[c, a] * diagonal[c, a]
        for p in range(l.shape[1]):
            squares += l[c, p] * l[c, p]
        total -= 0.5 * gamma * gamma * squares - m * sums[c]
    return total


def arguments(instance: dict[str, Any]) -> tuple[Any, ...]:
    """alpha, mu, q, l, x, gamma, m, and the shadows of the first four."""
    k, d = int(instance["k"]), int(instance["d"])
    shapes = {"alpha": (k,), "mu": (k, d), "q": (k, d), "l": (k, d * (d - 1) // 2), "x": (-1, d)}
    arrays = [np.array(instance[key], dtype=np.float64).reshape(shape) for key, shape in shapes.items()]
    return *arrays, float(instance["gamma"]), int(instance["m"]), *(np.zeros_like(a) for a in arrays[:4])


def primal(alpha: Any, mu: Any, q: Any, l: Any, x: Any, gamma: float, m: int, *shadows: Any) -> Any:
    return objective(alpha, mu, q, l, x, gamma, m)


def derivative(alpha: Any, mu: Any, q: Any, l: Any, x: Any, gamma: float, m: int, *shadows: Any) -> Any:
    for shadow in shadows:
        shadow.fill(0.0)
    notes = map(irad.Duplicated, (alpha, mu, q, l), shadows)
    return irad.autodiff(objective, *notes, x, gamma, m)


def results(*given: Any) -> Any:
    """What `primal` and `derivative` give, as numbers in a row."""
    value = primal(*given)
    derivative(*given)
    return np.concatenate([[value], *(shadow.ravel() for shadow in given[7:])])
