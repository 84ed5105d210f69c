"""``irad dump --stage plan`` and ``stats``: what was decided for loops and calls, in words that name the user's lines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import irad
from irad.cli import main

SOURCE = """\
double f(const double *restrict x, const double *restrict w, int n) {
  double z[6], total = 0;
  for (int i = 0; i < n; i++) {
    for (int a = 0; a < 6; a++) z[a] = x[6 * i + a] * w[a];
    for (int a = 0; a < 6; a++) total += z[a] * z[5 - a];
  }
  return total;
}
double power(double v, int n) { return n == 0 ? 1 : v + 0.5 * power(v, n - 1); }
double steps(double *y, double *t, int n, int s) {
  for (int k = 0; k < s; k++) {
    for (int i = 0; i < n; i++) t[i] = y[i] * y[i];
    for (int i = 0; i < n; i++) y[i] += 0.1 * t[i];
  }
  return y[0];
}
"""


def plan(tmp_path: Path, function: str, activity: str) -> str:
    path = tmp_path / "model.c"
    path.write_text(SOURCE)
    done = CliRunner().invoke(main, ["dump", f"{path}:{function}", "--activity", activity, "--stage", "plan"])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_loop_that_runs_again_is_named(tmp_path: Path) -> None:
    text = plan(tmp_path, "f", "const,dup,const")
    (outer,) = [line for line in text.splitlines() if "model.c:3:" in line]
    assert "iterations run again in the reverse sweep" in outer


def test_what_lies_on_the_tape_is_named(tmp_path: Path) -> None:
    text = plan(tmp_path, "steps", "dup,dup,const,const")
    assert "model.c:12:" in text
    assert "tape: load" in text


TAPED = """\
#include <math.h>
double g(double v) {
  for (int i = 0; i < 40; i++) v = sin(v) * v + .1;
  return v;
}
double h(double v, int n) {
  for (int i = 0; i < n; i++) v = v * v + .1 * v;
  return v;
}
"""


def test_the_plan_says_why_a_value_is_taped(tmp_path: Path) -> None:
    """The numbers of the two decisions: of the loop, and of each value in the minimum cut."""
    path = tmp_path / "model.c"
    path.write_text(TAPED)
    texts = {}
    for function, activity in (("g", "active"), ("h", "active,const")):
        words = ["dump", f"{path}:{function}", "--activity", activity, "--stage", "plan"]
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
        texts[function] = done.output
    assert re.search(r"sin .*taping costs (\d+), computing it again (\d+) and its operands", texts["g"])
    assert "a phi that is no linear function of the iteration number" in texts["g"]
    for text in texts.values():  # what is printed is what was compared
        found = re.search(r"running it again (\d+)(?: x (\d+))?(?: \+ (\d+))?, taping what its reverse asks for (\d+)", text)
        assert found is not None, text
        again = int(found[1]) * int(found[2] or 1) + int(found[3] or 0)
        assert (again >= int(found[4])) == ("running it again is not cheaper" in text)


def test_stats_say_what_was_planned() -> None:
    @irad.jit
    def total(x, w):  # type: ignore[no-untyped-def]
        s = 0.0
        for i in range(len(x)):
            s += w[0] * x[i] * x[i]
        return s

    x, dx = np.array([1.0, 2.0, 3.0]), np.zeros(3)
    irad.autodiff(total, irad.Duplicated(x, dx), np.array([2.0]))
    np.testing.assert_allclose(dx, 4 * x)
    (found,) = [s for s in total.stats() if "plan" in s]
    assert "loop" in str(found["plan"])
    assert found["loops"] == 1


WORK_ARRAYS = """\
#include <stdlib.h>
void norms(const double *restrict x, int n, int k, int d, double *restrict out) {
  double *z = malloc(d * sizeof *z), *term = malloc(k * sizeof *term), total = 0;
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < k; c++) {
      for (int a = 0; a < d; a++) z[a] = x[a] * (i + c + 1);
      double norm = z[0] * z[0];
      for (int a = 1; a < d; a++) norm += z[a] * z[a];
      term[c] = norm;
    }
    double most = term[0];
    for (int c = 1; c < k; c++)
      if (term[c] > most) most = term[c];
    total += most;
  }
  free(z);
  free(term);
  *out = total;
}
"""


def test_values_that_seem_to_be_handed_on(tmp_path: Path) -> None:
    """With k or d of 0 the first elements would be those of the iteration before, which are undefined then."""
    path = tmp_path / "model.c"
    path.write_text(WORK_ARRAYS)
    done = CliRunner().invoke(main, ["dump", f"{path}:norms", "--activity", "dup,const,const,const,dupnoneed", "--stage", "plan"])
    (outer,) = [line for line in done.output.splitlines() if "model.c:4:" in line and "loop at" in line]
    assert "its forward sweep is left out" in outer


AVERAGED = """
def averaged(x, y, n):
    for k in range(n):
        for i in range(1, len(x) - 1):
            y[i] = 0.25 * (x[i - 1] + 2.0 * x[i] + x[i + 1]) * x[i]
        for i in range(1, len(x) - 1):
            x[i] = y[i]
    return x[3]


def weighted(x, w):
    s = 0.0
    for i in range(len(x)):
        w[0] = w[0] * 0.5 + x[i]
        s += w[0] * x[i] * x[i]
    return s
"""


def test_the_plan_is_that_of_the_call(tmp_path: Path) -> None:
    """Calls from Python find out that arrays lie apart: the plan is that of `stats()`, and the other one is to be had."""
    path = tmp_path / "averaged.py"
    path.write_text(AVERAGED)
    scope: dict[str, Any] = {"__name__": "averaged"}
    exec(compile(AVERAGED, str(path), "exec"), scope)
    for name, rest in (("averaged", (2,)), ("weighted", ())):
        signature = f"(float64[::1], float64[::1]{', int64' * len(rest)})"
        x, y = np.linspace(0.0, 1.0, 8), np.zeros(8)
        f = irad.jit(scope[name])
        irad.autodiff(f, irad.Duplicated(x, np.zeros(8)), irad.Duplicated(y, np.zeros(8)), *rest)
        (run,) = [str(s["plan"]).splitlines() for s in f.stats() if "plan" in s]
        shown = {}
        for arrays in ([], ["--arrays", "apart"], ["--arrays", "overlapping"]):
            words = ["dump", f"{path}:{name}", "--signature", signature, "--stage", "plan", *arrays]
            done = CliRunner().invoke(main, words)
            assert done.exit_code == 0, done.output
            head, *lines = [line.removeprefix("; ") for line in done.output.splitlines() if line.startswith("; ")]
            shown[" ".join(arrays)] = head, lines[: len(run)]
        assert shown[""] == shown["--arrays apart"] == ("for arrays and shadows that lie apart in memory", run)
        assert shown["--arrays overlapping"][0] == "for arrays and shadows that may overlap"
        assert shown["--arrays overlapping"][1] != run


NEIGHBOURS = """
double heat(int n, int steps, double *restrict u, double *restrict v) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) v[i] = u[i] * u[i + 1] * u[i - 1] + u[i] * u[i];
    for (int i = 1; i < n - 1; i++) u[i] = v[i];
  }
  return u[1];
}
"""


def test_neighbours_share_a_copy(tmp_path: Path) -> None:
    """No load of a stencil is kept by itself: each step has one copy of the array that all of them read."""
    path = tmp_path / "heat.c"
    path.write_text(NEIGHBOURS)
    done = CliRunner().invoke(main, ["dump", f"{path}:heat", "--activity", "const,const,dup,dup", "--stage", "plan"])
    assert done.exit_code == 0, done.output
    plan = "".join(line for line in done.output.splitlines(keepends=True) if line.startswith(";"))
    assert "heat.c:4:" in plan  # the loop is there
    assert "its memory may be overwritten before the reverse sweep" not in plan, plan


NEST = """\
double f(const double *restrict x, const double *restrict w, double *restrict y, long n) {{
  double total = 0;
  {loops} {{
    double s = x[{sum}] * w[i{last} + n * i{before}] + w[i{last}];
    y[i0] = s;
    total += s * s;
  }}
  return total;
}}
"""


@pytest.mark.parametrize("depth", [3, 5, 7])
def test_deep_nests_read_their_operands_again(tmp_path: Path, depth: int) -> None:
    """What a load costs beside the tape does not depend on how many loops there are around it."""
    loops = " ".join(f"for (long i{k} = 0; i{k} < n; i{k}++)" for k in range(depth))
    indices = " + ".join(f"i{k}" for k in range(depth))
    path = tmp_path / "nest.c"
    path.write_text(NEST.format(loops=loops, sum=indices, last=depth - 1, before=depth - 2))
    dumped = ["dump", f"{path}:f", "--activity", "dup,dup,dup,const", "--arrays", "apart", "--stage", "plan"]
    done = CliRunner().invoke(main, dumped)
    assert done.exit_code == 0, done.output
    assert "nest.c:3" in done.output  # the loops are there
    assert "tape:" not in done.output, done.output
