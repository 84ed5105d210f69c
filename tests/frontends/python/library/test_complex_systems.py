"""Systems of complex equations beside NumPy's; derivatives beside central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad

RNG = np.random.default_rng(2)
A = RNG.standard_normal((3, 3)) + 1j * RNG.standard_normal((3, 3))
B = RNG.standard_normal((3, 2)) * (1.0 + 0.5j)

CASES: dict[str, Any] = {
    "a vector": lambda: np.linalg.solve(A, B[:, 0]),
    "a matrix": lambda: np.linalg.solve(A, B),
    "of a real matrix": lambda: np.linalg.solve(A.real, B),
    "of real numbers": lambda: np.linalg.solve(A, np.arange(3.0)),
    "an inverse": lambda: np.linalg.inv(A),
    "a determinant": lambda: np.linalg.det(A),
    "a determinant of zeros": lambda: np.linalg.det(A * np.array([1.0, 0.0, 1.0])),
    "the parts of a determinant": lambda: np.array([np.linalg.slogdet(A).sign, np.linalg.slogdet(A)[1]]),
    "eigenvalues": lambda: np.linalg.eigvalsh(A),
    "eigenvalues by what is above": lambda: np.linalg.eigvalsh(A, "U"),
}


@pytest.mark.parametrize("name", CASES)
def test_values(name: str) -> None:
    np.testing.assert_allclose(irad.jit(CASES[name])(), CASES[name](), rtol=1e-13, atol=1e-14)


def test_derivatives() -> None:
    def response(x):
        v = np.linalg.solve(A * x[0] + 1j * x[1] * np.eye(3), B[:, 0] + x[2])
        return (np.abs(v) ** 2).sum() + np.linalg.inv(A + x[1])[0, 1].real

    x, h = np.array([0.3, 0.7, 0.2]), 1e-6
    value, slope = irad.value_and_grad(response)(x.copy())
    assert value == pytest.approx(response(x), rel=1e-12)
    wanted = [(response(x + h * e) - response(x - h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(slope, wanted, rtol=1e-7)


def test_derivatives_of_determinants() -> None:
    """Beside differences; where a column is zero it is the determinant with the slopes of the column in its place."""

    def sizes(x):
        matrix = A * x[0] + 1j * x[1] * np.eye(3)
        sign, log = np.linalg.slogdet(matrix)
        return np.linalg.det(matrix).real + np.linalg.det(matrix).imag * log + sign.real

    x, h = np.array([0.3, 0.7]), 1e-6
    wanted = [(sizes(x + h * e) - sizes(x - h * e)) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose(irad.grad(sizes)(x.copy()), wanted, rtol=1e-7)
    slope = irad.grad(lambda t: np.linalg.det(A * np.array([t, 1.0, 1.0])).real)(0.0)
    assert slope == pytest.approx(np.linalg.det(A).real, rel=1e-12)


def test_derivatives_of_eigenvalues() -> None:
    """Of first and second order, though each is twice there in the matrix of the parts."""

    def levels(x):
        w = np.linalg.eigvalsh(A * x[0] + np.conj(A.T) * x[1])
        return w[0] * w[2] + w[1] ** 3

    x, h = np.array([0.3, 0.7]), 1e-5
    slope = irad.grad(levels)
    wanted = [(levels(x + h * e) - levels(x - h * e)) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose(slope(x.copy()), wanted, rtol=1e-8)
    wanted = [(slope(x + h * e) - slope(x - h * e)) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose(irad.hessian(levels)(x), wanted, rtol=1e-7)


def test_singular() -> None:
    with pytest.raises(np.linalg.LinAlgError):
        irad.jit(lambda: np.linalg.solve(A * 0.0, B))()
