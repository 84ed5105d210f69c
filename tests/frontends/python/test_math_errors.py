"""Where functions of `math` raise errors, and where not: Python's own, at the ends of their domains, poles and infinities."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import pytest

import irad

POINTS = (-math.inf, -8.0, -2.5, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 1.0000000000000002, 3.0, math.inf, math.nan)
SINGLE: list[Callable[[float], float]] = [
    lambda x: math.sqrt(x), lambda x: math.log(x), lambda x: math.log2(x), lambda x: math.log10(x), lambda x: math.log1p(x),
    lambda x: math.asin(x), lambda x: math.acos(x), lambda x: math.acosh(x), lambda x: math.atanh(x), lambda x: math.gamma(x),
    lambda x: math.lgamma(x), lambda x: math.atan(x), lambda x: math.asinh(x), lambda x: math.tanh(x), lambda x: math.erf(x),
]  # fmt: skip
DOUBLE: list[Callable[[float, float], float]] = [
    lambda x, y: math.fmod(x, y), lambda x, y: math.pow(x, y), lambda x, y: math.atan2(x, y),
]  # fmt: skip


def outcome(f: Callable[..., Any], *args: float) -> Any:
    try:
        return f(*args)
    except ValueError as error:
        assert "math domain error" in str(error) or "expected a" in str(error)  # Python 3.14 says more
        return "ValueError"


@pytest.mark.parametrize("f", SINGLE, ids=lambda f: "_".join(f.__code__.co_names[1:]))
def test_of_one_number(f: Callable[[float], float]) -> None:
    compiled = irad.jit(f)
    for x in POINTS:
        expected, found = outcome(f, x), outcome(compiled, x)
        assert found == expected or found == pytest.approx(expected, rel=1e-14, nan_ok=True), x


@pytest.mark.parametrize("f", DOUBLE, ids=lambda f: "_".join(f.__code__.co_names[1:]))
def test_of_two_numbers(f: Callable[[float, float], float]) -> None:
    compiled = irad.jit(f)
    for x, y in itertools.product(POINTS, POINTS):
        expected, found = outcome(f, x, y), outcome(compiled, x, y)
        assert found == expected or found == pytest.approx(expected, rel=1e-14, nan_ok=True), (x, y)


def test_derivatives_inside_of_the_domain_and_an_error_outside() -> None:
    def f(x, y):
        return math.asin(x) * math.fmod(y, x)

    dx, dy = irad.grad(f, argnums=(0, 1))(0.5, 1.75)
    assert dx == pytest.approx(0.25 / math.sqrt(0.75) - 3 * math.asin(0.5)) and dy == pytest.approx(math.asin(0.5))
    with pytest.raises(ValueError, match="math domain error"):
        irad.grad(f)(2.0, 1.0)
