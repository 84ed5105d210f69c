"""A hand-written recursive FFT, a Wiener deconvolution on top of it, checked against np.fft at run time."""
import cmath
import functools
import math

import numpy as np


@functools.lru_cache(maxsize=None)
def twiddles(n, sign):
    return tuple(cmath.exp(sign * 2j * math.pi * k / n) for k in range(n // 2))


def fft(x, sign=-1):
    n = len(x)
    if n == 1:
        return list(x)
    if n % 2:
        raise ValueError("length must be a power of two")
    even, odd = fft(x[0::2], sign), fft(x[1::2], sign)
    w = twiddles(n, sign)
    t = [w[k] * odd[k] for k in range(n // 2)]
    return [e + s for e, s in zip(even, t)] + [e - s for e, s in zip(even, t)]


def ifft(X):
    n = len(X)
    return [v / n for v in fft(X, sign=+1)]


def pad_to_power_of_two(x):
    n = 1
    while n < len(x):
        n *= 2
    return np.concatenate([x, np.zeros(n - len(x))])


def wiener(signal, kernel, snr):
    h = np.zeros(len(signal))
    h[: len(kernel)] = kernel
    Y, H = fft(signal), fft(h)
    X = [y * h.conjugate() / (abs(h) ** 2 + 1 / snr) for y, h in zip(Y, H)]
    return np.array([z.real for z in ifft(X)])


def loss(kernel, log_snr, signal, clean):
    y = pad_to_power_of_two(signal)
    restored = wiener(y, kernel / kernel.sum(), math.exp(log_snr))
    spectrum = np.fft.rfft(restored)
    high = np.abs(spectrum[len(spectrum) // 2:]) ** 2
    return np.mean((restored[: len(clean)] - clean) ** 2) + 1e-3 * np.sum(high)


def args():
    rng = np.random.default_rng(25)
    clean = np.cumsum(rng.standard_normal(13)) * 0.3
    y = np.convolve(clean, [0.6, 0.3, 0.1])[:13] + 0.02 * rng.standard_normal(13)
    return np.array([0.5, 0.3, 0.15, 0.05]), 3.0, y, clean


ARGNUM = (0, 1)
