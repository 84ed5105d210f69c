"""Calls whose dtypes, shapes or errors were once other than NumPy's and SciPy's, beside these."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.special

import irad
from tests.frontends.python.library.numpy_cases import Group, check_group

U = np.array([13, 4, 17, 9], dtype=np.uint8)
T = np.array([1, 4, 10, 20], dtype=np.uint8)
F = np.array([1.3, 0.4, 1.7, 0.9], dtype=np.float32)
X = F.astype(np.float64)
B = X > 1.0
Z = X + 1j * X[::-1]
N = np.array([3, 15, -25, 44])
M = np.array([[2.0, 0.3], [0.1, 1.5]], dtype=np.float32)
POLES = np.array([0.0, -1.0, -0.0, -np.inf, np.inf, 0.5])

GROUPS: Group = {
    "interpolated": lambda: (
        np.interp(U, T, U), np.interp(F, X.cumsum(), F), np.interp(U, T, U, period=6), np.interp(X, T, Z),
        np.interp(0.7, F.cumsum(), F),
    ),
    "of truth values and small integers": lambda: (
        np.sinc(B), np.i0(U), np.sinc(F), np.correlate(B, B, "full"), np.vecdot(U, U), np.vecdot(B, B), np.round(N, -1),
    ),
    "quantiles": lambda: (np.percentile(F, 30.0), np.percentile(F, [30.0, 40.0]), np.median(B), np.quantile(F, 0.3)),
    "polynomials": lambda: (
        np.polymul([0.0, 0.0, 2.0], X), np.polymul([0.0, 0.0], X), np.polynomial.chebyshev.chebval(0.7, F),
        np.polynomial.legendre.legvander(0.7, 3),
    ),
    "complex numbers": lambda: (np.corrcoef(Z, Z[::-1]), np.nanstd(Z, ddof=1), np.conj(Z, out=np.empty(4, dtype=complex))),
    "matrices": lambda: (
        np.linalg.slogdet(M), scipy.linalg.lu(M), scipy.linalg.block_diag(M, [1, 2]), scipy.linalg.matmul_toeplitz(F, F),
        scipy.linalg.solve_lyapunov(M, M), scipy.linalg.subspace_angles(M[:, :1], M[:, 1:]),
    ),
    "poles": lambda: (scipy.special.polygamma(2, POLES), scipy.special.powm1(POLES, 0.7), scipy.special.agm(POLES, POLES)),
    "integers in functions of floats": lambda: (
        np.divide.accumulate(U), np.arctan2.reduce(N), np.hypot.reduceat(U, [0, 2]), np.array_equal(X, X, equal_nan=True),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name], 2e-6 if name == "matrices" else 1e-12)


def test_nan_equals_nan_where_it_is_said() -> None:
    q = np.array([1.0, np.nan])
    for f in (lambda x: np.array_equal(x, x, equal_nan=True), lambda x: np.array_equal(x, x)):
        assert irad.jit(f)(q) == f(q)


def test_the_conjugate_of_reals_is_the_array_itself() -> None:
    def written(x: Any) -> Any:
        y = x.conj()
        y[0] = 9.0
        return x[0]

    assert irad.jit(written)(X.copy()) == 9.0
    assert irad.jit(written)(Z.copy()) == Z[0]


def test_scipys_matrices_are_finite() -> None:
    bad = np.array([[np.nan, 1.0], [1.0, 2.0]])
    for f in (
        lambda a: scipy.linalg.inv(a), lambda a: scipy.linalg.lu(a), lambda a: scipy.linalg.norm(a),
        lambda a: scipy.linalg.tanm(a), lambda a: scipy.linalg.solve_toeplitz((a[0], a[0]), a[1]),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="must not contain infs or NaNs"):
            f(bad)
        with pytest.raises(ValueError, match="must not contain infs or NaNs"):
            irad.jit(f)(bad)
    assert np.isnan(irad.jit(lambda a: scipy.linalg.norm(a, check_finite=False))(bad))


def test_dtypes_that_the_first_result_tells() -> None:
    def squares(x: Any) -> Any:
        return np.vectorize(lambda v: v * v)(x)

    for given in (F, U, B):
        with pytest.raises(irad.UnsupportedError, match="dtype of the first result"):
            irad.jit(squares)(given)
    with pytest.raises(ValueError, match="size 0 inputs"):
        irad.jit(squares)(X[:0])
    np.testing.assert_array_equal(irad.jit(squares)(X), X * X)


def sums_of_lists(x):
    held = [v for v in x.ravel()]  # noqa: C416
    grown = []
    for v in x:
        grown.append(v)
    return sum(held), sum(grown), sum(grown, start=1)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "float32"])
def test_sums_of_numbers_of_numpy_in_lists(dtype) -> None:
    """Python's sum of NumPy's numbers stays in their type, and wraps in it."""
    x = np.array([200, 100, 3]).astype(dtype)
    for got, wanted in zip(irad.jit(sums_of_lists)(x), sums_of_lists(x), strict=True):
        assert got == wanted
        assert np.asarray(got).dtype == wanted.dtype
