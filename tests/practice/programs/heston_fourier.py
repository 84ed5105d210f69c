"""Heston call prices by a characteristic function and Gauss-Legendre quadrature, in complex arithmetic."""
from dataclasses import dataclass

import numpy as np


@dataclass
class Heston:
    v0: float
    kappa: float
    theta: float
    xi: float
    rho: float

    def feller(self) -> bool:
        return 2 * self.kappa * self.theta > self.xi**2

    def char(self, u, T):
        iu = 1j * u
        d = np.sqrt((self.rho * self.xi * iu - self.kappa) ** 2 + self.xi**2 * (iu + u**2))
        g_minus = self.kappa - self.rho * self.xi * iu - d
        g_plus = self.kappa - self.rho * self.xi * iu + d
        g = g_minus / g_plus
        e = np.exp(-d * T)
        C = self.kappa * self.theta / self.xi**2 * (g_minus * T - 2 * np.log((1 - g * e) / (1 - g)))
        D = g_minus / self.xi**2 * (1 - e) / (1 - g * e)
        return np.exp(C + D * self.v0)


NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)
U_MAX = 60.0
U = 0.5 * U_MAX * (NODES + 1)
DU = 0.5 * U_MAX * WEIGHTS


def call(model, S, K, r, T):
    """Lewis (2001) single-integral formula."""
    k = np.log(S / K) + r * T
    phi = model.char(U - 0.5j, T)
    integrand = np.real(np.exp(1j * U * k) * phi) / (U**2 + 0.25)
    return S - np.sqrt(S * K) * np.exp(-0.5 * r * T) / np.pi * np.sum(DU * integrand)


def loss(model, surface, S=100.0, r=0.02):
    error, weight = 0.0, 0.0
    for T, smile in surface.items():
        for K, quote in smile.items():
            w = 1.0 / (1.0 + abs(K / S - 1.0))
            error += w * (call(model, S, K, r, T) - quote) ** 2
            weight += w
    penalty = 0.0 if model.feller() else 1e-2 * (model.xi**2 - 2 * model.kappa * model.theta)
    return error / weight + penalty


def args():
    surface = {0.5: {90.0: 13.0, 100.0: 6.5, 110.0: 2.5}, 1.0: {95.0: 12.5, 105.0: 7.0}}
    return Heston(v0=0.05, kappa=1.5, theta=0.04, xi=0.5, rho=-0.6), surface


ARGNUM = 0
