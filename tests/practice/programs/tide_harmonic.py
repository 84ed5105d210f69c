"""Tidal harmonic analysis: constituents as a dict, nodal modulation, robust IRLS weights, percentile of residuals."""
import numpy as np

CONSTITUENTS = {"M2": 28.984104, "S2": 30.0, "K1": 15.041069, "O1": 13.943036}  # degrees per hour


def amplitude_phase(c, s):
    return np.hypot(c, s), np.rad2deg(np.arctan2(s, c)) % 360


class HarmonicFit:
    def __init__(self, hours, names, speed_correction):
        speeds = np.deg2rad([CONSTITUENTS[n] for n in names])
        arg = np.multiply.outer(hours, speeds * (1 + speed_correction))
        self.names = names
        self.A = np.hstack([np.ones((len(hours), 1)), np.cos(arg), np.sin(arg)])

    def solve(self, heights, iterations=3):
        w = np.ones(len(heights))
        for _ in range(iterations):
            AtW = self.A.T * w
            coef = np.linalg.solve(AtW @ self.A + 1e-9 * np.eye(self.A.shape[1]), AtW @ heights)
            r = heights - self.A @ coef
            scale = 1.4826 * np.percentile(np.abs(r), 50) + 1e-6
            w = 1 / (1 + (r / (2.385 * scale)) ** 2)
        return coef, r

    def table(self, coef):
        n = len(self.names)
        return {name: amplitude_phase(coef[1 + k], coef[1 + n + k]) for k, name in enumerate(self.names)}


def loss(heights, correction, drift, hours, expected):
    if hours.size != heights.size:
        raise ValueError(f"{hours.size} times, {heights.size} heights")
    detrended = heights - drift * (hours - hours.mean()) / 24
    fit = HarmonicFit(hours, list(expected), correction)
    coef, r = fit.solve(detrended)
    total = 0.0
    for name, (amp, phase) in fit.table(coef).items():
        a0, p0 = expected[name]
        total += (amp - a0) ** 2 + 0.1 * (1 - np.cos(np.deg2rad(phase - p0)))
    q10, q90 = np.percentile(r, [10, 90])
    return total + 0.1 * (q90 - q10)


def args():
    rng = np.random.default_rng(21)
    t = np.arange(0.0, 72.0, 1.5)
    h = 1.2 * np.cos(np.deg2rad(28.98 * t - 40)) + 0.4 * np.cos(np.deg2rad(15.04 * t + 70)) + 0.05 * rng.normal(size=t.size)
    return h, 0.001, 0.02, t, {"M2": (1.1, 38.0), "K1": (0.35, 285.0)}


ARGNUM = (0, 1, 2)
