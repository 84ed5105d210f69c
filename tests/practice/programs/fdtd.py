"""2D TM FDTD with a Ricker source at a grid position given as a tuple and an absorbing sponge."""
import numpy as np

CONFIG = {
    "shape": (18, 16),
    "courant": 0.5,
    "steps": 30,
    "source": (5, 7),
    "receivers": [(12, 4), (12, 8), (12, 12)],
    "sponge": 3,
}


def ricker(t, f0):
    a = (np.pi * f0 * (t - 1.0 / f0)) ** 2
    return (1 - 2 * a) * np.exp(-a)


def sponge_profile(shape, width, strength=0.08):
    damp = np.ones(shape)
    for axis, n in enumerate(shape):
        d = np.minimum(np.arange(n), n - 1 - np.arange(n))
        profile = np.where(d < width, np.exp(-strength * (width - d) ** 2), 1.0)
        damp *= np.expand_dims(profile, 1 - axis)
    return damp


def simulate(eps_r, f0, config=CONFIG):
    nx, ny = config["shape"]
    Ez = np.zeros((nx, ny))
    Hx = np.zeros((nx, ny - 1))
    Hy = np.zeros((nx - 1, ny))
    c = config["courant"]
    damp = sponge_profile((nx, ny), config["sponge"])
    source = config["source"]
    traces = np.zeros((config["steps"], len(config["receivers"])))
    for n in range(config["steps"]):
        Hx -= c * (Ez[:, 1:] - Ez[:, :-1])
        Hy += c * (Ez[1:, :] - Ez[:-1, :])
        curl = np.zeros_like(Ez)
        curl[1:-1, 1:-1] = (Hy[1:, 1:-1] - Hy[:-1, 1:-1]) - (Hx[1:-1, 1:] - Hx[1:-1, :-1])
        Ez += c / eps_r * curl
        Ez[source] += ricker(n * c, f0)
        Ez *= damp
        for i, pos in enumerate(config["receivers"]):
            traces[n, i] = Ez[pos]
    return traces


def loss(eps_inclusion, f0, recorded):
    eps = np.ones(CONFIG["shape"])
    eps[7:10, 5:11] += eps_inclusion
    d = simulate(eps, f0) - recorded
    return 0.5 * np.sum(d**2)


def args():
    true = np.ones(CONFIG["shape"])
    true[7:10, 5:11] += 2.0
    return 1.5 * np.ones((3, 6)), 0.25, simulate(true, 0.25)


ARGNUM = (0, 1)
