"""Finite volume advection with a selectable limiter (dict of functions), CFL time step, ghost cells."""
from functools import partial

import numpy as np


def van_leer(r):
    return (r + np.abs(r)) / (1 + np.abs(r))


def van_albada(r):
    return (r**2 + r) / (r**2 + 1)


def generalised(r, theta=1.3):
    return np.tanh(theta * r)


LIMITERS = {
    "vanleer": van_leer,
    "vanalbada": van_albada,
    "tanh": generalised,
    "tanh2": partial(generalised, theta=2.0),
}


class Grid1D:
    def __init__(self, n, length=1.0, ng=2):
        self.n, self.ng = n, ng
        self.dx = length / n
        self.x = (np.arange(n) + 0.5) * self.dx

    def fill_ghosts(self, q):
        out = np.empty(self.n + 2 * self.ng)
        out[self.ng:-self.ng] = q
        out[:self.ng] = q[-self.ng:]
        out[-self.ng:] = q[:self.ng]
        return out


def flux(grid, q, a, dt, phi, eps=1e-8):
    g = grid.fill_ghosts(q)
    dq = np.diff(g)
    up, down = (dq[:-2], dq[1:-1]) if a > 0 else (dq[2:], dq[1:-1])
    r = up / (down + np.where(down >= 0, eps, -eps))
    nu = a * dt / grid.dx
    upwind = g[1:-2] if a > 0 else g[2:-1]
    return a * upwind + 0.5 * abs(a) * (1 - abs(nu)) * phi(r) * down


def advect(grid, q, a, t_end, limiter="vanalbada", cfl=0.8, max_steps=200):
    phi = LIMITERS[limiter] if isinstance(limiter, str) else limiter
    t, n = 0.0, 0
    dt0 = cfl * grid.dx / 1.0
    while t < t_end and n < max_steps:
        dt = min(dt0, t_end - t)
        f = flux(grid, q, a, dt, phi)
        q = q - dt / grid.dx * (f[1:] - f[:-1])
        t, n = t + dt, n + 1
    return q


def loss(q0, a, target):
    grid = Grid1D(len(q0))
    total = 0.0
    for name in ("vanalbada", "tanh2"):
        q = advect(grid, q0, a, 0.2, limiter=name)
        total += grid.dx * np.sum((q - target) ** 2)
    return total


def args():
    n = 20
    x = (np.arange(n) + 0.5) / n
    return 1.0 + 0.5 * np.sin(2 * np.pi * x + 0.3), 0.9, 1.0 + 0.5 * np.sin(2 * np.pi * (x - 0.2) + 0.1)


ARGNUM = (0, 1)
