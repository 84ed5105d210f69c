"""Items of containers are equal to themselves, be they nan."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import irad

NAN = float("nan")


def inside(q: Any) -> Any:
    return q in [q], q in (1.0, q), [q] == [q], (q, 1.0) == (q, 1.0), [q, 2.0] != [q, 2.0]


def nested(q: Any) -> Any:
    return ((q, 1), 2) == ((q, 1), 2), (q, 1) in [(q, 1)], q in [2.0, (q, 1)]


def ordered(q: Any) -> Any:
    return (q, 1.0) < (q, 2.0), [q, 3.0] > [q, 2.0], max((q, 1.0), (q, 2.0))[1]


def places(q: Any) -> Any:
    return [1.0, q, 3.0].count(q), (1.0, q, 3.0).index(q), (q, 1.0).count(q)


def numbers(q: Any) -> Any:
    return q == q, q != q, [q * 1.0] == [q], q in [math.nan]


@pytest.mark.parametrize("q", [NAN, 1.5])
@pytest.mark.parametrize("f", [inside, nested, ordered, places])
def test_same_name(f: Any, q: float) -> None:
    assert irad.jit(f)(q) == f(q)


def test_other_values() -> None:
    assert irad.jit(numbers)(NAN) == numbers(NAN)


def elements(x: Any) -> Any:
    a, b = x[0], x[0]
    return [a] == [b], a in [b], a in (a,), [x[0]] == [x[0]], [a].count(a)


def test_elements_of_an_array() -> None:
    """Which NumPy makes a new object of each time."""
    x = np.array([NAN])
    assert irad.jit(elements)(x) == elements(x)
