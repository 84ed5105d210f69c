"""An MLP written as classes with a list of layers and __call__; loss is a bound method of a trainer."""
import numpy as np


class Module:
    training = True

    def __call__(self, x):
        return self.forward(x)


class Linear(Module):
    def __init__(self, n_in, n_out, rng):
        self.shape = (n_in, n_out)
        self.size = n_in * n_out + n_out
        self.W = rng.standard_normal(self.shape) / np.sqrt(n_in)
        self.b = np.zeros(n_out)

    def load(self, flat):
        k = self.shape[0] * self.shape[1]
        self.W = flat[:k].reshape(self.shape)
        self.b = flat[k:k + self.shape[1]]

    def forward(self, x):
        return x @ self.W + self.b


class Tanh(Module):
    size = 0

    def load(self, flat):
        pass

    def forward(self, x):
        return np.tanh(x)


class LayerNorm(Module):
    def __init__(self, n, eps=1e-5):
        self.size = 2 * n
        self.n = n
        self.eps = eps
        self.gain, self.bias = np.ones(n), np.zeros(n)

    def load(self, flat):
        self.gain, self.bias = flat[: self.n], flat[self.n:]

    def forward(self, x):
        mu = x.mean(axis=-1, keepdims=True)
        var = x.var(axis=-1, keepdims=True)
        return (x - mu) / np.sqrt(var + self.eps) * self.gain + self.bias


class MLP(Module):
    def __init__(self, sizes, seed=0):
        rng = np.random.default_rng(seed)
        self.layers = []
        for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
            self.layers.append(Linear(a, b, rng))
            if i < len(sizes) - 2:
                self.layers += [LayerNorm(b), Tanh()]

    def set_parameters(self, flat):
        start = 0
        for layer in self.layers:
            layer.load(flat[start:start + layer.size])
            start += layer.size
        if start != len(flat):
            raise ValueError(f"{len(flat)} numbers for {start} parameters")

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Trainer:
    def __init__(self, model, X, y, weight_decay=1e-3):
        self.model, self.X, self.y = model, X, y
        self.weight_decay = weight_decay
        self.calls = 0

    def loss(self, flat):
        self.calls += 1
        self.model.set_parameters(flat)
        pred = self.model(self.X)[:, 0]
        return np.mean((pred - self.y) ** 2) + self.weight_decay * flat @ flat


_rng = np.random.default_rng(16)
_model = MLP([3, 5, 4, 1])
_trainer = Trainer(_model, _rng.standard_normal((10, 3)), _rng.standard_normal(10))
loss = _trainer.loss


def args():
    n = sum(layer.size for layer in _model.layers)
    return (np.random.default_rng(17).standard_normal(n) * 0.5,)


ARGNUM = 0
