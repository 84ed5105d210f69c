"""`irad.analysis.reuse.pointer_groups`: what a loop hands around by way of the cells of an inner one."""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.reuse.pointer_groups import pointer_group
from irad.ir.reader import read_module

# The inner loop swaps the pointers in its cells %u and %v, or puts the place %p there; it leaves one of them in %r.
MODULE = """
declare ptr @unknown()

define i32 @inner(ptr "irad-cell"="8" %u, ptr "irad-cell"="8" %v, ptr "irad-cell"="8" %r, ptr %p, ptr %other) #0 {
entry:
  %u0 = load ptr, ptr %u
  %v0 = load ptr, ptr %v
  br label %body
body:
  %a = phi ptr [ %u0, %entry ], [ %b, %body ]
  %b = phi ptr [ %v0, %entry ], [ %c, %body ]
  %t = load i1, ptr %other
  %c = select i1 %t, ptr %a, ptr %p
  br i1 %t, label %body, label %exit
exit:
  %left = phi ptr [ %b, %body ]
  store ptr %b, ptr %u
  store ptr %left, ptr %r
  ret i32 0
}

define void @outer(ptr %x, ptr %y, ptr %z, ptr %place) {
entry:
  %u = alloca ptr
  %v = alloca ptr
  %r = alloca ptr
  %shared = alloca ptr
  br label %body
body:
  %w = phi ptr [ %x, %entry ], [ %next, %body ]
  store ptr %w, ptr %u
  store ptr %y, ptr %v
  %status = call i32 @inner(ptr %u, ptr %v, ptr %r, ptr %place, ptr %z)
  %next = load ptr, ptr %r
  %first = load ptr, ptr %u
  %strange = load ptr, ptr %z
  %made = call ptr @unknown()
  store ptr %made, ptr %shared
  %lost = load ptr, ptr %shared
  %t = load i1, ptr %z
  br i1 %t, label %body, label %exit
exit:
  ret void
}

attributes #0 = { "irad_checkpointed" }
"""


def test_cells_of_an_inner_loop() -> None:
    fn = read_module(MODULE).functions["outer"]
    (loop,) = ControlFlow(fn).loops
    named = {i.name: i for i in fn.instructions() if i.name}

    def group(name: str) -> set[str] | None:
        found = pointer_group(loop, named[name])
        return None if found is None else {v.name for v in found}

    assert group("next") == {"w", "y", "place"}
    assert group("first") == {"w", "y", "place"}
    assert group("w") == {"w", "y", "place"}
    assert group("strange") is None
    assert group("lost") is None
    assert pointer_group(loop, fn.args[0]) == ()
