"""Vector versions of mathematical functions, where calls may be approximate."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

import irad
from irad.api.export.programs import parse_command, run_command
from irad.frontends.clang import has_vectors
from irad.llvm.border.fastmath import allow_fast_math
from irad.llvm.border.vectors import available, offer, withdraw
from irad.llvm.final import optimize

needs_library = pytest.mark.skipif(not available(), reason="needs glibc's libmvec")
HEAD = "declare double @llvm.exp.f64(double)\ndeclare float @powf(float, float) memory(none)\n"
LOOP = """
define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %q = getelementptr double, ptr %y, i64 %i
  %v = load double, ptr %p
  %e = call FLAGS double @llvm.exp.f64(double %v)
  store double %e, ptr %q
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""
POWER = "define float @g(float %x) {\n  %y = call afn float @powf(float %x, float %x)\n  ret float %y\n}\n"


@needs_library
@pytest.mark.parametrize(("flags", "wanted"), [("fast", True), ("nnan afn", True), ("contract", False), ("", False)])
def test_only_calls_that_may_be_approximate(flags: str, wanted: bool) -> None:
    text = withdraw(optimize(offer(HEAD + LOOP.replace("FLAGS", flags), "x86-64-v3"), cpu="x86-64-v3"))
    assert ("@_ZGVdN4v_exp(<4 x double>" in text) == wanted
    assert "compiler.used" not in text


@needs_library
def test_functions_that_might_set_errno() -> None:
    """LLVM takes tanh to do so, and loops with it for no vectors, unless the call says otherwise."""
    loop = LOOP.replace("FLAGS", "fast").replace("llvm.exp.f64", "tanh")
    text = withdraw(optimize(offer("declare double @tanh(double)\n" + loop, "x86-64-v3"), cpu="x86-64-v3"))
    assert "@_ZGVdN4v_tanh(<4 x double>" in text


@needs_library
@pytest.mark.parametrize(("cpu", "letters"), [(None, "b"), ("x86-64-v3", "bd"), ("x86-64-v4", "bde"), ("znver1", "b")])
def test_versions_that_the_processor_has(cpu: str | None, letters: str) -> None:
    text = offer(HEAD + LOOP.replace("FLAGS", "fast") + POWER, cpu)
    lanes = {"b": 4, "d": 8, "e": 16}
    for letter in "bde":
        assert (f"@_ZGV{letter}N{lanes[letter] // 2}v_exp(" in text) == (letter in letters)
        assert (f"@_ZGV{letter}N{lanes[letter]}vv_powf(<{lanes[letter]} x float>, " in text) == (letter in letters)


def test_fast_math_on_all_arithmetic() -> None:
    text = "  %a = fadd contract double %x, 1.0\n  %b = fcmp fast olt double %a, %x\n  %c = tail call double @sin(double %a)\n"
    found = allow_fast_math(text + "  %d = call i32 @g(double %c)\n")
    assert [line.split()[2:4] for line in found.splitlines()[:2]] == [["fadd", "fast"], ["fcmp", "fast"]]
    assert "tail call fast double @sin" in found
    assert "call i32 @g" in found


@pytest.mark.parametrize("fastmath", [False, True])
def test_python(fastmath: bool) -> None:
    def total(x):  # type: ignore[no-untyped-def]
        s = 0.0
        for v in x:
            s += np.exp(v) * np.sin(v)
        return s

    f = irad.jit(total, fastmath=fastmath)
    x = np.linspace(-3, 3, 1001)
    assert f(x) == pytest.approx(np.sum(np.exp(x) * np.sin(x)), rel=1e-13)
    np.testing.assert_allclose(irad.grad(f)(x), np.exp(x) * (np.sin(x) + np.cos(x)), rtol=1e-14, atol=1e-13)
    if available():
        assert ("_ZGV" in f.inspect_asm()) == fastmath


@pytest.mark.parametrize("flags", ["-O3 -ffast-math -march=native", "-O2 -ffast-math", "-O3 -march=native"])
def test_program(flags: str, tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(
        "#include <math.h>\nvoid __enzyme_autodiff(void *, ...);\nenum { N = 103 };\n"
        "double f(const double *x) { double s = 0; for (int i = 0; i < N; i++) s += exp(x[i]) * tanh(x[i]); return s; }\n"
        "int main(void) {\n  double x[N], d[N] = {0};\n  for (int i = 0; i < N; i++) x[i] = i * 0.02 - 1;\n"
        "  __enzyme_autodiff((void *)f, x, d);\n  for (int i = 0; i < N; i++) {\n    double t = tanh(x[i]);\n"
        "    if (!(fabs(d[i] - exp(x[i]) * (t + 1 - t * t)) < 1e-13)) return 1;\n  }\n  return 0;\n}\n"
    )
    program = tmp_path / "program"
    run_command(parse_command([str(source), *flags.split(), "-o", str(program)]))
    subprocess.run([str(program)], check=True, timeout=60)
    if has_vectors("c") and available():
        assert (b"_ZGV" in program.read_bytes()) == ("fast-math" in flags)
