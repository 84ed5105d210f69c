"""``irad cc``: command lines sorted as clang sorts them, and programs whose derivatives are right."""

from __future__ import annotations

import math
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from irad.api.export.programs import parse_command, run_command
from irad.cli import main
from irad.errors import IradError

PROGRAM = """
#include <irad/irad.h>
#include <math.h>
#include <stdio.h>
double outside(double x);
static double f(double x) { double r = 1; for (int i = 0; i < 5; i++) r *= sin(x) + i; return r + outside(x); }
static double cubes(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i] * x[i]; return s; }
int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0, 0, 0};
  __irad_autodiff((void *)cubes, irad_dup, x, dx, irad_const, 3);
  printf("%.15g %g %g %g\\n", __irad_autodiff((void *)f, 0.5), dx[0], dx[1], dx[2]);
}
"""
OUTSIDE = "#include <math.h>\ndouble outside(double x) { return exp(x) * x; }\n"


def expected() -> float:
    s, total = math.sin(0.5), 0.0
    for k in range(5):
        total += math.prod(s + i for i in range(5) if i != k)
    return total * math.cos(0.5) + math.exp(0.5) * 1.5


def check(output: str) -> None:
    first, *rest = output.split()
    assert float(first) == pytest.approx(expected(), rel=1e-13)
    assert rest == ["3", "12", "27"]


def run(program: Path) -> str:
    return subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "main.c").write_text(PROGRAM)
    (tmp_path / "outside.c").write_text(OUTSIDE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3", "-Os"])
def test_sources_of_one_command_are_one_module(files: Path, level: str) -> None:
    run_command(parse_command(["main.c", level, "outside.c", "-o", "program"]))
    check(run(files / "program"))


def test_a_marked_call_needs_the_bodies(files: Path) -> None:
    with pytest.raises(IradError, match="outside"):
        run_command(parse_command(["-c", "main.c"]))


def test_objects_and_libraries(files: Path) -> None:
    (files / "f.c").write_text(
        '#include <irad/irad.h>\n#include "outside.c"\ndouble slope(double x) { return __irad_autodiff((void *)outside, x); }\n'
    )
    (files / "use.c").write_text(
        '#include <stdio.h>\ndouble slope(double);\nint main(void) { printf("%.15g\\n", slope(1.0)); return 0; }\n'
    )
    assert run_command(parse_command(["-O2", "-c", "f.c"])) == [Path("f.o")]
    run_command(parse_command(["use.c", "f.o", "-o", "program"]))
    assert float(run(files / "program")) == pytest.approx(2 * math.e, rel=1e-15)
    run_command(parse_command(["-O2", "-shared", "-fPIC", "f.c", "-o", "libslope.so"]))
    run_command(parse_command(["use.c", "-L.", "-lslope", f"-Wl,-rpath,{files}", "-o", "program2"]))
    assert run(files / "program2") == run(files / "program")


def test_ir_assembly_and_back(files: Path) -> None:
    run_command(parse_command(["-S", "-emit-llvm", "-O1", "outside.c"]))
    assert "define" in (files / "outside.ll").read_text()
    run_command(parse_command(["-S", "outside.c", "-o", "out.s"]))
    assert "outside:" in (files / "out.s").read_text()
    run_command(parse_command(["main.c", "outside.ll", "-O2", "-o", "program"]))
    check(run(files / "program"))


def test_threads_have_tapes_of_their_own(files: Path) -> None:
    (files / "threads.c").write_text(
        """
#include <irad/irad.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
static double f(double x, int n) { double s = x; for (int i = 0; i < n; i++) s = sin(s) + x; return s; }
static void *work(void *p) {
  double *v = p;
  for (int k = 0; k < 20; k++) v[1] = __irad_autodiff((void *)f, v[0], 20000);
  return 0;
}
int main(void) {
  double v[4][2] = {{0.1}, {0.2}, {0.3}, {0.4}};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, work, v[i]);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  for (int i = 0; i < 4; i++) {
    double one = __irad_autodiff((void *)f, v[i][0], 20000);
    if (one != v[i][1] || one == 0) return 1;
  }
  return 0;
}
"""
    )
    run_command(parse_command(["threads.c", "-O2", "-pthread", "-o", "program"]))
    assert run(files / "program") == ""


def test_command_lines() -> None:
    made = parse_command(
        "-O3 -DX=1 -I inc a.c b.cpp -lfoo -L lib x.o -Wl,-z,now -o prog -march=native -MD -MF d --in-place-of /usr/bin/cc".split()
    )
    assert made.sources == ["a.c", "b.cpp"] and made.inputs == ["x.o"]
    assert made.output == "prog" and made.stage == "link" and made.level == 3
    assert made.cpu == "host" and made.language == "c++"
    assert made.flags == ["-O3", "-DX=1", "-I", "inc", "-march=native", "-MD", "-MF", "d"]
    assert made.link_flags == ["-lfoo", "-L", "lib", "-Wl,-z,now", "-march=native"]
    assert parse_command(["x.f90", "a.c"]).language == "fortran"
    assert parse_command(["x.c", "-O"]).level == 1 and parse_command(["x.c"]).level == 0
    assert parse_command(["x.c"]).cpu is None
    for wrong in ([], ["-o"], ["-c", "a.c", "b.c", "-o", "x"]):
        with pytest.raises(IradError):
            parse_command(wrong)


def cc(*words: str, stdin: str = "") -> str:
    """Run ``irad cc`` as a command of its own; what it prints."""
    command = [sys.executable, "-m", "irad", "cc", *words]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_orders_and_spellings_of_flags(files: Path, irad_command: Callable[..., Result]) -> None:
    (files / "sub").mkdir()
    (files / "sub" / "outside.h").write_text("double outside(double x);\n")
    (files / "flags").write_text("-O2 -Isub\n-DSCALE=1 '-DTEXT=\"a b\"' -std=c11 -fPIC")
    irad_command("cc", "-oprogram", "@flags", "outside.c", "-lm", "main.c", "-Wl,-z,now", "-g")
    check(run(files / "program"))
    irad_command("cc", "-c", "outside.c", "-O2", "-MMD")
    assert (files / "outside.d").read_text().startswith("outside.o: outside.c")
    subprocess.run(["ar", "rcs", "liboutside.a", "outside.o"], check=True)
    (files / "user.c").write_text('#include "outside.h"\nint main(void) { return outside(0) != 0; }\n')
    irad_command("cc", "-I", "sub", "user.c", "-Wl,--whole-archive", "liboutside.a", "-Wl,--no-whole-archive", "-o", "user")
    assert run(files / "user") == ""
    cc("-x", "c", "-", "-x", "none", "outside.c", "-O3", "-o", "program2", stdin=PROGRAM)
    check(run(files / "program2"))
    shutil.copy("main.c", "main.text")
    irad_command("cc", "-xc", "main.text", "outside.c", "-o", "program3")
    check(run(files / "program3"))


def test_what_the_compiler_answers_alone(files: Path) -> None:
    assert "__irad_autodiff((void *)cubes" in cc("-E", "main.c")
    assert "clang version" in cc("--version")
    assert "main.o: main.c" in cc("-MM", "main.c")
    cc("-fsyntax-only", "main.c")
    (files / "s.s").write_text(".globl three\nthree:\n  mov $3, %eax\n  ret\n")
    cc("-c", "s.s", "-o", "s.o")
    assert (files / "s.o").exists()
    (files / "warned.c").write_text("int main(void) { int unused; return 0; }\n")
    assert "warned.c:1:22: warning: unused variable 'unused'" in cc("-Wall", "warned.c", "-o", "warned")


def test_all_kinds_of_output(files: Path, irad_command: Callable[..., Result]) -> None:
    irad_command("cc", "-c", "-emit-llvm", "-O1", "outside.c")
    assert (files / "outside.bc").read_bytes()[:2] == b"BC"
    irad_command("cc", "-S", "-emit-llvm", "-g", "outside.c", "-o", "lines.ll")
    assert "DILocation" in (files / "lines.ll").read_text()
    irad_command("cc", "-S", "-emit-llvm", "-g0", "outside.c", "-o", "none.ll")
    assert "DILocation" not in (files / "none.ll").read_text()
    for source, output in (("lines.ll", "a.bc"), ("outside.bc", "b.ll"), ("b.ll", "c.o"), ("a.bc", "d.s")):
        irad_command("opt", source, "-O3", "-o", output)
        assert (files / output).stat().st_size > 100
    opt = [sys.executable, "-m", "irad", "opt", "-S", "-"]
    text = subprocess.run(opt, input=(files / "b.ll").read_text(), capture_output=True, text=True, check=True)
    assert re.search(r"^define .*double @outside\(", text.stdout, re.M)
    run_command(parse_command(["main.c", "a.bc", "-O2", "-o", "program"]))
    check(run(files / "program"))


def test_exit_statuses(files: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(main, ["cc", "main.c", "outside.c", "-o", "ok"]).exit_code == 0
    assert os.access(files / "ok", os.X_OK)
    (files / "bad.c").write_text("int main(void) {\n  return x;\n}\n")
    bad = runner.invoke(main, ["cc", "bad.c"])
    assert bad.exit_code == 1
    assert "bad.c:2:10: error: use of undeclared identifier 'x'" in bad.output and "return x;" in bad.output
    assert runner.invoke(main, ["cc"]).exit_code == 2
    assert "Usage" in runner.invoke(main, ["cc", "--help"]).output


def test_arguments_that_do_not_fit_name_the_line(files: Path) -> None:
    (files / "bad.c").write_text(
        "#include <irad/irad.h>\nstatic double f(double x) { return x; }\n"
        "int main(void) {\n  return (int)__irad_autodiff((void *)f, irad_out);\n}\n"
    )
    bad = CliRunner().invoke(main, ["cc", "bad.c"])
    assert bad.exit_code == 1 and "bad.c:4" in bad.output and "__irad_autodiff((void *)f, irad_out)" in bad.output
