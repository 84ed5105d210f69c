"""Linear least squares within bounds, beside SciPy and differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import lsq_linear, nnls

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

A = np.cos(np.arange(24.0) ** 2).reshape(8, 3)
B = np.sin(np.arange(8.0))


def positive(a, b):
    x, size = nnls(a, b)
    return x, size, nnls(a, -b)[0], nnls(a[:3], b[:3])[0], nnls(np.abs(a), np.abs(b))[0]


def bounded(a, b):
    one = lsq_linear(a, b, bounds=(-0.1, 0.12))
    two = lsq_linear(a, b, bounds=([-0.05, -np.inf, 0.0], np.inf), method="bvls")
    free = lsq_linear(a, b)
    masks = one.active_mask.sum(), two.active_mask.sum(), one.success
    return one.x, one.fun, one.cost, two.x, two.cost, free.x, *masks


@pytest.mark.slow
def test_values() -> None:
    check_values(positive, A, B, rtol=1e-10, atol=1e-12)
    check_values(bounded, A, B, rtol=1e-6, atol=1e-7)


@pytest.mark.slow
def test_beside_differences() -> None:
    def f(x):
        a, b = x[:24].reshape(8, 3), x[24:32]
        found, size = nnls(a, b)
        other = lsq_linear(a, b, bounds=([-0.05, -1.0, x[32]], 0.12), method="bvls").x
        return (found * np.arange(1.0, 4.0)).sum() + size + (other * np.arange(1.0, 4.0)).sum()

    check_slopes(f, np.concatenate([A.ravel(), B, [0.01]]), rtol=1e-5, atol=1e-7)


@pytest.mark.slow
def test_one_unknown() -> None:
    """Of (1, 2) x = (p, 1): (p + 2) / 5 or 0; at p = -2 it has no derivative."""

    def f(p):
        return nnls(np.array([[1.0], [2.0]]), np.array([p, 1.0]))[0][0]

    compiled = irad.value_and_grad(f)
    assert compiled(3.0) == pytest.approx((1.0, 0.2), rel=1e-14)
    assert compiled(-3.0) == (0.0, 0.0)
    with pytest.raises(RuntimeError, match="do not determine it"):
        compiled(-2.0)


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: nnls(np.ones(3), np.ones(3))[1],
        lambda: nnls(np.ones((3, 2)), np.ones(2))[1],
        lambda: lsq_linear(np.ones((3, 2)), np.ones(2)).x,
        lambda: lsq_linear(np.ones((3, 2)), np.ones(3), bounds=(1.0, 0.0)).x,
    )
