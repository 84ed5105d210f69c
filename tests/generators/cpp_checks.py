# ruff: noqa: E501
"""Random C++ programs, a number of them in one translation unit: ``irad cc`` beside the same text on dual numbers.

The reference is the same text with ``real`` a class of dual numbers, compiled by clang alone.  Each program runs twice, for the
reverse and the forward mode, since variables that stay may change in a call.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from irad.frontends.clang import find_clang
from tests.generators.c_checks import NX, NY, TOTAL, N, close, point, tolerance_of
from tests.generators.cpp_programs import COMMON, HEAD, Program

STANDARD = "-std=c++20"
TIME = 600
ENORMOUS = 1e8

DUAL = """
static bool near_tie;
struct Dual {
  double v, d[TOTAL] = {};
  Dual(double v_ = 0) : v(v_) { if (!std::isfinite(v)) near_tie = true; }
  explicit operator int() const { return int(v); }
  static Dual of(double v, const Dual &a, double da, const Dual &b, double db) {
    Dual r(v);
    for (int i = 0; i < TOTAL; i++) r.d[i] = (a.d[i] == 0 ? 0 : da * a.d[i]) + (b.d[i] == 0 ? 0 : db * b.d[i]);
    return r;
  }
  static double difference(const Dual &a, const Dual &b) {
    if (std::fabs(a.v - b.v) < 1e-6 && std::memcmp(&a, &b, sizeof a)) near_tie = true;
    return a.v - b.v;
  }
  friend Dual operator+(Dual a, Dual b) { return of(a.v + b.v, a, 1, b, 1); }
  friend Dual operator-(Dual a, Dual b) { return of(a.v - b.v, a, 1, b, -1); }
  friend Dual operator*(Dual a, Dual b) { return of(a.v * b.v, a, b.v, b, a.v); }
  friend Dual operator/(Dual a, Dual b) { return of(a.v / b.v, a, 1 / b.v, b, -a.v / b.v / b.v); }
  friend Dual operator-(Dual a) { return of(-a.v, a, -1, a, 0); }
  Dual &operator+=(Dual b) { return *this = *this + b; }
  Dual &operator-=(Dual b) { return *this = *this - b; }
  Dual &operator*=(Dual b) { return *this = *this * b; }
  Dual &operator/=(Dual b) { return *this = *this / b; }
  friend bool operator<(Dual a, Dual b) { return difference(a, b) < 0; }
  friend bool operator>(Dual a, Dual b) { return difference(a, b) > 0; }
  friend bool operator<=(Dual a, Dual b) { return difference(a, b) <= 0; }
  friend bool operator>=(Dual a, Dual b) { return difference(a, b) >= 0; }
  friend bool operator==(Dual a, Dual b) { return difference(a, b) == 0; }
  friend Dual sin(Dual a) { return of(std::sin(a.v), a, std::cos(a.v), a, 0); }
  friend Dual cos(Dual a) { return of(std::cos(a.v), a, -std::sin(a.v), a, 0); }
  friend Dual tanh(Dual a) { return of(std::tanh(a.v), a, 1 - std::tanh(a.v) * std::tanh(a.v), a, 0); }
  friend Dual atan(Dual a) { return of(std::atan(a.v), a, 1 / (1 + a.v * a.v), a, 0); }
  friend Dual exp(Dual a) { return of(std::exp(a.v), a, std::exp(a.v), a, 0); }
  friend Dual log(Dual a) { return of(std::log(a.v), a, 1 / a.v, a, 0); }
  friend Dual sqrt(Dual a) { return of(std::sqrt(a.v), a, 0.5 / std::sqrt(a.v), a, 0); }
};
using real = Dual;
"""
REFERENCE = """
static void show(Dual a) { std::printf("%.17g", a.v); for (double d : a.d) std::printf(" %.17g", d); std::puts(""); }
template <class F> void check(const char *name, F run, std::vector<double> x0, std::vector<double> y0, double s0) {
  for (int again = 0; again < 2; again++) {
    near_tie = false;
    std::vector<Dual> x(x0.begin(), x0.end()), y(y0.begin(), y0.end());
    for (int i = 0; i < NX; i++) x[i].d[i] = 1;
    for (int i = 0; i < NY; i++) y[i].d[NX + i] = 1;
    Dual s(s0); s.d[TOTAL - 1] = 1;
    Dual r = run(x.data(), y.data(), N, s);
    std::printf("%s %d\\n", name, near_tie);
    show(r); for (Dual e : x) show(e); for (Dual e : y) show(e);
  }
}
"""
MARKED = """
extern int irad_dup, irad_const, irad_out;
double __irad_autodiff(void *, ...);
double __irad_fwddiff(void *, ...);
static void show(const char *name, double a, const std::vector<double> &x, const std::vector<double> &y) {
  std::printf("%s %.17g", name, a); for (double e : x) std::printf(" %.17g", e); for (double e : y) std::printf(" %.17g", e); std::puts("");
}
template <double (*run)(double *, double *, int, double)>
double weighted(double *x, double *y, int n, double s, double w, double *r) { *r = run(x, y, n, s); return w * *r; }
template <double (*run)(double *, double *, int, double)>
void check(const char *name, std::vector<double> x, std::vector<double> y, double s, std::vector<double> w, std::vector<double> v) {
  std::vector<double> fx = x, fy = y, dx(w.begin() + 1, w.begin() + 1 + NX), dy(w.begin() + 1 + NX, w.end());
  double r = 0, dr = 0;
  double ds = __irad_autodiff((void *)weighted<run>, irad_dup, fx.data(), dx.data(), irad_dup, fy.data(), dy.data(), irad_const, N, irad_out, s, irad_const, w[0], irad_dup, &r, &dr);
  show(name, r, fx, fy);
  show(name, ds, dx, dy);
  fx = x, fy = y, dx.assign(v.begin(), v.begin() + NX), dy.assign(v.begin() + NX, v.end() - 1);
  double dt = __irad_fwddiff((void *)run, irad_dup, fx.data(), dx.data(), irad_dup, fy.data(), dy.data(), irad_const, N, irad_dup, s, v.back());
  show(name, dt, dx, dy);
}
"""
SIZES = f"enum {{ NX = {NX}, NY = {NY}, N = {N}, TOTAL = {TOTAL} }};\n"


@dataclass
class Want:
    """Value, final arrays and Jacobian of the two calls, and whether the program is a test there."""

    values: np.ndarray  # (2, TOTAL)
    jacobian: np.ndarray  # (2, TOTAL, TOTAL)
    tame: bool


def directions(number: int) -> tuple[np.ndarray, np.ndarray]:
    """Cotangents of result, x, y, and a direction in x, y, s."""
    *_, rng = point(number)
    return rng.normal(size=TOTAL), rng.normal(size=TOTAL)


def listed(values: np.ndarray) -> str:
    return "{" + ", ".join(map(repr, map(float, values))) + "}"


def reference_text(programs: Sequence[Program]) -> str:
    calls = []
    for p in programs:
        x, y, s, _ = point(p.number)
        calls.append(f'  check("{p.name}", {p.name}::run, {listed(x)}, {listed(y)}, {s!r});\n')
    texts = "".join(p.text() for p in programs)
    return f"{HEAD}#include <cstring>\n{SIZES}{DUAL}{COMMON}{texts}{REFERENCE}int main() {{\n{''.join(calls)}}}\n"


def marked_text(programs: Sequence[Program]) -> str:
    calls = []
    for p in programs:
        x, y, s, _ = point(p.number)
        w, v = directions(p.number)
        calls.append(f'  check<{p.name}::run>("{p.name}", {listed(x)}, {listed(y)}, {s!r}, {listed(w)}, {listed(v)});\n')
    texts = "".join(p.text() for p in programs)
    return f"{HEAD}{SIZES}using real = double;\n{COMMON}{texts}{MARKED}int main() {{\n{''.join(calls)}}}\n"


class Failed(Exception):
    """A compiler or a program has failed; the text says how."""


def run_lines(program: Path) -> list[list[str]]:
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=TIME)
    if done.returncode != 0:
        raise Failed(f"the program ended with {done.returncode}: {done.stderr[-300:]}")
    return [line.split() for line in done.stdout.splitlines()]


def references(programs: Sequence[Program], folder: Path) -> dict[str, Want]:
    """What each program does, by duals."""
    source, program = folder / "reference.cpp", folder / "reference"
    source.write_text(reference_text(programs))
    command = [*find_clang().driver(True), STANDARD, "-O0", "-w", str(source), "-o", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"the reference does not compile: {done.stderr[:1500]}")
    out = run_lines(program)
    wants: dict[str, Want] = {}
    for k, p in enumerate(programs):
        own = out[2 * k * (TOTAL + 1) : 2 * (k + 1) * (TOTAL + 1)]
        numbers = np.array([[list(map(float, row)) for row in half[1:]] for half in (own[: TOTAL + 1], own[TOTAL + 1 :])])
        tie = any(half[1] != "0" for half in (own[0], own[TOTAL + 1]))
        tame = not tie and bool(np.isfinite(numbers).all() and np.abs(numbers).max() < ENORMOUS)
        wants[p.name] = Want(numbers[:, :, 0], numbers[:, :, 1:], tame)
    return wants


def derivatives(programs: Sequence[Program], folder: Path, flags: str) -> dict[str, list[np.ndarray]]:
    """Final values, gradient and tangents of each program, by a program of ``irad cc``."""
    from irad.api.export.programs import parse_command, run_command

    source, program = folder / "marked.cpp", folder / "marked"
    source.write_text(marked_text(programs))
    run_command(parse_command([str(source), STANDARD, *flags.split(), "-w", "-o", str(program)]))
    out = [np.array(list(map(float, words[1:]))) for words in run_lines(program)]
    return {p.name: out[3 * k : 3 * k + 3] for k, p in enumerate(programs)}


def compare(programs: Sequence[Program], folder: Path, flags: str) -> int:
    """Compare programs in reverse and forward mode; how many of them were a test."""
    got = derivatives(programs, folder, flags)  # first, since what is refused needs no reference
    wants = references(programs, folder)
    tests = [p for p in programs if wants[p.name].tame]
    tolerance = tolerance_of("", "-ffast-math" in flags)
    for p in tests:
        w, v = directions(p.number)
        want = wants[p.name]
        final, gradient, tangents = got[p.name]
        reverse = w @ want.jacobian[0]
        close(final, want.values[0], tolerance)
        close(gradient, np.concatenate([reverse[-1:], reverse[:-1]]), tolerance)
        close(tangents, want.jacobian[1] @ v, tolerance)
    return len(tests)


WAYS = ["", "", "-g", "-march=native", "", "-ffast-math -march=native", "-fPIE -pie"]


def flags_of(number: int) -> str:
    """How the program of a number, or a batch that begins with it, is compiled."""
    return f"-O{number % 4} {WAYS[number % len(WAYS)]}"
