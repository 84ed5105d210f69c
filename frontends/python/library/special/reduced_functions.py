"""Functions of `scipy.special` that are no universal functions: those that go along axes, and polygamma."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.special import primitives


def scaled_sum(a: Any, axis: Any, b: Any, keepdims: bool) -> Any:
    """The numbers whose product ``total * exp(top)`` is sum(b * exp(a)), ``top`` being the largest ``a``."""
    given = np.asarray(a) * 1.0
    weighed = b is not None
    if weighed:
        given = np.where(np.asarray(b) == 0.0, -np.inf, given)
    top = np.max(given, axis=axis, keepdims=True)
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
    order, given = np.asarray(n), np.asarray(x) * 1.0
    if order.ndim != 0:
        raise NotImplementedError("polygamma of an array of orders")
    if order < 0:
        raise ValueError("the order of polygamma is negative")
    flat = given.ravel()
    found = np.empty(flat.size)
    for k in range(flat.size):
        found[k] = primitives.digamma(flat[k]) if n == 0 else primitives.polygamma(n, flat[k])
    return found.reshape(given.shape)
