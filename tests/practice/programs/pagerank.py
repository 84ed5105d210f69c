"""Personalised PageRank on a dict-of-dicts graph with weights from edge features."""
from collections import defaultdict

import numpy as np

GRAPH = {
    "a": {"b": (1.0, 0.2), "c": (0.5, 0.1)},
    "b": {"c": (0.7, 0.9), "d": (0.1, 0.3)},
    "c": {"a": (0.4, 0.4)},
    "d": {"a": (0.9, 0.5), "e": (0.3, 0.3)},
    "e": {},
}
NODES = sorted(GRAPH)
ID = {name: k for k, name in enumerate(NODES)}


def transition_matrix(w):
    n = len(NODES)
    P = np.zeros((n, n))
    for src, edges in GRAPH.items():
        if not edges:
            P[ID[src], :] = 1.0 / n         # dangling
            continue
        total = 0.0
        strength = {}
        for dst, feats in edges.items():
            strength[dst] = np.exp(np.dot(w, feats))
            total += strength[dst]
        for dst, s in strength.items():
            P[ID[src], ID[dst]] = s / total
    return P


def pagerank(P, alpha, personalise=None, tol=1e-14, max_iter=500):
    n = P.shape[0]
    v = np.ones(n) / n if personalise is None else personalise / personalise.sum()
    rank = v.copy()
    for iteration in range(max_iter):
        new = alpha * rank @ P + (1 - alpha) * v
        if (err := np.abs(new - rank).sum()) < tol:
            return new, iteration
        rank = new
    raise RuntimeError(f"no convergence after {max_iter} iterations (error {err:.1e})")


def loss(w, alpha, clicks):
    pers = np.zeros(len(NODES))
    pers[ID["a"]] = 1.0
    pers[ID["d"]] = 0.5
    rank, _ = pagerank(transition_matrix(w), alpha, pers)
    counts = defaultdict(int)
    for name in clicks:
        counts[name] += 1
    ll = 0.0
    for name, k in counts.items():
        ll += k * np.log(rank[ID[name]])
    return -ll / len(clicks)


def args():
    return np.array([0.4, -0.7]), 0.85, ["a", "c", "c", "b", "d", "a", "e"]


ARGNUM = (0, 1)
