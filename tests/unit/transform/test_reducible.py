"""Irreducible cycles: the same program gives the same text each time, whatever lies where in memory."""

from __future__ import annotations

from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.verify import verify_module
from irad.transform.lower.reducible import make_reducible

TWO_ENTRIES = """
define double @f(double %x, double %y, i1 %c, i64 %n) {
entry:
  br i1 %c, label %left, label %right
left:
  %a = phi double [ %x, %entry ], [ %d, %right ]
  %i = phi i64 [ 0, %entry ], [ %j, %right ]
  %b = fmul double %a, %y
  %k = add i64 %i, 1
  %done = icmp sge i64 %k, %n
  br i1 %done, label %exit, label %right
right:
  %e = phi double [ %y, %entry ], [ %b, %left ]
  %m = phi i64 [ 0, %entry ], [ %k, %left ]
  %d = fadd double %e, %x
  %j = add i64 %m, 1
  br label %left
exit:
  ret double %b
}
"""

INVOKE = """
declare double @g(double)
declare i32 @__gxx_personality_v0(...)
define double @f(double %x, i1 %c, i64 %n) personality ptr @__gxx_personality_v0 {
entry:
  br i1 %c, label %left, label %right
left:
  %i = phi i64 [ 0, %entry ], [ %j, %right ]
  %a = phi double [ %x, %entry ], [ %v, %right ]
  br label %right
right:
  %b = phi double [ %x, %entry ], [ %a, %left ]
  %k = phi i64 [ 0, %entry ], [ %i, %left ]
  %j = add i64 %k, 1
  %done = icmp sge i64 %j, %n
  %v = invoke double @g(double %b) to label %left unwind label %lost
lost:
  %e = landingpad { ptr, i32 } cleanup
  ret double 0.0
}
"""


def test_a_value_that_an_invoke_gives_is_kept_where_it_returns() -> None:
    module = read_module(INVOKE)
    assert make_reducible(module.functions["f"])
    verify_module(module)


def test_the_same_text_each_time() -> None:
    made, others = set(), []
    for count in range(8):
        module = read_module(TWO_ENTRIES)
        others.append([object() for _ in range(1000 * count)][::2])  # so that what comes next lies elsewhere
        assert make_reducible(module.functions["f"])
        assert not make_reducible(module.functions["f"])
        made.add(print_module(module))
    assert len(made) == 1
