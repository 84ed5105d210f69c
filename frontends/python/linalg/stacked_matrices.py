"""Functions of matrices for stacks of them, in the last two axes: one matrix after the other, in plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np


def _matrices(a: Any) -> Any:
    """The matrices one behind the other."""
    given = a if a.dtype.kind in "fc" else a.astype(np.float64)
    count = 1
    for n in given.shape[:-2]:
        count *= n
    return given.reshape((count, given.shape[-2], given.shape[-1]))


def det(a: Any) -> Any:
    parts = _matrices(a)
    found = np.empty(len(parts), dtype=parts.dtype)
    for k in range(len(parts)):
        found[k] = np.linalg.det(parts[k])
    return found.reshape(a.shape[:-2])


def slogdet(a: Any) -> Any:
    parts = _matrices(a)
    signs, logs = np.empty(len(parts), dtype=parts.dtype), np.empty(len(parts), dtype=parts.real.dtype)
    for k in range(len(parts)):
        signs[k], logs[k] = np.linalg.slogdet(parts[k])
    return signs.reshape(a.shape[:-2]), logs.reshape(a.shape[:-2])


def inv(a: Any) -> Any:
    parts = _matrices(a)
    found = np.empty(parts.shape, dtype=parts.dtype)
    for k in range(len(parts)):
        found[k] = np.linalg.inv(parts[k])
    return found.reshape(a.shape)


def solve(a: Any, b: Any) -> Any:
    if b.ndim == 1:
        return solve(a, b[:, None])[..., 0]
    shape = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    left = _matrices(np.broadcast_to(a, (*shape, a.shape[-2], a.shape[-1])))
    right = _matrices(np.broadcast_to(b, (*shape, b.shape[-2], b.shape[-1])))
    found = np.empty(right.shape, dtype=(left[:0] * right[:0, :1, :1]).dtype)
    for k in range(len(right)):
        found[k] = np.linalg.solve(left[k], right[k])
    return found.reshape((*shape, b.shape[-2], b.shape[-1]))


def cholesky(a: Any) -> Any:
    parts = _matrices(a)
    found = np.empty(parts.shape, dtype=parts.dtype)
    for k in range(len(parts)):
        found[k] = np.linalg.cholesky(parts[k])
    return found.reshape(a.shape)


def eigh(a: Any, UPLO: Any = "L") -> Any:
    parts = _matrices(a)
    values, vectors = np.empty(parts.shape[:2], dtype=parts.real.dtype), np.empty(parts.shape, dtype=parts.dtype)
    for k in range(len(parts)):
        values[k], vectors[k] = np.linalg.eigh(parts[k], UPLO)
    return values.reshape(a.shape[:-1]), vectors.reshape(a.shape)


def eigvalsh(a: Any, UPLO: Any = "L") -> Any:
    parts = _matrices(a)
    values = np.empty(parts.shape[:2], dtype=parts.real.dtype)
    for k in range(len(parts)):
        values[k] = np.linalg.eigvalsh(parts[k], UPLO)
    return values.reshape(a.shape[:-1])


def svdvals(x: Any) -> Any:
    parts = _matrices(x)
    n = min(parts.shape[1], parts.shape[2])
    values = np.empty((len(parts), n), dtype=parts.real.dtype)
    for k in range(len(parts)):
        values[k] = np.linalg.svd(parts[k], compute_uv=False)
    return values.reshape((*x.shape[:-2], n))


def svd(a: Any, full_matrices: bool = True) -> Any:
    parts = _matrices(a)
    count, m, n = parts.shape
    least = min(m, n)
    columns, rows = (m, n) if full_matrices else (least, least)
    u, vh = np.empty((count, m, columns), dtype=parts.dtype), np.empty((count, rows, n), dtype=parts.dtype)
    values = np.empty((count, least), dtype=parts.real.dtype)
    for k in range(count):
        u[k], values[k], vh[k] = np.linalg.svd(parts[k], full_matrices)
    outer = a.shape[:-2]
    return u.reshape((*outer, m, columns)), values.reshape((*outer, least)), vh.reshape((*outer, rows, n))


def qr(a: Any) -> Any:
    parts = _matrices(a)
    count, m, n = parts.shape
    least = min(m, n)
    q, r = np.empty((count, m, least), dtype=parts.dtype), np.empty((count, least, n), dtype=parts.dtype)
    for k in range(count):
        q[k], r[k] = np.linalg.qr(parts[k])
    return q.reshape((*a.shape[:-2], m, least)), r.reshape((*a.shape[:-2], least, n))


def pinv(a: Any, rcond: Any = None) -> Any:
    parts = _matrices(a)
    count, m, n = parts.shape
    found = np.empty((count, n, m), dtype=parts.dtype)
    for k in range(count):
        found[k] = np.linalg.pinv(parts[k], rcond) if rcond is not None else np.linalg.pinv(parts[k])
    return found.reshape((*a.shape[:-2], n, m))


_WRITTEN = (det, slogdet, inv, solve, cholesky, eigh, eigvalsh, svd, svdvals, qr, pinv)
FUNCTIONS: dict[str, Any] = {f"numpy.linalg.{f.__name__}": f for f in _WRITTEN}
