"""Local linear trend: Kalman filter with missing data, RTS smoother, likelihood by multivariate_normal, EM-like score."""
from typing import NamedTuple

import numpy as np
from scipy import linalg, stats


class Belief(NamedTuple):
    mean: np.ndarray
    cov: np.ndarray


class LinearGaussian:
    def __init__(self, A, C, Q, R):
        self.A, self.C, self.Q, self.R = A, C, Q, R

    def predict(self, b):
        return Belief(self.A @ b.mean, self.A @ b.cov @ self.A.T + self.Q)

    def update(self, b, y):
        seen = np.isfinite(y)
        if not seen.any():
            return b, 0.0
        C, R = self.C[seen], self.R[np.ix_(seen, seen)]
        S = C @ b.cov @ C.T + R
        ll = stats.multivariate_normal.logpdf(y[seen], mean=C @ b.mean, cov=S)
        gain = linalg.solve(S, C @ b.cov, assume_a="pos").T
        I_KC = np.eye(len(b.mean)) - gain @ C
        cov = I_KC @ b.cov @ I_KC.T + gain @ R @ gain.T
        return Belief(b.mean + gain @ (y[seen] - C @ b.mean), cov), ll

    def smooth(self, filtered):
        out = [filtered[-1]]
        for b in reversed(filtered[:-1]):
            ahead = self.predict(b)
            G = b.cov @ self.A.T @ np.linalg.inv(ahead.cov)
            nxt = out[-1]
            out.append(Belief(b.mean + G @ (nxt.mean - ahead.mean), b.cov + G @ (nxt.cov - ahead.cov) @ G.T))
        return out[::-1]


def loss(log_q, log_r, ys, dt=0.5):
    A = np.array([[1.0, dt], [0.0, 1.0]])
    C = np.array([[1.0, 0.0], [0.8, 0.1]])
    model = LinearGaussian(A, C, np.diag(np.exp(log_q)), np.diag(np.exp(log_r)))
    belief, total, filtered = Belief(np.zeros(2), 10 * np.eye(2)), 0.0, []
    for y in ys:
        belief, ll = model.update(model.predict(belief), y)
        total += ll
        filtered.append(belief)
    smooth = model.smooth(filtered)
    spread = np.mean([np.sqrt(np.trace(b.cov)) for b in smooth])
    slope = np.array([b.mean[1] for b in smooth])
    return -total + 0.1 * spread + 0.1 * np.var(slope)


def args():
    rng = np.random.default_rng(29)
    level = np.cumsum(0.3 + 0.1 * rng.normal(size=10))
    ys = np.column_stack([level, 0.8 * level]) + 0.2 * rng.normal(size=(10, 2))
    ys[3, 0] = np.nan
    ys[6] = np.nan
    return np.array([-3.0, -4.0]), np.array([-2.0, -2.5]), ys


ARGNUM = (0, 1)
