"""Functions of `scipy.sparse` and `scipy.sparse.linalg` that make sparse matrices, join them and solve systems with them."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.sparse.sparse_arrays import SparseBase, SparseDiagonals, SparseElements, length_of
from irad.frontends.python.library.sparse.sparse_operators import OperatorOfFunction
from irad.frontends.python.library.sparse.sparse_solutions import sparse_solution
from irad.frontends.python.library.sparse.sparse_sums import beside, kron_elements, moved


def diags(diagonals: Any, offsets: Any = 0, shape: Any = None, format: Any = None, dtype: Any = "common") -> Any:
    """The matrix with these diagonals; of the common type of floats of these if ``dtype`` is not given."""
    if np.ndim(offsets) == 0:
        if np.ndim(diagonals) == 0:
            raise TypeError("object of type 'float' has no len()")
        only = np.atleast_1d(diagonals)
        if only.ndim != 1:
            raise ValueError("Different number of diagonals and offsets.")
        return diags([only], [offsets], shape, format, dtype)
    places = np.asarray(offsets)
    if len(diagonals) != len(places):
        raise ValueError("Different number of diagonals and offsets.")
    if shape is None:
        m = len(np.atleast_1d(diagonals[0])) + abs(int(places[0]))
        n = m
    else:
        m, n = shape[0], shape[1]
    width = 0
    for k in range(len(places)):
        if m + places[k] < 0 or n - places[k] < 0:
            raise ValueError("an offset of a diagonal is out of bounds")
        width = max(width, length_of(places[k], m, n) + max(0, int(places[k])))
    data = np.zeros((len(diagonals), width), dtype=_kind_of_diagonals(diagonals, dtype))
    for k in range(len(diagonals)):
        d, first = np.atleast_1d(diagonals[k]), max(0, int(places[k]))
        count = length_of(places[k], m, n)
        if len(d) < count and len(d) != 1:
            raise ValueError("Diagonal length does not agree with array size.")
        for j in range(count):
            data[k, first + j] = d[j if len(d) > 1 else 0]
    return _formatted(SparseDiagonals((data, places), (m, n)), format)


def _kind_of_diagonals(diagonals: Any, dtype: Any) -> Any:
    if isinstance(dtype, str) and dtype == "common":
        kind = np.concatenate([np.atleast_1d(d)[:1] for d in diagonals]).dtype
        return kind if kind.kind == "f" or kind.kind == "c" else np.dtype(np.float64)
    if dtype is None:
        return np.concatenate([np.atleast_1d(d)[:1] for d in diagonals]).dtype
    return np.dtype(dtype)


def eye(m: int, n: Any = None, k: int = 0, dtype: Any = np.float64, format: Any = None) -> Any:
    """Ones on a diagonal."""
    return diags([np.ones(1)], [k], (m, m if n is None else n), format, np.float64 if dtype is None else dtype)


def identity(n: int, dtype: Any = np.float64, format: Any = None) -> Any:
    """Ones on the diagonal."""
    return eye(n, None, 0, dtype, format)


def issparse(x: Any) -> bool:
    """Whether it is a sparse matrix."""
    return isinstance(x, SparseBase)


def _formatted(found: Any, format: Any) -> Any:
    if format == "csr":
        return found.tocsr()
    return found.tocsc() if format == "csc" else found


def _as_elements(a: Any) -> Any:
    return a.tocoo() if isinstance(a, SparseBase) else SparseElements(a)


def kron(A: Any, B: Any, format: Any = None) -> Any:
    """The Kronecker product."""
    first, second = _as_elements(A), _as_elements(B)
    m, n = second.shape
    row, column, value = second.elements()
    row, column = np.asarray(row).astype(np.int64), np.asarray(column).astype(np.int64)
    if format is None and 2 * len(value) >= m * n:  # the zeros as well, as in SciPy: an infinity times them is nan
        row, column, value = np.repeat(np.arange(m), n), np.tile(np.arange(n), m), second.toarray().ravel()
    rows, columns, values = kron_elements(first.elements(), (row, column, value), m, n)
    return _formatted(SparseElements((values, (rows, columns)), (first.shape[0] * m, first.shape[1] * n)), format)


def _placed(blocks: Any, down: int, right: int, dtype: Any) -> Any:
    """The elements of blocks of which each lies further down (1) or to the right (1) by the size of those before; the size."""
    found, m, n = _as_elements(blocks[0]).elements(), blocks[0].shape[0], blocks[0].shape[1]
    for k in range(1, len(blocks)):
        block = _as_elements(blocks[k])
        if (right == 0 and block.shape[1] != n) or (down == 0 and block.shape[0] != m):
            raise ValueError("the blocks of sparse matrices have incompatible sizes")
        found = beside(found, moved(block.elements(), m * down, n * right))
        m, n = m + block.shape[0] * down, n + block.shape[1] * right
    return SparseElements((found[2], (found[0], found[1])), (m, n), dtype)


def vstack(blocks: Any, format: Any = None, dtype: Any = None) -> Any:
    """Sparse matrices below each other."""
    return _formatted(_placed(blocks, 1, 0, dtype), format)


def hstack(blocks: Any, format: Any = None, dtype: Any = None) -> Any:
    """Sparse matrices beside each other."""
    return _formatted(_placed(blocks, 0, 1, dtype), format)


def block_diag(mats: Any, format: Any = None, dtype: Any = None) -> Any:
    """Matrices along the diagonal."""
    return _formatted(_placed(mats, 1, 1, dtype), format)


def spsolve(A: Any, b: Any, permc_spec: Any = None, use_umfpack: Any = True) -> Any:
    """x with A x = b, by SuperLU."""
    if not isinstance(A, SparseBase):
        refused("spsolve() of a dense matrix is not supported in compiled functions", "np.linalg.solve")
    if A.shape[0] != A.shape[1]:
        raise ValueError("matrix must be square")
    right = np.asarray(b)
    if right.ndim == 2 and right.shape[1] == 1:
        raise NotImplementedError("spsolve() of a matrix of one column in compiled functions: spsolve(A, b[:, 0])")
    return _solved(A.tocsr(), right, 1)


def _solved(by_rows: Any, right: Any, singular: int) -> Any:
    """``singular``: whether a singular matrix gives nan instead of an error."""
    if right.shape[0] != by_rows.shape[0]:
        raise ValueError("matrix - rhs dimension mismatch")
    if by_rows.data.dtype.kind == "c" or right.dtype.kind == "c":
        refused("sparse systems of complex numbers are not supported in compiled functions", "irad.host_rule")
    columns = np.reshape(right, (right.shape[0], 1 if right.ndim == 1 else right.shape[1])) * np.float64(1.0)
    wide = sparse_solution(by_rows.data * np.float64(1.0), by_rows.indices, by_rows.indptr, columns, 0, singular)
    found = np.reshape(wide, right.shape)
    return found.astype(np.float32) if _is_narrow(by_rows.data) and _is_narrow(right) else found


def _is_narrow(a: Any) -> bool:
    """Whether it is computed in single precision."""
    return bool((a.ravel()[:1] * np.float32(1.0)).dtype == np.float32)


class SparseFactors:
    """What ``splu`` gives."""

    irad_compiled = True

    def __init__(self, A: Any) -> None:
        self.matrix = A.tocsr()
        self.shape = A.shape

    def solve(self, rhs: Any, trans: str = "N") -> Any:
        right = np.asarray(rhs)
        if _is_narrow(self.matrix.data) and not _is_narrow(right):
            raise TypeError("Cannot cast array data to dtype('float32') according to the rule 'safe'")
        return _solved(self.matrix if trans == "N" else self.matrix.T.tocsr(), right, 0)


def splu(A: Any) -> Any:
    """The factors of a matrix; they are found when a system is solved, and kept for a while."""
    if not isinstance(A, SparseBase):
        refused("splu() of a dense matrix is not supported in compiled functions", "scipy.linalg.lu_factor")
    if A.shape[0] != A.shape[1]:
        raise ValueError("can only factor square matrices")
    return SparseFactors(A)


def factorized(A: Any) -> Any:
    """A function that solves systems with this matrix."""
    return splu(A).solve


def cg(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    maxiter: Any = None,
    M: Any = None,
    callback: Any = None,
) -> Any:
    """x with A x = b and whether that converged, by conjugate gradients (Hestenes and Stiefel, 1952).

    The derivative is that of the iterations, and as exact as ``rtol`` says.
    """
    if M is not None or callback is not None:
        refused("cg() with M= or callback= is not supported in compiled functions", "leave it out")
    n = A.shape[0]
    if A.shape[1] != n:
        raise ValueError("expected square matrix")
    given = np.asarray(b)
    if given.shape[0] != n or (given.ndim == 2 and given.shape[1] != 1) or given.ndim > 2:
        raise ValueError("shapes of A and b are incompatible")
    right = _of_kind(A, given, given.ravel())
    x = np.zeros_like(right) if x0 is None else _of_kind(A, given, np.asarray(x0).ravel())
    if len(x) != n:
        raise ValueError("shapes of A and x0 are incompatible")
    size = np.linalg.norm(right)
    enough = max(float(atol), float(rtol) * float(size))
    if size == 0.0:
        return right, 0
    most = n * 10 if maxiter is None else maxiter
    r = right.copy() if x0 is None else right - A @ x
    p, rho_before = r.copy(), 1.0
    for iteration in range(most):
        if np.linalg.norm(r) < enough:
            return x, 0
        rho = r @ r
        if iteration > 0:
            p = r + rho / rho_before * p
        q = A @ p
        alpha = rho / (p @ q)
        x, r = x + alpha * p, r - alpha * q
        rho_before = rho
    return x, most


def _of_kind(A: Any, b: Any, x: Any) -> Any:
    """``x`` in the precision in which a system with the matrix and the right side is solved."""
    kind = (A @ b).dtype if isinstance(A, OperatorOfFunction) else A.dtype
    return x.astype(np.float32) if kind == np.float32 and b.dtype == np.float32 else x * np.float64(1.0)
