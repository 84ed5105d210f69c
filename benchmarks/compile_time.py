"""How long ``irad cc -O3`` takes compared with ``clang -O3``, on generated C files of about 3000 lines.

    python benchmarks/compile_time.py [--lines 3000] [--rounds 3] [--profile]

Two files: in one the marked call at the end uses a small part of the functions, in the other nearly all of them.  Prints, for
each, the median times and their ratio.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from irad.api.export.programs import parse_command, run_command
from irad.frontends.clang import find_clang

HEAD = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
struct state { double position[3], speed[3], mass; int kind; struct state *next; };
"""

# One group of functions as a program has them: arithmetic, loops over arrays, structures, memory, text.
GROUP = """
static double potential_K(double r, double depth) {
  double q = 1.0 / (r * r + 0.%(k)d1);
  double q3 = q * q * q;
  return depth * (q3 * q3 - 2.0 * q3) + exp(-r) * %(k)d;
}
static void forces_K(struct state *s, int n, double *energy) {
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      double d[3], r2 = 0;
      for (int k = 0; k < 3; k++) {
        d[k] = s[i].position[k] - s[j].position[k];
        r2 += d[k] * d[k];
      }
      double r = sqrt(r2 + 1e-6), e = potential_K(r, s[i].mass * s[j].mass);
      if (s[i].kind == s[j].kind)
        e *= 0.5;
      *energy += e;
      for (int k = 0; k < 3; k++) {
        s[i].speed[k] -= e * d[k] / r;
        s[j].speed[k] += e * d[k] / r;
      }
    }
  }
}
static double smooth_K(const double *x, double *out, int n) {
  double total = 0;
  for (int i = 1; i + 1 < n; i++) {
    out[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
    total += out[i] * out[i];
  }
  out[0] = x[0];
  out[n - 1] = x[n - 1];
  switch (n %% 3) {
  case 0: total += sin(out[0]); break;
  case 1: total *= 1.0 + out[n - 1]; break;
  default: total -= 0.1; break;
  }
  return total;
}
static double solve_K(double *a, double *b, int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      double m = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++)
        a[i * n + j] -= m * a[k * n + j];
      b[i] -= m * b[k];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
  return b[0];
}
static int report_K(const struct state *s, int n, char *text, size_t size) {
  int used = 0;
  for (int i = 0; i < n; i++) {
    used += snprintf(text + used, size - used, "%%d: %%g %%g %%g\\n", i, s[i].position[0], s[i].position[1], s[i].position[2]);
    if (used > 1000)
      break;
  }
  return used;
}
double step_K(double *x, int n) {
  double *copy = malloc(n * sizeof *copy), energy = 0;
  struct state s[4];
  memset(s, 0, sizeof s);
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++)
      s[i].position[k] = x[(3 * i + k) %% n];
    s[i].mass = 1.0 + 0.1 * i;
    s[i].kind = i & 1;
  }
  forces_K(s, 4, &energy);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      x[(3 * i + k) %% n] += 0.001 * s[i].speed[k];
  energy += smooth_K(x, copy, n);
  double a[9] = {4, x[0], 1, x[1], 5, 1, 0, x[2], 6}, b[3] = {x[0], x[1], energy};
  energy += solve_K(a, b, 3);
  free(copy);
  return energy;
}
int show_K(double *x, int n) {
  char text[1200];
  struct state s = {{x[0], x[1], x[2]}, {0}, 1, n, 0};
  return report_K(&s, 1, text, sizeof text) + (int)step_K(x, n);
}
"""


def source(lines: int, everything: bool) -> str:
    """A program of about ``lines`` lines whose marked call uses one group of functions, or all."""
    group = GROUP.count("\n") - 1
    count = max(2, (lines - 20) // group)
    parts = [HEAD] + [(GROUP % {"k": k}).replace("_K", f"_{k}") for k in range(count)]
    used = range(count) if everything else range(1)
    calls = "\n".join(f"  total += step_{k}(x, n);" for k in used)
    shown = " + ".join(f"show_{k}(x, 12)" for k in range(count))
    parts.append(f"static double objective(double *x, int n) {{\n  double total = 0;\n{calls}\n  return total;\n}}")
    parts.append(
        "int main(void) {\n  double x[12], d[12] = {0};\n  for (int i = 0; i < 12; i++)\n    x[i] = sin(i);\n"
        f"  __enzyme_autodiff((void *)objective, enzyme_dup, x, d, enzyme_const, 12);\n"
        f'  printf("%g %d\\n", d[0], {shown});\n}}\n'
    )
    return "\n".join(parts)


def clang(path: Path, plain: Path) -> None:
    text = path.read_text().replace(
        "__enzyme_autodiff((void *)objective, enzyme_dup, x, d, enzyme_const, 12)", "objective(x, 12)"
    )
    plain.write_text(text)
    command = [*find_clang().driver(False), "-O3", str(plain), "-o", str(plain.with_suffix("")), "-lm"]
    subprocess.run(command, check=True)


def irad(path: Path) -> None:
    command = [sys.executable, "-m", "irad", "cc", "-O3", str(path), "-o", str(path.with_suffix("")), "-lm"]
    subprocess.run(command, check=True)


def timed(what: object, *args: Path) -> float:
    start = time.perf_counter()
    what(*args)  # type: ignore[operator]
    return time.perf_counter() - start


def profile(path: Path) -> None:
    """Where the time goes, by function."""
    profiler = cProfile.Profile()
    profiler.enable()
    run_command(parse_command(["-O3", str(path), "-o", str(path.with_suffix(""))]))
    profiler.disable()
    pstats.Stats(profiler).sort_stats("cumulative").print_stats(60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])  # type: ignore[union-attr]
    parser.add_argument("--lines", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, everything in (("a part", False), ("everything", True)):
            path = Path(folder) / f"{'all' if everything else 'part'}.c"
            path.write_text(source(options.lines, everything))
            if options.profile:
                profile(path)
                continue
            plain, ours = [], []
            for _ in range(options.rounds):
                plain.append(timed(clang, path, path.with_name("plain.c")))
                ours.append(timed(irad, path))
            a, b = statistics.median(plain), statistics.median(ours)
            lines = path.read_text().count("\n")
            print(f"{name} of {lines} lines is differentiated: clang {a:.2f} s, irad cc {b:.2f} s, ratio {b / a:.2f}")


if __name__ == "__main__":
    main()
