"""Functions that solvers call, and that change something: what they leave alone keeps its derivative."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import fsolve, least_squares, minimize_scalar, root

import irad


class State:
    def __init__(self, t):
        self.t = t


def attribute(share):
    s = State(20.0)

    def residual(z):
        s.t = z[0]
        return [s.t**2 - share * 20.0]

    return fsolve(residual, [2.0])[0] * 2.0 + s.t * 0.0


def counted(share):
    n = 0

    def residual(z):
        nonlocal n
        n += 1
        return [z[0] ** 2 - share * 20.0]

    return root(residual, [2.0]).x[0] * 2.0 if n >= 0 else 0.0


def linear(share):
    t = [20.0]

    def residual(z):
        t[0] = z[0]
        return [t[0] - (1 - share) * 20.0 - share * 0.5 * t[0]]

    return fsolve(residual, [25.0])[0]


def smallest(share):
    n = 0

    def objective(z):
        nonlocal n
        n += 1
        return (z - share * 20.0) ** 2 + np.exp(z) * 0.1

    return minimize_scalar(objective, tol=1e-10).x


def fitted(share):
    n = 0

    def misfit(z):
        nonlocal n
        n += 1
        return np.array([z[0] - share * 20.0, z[0] * z[1], z[1] - share])

    return least_squares(misfit, [1.0, 0.1], xtol=1e-14, ftol=1e-14, gtol=1e-14).x[0]


def not_a_number(share):
    w, n = 1.0, 0

    def residual(z):
        nonlocal w, n
        n += 1
        w = np.nan if n == 1 else w
        return [z[0] ** 2 - share * 20.0]

    found = fsolve(residual, [2.0])[0]
    return found if w != w else 0.0


@pytest.mark.filterwarnings("ignore:The iteration is not making")
@pytest.mark.parametrize("f", [attribute, counted, linear, smallest, fitted, not_a_number])
def test_derivatives(f):
    slope = (f(0.2 + 1e-5) - f(0.2 - 1e-5)) / 2e-5
    assert irad.jit(f)(0.2) == pytest.approx(f(0.2), rel=1e-6)
    assert irad.value_and_grad(f)(0.2) == pytest.approx((f(0.2), slope), rel=1e-4)
    assert irad.jvp(f, (0.2,), (1.0,))[1] == pytest.approx(slope, rel=1e-4)


def test_what_the_solver_has_summed_has_no_derivative():
    def f(share):
        total = 0.0

        def residual(z):
            nonlocal total
            total += z[0]
            return [z[0] ** 2 - share * 20.0]

        return fsolve(residual, [2.5])[0] + total

    with pytest.raises(RuntimeError, match="a number that a function changes while a solver calls it"):
        irad.grad(f)(0.2)
