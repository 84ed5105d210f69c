"""Loads of the same memory in every iteration of a loop are hoisted out of it, and stores sunk.

LLVM does that if it can prove that nothing in the loop stores there; the memory analysis proves it more often, and more often
still the analysis of elements.  Only loads that the first iteration certainly executes are moved, and stores of every iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from irad.analysis.elements.element_lifetimes import ElementLifetimes
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.trips import never, preheader
from irad.analysis.memory.memory_graph import Memory, called_function
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import Effects, is_pure_call
from irad.analysis.reuse.reload_safety import Aliasing, ReloadSafety
from irad.ir.values import Function, Instruction, Value

_MOST_NEAR = 12  # accesses of one object in a loop


def hoist_loads(fn: Function, memory: Memory, may_free: Callable[[Function], bool], sink: bool) -> None:
    """Move loads and, with ``sink``, stores out of loops, inner loops first, so that they are moved as far as possible."""
    flow = ControlFlow(fn)
    if not flow.loops:
        return
    aliasing = Aliasing(fn, memory, noalias=False)
    effects = Effects(fn, memory, may_free)
    for loop in reversed(flow.loops):
        before = preheader(loop)
        if before is None or len(loop.latches) != 1 or not _returns(loop):
            continue
        changing = _Changing(loop, effects, aliasing, flow)
        for load in [i for b in loop.blocks for i in b.instructions if i.opcode == "load"]:
            if _is_first(load, loop, flow) and changing.none_meets(load, load.operands[0]):
                assert load.block is not None
                load.block.instructions.remove(load)
                before.insert(len(before.instructions) - 1, load)
        for store in [i for b in loop.blocks for i in b.instructions if sink and i.opcode == "store"]:
            if _is_in_all(store, loop, flow) and changing.nobody_meets(store, store.operands[1]):
                _sink(store, loop)


class _Changing:
    """What changes memory while a loop runs.  Elements are asked for only where whole objects are not enough."""

    def __init__(self, loop: Loop, effects: Effects, aliasing: Aliasing, flow: ControlFlow) -> None:
        self.loop, self.aliasing, self.flow, self.effects = loop, aliasing, flow, effects
        self.instructions = [i for b in loop.blocks for i in b.instructions]
        self.changes = {i: n for i in self.instructions if (n := self._changed(i))}

    def _changed(self, inst: Instruction) -> frozenset[Node]:
        return self.effects.writes.get(inst, frozenset()) | self.effects.frees.get(inst, frozenset())

    @cached_property
    def lifetimes(self) -> ElementLifetimes:
        safety = ReloadSafety(self.aliasing, self.effects, self.flow, False, lambda inst: False)
        return ElementLifetimes(self.flow, safety, never)

    def none_meets(self, access: Instruction, pointer: Value) -> bool:
        """Whether nothing in the loop changes what a load or store accesses (but for itself)."""
        return self._apart(access, pointer, self.changes)

    def nobody_meets(self, access: Instruction, pointer: Value) -> bool:
        """Whether nothing else in the loop accesses the same bytes."""
        reads = {i: n for i in self.instructions if (n := self.effects.reads.get(i))}
        loads = {i: n for i, n in reads.items() if i.opcode == "load"}
        node = self.aliasing.memory.node_of(pointer)
        others = {n for i, nodes in reads.items() if i.opcode != "load" for n in nodes}  # of copies it is known what they write
        if node is None or any(self.aliasing.may_overlap(node, n) for n in others):
            return False
        return self._apart(access, pointer, self.changes) and self._apart(access, pointer, loads)

    def _apart(self, access: Instruction, pointer: Value, others: Mapping[Instruction, frozenset[Node]]) -> bool:
        node = self.aliasing.memory.node_of(pointer)
        if node is None or "unknown" in node.flags:
            return False
        near = [i for i, nodes in others.items() if i is not access and any(self.aliasing.may_overlap(node, n) for n in nodes)]
        if not near:
            return True
        same = all(self.effects.reads.get(i, self._changed(i)) <= {node} for i in near)
        return same and len(near) <= _MOST_NEAR and all(self.lifetimes.never_meet(access, i, self.loop) for i in near)


def _returns(loop: Loop) -> bool:
    """Whether all calls in the loop certainly return.  (A call may end the program, and so guard a load.)"""
    for inst in [i for b in loop.blocks for i in b.instructions if i.opcode in ("call", "invoke", "callbr")]:
        callee = called_function(inst)
        if callee is None or not (callee.name.startswith("llvm.") or is_pure_call(inst)):
            return False
    return True


def _is_fixed(access: Instruction, pointer: Value, loop: Loop) -> bool:
    if access.attrs["volatile"] or access.attrs["atomic"]:
        return False
    return not (isinstance(pointer, Instruction) and pointer.block in loop.blocks)


def _is_first(load: Instruction, loop: Loop, flow: ControlFlow) -> bool:
    """Whether a load has one address, and the first iteration certainly executes it."""
    if load.block is None or not _is_fixed(load, load.operands[0], loop):
        return False
    first = {loop.latches[0], *(b for b, _ in loop.exits())}
    return all(flow.dominates(load.block, b) for b in first)


def _is_in_all(store: Instruction, loop: Loop, flow: ControlFlow) -> bool:
    """Whether a store has one address, all iterations execute it, and there is one way out of the loop, behind it."""
    if store.block is None or not _is_fixed(store, store.operands[1], loop) or not store.operands[0].type.is_float:
        return False
    exits = loop.exits()
    if [b for b, _ in exits] != loop.latches or flow.preds[exits[0][1]] != loop.latches:
        return False
    return flow.dominates(store.block, loop.latches[0])


def _sink(store: Instruction, loop: Loop) -> None:
    """Store once, behind the loop."""
    (latch, outside) = loop.exits()[0]
    phi = Instruction("phi", store.operands[0].type, (store.operands[0], latch), {"flags": ()})
    outside.insert(0, phi)
    assert store.block is not None
    store.block.instructions.remove(store)
    store.set_operand(0, phi)
    outside.insert(next(k for k, i in enumerate(outside.instructions) if i.opcode != "phi"), store)
