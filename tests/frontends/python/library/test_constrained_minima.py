"""Minimizers under constraints, beside SciPy, closed forms and differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint, minimize

import irad

P = np.array([1.1, 0.7])


def on_a_line(p):
    """The point of x + y = 1 that is nearest to p."""
    found = minimize(lambda x: ((x - p) ** 2).sum(), [0.5, 0.5], constraints={"type": "eq", "fun": lambda x: x[0] + x[1] - 1.0})
    return found.x[0] + 3.0 * found.x[1] + found.fun


def textbook(p):
    """Example 16.4 of Nocedal and Wright: (1.4, 1.7), where one constraint of five holds."""
    constraints = [
        {"type": "ineq", "fun": lambda x: x[0] - 2 * x[1] + 2},
        {"type": "ineq", "fun": lambda x, a: -x[0] - 2 * x[1] + 6 * a, "args": (p[0],)},
        {"type": "ineq", "fun": lambda x: -x[0] + 2 * x[1] + 2},
    ]
    found = minimize(
        lambda x: (x[0] - 1) ** 2 + (x[1] - 2.5) ** 2, (2.0, 0.0), method="SLSQP", bounds=((0, None), (0, None)),
        constraints=constraints,
    )  # fmt: skip
    return found.x[0] * 2 + found.x[1] * p[1] + found.fun


def objects(p):
    """x + y = 1 and x y = p / 5: a zero of a quadratic polynomial."""
    found = minimize(
        lambda x: (x**2).sum() - x[0], np.array([0.6, 0.4]), method="trust-constr", bounds=Bounds([0.0, 0.1], [2.0, 3.0]),
        constraints=[LinearConstraint([[1.0, 1.0]], 1.0, 1.0), NonlinearConstraint(lambda x: x[0] * x[1], 0.2 * p[0], np.inf)],
    )  # fmt: skip
    return found.x[0] * 2 + found.x[1]


def portfolio(p):
    mean = np.array([0.1, 0.2, 0.15])
    spread = np.array([[0.1, 0.02, 0.01], [0.02, 0.2, 0.03], [0.01, 0.03, 0.15]]) * p[0]
    whole = {"type": "eq", "fun": lambda w: w.sum() - 1.0}
    found = minimize(
        lambda w: w @ spread @ w - p[1] * mean @ w, np.ones(3) / 3, bounds=[(0, 1)] * 3, constraints=(whole,), tol=1e-12
    )
    return (found.x * np.array([1.0, 2.0, 3.0])).sum()


def at_a_bound(p):
    """The bound moves the minimizer, and its place is active."""
    found = minimize(
        lambda x: ((x - p[0]) ** 2).sum(), [0.1, 0.2], bounds=[(None, p[1]), (None, None)],
        constraints={"type": "ineq", "fun": lambda x: 1.0 - x[0] - x[1]},
    )  # fmt: skip
    return found.x[0] * 2.0 + found.x[1] * 5.0


def _on_a_line(p):
    off = (p.sum() - 1.0) / 2.0
    return p[0] - off + 3.0 * (p[1] - off) + 2.0 * off**2


EXACT = {
    on_a_line: _on_a_line,
    textbook: lambda p: 2.8 + 1.7 * p[1] + 0.16 + 0.64,
    objects: lambda p: 1.5 + 0.5 * (1.0 - 0.8 * p[0]) ** 0.5,
}


def _differences(f, p, h):
    return [(f(p + h * e) - f(p - h * e)) / (2.0 * h) for e in np.eye(len(p))]


@pytest.mark.slow
@pytest.mark.parametrize("f", EXACT)
def test_closed_forms(f) -> None:
    value, slope = irad.value_and_grad(f)(P)
    wanted = _differences(EXACT[f], P, 1e-5)
    assert value == pytest.approx(EXACT[f](P), rel=1e-10)
    assert f(P) == pytest.approx(value, rel=1e-3)  # of SciPy
    np.testing.assert_allclose(slope, wanted, rtol=1e-7, atol=1e-9)
    assert irad.jvp(f, (P,), (np.array([1.0, -2.0]),))[1] == pytest.approx(wanted[0] - 2.0 * wanted[1], rel=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize(("f", "p"), [(portfolio, P), (at_a_bound, np.array([1.1, 0.3]))])
def test_beside_differences(f, p) -> None:
    value, slope = irad.value_and_grad(f)(p)
    assert f(p) == pytest.approx(value, rel=1e-6)
    np.testing.assert_allclose(slope, _differences(f, p, 1e-4), rtol=1e-3, atol=1e-3)


@pytest.mark.slow
def test_where_there_is_no_derivative() -> None:
    """A constraint that holds with no force; constraints that exclude each other."""

    def weak(p):
        return minimize(lambda x: ((x - p) ** 2).sum(), [3.0], constraints={"type": "ineq", "fun": lambda x: x[0] - 1.0}).x[0]

    def none(p):
        both = [{"type": "ineq", "fun": lambda x: x[0] - 1.0}, {"type": "ineq", "fun": lambda x: p - x[0]}]
        found = minimize(lambda x: (x**2).sum(), [0.5], constraints=both)
        return found.x[0] if found.success else -found.x[0] * 0.0 - 7.0

    assert irad.jit(weak)(1.0) == pytest.approx(1.0)
    assert irad.grad(weak)(1.5) == pytest.approx(1.0)
    assert irad.grad(weak)(0.5) == pytest.approx(0.0)
    for derivative in (lambda: irad.grad(weak)(1.0), lambda: irad.jvp(weak, (1.0,), (1.0,))):
        with pytest.raises(RuntimeError, match="that do not determine it"):
            derivative()
    assert irad.jit(none)(0.0) == -7.0
    with pytest.raises(RuntimeError, match="has not been found"):
        irad.grad(none)(0.0)


@pytest.mark.slow
def test_errors() -> None:
    with pytest.raises(irad.UnsupportedError, match="SLSQP and trust-constr"):
        irad.jit(lambda p: minimize(lambda x: (x**2).sum(), [p], method="BFGS", constraints={"type": "eq", "fun": sum}).x)(1.0)
    with pytest.raises(ValueError, match="Unknown constraint type"):
        irad.jit(lambda p: minimize(lambda x: (x**2).sum(), [p], constraints={"type": "le", "fun": lambda x: x[0]}).x[0])(1.0)


@pytest.mark.slow
def test_older_names() -> None:
    """Of (z - p)² + z⁴, within bounds or not: 2 (z - p) + 4 z³ is zero."""
    from scipy.optimize import fmin_cg, fmin_l_bfgs_b

    def free(p):
        return fmin_cg(lambda z: ((z - p) ** 2 + z**4).sum(), [0.1], gtol=1e-9, disp=False)[0]

    def bounded(p):
        found, value, told = fmin_l_bfgs_b(lambda z: ((z - p) ** 2 + z**4).sum(), [0.1], approx_grad=True, bounds=[(0, 0.25)])
        other, _, _ = fmin_l_bfgs_b(lambda z, a: (((z - a) ** 2).sum(), 2 * (z - a)), [0.1], args=(p,))
        return found[0] + value + other[0] if told["warnflag"] == 0 else 0.0

    p = 0.5 + 2.0 * 0.125
    assert irad.value_and_grad(free)(p) == pytest.approx((0.5, 2.0 / (2.0 + 12.0 * 0.25)), rel=1e-9)
    assert irad.value_and_grad(bounded)(p) == pytest.approx((0.25 + 0.25 + 0.25**4 + p, 2.0), rel=1e-9)
