"""Roots by `scipy.optimize` in compiled code: values beside SciPy's, derivatives beside differences of these."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import optimize

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

P = np.array([1.3, 0.4])


def bracketed(p):
    first = optimize.brentq(lambda x: math.exp(x) - p[0] * x - 2 - p[1], 0, 3.0)
    second = optimize.bisect(lambda x, q: x**3 - q, 0, 3, args=p[0])
    third = optimize.ridder(lambda x, a, b: math.exp(1e3 * x) - a - b, -1e-3, 3e-3, args=(p[0], p[1]))
    return first * second + 1e3 * third


def without_bracket(p):
    secants = optimize.newton(lambda x, q: math.cos(x) - q * x, 0.5, args=(p[0],))
    tangents = optimize.newton(lambda x: math.cos(x) - p[1] * x, 0.5, fprime=lambda x: -math.sin(x) - p[1])
    bends = optimize.newton(lambda x: x**3 - p[0], 1, fprime=lambda x: 3 * x**2, fprime2=lambda x: 6 * x)
    return secants * tangents + bends


def as_objects(p):
    first = optimize.root_scalar(lambda x: x * x - p[0], bracket=[0, 4])
    second = optimize.root_scalar(lambda x: x * x - p[1], x0=1, fprime=lambda x: 2 * x)
    third = optimize.root_scalar(lambda x: x**5 - p[0], x0=1, x1=1.2, method="secant")
    return first.root * second.root + third.root if first.converged else 0.0


def at_zero(p):
    return optimize.brentq(lambda x: p[0] * x, -1.0, 1.0) + optimize.brentq(lambda x: x - p[0], 1.3, 5.0)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("f", [bracketed, without_bracket, as_objects], ids=lambda f: f.__name__)
def test_roots(f) -> None:
    check_values(f, P, rtol=1e-13)
    check_slopes(f, P, rtol=1e-6)


def test_a_root_that_is_zero() -> None:
    check_values(at_zero, P)
    np.testing.assert_allclose(irad.grad(at_zero)(P), [1.0, 0.0], atol=1e-12)


@pytest.mark.parametrize("mode", ["hessian", pytest.param("third", marks=pytest.mark.slow)])
def test_higher_derivatives(mode) -> None:
    """Of the root of x**3 - q: q**(1/3)."""

    def f(q):
        return optimize.brentq(lambda x: x**3 - q, 0.0, 3.0)

    if mode == "hessian":
        assert irad.hessian(f)(1.3) == pytest.approx(-2 / 9 * 1.3 ** (-5 / 3), rel=1e-9)
    else:
        assert irad.grad(irad.grad(irad.grad(f)))(1.3) == pytest.approx(10 / 27 * 1.3 ** (-8 / 3), rel=1e-8)


def cusp(q):
    return optimize.bisect(lambda x: np.copysign(np.abs(x - q) ** 0.2, x - q), -1.0, 1.5)


def test_no_slope() -> None:
    """The slope is infinite at the root: it has no formula, which is said."""
    assert irad.jit(cusp)(0.25) == 0.25
    with pytest.raises(RuntimeError, match="no slope"):
        irad.grad(cusp)(0.25)
    with pytest.raises(RuntimeError, match="no slope"):
        irad.jvp(cusp, (0.25,), (1.0,))


def test_errors() -> None:
    check_errors(
        lambda: optimize.brentq(lambda x: x * x + 1.0, -1.0, 2.0),
        lambda: optimize.brentq(lambda x: x, -1.0, 2.0, xtol=-1.0),
        lambda: optimize.bisect(lambda x: x - 0.3, -1.0, 2.0, maxiter=3),
        lambda: optimize.newton(lambda x: x * x + 1.0, 0.3, maxiter=5),
        lambda: optimize.newton(lambda x: x * x + 1.0, 0.0, fprime=lambda x: 2 * x),
        lambda: optimize.ridder(lambda x: np.nan, 0.0, 1.0),
    )


def test_refused() -> None:
    with pytest.raises(irad.UnsupportedError, match="options="):
        irad.jit(lambda: optimize.root_scalar(np.sin, x0=3.0, options={"maxiter": 7}).root)()


def with_results(p):
    first, ended = optimize.brentq(lambda z: z**3 - p[0], 0, 3, full_output=True)
    second, _ = optimize.newton(lambda z, q: z**2 - q, 1.0, args=(p[1],), full_output=True)
    third = optimize.toms748(lambda z: math.exp(z) - p[0], -1.0, 2.0)
    fourth = optimize.root_scalar(lambda z: z**3 - p[0], bracket=[0, 3], method="brenth")
    fifth = optimize.root_scalar(lambda z: (z**3 - p[1], 3 * z**2), x0=1.0, fprime=True)
    sixth = optimize.root_scalar(lambda z: z**5 - p[0], x0=1.0)
    return (first * second + ended.root * third + fourth.root * fifth.root + sixth.root) * (1.0 if ended.converged else 0.0)


def test_what_solvers_tell() -> None:
    """In closed form, with a = p[0] and b = p[1]: products of their roots."""
    a, b = P
    value, slope = irad.value_and_grad(with_results)(P.copy())
    cube, root, log = a ** (1 / 3), b**0.5, math.log(a)
    assert value == pytest.approx(cube * root + cube * log + cube * b ** (1 / 3) + a**0.2, rel=1e-8)
    by_a = (root + log + b ** (1 / 3)) * cube / (3 * a) + cube / a + 0.2 * a**-0.8
    np.testing.assert_allclose(slope, [by_a, cube * (0.5 / root + b ** (-2 / 3) / 3)], rtol=1e-7)


def test_brenth() -> None:
    """As SciPy's within the tolerance; of x² = s the slope is 1 / 2x."""
    f = lambda s: optimize.brenth(lambda x: x * x - s, 0, 3)
    value, slope = irad.value_and_grad(f)(1.7)
    assert value == pytest.approx(f(1.7), rel=1e-11)
    assert slope == pytest.approx(0.5 / math.sqrt(1.7), rel=1e-11)


def test_rosenbrock() -> None:
    x = np.array([0.7, -1.3, 2.1, 0.45])
    value, slope = irad.value_and_grad(lambda x: optimize.rosen(x))(x)
    assert value == pytest.approx(optimize.rosen(x), rel=1e-14)
    np.testing.assert_allclose(slope, optimize.rosen_der(x), rtol=1e-12)
    np.testing.assert_allclose(irad.jit(lambda x: optimize.rosen_der(x))(x), optimize.rosen_der(x), rtol=1e-14)
    np.testing.assert_allclose(irad.jacobian(lambda x: optimize.rosen_der(x))(x), optimize.rosen_hess(x), rtol=1e-12)
