"""``np.linalg``, ``scipy.linalg`` in compiled functions: values as NumPy has them, derivatives by closed forms, differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.linalg
from scipy.linalg import solve_triangular

import irad
from irad.frontends.python.sources.lowered_function import Lowered

pytestmark = pytest.mark.sampled

RNG = np.random.default_rng(5)
M = RNG.normal(size=(4, 4))
A = M @ M.T + 4 * np.eye(4)
B, Y, W = RNG.normal(size=(4, 3)), RNG.normal(size=4), RNG.normal(size=(4, 4))


def lower(a: Any) -> Any:
    return np.linalg.cholesky(a)


def upper(a: Any) -> Any:
    return np.linalg.cholesky(a, upper=True)


def solve(a: Any, b: Any) -> Any:
    return np.linalg.solve(a, b)


def inverse(a: Any) -> Any:
    return np.linalg.inv(a)


def determinant(a: Any) -> Any:
    return np.linalg.det(a)


def log_determinant(a: Any) -> Any:
    found = np.linalg.slogdet(a)
    return found.sign * found.logabsdet


def norm(x: Any) -> Any:
    return np.linalg.norm(x)


def triangular(a: Any, b: Any) -> Any:
    return solve_triangular(a, b, lower=True)


def turned(a: Any, b: Any) -> Any:
    return scipy.linalg.solve_triangular(a, b, trans=1)


def unit(a: Any, b: Any) -> Any:
    return scipy.linalg.solve_triangular(a, b, "T", True, unit_diagonal=True)


CALLS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (lower, (A,)), (upper, (A,)), (solve, (M, Y)), (solve, (M, B)), (inverse, (M,)), (determinant, (M,)), (log_determinant, (M,)),
    (norm, (B,)), (norm, (Y,)), (triangular, (M, Y)), (triangular, (M, B)), (turned, (M, Y)), (turned, (M, B)), (unit, (M, B)),
]  # fmt: skip
IDS = [f"{f.__name__}-{len(args)}-{args[-1].ndim}" for f, args in CALLS]


@pytest.mark.parametrize("f,args", CALLS, ids=IDS)
def test_values_and_derivatives(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
    np.testing.assert_allclose(irad.jit(f)(*args), f(*args), rtol=1e-12, atol=1e-13)
    irad.check_grads(f, args, order=2 if f in (lower, solve, triangular, log_determinant) and args[-1].ndim == 1 else 1)


@pytest.mark.parametrize("f,args", CALLS, ids=IDS)
def test_single_precision_and_other_layouts(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
    single = irad.jit(f)(*(x.astype(np.float32) for x in args))
    assert not np.ndim(single) or single.dtype == np.float32
    np.testing.assert_allclose(single, f(*args), rtol=1e-3, atol=1e-3)
    turned_round = [np.ascontiguousarray(x.T).T for x in args]
    np.testing.assert_allclose(irad.jit(f)(*turned_round), f(*args), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("f,args", CALLS, ids=IDS)
def test_loops(f: Callable[..., Any], args: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """What libraries without BLAS get: the same values and derivatives."""
    if f is upper:
        return
    from irad.frontends.python import python_to_ir

    plain = python_to_ir.lower_function

    def without(fn: Any, types: Any, boundscheck: bool, blas: bool, *more: Any) -> Lowered:
        return plain(fn, types, boundscheck, False, *more)

    monkeypatch.setattr("irad.frontends.python.python_to_ir.lower_function", without)
    monkeypatch.setattr("irad.frontends.python.lower_function", without, raising=False)
    weights = irad.jit(f)(*args)
    np.testing.assert_allclose(weights, f(*args), rtol=1e-11, atol=1e-12)
    irad.check_grads(f, args)


def gaussian(a: Any, y: Any) -> Any:
    low = np.linalg.cholesky(a)
    z = solve_triangular(low, y, lower=True)
    total = -0.5 * (z * z).sum()
    for i in range(len(y)):
        total -= np.log(low[i, i])
    return total


def test_likelihood() -> None:
    """d/dA = (v v^T - inv(A)) / 2 with v = inv(A) y, for symmetric A; d/dy = -v."""
    da, dy = irad.grad(gaussian, (0, 1))(A, Y)
    v = np.linalg.solve(A, Y)
    np.testing.assert_allclose(da + da.T, np.outer(v, v) - np.linalg.inv(A), rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(dy, -v, rtol=1e-12)


def test_closed_forms() -> None:
    x = np.linalg.inv(M)
    np.testing.assert_allclose(irad.grad(determinant)(M), np.linalg.det(M) * x.T, rtol=1e-10)
    np.testing.assert_allclose(irad.grad(lambda a: np.linalg.slogdet(a).logabsdet)(M), x.T, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(irad.grad(lambda a, w: (np.linalg.inv(a) * w).sum())(M, W), -x.T @ W @ x.T, rtol=1e-9, atol=1e-10)
    np.testing.assert_allclose(irad.grad(norm)(B), B / np.linalg.norm(B), rtol=1e-14)
    np.testing.assert_array_equal(irad.grad(norm)(np.zeros(3)), np.zeros(3))


def weighted(a: Any, b: Any) -> Any:
    return (np.linalg.solve(a, b) * np.sin(b)).sum()


@pytest.mark.parametrize("b", [Y, B], ids=["vector", "matrix"])
def test_constant_sides(b: np.ndarray) -> None:
    """What has no derivative does not change that of the other one: x' = inv(a) (b' - a' x)."""
    x, s = np.linalg.solve(M, b), np.sin(b)
    u = np.linalg.solve(M.T, s)
    of_a, of_b = -np.outer(u, x) if b.ndim == 1 else -u @ x.T, u + x * np.cos(b)
    np.testing.assert_allclose(irad.grad(weighted, 0)(M, b), of_a, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(irad.grad(weighted, 1)(M, b), of_b, rtol=1e-10, atol=1e-12)
    for given, wanted in (
        ((irad.Duplicated(M.copy(), W), b), (of_a * W).sum()),
        ((M, irad.Duplicated(b.copy(), s)), (of_b * s).sum()),
        ((irad.Duplicated(M.copy(), W), irad.Duplicated(b.copy(), s)), (of_a * W).sum() + (of_b * s).sum()),
    ):
        found = irad.autodiff(weighted, *given, mode=irad.Forward)[0]
        np.testing.assert_allclose(found, wanted, rtol=1e-10)


def relaxed(a: Any, x: Any) -> Any:
    for k in range(3):
        x = np.linalg.solve(a, x) + x
        a[k, 0] += 0.1 * x[1]
        a[k, k] *= np.linalg.det(a) / (1.0 + np.linalg.slogdet(a)[1] ** 2)
    return (x * x).sum() + np.linalg.inv(a)[0, 1]


def test_factors_of_a_matrix_that_changes() -> None:
    gradient = irad.grad(lambda a: relaxed(a, np.array([1.0, -0.5, 2.0, 0.25])))(A.copy())
    x, h = np.array([1.0, -0.5, 2.0, 0.25]), 1e-6
    for i in np.ndindex(A.shape):
        up, down = A.copy(), A.copy()
        up[i] += h
        down[i] -= h
        slope = (relaxed(up, x) - relaxed(down, x)) / (2 * h)
        assert gradient[i] == pytest.approx(slope, rel=1e-5, abs=1e-5 * abs(gradient).max())


ERRORS: list[tuple[Callable[..., Any], tuple[Any, ...], type[Exception], str]] = [
    (lower, (-A,), np.linalg.LinAlgError, "not positive definite"),
    (lower, (B,), np.linalg.LinAlgError, "must be square"),
    (solve, (np.zeros((2, 2)), np.zeros(2)), np.linalg.LinAlgError, "Singular matrix"),
    (inverse, (np.ones((3, 3)),), np.linalg.LinAlgError, "Singular matrix"),
    (solve, (M, np.zeros(3)), ValueError, "incompatible"),
    (triangular, (np.diag([1.0, 0.0]), np.ones(2)), np.linalg.LinAlgError, "resolution failed at diagonal 1"),
]


@pytest.mark.parametrize("f,args,kind,message", ERRORS, ids=[f"{e[0].__name__}: {e[3]}" for e in ERRORS])
def test_errors(f: Callable[..., Any], args: tuple[Any, ...], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        irad.jit(f)(*args)
    shadows = [np.full(x.shape, 3.0) for x in args]
    given = [irad.Duplicated(x.copy(), s) for x, s in zip(args, shadows, strict=True)]
    with pytest.raises(kind, match=message):
        irad.autodiff(f, *given, seed=np.ones(args[-1].shape), returns=irad.Duplicated)
    for s in shadows:
        np.testing.assert_array_equal(s, 3.0)


def test_a_singular_matrix_has_a_determinant_but_no_derivative() -> None:
    """That of its factorisation is not defined: NaN, not a wrong number."""
    singular = np.ones((2, 2))
    assert irad.jit(determinant)(singular) == 0.0
    assert np.isnan(irad.grad(determinant)(singular)).all()
    assert np.isnan(irad.hessian(determinant)(singular)).all()
    assert np.isnan(irad.jvp(irad.grad(determinant), (singular,), (np.eye(2),))[1]).all()


def test_what_is_no_number_comes_out_as_none() -> None:
    assert np.isnan(irad.jit(inverse)(A * np.nan)).all()
    assert np.isnan(irad.grad(determinant)(A * np.nan)).all()


def test_sizes() -> None:
    empty = np.zeros((0, 0))
    assert irad.jit(lower)(empty).shape == (0, 0)
    assert irad.jit(determinant)(empty) == 1.0
    assert irad.jit(solve)(empty, np.zeros((0, 2))).shape == (0, 2)
    np.testing.assert_array_equal(irad.grad(determinant)(np.array([[3.0]])), [[1.0]])
