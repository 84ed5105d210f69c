"""The reverse of accesses to memory and of allocations.

A load adds its adjoint to the shadow.  A store takes the shadow (reads it and sets it to zero) and accumulates into the stored
value, because the store overwrote what was there.
"""

from __future__ import annotations

from collections.abc import Set

from irad.analysis.flow.addresses import leaves
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import is_pure_call
from irad.ir.builder import Builder
from irad.ir.constants import const_int, is_zero, zero
from irad.ir.types import I8, I64, Type
from irad.ir.values import Block, Instruction, Value
from irad.rules import AllocationRule
from irad.transform.adjoint.adjoints import Adjoints, nothing
from irad.transform.adjoint.reverse_heap import HeapReversal
from irad.transform.adjoint.shadow_windows import ShadowWindows
from irad.transform.primal.emitter import Emitter
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.primal.word_copies import CopyNotes
from irad.transform.refused.refusals import Refusals, fail


class MemoryReversal:
    """Reverses loads, stores, atomic operations and allocations.

    ``reserves``: allocations that live on the tape; ``handed_over``: loads whose adjoints were passed to a call earlier;
    ``windows``: accesses whose adjoints come together in variables; ``zero_before``: loads that find shadows at zero;
    ``zero_unread``: stores after whose reverse nobody looks at the shadow.
    """

    def __init__(
        self, facts: ReverseFacts, emit: Emitter, adjoints: Adjoints, heap: HeapReversal, refuse: Refusals,
        reserves: Set[Instruction], handed_over: Set[Instruction], copies: CopyNotes, windows: ShadowWindows,
        zero_before: Set[Instruction], zero_unread: Set[Instruction],
    ) -> None:  # fmt: skip
        self.facts, self.act, self.emit, self.adjoints, self.r, self.heap = facts, facts.act, emit, adjoints, adjoints.r, heap
        self.refuse = refuse
        self.reserves, self.handed_over, self.copies = reserves, handed_over, copies
        self.windows = windows
        self.zero_before, self.zero_unread = zero_before, zero_unread
        self.stack = adjoints.r.tape.stack
        self._block: Block | None = None
        self._changed: list[tuple[Instruction, Node | None]] = []

    @property
    def b(self) -> Builder:
        return self.r.b

    def _places(self, t: Type, carrier: Type | None) -> list[tuple[tuple[int, ...], int, Type]]:
        """The float data in an access of type ``t``: (path in the adjoint, byte offset, type)."""
        if t.is_int:
            return [((), 0, carrier)] if carrier is not None else []
        return [(path, at, leaf) for path, at, leaf in leaves(t) if leaf.scalar.is_float]

    def load(self, inst: Instruction) -> None:
        pointer = inst.operands[0]
        active = self.act.node(self.act.memory.node_of(pointer))
        if active:
            self.refuse.known(inst, inst, pointer)
        if not self.adjoints.has(inst):
            return
        d = self.adjoints.take(inst)
        if not active or inst in self.handed_over:
            return
        waiting = self.windows.place(inst)
        if waiting is not None:
            self.b.store(self.adjoints.add(self.b.load(inst.type, waiting), d), waiting)
            return
        base = self.r.get(self.emit.shadow(pointer))
        for path, offset, t in self._places(inst.type, self.adjoints.type(inst)):
            at = self.b.gep(I8, base, [const_int(I64, offset)])
            align = _align_at(inst, offset)
            there = self._zeroed(at, t, pointer)
            new = self.adjoints.component(d, path)
            if there is None and inst not in self.zero_before:
                new = self.adjoints.add(self.b.load(t, at, align=align), new)
            elif there is not None:
                there.erase()
            self._note(self.b.store(new, at, align=align), pointer)

    def _note(self, store: Instruction, pointer: Value) -> None:
        """Record which shadow memory the block being written has just changed."""
        if self._block is not self.b.block:
            self._block = self.b.block
            self._changed = []
        self._changed.append((store, self.act.memory.node_of(pointer)))

    def _zeroed(self, at: Value, t: Type, pointer: Value) -> Instruction | None:
        """The store that has just zeroed the shadow at ``at``, if it was not accessed since: adding to it is then a store."""
        if self._block is not self.b.block or self.adjoints.flags == ():
            return None
        node = self.act.memory.node_of(pointer)
        aliasing = self.facts.reload_safety.aliasing
        for store, other in reversed(self._changed):
            if store.block is None:
                continue
            if store.operands[1] is at:
                between = store.block.instructions[store.block.instructions.index(store) :]
                calls = any(i.opcode == "call" and not is_pure_call(i) for i in between)
                return store if is_zero(store.operands[0]) and not calls else None
            if node is None or other is None or aliasing.may_overlap(node, other):
                return None
        return None

    def store(self, inst: Instruction) -> None:
        value, pointer = inst.operands
        if not self.act.node(self.act.memory.node_of(pointer)):
            return
        self.refuse.known(inst, value, pointer)
        carrier = self.act.carriers.stored(inst)
        if carrier is None:
            return
        base = self.r.get(self.emit.shadow(pointer))
        small = self.act.memory.node_of(pointer) in self.facts.small
        for path, offset, t in self._places(value.type, carrier):
            at = self.b.gep(I8, base, [const_int(I64, offset)])
            align = _align_at(inst, offset)
            if self.adjoints.has(value):
                self.adjoints.accumulate(value, self.b.load(t, at, align=align), path)
            if (waiting := self.windows.place(inst)) is not None:
                self.adjoints.accumulate(value, self.b.load(t, waiting), path)
                self.b.store(nothing(t), waiting)
            if inst not in self.zero_unread:
                self._note(self.b.store(nothing(t) if small else zero(t), at, align=align), pointer)

    def atomicrmw(self, inst: Instruction) -> None:
        pointer, value = inst.operands
        if not self.refuse.atomic(inst, pointer, value):
            return
        if inst.attrs["op"] not in ("fadd", "fsub"):
            raise fail(inst, f"atomicrmw {inst.attrs['op']} on active memory")
        base = self.r.get(self.emit.shadow(pointer))
        d = self.b.load(value.type, base)
        self.adjoints.accumulate(value, d if inst.attrs["op"] == "fadd" else self.b.fneg(d))
        if self.adjoints.has(inst):
            self.b.store(self.adjoints.add(d, self.adjoints.take(inst)), base)

    def alloca(self, inst: Instruction) -> None:
        if inst in self.reserves and not self.emit.lane:
            self.stack.release(self.b, self.r.get(self.emit.value(inst)))

    def allocation(self, inst: Instruction, rule: AllocationRule) -> None:
        emit, heap = self.emit, self.heap
        if inst in self.facts.deferral.on_tape:
            if not emit.lane:  # with its shadows, which were reserved later
                self.stack.release(self.b, self.r.get(emit.value(inst)))
            return
        if self.facts.kept_allocation(inst) and not emit.lane:
            heap.free(inst, self.r.get(emit.value(inst)), rule)
        if rule.kind == "reserve":
            if emit.lane:
                return
            arena = self.r.get(emit.value(inst.operands[0]))
            primal = self.r.get(emit.value(inst))
            self.b.call_function(emit.runtime.function("irad_release"), [arena, primal])
            return
        if inst not in emit.shadows:
            return
        shadow = self.r.get(emit.shadow(inst))
        if inst in self.reserves:
            if not emit.lane:  # the first lane's was reserved first
                self.stack.release(self.b, shadow)
            return
        if rule.kind == "realloc":
            heap.reverse_realloc(inst, shadow)
            heap.given_back(inst.operands[0])
        heap.end_shadow(inst, rule, shadow)
        self.release_words(inst)

    def release_words(self, inst: Instruction) -> None:
        """Release the words that a copy has kept on the tape; done by the last lane."""
        words = self.copies.words.get(inst)
        if words is not None and self.emit.lane == len(self.emit.lanes) - 1:
            self.stack.release(self.b, self.r.get(words.kept))


def _align_at(inst: Instruction, offset: int) -> int | None:
    """The alignment of the part of an access at byte ``offset``."""
    align: int | None = inst.attrs.get("align")
    if align is None or offset == 0:
        return align
    return min(align, offset & -offset)
