"""Checkpointed loops in C whose state is memory at fixed places, which LLVM keeps in registers while the loop runs."""

from __future__ import annotations

import cmath
from pathlib import Path

import numpy as np

import irad

SOURCE = """
#include <math.h>
void __irad_checkpoint(long long snapshots);
void grow(double *u, const double *c, double limit) {
  while (u[0] < limit) {
    __irad_checkpoint(4);
    u[0] *= 1.0 + 1e-3 * u[1];
    u[1] = sin(u[0]) * c[0] + 1;
  }
}
double grow_and_forget(double *u, double *c, double limit) {
  grow(u, c, limit);
  c[0] = 7.0;
  return u[0] * u[1];
}
"""


def _grown(u: complex, v: complex, c: complex) -> tuple[complex, complex]:
    while u.real < 100.0:
        u *= 1.0 + 1e-3 * v
        v = cmath.sin(u) * c + 1
    return u, v


def test_memory_that_is_in_registers(tmp_path: Path) -> None:
    """It is part of the state, and what the loop only reads is kept where it is overwritten later."""
    grow = irad.Module.from_c(SOURCE)["grow_and_forget"]
    u, c = np.array([1.0, 1.0]), np.array([0.1])
    du, dc = np.zeros(2), np.zeros(1)
    irad.autodiff(grow, irad.Duplicated(u, du), irad.Duplicated(c, dc), irad.Const(100.0))
    x, y = _grown(1, 1, 0.1)
    np.testing.assert_allclose(u, [x.real, y.real], rtol=1e-12)
    wanted = []
    for k in range(3):
        e = [1e-30j * (k == j) for j in range(3)]
        x, y = _grown(1 + e[0], 1 + e[1], 0.1 + e[2])
        wanted.append((x * y).imag / 1e-30)
    np.testing.assert_allclose([*du, *dc], wanted, rtol=1e-9)
