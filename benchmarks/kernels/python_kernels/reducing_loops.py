"""Reductions: logarithms of sums, distances to centres, covariances; and a sum over a tree by recursion."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def logsumexp(x: Array) -> Any:
    largest = x[0]
    for i in range(1, len(x)):
        if x[i] > largest:
            largest = x[i]
    s = 0.0
    for i in range(len(x)):
        s += np.exp(x[i] - largest)
    return largest + np.log(s)


def logsumexp_by_hand(x: Array, dx: Array, e: Array) -> None:
    n = len(x)
    largest = x[0]
    for i in range(1, n):
        if x[i] > largest:
            largest = x[i]
    s = 0.0
    for i in range(n):
        e[i] = np.exp(x[i] - largest)
        s += e[i]
    r = 1.0 / s
    for i in range(n):
        dx[i] += e[i] * r


def softmax_rows(x: Array, y: Array, w: Array) -> Any:
    """The softmax of each row, weighted."""
    n, m = x.shape
    total = 0.0
    for i in range(n):
        largest = x[i, 0]
        for j in range(m):
            if x[i, j] > largest:
                largest = x[i, j]
        s = 0.0
        for j in range(m):
            y[i, j] = np.exp(x[i, j] - largest)
            s += y[i, j]
        for j in range(m):
            y[i, j] /= s
            total += w[i, j] * y[i, j]
    return total


def softmax_rows_by_hand(x: Array, y: Array, w: Array, dx: Array, dy: Array) -> None:
    n, m = x.shape
    for i in range(n):
        largest = x[i, 0]
        for j in range(m):
            if x[i, j] > largest:
                largest = x[i, j]
        s = 0.0
        for j in range(m):
            y[i, j] = np.exp(x[i, j] - largest)
            s += y[i, j]
        for j in range(m):
            y[i, j] /= s
        mean = 0.0
        for j in range(m):
            mean += (dy[i, j] + w[i, j]) * y[i, j]
        for j in range(m):
            dx[i, j] += (dy[i, j] + w[i, j] - mean) * y[i, j]
            dy[i, j] = 0


def nearest_centres(x: Array, c: Array) -> Any:
    """The sum of the squared distances to the nearest of the centres."""
    total = 0.0
    for i in range(x.shape[0]):
        best = np.inf
        for j in range(c.shape[0]):
            s = 0.0
            for k in range(x.shape[1]):
                d = x[i, k] - c[j, k]
                s += d * d
            best = min(best, s)
        total += best
    return total


def nearest_centres_by_hand(x: Array, c: Array, dx: Array, dc: Array) -> None:
    for i in range(x.shape[0]):
        best, at = np.inf, 0
        for j in range(c.shape[0]):
            s = 0.0
            for k in range(x.shape[1]):
                d = x[i, k] - c[j, k]
                s += d * d
            if s < best:
                best, at = s, j
        for k in range(x.shape[1]):
            d = 2.0 * (x[i, k] - c[at, k])
            dx[i, k] += d
            dc[at, k] -= d


def covariance(x: Array, mean: Array, cov: Array) -> Any:
    """Centres x in place, then all products of two columns."""
    n, m = x.shape
    for j in range(m):
        mean[j] = 0.0
        for i in range(n):
            mean[j] += x[i, j]
        mean[j] /= n
    for i in range(n):
        for j in range(m):
            x[i, j] -= mean[j]
    total = 0.0
    for i in range(m):
        for j in range(i, m):
            s = 0.0
            for k in range(n):
                s += x[k, i] * x[k, j]
            cov[i, j] = s / (n - 1.0)
            cov[j, i] = cov[i, j]
            total += cov[i, j] * cov[i, j]
    return total


def covariance_by_hand(x: Array, mean: Array, cov: Array, dx: Array, dmean: Array, dcov: Array) -> None:
    n, m = x.shape
    for j in range(m):
        s = 0.0
        for i in range(n):
            s += x[i, j]
        mean[j] = s / n
    for i in range(n):
        for j in range(m):
            x[i, j] -= mean[j]
    for i in range(m):
        for j in range(i, m):
            s = 0.0
            for k in range(n):
                s += x[k, i] * x[k, j]
            cov[i, j] = s / (n - 1.0)
            cov[j, i] = cov[i, j]
    for i in range(m):
        for j in range(i, m):
            g = 2.0 * cov[i, j] / (n - 1.0)
            for k in range(n):
                dx[k, i] += g * x[k, j]
                dx[k, j] += g * x[k, i]
    for j in range(m):
        dmean[j] = 0
    for i in range(n):
        for j in range(m):
            dmean[j] += dx[i, j]
    for j in range(m):
        dmean[j] /= n
    for i in range(n):
        for j in range(m):
            dx[i, j] -= dmean[j]
    for j in range(m):
        dmean[j] = 0


def correlation(x: Array, y: Array) -> Any:
    """Pearson's, of all pairs of rows of two matrices."""
    total = 0.0
    for i in range(x.shape[0]):
        n = x.shape[1]
        sx = sy = 0.0
        for k in range(n):
            sx += x[i, k]
            sy += y[i, k]
        mx, my = sx / n, sy / n
        sxx = syy = sxy = 0.0
        for k in range(n):
            a = x[i, k] - mx
            b = y[i, k] - my
            sxx += a * a
            syy += b * b
            sxy += a * b
        total += sxy / math.sqrt(sxx * syy)
    return total


def correlation_by_hand(x: Array, y: Array, dx: Array, dy: Array) -> None:
    """In closed form."""
    n = x.shape[1]
    for i in range(x.shape[0]):
        sx = sy = 0.0
        for k in range(n):
            sx += x[i, k]
            sy += y[i, k]
        mx, my = sx / n, sy / n
        sxx = syy = sxy = 0.0
        for k in range(n):
            a, b = x[i, k] - mx, y[i, k] - my
            sxx += a * a
            syy += b * b
            sxy += a * b
        f = 1.0 / math.sqrt(sxx * syy)
        r = sxy * f
        px, py = r / sxx, r / syy
        for k in range(n):
            a, b = x[i, k] - mx, y[i, k] - my
            dx[i, k] += f * b - px * a
            dy[i, k] += f * a - py * b


def _subtree(w: Array, x: Array, node: int) -> Any:
    if node >= len(w):
        return 1.0
    left = _subtree(w, x, 2 * node + 1)
    right = _subtree(w, x, 2 * node + 2)
    return w[node] * left * right + x[node] * (left + right)


def tree_recursion(w: Array, x: Array) -> Any:
    """A value of each node from those of its children, by recursion."""
    return _subtree(w, x, 0)


def _kept_subtree(w: Array, x: Array, values: Array, node: int) -> Any:
    """As `_subtree`; the value of each child stays."""
    if node >= len(w):
        return 1.0
    left = _kept_subtree(w, x, values, 2 * node + 1)
    right = _kept_subtree(w, x, values, 2 * node + 2)
    values[node, 0] = left
    values[node, 1] = right
    return w[node] * left * right + x[node] * (left + right)


def _back_through_subtree(w: Array, x: Array, values: Array, dw: Array, dx: Array, node: int, g: Any) -> Any:
    if node >= len(w):
        return 0
    left, right = values[node, 0], values[node, 1]
    dw[node] += g * left * right
    dx[node] += g * (left + right)
    _back_through_subtree(w, x, values, dw, dx, 2 * node + 1, g * (w[node] * right + x[node]))
    _back_through_subtree(w, x, values, dw, dx, 2 * node + 2, g * (w[node] * left + x[node]))
    return 0


def tree_recursion_by_hand(w: Array, x: Array, dw: Array, dx: Array, values: Array) -> None:
    """By recursion too: the values of both children of each node are kept."""
    _kept_subtree(w, x, values, 0)
    _back_through_subtree(w, x, values, dw, dx, 0, 1.0)


def _normal(*shapes: tuple[int, ...]) -> Any:
    return lambda rng: tuple(rng.normal(size=s) for s in shapes)


def _peaks(n: int) -> Any:
    return lambda rng: (3.0 * rng.normal(size=n),)


def _rows(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=(n, m)), np.zeros((n, m)), rng.normal(size=(n, m)))


def _samples(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=(n, m)), np.zeros(m), np.zeros((m, m)))


def _tree(n: int) -> Any:
    return lambda rng: (rng.uniform(0.4, 0.6, size=n), rng.uniform(0.2, 0.3, size=n))


LOGSUMEXP = Kernel("logsumexp", logsumexp, _peaks, (20000,), (7,), logsumexp_by_hand, lambda x: (np.empty_like(x),))
SOFTMAX = Kernel("softmax_rows", softmax_rows, _rows, (100, 100), (3, 4), softmax_rows_by_hand, constant=("w",))
CENTRES = Kernel("nearest_centres", nearest_centres, _normal, ((500, 8), (20, 8)), ((5, 2), (3, 2)), nearest_centres_by_hand)
KERNELS = (
    LOGSUMEXP,
    SOFTMAX,
    CENTRES,
    LOGSUMEXP.in_single(tolerance=1e-3),  # the derivative by the largest one is 1 less the sum of all
    SOFTMAX.in_single(),
    CENTRES.in_single(),
    Kernel("covariance", covariance, _samples, (150, 60), (5, 3), covariance_by_hand),
    Kernel("correlation", correlation, _normal, ((50, 200), (50, 200)), ((2, 5), (2, 5)), correlation_by_hand),
    Kernel(
        "tree_recursion",
        tree_recursion,
        _tree,
        (2047,),
        (6,),
        tree_recursion_by_hand,
        lambda w, x: (np.empty((len(w), 2)),),
    ),
)
