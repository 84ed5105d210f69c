"""Shallow ice: implicit diffusion of thickness with solve_banded, degree-day melt, moraine by interpolation, volume by Simpson."""
import numpy as np
from scipy.integrate import simpson
from scipy.interpolate import PchipInterpolator
from scipy.linalg import solve_banded


def step(h, bed, dx, dt, rate, melt):
    surface = h + bed
    mid = 0.5 * (h[1:] + h[:-1])
    d = rate * mid**5 * (np.diff(surface) / dx) ** 2
    k = dt / dx**2 * d
    ab = np.zeros((3, h.size))
    ab[0, 1:] = -k
    ab[2, :-1] = -k
    ab[1] = 1.0 + np.append(k, 0.0) + np.insert(k, 0, 0.0)
    flux = np.append(k * np.diff(bed), 0.0) - np.insert(k * np.diff(bed), 0, 0.0)
    return np.maximum(solve_banded((1, 1), ab, h + dt * melt(surface) + flux), 1e-3)


def loss(h, rate, gradient, bed, dx):
    def balance(s):
        return np.minimum(gradient * (s - 1.4), 0.02)

    for _ in range(6):
        h = step(h, bed, dx, 1.0, rate, balance)
    x = np.arange(h.size) * dx
    profile = PchipInterpolator(x, h + bed)
    return simpson(h, x=x) + profile(0.37 * x[-1]) + profile.derivative()(0.5 * x[-1]) ** 2 + np.trapezoid(np.sqrt(h), x)


def args():
    x = np.linspace(0, 1, 13)
    return 0.6 * np.sqrt(1.05 - x) + 0.05, 0.4, 0.05, 1.8 - 1.2 * x, 1.0 / 12


ARGNUM = (0, 1, 2)
