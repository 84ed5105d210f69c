"""Constant memory through which active values pass, and pointers that lead to constant or to active memory as it happens.

``Const`` says that a derivative is not wanted, never that it is zero: what is stored in a constant array and read from it
again has its derivative.  Each program is compared with differences, in every mode.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import irad
from tests.origins.modes import MODES, Case, check_modes, in_modes

RNG = np.random.default_rng(0)
X = RNG.normal(size=4)
Y = RNG.normal(size=4) + 2.0
LOCKED = np.array([1.0, 2.0, 3.0, 4.0])
LOCKED.flags.writeable = False
TABLE = np.array([1.0, 2.0, 3.0, 4.0])
ROWS = np.zeros((3, 4))


@dataclasses.dataclass
class Params:
    a: np.ndarray
    k: float


# ---- which array it is depends on data


def chosen_by_data(x, y):
    a = x if x[0] > 100 else y
    a[1] = x[2] * x[2]
    return (a * x).sum()


def chosen_slices(x, y):
    s = 0.0
    for i in range(3):
        v = (x if x[i] > 0 else y)[i:]
        w = (y if x[i] > 0 else x)[:2]
        w[0] = v[0] * x[3]
        s += v[0] * w[1]
    return s + (x * y).sum()


def chosen_transposes(x, y):
    m = y.reshape(2, 2)
    n = x.reshape(2, 2)
    p = m.T if x[0] > 0 else n.T
    p[0, 1] = x[0] * x[3]
    return (p * p).sum() + y.sum() + x.sum()


def chosen_in_nested_branches(x, y):
    s = 0.0
    a = y
    for i in range(4):
        b = a if x[i] > 0 else x
        a = b if i % 2 else y
        b[i] += x[i] * a[0]
        s += (a * b).sum()
    return s


def chosen_row(x, y):
    t = np.zeros((2, 4))
    s = 0.0
    for i in range(4):
        r = t[i % 2] if i < 2 else y
        r[i] = x[i] * x[(i + 1) % 4]
        s += r[i] * r[0]
    return s + (t[0] * t[1]).sum() + y.sum()


def chosen_and_sorted(x, y):
    a = x if x[1] < 0 else y
    a.sort()
    b = y if x[1] < 0 else x
    b[0] = a[3] * a[2]
    return (x * y).sum()


def new_or_constant(x, y):
    a = y
    for i in range(3):
        if x[i] > 0:
            a = x * 2.0
        a[i] = a[i] * x[i]
    return a.sum() + y.sum()


def read_only(x, y):
    s = 0.0
    for i in range(4):
        a = x if i % 2 else y
        s += a[i] * x[3 - i] * a[0]
    return s


def captured_or_not(x):
    s = 0.0
    for i in range(4):
        a = x if i < 2 else TABLE
        s += a[i] * a[3 - i]
    return s


# ---- names that change places


def swapped(x, y):
    for _ in range(3):
        x, y = y, x
        x[0] += y[1] * y[2]
        y[3] = x[0] * y[0]
    return (x * y).sum()


def swapped_until(x, y):
    a, b = x, y
    n = 0
    while a[0] * a[0] < 50.0 and n < 6:
        b[0] = a[0] * 1.5 + x[1]
        a, b = b, a
        n += 1
    return a[0] * b[0]


def swapped_in_a_tuple(x, y):
    p = (x, y)
    for i in range(3):
        p = (p[1], p[0])
        p[0][i] = p[1][i] * p[1][i + 1]
    return x.sum() + y.sum() + p[0][0]


def old_and_new(x, y):
    new, old = np.zeros(4), y
    for _ in range(3):
        for j in range(4):
            new[j] = old[j] * 0.9 + x[j] * old[(j + 1) % 4]
        new, old = old, new
    return (old * old).sum() + new.sum()


def two_buffers(x, a, b):
    a[:] = x
    for _ in range(3):
        b[:] = a * a * 0.5 + x
        a, b = b, a
    return a.sum() + (b * x).sum()


def views_of_both(x, y):
    s = 0.0
    for i in range(4):
        v = x[i:] if i % 2 == 0 else y[: i + 1]
        for j in range(len(v)):
            s += v[j] * v[j] * x[i]
        v[0] = s
    return s + y[0] * x[0] + y.sum()


def in_a_list(x, y):
    r = []
    for i in range(4):
        r.append(x if i % 2 else y)
    r.append(x * y)
    for k in range(5):
        a = r[k]
        a[0] = a[1] * r[(k + 1) % 5][2]
    return x.sum() * y.sum()


def either(a, b, k):
    if k > 1:
        return a
    return b


def returned_by_a_call(x, y):
    s = 0.0
    for k in range(4):
        v = either(x, y, k)
        s += v[k] * x[k] * v[0]
        v[k] = s
    return s + x.sum() + y.sum()


def written_and_returned(a, b, flag):
    if flag:
        a[0] = b[1] * b[1]
        return a
    b[0] = a[1] * a[2]
    return b


def through_calls(x, y):
    z = written_and_returned(x, y, True)
    z = written_and_returned(z, y, False)
    z = written_and_returned(y, z, x[1] > 0)
    return (z * x).sum() + y.sum()


def down(a, b, n):
    if n == 0:
        return (a * b).sum()
    b[n] = a[n] * a[0]
    return down(b, a, n - 1) + a[n]


def through_a_recursion(x, y):
    return down(x, y, 3)


def with_indices(x, at, y):
    s = 0.0
    for i in range(4):
        j = at[i]
        a = x if at[j] > 1 else y
        a[j] *= x[i]
        at[i] = (j + 1) % 4
        s += a[at[i]]
    return s + y.sum()


# ---- stored and read again


def exchanged(x, y):
    for i in range(4):
        t = x[i]
        x[i] = y[i]
        y[i] = t
    return (y * y * x).sum()


def exchanged_whole(x, y):
    z = y.copy()
    y[:] = x
    x[:] = z
    y *= x
    return (x * y * y).sum()


def overwritten_again(x, y):
    y[0] = x[0]
    t = y[0]
    y[0] = 1.0
    return t * t * y[0]


def partly_chosen(x, y):
    z = np.where(y > 2, x, y)
    y[:] = z * z
    return (y * x).sum()


def holds_nan(x, y):
    y[:] = x * 2
    return (y * y).sum()


def matrix(x, m):
    m[:, 1] = x
    m[2] = x * x
    np.matmul(m, m, out=m)
    return (m @ x).sum()


def tuple_of_arrays(x, p):
    a, b = p
    s = 0.0
    for i in range(4):
        a, b = b, a
        a[i] = x[i] * b[i]
        s += a[i] * a[0]
    return s + (p[0] * x).sum()


def fields(x, p):
    for i in range(4):
        p.a[i] += x[i] * p.k
    return (p.a * p.a).sum()


def captured(x):
    TABLE[:] = 1.0
    for i in range(4):
        TABLE[i] = x[i] * TABLE[i]
    return (TABLE * TABLE).sum()


def captured_rows(x):
    ROWS[:] = 0.0
    for i in range(4):
        r = ROWS[i % 3]
        r[i] = x[i]
        ROWS[(i + 1) % 3] = r * x[i]
    return (ROWS * ROWS).sum()


WITH_Y = [
    chosen_by_data, chosen_slices, chosen_transposes, chosen_in_nested_branches, chosen_row, chosen_and_sorted, new_or_constant,
    swapped, swapped_until, swapped_in_a_tuple, old_and_new, views_of_both, in_a_list, returned_by_a_call, through_calls,
    through_a_recursion, exchanged, exchanged_whole, overwritten_again, partly_chosen,
]  # fmt: skip
CASES = {
    **{f.__name__: Case(f, [X], None, (Y,)) for f in WITH_Y},
    "captured_or_not": Case(captured_or_not, [X]),
    "two_buffers": Case(two_buffers, [X], None, (np.zeros(4), np.zeros(4))),
    "with_indices": Case(with_indices, [X], None, (np.array([1, 2, 0, 3]), Y)),
    "holds_nan": Case(holds_nan, [X], None, (np.full(4, np.nan),)),
    "matrix": Case(matrix, [X], None, (np.zeros((4, 4)),)),
    "captured": Case(captured, [X]),
    "captured_rows": Case(captured_rows, [X]),
}


class Fresh(Case):
    """Constant arguments that are made anew for each call."""

    def fixed(self) -> list[Any]:
        return [make() for make in self.consts]


CASES["tuple_of_arrays"] = Fresh(tuple_of_arrays, [X], None, (lambda: (Y.copy(), Y + 1.0),))
CASES["fields"] = Fresh(fields, [X], None, (lambda: Params(Y.copy(), 2.0),))
CASES["read_only"] = Fresh(read_only, [X], None, (lambda: LOCKED,))


@in_modes("name", [*CASES], [*CASES])
def test_programs(name: str, mode: str) -> None:
    check_modes(CASES[name], modes=[mode])


@pytest.mark.parametrize("name", CASES)
def test_transforms(name: str) -> None:
    case = CASES[name]
    want = case.differences()
    np.testing.assert_allclose(irad.grad(case.f)(X, *case.fixed()), want, rtol=2e-6, atol=2e-7)
    np.testing.assert_allclose(irad.jacfwd(case.f)(X, *case.fixed()), want, rtol=2e-6, atol=2e-7)


# ---- C


SOURCE = r"""
#include <stdlib.h>
double pick(double *x, double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) { double *p = i % 2 ? x : y; p[i] = x[0] * p[i] * x[n-1]; s += p[0]; }
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
}
double swapped(double *x, double *y, int n) {
  double *a = x, *b = y;
  for (int i = 0; i < n; i++) { a[i] = b[i] * x[i] + a[0]; double *t = a; a = b; b = t; }
  return a[0] * b[1] + x[2] * y[3];
}
struct pair { double *a, *b; };
static double use(struct pair *p, int i) { p->a[i] *= p->b[i]; return p->a[i] * p->b[0]; }
double in_struct(double *x, double *y, int n) {
  struct pair p = {x, y};
  double s = 0;
  for (int i = 0; i < n; i++) { s += use(&p, i); double *t = p.a; p.a = p.b; p.b = t; }
  return s + x[0] + y[n-1];
}
double in_table(double *x, double *y, int n) {
  double **t = malloc(2 * sizeof(double *));
  t[0] = x;
  t[1] = y;
  double s = 0;
  for (int i = 0; i < n; i++) { t[i % 2][i] = t[(i + 1) % 2][i] * x[i]; s += t[i % 2][i] * t[0][0]; }
  free(t);
  return s;
}
double stored(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; i++) s += y[i] * x[n - 1 - i];
  return s;
}
static double table[4] = {1, 2, 3, 4};
double global(double *x, double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) { double *p = i % 2 ? x : table; s += p[i] * x[i] * p[0]; }
  return s;
}
"""


@pytest.fixture(scope="module")
def module() -> irad.Module:
    return irad.Module.from_c(SOURCE)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["pick", "swapped", "in_struct", "in_table", "stored", "global"])
def test_c(module: irad.Module, name: str, mode: str) -> None:
    check_modes(Case(module[name], [X], None, (Y, 4)), modes=[mode])
