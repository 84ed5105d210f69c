"""Lennard-Jones molecular dynamics with periodic box, cell-built neighbour list, velocity Verlet."""
import numpy as np


def minimum_image(d, box):
    return d - box * np.round(d / box)


def build_neighbours(pos, box, cutoff, skin=0.3):
    """Pairs within cutoff + skin, as two int32 arrays."""
    pairs = []
    n = len(pos)
    for i in range(n):
        for j in range(i + 1, n):
            d = minimum_image(pos[i] - pos[j], box)
            if np.dot(d, d) < (cutoff + skin) ** 2:
                pairs.append((i, j))
    pairs = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def switch(r, r_on, r_off):
    x = np.clip((r - r_on) / (r_off - r_on), 0.0, 1.0)
    s = 1 - x**3 * (10 - 15 * x + 6 * x**2)
    ds = -(30 * x**2 * (1 - x) ** 2) / (r_off - r_on)
    return s, ds


def energy_forces(pos, box, pairs, eps, sigma, cutoff):
    i, j = pairs
    d = minimum_image(pos[i] - pos[j], box)
    r = np.sqrt((d * d).sum(axis=1))
    sr6 = (sigma / r) ** 6
    u = 4 * eps * (sr6**2 - sr6)
    du = 4 * eps * (-12 * sr6**2 + 6 * sr6) / r
    s, ds = switch(r, 0.8 * cutoff, cutoff)
    f = -(du * s + u * ds)[:, None] * d / r[:, None]
    forces = np.zeros_like(pos)
    np.add.at(forces, i, f)
    np.subtract.at(forces, j, f)
    return np.sum(u * s), forces


def loss(params, pos, vel, rebuild_every=5):
    eps, sigma = params["eps"], params["sigma"]
    box, cutoff, dt = 4.5, 2.2, 0.004
    pos, vel = pos.copy(), vel.copy()
    msd_ref = pos.copy()
    energies = []
    for step in range(10):
        if step % rebuild_every == 0:
            pairs = build_neighbours(pos, box, cutoff)
            e, F = energy_forces(pos, box, pairs, eps, sigma, cutoff)
        vel += 0.5 * dt * F
        pos += dt * vel
        e, F = energy_forces(pos, box, pairs, eps, sigma, cutoff)
        vel += 0.5 * dt * F
        energies.append(e + 0.5 * np.sum(vel**2))
    msd = np.mean(np.sum((pos - msd_ref) ** 2, axis=1))
    return np.mean(energies) + 100 * msd


def args():
    rng = np.random.default_rng(21)
    g = np.array([(x, y, z) for x in range(2) for y in range(2) for z in range(2)], dtype=float)
    pos = 1.15 * g + 0.2 + 0.03 * rng.standard_normal(g.shape)
    return {"eps": 1.0, "sigma": 1.0}, pos, 0.3 * rng.standard_normal(g.shape)


ARGNUM = (0, 1)
