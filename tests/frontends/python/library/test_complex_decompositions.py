"""Decompositions of complex matrices, and of matrices of single precision, beside NumPy's; derivatives beside differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

RNG = np.random.default_rng(4)
A, B = (RNG.standard_normal((4, 4)) + 1j * RNG.standard_normal((4, 4)) for _ in range(2))
H = A + A.conj().T
P = A @ A.conj().T + np.eye(4)
C = A[:3, :3].astype(np.complex64)
F = RNG.standard_normal((3, 3)).astype(np.float32)

GROUPS: Group = {
    "hermitian": lambda: (np.linalg.eigh(H), np.linalg.eigh(H, "U"), np.linalg.eigvalsh(H), scipy.linalg.eigvalsh(H)),
    "general": lambda: (np.linalg.eig(A), np.linalg.eigvals(A)),
    "cholesky": lambda: (
        np.linalg.cholesky(P), np.linalg.cholesky(P, upper=True), scipy.linalg.cholesky(P), scipy.linalg.cholesky(P, lower=True),
    ),
    "singular": lambda: (
        np.linalg.svd(A), np.linalg.svd(A[:2], full_matrices=False), np.linalg.svd(A[:, :2]), np.linalg.svd(A[:2]),
        np.linalg.svd(A, compute_uv=False), np.linalg.svdvals(A), scipy.linalg.svdvals(A),
    ),
    "reflected": lambda: (
        np.linalg.qr(A), np.linalg.qr(A[:, :2]), np.linalg.qr(A[:, :2], mode="complete"), np.linalg.qr(A[:2]),
        np.linalg.qr(A, "r"), scipy.linalg.qr(A),
    ),
    "solutions": lambda: (
        np.linalg.pinv(A[:2]), np.linalg.pinv(A * np.array([1, 1, 1, 0]), rtol=1e-9), np.linalg.lstsq(A[:, :2], B),
        np.linalg.lstsq(A[:, :2], B[0]), np.linalg.lstsq(A, B), scipy.linalg.pinv(A),
    ),
    "sizes": lambda: (
        np.linalg.matrix_rank(A * np.array([1, 0, 1, 0])), np.linalg.cond(A), np.linalg.cond(A, 1), np.linalg.norm(A, 2),
        np.linalg.norm(A, "nuc"), np.linalg.norm(A, -2), np.linalg.norm(np.stack((H, P)), 2, axis=(1, 2)),
    ),
    "of scipy": lambda: (
        scipy.linalg.polar(A), scipy.linalg.polar(A, "left"), scipy.linalg.eigh(H, P), scipy.linalg.eigvalsh(H, P),
        scipy.linalg.null_space(A[:2]), scipy.linalg.orth(A[:, :2]), scipy.linalg.pinvh(H), scipy.linalg.rq(A),
        scipy.linalg.subspace_angles(A[:, :2], P[:, :1]), scipy.linalg.lstsq(A[:, :2], B), scipy.linalg.eigvals(A),
    ),
    "systems of scipy": lambda: (
        scipy.linalg.expm(A), scipy.linalg.solve_triangular(A, B), scipy.linalg.solve_triangular(A, B, lower=True, trans="C"),
        scipy.linalg.solve_triangular(A, B[0], trans=1, unit_diagonal=True), scipy.linalg.solve(H, B[0], assume_a="her"),
        scipy.linalg.solve(P, B, assume_a="pos", lower=True), scipy.linalg.svd(A, full_matrices=False, check_finite=False),
    ),
    "stacks": lambda: (np.linalg.eigh(np.stack((H, P))), np.linalg.svd(np.stack((H, P)), compute_uv=False)),
    "single precision": lambda: (
        np.linalg.det(C), np.linalg.inv(C), np.linalg.solve(C, C), np.linalg.solve(C, A[0, :3]), np.linalg.slogdet(C),
        np.linalg.svd(C, compute_uv=False), np.linalg.norm(C, 2), np.linalg.matrix_rank(C), np.linalg.lstsq(C, F),
        np.linalg.tensorsolve(C, F[0]), np.linalg.eigvals(C), np.linalg.matrix_power(C, 2), np.linalg.eigvals(F - F.T),
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name], rtol=1e-10)


def test_values_of_a_few() -> None:
    w, v = irad.jit(lambda a: np.linalg.eigh(a))(H)
    np.testing.assert_allclose(w, np.linalg.eigh(H)[0], rtol=1e-12)
    np.testing.assert_allclose(v, np.linalg.eigh(H)[1], rtol=1e-11, atol=1e-12)


def of(a: Any, weights: Any) -> Any:
    """A number that depends on both parts of every element."""
    return (a.real * weights.real[: a.shape[0], : a.shape[1]] + a.imag * weights.imag[: a.shape[0], : a.shape[1]]).sum()


def hermitian(z: Any) -> Any:
    w, v = np.linalg.eigh(z)
    return of(v, A) + (w * B[0].real).sum()


def hermitian_above(z: Any) -> Any:
    w, v = np.linalg.eigh(z, UPLO="U")
    return of(v, A) + (w * B[0].real).sum()


def singular(z: Any) -> Any:
    u, s, vh = np.linalg.svd(z, full_matrices=False)
    return of(u, A) + of(vh, B) + (s * B[0].real[: len(s)]).sum()


def tall(z: Any) -> Any:
    return singular(z[:, :2])


def wide(z: Any) -> Any:
    return singular(z[:2])


def values(z: Any) -> Any:
    s = np.linalg.svdvals(z[:3])
    return s[0] * s[2] + np.linalg.norm(z, 2) + np.linalg.cond(z)


def reflected(z: Any) -> Any:
    q, r = np.linalg.qr(z)
    return of(q, A) + of(r, B)


def reflected_tall(z: Any) -> Any:
    return reflected(z[:, :2])


def reflected_wide(z: Any) -> Any:
    return reflected(z[:2])


def lower(z: Any) -> Any:
    return of(np.linalg.cholesky(z + 9.0 * np.eye(4)), A)


def upper(z: Any) -> Any:
    return of(np.linalg.cholesky(z + 9.0 * np.eye(4), upper=True), A)


def general(z: Any) -> Any:
    w, v = np.linalg.eig(z)
    return of(v, A) + (w * B[0]).real.sum()


def general_values(z: Any) -> Any:
    return (np.linalg.eigvals(z) ** 2 * B[0]).real.sum()


def inverse(z: Any) -> Any:
    return of(np.linalg.pinv(z[:, :3]), A) + of(np.linalg.pinv(z[:2]), B)


def nearest(z: Any) -> Any:
    x, rest, _, s = np.linalg.lstsq(z[:, :2], z[:, 2:])
    return of(x, A) + rest.sum() + s[1]


def filled(z: Any) -> Any:
    u, s, _ = np.linalg.svd(z[:, :2])
    q, r = np.linalg.qr(z[:, :2], mode="complete")
    return of(u[:, :2], A) + s[0] + of(q[:, :2], B) + of(r, A)


@pytest.mark.slow
@pytest.mark.parametrize(
    "f",
    [
        hermitian, hermitian_above, singular, tall, wide, values, reflected, reflected_tall, reflected_wide, lower, upper,
        general, general_values, inverse, nearest, filled,
    ],
)  # fmt: skip
def test_slopes(f: Callable[[Any], Any]) -> None:
    base = H if f in (hermitian, hermitian_above, lower, upper) else A

    def response(x: Any) -> Any:
        return f(base + x[:16].reshape(4, 4) + 1j * x[16:].reshape(4, 4))

    x, h = 0.01 * np.cos(np.arange(32.0)), 1e-5
    if f is filled:
        slope = irad.grad(response)(x)
        wanted = [(response(x + h * e) - response(x - h * e)) / (2 * h) for e in np.eye(32)]
        np.testing.assert_allclose(slope, wanted, rtol=1e-6, atol=1e-7)
        return
    check_slopes(response, x, h, rtol=1e-6, atol=1e-7)


@pytest.mark.slow
def test_second_derivative() -> None:
    def energy(x: Any) -> Any:
        w, v = np.linalg.eigh(H * x[0] + np.conj(B.T) @ B * x[1])
        return np.abs(v[1, 0]) ** 2 * w[3] + np.linalg.svdvals(A * x[0] + B * x[1])[0]

    x, h = np.array([0.7, 0.4]), 1e-5
    slope = irad.grad(energy)
    wanted = [(slope(x + h * e) - slope(x - h * e)) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose(irad.hessian(energy)(x), wanted, rtol=1e-6)


@pytest.mark.slow
def test_a_projection_on_vectors_of_one_value_has_a_derivative() -> None:
    """Of the projection on two vectors of one value, which does not depend on which ones they are."""

    def share(x: Any) -> Any:
        _, v = np.linalg.eigh(np.diag(np.array([1.0 + 0j, 1.0, 3.0, 5.0])) + (x * 1j) * (H - np.conj(A.T) * 0.0))
        below = v[:, :2] @ np.conj(v[:, :2].T)
        return of(below, B)

    slope = irad.grad(share)(0.0)
    assert np.isfinite(slope)


def test_errors() -> None:
    with pytest.raises(np.linalg.LinAlgError, match="twice"):
        irad.grad(lambda x: np.linalg.eigh(np.eye(2) * (x + 0j))[1][1, 0].real)(1.0)
    check_errors(lambda: np.linalg.cholesky(H), lambda: np.linalg.eigh(A[:2]), lambda: np.linalg.eigh(A, UPLO="X"))


@pytest.mark.slow
def test_what_is_not_unique_has_no_derivative() -> None:
    with pytest.raises(np.linalg.LinAlgError, match="basis"):
        irad.grad(lambda x: np.linalg.svd(A[:, :2] * x)[0].real.sum())(1.0)
    with pytest.raises(np.linalg.LinAlgError, match="factor"):
        irad.grad(lambda x: of(np.linalg.eigh(np.diag(np.array([1.0 + 0j, 2.0])) * x)[1], A))(1.0)
