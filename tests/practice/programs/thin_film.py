"""Thin film stack reflectance by complex 2x2 transfer matrices; materials in a dict, polarisation flags."""
import numpy as np

MATERIALS = {
    "air": lambda wl: 1.0,
    "SiO2": lambda wl: 1.45 + 0.0035 / wl**2,
    "TiO2": lambda wl: 2.28 + 0.03 / wl**2 + 0.002j,
    "glass": lambda wl: 1.52,
}


def index(name, wl):
    try:
        return MATERIALS[name](wl)
    except KeyError:
        raise ValueError(f"no material {name!r}; known: {', '.join(MATERIALS)}") from None


def interface(n1, c1, n2, c2, pol):
    if pol == "s":
        a, b = n1 * c1, n2 * c2
    elif pol == "p":
        a, b = n2 * c1, n1 * c2
    else:
        raise ValueError("pol must be 's' or 'p'")
    r = (a - b) / (a + b)
    t = 2 * n1 * c1 / (a + b)
    return np.array([[1, r], [r, 1]]) / t


def stack_matrix(layers, thicknesses, wl, angle, pol):
    names = ["air", *layers, "glass"]
    ns = [complex(index(name, wl)) for name in names]
    sin0 = ns[0] * np.sin(angle)
    cosines = [np.sqrt(1 - (sin0 / n) ** 2) for n in ns]
    M = np.eye(2, dtype=complex)
    for k in range(len(names) - 1):
        M = M @ interface(ns[k], cosines[k], ns[k + 1], cosines[k + 1], pol)
        if k < len(layers):
            delta = 2 * np.pi / wl * ns[k + 1] * cosines[k + 1] * thicknesses[k]
            M = M @ np.diag([np.exp(-1j * delta), np.exp(1j * delta)])
    return M


def reflectance(*stack, pol="s"):
    M = stack_matrix(*stack, pol)
    return abs(M[1, 0] / M[0, 0]) ** 2


def loss(thicknesses, angle, wavelengths, goal=0.02):
    layers = ["TiO2", "SiO2"] * (len(thicknesses) // 2)
    total = 0.0
    for wl in wavelengths:
        R = np.mean([reflectance(layers, thicknesses, wl, angle, pol=p) for p in ("s", "p")])
        total += (R - goal) ** 2
    return np.sqrt(total / len(wavelengths))


def args():
    return np.array([0.06, 0.09, 0.11, 0.08]), 0.3, np.linspace(0.45, 0.7, 6)


ARGNUM = (0, 1)
