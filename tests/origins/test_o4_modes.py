"""O4 in every mode: functions that mutate, sorting and running sums in place, in Python and C."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from tests.origins.modes import MODES, Case, check_modes, in_modes

RNG = np.random.default_rng(4)
V = RNG.normal(size=6)
W = RNG.normal(size=6)
M = RNG.normal(size=(3, 4))
N = RNG.normal(size=(4, 3))
X = np.array([1.0, 2.0, 3.0])


def addone(a):
    a += 1
    return a.sum()


def squared(x):
    return addone(x) ** 2


def read_before(x):
    y = np.dot(x, x)
    addone(x)
    return x[0] + y


def read_before_with_result(x):
    y = np.dot(x, x)
    r = addone(x)
    return x[0] + y + r


def through(x):
    addone(x)
    return addone(x)


def two_levels(x):
    r = through(x)
    return r * r


def unused(x):
    through(x)
    return (x * x).sum()


def between(x):
    before = x[0] * x[1]
    r = addone(x)
    return before * r * x[2]


FIGURES = [
    (addone, [1, 1, 1]),
    (squared, [18, 18, 18]),
    (read_before, [3, 4, 6]),
    (read_before_with_result, [4, 5, 7]),
    (two_levels, [24, 24, 24]),
    (unused, [6, 8, 10]),
    (between, [2 * 9 * 4 + 2 * 4, 9 * 4 + 2 * 4, 2 * 4 + 2 * 9]),  # x0 x1 (x0 + x1 + x2 + 3) (x2 + 1)
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("f", "want"), FIGURES, ids=[f.__name__ for f, _ in FIGURES])
def test_figures(f: Any, want: list[float], mode: str) -> None:
    check_modes(Case(f, [X]), want=want, modes=[mode])


# ---- writes of all kinds


def fill(x, w):
    s = (x * w).sum()
    x.fill(s)
    return s * x[0] * w[1]


def set_items(x, w):
    x[0] = x[1] * x[2]
    x[3:] = x[:3] * w[3:]
    x[::2] = 1.5
    return (x * w).sum() * x[3]


def swap(x, w):
    x[0], x[4] = x[4], x[0]
    for i in range(2):
        x[i], x[i + 1] = x[i + 1], x[i] * x[i]
    return (x * w).sum()


def sort(x, w):
    x.sort()
    return (x * x * w).sum()


def sort_again(x, w):
    s = 0.0
    for i in range(3):
        x.sort()
        x[i] *= x[5 - i]
        s += x[2] * w[i]
    return s


def sorted_copy(x, w):
    return (np.sort(x * x) * w * x).sum()


def order(x, w):
    s = 0.0
    for k, i in enumerate(np.argsort(x)):
        s += x[i] * x[i] * w[k]
    return s


def insertion_sort(x, w):
    for i in range(1, len(x)):
        j = i
        while j > 0 and x[j - 1] > x[j]:
            x[j - 1], x[j] = x[j], x[j - 1]
            j -= 1
    return (x * x * w).sum()


def sort_rows(m, n):
    m.sort()
    return (m * m * n.T).sum()


def sort_columns(m, n):
    m.sort(axis=0)
    return (np.sort(m * n.T, axis=0) * m).sum()


def running_sum(x, w):
    np.cumsum(x, out=x)
    return (x * x * w).sum()


def running_sum_by_hand(x, w):
    for i in range(1, len(x)):
        x[i] += x[i - 1] * w[i]
    return (x * x).sum()


def part_of_a_running_sum(x, w):
    np.cumsum(x[1:4], out=x[2:5])
    return (x * x * w).sum()


def fill_scratch(buffer, x, k):
    for i in range(len(x)):
        buffer[i] = x[i] * (k + 1) + buffer[0]
    return buffer[0] * buffer[2]


def scratch_is_reused(x, w, buffer):
    total = 0.0
    for k in range(3):
        total += fill_scratch(buffer, x, k) * w[k] + buffer[1]
    return total


def scratch_is_active(x, buffer):
    return fill_scratch(buffer, x, 0) + fill_scratch(buffer, x, 1) * buffer[3]


def into_matmul(a, b, r):
    np.matmul(a, b, out=r)
    return (r * r).sum()


def into_dot(a, b, r):
    np.dot(a, b, out=r)
    r *= r
    np.dot(r, r, out=r)
    return r[0, 0] * r[1, 2]


def product_is_overwritten(a, b, r):
    np.matmul(a, b, out=r)
    a *= 2.0
    s = (r * r).sum()
    r.fill(1.0)
    return s * a[0, 0] + r[0, 0]


def square(a, r):
    np.matmul(a, a, out=r)
    np.matmul(r, a, out=a)
    return (a * r).sum()


CASES = [
    *(Case(f, [V], None, (W,)) for f in (
        fill, set_items, swap, sort, sort_again, sorted_copy, order, insertion_sort, running_sum, running_sum_by_hand,
        part_of_a_running_sum,
    )),
    Case(sort_rows, [M], None, (N,)),
    Case(sort_columns, [M, N]),
    Case(scratch_is_reused, [V], None, (W, np.zeros(6))),
    Case(scratch_is_active, [V, W]),
    Case(into_matmul, [M, N, np.ones((3, 3))]),
    Case(into_matmul, [M, N], None, (np.ones((3, 3)),)),
    Case(into_dot, [M, N, np.ones((3, 3))]),
    Case(product_is_overwritten, [M, N, np.ones((3, 3))]),
    Case(square, [M[:3, :3], np.ones((3, 3))]),
]  # fmt: skip


@in_modes("case", CASES, [f"{c.f.__name__}{len(c.buffers)}" for c in CASES])
def test_writes(case: Case, mode: str) -> None:
    check_modes(case, modes=[mode])


SOME = [CASES[k] for k in (1, 3, 4, 8, 12, 14, 15, 19)]


@pytest.mark.parametrize("case", SOME, ids=[f"{c.f.__name__}{len(c.buffers)}" for c in SOME])
def test_transforms(case: Case) -> None:
    """They leave their arguments as they are."""
    want = case.differences()
    values, fixed = case.values(), case.fixed()
    numbers = tuple(range(len(values)))
    np.testing.assert_allclose(case.flat(irad.grad(case.f, argnums=numbers)(*values, *fixed)), want, rtol=2e-6, atol=2e-7)
    np.testing.assert_allclose(case.flat(irad.jacfwd(case.f, argnums=numbers)(*values, *fixed)), want, rtol=2e-6, atol=2e-7)
    for now, before in zip([*values, *fixed], [*case.buffers, *case.consts], strict=True):
        np.testing.assert_array_equal(now, before)


def sort_squares(x):
    y = x * x
    y.sort()
    return (y[1:] * y[:-1]).sum()


def test_second_derivatives_of_a_sort() -> None:
    x, v = V.copy(), W.copy()
    step = 1e-5
    gradient = irad.grad(sort_squares)
    want = (gradient(x + step * v) - gradient(x - step * v)) / (2 * step)
    np.testing.assert_allclose(irad.hvp(sort_squares, (x,), (v,)), want, rtol=1e-6, atol=1e-7)


def test_sort_as_numpy() -> None:
    """Any length, ties, nan, strides; ties come in NumPy's order, or keep theirs."""
    ours, places = irad.jit(lambda x: np.sort(x)), irad.jit(lambda x: (np.argsort(x), np.argsort(x, kind="stable")))
    for n in (0, 1, 2, 3, 5, 8, 33, 100):
        x = RNG.integers(0, 10, size=n) * 1.0
        if n > 4:
            x[n // 2] = np.nan
        for y in (x, x[::-1], np.repeat(x, 2)[::2]):
            np.testing.assert_array_equal(ours(y), np.sort(y))
            for got, kind in zip(places(y), (None, "stable"), strict=True):
                np.testing.assert_array_equal(got, np.argsort(y, kind=kind))
    whole = RNG.integers(0, 5, size=20)
    np.testing.assert_array_equal(ours(whole), np.sort(whole))


def test_ties_keep_their_order() -> None:
    """The derivative follows the stable permutation."""
    x = np.array([2.0, 1.0, 2.0, 1.0])
    w = np.array([1.0, 10.0, 100.0, 1000.0])
    np.testing.assert_array_equal(irad.grad(lambda x, w: (np.sort(x) * w).sum())(x, w), [100.0, 1.0, 1000.0, 10.0])


# ---- C


SOURCE = """
static double addone(double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) { a[i] += 1; s += a[i]; }
  return s;
}
static double through(double *a, int n) { addone(a, n); return addone(a, n); }
double squared(double *x, int n) { double r = addone(x, n); return r * r; }
double read_before(double *x, int n) {
  double y = 0;
  for (int i = 0; i < n; i++) y += x[i] * x[i];
  addone(x, n);
  return x[0] + y;
}
double two_levels(double *x, int n) { double r = through(x, n); return r * r; }
double unused(double *x, int n) {
  through(x, n);
  double y = 0;
  for (int i = 0; i < n; i++) y += x[i] * x[i];
  return y;
}
double swap(double *x, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--) { double t = x[i]; x[i] = x[j]; x[j] = t * t; }
  return x[0] * x[1] + x[2];
}
double sorted(double *x, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && x[j - 1] > x[j]; j--) { double t = x[j]; x[j] = x[j - 1]; x[j - 1] = t; }
  return x[0] * x[0] + 10 * x[1] * x[2];
}
double running(double *x, int n) {
  for (int i = 1; i < n; i++) x[i] += x[i - 1];
  return x[n - 1] * x[n - 1] + x[1];
}
#include <stdlib.h>
double growing(const double *x, int n) {
  double *list = 0, s = 0;
  int count = 0, room = 0;
  for (int i = 0; i < n; i++) {
    if (count == room) { room = room ? 2 * room : 1; list = realloc(list, room * sizeof(double)); }
    list[count++] = x[i] * x[i];
    if (x[i] > 2) list[0] *= x[i];
  }
  for (int i = 0; i < count; i++) s += list[i] * (i + 1);
  free(list);
  return s;
}
"""
IN_C = {
    "squared": [18, 18, 18],
    "read_before": [3, 4, 6],
    "two_levels": [24, 24, 24],
    "unused": [6, 8, 10],
    "swap": [2, 3, 2],  # x2 x1 + x0^2
    "sorted": [2, 30, 20],
    "running": [12 + 1, 12 + 1, 12],
    "growing": [6, 8, 19],  # x0^2 x2 + 2 x1^2 + 3 x2^2
}


@pytest.fixture(scope="module")
def module() -> irad.Module:
    return irad.Module.from_c(SOURCE)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", IN_C)
def test_c(module: irad.Module, name: str, mode: str) -> None:
    case = Case(module[name], [X], None, (3,))
    np.testing.assert_allclose(getattr(case, mode)(), IN_C[name], rtol=1e-12)
