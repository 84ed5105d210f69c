"""Soft-DTW barycentre and a soft edit distance with learned costs over strings; recursion with a memo dict."""
import numpy as np

INF = 1e10


def softmin3(a, b, c, gamma):
    m = min(a, b, c)
    return m - gamma * np.log(np.exp((m - a) / gamma) + np.exp((m - b) / gamma) + np.exp((m - c) / gamma))


def pairwise(x, y, metric="sqeuclidean"):
    if metric == "sqeuclidean":
        return ((x[:, None, :] - y[None, :, :]) ** 2).sum(axis=2)
    elif metric == "cosine":
        nx = np.linalg.norm(x, axis=1, keepdims=True)
        ny = np.linalg.norm(y, axis=1, keepdims=True)
        return 1.0 - (x / nx) @ (y / ny).T
    raise ValueError(f"metric={metric}")


def soft_dtw(x, y, gamma=0.5, bandwidth=None, **kwargs):
    D = pairwise(x, y, **kwargs)
    n, m = D.shape
    R = np.full((n + 1, m + 1), INF)
    R[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            if bandwidth is not None and abs(i - j) > bandwidth:
                continue
            R[i, j] = D[i - 1, j - 1] + softmin3(R[i - 1, j], R[i, j - 1], R[i - 1, j - 1], gamma)
    return R[n, m]


def soft_edit_distance(s, t, costs, gamma):
    memo = {}

    def go(i, j):
        if i == 0:
            return j * costs["insert"]
        if j == 0:
            return i * costs["delete"]
        if (i, j) in memo:
            return memo[i, j]
        same = s[i - 1] == t[j - 1]
        sub = go(i - 1, j - 1) + (0.0 if same else costs["substitute"])
        memo[i, j] = softmin3(go(i - 1, j) + costs["delete"], go(i, j - 1) + costs["insert"], sub, gamma)
        return memo[i, j]

    return go(len(s), len(t))


def loss(barycentre, costs, series, words):
    total = 0.0
    for k, y in enumerate(series):
        metric = "cosine" if k == 0 else "sqeuclidean"
        total += soft_dtw(barycentre, y, gamma=0.3 + 0.1 * k, bandwidth=3, metric=metric)
    edit = sum(soft_edit_distance(a, b, costs, 0.2) for a, b in words)
    return total / len(series) + 0.1 * edit


def args():
    rng = np.random.default_rng(33)
    series = [np.cumsum(rng.standard_normal((n, 2)), axis=0) for n in (5, 6, 4)]
    costs = {"insert": 1.0, "delete": 1.1, "substitute": 1.4}
    return rng.standard_normal((5, 2)), costs, series, [("kitten", "sitting"), ("flaw", "lawn")]


ARGNUM = (0, 1)
