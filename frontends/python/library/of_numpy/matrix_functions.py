"""Functions of `numpy.linalg` made of others: condition, rank, norms along axes, equations of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.linalg.norm_formulas import root_of_total


def cond(x: Any, p: Setting = None) -> Any:
    """How much a matrix can enlarge relative errors."""
    given = np.asarray(x)
    if given.size == 0:
        raise np.linalg.LinAlgError("cond is not defined on empty arrays")
    if p is None or p == 2 or p == -2:
        s = np.linalg.svd(given, compute_uv=False)
        return _infinite(given, s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1])
    if given.ndim > 2:
        return norm_of_matrices(given, p) * norm_of_matrices(np.linalg.inv(given), p)
    try:
        inverse = np.linalg.inv(given)
    except np.linalg.LinAlgError:
        inverse = given * 0.0 + np.inf
    return _infinite(given, norm_of_matrices(given, p) * norm_of_matrices(inverse, p))


def _infinite(x: Any, found: Any) -> Any:
    """``found``, but infinity where it is nan though no element of the matrix is."""
    undefined = np.isnan(found) & ~np.any(np.isnan(x), axis=(-2, -1))
    if found.ndim == 0:
        return found.dtype.type(np.inf) if undefined else found
    return np.where(undefined, np.inf, found)


def matrix_rank(A: Any, tol: Any = None, hermitian: bool = False, rtol: Any = None) -> Any:
    """How many singular values are not as small as rounding errors."""
    given = np.asarray(A)
    if given.ndim < 2:
        return np.int64(np.any(given != 0))
    s = np.abs(np.linalg.eigvalsh(given)) if hermitian else np.linalg.svd(given, compute_uv=False)
    if given.ndim == 2:
        return np.int64(np.count_nonzero(s > _bound(given, np.max(s, initial=0.0), tol, rtol)))
    return np.sum(s > _bound(given, np.max(s, axis=-1, keepdims=True, initial=0.0), tol, rtol), axis=-1)


def _bound(given: Any, largest: Any, tol: Any, rtol: Any) -> Any:
    if tol is not None:
        return tol
    if rtol is not None:
        return largest * rtol
    eps = 1.1920928955078125e-07 if given.dtype == np.float32 or given.dtype == np.complex64 else 2.220446049250313e-16
    return largest * (max(given.shape[-2], given.shape[-1]) * eps)


def vector_norm(x: Any, axis: Any = None, keepdims: bool = False, ord: Setting = 2) -> Any:
    """The norm of all elements as one vector, or of those along an axis or several."""
    a = np.abs(np.asarray(x)) * 1.0
    if ord == np.inf:
        return np.max(a, axis=axis, keepdims=keepdims)
    if ord == -np.inf:
        return np.min(a, axis=axis, keepdims=keepdims)
    if ord == 0:
        return np.sum((a != 0).astype(a.dtype), axis=axis, keepdims=keepdims)
    if ord == 1:
        return np.sum(a, axis=axis, keepdims=keepdims)
    if ord is None or ord == 2:
        return root_of_total(np.sum(a * a, axis=axis, keepdims=keepdims))
    return np.sum(a**ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


def matrix_norm(x: Any, keepdims: bool = False, ord: Setting = "fro") -> Any:
    """The norms of the matrices in the last two axes."""
    found = norm_of_matrices(np.asarray(x), ord)
    return np.asarray(found)[..., None, None] if keepdims else found


def norm_of_matrices(x: Any, ord: Any) -> Any:
    """The norms of the matrices in the last two axes."""
    if ord is None or ord == "fro" or ord == "f":
        a = np.abs(x) * 1.0
        return root_of_total(np.sum(a * a, axis=(-2, -1)))
    if ord == 2 or ord == -2 or ord == "nuc":
        s = np.linalg.svd(x, compute_uv=False)
        return np.sum(s, axis=-1) if ord == "nuc" else np.max(s, axis=-1) if ord == 2 else np.min(s, axis=-1)
    a = np.abs(x) * 1.0
    if ord == 1 or ord == -1:
        sums = np.sum(a, axis=-2)
    elif ord == np.inf or ord == -np.inf:
        sums = np.sum(a, axis=-1)
    else:
        raise ValueError("Invalid norm order for matrices.")
    return np.max(sums, axis=-1) if ord > 0 else np.min(sums, axis=-1)


def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """``x`` for which ``np.tensordot(a, x, x.ndim)`` is ``b``."""
    if axes is not None:
        raise NotImplementedError("np.linalg.tensorsolve with axes= in compiled code")
    left, right = np.asarray(a), np.asarray(b)
    shape = left.shape[right.ndim :]
    n, count = right.size, 1
    for k in shape:
        count *= k
    if left.size != n * n or count != n:
        raise np.linalg.LinAlgError("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
    return np.linalg.solve(left.reshape((n, n)), right.ravel()).reshape(shape)


def tensorinv(a: Any, ind: int = 2) -> Any:
    """The inverse of an array for `np.tensordot` with its first ``ind`` axes."""
    given = np.asarray(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    n = 1
    for k in given.shape[ind:]:
        n *= k
    return np.linalg.inv(given.reshape((n, n))).reshape((*given.shape[ind:], *given.shape[:ind]))


def trace(x: Any, offset: int = 0) -> Any:
    """The sums of the diagonals of the matrices in the last two axes."""
    return np.trace(x, offset, -2, -1)


def diagonal(x: Any, offset: int = 0) -> Any:
    """The diagonals of the matrices in the last two axes."""
    return np.diagonal(x, offset, -2, -1)


def matrix_transpose(x: Any) -> Any:
    """The matrices in the last two axes, transposed."""
    return np.swapaxes(np.asarray(x), -1, -2)


def outer(x1: Any, x2: Any) -> Any:
    """The products of each element of one vector and each of another."""
    if np.ndim(x1) != 1 or np.ndim(x2) != 1:
        raise ValueError(f"Input arrays must be one-dimensional, but they are x1.ndim={np.ndim(x1)} and x2.ndim={np.ndim(x2)}.")
    return np.outer(x1, x2)


def cross(x1: Any, x2: Any, axis: int = -1) -> Any:
    """The cross products of vectors of three elements."""
    return np.cross(x1, x2, axis=axis)


def matmul(x1: Any, x2: Any) -> Any:
    """The products of matrices."""
    return np.matmul(x1, x2)


def tensordot(x1: Any, x2: Any, axes: Any = 2) -> Any:
    """The sum of products over some axes of both arrays."""
    return np.tensordot(x1, x2, axes)


def vecdot(x1: Any, x2: Any, axis: int = -1) -> Any:
    """The sums of products along an axis, of the conjugates of the first."""
    first = np.asarray(x1)
    products = (np.conj(first) if first.dtype.kind == "c" else first) * np.asarray(x2)
    if products.dtype.kind == "b":
        return np.any(products, axis=axis)
    total = np.sum(products, axis=axis)
    return total if products.dtype.kind in "fc" else np.asarray(total).astype(products.dtype)[()]


def matvec(x1: Any, x2: Any) -> Any:
    """The products of matrices and vectors."""
    return np.matmul(np.asarray(x1), np.asarray(x2)[..., None])[..., 0]


def vecmat(x1: Any, x2: Any) -> Any:
    """The products of vectors, conjugated, and matrices."""
    first = np.asarray(x1)
    return np.matmul((np.conj(first) if first.dtype.kind == "c" else first)[..., None, :], np.asarray(x2))[..., 0, :]
