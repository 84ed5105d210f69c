"""Short loops of constant length, which LLVM unrolls before differentiation.

A loop over the coordinates of a point or the corners of a cell has a few iterations, always as many.  Left as it is, what its
reverse asks for goes to the tape by index, and small local arrays that it works with stay in memory; unrolled, all are values.

Loops in others whose length nobody knows beforehand stay as they are: there each value is a piece of tape of its own.  So do
those of functions that are differentiated in forward mode only, where nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterable

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import TripCount, affine_phis, exit_count, preheader, trip_count
from irad.analysis.reuse.effects import is_pure_call
from irad.ir.hints import UNROLLED, loop_mark
from irad.ir.values import ConstantInt, Function, Instruction, Module

_MOST_TRIPS = 4
_MOST_INSTRUCTIONS = 200


def unroll_short_loops(module: Module, functions: Iterable[Function]) -> bool:
    """Mark the loops that LLVM is to unroll; True if there are any."""
    changed = False
    for fn in functions:
        if not fn.blocks:
            continue
        flow = ControlFlow(fn)
        sizes: dict[Loop, int] = {}
        for loop in sorted(flow.loops, key=lambda x: -x.depth):
            size = _size(loop, flow, sizes)
            if size is not None and size <= _MOST_INSTRUCTIONS:
                sizes[loop] = size
        for loop in sizes:
            if all(x in sizes or trip_count(x, flow) is not None for x in loop.chain()):
                loop.latches[0].terminator.metadata["llvm.loop"] = loop_mark(module, UNROLLED)
                changed = True
    return changed


def _size(loop: Loop, flow: ControlFlow, sizes: dict[Loop, int]) -> int | None:
    """How many instructions a loop would become; None if it is not a short one."""
    if preheader(loop) is None or len(loop.latches) != 1 or {b for b, _ in loop.exits()} != set(loop.latches):
        return None
    if any(x is not loop and x not in sizes and loop in x.chain() for x in flow.loops):
        return None
    trips = 2 if _runs_twice(loop) else _trips(exit_count(loop, loop.latches[0], affine_phis(loop)))
    if trips is None or trips > _MOST_TRIPS:
        return None
    inner = [x for x in sizes if x.parent is loop]
    own = [i for b in loop.blocks if flow.loop_of[b] is loop for i in b.instructions]
    if any(i.opcode in ("call", "invoke") and not _is_plain(i) for i in own):
        return None
    return trips * (len(own) + sum(sizes[x] for x in inner))


def _is_plain(call: Instruction) -> bool:
    return is_pure_call(call) or getattr(call.callee, "name", "").startswith(("llvm.mem", "llvm.lifetime"))


def _trips(found: TripCount | None) -> int | None:
    """The number of iterations of a loop whose bounds are constants."""
    if found is None or not isinstance(found.start, ConstantInt) or not isinstance(found.bound, ConstantInt):
        return None
    distance = (found.bound.value - found.start.value - found.add) * (1 if found.step > 0 else -1)
    if found.kind == "equal" and distance % abs(found.step):
        return None
    last = distance // abs(found.step) + 1 if found.inclusive else -(-distance // abs(found.step))
    return max(0, last) + 1


def _runs_twice(loop: Loop) -> bool:
    """Whether the loop's test is a truth value that says "go on" in the first iteration and "leave" in the second."""
    end = loop.latches[0].terminator
    test = end.operands[0]
    if len(end.operands) != 3 or not isinstance(test, Instruction) or test.opcode != "phi" or test.block is not loop.header:
        return False
    begin = [v for v, b in test.incoming() if b not in loop.blocks]
    again = [v for v, b in test.incoming() if b in loop.blocks]
    goes_on = end.operands[1] is loop.header
    values = [v.value for v in (*begin, *again) if isinstance(v, ConstantInt)]
    return len(begin) == len(again) == 1 and len(values) == 2 and [bool(v) == goes_on for v in values] == [True, False]
