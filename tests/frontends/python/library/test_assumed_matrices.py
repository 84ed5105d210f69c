"""``scipy.linalg.solve`` of matrices of a structure, and normal distributions of several variables with their parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.stats

import irad

B = np.array([1.0, -2.0, 0.5])
A = np.array([[4.0, 1.1, 0.5], [1.0, 3.0, 0.25], [0.52, 0.2, 2.0]])
SPREAD = np.array([[2.0, 0.3, 0.1], [0.3, 1.0, 0.2], [0.1, 0.2, 1.5]])
GIVEN = scipy.stats.multivariate_normal(B, SPREAD)


def solutions(a: Any) -> Any:
    s = scipy.linalg.solve(a, B) @ B + scipy.linalg.solve(a, B, transposed=True)[1]
    s += scipy.linalg.solve(a, B, assume_a="pos")[0] + scipy.linalg.solve(a, B, lower=True, assume_a="sym")[2]
    return s + scipy.linalg.solve(a, np.outer(B, B), assume_a="her").sum()


def structures(a: Any) -> Any:
    s = scipy.linalg.solve(a, B, assume_a="upper triangular")[0] + scipy.linalg.solve(a, B, assume_a="lower triangular")[2]
    return s + scipy.linalg.solve(a, B, assume_a="diagonal")[1] * scipy.linalg.solve(a, B, assume_a="general")[0]


def densities(a: Any) -> Any:
    s = scipy.stats.multivariate_normal(a[0], a @ a.T).logpdf(B) + scipy.stats.multivariate_normal(cov=SPREAD).logpdf(a[1])
    return s + GIVEN.logpdf(a[0]) + GIVEN.pdf(a).sum() + scipy.stats.multivariate_normal.logpdf(a, mean=B, cov=SPREAD).sum()


def factors_in_try(a: Any) -> Any:
    s = 0.0
    for lower in (True, False):
        try:
            c = scipy.linalg.cho_factor(a, lower=lower)
        except scipy.linalg.LinAlgError:
            return 7.0 * a[0, 0]
        s += B @ scipy.linalg.cho_solve(c, B)
    return s


def no_factor_in_try(a: Any) -> Any:
    return factors_in_try(-a) * a[1, 1]


LONG = [pytest.param(f, marks=pytest.mark.slow) for f in (solutions, densities)]  # to compile


@pytest.mark.parametrize("f", [*LONG, structures, factors_in_try, no_factor_in_try])
def test_beside_scipy(f: Any) -> None:
    value, gradient = irad.value_and_grad(f)(A)
    assert value == pytest.approx(f(A), rel=1e-12)
    h = 1e-6
    steps = [h * e.reshape(3, 3) for e in np.eye(9)]
    slopes = np.array([(f(A + d) - f(A - d)) / (2 * h) for d in steps]).reshape(3, 3)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6, atol=1e-7)
    _, tangent = irad.jvp(f, (A,), (SPREAD,))
    assert tangent == pytest.approx(float((gradient * SPREAD).sum()), rel=1e-9)


def not_positive(a: Any) -> Any:
    return scipy.linalg.solve(-a, B, assume_a="pos")[0]


def test_a_matrix_that_is_not_positive_definite() -> None:
    with pytest.raises(np.linalg.LinAlgError):
        irad.jit(not_positive)(A)
