"""Sparse matrices of `scipy.sparse` in compiled code: made outside, passed, and made of active numbers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.linalg import splu, spsolve

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

DENSE = np.array([[4.0, 0, 1, 0], [0, 3, 0, 0], [1, 0, 5, 2], [0, 0.5, 0, 6]])
BY_ROWS, BY_COLUMNS, ELEMENTS = sparse.csr_array(DENSE), sparse.csc_matrix(DENSE), sparse.coo_matrix(DENSE)
WIDE = sparse.csr_matrix(DENSE[:3])
DIAGONALS = sparse.diags([np.ones(3), 2 * np.ones(4)], [1, 0])
X = np.array([1.0, 2.0, 3.0, 4.0])
X32 = X.astype(np.float32)
SINGULAR = sparse.csc_array((X[:1], ([0], [0])), shape=(2, 2))
X2 = np.stack([X, X * X], 1)
ROWS, COLUMNS = np.array([0, 1, 2, 2, 3, 3]), np.array([0, 1, 2, 0, 3, 3])
DATA = np.array([1.0, 1.2, 0.7, -0.3, 2.0, 0.4])


def products():
    vectors = (BY_ROWS @ X, WIDE @ X, WIDE.T @ X[:3], BY_ROWS.dot(X), BY_COLUMNS @ X, ELEMENTS @ X, DIAGONALS @ X)
    turned = (ELEMENTS.T @ X, DIAGONALS.T @ X, X @ BY_ROWS, X2.T @ BY_COLUMNS, BY_ROWS @ X2)
    return (
        *vectors,
        *turned,
        BY_ROWS.toarray(),
        (2 * BY_ROWS).toarray(),
        BY_ROWS.diagonal(),
        DIAGONALS.toarray(),
        (-BY_ROWS).data,
    )


def made_inside():
    a = sparse.csr_matrix((np.arange(6) * 1.0, (ROWS, COLUMNS)), shape=(4, 5))
    b = sparse.coo_array((X, (ROWS[:4], COLUMNS[:4])))
    c = sparse.csc_matrix((X, (ROWS[:4], COLUMNS[:4])))
    own = (a.data, a.indices, a.indptr, a.toarray(), a.tocsc().indices, a.nnz, c.indptr, sparse.csr_array(DENSE).indices)
    bands = sparse.diags([X, X[:3]], [0, -1], format="csr").toarray()
    return (*own, b @ X[:3], b.toarray(), bands, sparse.eye(3).toarray(), sparse.diags(X) @ X)


def solutions():
    return spsolve(BY_COLUMNS, X), spsolve(BY_ROWS, X2), spsolve(DIAGONALS.tocsc(), X)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [solutions, products, made_inside], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f)


def by_products(d):
    a = sparse.csr_matrix((d * d, (ROWS, COLUMNS)), shape=(4, 4))
    y = a @ d[:4]
    b = sparse.csc_array((d[:2], np.array([0, 1]), np.array([0, 1, 2])), shape=(2, 2))
    return (y * y).sum() + (a.T @ y).sum() + a.data[1] + (BY_ROWS @ np.sin(d[:4]))[2] + (b @ d[2:4]).sum()


def by_solutions(d):
    a = sparse.csr_matrix((d * d + 3, (ROWS, COLUMNS)), shape=(4, 4))
    return (spsolve(a, d[:4]) * X).sum() + (spsolve(BY_ROWS, np.stack([d[:4], d[2:]], 1)) ** 2).sum()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("f", [by_solutions, by_products], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, DATA)


@pytest.mark.slow
def test_second_derivatives_of_solutions() -> None:
    h = 1e-5
    wanted = [(irad.grad(by_solutions)(DATA + h * e) - irad.grad(by_solutions)(DATA - h * e)) / (2 * h) for e in np.eye(6)]
    np.testing.assert_allclose(irad.hessian(by_solutions)(DATA), wanted, rtol=1e-6, atol=1e-8)


def test_as_an_argument() -> None:
    def f(a, x):
        return (a @ x).sum() * x[0]

    slope = irad.grad(f, argnums=1)
    for a in (BY_ROWS, WIDE, BY_COLUMNS, ELEMENTS):
        of_sum = DENSE[: a.shape[0]].sum(axis=0)
        np.testing.assert_allclose(slope(a, X), of_sum * X[0] + np.array([of_sum @ X, 0.0, 0.0, 0.0]), rtol=1e-13)


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: WIDE @ X[:3],
        lambda: sparse.csr_matrix((X, (ROWS[:4], COLUMNS[:4])), shape=(1, 4)).data,
        lambda: spsolve(WIDE, X[:3]),
        lambda: sparse.diags([X, X[:2]], [0, 1]).toarray(),
    )
    with pytest.raises(irad.UnsupportedError, match="products by elements"):
        irad.jit(lambda: (BY_ROWS * X).data)()
    check_errors(
        lambda: splu(SINGULAR).solve(X[:2]),
        lambda: sparse.coo_array((X, (ROWS, COLUMNS)), shape=(4, 4)).data,
        lambda: sparse.csr_array((X[:1], COLUMNS[:2], ROWS[:2]), shape=(1, 4)).data,
        lambda: sparse.diags([X[:0], X[:0]], [0, 1]).toarray(),
    )
    assert np.isnan(irad.jit(lambda: spsolve(SINGULAR, X[:2]))()).all()  # as in SciPy


def kinds():
    narrow = sparse.diags([X32, X32[:3]], [0, 1]), sparse.csc_array(DENSE, dtype=np.float32)
    systems = spsolve(narrow[1], X32), splu(narrow[1]).solve(X32), spsolve(narrow[1], X)
    made = narrow[0].toarray(), narrow[1].toarray(), sparse.eye(3, dtype=np.float32).toarray(), sparse.diags(ROWS).toarray()
    return *systems, *made, sparse.vstack((BY_ROWS, BY_COLUMNS), dtype=np.float32).toarray()


def test_kinds() -> None:
    for got, want in zip(irad.jit(kinds)(), kinds(), strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got, want, rtol=1e-6)
