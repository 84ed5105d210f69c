"""Errors of the forward sweep do not come by the beginning of the reverse sweep: nothing has to be merged there."""

from __future__ import annotations

import re

from irad.pipeline import derive
from irad.transform.base.request import CONST, DUP, GRADIENT, Request

CHECKED = """
define i32 @f(ptr "irad-arena" %arena, ptr noalias %x, i64 %n, ptr noalias %result) "irad-status" {
entry:
  %v = load double, ptr %x
  %bad = fcmp olt double %v, 0.0
  br i1 %bad, label %return, label %one
one:
  %a = fmul double %v, %v
  %wrong = icmp slt i64 %n, 3
  br i1 %wrong, label %return, label %two
two:
  switch i64 %n, label %three [
    i64 7, label %return
    i64 20, label %return
    i64 1000, label %return
  ]
three:
  %b = fmul double %a, %a
  store double %b, ptr %result
  br label %return
return:
  %s = phi i32 [ 1, %entry ], [ 2, %one ], [ 3, %two ], [ 3, %two ], [ 3, %two ], [ 0, %three ]
  ret i32 %s
}
"""


def test_errors_go_to_the_end() -> None:
    derived = derive(CHECKED, [Request("f", GRADIENT, (CONST, DUP, CONST, DUP), False, ())])
    (made,) = derived.made[0]
    found = re.search(rf"define [^\n]*@{re.escape(made.symbol)}\(.*?^}}", derived.text, re.M | re.S)
    assert found is not None
    blocks = dict(re.findall(r"^([\w.]+):[^\n]*\n((?:  [^\n]*\n)+)", found[0], re.M))
    (failed,) = (body for name, body in blocks.items() if name.startswith("failed"))
    assert "br label %finish" in failed
    assert len(re.findall(r"\[ [123], ", failed)) == 5
    (status,) = re.findall(r"phi i32 [^\n]*", blocks["return"])
    assert status.count("[") == 1
    (returned,) = re.findall(r"phi i32 [^\n]*", blocks["finish"])
    assert "%failed" in returned
