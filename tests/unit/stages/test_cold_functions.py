"""Which functions are made for size: those that only rare sides of branches, or such functions, call."""

from __future__ import annotations

import pytest

from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.llvm.border.session import canonical, parse
from irad.stages.cold_functions import shrink_cold_functions

SOURCE = """
define i32 @main(i1 %bad, ptr %p) {{
entry:
  br i1 %bad, label %rare, label %often, !prof !0
rare:
  %x = call i32 @only_rare(i32 3)
  br label %behind
behind:
  %y = call i32 @both(i32 %x)
  br label %end
often:
  %z = call i32 @both(i32 4)
  {more}
  br label %end
end:
  %r = phi i32 [ %y, %behind ], [ %z, %often ]
  %s = call i32 @last(i32 %r)
  ret i32 %s
}}
define internal i32 @only_rare(i32 %n) {{
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %l, %loop ]
  %l = add i32 %k, 1
  %c = icmp ult i32 %l, %n
  br i1 %c, label %loop, label %out
out:
  %v = call i32 @inner(i32 %l)
  ret i32 %v
}}
define internal i32 @inner(i32 %n) {{
  ret i32 %n
}}
define internal i32 @both(i32 %n) {{
  ret i32 %n
}}
define internal i32 @last(i32 %n) {{
  ret i32 %n
}}
!0 = !{{!"branch_weights", i32 1, i32 {weight}}}
"""


OTHER = """
declare i32 @inner(i32)
define i32 @other() {
  %r = call i32 @inner(i32 1)
  ret i32 %r
}
"""


def cold(weight: int = 1 << 20, more: str = "", visible: tuple[str, ...] = ("main",), also: tuple[str, ...] = ()) -> set[str]:
    module = read_module(canonical(SOURCE.format(weight=weight, more=more)))
    shrink_cold_functions(module, frozenset(visible), also)
    parse(print_module(module))
    return {fn.name for fn in module.functions.values() if "minsize" in fn.attributes and "cold" in fn.attributes}


def test_rare_sides_and_what_they_call() -> None:
    assert cold() == {"only_rare", "inner"}


@pytest.mark.parametrize("weight", [1, 1000])
def test_sides_that_are_not_rare(weight: int) -> None:
    assert cold(weight) == set()


def test_functions_that_others_may_call() -> None:
    assert cold(visible=("main", "only_rare")) == set()
    assert cold(also=(OTHER,)) == {"only_rare"}
    assert cold(more="store ptr @inner, ptr %p") == {"only_rare"}
    assert cold(more="%w = call i32 @inner(i32 1)") == {"only_rare"}


def test_their_loops_stay_as_they_are() -> None:
    module = read_module(canonical(SOURCE.format(weight=1 << 20, more="")))
    shrink_cold_functions(module, frozenset({"main"}))
    (latch,) = (b for b in module.functions["only_rare"].blocks if b.name == "loop")
    assert "llvm.loop.unroll.disable" in print_module(module)
    assert "llvm.loop" in latch.terminator.metadata
