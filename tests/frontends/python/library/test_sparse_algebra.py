"""Sums, products and blocks of sparse matrices, and systems with them, beside SciPy and differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import LinearOperator, cg, factorized, splu

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values
from tests.frontends.python.plain import compare

A = np.array([[3.0, 0.0, 1.0], [1.0, 2.0, 0.0], [0.0, -1.0, 4.0]])
B = np.array([[0.0, 2.0, 0.5], [1.0, 0.0, 0.0], [0.0, 1.0, 0.25]])
V = np.array([1.0, -2.0, 0.5])
FORMATS = {
    "csr_matrix": sparse.csr_matrix, "csc_matrix": sparse.csc_matrix, "coo_matrix": sparse.coo_matrix,
    "csr_array": sparse.csr_array, "csc_array": sparse.csc_array, "coo_array": sparse.coo_array,
}  # fmt: skip


def scaled(x: Any, make: Any, dense: Any) -> Any:
    """A sparse matrix whose elements depend on x."""
    rows, columns = np.nonzero(dense)
    found = sparse.coo_matrix((dense[rows, columns] * x, (rows, columns)), shape=dense.shape)
    return make(found)


def total(x, p, q):
    return ((p + q) @ V * np.array([1.0, 2.0, 3.0])).sum() + (p - 2.0 * q).sum() + (x * p.T + q).toarray()[0, 1] ** 2


def product(x, p, q):
    return ((p @ q) @ V * np.array([1.0, 2.0, 3.0])).sum() + (q @ p @ q).sum() + (p.T @ p).diagonal().sum() + (-p / x).sum()


def blocks(x, p, q):
    wide = sparse.hstack([p, q], format="csr")
    tall = sparse.vstack([p, x * q], format="csr")
    corner = sparse.block_diag([p, q], format="csr")
    w = np.arange(6.0)
    return (wide @ w).sum() + (w @ (tall @ V)) + (w @ (corner @ w)) + sparse.kron(p, q, format="csr")[4:6, :].sum()


def laplacian(x, p, q):
    n = 4
    d = sparse.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(n, n))
    one = sparse.identity(n)
    whole = sparse.kron(one, d) + sparse.kron(d, one) + x * sparse.identity(n * n)
    return splu(whole.tocsc()).solve(np.arange(16.0)).sum() + (p @ q).sum()


def systems(x, p, q):
    whole = (p + p.T + 4.0 * sparse.identity(3)).tocsc()
    solve = factorized(whole)
    found, failed = cg(whole, V * x, rtol=1e-13)
    return solve(V)[0] * splu(whole).solve(V, "T")[1] + found.sum() * (1 + failed) + (q @ found).sum()


PROGRAMS = (total, product, blocks, laplacian, systems)


@pytest.mark.parametrize(("f", "name"), list(zip(PROGRAMS, FORMATS, strict=False)), ids=lambda v: getattr(v, "__name__", v))
def test_values_and_derivatives(f: Callable[..., Any], name: str) -> None:
    make = FORMATS[name]
    compare(lambda x: f(x, scaled(x, make, A), make(B)), 1.3)


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_stored(name: str) -> None:
    p, q = FORMATS[name](A), FORMATS[name](B)
    for f in (lambda p, q: p + q, lambda p, q: p @ q, lambda p, q: p - q.T):
        found = irad.jit(lambda p, q, f=f: f(p, q).toarray())(p, q)
        np.testing.assert_allclose(found, f(p, q).toarray(), rtol=1e-14)
        data, indices = irad.jit(lambda p, q, f=f: (f(p, q).tocsr().data, f(p, q).tocsr().indices))(p, q)
        expected = f(p, q).tocsr()
        expected.sort_indices()
        there = data != 0  # what cancels stays stored
        np.testing.assert_allclose(data[there], expected.data, rtol=1e-14)
        np.testing.assert_array_equal(indices[there], expected.indices)


def degrees(x, p):
    whole = x * p
    rows, columns = np.asarray(whole.sum(axis=1)).ravel(), np.array(whole.sum(axis=0)).flatten()
    first = np.asarray(whole.sum(axis=-1)).reshape(-1)[0] * np.asarray(p.sum(0)).squeeze()[2]
    d = sparse.diags(1 / (rows + 10.0))
    return (rows * V).sum() + (columns * V).sum() + first + whole.sum(axis=0).sum() + ((d @ p @ d) @ V).sum()


@pytest.mark.parametrize("make", [sparse.csr_matrix, sparse.csr_array, sparse.csc_array])
def test_sums_along_an_axis(make: Any) -> None:
    compare(lambda x: degrees(x, make(A)), 1.3)


def test_what_cancels_has_a_derivative() -> None:
    def f(x):
        p = sparse.csr_matrix(np.array([[1.0, 0.0], [0.0, 1.0]]))
        return ((x * p - p) @ np.array([3.0, 4.0])).sum()

    assert irad.value_and_grad(f)(1.0) == (0.0, 7.0)


@pytest.mark.parametrize(
    ("f", "text"),
    [
        (lambda p: p.sum(axis=1) * 2.0, "sums of a sparse matrix along an axis"),
        (lambda p: (p + np.ones((3, 3))).sum(), "sums of a sparse matrix and an array"),
        (lambda p: splu(np.ones((3, 3))).solve(V), "of a dense matrix"),
    ],
)
def test_refusals(f: Any, text: str) -> None:
    with pytest.raises(irad.IradError, match=text):
        irad.jit(f)(sparse.csr_matrix(A))


def test_sizes_that_differ_are_an_error() -> None:
    p, q = sparse.csr_matrix(A), sparse.csr_matrix(np.ones((2, 3)))
    with pytest.raises(ValueError, match="inconsistent shapes"):
        irad.jit(lambda p, q: (p + q).sum())(p, q)
    with pytest.raises(ValueError, match="dimension mismatch"):
        irad.jit(lambda p, q: (p @ q).sum())(p, q)


def by_operators(d: Any) -> Any:
    n = len(d)

    def product(v: Any) -> Any:
        return np.ravel(v) * d + 0.1 * np.sum(v)

    p = LinearOperator((n, n), matvec=lambda v: d * v, rmatvec=lambda v: 2 * v)
    q = LinearOperator(shape=(n, n), matvec=product)
    r = LinearOperator((n, n), product, matmat=lambda v: v * 3, dtype=float)
    products = p @ d, p.matvec(d + 1), p.rmatvec(d), q @ np.outer(d, d), r @ np.outer(d, d), q.dot(d), q(d), p * d
    return *products, cg(q, d)[0], q @ np.ones((n, 1)), q.matvec(np.ones((n, 1)))


def with_an_operator(d: Any) -> Any:
    a = LinearOperator((len(d), len(d)), matvec=lambda v: np.ravel(v) * d + 0.1 * np.sum(v))
    return cg(a, np.cos(d), rtol=1e-12)[0].sum() + (a @ d).sum()


OUTSIDE = LinearOperator((3, 3), matvec=lambda v: V**2 * np.ravel(v) + 0.1 * np.sum(v), rmatvec=lambda v: v * 3)


def with_operators_from_outside(x: Any) -> Any:
    return OUTSIDE @ x, OUTSIDE.rmatvec(x), OUTSIDE @ np.outer(x, x), cg(OUTSIDE, x, rtol=1e-12)[0], OUTSIDE.shape


def test_operators_from_outside() -> None:
    x = np.array([1.3, -2.0, 3.1])
    check_values(with_operators_from_outside, x)
    check_slopes(lambda x: (cg(OUTSIDE, x, rtol=1e-12)[0] * x).sum() + (OUTSIDE.rmatvec(x) ** 2).sum(), x)
    np.testing.assert_allclose(irad.jit(lambda a, x: a @ x)(OUTSIDE, x), OUTSIDE @ x, rtol=1e-14)


def test_operators() -> None:
    d = np.array([1.3, 2.0, 3.1])
    check_values(by_operators, d)
    check_slopes(with_an_operator, d)
    check_errors(
        lambda: LinearOperator((3, 3), matvec=lambda v: v) @ np.ones(4),
        lambda: LinearOperator((3, 3), matvec=lambda v: v * np.ones((3, 3))) @ np.ones(3),
        lambda: LinearOperator((3, 3), matvec=lambda v: v).rmatvec(np.ones(3)),
    )
