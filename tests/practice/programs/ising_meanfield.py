"""Ising model on a small lattice: mean field by damped iteration and brentq, exact free energy by enumeration."""
import itertools
import math

import numpy as np
from scipy.optimize import brentq
from scipy.special import entr, logsumexp


class Lattice:
    def __init__(self, rows, cols):
        self.shape = rows, cols
        self.sites = [(i, j) for i in range(rows) for j in range(cols)]
        self.index = {s: k for k, s in enumerate(self.sites)}

    def __len__(self):
        return len(self.sites)

    def bonds(self):
        for i, j in self.sites:
            for di, dj in ((0, 1), (1, 0)):
                other = (i + di, j + dj)
                if other in self.index:
                    yield self.index[i, j], self.index[other]


def free_energy(m, J, h, beta, lattice):
    energy = -h @ m - sum(J * m[a] * m[b] for a, b in lattice.bonds())
    p = 0.5 * (1 + m)
    return energy - (entr(p) + entr(1 - p)).sum() / beta


def mean_field(J, h, beta, lattice, tol=1e-12, maxiter=300):
    A = np.zeros((len(lattice),) * 2)
    for a, b in lattice.bonds():
        A[a, b] = A[b, a] = 1.0
    m = 0.1 * np.ones(len(lattice))
    for it in range(maxiter):
        new = 0.5 * m + 0.5 * np.tanh(beta * (J * A @ m + h))
        done = np.max(np.abs(new - m)) < tol
        m = new
        if done:
            break
    else:
        raise RuntimeError(f"no convergence after {maxiter} iterations")
    return m


def exact(J, h, beta, lattice):
    bonds = np.array(list(lattice.bonds()))
    spins = np.array(list(itertools.product((-1, 1), repeat=len(lattice))))
    energy = -spins @ h - J * (spins[:, bonds[:, 0]] * spins[:, bonds[:, 1]]).sum(axis=1)
    return -logsumexp(-beta * energy) / beta


def loss(J, h, T):
    lattice = Lattice(2, 3)
    m = mean_field(J, h, 1 / T, lattice)
    gap = free_energy(m, J, h, 1 / T, lattice) - exact(J, h, 1 / T, lattice)
    uniform = brentq(lambda x: x - math.tanh((4 * J * x + h.mean()) / T), 0.01, 1.0, xtol=1e-14)
    return gap + 0.1 * (uniform - m.mean()) ** 2


def args():
    return 0.7, np.array([0.3, 0.1, -0.05, 0.2, 0.15, 0.1]), 1.9


ARGNUM = (0, 1, 2)
