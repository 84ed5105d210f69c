"""Distances of `scipy.spatial.distance`."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import rel_entr

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused

_OTHERS = "this metric is not supported in compiled functions"
_KNOWN = (
    "euclidean, sqeuclidean, cityblock, chebyshev, minkowski, seuclidean, mahalanobis, cosine, correlation, canberra, "
    "braycurtis, hamming, jensenshannon and functions are"
)


def _sums(u: Any, v: Any, metric: Any, p: Any, w: Any) -> Any:
    """Metrics that are sums over the elements, or the largest of them, before a root is taken."""
    total = 0.0
    for k in range(len(u)):
        d = abs(u[k] - v[k]) * 1.0
        weight = 1.0 if w is None else w[k]
        if metric == "chebyshev":
            if weight > 0.0:
                total = max(total, d)
        elif metric == "cityblock":
            total += weight * d
        elif metric == "minkowski":
            total += weight * d**p
        elif metric == "canberra":
            both = abs(u[k]) + abs(v[k])
            if both > 0.0:
                total += weight * d / both
        elif metric == "hamming":
            if u[k] != v[k]:
                total += weight
        else:
            total += weight * d * d
    return total


def _of_angle(u: Any, v: Any, w: Any, centered: Any) -> Any:
    """1 less the cosine of the angle, between what is left of the vectors without their means if ``centered``."""
    mean_u, mean_v, whole, uv, uu, vv = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    if centered:
        for k in range(len(u)):
            weight = 1.0 if w is None else w[k]
            whole += weight
            mean_u += weight * u[k]
            mean_v += weight * v[k]
        mean_u, mean_v = mean_u / whole, mean_v / whole
    for k in range(len(u)):
        weight = 1.0 if w is None else w[k]
        a, b = u[k] - mean_u, v[k] - mean_v
        uv += weight * a * b
        uu += weight * a * a
        vv += weight * b * b
    found = 1.0 - uv / (np.sqrt(uu) * np.sqrt(vv))
    return 0.0 if found < 0.0 else min(found, 2.0)  # what rounding leaves beyond


def _of_entropies(u: Any, v: Any) -> Any:
    """The root of Jensen's and Shannon's divergence."""
    whole_u, whole_v, total = np.sum(u), np.sum(v), 0.0
    for k in range(len(u)):
        a, b = u[k] / whole_u, v[k] / whole_v
        m = 0.5 * (a + b)
        total += rel_entr(a, m) + rel_entr(b, m)
    return np.sqrt(0.5 * total) if total > 0.0 or np.isnan(total) else 0.0


def _between(u: Any, v: Any, metric: Any, p: Any = None, w: Any = None, inverse: Any = None) -> Any:
    """``inverse``: the inverse of the covariance matrix, or the variances."""
    if metric == "cosine" or metric == "correlation":
        return _of_angle(u, v, w, metric == "correlation")
    if metric == "jensenshannon":
        return _of_entropies(u, v)
    if metric == "braycurtis":
        below = 0.0
        for k in range(len(u)):
            below += abs(u[k] + v[k]) if w is None else w[k] * abs(u[k] + v[k])
        return _sums(u, v, "cityblock", p, w) / below
    if metric == "hamming":
        return _sums(u, v, metric, p, w) / (len(u) if w is None else np.sum(w))
    if metric == "mahalanobis":
        d = u - v
        total = d @ (inverse @ d)
        return np.sqrt(total) if total > 0.0 else total
    if metric == "minkowski":
        if p == np.inf:
            return _sums(u, v, "chebyshev", p, w)
        total = _sums(u, v, metric, p, w)
        return total ** (1.0 / p) if total > 0.0 else total
    total = _sums(u, v, metric, p, 1.0 / inverse if metric == "seuclidean" else w)
    return np.sqrt(total) if (metric == "euclidean" or metric == "seuclidean") and total > 0.0 else total


def _checked(metric: Any, p: Any, w: Any, V: Any, VI: Any) -> None:
    """That the metric is known, and takes what is given."""
    weighted = "euclidean", "sqeuclidean", "cityblock", "chebyshev", "minkowski", "canberra", "braycurtis", "cosine", "hamming"
    if metric not in weighted and metric not in ("seuclidean", "mahalanobis", "jensenshannon", "correlation"):
        refused(_OTHERS, _KNOWN)
    if p is not None and metric != "minkowski":
        raise TypeError("got an unexpected keyword argument 'p'")
    if p is not None and p <= 0:
        raise ValueError("p must be greater than 0")
    if V is not None and metric != "seuclidean":
        raise TypeError("got an unexpected keyword argument 'V'")
    if VI is not None and metric != "mahalanobis":
        raise TypeError("got an unexpected keyword argument 'VI'")
    if w is not None and metric not in weighted and metric != "correlation":
        raise TypeError("got an unexpected keyword argument 'w'")
    if w is not None and np.any(np.asarray(w) < 0):
        raise ValueError("Input weights should be all non-negative")


def _spread(x: Any, metric: Any, V: Any, VI: Any) -> Any:
    """The variances of the columns, or the inverse of their covariance matrix, where the metric wants these."""
    if metric == "seuclidean":
        return np.var(x, axis=0, ddof=1) if V is None else np.asarray(V) * 1.0
    if metric == "mahalanobis":
        if VI is None and x.shape[0] <= x.shape[1]:
            raise ValueError("The number of observations is too small; the covariance matrix is singular.")
        return np.linalg.inv(np.cov(x.T)).T if VI is None else np.asarray(VI) * 1.0
    return None


def cdist(
    XA: Any, XB: Any, metric: Any = "euclidean", *, p: Any = None, w: Any = None, V: Any = None, VI: Any = None
) -> Any:  # fmt: skip
    """The distances between the rows of two matrices."""
    a, b = np.asarray(XA) * np.float64(1.0), np.asarray(XB) * np.float64(1.0)
    if a.ndim != 2 or b.ndim != 2:
        raise ValueError("XA and XB must be 2-dimensional arrays.")
    if a.shape[1] != b.shape[1]:
        raise ValueError("XA and XB must have the same number of columns")
    found = np.empty((a.shape[0], b.shape[0]))
    if not isinstance(metric, str):
        for i in range(a.shape[0]):
            for j in range(b.shape[0]):
                found[i, j] = metric(a[i], b[j])
        return found
    _checked(metric, p, w, V, VI)
    power, weights = 2.0 if p is None else p, None if w is None else np.asarray(w) * np.float64(1.0)
    spread = _spread(np.concatenate((a, b)), metric, V, VI) if metric == "seuclidean" or metric == "mahalanobis" else None
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            found[i, j] = _between(a[i], b[j], metric, power, weights, spread)
    return found


def pdist(X: Any, metric: Any = "euclidean", *, p: Any = None, w: Any = None, V: Any = None, VI: Any = None) -> Any:
    """The distances between the rows of a matrix, those of each with the ones behind it."""
    a, place = np.asarray(X) * np.float64(1.0), 0
    if a.ndim != 2:
        raise ValueError("A 2-dimensional array must be passed.")
    n = a.shape[0]
    found = np.empty(n * (n - 1) // 2)
    if not isinstance(metric, str):
        for i in range(n):
            for j in range(i + 1, n):
                found[place] = metric(a[i], a[j])
                place += 1
        return found
    _checked(metric, p, w, V, VI)
    power, weights = 2.0 if p is None else p, None if w is None else np.asarray(w) * np.float64(1.0)
    spread = _spread(a, metric, V, VI)
    for i in range(n):
        for j in range(i + 1, n):
            found[place] = _between(a[i], a[j], metric, power, weights, spread)
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


def _vector(u: Any) -> Any:
    given = np.asarray(u)
    if given.ndim != 1:
        raise ValueError("Input vector should be 1-D.")
    return given


def _weights(w: Any) -> Any:
    weights = _vector(w) * np.float64(1.0)
    if np.any(weights < 0):
        raise ValueError("Input weights should be all non-negative")
    return weights


def euclidean(u: Any, v: Any, w: Any = None) -> Any:
    return minkowski(u, v, 2, w)


def sqeuclidean(u: Any, v: Any, w: Any = None) -> Any:
    a, b = _vector(u), _vector(v)
    d = (a if a.dtype.kind == "f" else a * np.float64(1.0)) - (b if b.dtype.kind == "f" else b * np.float64(1.0))
    return np.dot(d, d if w is None else _weights(w) * d)


def minkowski(u: Any, v: Any, p: Setting = 2, w: Any = None) -> Any:
    a, b = _vector(u), _vector(v)
    if p <= 0:
        raise ValueError("p must be greater than 0")
    d = a - b
    weights: Any = None if w is None else _weights(w)
    if not np.all(np.isfinite(d)) or not (w is None or np.all(np.isfinite(weights))):
        raise ValueError("array must not contain infs or NaNs")
    wide = d * np.float64(1.0) if w is None else d * np.ones_like(weights)
    found = _between(wide, np.zeros(len(wide)), "minkowski", p, weights)
    if d.dtype != np.float32:
        return np.float64(found)
    if isinstance(p, float):  # whose value is not known when compiling
        if p == 2.0 or (w is not None and p == np.inf):
            raise NotImplementedError("minkowski() of single precision with this p in compiled functions: p=2, or chebyshev()")
        return np.float32(found) if w is None else np.float64(found)
    return np.float32(found) if w is None and p != 2 else np.float64(found)


def seuclidean(u: Any, v: Any, V: Any) -> Any:
    a, b, variances = _vector(u), _vector(v), _vector(V) * np.float64(1.0)
    if len(variances) != len(a) or len(a) != len(b):
        raise TypeError("V must be a 1-D array of the same dimension as u and v.")
    return minkowski(a, b, 2, 1.0 / variances)


def cityblock(u: Any, v: Any, w: Any = None) -> Any:
    d = np.abs(_vector(u) - _vector(v))
    return np.sum(d if w is None else _weights(w) * d)


def chebyshev(u: Any, v: Any, w: Any = None) -> Any:
    d = np.abs(_vector(u) - _vector(v))
    sizes = d if w is None else (_weights(w) > 0) * d
    if len(sizes) == 0:
        raise ValueError("max() arg is an empty sequence")
    k = 0
    for j in range(1, len(sizes)):
        if sizes[j] > sizes[k]:
            k = j
    return sizes[k]


def cosine(u: Any, v: Any, w: Any = None) -> Any:
    a, b = _vector(u), _vector(v)
    if len(a) != len(b):
        raise ValueError("shapes not aligned")
    found = _of_angle(a * np.float64(1.0), b * np.float64(1.0), None if w is None else _weights(w), False)
    return np.float32(found) if w is None and (a[:1] * b[:1]).dtype == np.float32 else found
