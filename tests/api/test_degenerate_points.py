"""Where a function has no derivative, forward and reverse mode give the same; and what NumPy's functions give there is zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

ZERO, EQUAL, TIES = np.zeros(3), np.full(3, 2.0), np.array([1.0, 1.0, 0.0])
FUNCTIONS: list[tuple[Callable[..., Any], list[np.ndarray]]] = [
    (lambda x: np.std(x), [EQUAL, ZERO]),
    (lambda x: np.std(x.reshape(3, 1), axis=0), [EQUAL]),
    (lambda x: np.std(x.reshape(3, 1), axis=1), [TIES]),
    (lambda x: np.linalg.norm(x), [ZERO]),
    (lambda x: np.linalg.norm(x, 3), [ZERO, TIES]),
    (lambda x: np.linalg.norm(x.reshape(3, 1), axis=1), [ZERO, TIES]),
    (lambda x: np.var(x), [EQUAL]),
]
SLOW: list[tuple[Callable[..., Any], list[np.ndarray]]] = [
    (lambda x: np.sqrt(x), [ZERO]), (lambda x: np.abs(x), [ZERO, -ZERO]), (lambda x: np.hypot(x[0], x[1]), [ZERO]),
    (lambda x: np.arctan2(x[0], x[1]), [ZERO]), (lambda x: x**2.0, [ZERO]), (lambda x: x**0.5, [ZERO]),
    (lambda x: x**0.0, [ZERO]), (lambda x: x[0] ** x[1], [ZERO, np.array([0.0, 1.0, 0.0]), np.array([-1.0, 2.0, 0.0])]),
    (lambda x: x.min(), [EQUAL, TIES]), (lambda x: x.max(), [EQUAL, TIES]), (lambda x: np.maximum(x, 2.0), [EQUAL]),
    (lambda x: np.fmin(x, 2.0), [EQUAL]), (lambda x: np.clip(x, 0.0, 2.0), [ZERO, EQUAL]), (lambda x: np.sort(x), [EQUAL, TIES]),
    (lambda x: max(x[0], x[1], 0.0), [ZERO, EQUAL]), (lambda x: abs(x[0]), [ZERO]), (lambda x: np.sign(x), [ZERO]),
    (lambda x: np.cbrt(x), [ZERO]), (lambda x: np.log(x), [ZERO]), (lambda x: np.arcsin(x), [np.ones(3)]),
    (lambda x: np.copysign(x, x[::-1].copy()), [ZERO, -ZERO]), (lambda x: np.fmod(x, 2.0), [EQUAL]),
    (lambda x: x % 2.0, [EQUAL, ZERO]), (lambda x: x // 2.0, [EQUAL, ZERO]), (lambda x: x.prod(), [ZERO, TIES]),
    (lambda x: x / x, [ZERO]), (lambda x: np.where(x > 0, x * np.log(x), 0.0), [ZERO]), (lambda x: np.rint(x), [TIES / 2]),
    (lambda x: np.linalg.norm(x, 1), [ZERO]), (lambda x: np.linalg.norm(x, np.inf), [ZERO, EQUAL]),
]  # fmt: skip


def compare(f: Callable[..., Any], points: list[np.ndarray]) -> None:
    ahead, back = irad.jacfwd(f), irad.jacrev(f)
    for x in points:
        assert np.array_equal(ahead(x), back(x), equal_nan=True), (x, ahead(x), back(x))


@pytest.mark.parametrize(("f", "points"), FUNCTIONS)
def test_modes_agree(f: Callable[..., Any], points: list[np.ndarray]) -> None:
    compare(f, points)


@pytest.mark.slow
@pytest.mark.parametrize(("f", "points"), SLOW)
def test_modes_agree_everywhere(f: Callable[..., Any], points: list[np.ndarray]) -> None:
    compare(f, points)


def test_the_deviation_of_equal_elements() -> None:
    assert not irad.grad(lambda x: np.std(x))(EQUAL).any()
    x = np.array([1.0, 2.0, 4.0])
    assert np.allclose(irad.grad(lambda x: np.std(x))(x), (x - x.mean()) / (3 * x.std()))
