"""``irad build``: libraries that C programs use, without Python in the process."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irad.errors import IradError
from irad.frontends.clang.program_linking import link_driver

CHAIN = "float64(float64[::1], float64, float64[::1])"


@pytest.fixture(autouse=True)
def linker() -> list[str]:
    try:
        return link_driver("c")
    except IradError as error:
        pytest.skip(str(error))


def pointer(a: np.ndarray) -> Any:
    return a.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


PROGRAM = r"""
#include "chain.h"
#include <stdio.h>
int main(void) {
  double x[4] = {0.0, 1.0, 3.0, 6.0}, dx[4] = {0}, out[3], dout[3] = {0}, k = 2.0, dk = 10.0, result = 0;
  int status = energy_grad(x, dx, 4, k, &dk, out, dout, 3, 3.0, &result);
  printf("%d %.17g %.17g %.17g %.17g %.17g %.17g\n", status, result, dx[0], dx[1], dx[2], dx[3], dk);
  status = energy_grad(x, dx, 4, k, &dk, out, dout, 3, 1.0, NULL);
  printf("%d %.17g\n", status, dx[3]);
  status = energy(x, 4, k, out, 2, &result);
  printf("%d %s\n", status, irad_last_error());
  return 0;
}
"""


def test_a_c_program_without_python(model: Path, tmp_path: Path, irad_command: Any, linker: list[str]) -> None:
    library = tmp_path / "libchain.so"
    done = irad_command("build", f"{model}:energy", "--signature", CHAIN, "-o", library)
    assert done.output.split() == [str(tmp_path / f) for f in ("libchain.so", "chain.h", "chain.pc", "chainConfig.cmake")]
    (tmp_path / "main.c").write_text(PROGRAM)
    program = tmp_path / "main"
    subprocess.run([*linker, tmp_path / "main.c", "-o", program, library, f"-Wl,-rpath,{tmp_path}"], check=True)
    lines = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split("\n")
    # s = k/2 sum (x[i+1] - x[i])^2 with differences 1, 2, 3: 14; ds/dx = k (-1, 1 - 2, 2 - 3, 3), ds/dk = 7; seed 3
    assert [float(v) for v in lines[0].split()] == [0, 14.0, -6.0, -6.0, -6.0, 18.0, 10.0 + 21.0]
    assert [float(v) for v in lines[1].split()] == [0, 18.0 + 6.0]
    where = model.read_text().split("\n").index("        out[i] = 0.5 * k * (x[i + 1] - x[i]) ** 2") + 1
    assert lines[2].startswith("1 IndexError: index 2 ") and f"model.py:{where}:" in lines[2]
    if shutil.which("ldd"):
        for file in (library, program):
            needed = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout
            assert "python" not in needed.lower() and "LLVM" not in needed


def test_ldd_free_of_python_by_the_symbols_it_needs(model: Path, tmp_path: Path, irad_command: Any) -> None:
    """What is undefined in the library is libc's and libm's alone."""
    library = tmp_path / "libchain.so"
    irad_command("build", f"{model}:energy", "--signature", CHAIN, "-o", library)
    assert b"Py_" not in library.read_bytes() and b"libpython" not in library.read_bytes()


def test_shadows_are_untouched_after_an_error(model: Path, tmp_path: Path, irad_command: Any) -> None:
    library = tmp_path / "libchain.so"
    irad_command("build", f"{model}:energy", "--signature", CHAIN, "-o", library)
    lib = ctypes.CDLL(str(library))
    x, dx, out, dout = np.arange(4.0), np.full(4, 5.0), np.zeros(1), np.full(1, 7.0)
    dk, n = ctypes.c_double(1.0), ctypes.c_int64
    status = lib.energy_grad(pointer(x), pointer(dx), n(4), ctypes.c_double(1), ctypes.byref(dk), pointer(out), pointer(dout),
                             n(1), ctypes.c_double(1), None)  # fmt: skip
    assert status == 1
    np.testing.assert_array_equal(dx, 5.0)
    np.testing.assert_array_equal(dout, 7.0)
    assert dk.value == 1.0
    lib.irad_last_error.restype = ctypes.c_char_p
    assert lib.irad_last_error().startswith(b"IndexError")


def test_forward_strided_and_mutating(model: Path, tmp_path: Path, irad_command: Any) -> None:
    library = tmp_path / "libmore.so"
    irad_command(
        "build", f"{model}:total,scale", "--signature", "float64(float64[:, :])", "--signature", "void(float64[::1], float64)",
        "--derivative", "grad", "--derivative", "jvp", "-o", library,
    )  # fmt: skip
    lib = ctypes.CDLL(str(library))
    header = (tmp_path / "more.h").read_text()
    assert "int total(double *a, int64_t a_n0, int64_t a_n1, int64_t a_s0, int64_t a_s1, double *result);" in header
    assert "int scale_grad(double *x, double *dx, int64_t x_n0, double c, double *dc);" in header
    assert "int scale_jvp(double *x, double *dx, int64_t x_n0, double c, double dc);" in header
    n, d = ctypes.c_int64, ctypes.c_double
    a = np.random.default_rng(0).normal(size=(3, 4))
    da, result = np.zeros_like(a), d()
    t = a.T  # 4 x 3, element strides 1 and 4
    assert lib.total_grad(pointer(a), pointer(da), n(4), n(3), n(1), n(4), d(1), ctypes.byref(result)) == 0
    weights = np.arange(1.0, 5.0)[:, None]
    assert result.value == pytest.approx(float((t * t * weights).sum()), rel=1e-14)
    np.testing.assert_allclose(da.T, 2 * t * weights, rtol=1e-14)
    tangent, slope = np.ones_like(a), d()
    assert lib.total_jvp(pointer(a), pointer(tangent), n(4), n(3), n(1), n(4), None, ctypes.byref(slope)) == 0
    assert slope.value == pytest.approx(float((2 * t * weights).sum()), rel=1e-13)
    x, dx, dc = np.array([1.0, 2.0]), np.array([1.0, 10.0]), d(0.5)
    assert lib.scale_grad(pointer(x), pointer(dx), n(2), d(3.0), ctypes.byref(dc)) == 0
    assert (list(x), list(dx), dc.value) == ([3.0, 6.0], [3.0, 30.0], 0.5 + 1 * 1 + 2 * 10)
    dx = np.array([1.0, 1.0])
    assert lib.scale_jvp(pointer(x), pointer(dx), n(2), d(2.0), d(1.0)) == 0
    assert (list(x), list(dx)) == ([6.0, 12.0], [2.0 + 3.0, 2.0 + 6.0])


def test_names_types_and_signatures_of_the_file(model: Path, tmp_path: Path, irad_command: Any) -> None:
    """Without a function: the jit functions with a signature; names of shadows do not clash with parameters."""
    library = tmp_path / "libh.so"
    irad_command("build", model, "-o", library, "--derivative", "grad")
    header = (tmp_path / "h.h").read_text()
    assert "int hyperbola_grad(double x, double *dx, double dx_, double *ddx, double seed, double *result);" in header
    lib = ctypes.CDLL(str(library))
    a, b, r, d = ctypes.c_double(0), ctypes.c_double(0), ctypes.c_double(), ctypes.c_double
    assert lib.hyperbola_grad(d(3), ctypes.byref(a), d(4), ctypes.byref(b), d(1), ctypes.byref(r)) == 0
    assert (a.value, b.value, r.value) == (4.0, 3.0, 12.0)


def test_several_results_and_products_without_a_library(model: Path, tmp_path: Path, irad_command: Any) -> None:
    library = tmp_path / "libp.so"
    irad_command(
        "build", f"{model}:both", f"{model}:product", "--signature", "(float64, float64)(float64)", "--signature",
        "void(float64[:, ::1], float64[:, ::1], float64[:, ::1])", "-o", library,
    )  # fmt: skip
    header = (tmp_path / "p.h").read_text()
    assert "int both_grad(double x, double *dx, double seed_0, double *result_0, double seed_1, double *result_1);" in header
    lib, d, n = ctypes.CDLL(str(library)), ctypes.c_double, ctypes.c_int64
    dx = d(0)
    assert lib.both_grad(d(0.3), ctypes.byref(dx), d(2), None, d(5), None) == 0
    assert dx.value == pytest.approx(2 * 2 * 0.3 + 5 * np.cos(0.3), rel=1e-15)
    rng = np.random.default_rng(1)
    A, B, R, dR = rng.normal(size=(2, 3)), rng.normal(size=(3, 4)), np.zeros((2, 4)), rng.normal(size=(2, 4))
    dA, dB, w = np.zeros_like(A), np.zeros_like(B), dR.copy()
    sizes = [n(v) for v in (2, 3, 3, 4, 2, 4)]
    p = pointer
    assert lib.product_grad(p(A), p(dA), *sizes[:2], p(B), p(dB), *sizes[2:4], p(R), p(dR), *sizes[4:]) == 0
    np.testing.assert_allclose(dA, w @ B.T, rtol=1e-13)
    np.testing.assert_allclose(dB, A.T @ w, rtol=1e-13)
    np.testing.assert_array_equal(dR, 0)


THREADS = r"""
#include "deep.h"
#include <pthread.h>
#include <stdio.h>
static void *work(void *p) {
  long k = (long)p;
  double x = 1.0 + 1e-3 * k, dx = 0, r = 0;
  for (int i = 0; i < 200; i++) { dx = 0; if (deep_grad(x, &dx, 40, 1.0, &r)) return (void *)1; }
  double want = 41, y = 1;
  for (int i = 0; i < 40; i++) y *= x;
  want *= y;
  return (void *)(long)(dx < want * (1 - 1e-12) || dx > want * (1 + 1e-12));
}
int main(void) {
  long bad = 0;
  for (int round = 0; round < 5; round++) {
    pthread_t t[8];
    for (long k = 0; k < 8; k++) pthread_create(t + k, 0, work, (void *)k);
    for (int k = 0; k < 8; k++) { void *r; pthread_join(t[k], &r); bad += (long)r; }
  }
  double dx = 7, r;
  int status = deep_grad(1.0, &dx, 100000000, 1.0, &r);
  printf("%ld %d %g %s\n", bad, status, dx, irad_last_error());
}
"""


def test_threads_and_deep_recursion(model: Path, tmp_path: Path, irad_command: Any, linker: list[str]) -> None:
    library = tmp_path / "libdeep.so"
    irad_command("build", f"{model}:deep", "--signature", "float64(float64, int64)", "-o", library)
    (tmp_path / "main.c").write_text(THREADS)
    program = tmp_path / "main"
    subprocess.run([*linker, tmp_path / "main.c", "-o", program, library, f"-Wl,-rpath,{tmp_path}", "-lpthread"], check=True)
    out = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    assert out == "0 3 7 RecursionError: maximum recursion depth exceeded in deep()\n"


@pytest.mark.parametrize(
    "words,status,message",
    [
        (["model.py:nothing", "--signature", CHAIN, "-o", "libx.so"], 1, "has no function nothing"),
        (["model.py:energy", "-o", "libx.so"], 2, "energy() has no signature"),
        (["model.py:energy", "--signature", "float64(float46)", "-o", "libx.so"], 1, "'float46' is not a type"),
        (["model.py:energy", "--signature", CHAIN, "-o", "x.dll"], 2, "does not look like a shared library"),
        (["model.py:energy", "--signature", CHAIN, "-o", "libx.so", "--derivative", "hessian"], 2, "there is no derivative"),
        (["model.py:energy", "--signature", CHAIN, "-o", "libx.so", "--activity", "dup"], 1, "3 parameters, 1 activities"),
        (["model.py:energy", "--signature", CHAIN, "-o", "libx.so", "--activity", "a,b,c"], 1, "'a' is not an activity"),
        (["model.py:makes", "--signature", "float64[::1](float64[::1])", "-o", "libx.so"], 1, "cannot return float64"),
        (["model.py:captured", "--signature", "float64(float64[::1])", "-o", "libx.so"], 1, "uses the array TABLE"),
        (["nofile.py:f", "--signature", CHAIN, "-o", "libx.so"], 1, "there is no file"),
        (["model.py:energy,total", "--signature", CHAIN, "-o", "libx.so"], 2, "2 functions and 1 signatures"),
    ],
)
def test_wrong_input(
    model: Path, monkeypatch: pytest.MonkeyPatch, irad_command: Any, words: list[str], status: int, message: str
) -> None:
    monkeypatch.chdir(model.parent)
    done = irad_command("build", *words, status=status)
    assert message in done.output
    assert not (model.parent / "libx.so").exists()


RULES = '''
import irad


def step(a, k):
    for i in range(len(a)):
        a[i] = a[i] * a[i] * k


@irad.augmented_primal(step)
def step_augmented(config, a, k):
    saved = a.val.copy()
    step(a.val, k.val)
    return irad.AugmentedReturn(primal=None, shadow=None, tape=saved)


@irad.reverse(step)
def step_reverse(config, dret, saved, a, k):
    dk = 0.0
    for i in range(len(saved)):
        dk += 100.0 * a.dval[i] * saved[i] * saved[i]  # a factor that the function itself does not have
        a.dval[i] = a.dval[i] * 2.0 * saved[i] * k.val
    return None, dk


def total(a, k):
    step(a, k)
    step(a, k)
    return a.sum()
'''


def test_a_rule_of_the_user_is_in_the_library(tmp_path: Path, irad_command: Any) -> None:
    (tmp_path / "rules.py").write_text(RULES)
    irad_command(
        "build", f"{tmp_path / 'rules.py'}:total", "--signature", "float64(float64[::1], float64)", "-o", tmp_path / "librules.so"
    )
    library = ctypes.CDLL(str(tmp_path / "librules.so"))
    a, da, k, dk, result = np.array([1.0, 2.0]), np.zeros(2), 0.5, ctypes.c_double(0.0), ctypes.c_double()
    number, size = ctypes.c_double, ctypes.c_int64
    given = (pointer(a), pointer(da), size(2), number(k), ctypes.byref(dk), number(1.0), ctypes.byref(result))
    assert library.total_grad(*given) == 0
    # a -> k (k a^2)^2 = k^3 a^4; by the rule d/dk is 100 times as much
    assert result.value == k**3 * 17.0
    np.testing.assert_allclose(da, 4.0 * k**3 * np.array([1.0, 8.0]))
    assert dk.value == pytest.approx(100.0 * (k**2 * 17.0 + 2.0 * k * k * 17.0))


def test_a_rule_for_make(model: Path, tmp_path: Path, irad_command: Any) -> None:
    """The rule names the file and what it imports of the user's; it goes over neither of them."""
    (tmp_path / "own module.py").write_text("K = 2.0\n")
    imports = "import importlib\nimport numpy\nK = importlib.import_module('own module').K\n"
    (tmp_path / "user.py").write_text(imports + "def f(x):\n    return K * x\n")
    words = ["build", f"{tmp_path}/user.py:f", "--signature", "(float64,)", "-o", tmp_path / "libu.so"]
    irad_command(*words, "-MD", "-MT", "a $b")
    head, *lines = (tmp_path / "libu.d").read_text().split("\n")
    assert head == "a\\ $$b: \\"
    text = "\n".join(lines)
    assert f"  {tmp_path}/user.py" in text and f"  {tmp_path}/own\\ module.py" in text and "numpy" not in text
    for name in ("user.py", "own module.py", "libu.so"):
        sys.modules.pop("own module")  # as in a new process
        done = irad_command(*words, "-MD", "-MF", tmp_path / name, status=2)
        assert "is an input as well" in done.output
    assert "add -MD" in irad_command(*words, "-MF", tmp_path / "x.d", status=2).output
    assert (tmp_path / "user.py").read_text().startswith("import importlib")
