"""Loads of the same memory in every iteration of a loop are hoisted out of it.

LLVM does that if it can prove that nothing in the loop stores there; the memory analysis proves it more often.  Only loads that
the first iteration certainly executes are moved.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import preheader
from irad.analysis.memory.memory_graph import Memory, called_function
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import Effects, is_pure_call
from irad.analysis.reuse.reload_safety import Aliasing
from irad.ir.values import Function, Instruction


def hoist_loads(fn: Function, memory: Memory, may_free: Callable[[Function], bool]) -> None:
    """Move loads out of loops, inner loops first, so that they are hoisted as far as possible."""
    flow = ControlFlow(fn)
    if not flow.loops:
        return
    aliasing = Aliasing(fn, memory, noalias=False)
    effects = Effects(fn, memory, may_free)
    for loop in reversed(flow.loops):
        before = preheader(loop)
        if before is None or len(loop.latches) != 1 or not _returns(loop):
            continue
        changed = _changed(loop, effects)
        for load in [i for b in loop.blocks for i in b.instructions if i.opcode == "load"]:
            if _moves(load, loop, flow, aliasing, changed):
                assert load.block is not None
                load.block.instructions.remove(load)
                before.insert(len(before.instructions) - 1, load)


def _returns(loop: Loop) -> bool:
    """Whether all calls in the loop certainly return.  (A call may end the program, and so guard a load.)"""
    for inst in [i for b in loop.blocks for i in b.instructions if i.opcode in ("call", "invoke", "callbr")]:
        callee = called_function(inst)
        if callee is None or not (callee.name.startswith("llvm.") or is_pure_call(inst)):
            return False
    return True


def _changed(loop: Loop, effects: Effects) -> set[Node]:
    out: set[Node] = set()
    for block in loop.blocks:
        for inst in block.instructions:
            out |= effects.writes.get(inst, frozenset()) | effects.frees.get(inst, frozenset())
    return out


def _moves(load: Instruction, loop: Loop, flow: ControlFlow, aliasing: Aliasing, changed: set[Node]) -> bool:
    pointer, block = load.operands[0], load.block
    if load.attrs["volatile"] or load.attrs["atomic"] or block is None:
        return False
    if isinstance(pointer, Instruction) and pointer.block in loop.blocks:
        return False
    node = aliasing.memory.node_of(pointer)
    if node is None or "unknown" in node.flags or any(aliasing.may_overlap(node, w) for w in changed):
        return False
    first = {loop.latches[0], *(b for b, _ in loop.exits())}
    return all(flow.dominates(block, b) for b in first)
