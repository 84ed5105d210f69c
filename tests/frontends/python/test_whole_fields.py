"""Fields of data classes and named tuples that are annotated as integers or truth values, beside floats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad


@dataclass
class Series:
    order: int
    k: float
    w: Any
    flag: bool = True


class Weights(NamedTuple):
    order: int
    w: Any


class Scale(NamedTuple):
    n: int
    a: float


W = np.array([1.0, 2.0, 3.0])


def total(p, q):
    """(k w0 + k^2 w1) a^n of two terms."""
    t = 0.0
    for i in range(p.order):
        t += p.k ** (i + 1) * p.w[i]
    return t * q.a**q.n if p.flag else t


def test_gradient() -> None:
    p, q = irad.grad(total, argnums=(0, 1))(Series(2, 0.5, W), Scale(3, 1.5))
    assert (p.order, p.flag, q.n) == (None, None, None)
    assert p.k == pytest.approx((1 + 2 * 0.5 * 2) * 1.5**3)
    assert p.w == pytest.approx(np.array([0.5, 0.25, 0.0]) * 1.5**3)
    assert q.a == pytest.approx((0.5 + 0.25 * 2) * 3 * 1.5**2)


def test_forward() -> None:
    tangents = Series(0, 1.0, np.zeros(3), False), Scale(0, 2.0)
    value, slope = irad.jvp(total, (Series(2, 0.5, W), Scale(3, 1.5)), tangents)
    assert value == pytest.approx(1.5**3)
    assert slope == pytest.approx((1 + 2 * 0.5 * 2) * 1.5**3 + 2 * 3 * 1.5**2)


def test_shared_memory() -> None:
    w = W.copy()
    p = irad.grad(lambda p, v: total(p, Scale(1, 2.0)) + v.sum())(Series(2, 0.5, w), w)
    assert p.w == pytest.approx(np.array([2.0, 1.5, 1.0]))  # by both ways to the memory


def test_shadows() -> None:
    shadow = Weights(0, np.zeros(3))
    irad.autodiff(lambda p: p.w @ p.w * p.order, irad.Duplicated(Weights(2, W), shadow))
    assert shadow.w == pytest.approx(4 * W)


@pytest.mark.parametrize("p", [Series(2, 1, W), Series(1.0, 2, W)])
def test_integers_for_floats(p: Series) -> None:
    with pytest.raises(irad.TypingError, match=r"argument 0.k is of type int64, which has no derivative"):
        irad.grad(total)(p, Scale(1, 1.0))
