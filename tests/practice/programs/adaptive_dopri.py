"""Adaptive Dormand-Prince 5(4), tableau as module constants, with max-step and rejection counts."""
import warnings

import numpy as np

C = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1]
A = [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
]
B5 = A[-1] + [0]
B4 = [5179 / 57600, 0, 7571 / 16695, 393 / 640, -92097 / 339200, 187 / 2100, 1 / 40]


def dopri(f, y0, t0, t1, rtol=1e-10, atol=1e-12, h=0.05, max_steps=2000):
    t, y = t0, np.array(y0, dtype=float)
    stats = {"accepted": 0, "rejected": 0}
    while t < t1 - 1e-12:
        if stats["accepted"] + stats["rejected"] >= max_steps:
            warnings.warn(f"more than {max_steps} steps", RuntimeWarning)
            break
        h = min(h, t1 - t)
        ks = []
        for c, row in zip(C, A):
            yi = y + h * sum((a * k for a, k in zip(row, ks)), np.zeros_like(y))
            ks.append(f(t + c * h, yi))
        y5 = y + h * sum(b * k for b, k in zip(B5, ks))
        y4 = y + h * sum(b * k for b, k in zip(B4, ks))
        scale = atol + rtol * np.maximum(np.abs(y), np.abs(y5))
        err = np.sqrt(np.mean(((y5 - y4) / scale) ** 2))
        if err <= 1.0:
            t += h
            y = y5
            stats["accepted"] += 1
        else:
            stats["rejected"] += 1
        factor = 0.9 * (1.0 / max(err, 1e-10)) ** 0.2
        h *= min(5.0, max(0.2, factor))
    return y, stats


def loss(p, y0):
    alpha, beta, delta, gamma = p

    def lotka_volterra(t, y):
        prey, predator = y
        return np.array([alpha * prey - beta * prey * predator, delta * prey * predator - gamma * predator])

    y, stats = dopri(lotka_volterra, y0, 0.0, 2.0)
    if stats["accepted"] == 0:
        return np.inf
    return np.log(y[0]) ** 2 + y[1]


def args():
    return np.array([1.1, 0.4, 0.1, 0.4]), [10.0, 5.0]


ARGNUM = (0, 1)
