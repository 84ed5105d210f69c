"""FastICA contrast of whitened mixtures: symmetric decorrelation, logcosh and kurtosis negentropy, delays by np.roll."""
import numpy as np
from scipy import linalg, stats

CONTRASTS = {
    "logcosh": lambda s: np.log(np.cosh(s)).mean(axis=1) - 0.374567,
    "exp": lambda s: -np.exp(-(s**2) / 2).mean(axis=1) + 1 / np.sqrt(2),
    "kurtosis": lambda s: stats.kurtosis(s, axis=1) / 10,
}


def whiten(X):
    X = X - X.mean(axis=1, keepdims=True)
    cov = np.cov(X)
    w, V = np.linalg.eigh(cov)
    if np.any(w <= 1e-10):
        raise ValueError("rank deficient")
    return (V / np.sqrt(w)).T @ X


def symmetric_orth(W):
    U, s, Vt = linalg.svd(W, full_matrices=False)
    return U @ Vt


def fastica_step(W, Z):
    S = np.tanh(W @ Z)
    new = S @ Z.T / Z.shape[1] - np.diag((1 - S**2).mean(axis=1)) @ W
    return symmetric_orth(new)


def autocorrelation(s, lag):
    return np.mean(s * np.roll(s, lag, axis=1), axis=1)


def loss(W, X, weights, steps=2):
    Z = whiten(X)
    W = symmetric_orth(W)
    for _ in range(steps):
        W = fastica_step(W, Z)
    S = W @ Z
    total = 0.0
    for name, weight in weights.items():
        value = CONTRASTS[name](S)
        total -= weight * np.sum(value**2)
    corr = np.corrcoef(np.tanh(S))
    off = corr - np.diag(np.diag(corr))
    skew = stats.skew(S, axis=1)
    return total + 0.05 * np.sum(off**2) + 0.01 * np.sum(skew**2) - 0.1 * sum((autocorrelation(S, k) ** 2).sum() for k in (1, 3))


def args():
    rng = np.random.default_rng(30)
    t = np.arange(60)
    sources = np.vstack([np.sin(0.3 * t), np.sign(np.sin(0.17 * t + 1)), rng.laplace(size=60)])
    X = rng.normal(size=(3, 3)) @ sources + 0.05 * rng.normal(size=(3, 60))
    return np.eye(3) + 0.3 * rng.normal(size=(3, 3)), X, {"logcosh": 1.0, "exp": 0.5, "kurtosis": 0.2}


ARGNUM = (0, 1)
