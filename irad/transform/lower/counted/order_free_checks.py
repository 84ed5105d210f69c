"""Checks that hold in whatever order iterations are looked at.

Of a check of an index that rises by one, LLVM makes a comparison for equality: the loop leaves in the iteration in which the
index has reached the end, and no later one ever runs.  A reverse sweep without a forward sweep before it begins with the last
iterations, though, and would not stop in those behind that one.  With X = X0 + k in iteration k, all modulo 2^64:

    leaves where X == B    is    leaves where X - X0 >= B - X0, unsigned

since the loop gets to no iteration behind the first one of these.  (For a falling X the differences change their signs.)
"""

from __future__ import annotations

from collections.abc import Iterator

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import Affine, affine_phis, is_invariant
from irad.analysis.reuse.error_edges import error_edges, live_blocks
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1
from irad.ir.values import Block, ConstantInt, Function, Instruction, Value


def free_checks(fn: Function) -> None:
    """Rewrite the comparisons for equality by which loops leave for an error."""
    flow = ControlFlow(fn)
    live = live_blocks(flow, error_edges(fn, flow))
    ends = [b for b in flow.rpo if b in live and flow.loop_of[b] is not None and any(s not in live for s in flow.succs[b])]
    lines: dict[Loop, dict[Value, Affine]] = {}
    for block in ends:
        for test in list(_equalities(block)):
            loop = flow.loop_of[block]
            while loop is not None and not _rewritten(test, loop, lines):
                loop = loop.parent


def _equalities(block: Block) -> Iterator[Instruction]:
    """The comparisons for equality that a branch depends on."""
    work = block.terminator.operands[:1] if len(block.terminator.operands) == 3 else []
    while work:
        v = work.pop()
        if isinstance(v, Instruction) and v.opcode == "icmp" and v.attrs["pred"] in ("eq", "ne"):
            yield v
        elif isinstance(v, Instruction) and v.type is I1 and v.opcode in ("and", "or", "xor", "select"):
            work += v.operands


def _rewritten(test: Instruction, loop: Loop, lines: dict[Loop, dict[Value, Affine]]) -> bool:
    """Rewrite a comparison of a value that each iteration of ``loop`` changes by one with one that none changes."""
    if loop not in lines:
        lines[loop] = affine_phis(loop)
    x, bound = test.operands
    if is_invariant(x, loop):
        x, bound = bound, x
    if not is_invariant(bound, loop) or not x.type.is_int:
        return False
    found = _line(x, lines[loop])
    if found is None or abs(found[0].step) != 1:
        return False
    line, ahead = found
    b = Builder(None)
    b.position_before(test)
    first = b.add(line.start, const_int(x.type, ahead))
    sides = (x, bound) if line.step > 0 else (first, first)
    less = (first, first) if line.step > 0 else (x, bound)
    passed, last = (b.sub(side, other) for side, other in zip(sides, less, strict=True))
    test.replace_all_uses_with(b.icmp("uge" if test.attrs["pred"] == "eq" else "ult", passed, last))
    test.erase()
    return True


def _line(x: Value, lines: dict[Value, Affine]) -> tuple[Affine, int] | None:
    """The counter that ``x`` is, and what is added to it."""
    if x in lines:
        return lines[x], 0
    if not isinstance(x, Instruction) or x.opcode != "add":
        return None
    counter, more = x.operands
    return (lines[counter], more.value) if counter in lines and isinstance(more, ConstantInt) else None
