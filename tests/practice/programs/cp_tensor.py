"""CP and Tucker decompositions by ALS sweeps written with einsum strings and khatri-rao; factors in a list."""
import string
from functools import reduce

import numpy as np


def khatri_rao(matrices, skip=None):
    mats = [m for k, m in enumerate(matrices) if k != skip]

    def pair(a, b):
        return (a[:, None, :] * b[None, :, :]).reshape(-1, a.shape[1])

    return reduce(pair, mats)


def unfold(T, mode):
    return np.moveaxis(T, mode, 0).reshape(T.shape[mode], -1)


def cp_to_tensor(factors):
    letters = string.ascii_lowercase[: len(factors)]
    spec = ",".join(f"{c}z" for c in letters) + "->" + letters
    return np.einsum(spec, *factors)


def als_sweep(T, factors, ridge):
    factors = list(factors)
    for mode in range(T.ndim):
        gram = np.ones((factors[0].shape[1],) * 2)
        for k, F in enumerate(factors):
            if k != mode:
                gram = gram * (F.T @ F)
        rhs = unfold(T, mode) @ khatri_rao(factors, skip=mode)
        factors[mode] = np.linalg.solve(gram + ridge * np.eye(len(gram)), rhs.T).T
    return factors


def tucker_core(T, factors):
    core = T
    for mode, F in enumerate(factors):
        core = np.moveaxis(np.tensordot(core, F, axes=([mode], [0])), -1, mode)
    return core


def normalise(factors):
    norms = [np.linalg.norm(F, axis=0) for F in factors]
    scaled = [F / n for F, n in zip(factors, norms)]
    return scaled, np.prod(norms, axis=0)


def loss(factors, T, sweeps=3, ridge=1e-2):
    for _ in range(sweeps):
        factors = als_sweep(T, factors, ridge)
    unit, weights = normalise(factors)
    rec = cp_to_tensor([unit[0] * weights, *unit[1:]])
    core = tucker_core(T, unit)
    return np.sum((rec - T) ** 2) + 0.1 * np.sum(core**2) + 0.01 * np.sum(weights)


def args():
    rng = np.random.default_rng(32)
    shape, r = (4, 3, 5), 2
    true = [rng.standard_normal((n, r)) for n in shape]
    T = cp_to_tensor(true) + 0.1 * rng.standard_normal(shape)
    return [f + 0.3 * rng.standard_normal(f.shape) for f in true], T


ARGNUM = (0, 1)
