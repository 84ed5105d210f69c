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
#define GRADIENT(f) void d##f(int n, double *a, double *da, double *b, double *db) { \\
  __enzyme_autodiff((void *)f, n, enzyme_dup, a, da, enzyme_dup, b, db); }
GRADIENT(product)
GRADIENT(shifted)
"""


def product(n: int, a: np.ndarray, b: np.ndarray) -> None:
    for i in range(n):
        for j in range(n):
            b[i * n + j] += a[i * n + j] * a[j] * b[j]


def shifted(n: int, a: np.ndarray, b: np.ndarray) -> None:
    for i in range(n):
        b[i + 1] = a[i] * b[i] + 0.5 * a[i + 1]


@pytest.fixture(scope="module")
def module() -> irad.Module:
    return irad.Module.from_c(SOURCE, flags=("-O2", "-w"))


@pytest.mark.parametrize("distance", [30, 9, 8, 3, 1, 0, -1, -4])
@pytest.mark.parametrize("f", [product, shifted], ids=lambda f: f.__name__)
def test_gradient(module: irad.Module, f: Callable[..., None], distance: int) -> None:
    n, rng = 3, np.random.default_rng(5)
    first, second = max(0, -distance), max(0, distance)
    start, way, seed = rng.uniform(0.3, 1.2, 45), rng.standard_normal(45), rng.standard_normal(45)
    moved = start + 1j * STEP * way
    f(n, moved[first:], moved[second:])
    wanted = float(seed @ moved.imag) / STEP
    x, d = start.copy(), seed.copy()
    module["d" + f.__name__](n, x[first : first + 12], d[first : first + 12], x[second : second + 12], d[second : second + 12])
    np.testing.assert_allclose(x, moved.real, rtol=1e-14)
    assert float(d @ way) == pytest.approx(wanted, rel=1e-12)
