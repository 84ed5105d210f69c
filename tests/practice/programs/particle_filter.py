"""Particle filter with soft resampling; random numbers drawn inside from a seeded generator."""
import numpy as np

N_PARTICLES = 24
SOFT = 0.5


def systematic_indices(weights, u):
    n = len(weights)
    positions = (u + np.arange(n)) / n
    cumulative = np.cumsum(weights)
    idx = np.zeros(n, dtype=np.int64)
    i, j = 0, 0
    while i < n:
        if positions[i] < cumulative[j] or j == n - 1:
            idx[i] = j
            i += 1
        else:
            j += 1
    return idx


def logsumexp(a, axis=-1, keepdims=False):
    m = np.max(a, axis=axis, keepdims=True)
    out = np.log(np.sum(np.exp(a - m), axis=axis, keepdims=True)) + m
    return out if keepdims else np.squeeze(out, axis=axis)


class ParticleFilter:
    def __init__(self, transition, log_obs, *, n=N_PARTICLES, seed=0, resample_every=4):
        self.transition = transition
        self.log_obs = log_obs
        self.n = n
        self.rng = np.random.default_rng(seed)
        self.resample_every = resample_every
        self.n_resampled = 0

    def run(self, ys, sigma0=1.0):
        x = sigma0 * self.rng.standard_normal(self.n)
        logw = np.full(self.n, -np.log(self.n))
        ll = 0.0
        for t, y in enumerate(ys):
            x = self.transition(x, self.rng.normal(size=self.n), t)
            logw = logw + self.log_obs(x, y)
            step = logsumexp(logw)
            ll += step
            logw -= step
            if (t + 1) % self.resample_every == 0:
                # the ancestors come from an even grid: indices do not depend on parameters
                idx = systematic_indices(np.ones(self.n) / self.n, self.rng.uniform(0.1, 0.9))
                x = x[idx]
                logw = (1 - SOFT) * logw[idx]
                logw -= logsumexp(logw)
                self.n_resampled += 1
        return ll


def loss(theta, ys):
    a, log_s, log_r = theta
    s, r = np.exp(log_s), np.exp(log_r)
    pf = ParticleFilter(
        lambda x, noise, t: a * x + 0.3 * np.cos(0.5 * t) + s * noise,
        lambda x, y: -0.5 * ((y - x**2 / 5) / r) ** 2 - np.log(r) - 0.5 * np.log(2 * np.pi),
        seed=42,
    )
    return -pf.run(ys) / len(ys)


def args():
    rng = np.random.default_rng(5)
    x, ys = 0.0, []
    for t in range(12):
        x = 0.8 * x + 0.3 * np.cos(0.5 * t) + 0.5 * rng.standard_normal()
        ys.append(x**2 / 5 + 0.4 * rng.standard_normal())
    return np.array([0.7, -0.5, -0.6]), np.array(ys)


ARGNUM = 0
