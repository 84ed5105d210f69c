"""Peng-Robinson equation of state: compressibility from np.roots, fugacity coefficients, Rachford-Rice flash."""
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

R = 8.314462618


@dataclass
class Component:
    Tc: float
    Pc: float
    omega: float

    def ab(self, T):
        kappa = 0.37464 + 1.54226 * self.omega - 0.26992 * self.omega**2
        alpha = (1 + kappa * (1 - np.sqrt(T / self.Tc))) ** 2
        return 0.45724 * R**2 * self.Tc**2 / self.Pc * alpha, 0.07780 * R * self.Tc / self.Pc

    def wilson(self, T, P):
        return self.Pc / P * np.exp(5.373 * (1 + self.omega) * (1 - self.Tc / T))


def ln_phi(x, T, P, comps, kij, phase):
    a, b = np.array([c.ab(T) for c in comps]).T
    aij = np.sqrt(np.outer(a, a)) * (1 - kij)
    am, bm = x @ aij @ x, x @ b
    A, B = am * P / (R * T) ** 2, bm * P / (R * T)
    roots = np.roots([1, B - 1, A - 3 * B**2 - 2 * B, B**3 + B**2 - A * B])
    real = roots[np.abs(roots.imag) < 1e-8].real
    real = real[real > B]
    if real.size == 0:
        raise ArithmeticError("no physical root")
    Z = real.max() if phase == "vapour" else real.min()
    s2 = np.sqrt(2)
    log_term = np.log((Z + (1 + s2) * B) / (Z + (1 - s2) * B))
    return b / bm * (Z - 1) - np.log(Z - B) - A / (2 * s2 * B) * (2 * aij @ x / am - b / bm) * log_term


def flash(z, T, P, comps, kij, iterations=8):
    K = np.array([c.wilson(T, P) for c in comps])
    for _ in range(iterations):
        v = brentq(lambda v: np.sum(z * (K - 1) / (1 + v * (K - 1))), 1e-9, 1 - 1e-9, xtol=1e-14)
        x = z / (1 + v * (K - 1))
        y = K * x
        K = np.exp(ln_phi(x / x.sum(), T, P, comps, kij, "liquid") - ln_phi(y / y.sum(), T, P, comps, kij, "vapour"))
    return v, x, y


def loss(k12, T, z, P, comps, measured):
    kij = np.zeros((len(z), len(z)))
    kij[0, 1] = kij[1, 0] = k12
    v, x, y = flash(z, T, P, comps, kij)
    return (v - measured["v"]) ** 2 + np.sum((y - measured["y"]) ** 2)


def args():
    comps = [Component(190.6, 4.599e6, 0.012), Component(425.1, 3.796e6, 0.200)]
    return 0.02, 310.0, np.array([0.6, 0.4]), 3.0e6, comps, {"v": 0.6, "y": np.array([0.85, 0.15])}


ARGNUM = (0, 1)
