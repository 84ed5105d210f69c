"""GP regression: negative log marginal likelihood with composable kernel classes."""
import numpy as np
from scipy.linalg import cho_factor, cho_solve


class Kernel:
    n_params = 0

    def __call__(self, X, Y, theta):
        raise NotImplementedError

    def __add__(self, other):
        return Sum(self, other)

    def __mul__(self, other):
        return Product(self, other)


class Pair(Kernel):
    def __init__(self, left, right):
        self.left, self.right = left, right
        self.n_params = left.n_params + right.n_params

    def split(self, theta):
        k = self.left.n_params
        return theta[:k], theta[k:]


class Sum(Pair):
    def __call__(self, X, Y, theta):
        a, b = self.split(theta)
        return self.left(X, Y, a) + self.right(X, Y, b)


class Product(Pair):
    def __call__(self, X, Y, theta):
        a, b = self.split(theta)
        return self.left(X, Y, a) * self.right(X, Y, b)


class RBF(Kernel):
    n_params = 2

    def __call__(self, X, Y, theta):
        amp, ell = np.exp(theta)
        d2 = ((X[:, None, :] - Y[None, :, :]) ** 2).sum(-1)
        return amp * np.exp(-0.5 * d2 / ell**2)


class Periodic(Kernel):
    n_params = 2

    def __call__(self, X, Y, theta):
        ell, period = np.exp(theta)
        s = np.sin(np.pi * (X[:, None, 0] - Y[None, :, 0]) / period)
        return np.exp(-2 * s**2 / ell**2)


KERNEL = RBF() * Periodic() + RBF()


def loss(theta, X, y):
    assert len(theta) == KERNEL.n_params + 1, f"{len(theta)} hyperparameters"
    K = KERNEL(X, X, theta[:-1]) + (np.exp(2 * theta[-1]) + 1e-8) * np.eye(len(X))
    L, lower = cho_factor(K, lower=True)
    alpha = cho_solve((L, lower), y)
    return 0.5 * y @ alpha + np.log(np.diag(L)).sum() + 0.5 * len(y) * np.log(2 * np.pi)


def args():
    rng = np.random.default_rng(6)
    X = np.sort(rng.uniform(0, 5, size=(14, 1)), axis=0)
    y = np.sin(2 * X[:, 0]) + 0.3 * X[:, 0] + 0.1 * rng.standard_normal(14)
    return np.array([0.1, 0.5, 0.2, 1.1, -0.5, 1.0, -1.5]), X, y


ARGNUM = 0
