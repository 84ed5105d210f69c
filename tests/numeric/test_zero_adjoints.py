"""Higher derivatives where a lower one is exactly zero.

A factor that happens to be zero makes the adjoint of what it is multiplied with zero, but not the derivative of that adjoint:
``(a - b) * g(c)`` at ``a == b`` has the mixed derivatives ``g'(c)`` and ``g''(c)``.  Where an adjoint is zero because nobody
wants the value, all derivatives are exactly zero, be the partial derivative infinite or not a number.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

C = 0.7

# g, its first two derivatives (closed forms)
FUNCTIONS: dict[str, tuple[Callable[[float], float], Callable[[float], float], Callable[[float], float]]] = {
    "sqrt": (lambda x: math.sqrt(x), lambda x: 0.5 * x**-0.5, lambda x: -0.25 * x**-1.5),
    "log": (lambda x: math.log(x), lambda x: 1 / x, lambda x: -1 / x**2),
    "asin": (lambda x: math.asin(x), lambda x: (1 - x * x) ** -0.5, lambda x: x * (1 - x * x) ** -1.5),
    "atan": (lambda x: math.atan(x), lambda x: 1 / (1 + x * x), lambda x: -2 * x / (1 + x * x) ** 2),
    "power": (lambda x: x**1.5, lambda x: 1.5 * x**0.5, lambda x: 0.75 * x**-0.5),
    "inverse": (lambda x: 1 / x, lambda x: -(x**-2), lambda x: 2 * x**-3),
}

MODES = {"fwd": irad.jacfwd, "rev": irad.jacrev}


def transformed(f: Any, kinds: tuple[str, ...]) -> Any:
    for kind in kinds:
        f = MODES[kind](f, argnums=(0, 1, 2))
    return f


@pytest.mark.parametrize("kinds", list(itertools.product(MODES, repeat=2)), ids="-".join)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_second_derivatives_of_a_product_with_zero(name: str, kinds: tuple[str, ...]) -> None:
    g, first, _ = FUNCTIONS[name]

    def f(a: float, b: float, c: float) -> float:
        return (a - b) * g(c)

    got = np.array(transformed(f, kinds)(1.25, 1.25, C))
    d = first(C)
    np.testing.assert_allclose(got, [[0, 0, d], [0, 0, -d], [d, -d, 0]], rtol=1e-12)


@pytest.mark.parametrize("kinds", list(itertools.product(MODES, repeat=3)), ids="-".join)
@pytest.mark.parametrize("name", ["sqrt", "atan"])
def test_third_derivatives_of_a_product_with_zero(name: str, kinds: tuple[str, ...]) -> None:
    g, _, second = FUNCTIONS[name]

    def f(a: float, b: float, c: float) -> float:
        return (a - b) * g(c)

    want = np.zeros((3, 3, 3))
    for k, sign in ((0, 1), (1, -1)):
        for place in ((k, 2, 2), (2, k, 2), (2, 2, k)):
            want[place] = sign * second(C)
    np.testing.assert_allclose(np.array(transformed(f, kinds)(1.25, 1.25, C)), want, rtol=1e-12)


def test_directions_that_are_zero_at_first() -> None:
    """jvp of jvp, the first direction being zero: what is left is the derivative along the direction of the direction."""

    def root(x: float) -> float:
        return math.sqrt(x)

    def first(x: float, t: float) -> float:
        return irad.jvp(root, (x,), (t,))[1]

    def second(x: float, t: float, u: float, v: float) -> float:
        return irad.jvp(first, (x, t), (u, v))[1]

    d1, d2, d3 = 0.5 * C**-0.5, -0.25 * C**-1.5, 0.375 * C**-2.5
    assert irad.jvp(first, (C, 0.0), (1.0, 1.0))[1] == pytest.approx(d1, rel=1e-12)
    # of d2 t u + d1 v, by (x, t, u, v) along (p, q, r, s), at t = 0: d2 q u + d2 p v + d1 s
    got = irad.jvp(second, (C, 0.0, 2.0, 0.0), (3.0, 5.0, 7.0, 11.0))[1]
    assert got == pytest.approx(d2 * 5 * 2 + d1 * 11, rel=1e-12)
    got = irad.jvp(second, (C, 1.5, 2.0, 0.0), (3.0, 5.0, 7.0, 11.0))[1]
    assert got == pytest.approx(d3 * 3 * 1.5 * 2 + d2 * (5 * 2 + 1.5 * 7) + d1 * 11, rel=1e-12)


def root(x: np.ndarray) -> float:
    s = 0.0
    for i in range(len(x)):
        s += (math.sqrt(x[i]) * x[i] if x[i] > 0 else 0.0) + x[i] * x[i]
    return s


def quotient(x: np.ndarray) -> float:
    s = 0.0
    for i in range(len(x)):
        s += (x[i] * x[i] * math.log(x[i]) / math.sqrt(x[i]) if x[i] > 0 else 0.0) + x[i] * x[i]
    return s


def arrays(x: np.ndarray) -> float:
    return float(np.sum(np.where(x > 0, x * np.sqrt(x) * np.exp(x), 0.0) + x * x))


# The functions, and the second derivatives of what is added to the square of an element.
MASKED: list[tuple[Callable[[np.ndarray], float], Callable[[float], float]]] = [
    (root, lambda v: 0.75 / math.sqrt(v)),
    (quotient, lambda v: (0.75 * math.log(v) + 2) / math.sqrt(v)),
    (arrays, lambda v: math.exp(v) * (v**1.5 + 3 * v**0.5 + 0.75 * v**-0.5)),
]


@pytest.mark.parametrize("kinds", list(itertools.product(MODES, repeat=2)), ids="-".join)
@pytest.mark.parametrize(("f", "second"), MASKED, ids=[f.__name__ for f, _ in MASKED])
def test_what_nobody_wants_stays_zero(
    f: Callable[[np.ndarray], float], second: Callable[[float], float], kinds: tuple[str, ...]
) -> None:
    """Roots and logarithms are computed of all elements at once, of some they are not numbers."""
    x = np.array([-1.0, 0.0, 4.0, -0.0, 9.0])
    for kind in kinds:
        f = MODES[kind](f)
    want = np.diag([second(v) + 2 if v > 0 else 2.0 for v in x])
    np.testing.assert_allclose(f(x), want, rtol=1e-12)


def norm(x: np.ndarray, w: float) -> float:
    return w * math.sqrt(np.sum(x * x)) + 3.0 * x[0] * x[0]


def test_a_root_at_zero_with_a_weight_of_zero() -> None:
    """The first derivative is that without the root, in every mode."""
    x = np.zeros(3)
    np.testing.assert_array_equal(irad.grad(norm)(x, 0.0), [0, 0, 0])
    np.testing.assert_array_equal(irad.jacfwd(norm)(x, 0.0), [0, 0, 0])


SOURCE = """
#include <math.h>
extern double __enzyme_fwddiff(void *, double, double, double, double, double, double);
double f(double a, double b, double c) { return (a - b) * sqrt(c); }
double along(double a, double b, double c, double p, double q, double r) {
  return __enzyme_fwddiff((void *)f, a, p, b, q, c, r);
}
"""


def test_in_c() -> None:
    along = irad.Module.from_c(SOURCE)["along"]
    out = irad.autodiff(along, *(irad.Active(v) for v in (1.25, 1.25, C, 0.0, 0.0, 1.0)))
    np.testing.assert_allclose(out[:2], [0.5 * C**-0.5, -0.5 * C**-0.5], rtol=1e-12)


@pytest.mark.parametrize("kinds", list(itertools.product(MODES, repeat=2)), ids="-".join)
@pytest.mark.parametrize(("x", "y"), [(2.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.5, -0.0)])
def test_powers_at_exponents_that_are_special(x: float, y: float, kinds: tuple[str, ...]) -> None:
    def power(x: float, y: float) -> float:
        return x**y

    f = power
    for kind in kinds:
        f = MODES[kind](f, argnums=(0, 1))
    mixed, log = x ** (y - 1) * (1 + y * math.log(x)), math.log(x)
    want = [[y * (y - 1) * x ** (y - 2), mixed], [mixed, x**y * log * log]]
    np.testing.assert_allclose(np.array(f(x, y)), want, rtol=1e-12, atol=1e-12)
