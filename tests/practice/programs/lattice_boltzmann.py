"""D2Q9 lattice Boltzmann channel with a solid mask; drag as a function of the relaxation time."""
import numpy as np

# lattice velocities, weights, opposite directions
V = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)])
W = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
OPPOSITE = [int(np.where((V == -v).all(axis=1))[0][0]) for v in V]


def equilibrium(rho, u):
    vu = np.einsum("qd,xyd->qxy", V, u)
    usq = (u**2).sum(axis=2)
    return W[:, None, None] * rho[None] * (1 + 3 * vu + 4.5 * vu**2 - 1.5 * usq[None])


def macroscopic(f):
    rho = f.sum(axis=0)
    u = np.einsum("qxy,qd->xyd", f, V) / rho[..., None]
    return rho, u


def stream(f):
    return np.stack([np.roll(f[q], (cx, cy), axis=(0, 1)) for q, (cx, cy) in enumerate(V)])


def run(tau, gravity, solid, steps):
    nx, ny = solid.shape
    f = equilibrium(np.ones((nx, ny)), np.zeros((nx, ny, 2)))
    drag = 0.0
    for step in range(steps):
        rho, u = macroscopic(f)
        u[..., 0] += tau * gravity / rho
        feq = equilibrium(rho, u)
        post = f - (f - feq) / tau
        for q in range(9):
            post[q, solid] = f[OPPOSITE[q], solid]
        if step >= steps // 2:
            drag += sum(V[q, 0] * f[q][solid].sum() for q in range(9))
        f = stream(post)
    return macroscopic(f), drag


def loss(tau, gravity, solid):
    (rho, u), drag = run(tau, gravity, solid, steps=8)
    flow = u[..., 0][~solid].mean()
    return 1e4 * flow + 1e2 * drag


def args():
    solid = np.zeros((8, 7), dtype=bool)
    solid[:, 0] = solid[:, -1] = True
    solid[3:5, 3] = True
    return 0.8, 1e-3, solid


ARGNUM = (0, 1)
