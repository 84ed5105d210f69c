"""Raman spectrum: two Voigt lines by the Faddeeva function on a polynomial baseline, weighted misfit, area ratio."""
import numpy as np
from scipy.integrate import trapezoid
from scipy.special import wofz


def voigt(x, centre, sigma, gamma):
    z = (x - centre + 1j * gamma) / (sigma * np.sqrt(2))
    return np.real(wofz(z)) / (sigma * np.sqrt(2 * np.pi))


def model(shift, peaks, baseline):
    y = np.poly1d(baseline)((shift - shift.mean()) / np.ptp(shift))
    for area, centre, sigma, gamma in peaks:
        y = y + area * voigt(shift, centre, sigma, gamma)
    return y


def loss(peaks, baseline, shift, counts):
    fitted = model(shift, peaks, baseline)
    weights = 1.0 / np.sqrt(np.maximum(counts, 1.0))
    chi2 = np.sum(((counts - fitted) * weights) ** 2) / (counts.size - peaks.size - len(baseline))
    lines = [trapezoid(p[0] * voigt(shift, *p[1:]), shift) for p in peaks]
    return chi2 + 10 * (lines[0] / lines[1] - 1.8) ** 2


def args():
    rng = np.random.default_rng(3)
    shift = np.linspace(980, 1120, 71)
    peaks = np.array([[900.0, 1031.0, 3.0, 2.5], [480.0, 1068.0, 4.0, 1.5]])
    counts = rng.poisson(model(shift, peaks * 1.03, [4.0, -2.0, 12.0])).astype(float)
    return peaks, np.array([3.5, -1.5, 12.5]), shift, counts


ARGNUM = (0, 1)
