"""Derivatives through index arrays and masks, beside the complex step: the same functions, run by NumPy on complex arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

K, N = np.array([0, 2, 0]), np.array([-1, 1, -3])
J = np.array([[0, 1], [2, 1]])
M3, M34 = np.array([True, False, True]), np.array([[1, 0, 0, 1], [0, 0, 1, 0], [1, 1, 0, 0]], bool)


def read(A: Any) -> Any:
    a = np.sum(A[K] * A[N] * A[0]) + np.sum(A[:, K] ** 3) + np.sum(A[K[:, None], N] * A[:, 1:])
    b = np.sum(A[M3] ** 2) + np.sum(A[M34]) * np.sum(A[M3, 1] * A[K[:2], 1::2][:, 0]) + np.sum(A[..., J] * A[0, 1])
    return a + b


def by_values(A: Any) -> Any:
    x = A[0] * A[1]
    big = x[A[2] > 1.0]
    return np.sum(big * big[0]) + np.sum(A[A > 1.2] ** 2) * len(big)


def written(A: Any) -> Any:
    y = A * A
    y[K] = A[N] * A[0, 1]
    y[:, N] *= A[:, K]
    y[M34] = A[1, 1] ** 3
    y[M3] += y[M3][::-1] * A[0]
    y[y > 3.0] *= 0.5
    y[J, 1] = A[J, 2] * y[J, 0]
    return np.sum(y * y * A[2, 3])


def repeated(A: Any) -> Any:
    y = A * A
    np.add.at(y, K, A[0] * A[1])
    np.multiply.at(y, (K, N), A[1, 1:])
    np.subtract.at(y, M34, A[0, 0] ** 2)
    y[K] = y[N] * A[2]
    y[K, N] -= A[0, :3]
    return np.sum(y * y)


def by_functions(A: Any) -> Any:
    y = A * A
    x = np.take(A, N, axis=1) * np.take(y, [1, 5, 1])
    z = np.take_along_axis(A, N[:, None], axis=0)[1] * np.compress([True, False, True], y, axis=0)
    np.put(y, [0, -1, 5], A[0])
    r, c = np.nonzero(M34)
    return np.sum(x * x) + np.sum(z) + np.sum(y * y) + np.sum(A[r, c] ** 3) + np.sum(A[np.ix_(K, M34[0])] * A[0, 0])


def in_loop(A: Any) -> Any:
    x = A[0] * 1.0
    k = np.array([0, 1, 1])
    for step in range(3):
        x[k] += 0.1 * x[k[::-1]] * A[1, step]
        k = (k + step) % 4
        x[x > 1.5] *= A[2, 2]
    return np.sum(x * x)


def index_overwritten(A: Any) -> Any:
    k = K.copy()
    y = A[k] * A[N]
    k[:] = 1
    z = A[k] * y
    k[0] = 2
    return np.sum(z * A[k])


FUNCTIONS = (read, by_values, written, repeated, by_functions, in_loop, index_overwritten)
POINTS = {"rows": np.linspace(0.5, 2.1, 12).reshape(3, 4), "columns": np.linspace(0.5, 2.1, 12).reshape(4, 3).T}


def complex_step(f: Callable[[Any], Any], x: np.ndarray) -> np.ndarray:
    """The gradient, exact up to rounding."""
    out = np.zeros(x.shape)
    for idx in np.ndindex(x.shape):
        moved = x.astype(complex)
        moved[idx] += 1e-30j
        out[idx] = f(moved).imag / 1e-30
    return out


@pytest.mark.parametrize(("f", "point"), [(f, "columns" if k % 2 else "rows") for k, f in enumerate(FUNCTIONS)])
def test_both_modes(f: Callable[[Any], Any], point: str) -> None:
    x = POINTS[point]
    wanted = complex_step(f, x)
    before = x.copy()
    value, found = irad.value_and_grad(f)(x)
    np.testing.assert_allclose(value, f(x), rtol=1e-13)
    np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-13)
    way = np.cos(np.arange(12.0)).reshape(3, 4)
    _, tangent = irad.jvp(f, (x,), (way,))
    np.testing.assert_allclose(tangent, np.sum(wanted * way), rtol=1e-11)
    np.testing.assert_array_equal(x, before)


def test_shadows_of_arrays_that_are_written() -> None:
    def scaled(x: Any, i: Any, out: Any) -> None:
        out[i] = x[:3] ** 2
        out[out < 0.0] = x[3]

    x, i, out = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1, 0, 1]), np.array([5.0, 5.0, -5.0])
    dx, dout = np.zeros(4), np.array([1.0, 10.0, 100.0])
    irad.autodiff(scaled, irad.Duplicated(x, dx), irad.Const(i), irad.Duplicated(out, dout), mode=irad.Reverse)
    np.testing.assert_array_equal(out, [4.0, 9.0, 4.0])
    np.testing.assert_allclose(dx, [0.0, 4.0, 60.0, 100.0])  # of the repeated place only the last value stays
    np.testing.assert_array_equal(dout, 0.0)


def test_second_derivatives() -> None:
    def f(x: Any) -> Any:
        y = x[K[:2]] * x[N[:2]]
        np.add.at(y, K[::2] % 2, x[1] ** 2)
        return np.sum(y * y) + np.sum(x[x > 1.0] ** 3)

    x = np.array([0.5, 1.5, 2.5])
    d = np.zeros((3, 3))
    for k in range(3):
        step = np.eye(3)[k] * 1e-6
        d[k] = (irad.grad(f)(x + step) - irad.grad(f)(x - step)) / 2e-6
    np.testing.assert_allclose(irad.hessian(f)(x), d, rtol=1e-7, atol=1e-6)


def test_a_jacobian_of_what_a_mask_selects() -> None:
    def f(x: Any) -> Any:
        return x[x > 1.0] * x[0]

    x = np.array([0.5, 1.5, 0.75, 2.5])
    np.testing.assert_allclose(irad.jacrev(f)(x), [[1.5, 0.5, 0.0, 0.0], [2.5, 0.0, 0.0, 0.5]])
    np.testing.assert_allclose(irad.jacfwd(f)(x), [[1.5, 0.5, 0.0, 0.0], [2.5, 0.0, 0.0, 0.5]])


def test_in_checkpointed_loops() -> None:
    def plain(x: Any, k: Any, n: int) -> Any:
        s = x * 1.0
        for t in range(n):
            s[k] = s[k[::-1]] * 0.9 + x[t % 4]
            s[s > 2.0] *= 0.5
        return np.sum(s * s)

    def checkpointed(x: Any, k: Any, n: int) -> Any:
        s = x * 1.0
        for t in irad.checkpointed(range(n), snapshots=3):
            s[k] = s[k[::-1]] * 0.9 + x[t % 4]
            s[s > 2.0] *= 0.5
        return np.sum(s * s)

    x, k = np.array([0.5, 1.0, 1.5, 2.0]), np.array([0, 2, 3])
    wanted = complex_step(lambda v: plain(v, k, 11), x)
    np.testing.assert_allclose(irad.grad(plain)(x, k, 11), wanted, rtol=1e-11)
    np.testing.assert_allclose(irad.grad(checkpointed)(x, k, 11), wanted, rtol=1e-11)
