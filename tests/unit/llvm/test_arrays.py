"""Arrays on a program's stack in the normal form: apart from other memory, but not beyond their release."""

from __future__ import annotations

import re

import numpy as np

import irad
from irad.llvm.border.reserved_arrays import KEEPER
from irad.llvm.normalize import normalize

DECLARED = """
declare ptr @irad_reserve(ptr, i64)
declare void @irad_release(ptr, ptr)
"""
SUM = """
define double @f(ptr %stack, ptr %x, i64 %n) {
entry:
  %a = call ptr @irad_reserve(ptr %stack, i64 8)
  store double 0.0, ptr %a
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %s = load double, ptr %a
  %y = load double, ptr %x
  store double %y, ptr %p
  %t = fadd double %s, %y
  store double %t, ptr %a
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %end, label %loop
end:
  %r = load double, ptr %a
  call void @irad_release(ptr %stack, ptr %a)
  ret double %r
}
"""
REUSED = """
define double @f(ptr %stack, ptr %x) {
  %a = call ptr @irad_reserve(ptr %stack, i64 8)
  call void @fill(ptr %a)
  %r = load double, ptr %a
  call void @irad_release(ptr %stack, ptr %a)
  %b = call ptr @irad_reserve(ptr %stack, i64 8)
  store double 3.0, ptr %b
  %q = load double, ptr %b
  call void @irad_release(ptr %stack, ptr %b)
  %s = fadd double %r, %q
  ret double %s
}
declare void @fill(ptr captures(none)) nounwind
"""


def test_what_is_known_is_used_and_taken_off_again() -> None:
    text = normalize(SUM + DECLARED)
    loop = text[text.index("loop:") : text.index("end:")]
    assert "load" not in loop and len(re.findall("store double", loop)) == 1, loop  # the sum is a phi
    assert KEEPER not in text and "noalias" not in text
    assert len(re.findall(r"call ptr @irad_reserve", text)) == 1


def test_loads_stay_before_the_release() -> None:
    text = normalize(REUSED + DECLARED)
    assert text.index("load double") < text.index("@irad_release"), text
    assert text.count("@irad_reserve(ptr %stack") == 2


def scratch(x: float, n: int) -> float:
    a = np.empty(n)
    for i in range(n):
        a[i] = x + i
    s = 0.0
    for i in range(n):
        s += a[i] * a[i]
    return s


def twice(x: float, n: int) -> float:
    """Two arrays after one another in the same memory, and once more in a loop."""
    out = scratch(x, n) * scratch(2.0 * x, n)
    for k in range(3):
        out += scratch(out / (k + 1.0) / 1000.0, n)
    return out


def test_memory_that_is_used_again() -> None:
    x, n = 0.3, 5
    h = 1e-30j
    value, slope = twice_by_complex_step(x + h, n).real, twice_by_complex_step(x + h, n).imag / h.imag
    assert np.isclose(irad.jit(twice)(x, n), value, rtol=1e-13)
    assert np.isclose(irad.autodiff(twice, irad.Active(x), n)[0], slope, rtol=1e-13)
    assert np.isclose(irad.autodiff(twice, irad.Duplicated(x, 1.0), n, mode=irad.Forward)[0], slope, rtol=1e-13)


def twice_by_complex_step(x: complex, n: int) -> complex:
    def inner(x: complex) -> complex:
        return sum((x + i) ** 2 for i in range(n))

    out = inner(x) * inner(2.0 * x)
    for k in range(3):
        out += inner(out / (k + 1.0) / 1000.0)
    return out
