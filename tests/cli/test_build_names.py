"""What `irad build` makes of names: headers that compile as C and as C++, and refusals."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irad.errors import IradError
from irad.frontends.clang.program_linking import link_driver


@pytest.fixture(autouse=True)
def linker() -> None:
    try:
        link_driver("c")
    except IradError as error:
        pytest.skip(str(error))


# Parameters that mean something in C, C++ or their headers, or that are called as what irad adds.
AWKWARD = '''
def sizes(x, x_n0, dx, result):
    """Names */ that /* collide \\\\
    in the *//* header ??/ \u202e \ud800 \x07"""
    return x[0] * x_n0 + dx * result


def words(int, new, class_, template, NULL, errno, linux, I, true, INT64_MAX, int64_t, bool, λ, _A, __x, irad_x, seed, a0):
    s = int * new + class_ + template + NULL + errno + linux + I + true + INT64_MAX
    return s + int64_t + bool + λ + _A + __x + irad_x + seed * a0


def strided(a, a_n0, a_s0, a_0):
    return a[1, 1] * a_n0 + a_s0 * a_0[0][0]


def loop(for_, dfor_, do):
    return for_ * dfor_ * do


f = lambda t: t * t
alias = loop
'''
SIGNATURES = [
    "(float64[::1], float64, float64, float64)",
    f"({', '.join(['float64'] * 18)})",
    "(float64[:, :], float64, int64, (float64[:], float64))",
    "(float64, float64, float64)",
    "(float64,)",
    "(float64, float64, float64)",
]


def test_headers_compile(tmp_path: Path, irad_command: Any) -> None:
    (tmp_path / "awkward.py").write_bytes(AWKWARD.encode(errors="replace"))
    words = [w for s in SIGNATURES for w in ("--signature", s)] + [w for d in ("grad", "jvp", "vjp") for w in ("--derivative", d)]
    target = f"{tmp_path}/awkward.py:sizes,words,strided,loop,f,alias"
    irad_command("build", target, *words, "-o", tmp_path / "lib3d-x.1.so")
    header = tmp_path / "3d-x.1.h"
    text = header.read_text()
    assert "int sizes_grad(double *x, double *dx, int64_t x_n0, double x_n0_, double *dx_n0, double dx_, double *ddx," in text
    assert "int f(double t, double *result);" in text and "int alias_jvp(" in text
    strict = ["-fsyntax-only", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    compiled = 0
    for compiler, language, standard in (
        ("gcc", "c", "c99"), ("clang-22", "c", "c11"), ("gcc", "c", "c17"), ("g++", "c++", "c++11"), ("clang-22", "c++", "c++20"),
    ):  # fmt: skip
        if shutil.which(compiler):
            command = [compiler, *strict, "-x", language, f"-std={standard}", "-include", "errno.h", "-include", "stddef.h"]
            done = subprocess.run([*command, "-include", str(header), "-"], input="", text=True, capture_output=True, check=False)
            assert done.returncode == 0, done.stderr
            compiled += 1
    assert compiled
    lib, d = ctypes.CDLL(str(tmp_path / "lib3d-x.1.so")), ctypes.c_double
    x, r = np.array([3.0]), d()
    assert lib.sizes(ctypes.c_void_p(x.ctypes.data), ctypes.c_int64(1), d(4), d(5), d(6), ctypes.byref(r)) == 0
    assert r.value == 42.0
    slope = d(0.5)
    assert lib.f_grad(d(3), ctypes.byref(slope), d(1), None) == 0
    assert slope.value == 6.5


@pytest.mark.parametrize("name", "double new sin write printf main gamma __f _F irad_last_error INT_MAX été".split())
def test_names_of_functions_that_cannot_be(tmp_path: Path, irad_command: Any, name: str) -> None:
    (tmp_path / "m.py").write_text(f"{name} = lambda x: x * x\n", encoding="utf-8")
    done = irad_command("build", f"{tmp_path}/m.py:{name}", "--signature", "(float64,)", "-o", tmp_path / "libm2.so", status=2)
    assert f"a function of a library cannot be called {name!r}" in done.output and "rename it" in done.output
    assert not (tmp_path / "libm2.so").exists()


@pytest.mark.parametrize("name", ["lib.so", "lib a.so", "lib-a.so", "liba'b.so", "liba$b.so", "libé.so"])
def test_names_of_libraries_that_cannot_be(model: Path, tmp_path: Path, irad_command: Any, name: str) -> None:
    done = irad_command("build", f"{model}:deep", "--signature", "(float64, int64)", "-o", tmp_path / name, status=2)
    assert "cannot be the name of a library" in done.output


@pytest.mark.parametrize("cpu", ["znver9", "", "help", "i386", "x86-64,+avx"])
def test_processors_that_llvm_does_not_know(tmp_path: Path, model: Path, irad_command: Any, cpu: str) -> None:
    words = [f"{model}:deep", "--signature", "(float64, int64)", "-o", tmp_path / "libd.so", "--cpu", cpu]
    assert f"LLVM has no CPU {cpu!r}" in irad_command("build", *words, status=1).output
    (tmp_path / "f.ll").write_text("define double @f(double %x) {\n  ret double %x\n}\n")
    assert "has no CPU" in irad_command("opt", tmp_path / "f.ll", "-S", "--cpu", cpu, status=1).output


@pytest.mark.parametrize(
    "signature,message",
    [
        ("foo(bar)(float64, float64)", "'foo(bar)' is not a type"),
        ("float32(float64, float64)", "says that hyperbola() returns float32, but it returns float64"),
        ("void(float64, float64)", "returns None, but it returns float64"),
        ("float64[:](float64, float64)", "returns float64[:], but it returns float64"),
        ("float64", "is not a signature"),
        ("float64)", "is not a signature"),
        ("", "is not a signature"),
    ],
)
def test_the_type_of_the_result(model: Path, tmp_path: Path, irad_command: Any, signature: str, message: str) -> None:
    words = [f"{model}:hyperbola", "--signature", signature]
    assert message in irad_command("build", *words, "-o", tmp_path / "libh.so", status=1).output
    assert message in irad_command("dump", *words, "--stage", "frontend", status=1).output


def test_fastmath_is_that_of_the_primal_too(tmp_path: Path, irad_command: Any) -> None:
    """Without it x - x is NaN for an infinite x; LLVM may take it for 0 where numbers are finite."""
    (tmp_path / "m.py").write_text("def f(x):\n    return x - x\n")
    for flags, expected in (([], np.nan), (["--fastmath"], 0.0)):
        library = tmp_path / f"libf{len(flags)}.so"
        irad_command("build", f"{tmp_path}/m.py:f", "--signature", "(float64,)", "-o", library, *flags)
        result = ctypes.c_double(1.0)
        assert ctypes.CDLL(str(library)).f(ctypes.c_double(np.inf), ctypes.byref(result)) == 0
        np.testing.assert_equal(result.value, expected)
