"""Hypergradient through Adam/SGD optimiser classes with state dicts keyed by parameter name."""
import numpy as np


class Optimizer:
    def __init__(self, params, lr=1e-2):
        self.params = params
        self.lr = lr
        self.state = {}

    def step(self, grads):
        for name in self.params:
            self.params[name] = self.params[name] - self.update(name, grads[name])

    def update(self, name, g):
        raise NotImplementedError


class SGD(Optimizer):
    def __init__(self, params, lr, momentum=0.0):
        super().__init__(params, lr)
        self.momentum = momentum

    def update(self, name, g):
        v = self.state.get(name)
        v = g if v is None else self.momentum * v + g
        self.state[name] = v
        return self.lr * v


class Adam(Optimizer):
    def __init__(self, params, lr, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(params, lr)
        self.betas, self.eps = betas, eps
        self.t = 0

    def step(self, grads):
        self.t += 1
        super().step(grads)

    def update(self, name, g):
        b1, b2 = self.betas
        s = self.state.setdefault(name, {"m": np.zeros_like(g), "v": np.zeros_like(g)})
        s["m"] = b1 * s["m"] + (1 - b1) * g
        s["v"] = b2 * s["v"] + (1 - b2) * g**2
        mhat = s["m"] / (1 - b1**self.t)
        vhat = s["v"] / (1 - b2**self.t)
        return self.lr * mhat / (np.sqrt(vhat) + self.eps)


def model(params, X):
    return X @ params["w"] + params["b"]


def gradients(params, X, y, l2):
    r = model(params, X) - y
    n = len(y)
    return {"w": 2 * X.T @ r / n + 2 * l2 * params["w"], "b": np.array([2 * r.mean()])}


def train(params, X, y, l2, make, epochs):
    opt = make(dict(params))
    for epoch in range(epochs):
        opt.step(gradients(opt.params, X, y, l2))
    return opt.params


def loss(hyper, params, data):
    lr, l2, momentum = np.exp(hyper["log_lr"]), np.exp(hyper["log_l2"]), hyper["momentum"]
    (X, y), (Xv, yv) = data["train"], data["valid"]
    total = 0.0
    for make in (lambda p: Adam(p, lr, betas=(0.8, 0.95)), lambda p: SGD(p, lr, momentum=momentum)):
        fitted = train(params, X, y, l2, make, epochs=8)
        total += np.mean((model(fitted, Xv) - yv) ** 2)
    return total


def args():
    rng = np.random.default_rng(15)
    X, Xv = rng.standard_normal((12, 3)), rng.standard_normal((6, 3))
    w = np.array([1.0, -2.0, 0.5])
    data = {"train": (X, X @ w + 0.3), "valid": (Xv, Xv @ w + 0.3)}
    return {"log_lr": -2.0, "log_l2": -3.0, "momentum": 0.7}, {"w": np.zeros(3), "b": np.zeros(1)}, data


ARGNUM = 0
