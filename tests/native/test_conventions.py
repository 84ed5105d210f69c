"""The conventions of marked calls: C and C++ programs that check themselves against closed forms, at all levels."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from irad.api.export.programs import parse_command, run_command

pytestmark = pytest.mark.sampled

FOLDER = Path(__file__).parent / "conventions"
PROGRAMS = sorted(p.name for p in FOLDER.iterdir() if p.suffix in (".c", ".cpp"))


LEVELS = ["-O0", "-O1", "-O2", "-O3"]
LARGE = {"typed_calls.cpp": "-O2"}  # seconds to compile: by default at one level


def _cases() -> list[Any]:
    slow = pytest.mark.slow
    return [
        pytest.param(name, level, marks=[slow] if LARGE.get(name, level) != level else [])
        for name in PROGRAMS
        for level in LEVELS
    ]


@pytest.mark.parametrize(("name", "level"), _cases())
def test_program(name: str, level: str, tmp_path: Path) -> None:
    program = tmp_path / "program"
    run_command(parse_command([str(FOLDER / name), level, "-Wno-unused", "-o", str(program), "-lm"]))
    done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


SPLIT = """
#include "near.h"
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
__attribute__((noinline)) static double chosen(double *x, double *y, int which) {
  double *p = which ? x : y, s = 0;
  for (int i = 0; i < 2; i++, p = p == x ? y : x) s += (i + 1) * *p * *p;
  return s;
}
static double other(double *x, double *y, int which) { return x[0] * y[0] * which; }
int main(void) {
  double x = 2, y = 3, dx = 0, dy = 0, ex = 0, ey = 0;
  void *tape = __enzyme_augmentfwd((void *)chosen, &x, &dx, &y, &dy, 1);
  __enzyme_reverse((void *)CALLED, &x, &FIRST, &y, &SECOND, 1, 1.0, tape);
  NEAR(dx, 4);
  NEAR(dy, 12);
  puts("right");
  (void)other;
  return 0;
}
"""
TAPES = {  # what is reversed, with which shadows -> what the program says
    "the same": (("chosen", "dx", "dy"), "right"),
    "other shadows": (("chosen", "ex", "ey"), "needs the same shadows as its augmented function"),
    "another function": (("other", "dx", "dy"), "this is no tape of this derivative"),
}


@pytest.mark.parametrize("name", TAPES)
def test_a_tape_serves_what_it_was_made_for(name: str, tmp_path: Path) -> None:
    words, said = TAPES[name]
    source, program = tmp_path / "tape.c", tmp_path / "tape"
    source.write_text(SPLIT)
    given = [f"-D{key}={word}" for key, word in zip(("CALLED", "FIRST", "SECOND"), words, strict=True)]
    run_command(parse_command([str(source), "-O2", *given, f"-I{FOLDER}", "-o", str(program), "-lm"]))
    done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
    assert said in done.stdout + done.stderr
    assert (done.returncode == 0) == (said == "right")


PLAIN_SHADOW = """
#include <irad/irad.h>
#include <cstdio>
struct Base {
  double weight = 2;
  virtual double of(double x) const { return weight * x; }
};
struct Other : Base {
  double of(double x) const override { return weight * x * x; }
};
static double through(const Base &b, double x) { return b.of(x); }
int main(int n, char **) {
  Base base, dbase;
  Other other;
  Base &chosen = n > 1 ? static_cast<Base &>(other) : base;
  auto d = irad::autodiff<irad::Reverse>(through, irad::Duplicated(chosen, dbase), irad::Active(3.0));
  std::printf("%g", std::get<0>(d));
}
"""


def test_a_table_of_virtual_functions_without_shadow_is_a_message(tmp_path: Path) -> None:
    source, program = tmp_path / "plain.cpp", tmp_path / "plain"
    source.write_text(PLAIN_SHADOW)
    run_command(parse_command([str(source), "-O2", "-std=c++17", "-o", str(program)]))
    done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
    assert "irad: a pointer has no shadow" in done.stderr
    assert done.returncode == -6


NOTHING_ASKED = """
double __enzyme_call_inactive(void *, ...);
double __enzyme_ignore_derivatives(double);
void __enzyme_double(void *, long);
static double square(double x) { return x * x; }
int main(int n, char **words) {
  double p = 3 * n;
  __enzyme_double(&p, 8);
  return (int)(__enzyme_call_inactive((void *)square, p) + __enzyme_ignore_derivatives(p));
}
"""


def test_marks_in_a_program_without_derivatives(tmp_path: Path) -> None:
    source, program = tmp_path / "plain.c", tmp_path / "plain"
    source.write_text(NOTHING_ASKED)
    run_command(parse_command([str(source), "-O1", "-o", str(program)]))
    assert subprocess.run([str(program)], timeout=60, check=False).returncode == 9 + 3


MARKERS_AS_METADATA = """
define double @f(double %x, ptr %p) {
  %v = load double, ptr %p
  %r = fmul double %x, %v
  ret double %r
}
define double @derivative(double %x, ptr %p, ptr %dp) {
  %r = call double (...) @__enzyme_autodiff.f(ptr @f, metadata !"enzyme_out", double %x, metadata !"enzyme_dup", ptr %p, ptr %dp)
  ret double %r
}
define { double, double } @both(double %x, ptr %p) {
  %r = call { double, double } (...) @__enzyme_autodiff.g(ptr @f, metadata !"enzyme_primal_return", double %x,
                                                          metadata !"enzyme_const", ptr %p)
  ret { double, double } %r
}
declare double @__enzyme_autodiff.f(...)
declare { double, double } @__enzyme_autodiff.g(...)
"""


def test_markers_as_metadata() -> None:
    module = irad.Module.from_ir(MARKERS_AS_METADATA)
    p, dp = np.array([5.0]), np.array([1.0])
    assert module["derivative"](3.0, p, dp) == 5.0
    assert dp[0] == 1.0 + 3.0


RULES = """
static double like(double a) { return 2 * a; }
void *__irad_function_like_like[] = {(void *)like, "log1p"};
static double product(double x, double y) { return x * y; }
static double product_gradient_x(double x, double y, double seed) { return 0; }
typedef struct { double a, b; } Pair;
static Pair product_gradient(double x, double y, double seed) { Pair p = {10 * seed * y, 100 * seed * x}; return p; }
void *__irad_register_gradient_product[] = {(void *)product, 0, (void *)product_gradient};
double f(double x) { return like(x) * x + product(x, 4); }
"""


def test_rules_of_a_module_apply_from_python() -> None:
    f = irad.Module.from_c(RULES)["f"]
    x = 3.0
    assert irad.grad(f)(x) == pytest.approx(2 * x + x / (1 + x) + 10 * 4, rel=1e-14)
    tangent, _ = irad.autodiff(f, irad.Duplicated(x, 1.0), mode=irad.ForwardWithPrimal)
    assert tangent == pytest.approx(2 * x + x / (1 + x) + 4, rel=1e-14)  # no forward rule: as it stands
