"""Dirichlet's distribution of parts of a whole, ``scipy.stats.dirichlet``."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import gammaln, psi, xlogy

METHODS = ("logpdf", "pdf", "mean", "var", "entropy")


def _shapes(alpha: Any) -> Any:
    given = np.asarray(alpha) * 1.0
    if np.min(given) <= 0.0:
        raise ValueError("All parameters must be greater than 0")
    if given.ndim != 1:
        raise ValueError("Parameter vector 'a' must be one dimensional")
    return given


def _log_beta(a: Any) -> Any:
    return np.sum(gammaln(a)) - gammaln(np.sum(a))


def dirichlet_logpdf(x: Any, alpha: Any) -> Any:
    """The logarithm of the density; the parts go along the first axis, and the last one may be left out."""
    a, given = _shapes(alpha), np.asarray(x) * 1.0
    n = a.shape[0]
    if given.shape[0] != n and given.shape[0] != n - 1:
        raise ValueError("Vector 'x' must have as many entries as parameter vector 'a', or one less")
    parts = np.reshape(given, (given.shape[0], -1))
    if given.shape[0] != n:
        parts = np.vstack((parts, 1.0 - np.sum(parts, axis=0, keepdims=True)))
    if np.min(parts) < 0.0:
        raise ValueError("Each entry in 'x' must be greater than or equal to zero.")
    if np.max(parts) > 1.0:
        raise ValueError("Each entry in 'x' must be smaller or equal one.")
    for j in range(parts.shape[1]):
        for i in range(n):
            if parts[i, j] == 0.0 and a[i] < 1.0:
                raise ValueError("Each entry in 'x' must be greater than zero if its alpha is less than one.")
    if np.max(np.abs(np.sum(parts, axis=0) - 1.0)) > 1e-9:
        raise ValueError("The input vector 'x' must lie within the normal simplex.")
    found = -_log_beta(a) + np.sum(xlogy((a - 1.0)[:, None], parts), axis=0)
    return found[0] if given.ndim == 1 else np.reshape(found, given.shape[1:])


def dirichlet_pdf(x: Any, alpha: Any) -> Any:
    """The density."""
    return np.exp(dirichlet_logpdf(x, alpha))


def dirichlet_mean(alpha: Any) -> Any:
    """The mean parts."""
    a = _shapes(alpha)
    return a / np.sum(a)


def dirichlet_var(alpha: Any) -> Any:
    """The variances of the parts."""
    a = _shapes(alpha)
    total = np.sum(a)
    return a * (total - a) / (total * total * (total + 1.0))


def dirichlet_entropy(alpha: Any) -> Any:
    """The differential entropy."""
    a = _shapes(alpha)
    total = np.sum(a)
    return _log_beta(a) + (total - a.shape[0]) * psi(total) - np.sum((a - 1.0) * psi(a))


class Shares:
    """``scipy.stats.dirichlet(alpha)``."""

    irad_compiled = True
    irad_attributes = ("alpha",)

    def __init__(self, alpha: Any) -> None:
        self.alpha = alpha

    def logpdf(self, x: Any) -> Any:
        return dirichlet_logpdf(x, self.alpha)

    def pdf(self, x: Any) -> Any:
        return dirichlet_pdf(x, self.alpha)

    def mean(self) -> Any:
        return dirichlet_mean(self.alpha)

    def var(self) -> Any:
        return dirichlet_var(self.alpha)

    def entropy(self) -> Any:
        return dirichlet_entropy(self.alpha)
