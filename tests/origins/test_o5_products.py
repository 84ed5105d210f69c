"""O5: square and non-square matrices behave the same: dA += dR B', dB += A' dR, then dR is zero (it was overwritten)."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from tests.blas.conftest import cblas_source, fortran_source, module
from tests.blas.test_gemm import CODES, Case

SHAPES = [(1, 1, 1), (1, 4, 1), (3, 1, 2), (2, 2, 2), (4, 4, 4), (2, 3, 4), (5, 2, 3), (0, 2, 3), (2, 0, 3), (2, 3, 0), (1, 7, 5)]


def operator(A, B, R):
    R[:] = A @ B


def out_argument(A, B, R):
    np.matmul(A, B, out=R)


def dot_out(A, B, R):
    np.dot(A, B, out=R)


def loops(A, B, R):
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            s = 0.0
            for k in range(A.shape[1]):
                s += A[i, k] * B[k, j]
            R[i, j] = s


def in_a_loop(A, B, R):
    for _ in range(10):
        R[:] = A @ B


def overwritten_after(A, B, R):
    R[:] = A @ B
    A[:] = 0.0
    B[:] = 1.0


def transposed_copy(A, B, R):
    R[:] = (B.T @ A.T).T


ROUTES = [operator, out_argument, dot_out, loops, in_a_loop, overwritten_after, transposed_copy]


@pytest.mark.parametrize("f", ROUTES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_reverse_and_forward(f, dtype: type) -> None:
    rng = np.random.default_rng(0)
    tolerance = {"rtol": 1e-12, "atol": 1e-13} if dtype is np.float64 else {"rtol": 1e-4, "atol": 1e-5}
    for n, k, m in SHAPES:
        A, B = rng.normal(size=(n, k)).astype(dtype), rng.normal(size=(k, m)).astype(dtype)
        R, dR = rng.normal(size=(n, m)).astype(dtype), rng.normal(size=(n, m)).astype(dtype)
        a, b, kept = A.copy(), B.copy(), dR.copy()
        dA, dB = np.ones_like(A), np.zeros_like(B)
        irad.autodiff(f, irad.Duplicated(A, dA), irad.Duplicated(B, dB), irad.Duplicated(R, dR))
        np.testing.assert_allclose(R, a @ b, **tolerance)
        np.testing.assert_array_equal(dR, 0)
        if f is overwritten_after:
            np.testing.assert_allclose(dA, kept @ b.T, **tolerance)  # A was overwritten: what its shadow held is gone
        else:
            np.testing.assert_allclose(dA, 1 + kept @ b.T, **tolerance)
        np.testing.assert_allclose(dB, a.T @ kept, **tolerance)
        A, B, ta, tb = a.copy(), b.copy(), rng.normal(size=a.shape).astype(dtype), rng.normal(size=b.shape).astype(dtype)
        ka, kb, tr = ta.copy(), tb.copy(), np.ones_like(R)
        irad.autodiff(f, irad.Duplicated(A, ta), irad.Duplicated(B, tb), irad.Duplicated(R, tr), mode=irad.Forward)
        np.testing.assert_allclose(tr, ka @ b + a @ kb, **tolerance)
        if f is not overwritten_after:
            np.testing.assert_array_equal(ta, ka)


@pytest.mark.parametrize("f,copies", [(out_argument, 0), (in_a_loop, 0), (overwritten_after, 2)])
def test_copies_are_kept_of_what_is_overwritten_only(f, copies: int) -> None:
    compiled = irad.jit(f)
    irad.autodiff(compiled, *(irad.Duplicated(np.ones((40, 40)), np.ones((40, 40))) for _ in range(3)))
    (found,) = compiled.stats()
    assert found["operands copied"] == copies
    assert ("dgemm_: keeps no copies" in str(found["plan"])) == (copies == 0)


def test_nan_in_the_cotangent_is_zeroed() -> None:
    A, B, R = np.ones((2, 3)), np.ones((3, 2)), np.zeros((2, 2))
    dR = np.array([[np.nan, np.inf], [1.0, 2.0]])
    irad.autodiff(operator, irad.Duplicated(A, np.zeros((2, 3))), irad.Duplicated(B, np.zeros((3, 2))), irad.Duplicated(R, dR))
    np.testing.assert_array_equal(dR, 0)


def test_same_operand_twice_and_output_over_input() -> None:
    rng = np.random.default_rng(1)
    A, dA, w = rng.normal(size=(3, 3)), np.zeros((3, 3)), rng.normal(size=(3, 3))
    R, dR = np.zeros((3, 3)), w.copy()
    irad.autodiff(operator, irad.Duplicated(A, dA), irad.Duplicated(A, dA), irad.Duplicated(R, dR))
    np.testing.assert_allclose(dA, w @ A.T + A.T @ w, rtol=1e-12)
    B, dB, a = rng.normal(size=(3, 3)), np.zeros((3, 3)), A.copy()
    dA = w.copy()
    irad.autodiff(out_argument, irad.Duplicated(A, dA), irad.Duplicated(B, dB), irad.Duplicated(A, dA))
    np.testing.assert_allclose(A, a @ B, rtol=1e-12)
    np.testing.assert_allclose(dA, w @ B.T, rtol=1e-12)
    np.testing.assert_allclose(dB, a.T @ w, rtol=1e-12)


@pytest.mark.parametrize("letter", "sdcz")
@pytest.mark.parametrize("route", ["fortran", "cblas rows", "cblas columns"])
def test_from_c(letter: str, route: str) -> None:
    """Direct calls, every flag and shape; more (split mode, active factors, leading dimensions) in tests/blas."""
    flags = ["NN", "TN", "NT", "TT", "CN", "NC", "CC"]
    for seed, (n, k, m) in enumerate(SHAPES):
        ta, tb = flags[seed % len(flags)]
        case = Case(letter, ta, tb, (n, m, k), "C" if route == "cblas rows" else "F", seed)
        case.value["beta"][:] = case.buffers["beta"][:] = 0
        if route == "fortran":
            f, given = module(fortran_source(letter))["f"], (ord(ta), ord(tb))
        else:
            layout = 101 if route == "cblas rows" else 102
            f, given = module(cblas_source(letter))["f"], (layout, CODES[ta], CODES[tb])
        irad.autodiff(f, *case.arguments("a b c", given))
        case.check_reverse("a b c")
        np.testing.assert_array_equal(case.views["dc"], 0)
