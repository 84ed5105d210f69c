"""`solve_ivp` by backward differences and by Radau's method: SciPy's steps, and the derivatives of the equations.

The matrices of slopes are exact here and taken by differences in SciPy, which changes Newton's iterations by rounding: values
agree to 1e-6.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import integrate

import irad

METHODS = ["BDF", "Radau", "LSODA"]


def robertson(p, method, **options):
    def slopes(t, y):
        return [-p[0] * y[0] + 1e4 * y[1] * y[2], p[0] * y[0] - 1e4 * y[1] * y[2] - p[1] * y[1] ** 2, p[1] * y[1] ** 2]

    return integrate.solve_ivp(slopes, (0, 40.0), np.array([1.0, 0.0, 0.0]), method=method, **options)


P = np.array([0.04, 3e7])


def of_bdf(p):
    found = robertson(p, "BDF", dense_output=True)
    return found.t, found.y, found.sol(7.0), found.nfev, found.nlu, found.success


def of_radau(p):
    found = robertson(p, "Radau", dense_output=True)
    return found.t, found.y, found.sol(np.array([0.1, 7.0])), found.nfev, found.nlu, found.success


def of_bdf_at_times(p):
    found = robertson(p, "BDF", t_eval=np.linspace(0, 40, 9), rtol=1e-6, atol=1e-9)
    return found.t, found.y, found.nfev


def of_radau_at_times(p):
    found = robertson(p, "Radau", t_eval=np.linspace(0, 40, 9), rtol=1e-6, atol=1e-9)
    return found.t, found.y, found.nfev


_MORE = [pytest.param(f, marks=pytest.mark.slow) for f in (of_bdf, of_radau_at_times)]


@pytest.mark.parametrize("f", [of_radau, of_bdf_at_times, *_MORE], ids=lambda f: f.__name__)
def test_as_scipy(f) -> None:
    for own, other in zip(irad.jit(f)(P), f(P), strict=True):
        assert np.shape(own) == np.shape(other)
        np.testing.assert_allclose(own, other, rtol=1e-6, atol=1e-7 * np.max(np.abs(other)))


def backwards_by_bdf(k):
    return integrate.solve_ivp(lambda t, y: -k * y, (1.0, -k), [0.3], method="BDF", rtol=1e-9, atol=1e-12, max_step=0.2).y[0, -1]


def backwards_by_radau(k):
    return integrate.solve_ivp(
        lambda t, y, c: -c * y, (1.0, -k), [0.3], "Radau", args=(k,), jac=lambda t, y, c: [[-c]], rtol=1e-9, atol=1e-12
    ).y[0, -1]


def by_lsoda(k):
    return integrate.solve_ivp(lambda t, y: -k * y, (1.0, -k), [0.3], method="LSODA", rtol=1e-9, atol=1e-12).y[0, -1]


@pytest.mark.slow
@pytest.mark.parametrize("f", [backwards_by_bdf, backwards_by_radau, by_lsoda], ids=lambda f: f.__name__)
def test_derivatives(f) -> None:
    """0.3 exp(k (k + 1)): to the accuracy of the solver, also by the end of the integration, which depends on k."""
    k, y = 0.8, 0.3 * math.exp(0.8 * 1.8)
    assert f(k) == pytest.approx(y, rel=1e-6)
    assert irad.value_and_grad(f)(k) == pytest.approx((y, y * (2 * k + 1)), rel=1e-6)
    assert irad.jvp(f, (k,), (1.0,))[1] == pytest.approx(y * (2 * k + 1), rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("f", [backwards_by_bdf, backwards_by_radau], ids=lambda f: f.__name__)
def test_second_derivatives(f) -> None:
    k, y = 0.8, 0.3 * math.exp(0.8 * 1.8)
    assert irad.jvp(irad.grad(f), (k,), (1.0,))[1] == pytest.approx(y * ((2 * k + 1) ** 2 + 2), rel=1e-5)


def end(p):
    found = robertson(p, "BDF", rtol=1e-10, atol=1e-12)
    return found.y[0, -1] + found.y[2, -1] ** 2


def test_gradient_of_a_stiff_problem() -> None:
    """Beside central differences of SciPy's solution, whose error is that of the tolerance over the step."""
    gradient = irad.grad(end)(P)
    for k in range(2):
        h = np.zeros(2)
        h[k] = 1e-3 * P[k]
        assert gradient[k] == pytest.approx((end(P + h) - end(P - h)) / (2 * h[k]), rel=1e-4)


def test_complex_numbers_are_refused() -> None:
    def f(k):
        return integrate.solve_ivp(lambda t, y: 1j * k * y, (0, 1), [1.0 + 0j], method="BDF").y[0, -1].real

    with pytest.raises(irad.UnsupportedError, match="implicit steps is not supported for complex numbers"):
        irad.grad(f)(1.0)
