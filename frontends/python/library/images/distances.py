"""Distances of `scipy.spatial.distance`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused

_OTHERS = "this metric is not supported in compiled functions"
_KNOWN = "euclidean, sqeuclidean, cityblock, chebyshev and cosine are"


def _between(u: Any, v: Any, metric: int) -> Any:
    """Metrics: 0 euclidean, 1 its square, 2 cityblock, 3 chebyshev, 4 cosine."""
    total, uu, vv = 0.0, 0.0, 0.0
    for k in range(len(u)):
        if metric == 4:
            total += u[k] * v[k]
            uu += u[k] * u[k]
            vv += v[k] * v[k]
        else:
            d = abs(u[k] - v[k]) * 1.0
            if metric == 3:
                total = max(total, d)
            else:
                total += d if metric == 2 else d * d
    if metric == 4:
        return 1.0 - total / (np.sqrt(uu) * np.sqrt(vv))
    return np.sqrt(total) if metric == 0 and total > 0.0 else total


def _number(metric: Any) -> int:
    if not isinstance(metric, str):
        refused("metrics that are functions are not supported in compiled functions", "a loop over the pairs")
    if metric == "euclidean":
        return 0
    if metric == "sqeuclidean":
        return 1
    if metric == "cityblock":
        return 2
    if metric == "chebyshev":
        return 3
    if metric == "cosine":
        return 4
    refused(_OTHERS, _KNOWN)
    return -1


def cdist(XA: Any, XB: Any, metric: Any = "euclidean") -> Any:
    """The distances between the rows of two matrices."""
    a, b, which = np.asarray(XA) * np.float64(1.0), np.asarray(XB) * np.float64(1.0), _number(metric)
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError("XA and XB must be 2-dimensional arrays.")
    if a.shape[1] != b.shape[1]:
        raise ValueError("XA and XB must have the same number of columns")
    found = np.empty((a.shape[0], b.shape[0]))
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            found[i, j] = _between(a[i], b[j], which)
    return found


def pdist(X: Any, metric: Any = "euclidean") -> Any:
    """The distances between the rows of a matrix, those of each with the ones behind it."""
    a, which, place = np.asarray(X) * np.float64(1.0), _number(metric), 0
    if a.ndim != 2:
        raise ValueError("A 2-dimensional array must be passed.")
    n = a.shape[0]
    found = np.empty(n * (n - 1) // 2)
    for i in range(n):
        for j in range(i + 1, n):
            found[place] = _between(a[i], a[j], which)
            place += 1
    return found


def squareform(X: Any, force: Any = "no", checks: Any = True) -> Any:
    """The matrix of distances of a vector of them, or the other way round."""
    given = np.asarray(X)
    if given.ndim == 1:
        n = int(np.ceil(np.sqrt(given.size * 2.0)))
        n = max(n, 1)
        if n * (n - 1) != given.size * 2:
            raise ValueError("Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer n >= 2.")
        found, place = np.zeros((n, n), dtype=given.dtype), 0
        for i in range(n):
            for j in range(i + 1, n):
                found[i, j] = given[place]
                found[j, i] = given[place]
                place += 1
        return found
    n = given.shape[0]
    if n != given.shape[1]:
        raise ValueError("The matrix argument must be square.")
    flat, place = np.empty(n * (n - 1) // 2, dtype=given.dtype), 0
    for i in range(n):
        if checks and abs(given[i, i]) > 1e-8:
            raise ValueError("Distance matrix 'X' diagonal must be zero.")
        for j in range(i + 1, n):
            if checks and abs(given[i, j] - given[j, i]) > 1e-8:
                raise ValueError("Distance matrix 'X' must be symmetric.")
            flat[place] = given[i, j]
            place += 1
    return flat


def _pair(u: Any, v: Any, metric: int) -> Any:
    a, b = np.asarray(u) * np.float64(1.0), np.asarray(v) * np.float64(1.0)
    if a.ndim != 1 or b.ndim != 1:
        raise ValueError("Input vector should be 1-D.")
    if len(a) != len(b):
        raise ValueError("operands could not be broadcast together")
    return _between(a, b, metric)


def euclidean(u: Any, v: Any) -> Any:
    return _pair(u, v, 0)


def sqeuclidean(u: Any, v: Any) -> Any:
    return _pair(u, v, 1)


def cityblock(u: Any, v: Any) -> Any:
    return _like(u, v, _pair(u, v, 2))


def chebyshev(u: Any, v: Any) -> Any:
    return _like(u, v, _pair(u, v, 3))


def _like(u: Any, v: Any, distance: Any) -> Any:
    """A sum of differences, or the largest one: an integer where the vectors are of integers."""
    a, b = np.asarray(u), np.asarray(v)
    return np.int64(distance) if a.dtype.kind == "i" and b.dtype.kind == "i" else distance


def cosine(u: Any, v: Any) -> Any:
    return _pair(u, v, 4)
