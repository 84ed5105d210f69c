"""Gradients of C without ``restrict``: of arrays that lie apart, that overlap, and that are one, beside the complex step.

The program runs in NumPy on one array of complex numbers, of which the two parameters are parts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import irad

STEP = 1e-30

SOURCE = """
extern int enzyme_dup;
extern void __enzyme_autodiff(void *, ...);
static void product(int n, double *a, double *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) b[i * n + j] += a[i * n + j] * a[j] * b[j];
}
static void shifted(int n, double *a, double *b) {
  for (int i = 0; i < n; i++) b[i + 1] = a[i] * b[i] + 0.5 * a[i + 1];
}
static void heat(int n, double *a, double *b) {
  for (int t = 0; t < 3; t++) {
    for (int i = 1; i < n - 1; i++) {
      double right = (1 + 0.5 * (a[i + 1] + a[i])) * (a[i + 1] - a[i]), left = (1 + 0.5 * (a[i] + a[i - 1])) * (a[i] - a[i - 1]);
      b[i] = a[i] + 0.1 * (right - left);
    }
    for (int i = 1; i < n - 1; i++) a[i] = b[i];
  }
}
static void grid(int n, double *a, double *b) {
  for (int t = 0; t < 2; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i * n + j] = a[i * n + j] * (a[i * n + j + 1] + a[i * n + j - 1]) + a[(i + 1) * n + j] * a[(i - 1) * n + j];
    for (int k = 0; k < n * n; k++) a[k] = 0.5 * a[k] + 0.3 * b[k];
  }
}
static void clipped(int n, double *a, double *b) {
  int m = n - 1;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int p = 0; p < 2; p++) s += a[i * n + j + p] * a[p];
      b[i * m + j] = s > 0 ? s : 0;
    }
  for (int k = 0; k < m * m; k++) b[k] *= b[k];
}
#define GRADIENT(f) void d##f(int n, double *a, double *da, double *b, double *db) { \\
  __enzyme_autodiff((void *)f, n, enzyme_dup, a, da, enzyme_dup, b, db); }
GRADIENT(product)
GRADIENT(shifted)
GRADIENT(heat)
GRADIENT(grid)
GRADIENT(clipped)
"""


def product(n: int, a: np.ndarray, b: np.ndarray) -> None:
    for i in range(n):
        for j in range(n):
            b[i * n + j] += a[i * n + j] * a[j] * b[j]


def shifted(n: int, a: np.ndarray, b: np.ndarray) -> None:
    for i in range(n):
        b[i + 1] = a[i] * b[i] + 0.5 * a[i + 1]


def heat(n: int, a: np.ndarray, b: np.ndarray) -> None:
    """The loads of three neighbours share one copy of their array where the two lie apart."""
    for _ in range(3):
        for i in range(1, n - 1):
            right = (1 + 0.5 * (a[i + 1] + a[i])) * (a[i + 1] - a[i])
            left = (1 + 0.5 * (a[i] + a[i - 1])) * (a[i] - a[i - 1])
            b[i] = a[i] + 0.1 * (right - left)
        for i in range(1, n - 1):
            a[i] = b[i]


def grid(n: int, a: np.ndarray, b: np.ndarray) -> None:
    """Neighbours in rows as well, at a distance that only the run tells."""
    for _ in range(2):
        for i in range(1, n - 1):
            for j in range(1, n - 1):
                k = i * n + j
                b[k] = a[k] * (a[k + 1] + a[k - 1]) + a[k + n] * a[k - n]
        for k in range(n * n):
            a[k] = 0.5 * a[k] + 0.3 * b[k]


def clipped(n: int, a: np.ndarray, b: np.ndarray) -> None:
    """The last bound is a maximum of a product and 1 in LLVM's hands."""
    m = n - 1
    for i in range(m):
        for j in range(m):
            s = a[i * n + j] * a[0] + a[i * n + j + 1] * a[1]
            b[i * m + j] = s if s.real > 0 else 0
    for k in range(m * m):
        b[k] *= b[k]


@pytest.fixture(scope="module")
def module() -> irad.Module:
    return irad.Module.from_c(SOURCE, flags=("-O2", "-w"))


CASES = [(product, 3), (shifted, 3), (grid, 1), (grid, 2), (grid, 3), (grid, 4), (clipped, 1), (clipped, 4)]
CASES += [(heat, n) for n in (0, 1, 2, 3, 4, 16)]


@pytest.mark.parametrize("distance", [30, 18, 9, 8, 3, 1, 0, -1, -4])
@pytest.mark.parametrize(("f", "n"), CASES, ids=lambda v: getattr(v, "__name__", str(v)))
def test_gradient(module: irad.Module, f: Callable[..., None], n: int, distance: int) -> None:
    rng = np.random.default_rng(5)
    first, second = max(0, -distance), max(0, distance)
    start, way, seed = rng.uniform(0.3, 1.2, 50), rng.standard_normal(50), rng.standard_normal(50)
    moved = start + 1j * STEP * way
    f(n, moved[first:], moved[second:])
    wanted = float(seed @ moved.imag) / STEP
    x, d = start.copy(), seed.copy()
    module["d" + f.__name__](n, x[first : first + 18], d[first : first + 18], x[second : second + 18], d[second : second + 18])
    np.testing.assert_allclose(x, moved.real, rtol=1e-14)
    assert float(d @ way) == pytest.approx(wanted, rel=1e-12)
