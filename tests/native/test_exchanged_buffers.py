"""Gradients of loops that exchange buffers after each step, beside the complex step: two buffers, and one that has two names.

The same code runs in NumPy on complex numbers; in C both arrays are parts of one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import irad

STEP = 1e-30

SOURCE = """
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup;
extern void __enzyme_autodiff(void *, ...);
#define SWAP(a, b) { double *kept = a; a = b; b = kept; }
static void given(int n, int steps, double *a, double *b) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) b[i] = a[i] * a[i - 1] + 0.3 * a[i + 1] * a[i + 1];
    SWAP(a, b)
  }
}
static void made(int n, int steps, double *x, double *y) {
  double *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b);
  memcpy(a, x, n * sizeof *a);
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) b[i] = a[i] * a[i - 1] + 0.3 * a[i + 1] * a[i + 1];
    b[0] = a[1] * a[1];
    SWAP(a, b)
  }
  for (int i = 0; i < n; i++) y[i] += a[i] * a[i];
  free(a), free(b);
}
static void three(int n, int steps, double *x, double *y) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = calloc(n, sizeof *c);
  memcpy(a, x, n * sizeof *a), memcpy(b, y, n * sizeof *b);
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) c[i] = 2 * b[i] - a[i] * a[i] + 0.1 * b[i - 1] * b[i + 1];
    SWAP(a, b)
    SWAP(b, c)
  }
  for (int i = 0; i < n; i++) y[i] = b[i] * c[i];
  free(a), free(b), free(c);
}
static void one(int n, int steps, double *x, double *y) {
  double *a = malloc(n * sizeof *a), *b = a;
  memcpy(a, x, n * sizeof *a);
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) b[i] = a[i] * a[i - 1] + 0.3 * a[i + 1] * a[i + 1];
    SWAP(a, b)
  }
  for (int i = 0; i < n; i++) y[i] = a[i] * b[i];
  free(a);
}
static void sometimes(int n, int steps, double *x, double *y) {
  double *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b), *first = a, *second = b;
  memcpy(a, x, n * sizeof *a);
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) b[i] = 0.5 * b[i] + a[i] * a[i - 1] + 0.3 * a[i + 1] * a[i + 1];
    if (t % 3 != 1) SWAP(a, b)
  }
  for (int i = 0; i < n; i++) y[i] = first[i] * second[i];
  free(first), free(second);
}
static void lost(int n, int steps, double *x, double *y) {
  double *a = malloc(n * sizeof *a), *b = calloc(n, sizeof *b), *first = a, *second = b;
  memcpy(a, x, n * sizeof *a);
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) b[i] = 0.5 * b[i] + a[i] * a[i - 1] + 0.3 * a[i + 1] * a[i + 1];
    b = a, a = second;
  }
  for (int i = 0; i < n; i++) y[i] = first[i] * second[i];
  free(first), free(second);
}
#define GRADIENT(f) void d##f(int n, int steps, double *a, double *da, double *b, double *db) { \\
  __enzyme_autodiff((void *)f, n, steps, enzyme_dup, a, da, enzyme_dup, b, db); }
GRADIENT(given)
GRADIENT(made)
GRADIENT(three)
GRADIENT(one)
GRADIENT(sometimes)
GRADIENT(lost)
"""


def _step(a: np.ndarray, b: np.ndarray, kept: float = 0.0) -> None:
    for i in range(1, len(a) - 1):
        b[i] = kept * b[i] + a[i] * a[i - 1] + 0.3 * a[i + 1] * a[i + 1]


def given(steps: int, a: np.ndarray, b: np.ndarray) -> None:
    for _ in range(steps):
        _step(a, b)
        a, b = b, a


def made(steps: int, x: np.ndarray, y: np.ndarray) -> None:
    a, b = x.copy(), np.zeros_like(x)
    for _ in range(steps):
        _step(a, b)
        b[0] = a[1] * a[1]
        a, b = b, a
    y += a * a


def three(steps: int, x: np.ndarray, y: np.ndarray) -> None:
    a, b, c = x.copy(), y.copy(), np.zeros_like(x)
    for _ in range(steps):
        for i in range(1, len(x) - 1):
            c[i] = 2 * b[i] - a[i] * a[i] + 0.1 * b[i - 1] * b[i + 1]
        a, b, c = b, c, a
    y[:] = b * c


def one(steps: int, x: np.ndarray, y: np.ndarray) -> None:
    a = x.copy()
    for _ in range(steps):
        _step(a, a)
    y[:] = a * a


def sometimes(steps: int, x: np.ndarray, y: np.ndarray) -> None:
    a, b = x.copy(), np.zeros_like(x)
    first, second = a, b
    for t in range(steps):
        _step(a, b, 0.5)
        if t % 3 != 1:
            a, b = b, a
    y[:] = first * second


def lost(steps: int, x: np.ndarray, y: np.ndarray) -> None:
    a, b = x.copy(), np.zeros_like(x)
    first, second = a, b
    for _ in range(steps):
        _step(a, b, 0.5)
        b, a = a, second
    y[:] = first * second


@pytest.fixture(scope="module")
def module() -> irad.Module:
    return irad.Module.from_c(SOURCE, flags=("-O2", "-w"))


CASES = [(f, 9, steps) for f in (given, made, three, one, sometimes, lost) for steps in (0, 1, 2, 5)]
CASES += [(made, n, 3) for n in (2, 3)]


@pytest.mark.parametrize("distance", [9, 1, 0, -4])
@pytest.mark.parametrize(("f", "n", "steps"), CASES, ids=lambda v: getattr(v, "__name__", str(v)))
def test_gradient(module: irad.Module, f: Callable[..., None], n: int, steps: int, distance: int) -> None:
    """``distance``: from the first array to the second one; they overlap, or are one, where it is small."""
    rng = np.random.default_rng(5)
    first, second = max(0, -distance), max(0, distance)
    start, way, seed = rng.uniform(0.3, 0.9, 20), rng.standard_normal(20), rng.standard_normal(20)
    moved = start + 1j * STEP * way
    f(steps, moved[first : first + n], moved[second : second + n])
    wanted = float(seed @ moved.imag) / STEP
    x, d = start.copy(), seed.copy()
    ends = slice(first, first + n), slice(second, second + n)
    module["d" + f.__name__](n, steps, x[ends[0]], d[ends[0]], x[ends[1]], d[ends[1]])
    np.testing.assert_allclose(x, moved.real, rtol=1e-13)
    assert float(d @ way) == pytest.approx(wanted, rel=1e-11)
