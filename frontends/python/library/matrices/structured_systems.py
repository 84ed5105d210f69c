"""Systems of equations with matrices of a structure, matrix equations and factors, as `scipy.linalg` has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.matrices.special_matrices import narrow_as_single, toeplitz
from irad.frontends.python.library.shared.banded import banded_solution
from irad.frontends.python.library.shared.compiler_words import refused

_MOST = 2500
_REALS = "is not supported for complex or float32 matrices in compiled functions"


def _solved(l: Any, u: Any, ab: Any, b: Any) -> Any:  # noqa: E741
    right = np.asarray(b)
    if np.asarray(ab).shape[1] != right.shape[0]:
        raise ValueError("shapes of ab and b are not compatible.")
    if np.asarray(ab).dtype.kind == "c" or np.asarray(ab).dtype == np.float32 or right.dtype == np.float32:
        refused(f"solve_banded() {_REALS}", "convert them")
    found = banded_solution(l, u, ab, np.reshape(right, (right.shape[0], -1)))
    return np.reshape(found, right.shape)


def solve(
    a: Any,
    b: Any,
    lower: Any = False,
    overwrite_a: Any = False,
    overwrite_b: Any = False,
    check_finite: Any = True,
    assume_a: Any = None,
    transposed: Any = False,
) -> Any:
    """x with A x = b; of a matrix of a structure only the part that tells all of it is read."""
    given = np.asarray(a)
    if assume_a is None or assume_a == "general" or assume_a == "gen":
        return np.linalg.solve(given.T if transposed else given, b)
    if assume_a == "diagonal":
        d = np.diag(given)
        right = np.asarray(b)
        return (right.T / d).T
    if assume_a == "upper triangular":
        return np.linalg.solve(np.triu(given).T if transposed else np.triu(given), b)
    if assume_a == "lower triangular":
        return np.linalg.solve(np.tril(given).T if transposed else np.tril(given), b)
    if assume_a == "tridiagonal" or assume_a == "banded":
        return np.linalg.solve(given.T if transposed else given, b)
    whole = np.tril(given) + np.tril(given, -1).T if lower else np.triu(given) + np.triu(given, 1).T
    if given.dtype.kind == "c":
        if assume_a == "sym" or assume_a == "symmetric":
            return np.linalg.solve(whole, b)
        if assume_a != "pos" and assume_a != "positive definite" and assume_a != "her" and assume_a != "hermitian":
            raise ValueError("this is not a recognized matrix structure")
        below = np.tril(given, -1) if lower else np.conj(np.triu(given, 1).T)
        hermitian = below + np.conj(below.T) + np.diag(np.diag(given).real)
        if assume_a != "pos" and assume_a != "positive definite":
            return np.linalg.solve(hermitian.T if transposed else hermitian, b)
        lowest = np.linalg.cholesky(hermitian.T.copy() if transposed else hermitian)
        return np.linalg.solve(np.conj(lowest.T), np.linalg.solve(lowest, b))
    if assume_a == "pos" or assume_a == "positive definite":
        factor = np.linalg.cholesky(whole)
        return np.linalg.solve(factor.T, np.linalg.solve(factor, b))
    if assume_a == "sym" or assume_a == "her" or assume_a == "symmetric" or assume_a == "hermitian":
        return np.linalg.solve(whole, b)
    raise ValueError("this is not a recognized matrix structure")


def solve_banded(
    l_and_u: Any, ab: Any, b: Any, overwrite_ab: Any = False, overwrite_b: Any = False, check_finite: Any = True
) -> Any:  # fmt: skip
    """x with A x = b, of the diagonals of A."""
    lower, upper = l_and_u
    if lower + upper + 1 != np.asarray(ab).shape[0]:
        raise ValueError("invalid values for the number of lower and upper diagonals: l+u+1 does not equal ab.shape[0]")
    return _solved(lower, upper, np.asarray(ab), b)


def solveh_banded(
    ab: Any, b: Any, overwrite_ab: Any = False, overwrite_b: Any = False, lower: Any = False, check_finite: Any = True
) -> Any:  # fmt: skip
    """x with A x = b, of the diagonals on one side of a symmetric, positive definite A."""
    given = np.asarray(ab)
    count, n = given.shape[0] - 1, given.shape[1]
    both = np.zeros((2 * count + 1, n))
    for k in range(count + 1):
        own = k if lower else count - k
        for j in range(n - k):
            v = given[own, j] if lower else given[own, j + k]
            both[count + k, j] = v
            both[count - k, j + k] = v
    for j in range(n):
        if not both[count, j] > 0.0:
            raise np.linalg.LinAlgError("the matrix is not positive definite")
    return _solved(count, count, both, b)


def solve_toeplitz(c_or_cr: Any, b: Any, check_finite: Any = True) -> Any:
    """x with T x = b, of Toeplitz's matrix with this column and row."""
    right = np.asarray(b) * np.float64(1.0)
    if isinstance(c_or_cr, tuple):
        return np.linalg.solve(toeplitz(c_or_cr[0], c_or_cr[1]) * np.float64(1.0), right)
    return np.linalg.solve(toeplitz(c_or_cr) * np.float64(1.0), right)


def matmul_toeplitz(c_or_cr: Any, x: Any, check_finite: Any = False, workers: Any = None) -> Any:
    """The product of Toeplitz's matrix with this column and row."""
    right = np.asarray(x) * np.float64(1.0)
    if isinstance(c_or_cr, tuple):
        return toeplitz(c_or_cr[0], c_or_cr[1]) @ right
    return toeplitz(c_or_cr) @ right


def _by_columns(a: Any, q: Any, name: str) -> Any:
    """The solution of a system for the elements of a matrix, row by row."""
    if q.size > _MOST:
        raise NotImplementedError("matrix equations of more than 2500 unknowns in compiled functions")
    return np.reshape(np.linalg.solve(a, q.ravel()), q.shape)


def _schur_takes(a: Any) -> Any:
    given = np.asarray(a)
    return given.astype(np.float32) if given.dtype == np.bool_ else given * 1.0


def solve_sylvester(a: Any, b: Any, q: Any) -> Any:
    """X with A X + X B = Q, as a system for all elements."""
    x, y, right = _schur_takes(a), _schur_takes(b), _schur_takes(q)
    if (x.size > 0 and x.shape[0] != x.shape[1]) or (y.size > 0 and y.shape[0] != y.shape[1]):
        raise ValueError("expected square matrix")
    whole = np.kron(x, np.eye(y.shape[0], dtype=x.dtype)) + np.kron(np.eye(x.shape[0], dtype=y.dtype), y.T)
    return _by_columns(whole, right, "solve_sylvester")


def solve_continuous_lyapunov(a: Any, q: Any) -> Any:
    """X with A X + X Aᵀ = Q."""
    return solve_sylvester(a, np.asarray(a).T.conj(), q)


def solve_discrete_lyapunov(a: Any, q: Any, method: Any = None) -> Any:
    """X with A X Aᵀ - X + Q = 0."""
    x, right = np.asarray(a) * np.float64(1.0), np.asarray(q) * np.float64(1.0)
    return _by_columns(np.eye(x.shape[0] ** 2, dtype=x.dtype) - np.kron(x, np.conj(x)), right, "solve_discrete_lyapunov")


def lu(a: Any, permute_l: bool = False, overwrite_a: Any = False, check_finite: Any = True, p_indices: bool = False) -> Any:
    """The factors P, L and U of a matrix."""
    from scipy.linalg import lu_factor

    m, n = np.asarray(a).shape
    k = min(m, n)
    both, swaps = lu_factor(a)
    order = np.arange(m)
    for i in range(k):
        j = swaps[i]
        kept = order[i]
        order[i] = order[j]
        order[j] = kept
    left, right = np.zeros((m, k), dtype=both.dtype), np.zeros((k, n), dtype=both.dtype)
    places = np.zeros(m, dtype=np.int64)
    for i in range(m):
        places[order[i]] = i
        for j in range(min(i, k)):
            left[i, j] = both[i, j]
        if i < k:
            left[i, i] = 1.0
            for j in range(i, n):
                right[i, j] = both[i, j]
    if permute_l:
        return left[places], right
    if p_indices:
        return places.astype(np.int32), left, right
    turned = np.zeros((m, m), dtype=both.dtype)
    for i in range(m):
        turned[order[i], i] = 1.0
    return turned, left, right


def pinv(a: Any, *, atol: Any = None, rtol: Any = None, return_rank: bool = False, check_finite: Any = True) -> Any:
    """The pseudo-inverse of Moore and Penrose."""
    if atol is not None or return_rank:
        refused("scipy.linalg.pinv() with atol= or return_rank= is not supported in compiled functions", "rtol=")
    given = np.asarray(a)
    return np.linalg.pinv(given, rcond=max(given.shape[0], given.shape[1]) * 2.220446049250313e-16 if rtol is None else rtol)


def polar(a: Any, side: str = "right") -> Any:
    """The unitary and the positive semidefinite factor."""
    if side != "right" and side != "left":
        raise ValueError("`side` must be either 'right' or 'left'")
    u, s, vt = np.linalg.svd(narrow_as_single(a), full_matrices=False)
    if side == "right":
        return u @ vt, (np.conj(vt.T) * s) @ vt
    return u @ vt, (u * s) @ np.conj(u.T)


def orthogonal_procrustes(A: Any, B: Any, check_finite: Any = True) -> Any:
    """The orthogonal R with the least norm of A R - B, and the sum of the singular values."""
    if np.asarray(A).dtype.kind == "c" or np.asarray(B).dtype.kind == "c":
        refused("scipy.linalg.orthogonal_procrustes() of complex matrices is not supported in compiled functions", "svd")
    u, s, vt = np.linalg.svd(np.asarray(B).T @ np.asarray(A), full_matrices=False)
    return (u @ vt).T, s.sum()
