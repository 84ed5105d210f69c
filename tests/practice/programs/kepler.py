"""Radial velocity fit: Kepler's equation by while-Newton with fall-back to bisection through try/except."""
import math

import numpy as np


class KeplerError(Exception):
    """Newton did not converge."""


def newton_kepler(M, e, tol=1e-14, maxiter=20):
    E = M + e * math.sin(M)
    n = 0
    while True:
        f = E - e * math.sin(E) - M
        step = f / (1 - e * math.cos(E))
        E -= step
        n += 1
        if abs(step) < tol and n > 3:
            return E
        if n >= maxiter:
            raise KeplerError(f"M={M}, e={e}: step {step:.2e} after {n} iterations")


def bisect_kepler(M, e):
    lo, hi = M - e, M + e
    for _ in range(100):
        mid = 0.5 * (lo + hi)
        if mid - e * math.sin(mid) < M:
            lo = mid
        else:
            hi = mid
    E = 0.5 * (lo + hi)
    # polish, so that the result depends smoothly on M and e
    return E - (E - e * math.sin(E) - M) / (1 - e * math.cos(E))


def eccentric_anomaly(M, e):
    M = (M + math.pi) % (2 * math.pi) - math.pi
    try:
        return newton_kepler(M, e)
    except KeplerError:
        return bisect_kepler(M, e)


def radial_velocity(t, planet):
    M = 2 * math.pi * (t - planet["t0"]) / planet["P"]
    e = planet["e"]
    E = eccentric_anomaly(M, e)
    nu = 2 * math.atan2(math.sqrt(1 + e) * math.sin(E / 2), math.sqrt(1 - e) * math.cos(E / 2))
    return planet["K"] * (math.cos(nu + planet["omega"]) + e * math.cos(planet["omega"]))


def loss(system, times, velocities, errors):
    chi2 = 0.0
    for t, v, s in zip(times, velocities, errors):
        model = system["gamma"] + sum(radial_velocity(t, p) for p in system["planets"])
        chi2 += ((v - model) / s) ** 2
    return 0.5 * chi2 / len(times)


def args():
    rng = np.random.default_rng(24)
    times = np.sort(rng.uniform(0, 60, 18))
    system = {"gamma": 1.2, "planets": [
        {"K": 12.0, "P": 11.3, "e": 0.3, "omega": 0.7, "t0": 2.0},
        {"K": 5.0, "P": 31.0, "e": 0.55, "omega": -1.1, "t0": 8.0}]}
    v = np.array([1.0 + 11 * np.cos(2 * np.pi * t / 11.3 + 0.5) + rng.standard_normal() for t in times])
    return system, times, v, np.full(18, 2.0)


ARGNUM = 0
