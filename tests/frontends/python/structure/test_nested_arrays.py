"""Arrays of lists that hold arrays, beside NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad

X = np.array([0.3, 1.2, -0.7, 2.5])
CASES: dict[str, Any] = {
    "two": lambda x: np.array([x, 2 * x]),
    "with a list": lambda x: np.array([x[:2], [1, 2]]),
    "nested": lambda x: np.array([[x, x], [2 * x, x * x]]),
    "with a dtype": lambda x: np.array([x, x], dtype=np.float32),
    "of two dtypes": lambda x: np.array((x.astype(np.int64), x)),
    "matrices": lambda x: np.array([x.reshape(2, 2), np.eye(2)]),
    "empty": lambda x: np.array([x[:0], x[:0]]),
    "reduced": lambda x: np.prod([x, x, 2 * x], axis=0),
    "multiplied": lambda x: np.dot([x, x], x),
}


@pytest.mark.parametrize("name", CASES)
def test_nested(name: str) -> None:
    f = CASES[name]
    got, wanted = irad.jit(f)(X.copy()), f(X)
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    np.testing.assert_allclose(got, wanted, rtol=1e-15)
    slope = irad.grad(lambda x: (f(x) * 1.0).sum())(X.copy())
    h = 1e-6 if name != "with a dtype" else 1e-2
    wanted = [(f(X + h * e).sum() - f(X - h * e).sum()) / (2 * h) for e in np.eye(4)]
    np.testing.assert_allclose(slope, wanted, rtol=1e-4, atol=1e-7)


@pytest.mark.parametrize("f", [lambda x: np.array([x, x[:2]]), lambda x: np.array([x, [1.0]])])
def test_of_different_shapes(f: Any) -> None:
    with pytest.raises(ValueError, match="inhomogeneous"):
        f(X)
    with pytest.raises(ValueError, match="inhomogeneous"):
        irad.jit(f)(X)
