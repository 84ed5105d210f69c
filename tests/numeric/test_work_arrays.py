"""Work arrays that are written and read again in each step, beside the complex step of plain Python.

Shadows that are known to be zero are stored to, and zeros that nobody would read are not written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import irad
from irad.cli import main
from irad.options import Options
from irad.transform.loops.unused_sweeps import UnusedCode

STEP = 1e-30


def stages(x: Any, y: Any, steps: Any) -> Any:
    """Two stages per step; the last element of `at` is never read."""
    n = x.shape[0]
    at = np.zeros_like(x)
    k = np.zeros_like(x)
    for _ in range(steps):
        for i in range(n):
            at[i] = y[i] * x[i]
        k[0] = x[0]
        for i in range(1, n):
            k[i] = x[i] * at[i - 1]
        for i in range(n):
            at[i] = y[i] + 0.5 * k[i] * k[i]
        for i in range(1, n):
            y[i] = y[i] + 0.1 * at[i - 1] * k[i]
    return np.sum(y * y)


def read_again_on_condition(x: Any, y: Any, steps: Any) -> Any:
    """Whether the second of two loops that read runs, only the run tells."""
    n = x.shape[0]
    t = np.zeros_like(x)
    for i in range(n):
        t[i] = x[i] * x[i]
    s = 0.0
    for i in range(n):
        s = s + t[i] * y[i]
    if x[0].real > 0.6:
        for i in range(n):
            s = s + t[i] * t[i] * x[i]
    return s


def filled(x: Any, y: Any, steps: Any) -> Any:
    """Filled and copied in each step, by statements for whole arrays, and partly overwritten."""
    n = x.shape[0]
    t = np.zeros_like(x)
    u = np.zeros_like(x)
    for _ in range(steps):
        t[:] = 0.0
        for i in range(1, n):
            t[i] = t[i - 1] + x[i] * y[i]
        u[:] = t
        for i in range(n - 1):
            y[i] = 0.5 * y[i] + u[i + 1] * u[i + 1] * x[i]
    return np.sum(y * y)


def arrays(n: int) -> tuple[Any, Any, Any, Any]:
    rng = np.random.default_rng(n)
    x, y = rng.uniform(0.2, 1.0, n), rng.uniform(0.2, 1.0, n)
    return x, y, rng.standard_normal(n), rng.standard_normal(n)


def slope(f: Callable[..., Any], n: int, steps: int) -> float:
    x, y, dx, dy = arrays(n)
    return float(f(x + 1j * STEP * dx, y + 1j * STEP * dy, steps).imag / STEP)


@pytest.mark.parametrize("f", [stages, read_again_on_condition, filled])
def test_gradient(f: Callable[..., Any]) -> None:
    for n, steps in ((1, 2), (2, 1), (7, 0), (7, 4)):
        x, y, dx, dy = arrays(n)
        sx, sy = np.zeros(n), np.zeros(n)
        irad.autodiff(f, irad.Duplicated(x, sx), irad.Duplicated(y, sy), irad.Const(steps))
        assert float(sx @ dx + sy @ dy) == pytest.approx(slope(f, n, steps), rel=1e-9, abs=1e-12)


C = """
#include <math.h>
#include <stdlib.h>
void g(const double *restrict x, double *restrict y, long n, long steps) {
  double *t = malloc(n * sizeof *t);
  for (long s = 0; s < steps; s++) {
    for (long i = 0; i < n; i++) t[i] = x[i] * y[i];
    for (long i = 0; i < n; i++) {
      double a = t[i];
      if (a > 0.3) y[i] = 0.5 * y[i] + exp(-a);
      else y[i] = 2 * y[i] + x[i];
    }
  }
  free(t);
}
void f(const double *restrict x, double *restrict y, long n, long steps) {
  double *t = malloc(n * sizeof *t);
  for (long s = 0; s < steps; s++) {
    for (long i = 0; i < n; i++) t[i] = x[i] * y[i];
    for (long i = 1; i < n; i++) y[i] += t[i - 1] * t[i - 1];
  }
  free(t);
}
"""


def now_and_then(x: Any, y: Any, steps: int) -> Any:
    for _ in range(steps):
        y = np.where((x * y).real > 0.3, 0.5 * y + np.exp(-x * y), 2 * y + x)
    return y


def test_reversed_on_one_side_of_a_branch() -> None:
    """What is read of ``t`` is used on a condition, which is another one in the next step: its shadow is not always stored to."""
    x, y, dx, dy = arrays(6)
    sx, sy = np.zeros(6), np.arange(1.0, 7.0)
    moved = now_and_then(x + 1j * STEP * dx, y + 1j * STEP * dy, 4)
    g = irad.Module.from_c(C)["g"]
    irad.autodiff(g, irad.Duplicated(x, sx), irad.Duplicated(y, sy), irad.Const(6), irad.Const(4))
    assert float(sx @ dx + sy @ dy) == pytest.approx(float(np.arange(1.0, 7.0) @ moved.imag) / STEP, rel=1e-9)


STEPS = """
#include <stdlib.h>
void h(const double *restrict x, double *restrict y, long n, long steps) {
  double *k = malloc(n * sizeof *k), *t = malloc(n * sizeof *t), *l = malloc(n * sizeof *l);
  for (long s = 0; s < steps; s++) {
    for (long i = 0; i < n; i++) k[i] = x[i] * y[i];
    for (long i = 0; i < n; i++) t[i] = y[i] + 0.5 * k[i] * k[i];
    for (long i = 0; i < n; i++) l[i] = t[i] * t[i];
    for (long i = 0; i < n; i++) y[i] += 0.1 * l[i] + 0.2 * k[i];
  }
  free(k), free(t), free(l);
}
"""


def test_second_runs_leave_out_what_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """An array that only the last loop of a step reads, which the reverse of a step does not ask for."""
    removed: list[int] = []
    sweep = UnusedCode.sweep

    def watched(self: UnusedCode) -> None:
        before = sum(i.opcode == "store" for b in self.emit.rev.blocks for i in b.instructions)
        sweep(self)
        removed.append(before - sum(i.opcode == "store" for b in self.emit.rev.blocks for i in b.instructions))

    monkeypatch.setattr(UnusedCode, "sweep", watched)
    monkeypatch.setattr("irad.api.pyfunc.autodiff.Options", lambda **k: Options(run_again=True, **k))
    x, y, dx, dy = arrays(6)
    sx, sy = np.zeros(6), np.arange(1.0, 7.0)
    u, v = x + 1j * STEP * dx, y + 1j * STEP * dy
    for _ in range(4):
        k = u * v
        v = v + 0.1 * (v + 0.5 * k * k) ** 2 + 0.2 * k
    h = irad.Module.from_c(STEPS)["h"]
    irad.autodiff(h, irad.Duplicated(x, sx), irad.DuplicatedNoNeed(y, sy), irad.Const(6), irad.Const(4))
    assert float(sx @ dx + sy @ dy) == pytest.approx(float(np.arange(1.0, 7.0) @ v.imag) / STEP, rel=1e-9)
    assert removed[-1] > 0


def test_shadow_is_stored_to(tmp_path: Path) -> None:
    """In the reverse sweep the shadow of ``t`` is stored to once per step and element, and neither added to nor set to zero."""
    path = tmp_path / "f.c"
    path.write_text(C)
    done = CliRunner().invoke(main, ["dump", f"{path}:f", "--activity", "dup,dup,const,const", "--stage", "gradient"])
    assert done.exit_code == 0, done.output
    body = done.output[done.output.index("\nreverse") :]
    assert not re.findall(r"store double 0x0000000000000000|store double 0\.0", body)
