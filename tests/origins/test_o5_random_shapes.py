"""O5 for 200 random shapes, zeros included, by every route: Python, Fortran's gemm from C, CBLAS by rows and by columns."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import irad
from tests.blas.conftest import KINDS, cblas_source, fortran_source, module, op
from tests.blas.test_gemm import CODES, Case

COUNT = 200


@cache
def shapes() -> list[tuple[int, int, int]]:
    rng = np.random.default_rng(20)
    chosen = rng.integers(0, 9, (COUNT, 3))
    chosen[::10] = rng.integers(10, 40, (COUNT // 10, 3))  # large enough for the library
    return [tuple(int(x) for x in row) for row in chosen]


def out_argument(A: Any, B: Any, R: Any) -> None:
    np.matmul(A, B, out=R)


def operator(A: Any, B: Any, R: Any) -> None:
    R[:] = A @ B


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("f", [out_argument, operator])
def test_from_python(f: Any, dtype: type) -> None:
    tolerance = 1e-12 if dtype is np.float64 else 2e-4
    rng = np.random.default_rng(0)
    assert any(0 in s for s in shapes()) and any(len(set(s)) == 1 for s in shapes())
    for n, k, m in shapes():
        A, B, R, dR, dA, dB = (rng.normal(size=s).astype(dtype) for s in ((n, k), (k, m), (n, m), (n, m), (n, k), (k, m)))
        w, before = dR.copy(), (dA.copy(), dB.copy())
        irad.autodiff(f, irad.Duplicated(A, dA), irad.Duplicated(B, dB), irad.Duplicated(R, dR))
        np.testing.assert_allclose(R, A @ B, rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(dA, before[0] + w @ B.T, rtol=tolerance, atol=tolerance)
        np.testing.assert_allclose(dB, before[1] + A.T @ w, rtol=tolerance, atol=tolerance)
        np.testing.assert_array_equal(dR, 0)


@pytest.mark.parametrize("letter", "sdcz")
@pytest.mark.parametrize("route", ["fortran", "rows", "columns"])
def test_from_c(letter: str, route: str) -> None:
    """beta is 0 (where the shadow may hold NaN), 1 and another number in turn; alpha and beta are active."""
    tolerance = 1e-11 if letter in "dz" else 1e-3
    for seed, (m, k, n) in enumerate(shapes()):
        ta, tb = "NTC"[seed % 3], "NTC"[seed // 3 % 3]
        case = Case(letter, ta, tb, (m, n, k), "C" if route == "rows" else "F", seed)
        beta = KINDS[letter](["0", "1", "-0.75"][seed % 3])
        case.value["beta"][:] = case.buffers["beta"][:] = beta
        w = case.given["c"].copy()
        wide = np.complex128 if letter in "cz" else np.float64
        a, b, c, d = (x.astype(wide) for x in (case.value["a"], case.value["b"], case.value["c"], w))
        alpha = wide(case.value["alpha"][0])
        product, g = op(ta, a) @ op(tb, b), d
        by_a, by_b = np.conj(alpha) * g @ op(tb, b).conj().T, np.conj(alpha) * op(ta, a).conj().T @ g
        if route == "fortran":
            f, given = module(fortran_source(letter))["f"], (ord(ta), ord(tb))
        else:
            f, given = module(cblas_source(letter))["f"], (101 if route == "rows" else 102, CODES[ta], CODES[tb])
        irad.autodiff(f, *case.arguments("alpha a b beta c", given))
        wanted = {
            "a": case.given["a"] + _back(ta, by_a),
            "b": case.given["b"] + _back(tb, by_b),
            "alpha": case.given["alpha"] + (product.conj() * g).sum(),
            "beta": case.given["beta"] + (c.conj() * g).sum(),
            "c": np.conj(wide(beta)) * g,
        }
        np.testing.assert_allclose(case.views["c"], alpha * product + wide(beta) * c, rtol=tolerance, atol=tolerance)
        for name, value in wanted.items():
            found, what = case.views["d" + name], f"{name} {m} {n} {k}"
            np.testing.assert_allclose(found, value, rtol=tolerance, atol=tolerance, err_msg=what)
        if beta == 0:
            np.testing.assert_array_equal(case.views["dc"], 0)


def _back(flag: str, x: np.ndarray) -> np.ndarray:
    """The adjoint of op(x)."""
    return {"N": x, "T": x.T, "C": x.conj().T}[flag]
