"""The interpreter itself, where its answers are known."""

from __future__ import annotations

import pytest

from irad.ir.reader import read_module
from tests.reference.interpreter import Endless, Undefined, interpret, numbers, signed

DOT = """
define double @dot(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %q = getelementptr double, ptr %y, i64 %i
  %a = load double, ptr %p
  %b = load double, ptr %q
  %c = fmul double %a, %b
  store double %c, ptr %q
  %t = fadd double %s, %c
  %j = add nsw i64 %i, 1
  %m = icmp slt i64 %j, %n
  br i1 %m, label %loop, label %exit
exit:
  ret double %t
}
define i8 @up(i8 %a) {
  %b = add nsw i8 %a, 1
  ret i8 %b
}
define i8 @round(i8 %a) {
  %b = add i8 %a, 100
  ret i8 %b
}
define void @ever() {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
  br label %loop
}
"""
FUNCTIONS = read_module(DOT).functions


def test_a_loop_over_memory() -> None:
    memory = {0: {0: 2.0, 8: 3.0}, 1: {0: 5.0, 8: 7.0}}
    run = interpret(FUNCTIONS["dot"], [(0, 0), (1, 0), 2], memory)
    assert run.result == 31.0 and memory[1] == {0: 10.0, 8: 21.0}
    assert [b.name for b in run.visits] == ["entry", "loop", "loop", "exit"]


def test_integers_wrap_where_they_may() -> None:
    assert interpret(FUNCTIONS["round"], [100]).result == -56
    assert interpret(FUNCTIONS["up"], [126]).result == 127
    with pytest.raises(Undefined):
        interpret(FUNCTIONS["up"], [127])
    assert signed(255, 8) == -1 and signed(127, 8) == 127


def test_what_does_not_end_is_given_up() -> None:
    with pytest.raises(Endless):
        interpret(FUNCTIONS["ever"], [])


def test_buffers_of_numbers() -> None:
    assert len(set(numbers(20).values())) == 20
