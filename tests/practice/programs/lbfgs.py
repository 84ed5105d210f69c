"""L-BFGS two-loop recursion with a deque history and backtracking line search, differentiated through."""
from collections import deque

import numpy as np


class LBFGS:
    def __init__(self, fun, grad, m=4, max_iter=8, c1=1e-4):
        self.fun, self.grad = fun, grad
        self.history = deque(maxlen=m)
        self.max_iter = max_iter
        self.c1 = c1
        self.n_eval = 0

    def direction(self, g):
        q = g.copy()
        alphas = []
        for s, y, rho in reversed(self.history):
            alpha = rho * (s @ q)
            q -= alpha * y
            alphas.append(alpha)
        if self.history:
            s, y, _ = self.history[-1]
            q *= (s @ y) / (y @ y)
        for (s, y, rho), alpha in zip(self.history, reversed(alphas)):
            beta = rho * (y @ q)
            q += (alpha - beta) * s
        return -q

    def line_search(self, x, f, g, p):
        t = 1.0 if self.history else min(1.0, 0.5 / np.linalg.norm(g))
        slope = g @ p
        while True:
            self.n_eval += 1
            fn = self.fun(x + t * p)
            if fn <= f + self.c1 * t * slope:
                return t, fn
            t *= 0.5
            if t < 1e-10:
                raise RuntimeError("line search failed")

    def minimize(self, x):
        f, g = self.fun(x), self.grad(x)
        for it in range(self.max_iter):
            p = self.direction(g)
            t, f = self.line_search(x, f, g, p)
            x_new = x + t * p
            g_new = self.grad(x_new)
            s, y = x_new - x, g_new - g
            if s @ y > 1e-12:
                self.history.append((s, y, 1.0 / (s @ y)))
            x, g = x_new, g_new
        return x, f


def loss(coeffs, x0):
    a, b = coeffs[0], coeffs[1]

    def rosen(x):
        return np.sum(b * (x[1:] - x[:-1] ** 2) ** 2 + (a - x[:-1]) ** 2)

    def rosen_grad(x):
        g = np.zeros_like(x)
        r = x[1:] - x[:-1] ** 2
        g[:-1] += -4 * b * x[:-1] * r - 2 * (a - x[:-1])
        g[1:] += 2 * b * r
        return g

    opt = LBFGS(rosen, rosen_grad)
    x, f = opt.minimize(x0)
    return np.sum(x**2) + f


def args():
    return [1.1, 5.0], np.array([-0.5, 0.4, 0.2])


ARGNUM = (0, 1)
