"""Non-negative matrix factorisation of a spectrogram: multiplicative updates, KL/IS/Euclid by registry, sparsity."""
import numpy as np
from scipy.special import rel_entr, softmax

DIVERGENCES = {}


def divergence(name):
    def register(f):
        DIVERGENCES[name] = f
        return f

    return register


@divergence("kl")
def kl(V, WH):
    return np.sum(rel_entr(V, WH) - V + WH)


@divergence("is")
def itakura_saito(V, WH):
    ratio = V / WH
    return np.sum(ratio - np.log(ratio) - 1)


@divergence("fro")
def frobenius(V, WH):
    return 0.5 * np.linalg.norm(V - WH, "fro") ** 2


class NMF:
    def __init__(self, W, H, l1=0.0, eps=1e-10):
        if W.shape[1] != H.shape[0]:
            raise ValueError(f"ranks differ: {W.shape} {H.shape}")
        self.W, self.H, self.l1, self.eps = W.copy(), H.copy(), l1, eps

    def update(self, V):
        self.H *= (self.W.T @ (V / self.product)) / (self.W.sum(axis=0)[:, None] + self.l1)
        self.W *= ((V / self.product) @ self.H.T) / self.H.sum(axis=1)
        norm = self.W.sum(axis=0, keepdims=True)
        self.W /= norm
        self.H *= norm.T

    @property
    def product(self):
        return self.W @ self.H + self.eps


def loss(logits, log_H, l1, V, config):
    model = NMF(softmax(logits, axis=0), np.exp(log_H), l1)
    trace = []
    for _ in range(config["iterations"]):
        model.update(V)
        trace.append({name: DIVERGENCES[name](V, model.product) for name in config["weights"]})
    final = sum(w * trace[-1][name] for name, w in config["weights"].items())
    progress = trace[0]["kl"] - trace[-1]["kl"]
    n = model.H.size
    sparsity = (np.sqrt(n) - np.abs(model.H).sum() / np.sqrt((model.H**2).sum())) / (np.sqrt(n) - 1)
    return final - 0.1 * progress - sparsity


def args():
    rng = np.random.default_rng(31)
    V = rng.gamma(2.0, size=(6, 2)) @ rng.gamma(1.0, size=(2, 8)) + 0.1
    return rng.normal(size=(6, 2)), rng.normal(size=(2, 8)), 0.05, V, {"iterations": 4, "weights": {"kl": 1.0, "is": 0.5, "fro": 0.1}}


ARGNUM = (0, 1, 2)
