"""Dynamic programming: the best ways, and soft versions of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def floyd_warshall(d: Array) -> Any:
    """The lengths of all shortest ways, in place."""
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = d[i, k] + d[k, j]
                if through < d[i, j]:
                    d[i, j] = through
    total = 0.0
    for i in range(n):
        for j in range(n):
            total += d[i, j] * d[i, j]
    return total


def floyd_warshall_by_hand(d: Array, dd: Array, shorter: Array) -> None:
    """Keeps a byte for each comparison."""
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = d[i, k] + d[k, j]
                shorter[k, i, j] = through < d[i, j]
                if through < d[i, j]:
                    d[i, j] = through
    for i in range(n):
        for j in range(n):
            dd[i, j] += 2 * d[i, j]
    for k in range(n - 1, -1, -1):
        for i in range(n - 1, -1, -1):
            for j in range(n - 1, -1, -1):
                if shorter[k, i, j]:
                    g = dd[i, j]
                    dd[i, j] = 0
                    dd[i, k] += g
                    dd[k, j] += g


def soft_dtw(x: Array, y: Array, r: Array, gamma: float) -> Any:
    """The soft distance of two series that may be warped; r has one more row and column."""
    n, m = len(x), len(y)
    for i in range(n + 1):
        for j in range(m + 1):
            r[i, j] = 1e10
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            a = r[i - 1, j - 1]
            b = r[i - 1, j]
            c = r[i, j - 1]
            low = min(a, min(b, c))
            s = math.exp((low - a) / gamma) + math.exp((low - b) / gamma) + math.exp((low - c) / gamma)
            d = x[i - 1] - y[j - 1]
            r[i, j] = d * d + low - gamma * math.log(s)
    return r[n, m]


def soft_dtw_by_hand(x: Array, y: Array, r: Array, gamma: float, dx: Array, dy: Array, dr: Array) -> None:
    """The weights of the three ways follow from r itself, an exponential each."""
    n, m = len(x), len(y)
    for i in range(n + 1):
        for j in range(m + 1):
            r[i, j] = 1e10
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            a, b, c = r[i - 1, j - 1], r[i - 1, j], r[i, j - 1]
            low = min(a, min(b, c))
            s = math.exp((low - a) / gamma) + math.exp((low - b) / gamma) + math.exp((low - c) / gamma)
            d = x[i - 1] - y[j - 1]
            r[i, j] = d * d + low - gamma * math.log(s)
    dr[n, m] += 1
    for i in range(n, 0, -1):
        for j in range(m, 0, -1):
            g = dr[i, j]
            dr[i, j] = 0
            d = x[i - 1] - y[j - 1]
            soft = r[i, j] - d * d
            dr[i - 1, j - 1] += g * math.exp((soft - r[i - 1, j - 1]) / gamma)
            dr[i - 1, j] += g * math.exp((soft - r[i - 1, j]) / gamma)
            dr[i, j - 1] += g * math.exp((soft - r[i, j - 1]) / gamma)
            dx[i - 1] += 2.0 * d * g
            dy[j - 1] -= 2.0 * d * g
    for i in range(n + 1):
        for j in range(m + 1):
            dr[i, j] = 0


def hidden_markov(a: Array, b: Array, symbols: Array, alpha: Array) -> Any:
    """The forward algorithm, scaled in each step: the log-likelihood of the symbols."""
    t, n = alpha.shape
    total = 0.0
    for k in range(t):
        s = 0.0
        for j in range(n):
            p = 0.0
            if k == 0:
                p = 1.0 / n
            else:
                for i in range(n):
                    p += alpha[k - 1, i] * a[i, j]
            alpha[k, j] = p * b[j, symbols[k]]
            s += alpha[k, j]
        for j in range(n):
            alpha[k, j] /= s
        total += np.log(s)
    return total


def hidden_markov_by_hand(
    a: Array, b: Array, symbols: Array, alpha: Array, da: Array, db: Array, dalpha: Array, scales: Array
) -> None:  # fmt: skip
    """Backward; the scale of each step is all that is kept."""
    t, n = alpha.shape
    for k in range(t):
        s = 0.0
        for j in range(n):
            p = 0.0
            if k == 0:
                p = 1.0 / n
            else:
                for i in range(n):
                    p += alpha[k - 1, i] * a[i, j]
            alpha[k, j] = p * b[j, symbols[k]]
            s += alpha[k, j]
        for j in range(n):
            alpha[k, j] /= s
        scales[k] = s
    for k in range(t - 1, -1, -1):
        r, mean, o = 1.0 / scales[k], 0.0, symbols[k]
        for j in range(n):
            mean += dalpha[k, j] * alpha[k, j]
        for j in range(n):
            g = (dalpha[k, j] + 1.0 - mean) * r
            dalpha[k, j] = 0
            # alpha s = p b
            f = b[j, o]
            db[j, o] += g * alpha[k, j] * scales[k] / f
            if k > 0:
                g *= f
                for i in range(n):
                    da[i, j] += g * alpha[k - 1, i]
                    dalpha[k - 1, i] += g * a[i, j]


def viterbi(a: Array, e: Array, v: Array) -> Any:
    """The score of the best way through the states."""
    t, n = e.shape
    for j in range(n):
        v[0, j] = e[0, j]
    for k in range(1, t):
        for j in range(n):
            best = v[k - 1, 0] + a[0, j]
            for i in range(1, n):
                s = v[k - 1, i] + a[i, j]
                if s > best:
                    best = s
            v[k, j] = best + e[k, j]
    best = v[t - 1, 0]
    for j in range(1, n):
        if v[t - 1, j] > best:
            best = v[t - 1, j]
    return best


def viterbi_by_hand(a: Array, e: Array, v: Array, da: Array, de: Array, dv: Array) -> None:
    """Goes the best way back, which needs nothing but v."""
    t, n = e.shape
    for j in range(n):
        v[0, j] = e[0, j]
    for k in range(1, t):
        for j in range(n):
            best = v[k - 1, 0] + a[0, j]
            for i in range(1, n):
                s = v[k - 1, i] + a[i, j]
                if s > best:
                    best = s
            v[k, j] = best + e[k, j]
    at = 0
    for j in range(1, n):
        if v[t - 1, j] > v[t - 1, at]:
            at = j
    for k in range(t - 1, 0, -1):
        de[k, at] += 1
        best, before = v[k - 1, 0] + a[0, at], 0
        for i in range(1, n):
            s = v[k - 1, i] + a[i, at]
            if s > best:
                best, before = s, i
        da[before, at] += 1
        at = before
    de[0, at] += 1


def cheapest_path(cost: Array, best: Array) -> Any:
    """Through a grid, down or to the right or both."""
    n, m = cost.shape
    for i in range(n):
        for j in range(m):
            if i == 0 and j == 0:
                b = 0.0
            elif i == 0:
                b = best[i, j - 1]
            elif j == 0:
                b = best[i - 1, j]
            else:
                b = min(min(best[i - 1, j], best[i, j - 1]), best[i - 1, j - 1])
            best[i, j] = b + cost[i, j]
    total = 0.0
    for i in range(n):
        total += best[i, m - 1]
    return total


def _graph(n: int) -> Any:
    return lambda rng: (rng.uniform(0.1, 1.0, size=(n, n)) ** 2,)


def _series(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=n), rng.normal(size=m), np.zeros((n + 1, m + 1)), 0.5)


def _symbols(t: int, n: int, kinds: int) -> Any:
    def make(rng: np.random.Generator) -> tuple[Any, ...]:
        a, b = rng.uniform(0.1, 1.0, size=(n, n)), rng.uniform(0.1, 1.0, size=(n, kinds))
        return a / a.sum(1, keepdims=True), b / b.sum(1, keepdims=True), rng.integers(0, kinds, size=t), np.zeros((t, n))

    return make


def _states(t: int, n: int) -> Any:
    return lambda rng: (rng.normal(size=(n, n)), rng.normal(size=(t, n)), np.zeros((t, n)))


def _grid(n: int, m: int) -> Any:
    return lambda rng: (rng.uniform(size=(n, m)), np.zeros((n, m)))


def _of_graph(d: Array) -> tuple[Any, ...]:
    return (np.empty((len(d),) * 3, np.bool_),)


def _of_markov(a: Array, b: Array, symbols: Array, alpha: Array) -> tuple[Any, ...]:
    return (np.empty(len(symbols)),)


KERNELS = (
    Kernel("floyd_warshall", floyd_warshall, _graph, (64,), (6,), floyd_warshall_by_hand, _of_graph),
    Kernel("soft_dtw", soft_dtw, _series, (80, 70), (4, 5), soft_dtw_by_hand),
    Kernel("hidden_markov", hidden_markov, _symbols, (100, 20, 6), (5, 3, 3), hidden_markov_by_hand, _of_markov),
    Kernel("viterbi", viterbi, _states, (100, 20), (5, 3), viterbi_by_hand),
    Kernel("cheapest_path", cheapest_path, _grid, (100, 100), (4, 5)),
)
