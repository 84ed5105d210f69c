"""The final optimisation."""

from __future__ import annotations

import ctypes
import math

from irad.llvm.final import optimize
from irad.llvm.jit import Engine

# LLVM 22 makes `copysign(0.0, %x)` of the first product and puts it after the second one.
PRODUCT_WITH_ZERO = """
define nofpclass(nan inf) double @f(double %x, double %y) {
  %c = fmul double %x, 0.000000e+00
  %d = fmul double %y, %c
  ret double %d
}
"""

# A long body, and nothing to vectorise.
RECURRENCE = """
define double @f(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %x = load double, ptr %at
  %a = fdiv double %s, %x
  %b = fsub double %a, %x
  %c = fdiv double %x, %b
  %d = fsub double %c, %a
  %e = fdiv double %d, %x
  %g = fsub double %e, %b
  %h = fdiv double %g, %c
  %t = fsub double %h, %d
  %j = add i64 %i, 1
  %more = icmp slt i64 %j, %n
  br i1 %more, label %loop, label %out
out:
  ret double %t
}
"""


def test_what_llvm_breaks_is_done_again() -> None:
    engine = Engine.load(optimize(PRODUCT_WITH_ZERO, cpu=None))
    f = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(engine.address("f"))
    assert [math.copysign(1, f(x, y)) for x in (-2.0, 2.0) for y in (-3.0, 3.0)] == [1, -1, -1, 1]
    assert f(2.0, 3.0) == 0.0


def test_loops_are_unrolled_alike_for_all_processors() -> None:
    copies = {cpu: optimize(RECURRENCE, cpu=cpu).count("fdiv double") for cpu in ("haswell", "znver3")}
    assert 4 < copies["haswell"] <= 4 * 5 and copies["znver3"] == copies["haswell"]
