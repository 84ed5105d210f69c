"""Which captured pointers are the only way to their memory: one parameter or allocation for each reason."""

from __future__ import annotations

import irad.blas_rules  # noqa: F401 (rules of routines are asked for)
from irad.analysis.flow.cfg import ControlFlow
from irad.ir.reader import read_module
from irad.ir.values import Function
from irad.transform.outline.sole_pointers import SolePointers

TEXT = """
declare noalias ptr @malloc(i64)
declare void @keep(ptr)
declare void @use(ptr captures(none))
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @f(PARAMETERS, ptr %shared, i64 %n, i1 %c) {
entry:
  %fresh = call ptr @malloc(i64 800)
  call void @llvm.memset.p0.i64(ptr %fresh, i8 0, i64 800, i1 false)
  %stored = call ptr @malloc(i64 800)
  %late = call ptr @malloc(i64 800)
  %box = alloca ptr
  store ptr %stored, ptr %box
  call void @keep(ptr %given)
  call void @use(ptr %lent)
  %one = select i1 %c, ptr %chosen, ptr %shared
  %i0 = ptrtoint ptr %number to i64
  %place = getelementptr double, ptr %before, i64 1
  store ptr %place, ptr %shared
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %handed = phi ptr [ %first, %entry ], [ %next, %loop ]
  %two = select i1 %c, ptr %merged, ptr %shared
  %p = getelementptr double, ptr %fresh, i64 %i
  %q = getelementptr double, ptr %plain, i64 %i
  %a = load double, ptr %q
  store double %a, ptr %p
  store double %a, ptr %handed
  store double %a, ptr %one
  store double %a, ptr %two
  store double %a, ptr %stored
  store double %a, ptr %late
  store double %a, ptr %lent
  store double %a, ptr %given
  store double %a, ptr %number
  store double %a, ptr %before
  %j = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %j, %n
  br i1 %m, label %loop, label %exit
exit:
  %end = phi ptr [ %p, %loop ]
  store ptr %end, ptr %box
  store ptr %late, ptr %shared
  ret void
}

define void @g(ptr noalias %left, ptr noalias %stays, ptr %shared, i64 %n) {
entry:
  br label %outer
outer:
  %t = phi i64 [ 0, %entry ], [ %t1, %next ]
  %handed = phi ptr [ %shared, %entry ], [ %end, %next ]
  store double 1.0, ptr %handed
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %j, %loop ]
  %p = getelementptr double, ptr %left, i64 %i
  %q = getelementptr double, ptr %stays, i64 %i
  store double 2.0, ptr %p
  store double 2.0, ptr %q
  %j = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %j, %n
  br i1 %m, label %loop, label %next
next:
  %end = phi ptr [ %p, %loop ]
  %t1 = add nuw nsw i64 %t, 1
  %last = icmp ne i64 %t1, %n
  br i1 %last, label %outer, label %exit
exit:
  ret void
}
"""
PARAMETERS = ("plain", "first", "next", "given", "lent", "chosen", "merged", "number", "before")  # all noalias
SOLE = {"plain", "lent", "merged", "fresh", "late", "box"}


def function(name: str) -> Function:
    return read_module(TEXT.replace("PARAMETERS", ", ".join(f"ptr noalias %{p}" for p in PARAMETERS))).functions[name]


def test_reasons() -> None:
    """``merged`` may be chosen in the loop, where both ways are seen; ``late`` and the end of ``fresh`` are stored behind it."""
    fn = function("f")
    flow = ControlFlow(fn)
    pointers = SolePointers(flow, flow.loops[0])
    values = [*fn.args, *(i for i in fn.entry.instructions if i.opcode in ("call", "alloca", "select") and i.type.is_ptr)]
    assert {v.name for v in values if pointers.has(v)} == SOLE


def test_places_that_an_inner_loop_leaves() -> None:
    """They go through a cell when the inner loop has become a function, and its caller may hand them on."""
    fn = function("g")
    flow = ControlFlow(fn)
    for loop in flow.loops:
        pointers = SolePointers(flow, loop)
        assert [v.name for v in fn.args if pointers.has(v)] == ["stays"]
