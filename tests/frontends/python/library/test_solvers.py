"""Systems, least squares and minimizers of `scipy.optimize` in compiled code, beside SciPy, closed forms and differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

import irad
from tests.frontends.python.library.beside_scipy import check_slopes

P = np.array([1.3, 0.4, 0.9])
T = np.linspace(0.0, 1.0, 6)
Y = np.array([1.3, 1.1, 0.7, 0.8, 0.5, 0.45])


def system(p):
    first = optimize.fsolve(lambda z, a: [z[0] ** 2 + z[1] - a, z[0] - z[1] ** 2 + p[1]], [1.0, 1.0], args=(p[0],))
    second, info, ended, _ = optimize.fsolve(lambda z: z**3 - p[2], 1.0, full_output=True)
    return first[0] * first[1] + second[0] + info["fvec"][0] if ended == 1 else 0.0


def as_object(p):
    found = optimize.root(lambda z: z**3 - p, np.ones(3), jac=lambda z: np.diag(3 * z**2))
    return (found.x * np.arange(1.0, 4.0)).sum() + np.abs(found.fun).sum() if found.success else 0.0


def without_slopes(p):
    return optimize.minimize(lambda z: ((z - p[:2]) ** 2).sum() + z[0] ** 4, np.zeros(2), method="Nelder-Mead").fun


def on_a_line(p):
    first = optimize.minimize_scalar(lambda z: (z - p[0]) ** 2 + z**4)
    second = optimize.minimize_scalar(lambda z, a: np.cosh(z - a), bracket=(0, 1), args=(p[1],), method="golden", tol=1e-9)
    third = optimize.fminbound(lambda z: (z * z - p[2]) ** 2, 0.1, 3.0, xtol=1e-10)
    return first.x * second.x + third + first.fun


@pytest.mark.slow
@pytest.mark.parametrize("f", [system, as_object, without_slopes, on_a_line], ids=lambda f: f.__name__)
def test_beside_differences(f) -> None:
    check_slopes(f, P, h=1e-3, rtol=1e-5, atol=1e-5)


def test_a_system_in_closed_form() -> None:
    """Of z**3 = a: a**(1/3), with its second derivative."""

    def f(a):
        return optimize.fsolve(lambda z: z**3 - a, 1.0)[0]

    assert irad.grad(f)(1.3) == pytest.approx(1.3 ** (-2 / 3) / 3, rel=1e-11)
    assert irad.hessian(f)(1.3) == pytest.approx(-2 / 9 * 1.3 ** (-5 / 3), rel=1e-8)


def charge(ph, total, pka, strong):
    h, k = 10.0**-ph, 10.0**-pka
    return h + strong - 1e-14 / h - total * k / (k + h)


def titrated(pka, total=0.1):
    """Each point of a titration begins where the one before has ended."""
    ph = 2.5
    for added in np.arange(0.0, 30.0, 6.0):
        volume = 25.0 + added
        ph = optimize.root(lambda p: charge(p, total * 25.0 / volume, pka, 0.1 * added / volume) * 1e3, ph).x[0]  # noqa: B023
    return ph


def test_roots_one_after_the_other() -> None:
    assert irad.grad(titrated)(4.76) == pytest.approx((titrated(4.7601) - titrated(4.7599)) / 2e-4, rel=1e-7)


def flat_end(scale):
    """Values of 10^9, the slopes of which do not become as small as those of values of 1."""
    t = np.linspace(0.0, 4.0, 40)
    y = scale * (1000.0 * np.exp(-0.7 * t) + 30.0 * np.sin(9.0 * t))

    def cost(p):
        return 1e3 * np.sum((p[0] * np.exp(-p[1] * t) - y) ** 2)

    found = optimize.minimize(cost, np.array([800.0, 0.5]), method="L-BFGS-B", options={"ftol": 1e-10})
    return found.x[0], found.success


def test_ends_where_values_change_no_more() -> None:
    (x, found), (expected, success) = irad.jit(flat_end)(1.0), flat_end(1.0)
    assert found == success
    assert x == pytest.approx(expected, rel=1e-5)
    # p[0] is proportional to the data
    assert irad.grad(lambda s: flat_end(s)[0])(1.0) == pytest.approx(x, rel=1e-6)


def line(y):
    popt, pcov = optimize.curve_fit(lambda t, a, b: a + b * t, T, y)
    return popt[0] * popt[1] + pcov[0, 0]


def test_a_line_through_points() -> None:
    """Parameters (MᵀM)⁻¹ Mᵀy, covariance (MᵀM)⁻¹ |r|² / (m - n)."""
    matrix = np.stack((np.ones(6), T), axis=1)
    inverse = np.linalg.inv(matrix.T @ matrix)
    (a, b), rest = inverse @ matrix.T @ Y, Y - matrix @ inverse @ matrix.T @ Y
    by_a, by_b = inverse @ matrix.T
    value, slope = irad.value_and_grad(line)(Y.copy())
    assert value == pytest.approx(a * b + inverse[0, 0] * (rest @ rest) / 4, rel=1e-7)
    np.testing.assert_allclose(slope, a * by_b + b * by_a + inverse[0, 0] * rest / 2, rtol=1e-6, atol=1e-9)


@pytest.mark.slow
def test_a_curve_through_points() -> None:
    """The derivative of a zero of the gradient g = Jᵀr of the sum of squares, with its matrix by hand."""

    def f(y):
        return optimize.least_squares(lambda p: p[0] * np.exp(-p[1] * T) - y, [1.0, 1.0]).x[1]

    value, slope = irad.value_and_grad(f)(Y.copy())
    a, b = optimize.least_squares(lambda p: p[0] * np.exp(-p[1] * T) - Y, [1.0, 1.0], ftol=1e-15, xtol=1e-15, gtol=1e-15).x
    e = np.exp(-b * T)
    rest, jac = a * e - Y, np.stack((e, -a * T * e), axis=1)
    bent = np.array([[0.0, -(rest * T * e).sum()], [-(rest * T * e).sum(), (rest * a * T * T * e).sum()]])
    assert value == pytest.approx(b, rel=1e-7)
    np.testing.assert_allclose(slope, np.linalg.solve(jac.T @ jac + bent, jac.T)[1], rtol=1e-6)


@pytest.mark.slow
def test_bounds_of_least_squares() -> None:
    """The second parameter stays at its bound, and the first is the mean of what is left."""

    def f(y):
        found = optimize.least_squares(lambda p: p[0] + p[1] * T - y, [0.5, 0.1], bounds=([0.0, 0.0], [10.0, 0.25]))
        return found.x[0] + 2.0 * found.x[1]

    y = 1.0 + T + 0.1 * np.cos(9.0 * T)
    value, slope = irad.value_and_grad(f)(y.copy())
    assert value == pytest.approx((y - 0.25 * T).mean() + 0.5, rel=1e-9)
    np.testing.assert_allclose(slope, np.full(6, 1 / 6), rtol=1e-9)


def nearest(p):
    found = optimize.minimize(lambda z, a: ((z - a) ** 2).sum() + np.cosh(z[0] - a[0]), np.zeros(3), args=(p,))
    return (found.x * np.array([1.0, 2.0, 3.0])).sum() + found.fun if found.success else 0.0


def test_a_minimizer_in_closed_form() -> None:
    """It is p itself, and the value is 1 whatever p."""
    value, slope = irad.value_and_grad(nearest)(P.copy())
    assert value == pytest.approx(P @ [1.0, 2.0, 3.0] + 1.0, rel=1e-7)
    np.testing.assert_allclose(slope, [1.0, 2.0, 3.0], rtol=1e-7)


@pytest.mark.slow
def test_bounds_of_a_minimizer() -> None:
    """What lies at a bound does not move; the slope of the last is that of (p + p0 / 2), by hand."""

    def f(p):
        def cost(z):
            return ((z - p) ** 2).sum() + (z[2] - p[0]) ** 2

        found = optimize.minimize(cost, np.full(3, 0.5), method="L-BFGS-B", bounds=[(0, 1), (0.6, None), (None, None)])
        return (found.x * np.array([1.0, 2.0, 3.0])).sum()

    value, slope = irad.value_and_grad(f)(P.copy())
    assert value == pytest.approx(1.0 + 2.0 * 0.6 + 3.0 * 0.5 * (0.9 + 1.3), rel=1e-8)
    np.testing.assert_allclose(slope, [1.5, 0.0, 1.5], atol=1e-8)


def test_what_has_no_derivative() -> None:
    """A double root has no slope; where nothing was found there is nothing to differentiate."""
    with pytest.raises(RuntimeError, match="do not determine it"):
        irad.grad(lambda a: optimize.fsolve(lambda z: (z - a) ** 3, 1.3)[0])(1.3)
    with pytest.raises(RuntimeError, match="has not been found"):
        irad.grad(lambda a: optimize.root(lambda z: z * z + a, 1.0).x[0])(1.3)


def test_refused() -> None:
    cases = {
        "callback=": lambda: optimize.minimize(lambda z: z[0] ** 2, [1.0], callback=print).fun,
        "this method": lambda: optimize.minimize(lambda z: z[0] ** 2, [1.0], method="Powell").fun,
        "'hybr'": lambda: optimize.root(lambda z: z, [1.0], method="krylov").x,
        "number of parameters": lambda: optimize.curve_fit(lambda t, *p: p[0] * t, T, Y, p0=[1.0])[0],
    }
    for text, f in cases.items():
        with pytest.raises(irad.UnsupportedError, match=text):
            irad.jit(f)()
