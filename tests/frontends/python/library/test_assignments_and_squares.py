"""Assignments, roots by least squares, and what `least_squares` tells of its result, beside SciPy and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

COSTS = np.array([[4.0, 1.0, 3.5, 9.0], [2.0, 0.0, 5.0, 1.5], [3.0, 2.0, 2.0, 0.5]])


def assigned(c):
    rows, columns = optimize.linear_sum_assignment(c)
    other_rows, other_columns = optimize.linear_sum_assignment(c.T, maximize=True)
    return rows, columns, other_rows, other_columns


def cheapest(c):
    rows, columns = optimize.linear_sum_assignment(c)
    return (c[rows, columns] ** 2).sum()


@pytest.mark.slow
def test_assignments() -> None:
    """Those that SciPy finds, also where several have one cost."""
    compiled = irad.jit(assigned)
    for costs in (COSTS, COSTS[:, :3].copy(), np.ones((3, 3)), np.floor(COSTS / 3), np.zeros((0, 2))):
        for got, exact in zip(compiled(costs), assigned(costs), strict=True):
            assert got.dtype == exact.dtype
            np.testing.assert_array_equal(got, exact)


def test_costs_have_derivatives() -> None:
    """1, 2 and 0.5: the derivatives of the sum of squares of the costs that are selected are twice these."""
    wanted = np.zeros((3, 4))
    wanted[[0, 1, 2], [1, 0, 3]] = 2.0, 4.0, 1.0
    value, slope = irad.value_and_grad(cheapest)(COSTS)
    assert value == 5.25
    np.testing.assert_array_equal(slope, wanted)
    assert irad.jvp(cheapest, (COSTS,), (np.ones((3, 4)),))[1] == 7.0


@pytest.mark.slow
def test_errors_of_assignments() -> None:
    check_errors(
        lambda: optimize.linear_sum_assignment(np.full((2, 2), np.nan)),
        lambda: optimize.linear_sum_assignment(np.array([[np.inf, np.inf], [1.0, 2.0]])),
        lambda: optimize.linear_sum_assignment(np.array([[np.inf, 1.0], [1.0, 2.0]]), maximize=True),
        lambda: optimize.linear_sum_assignment(np.ones(3)),
    )


@pytest.mark.slow
def test_a_root_by_least_squares() -> None:
    """Of z**3 = a: a**(1/3)."""

    def f(a):
        found = optimize.root(lambda z: (z**3 - a, [[3 * z[0] ** 2]]), np.array([1.0]), jac=True, method="lm")
        return found.x[0] if found.success else 0.0

    assert irad.value_and_grad(f)(1.3) == pytest.approx((1.3 ** (1 / 3), 1.3 ** (-2 / 3) / 3), rel=1e-9)
    assert irad.jvp(f, (1.3,), (1.0,))[1] == pytest.approx(1.3 ** (-2 / 3) / 3, rel=1e-9)


@pytest.mark.slow
def test_more_equations_than_unknowns() -> None:
    def f(p):
        def equations(z):
            return np.array([z[0] - p[0], z[0] * z[1] - 1.0, z[1] - p[1]])

        found = optimize.root(equations, np.ones(2), method="lm", tol=1e-12)
        return found.x[0] * found.x[1] + found.fun[0]

    check_slopes(f, np.array([1.3, 0.6]), h=1e-3, rtol=3e-4)


def residuals(z, p):
    return np.array([z[0] - p[0], z[0] * z[1] - 1, z[1] - p[1], z[0] + z[1] - 5])


def told(p, loss):
    found = optimize.least_squares(residuals, [1.0, 0.5], args=(p,), loss=loss, xtol=1e-14, ftol=1e-14, gtol=1e-14)
    return found.x, found.jac, found.fun, found.active_mask, found.cost, found.success


@pytest.mark.slow
@pytest.mark.parametrize("loss", ["linear", "soft_l1", "huber", "cauchy", "arctan"])
def test_attributes(loss) -> None:
    check_values(lambda p: told(p, loss), np.array([1.3, 0.6]), rtol=1e-6, atol=1e-6)


@pytest.mark.slow
def test_the_result_as_a_whole() -> None:
    """At a bound: the gradient there, times the distance to it, which is none."""

    def f(p):
        return optimize.least_squares(residuals, [1.0, 0.5], args=(p,), bounds=([0.0, 0.0], [1.4, 9.0]))

    got, exact = irad.jit(f)(np.array([1.3, 0.6])), f(np.array([1.3, 0.6]))
    assert type(got) is type(exact)
    assert set(got) >= set(exact)
    for name in ("x", "cost", "fun", "jac", "grad", "optimality", "active_mask"):
        np.testing.assert_allclose(got[name], exact[name], rtol=1e-5, atol=1e-5, err_msg=name)


@pytest.mark.slow
def test_slopes_of_residuals_have_derivatives() -> None:
    """Of (z², z - p): z with 2 z³ + z = p, slopes 2 z, and derivatives 2 / (1 + 6 z²) of these."""

    def f(p):
        found = optimize.least_squares(lambda z: np.array([z[0] ** 2, z[0] - p]), [0.5], xtol=1e-15, ftol=1e-15, gtol=1e-15)
        return found.jac[0, 0]

    z = 0.5
    assert irad.value_and_grad(f)(2 * z**3 + z) == pytest.approx((2 * z, 2 / (1 + 6 * z * z)), rel=1e-7)
