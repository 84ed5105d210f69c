"""Arguments that a routine refuses: it leaves everything as it is, and so do derivatives."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import irad

COUNTS = {"gemm": 13, "gemv": 11, "trsm": 11, "syrk": 10, "sbmv": 11, "potrf": 5, "getrf": 6}
DECLARED = "".join(f"void d{n}_({', '.join(['const void *'] * k)});" for n, k in COUNTS.items())
SOURCE = f"""
{DECLARED}
""" + """
void gemm(char t, int n, int ld, double *x, double *a, double *b, double *c) {
  dgemm_(&t, "N", &n, &n, &n, x, a, &ld, b, &n, x, c, &n);
}
void gemv(char t, int n, int ld, double *x, double *a, double *b, double *c) {
  int one = 1;
  dgemv_(&t, &n, &n, x, a, &ld, b, &one, x, c, &one);
}
void trsm(char t, int n, int ld, double *x, double *a, double *b, double *c) {
  dtrsm_("L", "U", &t, "N", &n, &n, x, a, &ld, c, &n);
}
void syrk(char t, int n, int ld, double *x, double *a, double *b, double *c) { dsyrk_("U", &t, &n, &n, x, a, &ld, x, c, &n); }
void sbmv(char t, int n, int ld, double *x, double *a, double *b, double *c) {
  int one = 1, k = 1;
  char u = t == 'N' ? 'U' : t;
  dsbmv_(&u, &n, &k, x, a, &ld, b, &one, x, c, &one);
}
void steps(char t, int n, int ld, double *x, double *a, double *b, double *c) {
  int one = 1, zero = ld < n ? 0 : 1;
  dgemv_(&t, &n, &n, x, a, &n, b, &zero, x, c, &one);
}
void potrf(char t, int n, int ld, double *x, double *a, double *b, double *c) {
  int info;
  char u = t == 'N' ? 'U' : t;
  dpotrf_(&u, &n, c, &ld, &info);
}
void getrf(char t, int n, int ld, double *x, double *a, double *b, double *c) {
  int info, pivots[9], m = t == 'N' ? n : -n;
  dgetrf_(&m, &n, c, &ld, pivots, &info);
}
"""
NAMES = ["gemm", "gemv", "trsm", "syrk", "sbmv", "steps", "potrf", "getrf"]


@cache
def module() -> Any:
    return irad.Module.from_c(SOURCE)


class Arrays:
    def __init__(self, n: int) -> None:
        rng = np.random.default_rng(n)
        self.values = [rng.normal(size=s) for s in (1, n * n, n * n, n * n)]
        self.values[3][:: n + 1] += 9
        self.shadows = [rng.normal(size=v.shape) for v in self.values]
        self.before = [x.copy() for x in (*self.values, *self.shadows)]

    def arguments(self) -> list[Any]:
        return [irad.Duplicated(v, d) for v, d in zip(self.values, self.shadows, strict=True)]

    def changed(self) -> list[bool]:
        now = (*self.values, *self.shadows)
        return [not np.array_equal(x, y) for x, y in zip(now, self.before, strict=True)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", [irad.Reverse, irad.Forward])
def test_nothing_changes(name: str, mode: Any) -> None:
    f, n = module()[name], 3
    right = Arrays(n)
    irad.autodiff(f, ord("N"), n, n, *right.arguments(), mode=mode)
    assert right.changed()[3] and right.changed()[7]
    for letter, size, stride in (("Q", n, n), ("N", -1, n), ("N", n, 1), ("N", n, -7)):
        if name == "steps" and (letter == "Q" or size < 0):
            continue
        arrays = Arrays(n)
        irad.autodiff(f, ord(letter), size, stride, *arrays.arguments(), mode=mode)
        assert not any(arrays.changed()), (letter, size, stride)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_changes_in_split_mode(name: str) -> None:
    arrays = Arrays(3)
    args = [ord("N"), 3, 1, *arrays.arguments()]
    augmented, reverse = irad.autodiff_thunk(module()[name], *args)
    tape, _ = augmented(*args)
    reverse(*args, tape=tape)
    assert not any(arrays.changed())
