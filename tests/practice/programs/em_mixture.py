"""EM for a Gaussian mixture, differentiated w.r.t. data and starting point, with convergence test and errstate."""
import numpy as np


class GaussianMixture:
    def __init__(self, means, *, max_iter=40, tol=1e-9, min_iter=6, reg=1e-6):
        self.k, self.d = means.shape
        self.means = means
        self.covs = np.array([np.eye(self.d)] * self.k)
        self.weights = np.full(self.k, 1 / self.k)
        self.max_iter, self.min_iter, self.tol, self.reg = max_iter, min_iter, tol, reg
        self.converged_ = False

    def log_prob(self, X):
        out = np.empty((len(X), self.k))
        for j in range(self.k):
            L = np.linalg.cholesky(self.covs[j])
            z = np.linalg.solve(L, (X - self.means[j]).T)
            log_det = 2 * np.log(np.diagonal(L)).sum()
            out[:, j] = -0.5 * (np.sum(z**2, axis=0) + log_det + self.d * np.log(2 * np.pi))
        with np.errstate(divide="ignore"):
            return out + np.log(self.weights)

    def e_step(self, X):
        lp = self.log_prob(X)
        norm = np.logaddexp.reduce(lp, axis=1)
        return norm.mean(), np.exp(lp - norm[:, None])

    def m_step(self, X, resp):
        nk = resp.sum(axis=0)
        self.weights = nk / len(X)
        self.means = resp.T @ X / nk[:, None]
        diff = X[None] - self.means[:, None]
        self.covs = np.einsum("nk,kni,knj->kij", resp, diff, diff) / nk[:, None, None]
        self.covs += self.reg * np.eye(self.d)

    def fit(self, X):
        previous = -np.inf
        for it in range(self.max_iter):
            ll, resp = self.e_step(X)
            self.m_step(X, resp)
            if it >= self.min_iter and abs(ll - previous) < self.tol:
                self.converged_ = True
                break
            previous = ll
        return self

    def score(self, X):
        return self.e_step(X)[0]


def loss(means0, X):
    gm = GaussianMixture(means0, max_iter=5).fit(X)
    return -gm.score(X) + 0.1 * np.sum(gm.means**2) + gm.weights.max()


def args():
    rng = np.random.default_rng(27)
    X = np.vstack([rng.standard_normal((8, 2)), rng.standard_normal((7, 2)) * 0.6 + [2.0, 1.0]])
    return np.array([[-0.3, 0.1], [1.5, 0.8]]), X


ARGNUM = (0, 1)
