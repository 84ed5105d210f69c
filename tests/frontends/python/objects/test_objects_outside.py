"""Objects from outside, and methods of objects as the functions that are differentiated."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([0.1, 0.2])
CONFIG: dict[str, Any] = {
    "rate": 0.5,
    "layers": [{"w": np.array([1.0, 2.0]), "act": "tanh"}, {"w": np.array([0.3, 0.4]), "act": "sin"}],
    "axis": 0,
}


class Kind(Enum):
    """How."""

    FAST = 1
    SLOW = 2


def check(f: Any, x: np.ndarray = X, h: float = 1e-6) -> None:
    """Value beside Python's; reverse and forward beside central differences (relative error about 1e-9)."""
    value, gradient = irad.value_and_grad(f)(x)
    np.testing.assert_allclose(value, f(x), rtol=1e-14)
    wanted = np.array([(f(x + h * d) - f(x - h * d)) / (2 * h) for d in np.eye(len(x))])
    np.testing.assert_allclose(gradient, wanted, rtol=1e-7, atol=1e-8)
    np.testing.assert_allclose(irad.jvp(f, (x,), (np.ones(len(x)),))[1], wanted.sum(), rtol=1e-7, atol=1e-8)


def network(x):
    s = 0.0
    for layer in CONFIG["layers"]:
        z = layer["w"] * x
        z = np.tanh(z) if layer["act"] == "tanh" else np.sin(z)
        s += z.sum()
    for i in range(len(CONFIG["layers"])):
        s += CONFIG["layers"][i]["w"][0] * x[0]
    return s * CONFIG["rate"] + np.outer(x, x).sum(axis=CONFIG["axis"])[0]


def test_each_call_reads_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    check(network)
    monkeypatch.setitem(CONFIG, "rate", 0.7)
    check(network)
    monkeypatch.setitem(CONFIG, "rate", np.float32(0.25))
    check(network)
    monkeypatch.setitem(CONFIG["layers"][0], "act", "sin")
    check(network)
    monkeypatch.setitem(CONFIG, "layers", [*CONFIG["layers"], {"w": np.array([0.3, 0.9]), "act": "tanh"}])
    check(network)
    monkeypatch.setitem(CONFIG, "axis", 1)
    check(network)


class Model:
    """A class with what practitioners put into one."""

    scale = 2.0

    def __init__(self, a: float, weights: np.ndarray) -> None:
        self.a, self.weights = a, weights
        self.name, self.kind = "model", Kind.FAST
        self.logger = object()  # nothing that can be compiled, and not used
        self.act = np.tanh

    @property
    def double(self) -> float:
        return self.a * 2.0

    def loss(self, x):
        y = self.act(self.weights @ x) * self.scale + self.double
        if self.kind is Kind.SLOW:
            y = y * 2.0
        return (y * y).sum()

    def __call__(self, x):
        return self.loss(x) * 3.0


def test_methods_are_differentiated() -> None:
    m = Model(0.5, np.array([[1.0, 2.0], [0.3, 0.4]]))
    check(m.loss)
    check(m)
    m.a = 0.7
    check(m.loss)
    m.kind = Kind.SLOW
    check(m.loss)
    m.weights = np.array([[1.0, 2.0], [0.3, 0.4], [0.1, 0.2]])
    check(m.loss)
    m.act = np.sin
    check(m.loss)
    check(functools.partial(Model.loss, m))
    check(lambda x: m.loss(x) + m(x * 2))
    other = Model(0.1, np.eye(2))
    check(other.loss)


def test_a_class_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    m = Model(0.5, np.eye(2))
    check(m.loss)
    monkeypatch.setattr(Model, "scale", 5.0)
    check(m.loss)
    monkeypatch.setattr(Model, "double", property(lambda self: self.a * 7.0))
    check(m.loss)


def test_objects_are_arguments() -> None:
    m = Model(0.5, np.array([[1.0, 2.0], [0.3, 0.4]]))
    check(lambda x: apply(m, x))
    got = irad.grad(lambda m, x: (m.weights @ x).sum() * m.a)(m, X)
    assert isinstance(got, Model)
    np.testing.assert_allclose(got.weights, 0.5 * np.array([X, X]))
    np.testing.assert_allclose(got.a, (m.weights @ X).sum())


def apply(model, x):
    return model.loss(x) + model(x)


RATE = 2.0


@dataclass
class Scaled:
    """Its method reads a global name."""

    k: float

    def __call__(self, x):
        return self.k * x * RATE


def test_what_methods_capture_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    f = irad.jit(lambda x: Scaled(3.0)(x))
    slope = irad.grad(lambda x: Scaled(3.0)(x))
    assert f(1.0) == slope(1.0) == 6.0
    monkeypatch.setitem(globals(), "RATE", 5.0)
    assert f(1.0) == slope(1.0) == 15.0


@functools.lru_cache(maxsize=None)
def cached(k):
    return k * 2.0


def traced(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)

    return wrapper


@traced
def decorated(x, k=3.0):
    return x * x * k


def test_decorated_functions() -> None:
    assert irad.grad(lambda x: cached(x) * decorated(x, k=2.0))(1.5) == pytest.approx(12 * 1.5**2)


def by_axis(a, axis=-1, keepdims=False):
    return np.sqrt((a * a).sum(axis=axis, keepdims=keepdims))


def test_axes_are_arguments() -> None:
    a = np.arange(1.0, 7.0).reshape(2, 3)
    for axis in (0, 1, -1):
        np.testing.assert_allclose(irad.jit(by_axis)(a, axis), by_axis(a, axis), rtol=1e-15)
        got = irad.grad(lambda a, axis: by_axis(a, axis).sum())(a, axis)
        np.testing.assert_allclose(got, a / by_axis(a, axis, True), rtol=1e-14)

    def loops(x):
        b, s = np.outer(x, x) + np.eye(2), 0.0
        for axis in range(b.ndim):
            s += by_axis(b, axis)[0]
            other = 1 - axis
            s += b.max(axis=other).sum()
        for i, n in enumerate(b.shape):
            s += b.sum(axis=i)[n - 1]
        return s

    check(loops)
