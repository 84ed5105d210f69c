"""N-body with a leapfrog/Yoshida integrator chosen by a string; bodies are dicts in a list."""
import itertools

import numpy as np

G = 1.0
SOFTENING = 1e-2
COEFFS = {
    "leapfrog": ([0.5, 0.5], [1.0, 0.0]),
    "yoshida4": None,
}
_w1 = 1.0 / (2.0 - 2.0 ** (1.0 / 3.0))
_w0 = 1.0 - 2.0 * _w1
COEFFS["yoshida4"] = ([_w1 / 2, (_w0 + _w1) / 2, (_w0 + _w1) / 2, _w1 / 2], [_w1, _w0, _w1, 0.0])


def accelerations(bodies):
    acc = [np.zeros(2) for _ in bodies]
    for (i, a), (j, b) in itertools.combinations(enumerate(bodies), 2):
        r = b["pos"] - a["pos"]
        d3 = (r @ r + SOFTENING**2) ** 1.5
        acc[i] += G * b["mass"] * r / d3
        acc[j] -= G * a["mass"] * r / d3
    return acc


def energy(bodies):
    kinetic = sum(0.5 * b["mass"] * np.dot(b["vel"], b["vel"]) for b in bodies)
    potential = 0.0
    for a, b in itertools.combinations(bodies, 2):
        potential -= G * a["mass"] * b["mass"] / np.sqrt(np.sum((a["pos"] - b["pos"]) ** 2) + SOFTENING**2)
    return kinetic + potential


def advance(bodies, dt, method):
    cs, ds = COEFFS[method]
    for c, d in zip(cs, ds):
        for b in bodies:
            b["pos"] = b["pos"] + c * dt * b["vel"]
        if d == 0.0:
            continue
        for b, a in zip(bodies, accelerations(bodies)):
            b["vel"] = b["vel"] + d * dt * a


def loss(bodies, target, method="yoshida4", n=20, dt=0.02):
    if method not in COEFFS:
        raise KeyError(f"method must be one of {sorted(COEFFS)}")
    bodies = [dict(b) for b in bodies]
    e0 = energy(bodies)
    for _ in range(n):
        advance(bodies, dt, method)
    drift = energy(bodies) - e0
    return np.sum((bodies[-1]["pos"] - target) ** 2) + 0.1 * bodies[0]["vel"][1] + drift**2


def args():
    bodies = [
        {"name": "sun", "mass": 1.0, "pos": np.array([0.0, 0.0]), "vel": np.array([0.0, -0.1])},
        {"name": "planet", "mass": 0.1, "pos": np.array([1.0, 0.0]), "vel": np.array([0.0, 1.0])},
        {"name": "moon", "mass": 0.01, "pos": np.array([1.2, 0.1]), "vel": np.array([0.0, 1.5])},
    ]
    return bodies, np.array([0.8, 0.9])


ARGNUM = 0
