"""Which functions are made for size: those that only rare sides of branches, or such functions, call."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from irad.cli import main
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.llvm.border.session import canonical, parse
from irad.stages.cold_functions import leave_rare_loops_rolled, shrink_cold_functions

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


LOOPS = """
define double @f(double %x, i64 %n, i1 %plain) {
entry:
  br i1 %plain, label %first, label %second, !prof !0
first:
  %i = phi i64 [ 0, %entry ], [ %j, %first ]
  %s = phi double [ %x, %entry ], [ %t, %first ]
  %t = fmul double %s, %s
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %out, label %first
second:
  %k = phi i64 [ 0, %entry ], [ %l, %second ]
  %u = phi double [ %x, %entry ], [ %v, %second ]
  %v = fmul double %u, %x
  %l = add i64 %k, 1
  %d = icmp eq i64 %l, %n
  br i1 %d, label %out, label %second
out:
  %r = phi double [ %t, %first ], [ %v, %second ]
  ret double %r
}
!0 = !{!"branch_weights", i32 WEIGHT, i32 1}
"""


@pytest.mark.parametrize(("weight", "rolled"), [(1000, ["second"]), (100, [])])
def test_loops_on_rare_sides_stay_rolled(weight: int, rolled: list[str]) -> None:
    module = read_module(canonical(LOOPS.replace("WEIGHT", str(weight))))
    leave_rare_loops_rolled(module)
    parse(print_module(module))
    assert [b.name for b in module.functions["f"].blocks if "llvm.loop" in b.terminator.metadata] == rolled


@pytest.mark.parametrize("weight", [1000, 100])
def test_so_do_their_copies_and_their_reverse(weight: int, tmp_path: Path) -> None:
    path = tmp_path / "f.ll"
    path.write_text(LOOPS.replace("WEIGHT", str(weight)))
    arguments = ["dump", f"{path}:f", "--activity", "active,const,const", "--stage", "gradient"]
    gradient = read_module(CliRunner().invoke(main, arguments).output)
    (fn,) = (f for f in gradient.functions.values() if f.name.startswith("grad.f"))
    marked = [i for i in fn.instructions() if "llvm.loop" in i.metadata]
    assert len(marked) == (1 if weight == 1000 else 0)  # of the reverse; the copy keeps its weights
    assert len([i for i in fn.instructions() if "prof" in i.metadata]) == 1
