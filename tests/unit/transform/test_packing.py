"""Vectors across the lanes: which instructions of forward mode in four directions become one.  IR in, IR out; one idea each."""

from __future__ import annotations

import re

import pytest

from irad.options import Options
from irad.pipeline import derive
from irad.transform.base.request import CONST, DUP, FORWARD, Param, Request

SHADOW = Param(shadow=True)


def lanes(text: str, params: tuple[Param, ...], ret: bool, width: int = 4, options: Options = Options()) -> str:
    """The body of the forward derivative."""
    derived = derive(text, [Request("f", FORWARD, params, ret, (), width=width)], options)
    (made,) = derived.made[0]
    return re.search(rf"define [^\n]*@{re.escape(made.symbol)}\(.*?^}}", derived.text, re.M | re.S)[0]  # type: ignore[index]


def count(body: str, opcode: str, t: str = "<4 x double>") -> int:
    return len(re.findall(rf"= {opcode} (?:\w+ )*{re.escape(t)} ", body))


CHAIN = """
define double @f(double %x) {
  %a = fmul double %x, %x
  %b = fmul double %a, %x
  %c = fsub double %b, %x
  %d = fdiv double %c, 3.0
  ret double %d
}
"""


def test_arithmetic_becomes_vectors() -> None:
    body = lanes(CHAIN, (SHADOW,), True)
    assert count(body, "fmul") >= 2
    assert count(body, "fdiv") == 1
    assert len(re.findall(r"fdiv [^<\n]*double %", body)) == 1  # that of the primal
    assert body.count("extractelement") == 4  # what is returned
    assert body.count("insertelement <4 x double>") >= 4  # what is given


@pytest.mark.parametrize("width", [2, 3, 5, 8])
def test_any_width(width: int) -> None:
    assert count(lanes(CHAIN, (SHADOW,), True, width), "fdiv", f"<{width} x double>") == 1


def test_single_precision() -> None:
    assert count(lanes(CHAIN.replace("double", "float"), (SHADOW,), True), "fdiv", "<4 x float>") == 1


def test_one_direction_has_no_vectors() -> None:
    assert " x double>" not in lanes(CHAIN, (SHADOW,), True, 1)


def test_index_sets_have_no_vectors() -> None:
    assert " x double>" not in lanes(CHAIN, (SHADOW,), True, options=Options(index_sets=64))


def test_what_all_lanes_do_alike_is_done_once() -> None:
    text = "declare double @sin(double)\ndefine double @f(double %x) {\n  %y = call double @sin(double %x)\n  ret double %y\n}"
    body = lanes(text, (SHADOW,), True)
    assert body.count("@cos(") + body.count("@llvm.cos") == 1


def test_too_little_to_pay() -> None:
    """Four vectors would have to be put together and taken apart for one multiplication."""
    body = "%a = load double, ptr %x\n  %b = fmul double %a, 3.0\n  store double %b, ptr %x"
    text = f"define void @f(ptr %x) {{\n  {body}\n  ret void\n}}"
    assert "<4 x double>" not in lanes(text, (DUP,), False)


CHOICE = """
define double @f(double %x, double %y) {
  %c = fcmp olt double %x, %y
  %a = fmul double %x, %y
  %m = select i1 %c, double %x, double %a
  %r = fmul double %m, %m
  %s = fmul double %r, %x
  %t = fmul double %s, %y
  ret double %t
}
"""


def test_one_condition_for_all_lanes() -> None:
    assert re.search(r"select i1 %\S+, <4 x double>", lanes(CHOICE, (SHADOW, SHADOW), True))


def test_conditions_of_the_lanes() -> None:
    """The derivative of a square root may be infinite: where the tangent is zero, the product is."""
    text = """
declare double @llvm.sqrt.f64(double)
define double @f(double %x, double %y) {
  %r = call double @llvm.sqrt.f64(double %x)
  %s = fmul double %r, %y
  %t = fmul double %s, %y
  %u = fmul double %t, %y
  ret double %u
}
"""
    body = lanes(text, (SHADOW, SHADOW), True)
    assert "call <4 x double> @irad.kept.v4f64(<4 x double>" in body
    assert "@irad.kept.f64" not in body


LOOP = """
declare double @g(double) memory(none)
define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi double [ 1.0, %entry ], [ %d, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %b = fmul double %a, %v
  %c = fmul double %b, %b
  %d = fadd double %c, %v
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %out
out:
  %r = phi double [ %d, %loop ]
  ret double %r
}
"""


def test_phis_of_loops() -> None:
    """A recurrence, which LLVM cannot make vectors of iteration by iteration."""
    assert count(lanes(LOOP, (DUP, CONST), True), "phi") == 1


def test_loops_that_llvm_deals_with() -> None:
    """Independent iterations stay as they are: vectors of several iterations are better there."""
    text = """
define void @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %b = fmul double %v, %v
  %c = fmul double %b, %b
  %q = getelementptr double, ptr %y, i64 %i
  store double %c, ptr %q
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}
"""
    assert "<4 x double>" not in lanes(text, (DUP, DUP, CONST), False)


def test_memory_side_by_side() -> None:
    """The shadows of memory of the function's own lie side by side: one load, one store."""
    text = """
define double @f(double %x, i64 %k) {
  %m = alloca double, i64 4
  %p = getelementptr double, ptr %m, i64 %k
  store volatile double %x, ptr %m
  %a = fmul double %x, %x
  store double %a, ptr %p
  %q = getelementptr double, ptr %m, i64 1
  %v = load double, ptr %q
  %r = fmul double %v, %x
  %s = fmul double %r, %x
  ret double %s
}
"""
    body = lanes(text.replace("store volatile double %x, ptr %m\n", ""), (SHADOW, CONST), True)
    assert len(re.findall(r"store <4 x double> [^\n]*align 8", body)) == 1
    assert len(re.findall(r"load <4 x double>, [^\n]*align 8", body)) == 1
    apart = lanes(text, (SHADOW, CONST), True)
    assert len(re.findall(r"store <4 x double>", apart)) == 1  # not the volatile one


def test_vectors_of_the_primal_stay() -> None:
    text = """
define void @f(ptr %x) {
  %a = load <2 x double>, ptr %x
  %b = fmul <2 x double> %a, %a
  store <2 x double> %b, ptr %x
  ret void
}
"""
    body = lanes(text, (DUP,), False)
    assert count(body, "fmul contract", "<2 x double>") >= 4


ROUNDS = """
define i32 @f(
  ptr "irad-arena" %arena, ptr noalias "irad-element"="double" "irad-sizes"="1:8" %x, i64 %n, i64 %rounds
) "irad-status" {
entry:
  br label %again
again:
  %k = phi i64 [ 0, %entry ], [ %k.next, %done ]
  br label %loop
loop:
  %i = phi i64 [ 0, %again ], [ %next, %loop ]
  %p = getelementptr double, ptr %x, i64 INDEX
  %v = load double, ptr %p
  %b = fmul double %v, %v
  store double %b, ptr %p
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %k.next = add i64 %k, 1
  %once.more = icmp slt i64 %k.next, %rounds
  br i1 %once.more, label %again, label %out
out:
  ret i32 0
}
"""


def test_arrays_that_loops_go_over_again_and_again() -> None:
    """They are copied, so that the directions lie side by side."""
    body = lanes(ROUNDS.replace("INDEX", "%i"), (CONST, DUP, CONST, CONST), False)
    assert len(re.findall(r"load <4 x double>", body)) == 1
    assert len(re.findall(r"call void @llvm.memmove", body)) == 2  # the primal, there and back


def test_arrays_of_which_each_round_has_a_part() -> None:
    text = ROUNDS.replace("INDEX", "%j").replace("  %p = ", "  %o = mul i64 %k, %n\n  %j = add i64 %o, %i\n  %p = ")
    body = lanes(text, (CONST, DUP, CONST, CONST), False)
    assert "<4 x double>" not in body
    assert "memmove" not in body


@pytest.mark.parametrize("given", [True, False])
def test_side_by_side_in_all_of_a_loop_or_nothing(given: bool) -> None:
    """With numbers from an array of the caller in the same loop, LLVM's vectors of iterations are better."""
    text = """
define double @f(ptr noalias %x, double %s) {
entry:
  %m = alloca double, i64 32
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %b = fmul double VALUE, %s
  %q = getelementptr double, ptr %m, i64 %i
  store double %b, ptr %q
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, 32
  br i1 %more, label %loop, label %out
out:
  %e = getelementptr double, ptr %m, i64 7
  %r = load double, ptr %e
  ret double %r
}
"""
    body = lanes(text.replace("VALUE", "%v" if given else "%s"), (DUP, SHADOW), True)
    assert ("alloca [4 x " in body) is not given
