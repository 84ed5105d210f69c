"""Eigenvalues and eigenvectors of matrices that are not symmetric, zeros of polynomials; beside NumPy and differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad

R = np.random.default_rng(3)
A, C, D = R.normal(size=(3, 4, 4))
P = np.array([1.0, -3.0, 2.5, 4.0, 1.5])


def every(a: np.ndarray, p: np.ndarray) -> Any:
    w, v = np.linalg.eig(a)
    return w, v, np.linalg.eigvals(a), np.roots(p), np.roots(np.append(p, 0.0)), np.poly(a), np.linalg.eig(a.T)[1]


def test_values() -> None:
    assert (np.linalg.eigvals(A).imag != 0.0).any()
    for got, wanted in zip(irad.jit(every)(A, P), every(A, P), strict=True):
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-13)


def test_real_eigenvalues_are_complex_numbers() -> None:
    s = A + A.T
    w, v = irad.jit(lambda a: np.linalg.eig(a))(s)
    assert w.dtype == v.dtype == np.complex128
    np.testing.assert_allclose(w, np.linalg.eig(s)[0], rtol=1e-12)
    np.testing.assert_allclose(v, np.linalg.eig(s)[1], rtol=1e-12)
    whole = np.array([[1, 2], [3, 4]])
    np.testing.assert_allclose(irad.jit(lambda n: np.linalg.eigvals(n))(whole), np.linalg.eigvals(whole))


def of_vectors(a: Any) -> Any:
    w, v = np.linalg.eig(a)
    return (v.real * C).sum() + (v.imag * D).sum() + (w.real * C[0]).sum() + (w.imag * w.real * D[0]).sum()


def of_values(a: Any) -> Any:
    w = np.linalg.eigvals(a)
    return (w.real * C[0]).sum() + (w.imag * w.real * D[0]).sum() + (np.poly(a) ** 2).sum()


def of_zeros(a: Any) -> Any:
    z, y = np.roots(a[0]), np.roots(a[1] * np.array([1.0, 1.0, 1.0, 0.0]))
    return (z.real * C[0, :3]).sum() + (z.imag**2 * D[0, :3]).sum() + (y.real * C[1, :3]).sum() + (y.imag**2).sum()


@pytest.mark.parametrize("f", [of_vectors, *(pytest.param(f, marks=pytest.mark.slow) for f in (of_values, of_zeros))])
def test_derivatives(f: Any) -> None:
    h, way = 1e-6, R.normal(size=(4, 4))
    slope = irad.grad(f)(A)
    wanted = np.array([[(f(A + h * e) - f(A - h * e)) / (2 * h) for e in np.eye(16).reshape(4, 4, 4, 4)[i]] for i in range(4)])
    np.testing.assert_allclose(slope, wanted, rtol=2e-6, atol=2e-7)
    np.testing.assert_allclose(irad.jvp(f, (A,), (way,))[1], (slope * way).sum(), rtol=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("f", [of_values, of_vectors])
def test_second_derivatives(f: Any) -> None:
    h, way = 1e-6, R.normal(size=(4, 4))
    wanted = (irad.grad(f)(A + h * way) - irad.grad(f)(A - h * way)) / (2 * h)
    np.testing.assert_allclose(irad.hvp(f, (A,), (way,)), wanted, rtol=1e-5, atol=1e-6)


def test_a_zero_that_is_zero_moves_with_the_last_coefficient() -> None:
    def f(last: float) -> Any:
        z = np.roots(np.array([1.0, -3.0, 2.0, last]))
        return (z.real * np.array([2.0, 3.0, 5.0])).sum()

    # p'(z) dz = -dlast: at the zeros 2, 1, 0 of x (x - 1) (x - 2) the slope of p is 2, -1, 2
    np.testing.assert_allclose(irad.grad(f)(0.0), -(2.0 / 2.0 - 3.0 + 5.0 / 2.0), rtol=1e-12)


@pytest.mark.slow
def test_errors() -> None:
    with pytest.raises(np.linalg.LinAlgError, match="twice"):
        irad.grad(lambda a: np.linalg.eig(a)[1].real.sum())(np.eye(2))
    np.testing.assert_array_equal(irad.grad(lambda a: np.linalg.eig(a)[0].real.sum())(np.eye(2)), np.eye(2))
    for wrong in (np.full((2, 2), np.nan), np.ones((2, 3))):
        with pytest.raises(np.linalg.LinAlgError):
            irad.jit(lambda a: np.linalg.eigvals(a))(wrong)
    with pytest.raises(NotImplementedError, match="compiled"):
        irad.jit(lambda p: np.roots(p))(np.array([1.0, 0.0, 0.0]))
    np.testing.assert_array_equal(irad.jit(lambda p: np.roots(p))(np.array([0.0, 1.0, 2.0])), [-2.0])
