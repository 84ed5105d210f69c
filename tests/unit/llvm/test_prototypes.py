"""Declarations without parameters."""

from __future__ import annotations

import numpy as np

import irad
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.llvm.border.session import canonical
from irad.transform.lower.routine_bodies import declare_parameters

TEXT = """define void @f(ptr %a) {
  call void (ptr, ptr, ...) @one(ptr noundef %a, ptr %a)
  call void (ptr, ...) @two(ptr %a)
  call void (ptr, i32, ...) @two(ptr %a, i32 1)
  %x = call double (ptr, ...) @three(ptr %a)
  ret void
}
declare void @one(...) local_unnamed_addr
declare void @two(...)
declare double @three(...)
"""


def test_where_all_calls_are_the_same() -> None:
    module = read_module(canonical(TEXT), bodies=False)
    declare_parameters(module, lambda name: name != "three")
    text = print_module(module)
    assert "call void @one(ptr noundef %a, ptr %a)" in text and "declare void @one(ptr, ptr) local_unnamed_addr" in text
    assert "@two(...)" in text and "(ptr, ...) @three(ptr %a)" in text


SOURCE = """
void dgemv_(); double ddot_();
double f(int n, double *a, double *x, double *y) {
  int step = 1;
  double one = 1, zero = 0;
  dgemv_("N", &n, &n, &one, a, &n, x, &step, &zero, y, &step);
  return ddot_(&n, x, &step, y, &step);
}
"""


def test_old_c() -> None:
    a, x = np.random.default_rng(0).normal(size=(2, 3, 3))
    d, y = np.zeros(3), np.zeros(3)
    f = irad.Module.from_c(SOURCE, flags=("-O1", "-std=gnu89", "-w"))["f"]
    irad.autodiff(f, 3, a, irad.Duplicated(x[0].copy(), d), irad.Duplicated(y, np.zeros(3)))
    np.testing.assert_allclose(d, (a + a.T) @ x[0], rtol=1e-13)
