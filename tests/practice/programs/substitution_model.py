"""Phylogenetics: a reversible rate matrix, transition probabilities by expm, pruning on a tree, rate matrix back by logm."""
import numpy as np
from scipy.linalg import expm, logm
from scipy.special import softmax

BASES = "ACGT"


def rate_matrix(exchange, frequencies):
    q = np.zeros((4, 4))
    q[np.triu_indices(4, 1)] = exchange
    q = (q + q.T) * frequencies
    q -= np.diag(q.sum(axis=1))
    return q / -(frequencies @ np.diag(q))


def likelihood(tree, q, column):
    if isinstance(tree, int):
        v = np.zeros(4)
        v[column[tree]] = 1.0
        return v
    left, right, t_left, t_right = tree
    return (expm(q * t_left) @ likelihood(left, q, column)) * (expm(q * t_right) @ likelihood(right, q, column))


def loss(log_exchange, weights, branch, sites):
    frequencies = softmax(weights)
    q = rate_matrix(np.exp(log_exchange), frequencies)
    tree = ((0, 1, branch[0], branch[1]), (2, 3, branch[2], branch[3]), 0.2, branch[4])
    total = 0.0
    for column in sites:
        total -= np.log(frequencies @ likelihood(tree, q, column))
    distance = -np.trace(np.diag(frequencies) @ logm(expm(q * branch.sum())))
    return total / len(sites) + 0.1 * (distance - 1.0) ** 2


def args():
    sites = np.array([[BASES.index(c) for c in s] for s in ("AAAG", "CCTC", "GGGG", "TATT", "ACAA")])
    return np.array([0.1, 0.9, -0.2, 0.3, 1.1, 0.0]), np.array([0.2, 0.0, 0.1, -0.1]), np.array([0.1, 0.2, 0.15, 0.3, 0.25]), sites


ARGNUM = (0, 1, 2)
