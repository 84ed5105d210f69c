"""Functions of `scipy.special` that are no universal functions: those that go along axes, and polygamma."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.special import primitives
from irad.frontends.python.library.special.special_functions import psi


def scaled_sum(a: Any, axis: Any, b: Any, keepdims: bool) -> Any:
    """The numbers whose product ``total * exp(top)`` is sum(b * exp(a)), ``top`` being the largest ``a``."""
    given = np.asarray(a) * 1.0
    weighed = b is not None
    if weighed:
        given = np.where(np.asarray(b) == 0.0, -np.inf, given)
    top = np.max(given, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0.0)
    terms = np.exp(given - top)
    if weighed:
        terms = b * terms
    total = np.sum(terms, axis=axis, keepdims=keepdims)
    return total, top if keepdims else (np.sum(top) if axis is None else np.squeeze(top, axis=axis))


def logsumexp(a: Any, axis: Any = None, b: Any = None, keepdims: bool = False, return_sign: bool = False) -> Any:
    """log(sum(b * exp(a))); with ``return_sign`` log|...| and the sign."""
    total, top = scaled_sum(a, axis, b, keepdims)
    if return_sign:
        return np.log(np.abs(total)) + top, np.sign(total)
    return np.log(total) + top


def softmax(x: Any, axis: Any = None) -> Any:
    """exp(x) / sum(exp(x))."""
    given = np.asarray(x) * 1.0
    e = np.exp(given - np.max(given, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def log_softmax(x: Any, axis: Any = None) -> Any:
    """log(softmax(x))."""
    given = np.asarray(x) * 1.0
    top = np.max(given, axis=axis, keepdims=True)
    d = given - np.where(np.isfinite(top), top, 0.0)
    return d - np.log(np.sum(np.exp(d), axis=axis, keepdims=True))


def polygamma(n: Any, x: Any) -> Any:
    """The n-th derivative of `psi`."""
    given = np.asarray(x) * 1.0
    both = np.asarray(n) + 0.0 * given
    orders, flat = np.broadcast_to(n, both.shape).ravel(), np.broadcast_to(given, both.shape).ravel()
    found = np.empty(flat.size)
    for k in range(flat.size):
        found[k] = _polygamma(orders[k], flat[k])
    return found.reshape(both.shape)


def _polygamma(n: Any, x: float) -> Any:
    if n == 0:
        return psi(x)
    if n < 0 or n != np.floor(n):
        return np.nan
    if np.isinf(x) and x > 0.0:
        return 0.0
    if x <= 0.0 and x == np.floor(x):
        return np.inf if int(n) % 2 == 1 else -np.inf
    return primitives.polygamma(int(n), x)
