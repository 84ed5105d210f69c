"""np.linalg.norm: values beside NumPy's, derivatives beside differences of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import irad
from tests.reference.differences import fine_gradient

RNG = np.random.default_rng(4)
X, A = RNG.normal(size=5), RNG.normal(size=(4, 3))

CASES: dict[str, tuple[Callable[..., Any], np.ndarray]] = {
    "vector": (lambda x: np.linalg.norm(x) + np.linalg.norm(x, 2) + np.linalg.norm(x, ord=1, axis=0), X),
    "extremes": (lambda x: np.linalg.norm(x, np.inf) + 2.0 * np.linalg.norm(x, -np.inf) + np.linalg.norm(x, 0), X),
    "powers": (lambda x: np.linalg.norm(x, 3) + np.linalg.norm(x, 2.5), X),
    "matrix": (lambda a: np.linalg.norm(a) + 2.0 * np.linalg.norm(a, "fro") + np.linalg.norm(a, 1) * np.linalg.norm(a, -1), A),
    "rows": (lambda a: np.linalg.norm(a, np.inf) + 2.0 * np.linalg.norm(a, -np.inf), A),
    "values": (lambda a: np.linalg.norm(a, 2) + np.linalg.norm(a, -2) + np.linalg.norm(a, "nuc"), A),
    "axis": (lambda a: (np.linalg.norm(a, axis=1) ** 2 * a[:, 0]).sum() + np.linalg.norm(a, 1, axis=0)[2], A),
    "kept": (lambda a: (a / np.linalg.norm(a, axis=-1, keepdims=True) + np.linalg.norm(a, axis=0, keepdims=True))[1, 2], A),
    "scipy": (lambda a: scipy.linalg.norm(a) + scipy.linalg.svdvals(a)[1], A),
}


@pytest.mark.parametrize("name", CASES)
def test_norms(name: str) -> None:
    f, x = CASES[name]
    value, found = irad.value_and_grad(f)(x)
    np.testing.assert_allclose(value, f(x), rtol=1e-13)
    np.testing.assert_allclose(found, fine_gradient(f, x), rtol=1e-8, atol=1e-9)


def test_at_zero() -> None:
    def f(x: Any) -> Any:
        return np.linalg.norm(x) + np.linalg.norm(x, 3) + np.linalg.norm(x.reshape((2, 2)), axis=1).sum()

    np.testing.assert_array_equal(irad.grad(f)(np.zeros(4)), 0)


def test_what_is_no_norm() -> None:
    with pytest.raises(irad.IradError, match="this ord="):
        irad.jit(lambda a: np.linalg.norm(a, 3))(A)


def test_scipy() -> None:
    """The upper triangle, unless the lower one is asked for."""
    a = A.T @ A + np.diag([1.0, 2.0, 3.0])

    def f(a: Any) -> Any:
        upper, lower = scipy.linalg.cholesky(a), scipy.linalg.cholesky(a, lower=True)
        w, v = scipy.linalg.eigh(a)
        return upper[0, 2] + lower[2, 1] + w[0] + v[0, 1] ** 2 + scipy.linalg.det(a) + scipy.linalg.solve(a, a[:, 0])[0]

    value, found = irad.value_and_grad(f)(a)
    np.testing.assert_allclose(value, f(a), rtol=1e-12)
    np.testing.assert_allclose(found, fine_gradient(f, a), rtol=1e-7, atol=1e-9)
