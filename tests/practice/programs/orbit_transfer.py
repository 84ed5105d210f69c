"""Kepler orbits: eccentric anomaly by newton, light curve by splines of the phase, pendulum clock by ellipk, Lomb periodogram."""
import numpy as np
from scipy.interpolate import make_interp_spline
from scipy.optimize import newton
from scipy.special import ellipk


def anomaly(mean, e):
    return newton(lambda x: x - e * np.sin(x) - mean, mean, fprime=lambda x: 1 - e * np.cos(x), tol=1e-13)


def radial_velocity(t, period, e, omega, k):
    out = np.empty_like(t)
    for i, m in enumerate(2 * np.pi * t / period):
        x = anomaly(m, e)
        nu = 2 * np.arctan2(np.sqrt(1 + e) * np.sin(x / 2), np.sqrt(1 - e) * np.cos(x / 2))
        out[i] = k * (np.cos(nu + omega) + e * np.cos(omega))
    return out


def power(t, y, frequency):
    w = 2 * np.pi * frequency
    tau = np.arctan2(np.sum(np.sin(2 * w * t)), np.sum(np.cos(2 * w * t))) / (2 * w)
    c, s = np.cos(w * (t - tau)), np.sin(w * (t - tau))
    return 0.5 * ((y @ c) ** 2 / (c @ c) + (y @ s) ** 2 / (s @ s))


def loss(params, t, observed, swing):
    period, e, omega, k = params
    clock = 4 * np.sqrt(0.25 / 9.81) * ellipk(np.sin(swing / 2) ** 2)
    model = radial_velocity(t * clock, period, e, omega, k)
    spline = make_interp_spline(t, model, k=3)
    return np.mean((model - observed) ** 2) + spline(t[3] + 0.1) ** 2 + 0.1 * power(t, observed - model, 0.23) + spline(2.6)


def args():
    t = np.linspace(0.2, 9.0, 14)
    return np.array([6.2, 0.31, 0.7, 1.4]), t, 1.3 * np.cos(t + 0.5), 0.4


ARGNUM = (0, 3)
