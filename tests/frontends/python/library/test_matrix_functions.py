"""`numpy.linalg`: stacks of matrices, norms along axes, condition and rank; beside NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.frontends.python.library.numpy_cases import A, Group, I, M, S, T, X, Z, check_error, check_group, check_slope

GROUPS: Group = {
    "determinants": lambda: (
        np.linalg.det(T), np.linalg.slogdet(T), np.linalg.slogdet(-T), np.linalg.det(A[:, :2, :2]), np.linalg.inv(T),
        np.linalg.inv(T.astype(int)), np.linalg.inv(T.astype(np.float32)), np.linalg.inv(np.stack([T, T + 1])),
    ),
    "equations": lambda: (
        np.linalg.solve(T, np.ones((2, 3, 1))), np.linalg.solve(T, np.ones(3)), np.linalg.solve(T, np.ones((3, 2))),
        np.linalg.solve(S, np.ones((2, 3, 1))), np.linalg.solve(T, np.ones((4, 2, 3, 1))),
        np.linalg.tensorsolve(np.eye(6).reshape(2, 3, 2, 3) + 0.1, np.ones((2, 3))),
        np.linalg.tensorinv(np.eye(6).reshape(2, 3, 2, 3) + 0.1), np.linalg.tensorinv(np.eye(6).reshape(6, 2, 3), ind=1),
    ),
    "factors": lambda: (
        np.linalg.eigh(T).eigenvalues, np.linalg.eigvalsh(T), np.linalg.svd(T, compute_uv=False), np.linalg.svd(A).S,
        np.linalg.svd(A, full_matrices=False)[1], np.linalg.svd(A)[2].shape, np.linalg.svdvals(A), np.linalg.cholesky(T),
        np.linalg.qr(T).R, np.linalg.pinv(A),
    ),
    "condition and rank": lambda: (
        np.linalg.cond(S), np.linalg.cond(S, 1), np.linalg.cond(S, "fro"), np.linalg.cond(S, np.inf), np.linalg.cond(S, -2),
        np.linalg.cond(T), np.linalg.cond(T, 1), np.linalg.matrix_rank(S), np.linalg.matrix_rank(T),
        np.linalg.matrix_rank(np.ones((2, 3, 2))), np.linalg.matrix_rank(S, hermitian=True), np.linalg.matrix_rank(S, tol=2.0),
        np.linalg.matrix_rank(X), np.linalg.matrix_rank(np.ones((3, 2))),
    ),
    "norms along an axis": lambda: (
        np.linalg.norm(A, axis=1, keepdims=True), np.linalg.norm(A, axis=-1), np.linalg.norm(A, 1, axis=0),
        np.linalg.norm(A, np.inf, axis=0), np.linalg.norm(A, 3, axis=0), np.linalg.norm(X, keepdims=True),
        np.linalg.norm(M, axis=0, keepdims=True), np.linalg.norm(M, 3, axis=1), np.linalg.norm(Z.reshape(2, 2), axis=1),
        np.linalg.norm(I.reshape(2, 2), axis=1), np.linalg.norm(A.astype(np.float32), axis=1), np.linalg.norm(A),
    ),
    "norms of matrices": lambda: (
        np.linalg.norm(A, axis=(1, 2)), np.linalg.norm(A, axis=(2, 0)), np.linalg.norm(A, 1, axis=(0, 2)),
        np.linalg.norm(A, 1, axis=(2, 0)), np.linalg.norm(A, -1, axis=(1, 0)), np.linalg.norm(A, np.inf, axis=(0, 2)),
        np.linalg.norm(A, np.inf, axis=(2, 0), keepdims=True), np.linalg.norm(A, 2, axis=(2, 0)),
        np.linalg.norm(A, "nuc", axis=(1, 2), keepdims=True), np.linalg.norm(M, keepdims=True), np.linalg.norm(M, axis=(0, 1)),
    ),
    "norms by kind": lambda: (
        np.linalg.vector_norm(X), np.linalg.vector_norm(A), np.linalg.vector_norm(A, axis=1, ord=1),
        np.linalg.vector_norm(A, axis=(0, 1), keepdims=True), np.linalg.vector_norm(X, ord=np.inf),
        np.linalg.vector_norm(X, ord=3), np.linalg.vector_norm(X, ord=0), np.linalg.matrix_norm(T),
        np.linalg.matrix_norm(T, keepdims=True), np.linalg.matrix_norm(T, ord=2), np.linalg.matrix_norm(T, ord="nuc"),
        np.linalg.matrix_norm(T, ord=1), np.linalg.matrix_norm(T, ord=-np.inf),
    ),
    "others": lambda: (
        np.linalg.trace(T), np.linalg.diagonal(T), np.linalg.matrix_transpose(T), np.linalg.outer(X, X), np.linalg.vecdot(X, X),
        np.linalg.cross(X[:3], X[1:]), np.linalg.matmul(S, S), np.linalg.tensordot(T, S, axes=1), np.linalg.matrix_power(T, 2),
    ),
}  # fmt: skip


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def stack(x: Any) -> Any:
    return np.stack([x[:3] * S, S + np.outer(x[1:], x[1:])])


SLOPES: dict[str, Any] = {
    "det and inv": lambda x: np.linalg.slogdet(stack(x))[1][1] + (np.linalg.inv(stack(x)) * A[:, :, :3]).sum() * 1e-2,
    "solve": lambda x: (np.linalg.solve(stack(x), x[:3]) * A[:, :, 1]).sum(),
    "eigh and svd": lambda x: np.linalg.eigvalsh(stack(x))[1, 2] + np.linalg.svdvals(stack(x)).sum(),
    "cholesky and qr": lambda x: np.linalg.cholesky(stack(x)[1:]).sum() + np.linalg.qr(stack(x))[1][1, 0, 1] ** 2,
    "cond": lambda x: np.linalg.cond(stack(x)[1]) + np.linalg.cond(stack(x)[1], 1),
    "norms": lambda x: (np.linalg.norm(stack(x), axis=1) * M[0, 0]).sum() + np.linalg.norm(stack(x), 2, axis=(0, 2)).sum(),
    "at 0": lambda x: np.linalg.norm(np.stack([x, 0 * x])[:, None], axis=2).sum() + np.linalg.vector_norm(x, ord=3),
}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", SLOPES)
def test_derivatives(name: str) -> None:
    check_slope(SLOPES[name])


ERRORS: list[Any] = [
    lambda: np.linalg.inv(np.zeros((2, 2, 2))),
    lambda: np.linalg.tensorsolve(np.ones((2, 3, 2)), np.ones(2)),
    lambda: np.linalg.tensorinv(np.eye(4), ind=0),
]


@pytest.mark.parametrize("k", range(len(ERRORS)))
def test_errors(k: int) -> None:
    check_error(ERRORS[k])
