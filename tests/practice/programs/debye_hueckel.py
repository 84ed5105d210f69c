"""pH of a buffer with Davies / extended Debye-Hueckel activities: charge balance by brentq inside a fixed point."""
import math

import numpy as np
from scipy.optimize import brentq


class Acid:
    def __init__(self, name, total, pKs, charge=0):
        if sorted(pKs) != list(pKs):
            raise ValueError(f"pKs of {name} must increase")
        self.name, self.total, self.pKs, self.charge = name, total, pKs, charge

    def distribution(self, pH, log_gamma):
        """concentrations by charge"""
        z = [self.charge - k for k in range(len(self.pKs) + 1)]
        logs = [0.0]
        for k, pK in enumerate(self.pKs):
            shift = log_gamma(z[k]) - log_gamma(z[k + 1])
            logs.append(logs[-1] + pH - pK + shift)
        top = max(logs)
        w = [10 ** (v - top) for v in logs]
        return [(q, self.total * wi / sum(w)) for q, wi in zip(z, w)]


def activity(model, ionic, A, size=4.5):
    root = math.sqrt(ionic)
    match model:
        case "davies":
            return lambda z: -A * z * z * (root / (1 + root) - 0.3 * ionic)
        case "extended":
            return lambda z: -A * z * z * root / (1 + 0.3286 * size * root)
        case _:
            raise ValueError(model)


def solve_pH(acids, strong, model, A, iterations=6):
    ionic = 0.05
    for _ in range(iterations):
        lg = activity(model, ionic, A)

        def balance(pH):
            h = 10 ** (-pH - lg(1))
            oh = 10 ** (pH - 14.0 - lg(-1))
            return strong + h - oh + sum(q * c for a in acids for q, c in a.distribution(pH, lg))

        pH = brentq(balance, 0.0, 14.0, xtol=1e-13)
        ions = [(q, c) for a in acids for q, c in a.distribution(pH, lg)] + [(1, strong), (1, 10**-pH), (-1, 10 ** (pH - 14))]
        ionic = 0.5 * sum(q * q * c for q, c in ions)
    return pH, ionic


def loss(pKs, A, titration, total):
    err = []
    for strong, measured in titration:
        for model in ("davies", "extended"):
            pH, ionic = solve_pH([Acid("phosphate", total, list(pKs))], strong, model, A)
            err.append(pH - measured)
    return np.mean(np.square(err))


def args():
    return np.array([2.15, 7.2, 12.3]), 0.509, [(0.06, 6.3), (0.08, 6.9), (0.15, 11.0)], 0.06


ARGNUM = (0, 1)
