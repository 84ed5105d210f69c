"""Normalised LMS echo canceller, then the sensitivity of the residual to step size and leak."""
from dataclasses import dataclass, field

import numpy as np


@dataclass
class LMS:
    n_taps: int
    mu: float
    leak: float = 0.0
    eps: float = 1e-3
    w: np.ndarray = field(default=None)
    history: list = field(default_factory=list)

    def __post_init__(self):
        if self.w is None:
            self.w = np.zeros(self.n_taps)
        self.buffer = np.zeros(self.n_taps)

    @property
    def power(self):
        return self.buffer @ self.buffer + self.eps

    def step(self, x, d):
        self.buffer = np.roll(self.buffer, 1)
        self.buffer[0] = x
        y = self.w @ self.buffer
        e = d - y
        self.w = (1.0 - self.leak) * self.w + self.mu * e * self.buffer / self.power
        self.history.append(e)
        return e

    def run(self, xs, ds):
        return np.array([self.step(x, d) for x, d in zip(xs, ds)])


def loss(settings, far_end, mic, skip=8, verbose=False):
    canceller = LMS(n_taps=6, mu=settings["mu"], leak=settings["leak"])
    errors = canceller.run(far_end, mic)
    assert len(canceller.history) == len(errors)
    tail = errors[skip:]
    erle = 10 * np.log10(np.mean(mic[skip:] ** 2) / np.mean(tail**2))
    if verbose:
        print(f"ERLE {erle:.2f} dB after {len(errors)} samples")
    return -erle + 0.1 * np.sum(canceller.w**2)


def args():
    rng = np.random.default_rng(2)
    x = rng.standard_normal(60)
    echo_path = np.array([0.5, -0.3, 0.2, 0.1])
    mic = np.convolve(x, echo_path)[:60] + 0.05 * rng.standard_normal(60)
    return {"mu": 0.4, "leak": 0.01}, x, mic


ARGNUM = 0
