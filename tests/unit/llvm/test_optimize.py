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


def test_what_llvm_breaks_is_done_again() -> None:
    engine = Engine.load(optimize(PRODUCT_WITH_ZERO, cpu=None))
    f = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(engine.address("f"))
    assert [math.copysign(1, f(x, y)) for x in (-2.0, 2.0) for y in (-3.0, 3.0)] == [1, -1, -1, 1]
    assert f(2.0, 3.0) == 0.0
