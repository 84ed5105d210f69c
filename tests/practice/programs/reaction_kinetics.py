"""Consecutive reactions with Arrhenius rates: solve_ivp, concentrations at sample times by its dense output, yield."""
import numpy as np
from scipy.constants import R
from scipy.integrate import solve_ivp


def rates(log_a, energy, temperature):
    return np.exp(log_a - energy / (R * temperature))


def simulate(log_a, energy, temperature, c0, t_end):
    def rhs(t, c):
        k1, k2, k3 = rates(log_a, energy, temperature + 2.0 * t)
        a, b, d = c
        return [-k1 * a, k1 * a - k2 * b + k3 * d, k2 * b - k3 * d]

    sol = solve_ivp(rhs, (0, t_end), c0, method="RK45", rtol=1e-9, atol=1e-10, dense_output=True)
    if not sol.success:
        raise RuntimeError(sol.message)
    return sol


def loss(log_a, energy, c0, times, measured, temperature=320.0):
    sol = simulate(log_a, energy, temperature, c0, times[-1])
    predicted = sol.sol(times)
    residual = predicted[1:] - measured
    conversion = 1 - sol.y[0, -1] / c0[0]
    return np.sum(residual**2) * 100 + (conversion - 0.8) ** 2


def args():
    times = np.linspace(0.5, 6.0, 8)
    measured = np.vstack([0.4 * np.exp(-0.2 * times), 0.5 * (1 - np.exp(-0.3 * times))])
    return np.array([12.0, 11.0, 6.0]), np.array([34e3, 32e3, 21e3]), np.array([1.0, 0.05, 0.0]), times, measured


ARGNUM = (0, 2)
