"""Functions of matrices, eigenvalues of structured ones and Riccati's equations of `scipy.linalg`, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(0)
A, B = RNG.normal(size=(4, 4)), RNG.normal(size=(4, 2))
FULL, SYMMETRIC, POSITIVE = A + 6 * np.eye(4), A + A.T, A @ A.T + np.eye(4)
BANDS = np.array([[4.0, 5.0, 6.0, 7.0], [0.3, 0.2, 0.1, 0.0]])


def of_functions():
    roots = linalg.sqrtm(FULL), linalg.logm(FULL), linalg.cosm(A), linalg.sinm(A), linalg.tanm(A), linalg.coshm(A)
    forms = *linalg.schur(A), linalg.hessenberg(A), *linalg.hessenberg(A, calc_q=True)
    control = linalg.solve_continuous_are(A, B, POSITIVE, np.eye(2)), linalg.solve_discrete_are(A, B, POSITIVE, np.eye(2))
    return *roots, linalg.sinhm(A), linalg.tanhm(A), *linalg.expm_frechet(A, SYMMETRIC), *forms, *control


def of_spectra():
    w, v = linalg.eigh(SYMMETRIC, subset_by_index=(1, 2))
    general, u = linalg.eigh(SYMMETRIC, POSITIVE)
    chosen_of_both = linalg.eigvalsh(SYMMETRIC, POSITIVE, subset_by_index=[0, 1])
    parts = linalg.eigh(SYMMETRIC, subset_by_index=[1, 2], eigvals_only=True), chosen_of_both
    triangles = linalg.eigh(FULL, lower=False, eigvals_only=True), linalg.eigvalsh(FULL)
    three = linalg.eigvalsh_tridiagonal([1.0, 2, 3], [0.5, 0.4]), linalg.eigh_tridiagonal([1.0, 2, 3], [0.5, 0.4])[0]
    chosen = linalg.eigvalsh_tridiagonal([1.0, 2, 3], [0.5, 0.4], select="i", select_range=(0, 1))
    bands = linalg.eigvals_banded(BANDS, lower=True), *linalg.eig_banded(BANDS, lower=True)[:1], chosen
    return w, np.abs(v), general, np.abs(u), *parts, *triangles, *three, *bands


def of_systems():
    factor = linalg.cholesky_banded(BANDS, lower=True)
    upper = linalg.cholesky_banded(BANDS[::-1] + 1.0)
    solved = linalg.cho_solve_banded((factor, True), A), linalg.cho_solve_banded((upper, False), A)
    spaces = np.abs(linalg.orth(B)), np.abs(linalg.null_space(B.T)), linalg.pinvh(POSITIVE), linalg.subspace_angles(B, A[:, :2])
    tests = linalg.issymmetric(SYMMETRIC), linalg.issymmetric(A), *linalg.bandwidth(np.triu(A, -1))
    turned = *linalg.rq(A), *linalg.rq(B.T), *linalg.rq(B.T, mode="economic")
    return factor, upper, *solved, linalg.solve_circulant(A[0], B), *spaces, *tests, *turned


def of_whole_numbers():
    made = linalg.hadamard(4), linalg.hadamard(2, dtype=float), linalg.helmert(4), linalg.helmert(3, full=True)
    return *made, linalg.invhilbert(4), linalg.pascal(5), linalg.pascal(4, kind="lower"), linalg.invpascal(5)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("f", [of_functions, of_spectra, of_systems, of_whole_numbers], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-10, atol=1e-12)


def slopes_of_functions(x):
    a = FULL + x.reshape(2, 2)[[0, 1, 0, 1]][:, [0, 1, 1, 0]] * A
    root = (linalg.sqrtm(a) * A).sum() + (linalg.logm(a) * B[:, :1]).sum()
    return root + (linalg.cosm(a) * B[:, 1:]).sum() + (linalg.tanhm(0.2 * a) * A).sum()


def slopes_of_control(x):
    a, b, q, r = A + x[0] * FULL, B * x[1], POSITIVE + x[2] * np.eye(4), np.eye(2) + x[3] * (B.T @ B)
    return (linalg.solve_continuous_are(a, b, q, r) * A).sum() + (linalg.solve_discrete_are(a, b, q, r) * B[:, :1]).sum()


def slopes_of_spectra(x):
    a, b = SYMMETRIC + np.diag(x), POSITIVE + x[0] * np.eye(4)
    w, v = linalg.eigh(a, b)
    angles = linalg.subspace_angles(B + np.outer(x, [1.0, -1.0]), A[:, :2])
    three = linalg.eigvalsh_tridiagonal(x, x[:3]) @ x + (linalg.cholesky_banded(BANDS + np.abs(x), lower=True) * BANDS).sum()
    return w @ x + (v[:, 0] ** 2) @ x + linalg.eigh(a, eigvals_only=True, subset_by_index=(0, 1)) @ x[:2] + angles @ x[:2] + three


@pytest.mark.sampled(3)
@pytest.mark.parametrize("f", [slopes_of_functions, slopes_of_control, slopes_of_spectra], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, np.array([0.31, -0.42, 0.77, -0.13]) if f is not slopes_of_control else np.array([0.03, 1.1, 0.4, 0.2]))


def test_second_derivatives() -> None:
    """Of the first derivatives by differences: rules are differentiated themselves."""
    def f(x):
        return (linalg.sqrtm(FULL + x[0] * A) * A).sum() + (linalg.logm(FULL + x[0] * A) * B[:, :1]).sum()

    x, h = np.array([0.3]), 1e-4
    step = np.array([h])
    wanted = (irad.grad(f)(x + step) - irad.grad(f)(x - step)) / (2 * h)
    np.testing.assert_allclose(irad.hessian(f)(x)[0], wanted, rtol=1e-6)


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: linalg.sqrtm(B), lambda: linalg.hadamard(3), lambda: linalg.eigh(SYMMETRIC, subset_by_index=[1, 7]),
        lambda: linalg.cholesky_banded(-BANDS), lambda: linalg.eigh(SYMMETRIC, -POSITIVE),
    )  # fmt: skip
    with pytest.raises(NotImplementedError, match="complex"):
        irad.jit(lambda: linalg.sqrtm(np.diag([1.0, -2.0])))()
    with pytest.raises(irad.IradError, match="have no derivative"):
        irad.grad(lambda x: linalg.schur(x)[0].sum())(A)
    with pytest.raises(irad.UnsupportedError, match="output='complex'"):
        irad.jit(lambda: linalg.schur(A, output="complex"))()
