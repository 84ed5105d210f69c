"""``np.poly1d`` and ``np.polynomial.Polynomial`` in compiled code, beside NumPy's."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from scipy import stats

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

C, X = np.array([1.0, -3.0, 2.0, 0.5]), np.linspace(-1, 2, 5)
Y = X**3 - X
FALLING, RISING = np.poly1d([1.0, 2.0, 3.0]), Polynomial([1.0, 2.0, 3.0], domain=[0, 2])


def falling():
    p, q, w = np.poly1d(C), np.poly1d([1, 2]), np.poly1d([1.0, 2.0], True)
    values = p(X), p(2.0), q(3), (-p)(1.5), p.deriv(2)(X), p.integ()(1.0), FALLING(X), FALLING.deriv()(0.5)
    made = (p + q).c, (p - 1).c, (2 * p).c, (p * q).c, (p / 2).c, (p**2).c, (1 - p).c, (p / q)[0].c, w.coeffs
    return *values, *made, p.c, p.order, p.deriv().c, p.integ(k=2.0).c, p[1], p[9], len(p), np.poly1d([0, 0, 3, 1]).c


def rising():
    p, q = Polynomial([1, 2, 3.0], domain=[0, 2]), Polynomial(C)
    sums = (q * q).coef, (q**3).coef, (q + 1).coef, (2 - q).coef, (q / 2).coef, (RISING + p).coef, q.trim().coef
    slopes = q.deriv().coef, p.deriv(2).coef, p.integ(1, k=[1]).coef, p.integ(2, k=[1, 2], lbnd=0.5).coef, RISING.integ()(1.0)
    fits = Polynomial.fit(X, Y, 3)(0.3), Polynomial.fit(X, Y, 3).convert().coef, Polynomial.fit(X, Y, 2).domain
    others = p.convert().coef, Polynomial.fromroots([1.0, 2.0]).coef, p.degree(), p.roots(), *p.linspace(4)
    return p(X), p.coef, *sums, *slopes, *fits, *others, RISING(X)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("f", [falling, rising], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f)


def of_coefficients(x):
    p = np.poly1d(x)
    q = p * p.deriv() - 2 * p + 1
    s = Polynomial(x, domain=[0, 3])
    fitted = Polynomial.fit(X, Y * x[0] + x[1] ** 2, 2)
    rising_part = (s**2).integ(lbnd=0.3)(x[0]) + s.deriv()(0.7) + fitted(x[2]) + fitted.convert().coef @ x
    return q(0.7) + p(x).sum() + p.integ()(x[1]) + rising_part + (p.roots * p.roots).real.sum()


def test_slopes() -> None:
    check_slopes(of_coefficients, np.array([0.8, -0.42, 0.77]))


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: RISING + Polynomial([1.0]), lambda: np.poly1d([1.0, 2.0]) ** -1, lambda: Polynomial([1.0]).integ(1, k=[1, 2])
    )  # fmt: skip


def test_python_is_given_objects_of_the_libraries() -> None:
    def f(x):
        return np.poly1d(x) * 2.0, Polynomial(x, domain=[0, 3]).deriv(), stats.linregress(X, Y)

    for found, wanted in zip(irad.jit(f)(C), f(C), strict=True):
        assert type(found) is type(wanted)
    assert irad.jit(f)(C)[0] == f(C)[0] and irad.jit(f)(C)[1] == f(C)[1]
    assert irad.jit(f)(C)[2].intercept_stderr == pytest.approx(f(C)[2].intercept_stderr, rel=1e-12)
