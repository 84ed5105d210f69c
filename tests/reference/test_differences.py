"""Differences of functions whose derivatives are known, with the errors that their docstrings promise."""

from __future__ import annotations

import numpy as np
import pytest

from tests.reference.differences import close, fine_gradient, gradient, slope

X = np.array([[0.5, -1.25], [2.0, 0.75]])


def cubes(x: np.ndarray) -> float:
    return float((x**3).sum())


def test_gradients() -> None:
    np.testing.assert_allclose(gradient(cubes, X), 3 * X**2, rtol=1e-8)
    np.testing.assert_allclose(fine_gradient(cubes, X), 3 * X**2, rtol=1e-11)
    assert slope(cubes, X, X) == pytest.approx(3 * cubes(X), rel=1e-11)


def test_jacobians_have_the_inputs_first() -> None:
    x = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(gradient(lambda v: np.outer(v, v)[0], x)[:, 1], [2.0, 1.0, 0.0], atol=1e-8)


def test_close_is_relative_to_the_largest() -> None:
    close([1e3, 1e-7], [1e3, 0.0], 1e-9)
    with pytest.raises(AssertionError):
        close([1e3, 1e-5], [1e3, 0.0], 1e-9)
