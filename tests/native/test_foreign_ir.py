"""IR of other compilers, with what Enzyme's conventions let them say in metadata and attributes."""

from __future__ import annotations

import numpy as np
import pytest

import irad

# The rules are wrong by factors of 10 and 100, so that it shows who is asked.
RULES = """
define internal { ptr, double } @aug(double %x, ptr %p, ptr %dp) {
  %t = call ptr @malloc(i64 8)
  store double %x, ptr %t
  %r = fmul double %x, %x
  %y0 = insertvalue { ptr, double } undef, ptr %t, 0
  %y1 = insertvalue { ptr, double } %y0, double %r, 1
  ret { ptr, double } %y1
}
define internal double @grad(double %x, ptr %p, ptr %dp, double %seed, ptr %t) {
  %v = load double, ptr %t
  %a = fmul double %v, 1.000000e+01
  %b = fmul double %a, %seed
  call void @free(ptr %t)
  ret double %b
}
define internal { double, double } @forward(double %x, double %dx, ptr %p, ptr %dp) {
  %r = fmul double %x, %x
  %a = fmul double %x, 1.000000e+02
  %t = fmul double %a, %dx
  %y0 = insertvalue { double, double } undef, double %r, 0
  %y1 = insertvalue { double, double } %y0, double %t, 1
  ret { double, double } %y1
}
define internal double @f(double %x, ptr %p) !enzyme_augment !0 !enzyme_gradient !1 !enzyme_derivative !2 {
  %r = fmul double %x, %x
  ret double %r
}
declare !enzyme_derivative !3 double @outside(double)
define double @forward2(double %x, double %dx) {
  %t = fmul double %dx, 7.000000e+00
  ret double %t
}
@w = global double 2.0, align 8, !enzyme_shadow !4
@dw = global double 0.0
@c = global double 3.0, align 8, !enzyme_inactive !5
define double @g(double %x, ptr %p) {
  %r = call double @f(double %x, ptr %p)
  ret double %r
}
define double @h(double %x) {
  %w = load double, ptr @w
  %c = load double, ptr @c
  %r = fmul double %x, %w
  %s = fmul double %r, %c
  ret double %s
}
define double @slope(double %x, ptr %p, ptr %dp) {
  %r = call double (...) @__enzyme_autodiff(ptr @g, double %x, ptr %p, ptr %dp)
  ret double %r
}
define double @weight(double %x) {
  %r = call double (...) @__enzyme_autodiff(ptr @h, double %x)
  %w = load double, ptr @dw
  ret double %w
}
declare double @__enzyme_autodiff(...)
declare ptr @malloc(i64)
declare void @free(ptr)
!0 = !{ptr @aug}
!1 = !{ptr @grad}
!2 = !{ptr @forward}
!3 = !{ptr @forward2}
!4 = !{ptr @dw}
!5 = !{}
"""


def test_rules_in_metadata() -> None:
    m = irad.Module.from_ir(RULES)
    p, dp = np.array([1.0]), np.zeros(1)
    assert m["slope"](3.0, p, dp) == 10 * 3
    assert m["weight"](5.0) == 5 * 3
    assert irad.autodiff(m["g"], irad.Duplicated(3.0, 1.0), irad.Const(p), mode=irad.Forward) == (100 * 3,)
    assert irad.autodiff(m["g"], irad.Active(3.0), irad.Duplicated(p, dp)) == (10 * 3, None)


def test_an_augmented_function_alone_is_no_rule() -> None:
    with pytest.raises(irad.RuleError, match="no !enzyme_gradient"):
        irad.Module.from_ir(RULES.replace(" !enzyme_gradient !1 !enzyme_derivative !2", ""))["slope"](1.0, np.ones(1), np.ones(1))


# Copies of which nothing else tells what they move.
MOVED = """
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @by_copy(ptr %dst, ptr %src, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %dst, ptr %src, i64 %n, i1 false), !enzyme_truetype !0
  ret void
}
define void @by_parameter(ptr "enzyme_type"="{[-1]:Pointer, [-1,-1]:Float@double}" %dst, ptr %src, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %dst, ptr %src, i64 %n, i1 false)
  ret void
}
define void @integers(ptr "enzyme_type"="{[-1]:Pointer, [-1,-1]:Integer}" %dst, ptr %src, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %dst, ptr %src, i64 %n, i1 false)
  ret void
}
define void @mixed(ptr "enzyme_type"="{[-1]:Pointer, [-1,0]:Float@double, INTEGERS}" %dst, ptr %src, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %dst, ptr %src, i64 16, i1 false)
  ret void
}
define void @by_load(ptr %dst, ptr %src, i64 %n) {
  %v = load i64, ptr %src, align 8, !enzyme_type !0
  store i64 %v, ptr %dst, align 8
  %p = getelementptr i8, ptr %src, i64 8
  %w = load i64, ptr %p, align 8, !enzyme_type !0
  %q = getelementptr i8, ptr %dst, i64 8
  store i64 %w, ptr %q, align 8
  ret void
}
define void @nothing(ptr %dst, ptr %src, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %dst, ptr %src, i64 %n, i1 false)
  ret void
}
!0 = !{!"Unknown", i32 -1, !1}
!1 = !{!"Float@double"}
""".replace("INTEGERS", ", ".join(f"[-1,{i}]:Integer" for i in range(8, 16)))
ADJOINTS = {"by_copy": [3, 4], "by_parameter": [3, 4], "by_load": [3, 4], "integers": [0, 0], "mixed": [3, 0]}


CALL = """
declare void @__enzyme_autodiff(...)
define void @run(ptr %dst, ptr %ddst, ptr %src, ptr %dsrc, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @NAME, ptr %dst, ptr %ddst, ptr %src, ptr %dsrc, i64 %n)
  ret void
}
"""


def alone(name: str) -> str:
    body = MOVED[MOVED.index(f"define void @{name}(") :].split("\n}\n")[0] + "\n}\n"
    return MOVED.split("define")[0] + body + CALL.replace("NAME", name) + MOVED[MOVED.index("!0 = ") :]


@pytest.mark.parametrize("name", ADJOINTS)
def test_declared_types(name: str) -> None:
    src, dst, dsrc, ddst = np.array([1.0, 2.0]), np.zeros(2), np.zeros(2), np.array([3.0, 4.0])
    irad.Module.from_ir(alone(name))["run"](dst, ddst, src, dsrc, 16)
    assert dst.tolist() == [1, 2]
    assert dsrc.tolist() == ADJOINTS[name]


def test_nothing_declared_is_an_error() -> None:
    with pytest.raises(irad.DifferentiationError, match="cannot tell what kind of data"):
        irad.Module.from_ir(alone("nothing"))["run"](np.zeros(2), np.zeros(2), np.ones(2), np.zeros(2), 16)


# Calls and markers that irad does not have, and what is said of them.
UNSUPPORTED = {
    "__enzyme_error_estimate": "long double",
    "__enzyme_truncate_mem_func": "float",
    "__enzyme_truncate_op_func": "float",
    "__enzyme_expand_mem_value": "float",
    "__enzyme_todense": "sparsity",
    "__enzyme_trace": "log-density",
    "__enzyme_condition": "log-density",
    "__enzyme_sample": "log-density",
    "_Z19__enzyme_unheard_ofPv": "docs/native.md",
}


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_calls_that_are_not_supported_say_what_to_do(name: str) -> None:
    text = f"""
declare double @{name}(...)
define double @f(double %x) {{
  ret double %x
}}
define double @g(double %x) {{
  %r = call double (...) @{name}(ptr @f, double %x)
  ret double %r
}}
"""
    with pytest.raises(irad.ActivityError, match="is not supported") as said:
        irad.Module.from_ir(text)["g"](1.0)
    assert UNSUPPORTED[name] in str(said.value)


@pytest.mark.parametrize("marker", ["enzyme_trace", "enzyme_duplikelihood", "enzyme_active_rand_var", "enzyme_interface"])
def test_markers_that_are_not_supported_say_what_to_do(marker: str) -> None:
    text = f"""
declare double @__enzyme_autodiff(...)
define double @f(double %x) {{
  ret double %x
}}
define double @g(double %x) {{
  %r = call double (...) @__enzyme_autodiff(ptr @f, metadata !"{marker}", double %x)
  ret double %r
}}
"""
    with pytest.raises(irad.ActivityError, match=f"the marker {marker} is not supported"):
        irad.Module.from_ir(text)["g"](1.0)
