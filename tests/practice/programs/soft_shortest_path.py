"""Soft Bellman-Ford and Floyd-Warshall distances; adjacency as dict keyed by tuples."""
import math

import numpy as np

LARGE = 50.0


def softmin(*values, gamma=0.3):
    m = min(values)
    return m - gamma * math.log(sum(math.exp(-(v - m) / gamma) for v in values))


def floyd(n, weights, gamma):
    D = [[0.0 if i == j else LARGE for j in range(n)] for i in range(n)]
    for (i, j), w in weights.items():
        D[i][j] = w
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if i == j or k in (i, j):
                    continue
                D[i][j] = softmin(D[i][j], D[i][k] + D[k][j], gamma=gamma)
    return D


def bellman(n, weights, source, gamma, rounds=None):
    rounds = rounds or n - 1
    dist = {v: LARGE for v in range(n)}
    dist[source] = 0.0
    incoming = {v: [(u, w) for (u, t), w in weights.items() if t == v] for v in range(n)}
    for _ in range(rounds):
        new = dict(dist)
        for v, arcs in incoming.items():
            if v == source or not arcs:
                continue
            new[v] = softmin(*[dist[u] + w for u, w in arcs], gamma=gamma)
        dist = new
    return dist


EDGES = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (3, 4), (2, 4), (4, 0)]


def loss(lengths, gamma, trips):
    weights = dict(zip(EDGES, lengths))
    D = floyd(5, weights, gamma)
    dist = bellman(5, weights, 0, gamma)
    total = 0.0
    for origin, destination, minutes in trips:
        total += (D[origin][destination] - minutes) ** 2
    farthest = max(dist, key=lambda v: dist[v])
    return total / len(trips) + 0.1 * dist[farthest]


def args():
    lengths = np.array([1.0, 2.5, 1.2, 3.1, 0.9, 1.1, 2.7, 1.5])
    return lengths, 0.25, [(0, 3, 3.5), (1, 4, 2.9), (2, 0, 4.0)]


ARGNUM = (0, 1)
