"""What is None at times, where a number, an object or a list is needed: the errors of plain Python, and what catches them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

import irad


class Held:
    def __init__(self, a: float) -> None:
        self.a = a


def twice(s: float, c: float) -> Any:
    w = None
    if s > c:
        w = s * 2
    return w


def held(s: float, c: float) -> Any:
    return Held(s) if s > c else None


def pair(s: float, c: float) -> Any:
    return [s, s + 1] if s > c else None


def left(s: float, c: float) -> float:
    return twice(s, c) + 1


def right(s: float, c: float) -> float:
    return 2 - twice(s, c)


def both(s: float, c: float) -> float:
    return twice(s, c) * twice(s, c + 1)


def ordered(s: float, c: float) -> float:
    return s if twice(s, c) < 3 else 2.0


def chained(s: float, c: float) -> float:
    return s if 0.1 <= twice(s, c) < 3 else 2.0


def attribute(s: float, c: float) -> float:
    return held(s, c).a


def attribute_changed(s: float, c: float) -> float:
    p = held(s, c)
    p.a += 1
    return p.a


def item(s: float, c: float) -> float:
    return pair(s, c)[0]


def unpacked(s: float, c: float) -> float:
    a, b = pair(s, c)
    return a * b


def negated(s: float, c: float) -> float:
    return -twice(s, c)


def augmented(s: float, c: float) -> float:
    w = twice(s, c)
    w += math.sin(s)
    return w


def sorted_by_the_first(s: float, c: float) -> float:  # the second items are not compared
    return sum(p[0] for p in sorted([(s, twice(s, c)), (s - 1, s + 1), (s + 1, twice(s, c))]))


def sorted_by_the_second(s: float, c: float) -> float:
    return sum(p[0] for p in sorted([(s, twice(s, c)), (s, s + 1), (s + 1, twice(s, c))]))


def caught(fn: Callable[[float, float], float]) -> Callable[[float, float], float]:
    @wraps(fn)
    def around(s: float, c: float) -> float:
        try:
            return fn(s, c)
        except AttributeError:
            return -1.0 * s
        except TypeError:
            return -2.0 * s

    return around


PROGRAMS = (
    left, right, both, ordered, chained, attribute, attribute_changed, item, unpacked, negated, augmented,
    sorted_by_the_first, sorted_by_the_second,
)  # fmt: skip


@pytest.mark.parametrize("c", [0.1, 0.6])
@pytest.mark.parametrize("fn", PROGRAMS, ids=lambda fn: fn.__name__)
def test_errors_are_those_of_plain_python(fn: Callable[[float, float], float], c: float) -> None:
    try:
        value = fn(0.3, c)
    except (AttributeError, TypeError) as error:
        with pytest.raises(type(error)) as found:
            irad.jit(fn)(0.3, c)
        assert str(found.value) == str(error)
    else:
        assert irad.jit(fn)(0.3, c) == value
    program = caught(fn)
    slope = (program(0.3 + 1e-6, c) - program(0.3 - 1e-6, c)) / 2e-6
    computed, gradient = irad.value_and_grad(program)(0.3, c)
    assert computed == pytest.approx(program(0.3, c), rel=1e-14)
    assert gradient == pytest.approx(slope, rel=1e-8)
