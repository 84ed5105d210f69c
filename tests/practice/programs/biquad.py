"""A cascade of biquad filters designed by the RBJ cookbook, fitted to a target response."""
import math
from enum import Enum

import numpy as np


class FilterKind(Enum):
    LOWPASS = "lowpass"
    HIGHPASS = "highpass"
    PEAK = "peak"


class Biquad:
    """Direct form II transposed."""

    def __init__(self, b, a):
        self.b = np.asarray(b) / a[0]
        self.a = np.asarray(a) / a[0]
        self.z1 = 0.0
        self.z2 = 0.0

    @classmethod
    def design(cls, kind, f0, q, fs, gain_db=0.0):
        w0 = 2 * math.pi * f0 / fs
        alpha = np.sin(w0) / (2 * q)
        cosw = np.cos(w0)
        if kind is FilterKind.LOWPASS:
            b = [(1 - cosw) / 2, 1 - cosw, (1 - cosw) / 2]
            a = [1 + alpha, -2 * cosw, 1 - alpha]
        elif kind is FilterKind.HIGHPASS:
            b = [(1 + cosw) / 2, -(1 + cosw), (1 + cosw) / 2]
            a = [1 + alpha, -2 * cosw, 1 - alpha]
        elif kind is FilterKind.PEAK:
            A = 10 ** (gain_db / 40)
            b = [1 + alpha * A, -2 * cosw, 1 - alpha * A]
            a = [1 + alpha / A, -2 * cosw, 1 - alpha / A]
        else:
            raise ValueError(f"unknown filter kind {kind!r}")
        return cls(b, a)

    def reset(self):
        self.z1 = self.z2 = 0.0

    def __call__(self, x):
        y = np.empty_like(x)
        b0, b1, b2 = self.b
        _, a1, a2 = self.a
        for n, xn in enumerate(x):
            yn = b0 * xn + self.z1
            self.z1 = b1 * xn - a1 * yn + self.z2
            self.z2 = b2 * xn - a2 * yn
            y[n] = yn
        return y


STAGES = (
    dict(kind=FilterKind.HIGHPASS, f0=80.0),
    dict(kind=FilterKind.PEAK, f0=900.0),
    dict(kind=FilterKind.LOWPASS, f0=3000.0),
)
FS = 16000.0


def process(signal, qs, gain_db):
    out = signal.copy()
    for stage, q in zip(STAGES, qs):
        section = Biquad.design(q=q, fs=FS, gain_db=gain_db, **stage)
        section.reset()
        out = section(out)
    return out


def loss(params, signal, target):
    qs, gain_db = params[:-1], params[-1]
    out = process(signal, qs, gain_db)
    return float(np.mean((out - target) ** 2))


def args():
    rng = np.random.default_rng(0)
    s = rng.standard_normal(64)
    target = process(s, np.array([0.6, 1.2, 0.9]), 5.0)
    return np.array([0.7, 1.0, 0.8, 3.0]), s, target


ARGNUM = 0
