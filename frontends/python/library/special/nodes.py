"""Nodes and weights of Gauss's rules by the names of `scipy.special`, and Bernoulli's numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import zetac

from irad.frontends.python.library.of_numpy import polynomial_series


def _with_sum(nodes: Any, weights: Any, whole: float, mu: bool) -> Any:
    return (nodes, weights, whole) if mu else (nodes, weights)


def _positive(n: Any) -> None:
    if n < 1 or n != int(n):
        raise ValueError("n must be a positive integer.")


def roots_legendre(n: Any, mu: bool = False) -> Any:
    """Nodes and weights on [-1, 1]."""
    _positive(n)
    x, w = polynomial_series.leggauss(n)
    return _with_sum(x, w, 2.0, mu)


def roots_hermite(n: Any, mu: bool = False) -> Any:
    """Nodes and weights for exp(-x²)."""
    _positive(n)
    x, w = polynomial_series.hermgauss(n)
    return _with_sum(x, w, math.sqrt(math.pi), mu)


def roots_hermitenorm(n: Any, mu: bool = False) -> Any:
    """Nodes and weights for exp(-x²/2)."""
    _positive(n)
    x, w = polynomial_series.hermegauss(n)
    return _with_sum(x, w, math.sqrt(2.0 * math.pi), mu)


def roots_laguerre(n: Any, mu: bool = False) -> Any:
    """Nodes and weights for exp(-x) on [0, ∞)."""
    _positive(n)
    x, w = polynomial_series.laggauss(n)
    return _with_sum(x, w, 1.0, mu)


def roots_chebyt(n: Any, mu: bool = False) -> Any:
    """Nodes and weights for 1/√(1 - x²) on [-1, 1]."""
    _positive(n)
    x = np.sin(math.pi * np.arange(-n + 1, n, 2) / (2.0 * n))
    return _with_sum(x, np.full(n, math.pi / n), math.pi, mu)


def roots_chebyu(n: Any, mu: bool = False) -> Any:
    """Nodes and weights for √(1 - x²) on [-1, 1]."""
    _positive(n)
    t = np.arange(n, 0, -1) * math.pi / (n + 1.0)
    return _with_sum(np.cos(t), math.pi * np.sin(t) ** 2 / (n + 1.0), math.pi / 2.0, mu)


def bernoulli(n: Any) -> Any:
    """The Bernoulli numbers up to n, with -1/2 for the one of 1 (DLMF 25.6.2)."""
    if n < 0 or n != int(n):
        raise ValueError("n must be a non-negative integer.")
    found = np.zeros(max(int(n), 2) + 1)
    found[0], found[1], found[2] = 1.0, -0.5, 1.0 / 6.0
    factor = 1.0 / (math.pi * math.pi)  # (-1)^(k/2 + 1) 2 k! / (2π)^k, for even k
    for k in range(4, len(found), 2):
        factor *= -(k * (k - 1.0)) / (4.0 * math.pi * math.pi)
        found[k] = factor * (1.0 + zetac(float(k)))
    return found[: int(n) + 1]
