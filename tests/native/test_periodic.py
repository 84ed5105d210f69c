"""Periodic boundaries of constant size, ``(x + step + 16) % 16``, beside the same in NumPy, and derivatives by the complex step.

LLVM 22 makes vectors of such loops on the assumption that four bits do not wrap, but they do (so does clang -O3).
"""

from __future__ import annotations

import numpy as np
import pytest

import irad

STEP = 1e-30
SIZE = 16
ACROSS, UP = [0, 1, 0, -1, 0, 1, -1, -1, 1], [0, 0, 1, 0, -1, 1, 1, -1, -1]
WEIGHTS = [4 / 9, *[1 / 9] * 4, *[1 / 36] * 4]

SOURCE = """
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup;
extern void __enzyme_autodiff(void *, ...);
enum { N = 16, ALL = N * N };
static const int across[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, up[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double weights[9] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static double flow(const double *first, int steps) {
  double *f = malloc(9 * ALL * sizeof *f), *g = malloc(9 * ALL * sizeof *g), total = 0;
  memcpy(f, first, 9 * ALL * sizeof *f);
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
        double mass = 0, u = 0, v = 0;
        for (int k = 0; k < 9; k++) {
          double part = f[k * ALL + y * N + x];
          mass += part, u += across[k] * part, v += up[k] * part;
        }
        u /= mass, v /= mass;
        for (int k = 0; k < 9; k++) {
          double along = 3 * (across[k] * u + up[k] * v);
          double rest = mass * weights[k] * (1 + along + 0.5 * along * along - 1.5 * (u * u + v * v));
          int to_x = (x + across[k] + N) % N, to_y = (y + up[k] + N) % N;
          g[k * ALL + to_y * N + to_x] = 0.4 * f[k * ALL + y * N + x] + 0.6 * rest;
        }
      }
    double *other = f;
    f = g, g = other;
  }
  for (int k = 0; k < 9 * ALL; k++) total += (k % 7) * f[k] * f[k];
  free(f), free(g);
  return total;
}
double value(const double *x, int steps) { return flow(x, steps); }
void gradient(const double *x, double *dx, int steps) { __enzyme_autodiff((void *)flow, enzyme_dup, x, dx, steps); }
"""


def flow(first: np.ndarray, steps: int) -> complex:
    f = first.reshape(9, SIZE, SIZE).copy()
    for _ in range(steps):
        mass = f.sum(axis=0)
        u = sum(c * part for c, part in zip(ACROSS, f, strict=True)) / mass
        v = sum(c * part for c, part in zip(UP, f, strict=True)) / mass
        for k in range(9):
            along = 3 * (ACROSS[k] * u + UP[k] * v)
            rest = mass * WEIGHTS[k] * (1 + along + 0.5 * along * along - 1.5 * (u * u + v * v))
            f[k] = np.roll(0.4 * f[k] + 0.6 * rest, (UP[k], ACROSS[k]), axis=(0, 1))
    return complex(np.sum(np.arange(f.size) % 7 * f.ravel() ** 2))


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_lattice(steps: int) -> None:
    module = irad.Module.from_c(SOURCE, flags=("-O2", "-w"))
    rng = np.random.default_rng(3)
    x, way = rng.uniform(0.8, 1.2, 9 * SIZE**2), rng.normal(size=9 * SIZE**2)
    wanted = flow(x + 1j * STEP * way, steps)
    assert module["value"](x, steps) == pytest.approx(wanted.real, rel=1e-12)
    dx = np.zeros_like(x)
    module["gradient"](x, dx, steps)
    assert float(dx @ way) == pytest.approx(wanted.imag / STEP, rel=1e-11)
