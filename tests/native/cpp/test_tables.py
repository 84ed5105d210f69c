"""Memory that variables own from before a call, which may be memory with derivatives instead: zeros, or a message."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from irad.api.export.programs import parse_command, run_command

MESSAGE = "irad: a pointer has no shadow"
SOURCE = """
#include <irad/irad.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
struct Place { double *p; int n; };
struct Table { int n; std::vector<double> values; };
Place place;
static Table table{3, {2, 2, 2}};
static double *raw;
static std::vector<double> params{1, 2, 3};
static double follow(double *x, double t) { double *w = t > 0 ? place.p : x; return w[0] * t + x[1]; }
static double pointer(double *x, double t) { double *w = t > 0 ? raw : x; return w[0] * t + x[1]; }
static double twice(const std::vector<double> &v, double t) {
  const std::vector<double> &w = t > 0 ? params : v;
  return w[0] * t + v[1];
}
static double member(const std::vector<double> &v, double t) {
  const std::vector<double> &w = t > 0 ? table.values : v;
  return w[0] * t + v[1];
}
int main(int, char **words) {
  static double fixed[2] = {7, 8};
  int which = std::atoi(words[1]);
  double *x = new double[2]{3, 4}, *y = new double[2]{5, 6}, dx[2] = {0, 0}, t = 0;
  std::vector<double> v{1, 1, 1}, d(3);
  place.p = which == 1 ? x : which == 2 ? fixed : y;
  raw = y;
  if (which < 3) t = __irad_autodiff((void *)follow, irad_dup, x, dx, 2.0);
  if (which == 3) t = __irad_autodiff((void *)pointer, irad_dup, x, dx, 2.0);
  if (which == 4) t = __irad_autodiff((void *)twice, irad_dup, &params, &d, 2.0);
  if (which == 5) t = __irad_autodiff((void *)twice, irad_dup, &v, &d, 2.0), dx[1] = d[1];
  if (which == 6) dx[1] = 1, t = __irad_fwddiff((void *)follow, irad_dup, x, dx, 2.0, 1.0);
  if (which == 7) t = __irad_autodiff((void *)member, irad_dup, &v, &d, 2.0), dx[1] = d[1];
  if (which == 8) d[1] = 1, dx[1] = 1, t = __irad_fwddiff((void *)member, irad_dup, &v, &d, 2.0, 1.0);
  std::printf("%g %g %g", t, dx[0], dx[1]);
}
"""
CASES = {  # a pointer in an object that a variable is, a pointer alone, a container
    0: MESSAGE,  # whose memory is that?
    1: MESSAGE,  # to memory that was given with a shadow
    2: MESSAGE,  # to another variable
    3: MESSAGE,  # whose is that?
    4: MESSAGE,  # the variable itself was given with a shadow
    5: "1 0 1",
    6: MESSAGE,
    7: "2 0 1",  # a container in an object
    8: "3 0 1",
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    (folder / "tables.cpp").write_text(SOURCE)
    run_command(parse_command([str(folder / "tables.cpp"), "-O2", "-std=c++17", "-o", str(folder / "tables")]))
    return folder / "tables"


@pytest.mark.parametrize(("which", "said"), CASES.items())
def test_zeros_or_a_message(program: Path, which: int, said: str) -> None:
    done = subprocess.run([str(program), str(which)], capture_output=True, text=True, timeout=60, check=False)
    assert said in done.stdout + done.stderr
    assert (done.returncode == 0) == (said is not MESSAGE)
