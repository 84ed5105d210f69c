"""Twenty-one functions of all kinds of arguments and results, in Python that both irad and autograd take.

`load` gives them with ordinary NumPy, or with that of another library in its place.
"""

from __future__ import annotations

import importlib.util
import math
import sys
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np


def cubic(x):
    return x**3 - 2.0 * x


def waves(x):
    return np.sin(np.exp(0.5 * x)) * np.cos(x)


def power(x, y):
    return x**y + y / x


def ratio(a, b, c):
    return (a * b + c) / (1.0 + a * a + b * b)


def logistic(w, data, target):
    total = 0.0
    for i in range(3):
        z = np.dot(data[i], w)
        total = total + np.log(1.0 + np.exp(-target[i] * z))
    return total


def quadratic(x, a):
    return np.dot(x, np.dot(a, x)) * 0.5


def rosenbrock(x):
    total = 0.0
    for i in range(len(x) - 1):
        total = total + 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
    return total


def softmax(x):
    e = np.exp(x)
    return e / np.sum(e)


def product(a, b):
    return np.dot(a, b)


def network(layers, x):
    for w, b in layers:
        x = np.tanh(np.dot(w, x) + b)
    return np.sum(x * x)


def log_sum_exp(x, shift):
    return np.log(np.sum(np.exp(x - shift))) + shift


def newton(a):
    x = a
    while abs(x * x - a) > 1e-13:
        x = 0.5 * (x + a / x)
    return x


def running_product(x):
    out = 1.0
    total = 0.0
    for i in range(len(x)):
        out = out * x[i]
        total = total + out
    return total


def distances(x, y):
    d = x[:, None] - y[None, :]
    return np.sqrt(1.0 + d * d)


def branches(x, limit):
    total = 0.0
    for i in range(len(x)):
        if x[i] > limit:
            total = total + (x[i] - limit) ** 2
        else:
            total = total + np.sin(x[i]) * limit
    return total


def legendre(n, x):
    if n == 0:
        return x * 0.0 + 1.0
    if n == 1:
        return x
    return ((2.0 * n - 1.0) * x * legendre(n - 1, x) - (n - 1.0) * legendre(n - 2, x)) / n


def polynomial(x):
    return legendre(4, x)


def several(x, s):
    return x * s, np.sum(x) ** 2 * s


def named(p):
    return {"energy": p["mass"] * np.sum(p["speed"] ** 2) / 2.0, "momentum": p["mass"] * p["speed"]}


@dataclass
class Oscillator:
    stiffness: float
    damping: float
    start: Any


class Window(NamedTuple):
    low: float
    high: float


def oscillate(o, window):
    x, v = o.start[0], o.start[1]
    for _ in range(5):
        v = v - 0.1 * (o.stiffness * x + o.damping * v)
        x = x + 0.1 * v
    return (x - window.low) * (window.high - x)


def mixed(x, scale):
    return [np.sum(x) * scale, (x[0] * x[1], x * x)]


def triangle(x):
    total = 0.0
    for i in range(len(x)):
        for j in range(i + 1):
            total = total + x[i] * x[j] ** 2 / (1.0 + j)
    return total


_rng = np.random.default_rng(3)
_A = _rng.normal(size=(3, 3))

# Name, arguments.
CASES: dict[str, tuple[Any, ...]] = {
    "cubic": (1.3,),
    "waves": (0.7,),
    "power": (1.4, 2.3),
    "ratio": (0.3, -0.8, 1.1),
    "logistic": (_rng.normal(size=2), _rng.normal(size=(3, 2)), np.array([1.0, -1.0, 1.0])),
    "quadratic": (_rng.normal(size=3), _A),
    "rosenbrock": (np.array([0.9, 1.2, 1.1, 0.7]),),
    "softmax": (np.array([0.1, -0.4, 0.8]),),
    "product": (_rng.normal(size=(2, 3)), _rng.normal(size=(3, 2))),
    "network": ([(_rng.normal(size=(2, 3)), _rng.normal(size=2)), (_rng.normal(size=(2, 2)), _rng.normal(size=2))], _A[0].copy()),
    "log_sum_exp": (np.array([0.3, 1.2, -0.5]), 0.4),
    "newton": (2.7,),
    "running_product": (np.array([1.2, 0.8, -0.6]),),
    "distances": (np.array([0.1, 0.9]), np.array([0.5, -0.3, 0.2])),
    "branches": (np.array([0.1, 0.9, -0.6]), 0.45),
    "polynomial": (0.6,),
    "several": (np.array([0.5, 1.5]), 1.2),
    "named": ({"mass": 1.5, "speed": np.array([0.3, -0.7])},),
    "oscillate": (Oscillator(2.0, 0.3, np.array([1.0, 0.2])), Window(-1.5, 2.5)),
    "mixed": (np.array([0.4, 0.9]), 1.3),
    "triangle": (np.array([0.7, 1.1, -0.4]),),
}


def load(name: str, numpy: Any) -> ModuleType:
    """This module once more, with another NumPy."""
    spec = importlib.util.spec_from_file_location(name, __file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    module.np = numpy  # type: ignore[attr-defined]
    assert math.pi > 3
    return module
