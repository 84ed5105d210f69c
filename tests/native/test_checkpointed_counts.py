"""How often a checkpointed loop's body runs in a gradient: counted in the body itself, against the theory of the schedules.

The body calls a function of a shared library that counts.  Derivatives know it by a rule, whose augmented function counts as
well: each execution of the body, taped or not, is one call.  To be run a second time it has to be said to be pure; a
function of which that is not known is not run again, but refused.
"""

from __future__ import annotations

import ctypes
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import irad
from irad.frontends.clang import find_clang
from tests.unit.llvm.test_schedules import WORST, advanced

COUNTER = """
long runs, reversed_;
double counted(double s) { runs++; return s - 0.001 * s * s; }
double counted_taped(double s) { return counted(s); }
double counted_reversed(double s, double seed) { reversed_++; return seed * (1 - 0.002 * s); }
"""
PROGRAM = """
extern void __irad_checkpoint_loop(long long, long long, long long);
PURE double counted(double);
double counted_taped(double);
double counted_reversed(double, double);
void *__enzyme_register_gradient_counted[] = {(void *)counted, (void *)counted_taped, (void *)counted_reversed};
double known(double s, long n, long snapshots, long segment) {
  for (long t = 0; t < n; t++) {
    __irad_checkpoint_loop(snapshots, segment, 0);
    s = counted(s) + 1e-5 * t;
  }
  return s;
}
double unknown(double s, long n, long snapshots, long segment) {
  long t = 0;
  while (1) {
    __irad_checkpoint_loop(snapshots, segment, 0);
    s = counted(s) + 1e-5 * t;
    if (++t >= n || s > 1e6) break;
  }
  return s;
}
"""
START = 0.7


@cache
def slopes(most: int) -> list[float]:
    """The derivative of the state after each number of steps."""
    out, s, slope = [1.0], START, 1.0
    for t in range(most):
        s, slope = s - 0.001 * s * s + 1e-5 * t, slope * (1 - 0.002 * s)
        out.append(slope)
    return out


@dataclass
class Counted:
    """Gradients of the loop whose body counts."""

    module: irad.Module
    library: Any

    def runs(self, name: str, n: int, snapshots: int, segment: int = 1) -> int:
        """How often the body runs in a gradient, each step once with a reverse; the gradient is compared."""
        runs, reversed_ = (ctypes.c_long.in_dll(self.library, c) for c in ("runs", "reversed_"))
        runs.value = reversed_.value = 0
        slope, *_ = irad.autodiff(self.module[name], irad.Active(START), n, snapshots, segment)
        assert slope == pytest.approx(slopes(13465)[n], rel=1e-11)
        assert reversed_.value == n
        return runs.value


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("counted") / "counted.so"
    source = made.with_suffix(".c")
    source.write_text(COUNTER)
    subprocess.run([*find_clang().driver(False), "-O1", "-fPIC", "-shared", str(source), "-o", str(made)], check=True)
    return made


@pytest.fixture(scope="module")
def counted(library: Path) -> Counted:
    module = irad.Module.from_c(PROGRAM, ("-O2", "-DPURE=__attribute__((const))"), [str(library)])
    return Counted(module, ctypes.CDLL(str(library)))


def test_known_steps(counted: Counted) -> None:
    """Exactly n + t(n, s) with segments of one step."""
    for s in range(1, 21):
        for n in range(1, 201):
            assert counted.runs("known", n, s) == n + advanced(n, s), (n, s)


FIGURES = [(100, 5, 316), (1000, 10, 3636), (10000, 25, 36346), (13465, 116, 33374), (225, 15, 522)]


@pytest.mark.parametrize(("n", "s", "extra"), FIGURES)
def test_known_steps_many(counted: Counted, n: int, s: int, extra: int) -> None:
    assert counted.runs("known", n, s) == n + extra


def test_known_steps_in_segments(counted: Counted) -> None:
    """Never more, whatever the segments are."""
    for s in (1, 2, 3, 7, 20):
        for segment in (0, 2, 3, 7, 50):
            for n in (1, 2, 3, 10, 49, 50, 51, 99, 100, 101, 200):
                assert counted.runs("known", n, s, segment) <= n + advanced(n, s), (n, s, segment)


def test_unknown_steps(counted: Counted) -> None:
    for s in range(2, 31):
        for n in range(1, 301):
            runs = counted.runs("unknown", n, s)
            assert runs <= WORST.get(s, 1.15) * (n + advanced(n, s)), (n, s)


def test_unknown_steps_many(counted: Counted) -> None:
    for s in (3, 10, 50, 200):
        for n in (701, 1500, 5000):
            runs = counted.runs("unknown", n, s)
            assert runs <= 1.06 * (n + advanced(n, s)), (n, s)


def test_a_counter_is_not_run_again(library: Path) -> None:
    """Without the promise that it only computes, the loop is refused."""
    module = irad.Module.from_c(PROGRAM, ("-O2", "-DPURE="), [str(library)])
    with pytest.raises(irad.DifferentiationError, match="it calls counted, which has a rule of its own"):
        irad.autodiff(module["known"], irad.Active(START), 5, 2, 1)
