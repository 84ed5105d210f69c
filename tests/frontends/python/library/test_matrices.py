"""Special matrices, structured systems and factors of `scipy.linalg` in compiled code, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

RNG = np.random.default_rng(0)
A, B, C = RNG.normal(size=(4, 4)), RNG.normal(size=(3, 3)), RNG.normal(size=(4, 3))
COLUMN, ROW = RNG.normal(size=4), RNG.normal(size=3)
BANDS = RNG.normal(size=(4, 5)) + np.array([[0.0], [0.0], [5.0], [0.0]])
RIGHT = RNG.normal(size=(5, 2))
SYMMETRIC = np.array([[1.0, 0.5, 0.2, 0.3, 0.1], [5.0, 6.0, 7.0, 8.0, 9.0]])
FIRST = COLUMN + np.array([9.0, 0.0, 0.0, 0.0])


def of_sequences():
    toeplitz = (
        linalg.toeplitz(COLUMN),
        linalg.toeplitz(COLUMN, ROW),
        linalg.toeplitz([1, 2], [1, 3, 4]),
        linalg.toeplitz(ROW + 1j),
    )
    hankel = (linalg.circulant(COLUMN), linalg.hankel(COLUMN), linalg.hankel([1, 2, 3], [3, 4.5]))
    return (*toeplitz, *hankel, linalg.companion(COLUMN), linalg.companion([1, 2, 3]), linalg.leslie(COLUMN, ROW))


def of_numbers():
    same = linalg.convolution_matrix(ROW, 5, "same")
    products = (linalg.convolution_matrix(COLUMN, 3), same, linalg.convolution_matrix(ROW, 5, mode="valid"))
    return (*products, linalg.fiedler(COLUMN), linalg.hilbert(3), linalg.dft(5), linalg.dft(4, "sqrtn"))


def of_blocks():
    whole = linalg.block_diag(np.eye(2, dtype=int), [[1, 2]])
    return linalg.block_diag(A, C, ROW, 2.0), whole, linalg.khatri_rao(A[:, :3], C), linalg.block_diag(A, 1j * B)


def systems():
    bands = (linalg.solve_banded((1, 2), BANDS, RIGHT), linalg.solve_banded((1, 2), BANDS, RIGHT[:, 0]))
    half = (linalg.solveh_banded(SYMMETRIC, RIGHT), linalg.solveh_banded(SYMMETRIC[::-1], RIGHT, lower=True))
    along = (
        linalg.solve_toeplitz(FIRST, COLUMN),
        linalg.solve_toeplitz((FIRST, COLUMN), C),
        linalg.matmul_toeplitz((COLUMN, ROW), B),
    )
    equations = (linalg.solve_sylvester(A, B, C), linalg.solve_continuous_lyapunov(A, A @ A.T))
    return (*bands, *half, *along, *equations, linalg.solve_discrete_lyapunov(A, np.eye(4)))


def factors():
    triangles = (*linalg.lu(A), *linalg.lu(C), *linalg.lu(C.T, permute_l=True), *linalg.lu(A, p_indices=True))
    turned = (*linalg.qr(C), *linalg.qr(C, mode="economic"), *linalg.qr(C, mode="r"))
    polar = (*linalg.polar(A), *linalg.polar(C.T, side="left"), *linalg.orthogonal_procrustes(C, C[::-1]))
    return (*triangles, *turned, *polar, linalg.pinv(C))


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [of_sequences, of_numbers, of_blocks, systems, factors], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-11, atol=1e-12)


def by_systems(x):
    bands = (
        linalg.solve_banded((1, 1), np.stack([x, 5.0 + x, x * x]), x).sum()
        + linalg.solveh_banded(np.stack([x, 9.0 + x]), x).sum()
    )
    return bands + linalg.solve_toeplitz(x, COLUMN).sum() + (linalg.toeplitz(x, x[::-1] * x[0]) * A).sum()


def by_equations(x):
    m = linalg.circulant(x) + linalg.block_diag(A[:2, :2], x[0] * B[:2, :2])
    return linalg.solve_sylvester(m, B, C).sum() + linalg.solve_continuous_lyapunov(m, A).sum() + (linalg.hankel(x) * A).sum()


def by_factors(x):
    p, low, up = linalg.lu(A + np.diag(x))
    q, r = linalg.qr(C + x[:, None], mode="economic")
    return (
        (p @ low).sum()
        + (up * A).sum()
        + (q * C).sum()
        + r[0, 1]
        + linalg.polar(A + np.diag(x))[1].sum()
        + linalg.pinv(C * x[0]).sum()
    )


@pytest.mark.sampled(9)
@pytest.mark.parametrize("f", [by_systems, by_equations, by_factors], ids=lambda f: f.__name__)
def test_slopes(f) -> None:
    check_slopes(f, FIRST)


@pytest.mark.slow
def test_errors() -> None:
    check_errors(
        lambda: linalg.solve_banded((1, 1), BANDS, RIGHT),
        lambda: linalg.companion(COLUMN * 0.0),
        lambda: linalg.leslie(COLUMN, COLUMN),
        lambda: linalg.convolution_matrix(COLUMN, 0),
        lambda: linalg.khatri_rao(A, C),
        lambda: linalg.solveh_banded(-SYMMETRIC, RIGHT),
    )
    with pytest.raises(irad.UnsupportedError, match="pivoting="):
        irad.jit(lambda: linalg.qr(A, pivoting=True)[0])()
