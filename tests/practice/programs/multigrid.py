"""Recursive multigrid V-cycle for a 1D variable coefficient Poisson problem."""
import logging

import numpy as np

logger = logging.getLogger(__name__)


class Multigrid:
    def __init__(self, n_smooth=(2, 2), omega=2 / 3, coarsest=3, verbose=False):
        self.nu1, self.nu2 = n_smooth
        self.omega = omega
        self.coarsest = coarsest
        self.verbose = verbose
        self.visits = {}

    @staticmethod
    def apply(u, a, h):
        """-(a u')' with zero ends, a at the faces."""
        full = np.concatenate(([0.0], u, [0.0]))
        flux = a * np.diff(full) / h
        return -np.diff(flux) / h

    @staticmethod
    def diagonal(a, h):
        return (a[1:] + a[:-1]) / h**2

    def smooth(self, u, f, a, h, times):
        for _ in range(times):
            u = u + self.omega * (f - self.apply(u, a, h)) / self.diagonal(a, h)
        return u

    @staticmethod
    def restrict(r):
        return 0.25 * (r[:-2:2] + 2 * r[1:-1:2] + r[2::2])

    @staticmethod
    def prolong(e):
        fine = np.zeros(2 * len(e) + 1)
        fine[1::2] = e
        padded = np.concatenate([np.zeros(1), e, np.zeros(1)])
        fine[0::2] = 0.5 * (padded[1:] + padded[:-1])
        return fine

    def vcycle(self, u, f, a, h, level=0):
        self.visits[level] = self.visits.get(level, 0) + 1
        n = len(u)
        if n <= self.coarsest:
            A = np.array([self.apply(e, a, h) for e in np.eye(n)]).T
            return np.linalg.solve(A, f)
        u = self.smooth(u, f, a, h, self.nu1)
        coarse_r = self.restrict(f - self.apply(u, a, h))
        coarse_a = 2.0 / (1.0 / a[0::2] + 1.0 / a[1::2])
        e = self.vcycle(np.zeros_like(coarse_r), coarse_r, coarse_a, 2 * h, level + 1)
        u = u + self.prolong(e)
        return self.smooth(u, f, a, h, times=self.nu2)

    def solve(self, f, a, cycles=3):
        h = 1.0 / (len(f) + 1)
        u = np.zeros_like(f)
        for c in range(cycles):
            u = self.vcycle(u, f, a, h)
            if self.verbose:
                logger.info("cycle %d residual %g", c, np.linalg.norm(f - self.apply(u, a, h)))
        return u


def loss(log_a, f, observed):
    mg = Multigrid(coarsest=3)
    u = mg.solve(f, np.exp(log_a))
    return np.sum((u[::2] - observed) ** 2) * 100


def args():
    n = 15
    x = np.arange(1, n + 1) / (n + 1)
    rng = np.random.default_rng(8)
    return 0.3 * rng.standard_normal(n + 1), np.sin(np.pi * x) * 5, 0.4 * np.sin(np.pi * x)[::2]


ARGNUM = (0, 1)
