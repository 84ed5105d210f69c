"""Libraries that have only the C interface of BLAS: Fortran routines on top of it, and derivatives linked with such a library."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest
import scipy
from scipy.linalg import blas

from irad.blas_rules import ROWS, c_only, fortran_text
from irad.frontends.clang import find_clang
from irad.llvm.border.session import canonical
from tests.programs import build, output
from tests.rules.conftest import compile_text

FOLDER = Path(__file__).parents[1] / "native" / "conventions" / "libraries"


@pytest.mark.parametrize("level", ["-O2", pytest.param("-O0", marks=pytest.mark.slow)])
def test_derivatives_call_the_c_interface(level: str, tmp_path: Path) -> None:
    library = tmp_path / "library.o"
    command = [*find_clang().driver(False), "-O1", "-c", str(FOLDER / "cblas_only.c"), "-o", str(library)]
    subprocess.run(command, check=True)
    output(build(tmp_path / "program", FOLDER / "cblas_calls.c", library, level, "-lm"))


def test_programs_that_call_fortran_routines_too() -> None:
    assert c_only(["cblas_ddot", "cblas_dgemm", "malloc"]) == ""
    assert c_only(["cblas_ddot64_", "cblas_dgemm64_"]) == "64_"
    assert c_only(["cblas_ddot", "dgemm_"]) is None
    assert c_only(["cblas_ddot", "dpotrf_"]) is None
    assert c_only(["malloc"]) is None


def test_all_routines_have_a_definition_that_llvm_accepts() -> None:
    names = [f"{letter}{row.name}_" for row in ROWS for letter in row.letters]
    made = fortran_text(names, "")
    assert len(made) > 80
    canonical("\n".join(text + line + "\n" for text, _, line in made.values()))


def test_results_and_letters() -> None:
    """Against SciPy's own library, which has both interfaces."""
    (library,) = (Path(scipy.__file__).parents[1] / "scipy.libs").glob("libscipy_openblas-*")
    llvm.load_library_permanently(str(library))
    made = fortran_text(["scipy_zdotc_", "scipy_idamax_", "scipy_zgemv_"], "")
    dot = """
define void @zdotc(ptr %r, ptr %n, ptr %x, ptr %one, ptr %y) {
  %v = call { double, double } @scipy_zdotc_(ptr %n, ptr %x, ptr %one, ptr %y, ptr %one)
  store { double, double } %v, ptr %r
  ret void
}
"""
    text = dot + "".join(t.replace("internal", "") + line + "\n" for t, _, line in made.values())

    def call(name: str, *args: np.ndarray, result: type | None = None) -> int:
        address, _keep = compile_text(text, name)
        return ctypes.CFUNCTYPE(result, *[ctypes.c_void_p] * len(args))(address)(*(a.ctypes.data for a in args))

    rng = np.random.default_rng(3)
    x, y, out = rng.normal(size=4) + 1j * rng.normal(size=4), rng.normal(size=4) + 0.5j, np.zeros(4, complex)
    n, one, zero = np.array([4], np.int32), np.array([1], np.int32), np.array([0], np.int32)
    call("zdotc", out, n, x, one, y)
    assert out[0] == pytest.approx(np.vdot(x, y), rel=1e-14)
    assert call("scipy_idamax_", n, np.array([1.0, -7.0, 3.0, 2.0]), one, result=ctypes.c_int32) == 2
    assert call("scipy_idamax_", zero, np.zeros(1), one, result=ctypes.c_int32) == 0
    a = np.asfortranarray(rng.normal(size=(4, 4)) + 1j * rng.normal(size=(4, 4)))
    alpha, beta = np.array([2.0 + 1j]), np.zeros(1, complex)
    for letter, trans in (("N", 0), ("t", 1), ("C", 2)):
        call("scipy_zgemv_", np.frombuffer(letter.encode(), np.int8), n, n, alpha, a, n, x, one, beta, out, one)
        np.testing.assert_allclose(out, blas.zgemv(2 + 1j, a, x, trans=trans), rtol=1e-13)
