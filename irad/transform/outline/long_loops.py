"""Checkpointed loops where the memory of tapes is limited: outermost loops get a mark of their own, without a word of the user's.

How much of such a loop is taped is decided when it runs, by what the limit leaves (`runtime_ir/schedules.c`).  A loop of which
the state cannot be found is taped as any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import trip_count
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import is_checkpointed
from irad.analysis.reuse.commuting import adds_up
from irad.errors import DifferentiationError
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I64, VOID, function
from irad.ir.values import Block, ConstantInt, Function, Module
from irad.transform.outline.marks import (
    AUTOMATIC,
    EXTENT_MARK,
    LIMITED,
    LOOP_MARK,
    MARK,
    PLACE_MARK,
    POOL_MARK,
    TAPED_MARK,
    is_mark,
    own_marks,
)
from irad.transform.outline.outlined_loops import outline

_FEW = 64  # iterations
_LEFT_OVER = (EXTENT_MARK, POOL_MARK, PLACE_MARK, TAPED_MARK)


def outline_long_loops(module: Module, roots: Sequence[Function]) -> bool:
    """Outline the outermost loops of ``roots``, and of what they call outside of loops; True if there are any."""
    found = False
    for fn in outside_of_loops(roots):
        tried: set[Block] = set()
        while (pair := _next(fn, tried)) is not None:
            found |= _outline(module, fn, *pair)
    for mark in [i for fn in module.functions.values() for i in fn.instructions() if is_mark(i, *_LEFT_OVER)]:
        mark.erase()
    return found


def outside_of_loops(roots: Sequence[Function]) -> list[Function]:
    """``roots``, and what they call outside of loops."""
    out: list[Function] = []
    work = list(roots)
    for fn in work:
        if fn.is_declaration or is_checkpointed(fn):
            continue
        out.append(fn)
        flow = ControlFlow(fn)
        calls = [i for i in fn.instructions() if i.opcode == "call" and flow.loop_of.get(i.block) is None]  # type: ignore[arg-type]
        work += [f for i in calls if (f := called_function(i)) is not None and f not in work]
    return out


def _next(fn: Function, tried: set[Block]) -> tuple[ControlFlow, Loop] | None:
    """An outermost loop that has not been tried."""
    flow = ControlFlow(fn)
    for loop in flow.loops:
        if loop.parent is None and loop.header not in tried:
            tried.add(loop.header)
            if _is_long(flow, loop):
                return flow, loop
    return None


def _is_long(flow: ControlFlow, loop: Loop) -> bool:
    """Whether a loop may have a long tape: not one that only adds up, or runs a few times."""
    instructions = [i for b in loop.blocks for i in b.instructions]
    calls = [i for i in instructions if i.opcode == "call"]
    if any(is_mark(i, MARK, LOOP_MARK) or is_checkpointed(called_function(i)) for i in calls):
        return False
    if own_marks(flow, loop, TAPED_MARK):
        return False
    count = trip_count(loop, flow)
    if count is not None and isinstance(count.bound, ConstantInt) and isinstance(count.start, ConstantInt):
        if abs(count.bound.value - count.start.value) <= _FEW * abs(count.step):
            return False
    hands_on = len(loop.latches) == 1 and any(phi.type.is_float and not adds_up(phi, loop) for phi in loop.header.phis())
    return hands_on or any(i.opcode in ("store", "call") for i in instructions)


def _outline(module: Module, fn: Function, flow: ControlFlow, loop: Loop) -> bool:
    mark = module.functions.get(LOOP_MARK) or module.add_function(LOOP_MARK, function(VOID, (I64,) * 3))
    b = Builder(None)
    b.position_before(loop.header.instructions[len(loop.header.phis())])
    call = b.call_function(mark, [const_int(I64, 0), const_int(I64, 0), const_int(I64, LIMITED)])
    lines = [i.metadata["dbg"] for block in (loop.latches[0], *loop.blocks) for i in block.instructions if "dbg" in i.metadata]
    if lines:
        call.metadata["dbg"] = lines[0]
    try:
        out = outline(fn, flow, loop, call)
    except DifferentiationError:  # it cannot be taken apart
        call.erase()
        return False
    out.attributes = out.attributes.adding(AUTOMATIC)
    return True
