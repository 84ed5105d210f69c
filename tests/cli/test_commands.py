"""``irad opt``, ``check``, ``rules`` and ``doctor``."""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path
from typing import Any

import pytest

import irad
from irad.api.checks.differences import compare
from irad.errors import IradError
from irad.frontends.clang import find_clang

MARKED = """
declare double @__enzyme_autodiff(ptr, double)
define double @f(double %x) {
  %y = fmul double %x, %x
  %z = fmul double %y, %x
  ret double %z
}
define double @slope(double %x) {
  %d = call double @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}
"""


@pytest.mark.parametrize("suffix", [".ll", ".bc", ".s", ".o"])
def test_opt(tmp_path: Path, irad_command: Any, suffix: str) -> None:
    """What comes out is linked with a program in C, which prints the derivative of x**3 at 3."""
    source, out, main, program = (tmp_path / n for n in ("in.ll", f"out{suffix}", "main.c", "program"))
    source.write_text(MARKED)
    irad_command("opt", source, "-o", out)
    try:
        find_clang()
    except IradError as error:
        pytest.skip(str(error))
    main.write_text('#include <stdio.h>\ndouble slope(double);\nint main(void) { printf("%g\\n", slope(3)); }\n')
    irad_command("cc", main, out, "-o", program)
    assert subprocess.run([program], capture_output=True, text=True, check=True).stdout == "27\n"


def test_opt_wrong_input(tmp_path: Path, irad_command: Any) -> None:
    source = tmp_path / "in.ll"
    source.write_text(MARKED)
    assert "cannot tell what" in irad_command("opt", source, "-o", tmp_path / "out.xyz", status=2).output
    assert "is not a file of IR" in irad_command("opt", tmp_path / "a.c", "-o", tmp_path / "o.ll", status=2).output
    assert "cannot read" in irad_command("opt", tmp_path / "none.ll", "-o", tmp_path / "o.ll", status=1).output
    source.write_text(MARKED.replace("ptr @f, double", "ptr @g, double"))
    assert irad_command("opt", source, "-o", tmp_path / "o.ll", status=1).output.startswith("irad: ")


def test_check(model: Path, irad_command: Any) -> None:
    words = ["check", f"{model}:energy", "--args", "rng.normal(size=6), 1.5, np.zeros(5)"]
    table = irad_command(*words).output
    assert table.count("right") == 12 and "wrong" not in table
    rows = json.loads(irad_command(*words, "--json").output)
    assert rows["right"] and {r["argument"] for r in rows["comparisons"]} == {"x", "k", "out"}


def test_check_finds_wrong_derivatives() -> None:
    """A function whose compiled form is another one than what the differences run."""
    from irad.api.pyfunc.jit_function import JitFunction

    compiled = irad.jit(lambda x: x * math.sin(x))
    assert isinstance(compiled, JitFunction)
    assert all(c.right for c in compare(compiled, [0.7]))
    compiled.py_func = lambda x: x * math.sin(x) * (1 + 1e-4)
    assert not any(c.right for c in compare(compiled, [0.7]))


def test_check_wrong_input(model: Path, irad_command: Any) -> None:
    assert "cannot be evaluated" in irad_command("check", f"{model}:energy", "--args", "nothing", status=2).output
    assert "none of the arguments" in irad_command("check", f"{model}:deep", "--args", "1, 2", status=2).output


def test_rules(irad_command: Any) -> None:
    everything = irad_command("rules").output
    for word in ("sin(x)", "fmul(x, y)", "gemm", "malloc"):
        assert word in everything
    assert "d*cos(x)" in irad_command("rules", "llvm.sin.f64").output
    assert "c = alpha a b + beta c" in irad_command("rules", "zgemm_").output
    (row,) = json.loads(irad_command("rules", "cosf", "--json").output)
    assert row["name"] == "cos(x)" and row["kind"] == "math"
    assert "there is no rule for frobnicate" in irad_command("rules", "frobnicate", status=1).output


def test_doctor(irad_command: Any) -> None:
    text = irad_command("doctor").output
    assert "LLVM" in text and "the derivative of x**3 at 2 is 12" in text
    found = json.loads(irad_command("doctor", "--json").output)
    assert found["works"] and {"irad", "LLVM", "BLAS"} <= {f["what"] for f in found["findings"]}


def test_doctor_says_what_is_broken(irad_command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import irad.cli.doctor as doctor

    def fail() -> str:
        raise OSError("no such library")

    monkeypatch.setattr(doctor, "_blas", fail)
    text = irad_command("doctor", status=1).output
    assert "broken" in text and "OSError: no such library" in text and "reinstall SciPy" in text
