"""Pointers that are not defined yet: what is not null would need a shadow where code is differentiated again."""

from __future__ import annotations

from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.transform.lower.prepare import prepare

LOOP = """
define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = phi ptr [ START, %entry ], [ %q, %latch ]
  %s = phi double [ 0.0, %entry ], [ %t, %latch ]
  %q = getelementptr double, ptr %x, i64 %i
  %first = icmp eq i64 %i, 0
  br i1 %first, label %latch, label %look
look:
  %w = load double, ptr %p
  br label %latch
latch:
  %a = phi double [ 1.0, %loop ], [ %w, %look ]
  %t = fadd double %s, %a
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %t
}
"""


def test_they_are_null() -> None:
    """Any pointer may stand in the place of an undefined one; the rest stays."""
    made = []
    for start in ("undef", "poison", "null"):
        module = read_module(LOOP.replace("START", start))
        prepare(module)
        made.append(print_module(module))
    assert made[0] == made[1] == made[2]
    assert "ptr [ null, " in made[0]
