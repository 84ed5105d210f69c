"""How often a module crosses the border to LLVM as text: at most three times in, twice out, for a compile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
import pytest
from llvmlite.binding.module import ModuleRef

import irad
from irad.api.export.programs import parse_command, run_command

PARSES, PRINTS = 3, 2


class Crossings:
    """Texts that LLVM has read, modules that it has printed."""

    def __init__(self) -> None:
        self.parses = self.prints = 0


@pytest.fixture
def crossings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Crossings]:
    found = Crossings()
    parse, text = llvm.parse_assembly, ModuleRef.__str__

    def counted_parse(*args: object) -> object:
        found.parses += 1
        return parse(*args)

    def counted_text(module: ModuleRef) -> str:
        found.prints += 1
        return str(text(module))

    monkeypatch.setattr(llvm, "parse_assembly", counted_parse)
    monkeypatch.setattr(ModuleRef, "__str__", counted_text)
    yield found


SOURCE = """
double __irad_autodiff(void *, ...);
static double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return s;
}
int main(void) {
  double x[3] = {1, 2, 3}, d[3] = {0};
  __irad_autodiff((void *)f, x, d, 3);
  return d[2] != 6;
}
"""


def test_a_program_in_c(tmp_path: Path, crossings: Crossings) -> None:
    source = tmp_path / "program.c"
    source.write_text(SOURCE)
    command = parse_command([str(source), "-O3", "-o", str(tmp_path / "program"), "-lm"])
    run_command(command)  # the runtime is read once in a process
    crossings.parses = crossings.prints = 0
    run_command(command)
    assert crossings.parses <= PARSES and crossings.prints <= PRINTS, vars(crossings)
    assert crossings.parses and crossings.prints


def total(x):  # type: ignore[no-untyped-def]
    s = 0.0
    for i in range(x.shape[0]):
        s += np.sin(x[i]) * x[i]
    return s


def product(x):  # type: ignore[no-untyped-def]
    s = 1.0
    for i in range(x.shape[0]):
        s *= x[i]
    return s


def test_a_gradient_in_python(crossings: Crossings) -> None:
    x = np.array([1.0, 2.0, 3.0])
    irad.autodiff(total, irad.Duplicated(x, np.zeros(3)))
    crossings.parses = crossings.prints = 0
    dx = np.zeros(3)
    irad.autodiff(product, irad.Duplicated(x, dx))
    np.testing.assert_allclose(dx, [6, 3, 2])
    clones = 1  # loops of product may get a version without bounds checks, of which the normal form is made again
    assert crossings.parses <= PARSES + clones and crossings.prints <= PRINTS + clones, vars(crossings)
    assert crossings.parses and crossings.prints
