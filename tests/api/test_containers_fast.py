"""Containers as arguments and results of repeated calls, which go through machine code: the same as the first time."""

from __future__ import annotations

import gc
import sys
import threading
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad


class Pair(NamedTuple):
    w: Any
    b: float


@dataclass
class Model:
    w: Any
    b: float


@dataclass(slots=True)
class Slotted:
    w: Any
    b: float


class Clever(Model):
    """Finds attributes in its own way."""

    def __getattribute__(self, name):
        return super().__getattribute__(name)


def by_item(p, x):
    return ((p[0] * x + p[1]) ** 2).sum()


def by_key(p, x):
    return ((p["w"] * x + p["b"]) ** 2).sum()


def by_name(p, x):
    return ((p.w * x + p.b) ** 2).sum()


X = np.array([1.0, 2.0])
W = np.array([3.0, -1.0])
# residuals r = w x + b are 3.5 and -1.5: d/dw = 2 r x, d/db = 2 sum r
DW, DB = np.array([7.0, -6.0]), 4.0
CASES = [
    (by_item, lambda: (W.copy(), 0.5), tuple, lambda g: (g[0], g[1])),
    (by_item, lambda: [W.copy(), 0.5], list, lambda g: (g[0], g[1])),
    (by_key, lambda: {"w": W.copy(), "b": 0.5}, dict, lambda g: (g["w"], g["b"])),
    (by_name, lambda: Pair(W.copy(), 0.5), Pair, lambda g: (g.w, g.b)),
    (by_name, lambda: Model(W.copy(), 0.5), Model, lambda g: (g.w, g.b)),
    (by_name, lambda: Slotted(W.copy(), 0.5), Slotted, lambda g: (g.w, g.b)),
    (by_name, lambda: Clever(W.copy(), 0.5), Clever, lambda g: (g.w, g.b)),
]


@pytest.mark.parametrize("case", CASES, ids=[c[2].__name__ for c in CASES])
def test_gradients_are_built_like_their_arguments(case: Any) -> None:
    f, make, kind, parts = case
    gradient, value = irad.grad(f), irad.value_and_grad(f)
    for _ in range(3):
        p = make()
        found = gradient(p, X)
        assert type(found) is kind
        np.testing.assert_allclose(parts(found)[0], DW, rtol=1e-14)
        assert parts(found)[1] == pytest.approx(DB, rel=1e-14)
        total, again = value(p, X)
        assert total == pytest.approx(14.5) and type(again) is kind


def test_what_does_not_fit_is_seen() -> None:
    gradient = irad.grad(by_key)
    for _ in range(3):
        np.testing.assert_allclose(gradient({"w": W, "b": 0.5}, X)["w"], DW)
        np.testing.assert_allclose(gradient({"b": 0.5, "w": W}, X)["w"], DW)
        np.testing.assert_allclose(gradient({"w": W, "b": 0.5, "other": 1.0}, X)["w"], DW)
        np.testing.assert_allclose(gradient({"w": W.astype(np.float32), "b": 0.5}, X)["w"], DW)
        with pytest.raises((TypeError, KeyError)):
            gradient({"w": W}, X)
        with pytest.raises((TypeError, KeyError)):
            gradient({"w": W, 5: 0.5}, X)
    named = irad.grad(by_name)
    for _ in range(3):
        np.testing.assert_allclose(named(Model(W, 0.5), X).w, DW)
        half = Model(W, 0.5)
        del half.b
        with pytest.raises((TypeError, AttributeError)):
            named(half, X)


@pytest.mark.slow
def test_no_reference_is_lost_or_left() -> None:
    for f, make, _, _ in CASES:
        gradient, p = irad.grad(f), make()
        arrays = [W, X, *([p.w] if hasattr(p, "w") else [p["w"] if isinstance(p, dict) else p[0]])]
        gradient(p, X), gradient(p, X)
        before = [sys.getrefcount(a) for a in arrays]
        for _ in range(300):
            gradient(p, X)
        for _ in range(30 if f is by_item else 0):  # each looks for code for strings
            with pytest.raises(TypeError):
                gradient(p, "x")
        gc.collect()
        after = [sys.getrefcount(a) for a in arrays]
        assert all(abs(a - b) < 10 for a, b in zip(after, before, strict=True))


def test_a_container_that_is_changed_meanwhile() -> None:
    """The arrays that a call has taken from a dict stay while it computes, whatever other threads do with the dict."""

    def long(p):
        s = 0.0
        for _ in range(200):
            for v in p["w"]:
                s += v
        return s

    compiled, p, done = irad.jit(long), {"w": np.full(20_000, 1.0)}, threading.Event()
    compiled(p), compiled(p)

    def change() -> None:
        k = 0
        while not done.is_set():
            k += 1
            p["w"] = np.full(20_000, float(1 + k % 2))

    other = threading.Thread(target=change)
    other.start()
    try:
        for _ in range(20):
            assert compiled(p) in (200 * 20_000.0, 400 * 20_000.0)
    finally:
        done.set()
        other.join()
