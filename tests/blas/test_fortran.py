"""gemm called from Fortran: the compiler appends the lengths of the flags to the arguments."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import irad
from irad.errors import IradError
from irad.frontends.clang import compile_to_ir, find_flang

SOURCE = """
subroutine product(m, n, k, a, b, c, beta) bind(c)
  use iso_c_binding
  integer(c_int), value :: m, n, k
  real(c_double) :: a(k, m), b(k, n), c(m, n)
  real(c_double), value :: beta
  external dgemm
  call dgemm('T', 'N', m, n, k, 2.0d0, a, k, b, k, beta, c, m)
end subroutine
"""


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> irad.Module:
    try:
        find_flang()
    except IradError as error:
        pytest.skip(str(error))
    path: Path = tmp_path_factory.mktemp("fortran") / "product.f90"
    path.write_text(SOURCE)
    return irad.Module.from_ir(compile_to_ir(path, ["-O1"]))


@pytest.mark.parametrize("beta", [0.0, 1.0, -0.5])
@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 3, 4), (3, 3, 3), (4, 1, 2), (0, 2, 3)])
def test_from_fortran(product: irad.Module, shape: tuple[int, int, int], beta: float) -> None:
    m, n, k = shape
    rng = np.random.default_rng(0)
    a, b, c, w = (np.asfortranarray(rng.normal(size=s)) for s in ((k, m), (k, n), (m, n), (m, n)))
    old, dc, da, db = c.copy(), w.copy(order="F"), np.zeros_like(a), np.zeros_like(b)
    derivatives = irad.autodiff(
        product["product"], m, n, k, irad.Duplicated(a, da), irad.Duplicated(b, db), irad.Duplicated(c, dc), irad.Active(beta)
    )
    np.testing.assert_allclose(c, 2 * a.T @ b + beta * old, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(da, 2 * b @ w.T, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(db, 2 * a @ w, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(dc, beta * w, rtol=1e-14)
    assert derivatives[6] == pytest.approx(float((old * w).sum()), rel=1e-12)
