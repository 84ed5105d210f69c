"""Normalising flow of affine coupling layers; layers are namedtuples, masks boolean, log-det accumulated."""
from collections import namedtuple

import numpy as np

Coupling = namedtuple("Coupling", "w1 b1 ws wt")
ActNorm = namedtuple("ActNorm", ["log_scale", "shift"])


def coupling_forward(layer, x, mask):
    keep = x[:, mask]
    h = np.tanh(keep @ layer.w1 + layer.b1)
    s = np.tanh(h @ layer.ws)
    t = h @ layer.wt
    y = x.copy()
    y[:, ~mask] = x[:, ~mask] * np.exp(s) + t
    return y, s.sum(axis=1)


def actnorm_forward(layer, x):
    return (x + layer.shift) * np.exp(layer.log_scale), layer.log_scale.sum()


def flow(layers, x):
    n, d = x.shape
    log_det = np.zeros(n)
    mask = np.arange(d) % 2 == 0
    for layer in layers:
        if isinstance(layer, Coupling):
            x, ld = coupling_forward(layer, x, mask)
            mask = ~mask
        elif isinstance(layer, ActNorm):
            x, ld = actnorm_forward(layer, x)
        else:
            raise TypeError(f"unknown layer {type(layer).__name__}")
        log_det += ld
    return x, log_det


def loss(layers, data):
    z, log_det = flow(layers, data)
    log_p = -0.5 * np.sum(z**2, axis=1) - 0.5 * z.shape[1] * np.log(2 * np.pi)
    return -np.mean(log_p + log_det)


def args():
    rng = np.random.default_rng(20)

    def coupling(n_keep, n_change, h=3):
        return Coupling(rng.standard_normal((n_keep, h)), 0.1 * rng.standard_normal(h),
                        0.3 * rng.standard_normal((h, n_change)), 0.3 * rng.standard_normal((h, n_change)))

    layers = [coupling(2, 1), ActNorm(0.1 * rng.standard_normal(3), np.zeros(3)), coupling(1, 2), coupling(2, 1)]
    return layers, rng.standard_normal((7, 3))


ARGNUM = 0
