"""Regulator of a cart with a pole: zero-order hold by expm, discrete Riccati equation, cost of the closed loop."""
import numpy as np
from scipy import linalg


def continuous(mass_cart, mass_pole, length, g=9.81):
    a = np.zeros((4, 4))
    a[0, 1] = a[2, 3] = 1.0
    a[1, 2] = -mass_pole * g / mass_cart
    a[3, 2] = (mass_cart + mass_pole) * g / (mass_cart * length)
    b = np.array([[0.0], [1 / mass_cart], [0.0], [-1 / (mass_cart * length)]])
    return a, b


def discretise(a, b, dt):
    n, m = b.shape
    block = np.zeros((n + m, n + m))
    block[:n, :n], block[:n, n:] = a, b
    e = linalg.expm(block * dt)
    return e[:n, :n], e[:n, n:]


def loss(weights, effort, body, x0, dt=0.05, steps=30):
    ad, bd = discretise(*continuous(*body), dt)
    p = linalg.solve_discrete_are(ad, bd, np.diag(weights), np.atleast_2d(effort))
    gain = linalg.solve(effort + bd.T @ p @ bd, bd.T @ p @ ad)
    x, cost = x0, 0.0
    for _ in range(steps):
        u = -gain @ x
        cost += x @ np.diag(weights) @ x + effort * u @ u
        x = ad @ x + bd @ u
    return cost / 10 + np.sum(gain**2) / 100 + linalg.norm(x)


def args():
    return np.array([1.0, 0.1, 10.0, 0.5]), 0.2, np.array([1.0, 0.3, 0.6]), np.array([0.2, 0.0, 0.1, 0.0])


ARGNUM = (0, 1, 2)
