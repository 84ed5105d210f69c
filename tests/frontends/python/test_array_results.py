"""Functions that return arrays into which they have copied others: errors of the copy end in the same block."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad


def copied(x: Any) -> Any:
    out = np.zeros(5)
    out[0:4] = x
    return out


def turned(x: Any) -> Any:
    out = np.zeros(5)
    out[:4] = x[::-1] * x
    return out


def shifted(x: Any) -> Any:
    x[1:] = x[:-1]
    out = np.zeros(5)
    out[:4] = x
    return out


X = np.array([1.0, 2.0, 3.0, 4.0])
JACOBIANS = {
    copied: np.vstack([np.eye(4), np.zeros(4)]),
    turned: np.vstack([np.diag(X[::-1]) + np.fliplr(np.diag(X)), np.zeros(4)]),
    shifted: np.vstack([np.eye(4)[[0, 0, 1, 2]], np.zeros(4)]),
}


@pytest.mark.parametrize("f", JACOBIANS)
def test_error_details_are_no_results(f: Any) -> None:
    """Both are stored sixteen bytes behind a pointer, which LLVM made one store of."""
    v, w = np.array([0.3, -0.7, 1.1, 0.4]), np.array([1.0, -2.0, 0.5, 3.0, 0.7])
    (tangent,) = irad.autodiff(f, irad.Duplicated(X.copy(), v.copy()), mode=irad.Forward)
    np.testing.assert_allclose(tangent, JACOBIANS[f] @ v, rtol=1e-14)
    dx = np.zeros(4)
    irad.autodiff(f, irad.Duplicated(X.copy(), dx), returns=irad.Duplicated, seed=w)
    np.testing.assert_allclose(dx, w @ JACOBIANS[f], rtol=1e-14)
    with pytest.raises(ValueError, match="broadcast"):
        irad.autodiff(f, irad.Duplicated(np.ones(3), np.ones(3)), mode=irad.Forward)
