# ruff: noqa: E501
"""Forward mode in two directions over BLAS functions that return a number, and marked calls that nobody reaches."""

from __future__ import annotations

import subprocess
from pathlib import Path

from click.testing import CliRunner

from irad.api.export.programs import parse_command, run_command
from irad.cli import main
from irad.frontends.clang import find_clang

ROUTINES = """
#include <math.h>
double ddot_(int *n, double *x, int *ix, double *y, int *iy) {
  double s = 0;
  for (int i = 0; i < *n; i++) s += x[i * *ix] * y[i * *iy];
  return s;
}
double dnrm2_(int *n, double *x, int *ix) { return sqrt(ddot_(n, x, ix, x, ix)); }
float snrm2_(int *n, float *x, int *ix) { double s = 0; for (int i = 0; i < *n; i++) s += (double)x[i * *ix] * x[i * *ix]; return sqrt(s); }
double dasum_(int *n, double *x, int *ix) { double s = 0; for (int i = 0; i < *n; i++) s += fabs(x[i * *ix]); return s; }
"""

PROGRAM = """
#include <stdio.h>
typedef struct { double a, b; } two;
two __enzyme_fwddiff(void *, ...);
extern int enzyme_dup, enzyme_width;
double cblas_ddot(int, const double *, int, const double *, int), cblas_dasum(int, const double *, int);
double ddot_(int *, double *, int *, double *, int *), dnrm2_(int *, double *, int *);
float snrm2_(int *, float *, int *);
double f(double *x, double *y) {
  int n = 3, one = 1;
  float z[3] = {x[0], x[1], x[2]};
  return cblas_ddot(3, x, 1, y, 1) + 2 * dnrm2_(&n, x, &one) + cblas_dasum(3, x, 1) + ddot_(&n, x, &one, x, &one) + snrm2_(&n, z, &one);
}
int main(void) {
  double x[3] = {1, -2, 2}, d1[3] = {1, 0, 0}, d2[3] = {0, 1, 1}, y[3] = {4, 5, 6}, e1[3] = {0, 0, 1}, e2[3] = {1, 1, 1};
  two r = __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dup, x, d1, d2, enzyme_dup, y, e1, e2);
  printf("%.9g %.9g\\n", r.a, r.b);
}
"""


def test_two_directions_through_routines_that_return_a_number(tmp_path: Path) -> None:
    (tmp_path / "routines.c").write_text(ROUTINES)
    (tmp_path / "program.c").write_text(PROGRAM)
    routines = tmp_path / "routines.o"
    subprocess.run([*find_clang().driver(False), "-c", "-O1", str(tmp_path / "routines.c"), "-o", str(routines)], check=True)
    program = tmp_path / "program"
    run_command(parse_command([str(tmp_path / "program.c"), "-O1", str(routines), "-o", str(program), "-lm"]))
    first, second = map(float, subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.split())
    # x' y + x y' + 2 x x'/|x| + sign(x) x' + 2 x x' + x x'/|x| with |x| = 3
    assert abs(first - (4 + 2 + 2 / 3 + 1 + 2 + 1 / 3)) < 1e-6
    assert abs(second - (11 + 1 + 0 + 0 + 0 + 0)) < 1e-6


UNUSED = """declare double @__enzyme_autodiff(ptr, ...)
define internal double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
define internal double @unused(double %x) {
  %y = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %y
}
define i32 @main() {
  ret i32 0
}
"""


def test_a_marked_call_that_nobody_reaches(tmp_path: Path) -> None:
    (tmp_path / "in.ll").write_text(UNUSED)
    for level in "02":
        done = CliRunner().invoke(main, ["opt", str(tmp_path / "in.ll"), "-S", "-O", level])
        assert done.exit_code == 0, done.output
        assert "__enzyme_autodiff(ptr" not in done.output.split("declare")[0]
