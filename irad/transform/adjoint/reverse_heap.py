"""Heap memory and its shadows in the reverse sweep: what is freed, and when.

Whether the primal has freed memory by the time its allocation is reversed is mostly known statically: the function frees what it
allocates, or the memory is unreachable when the outermost call has returned (`heap_facts.py`).  Otherwise a table in the arena
tells at run time: allocations enter their shadows, the reverse of a deallocation marks its shadow there, and the reverse of the
allocation removes it, and frees it if it is marked.  Shadows allocated by callers are in no table, and so are never freed.
"""

from __future__ import annotations

from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I8, I64, LAYOUT, PTR, VOID, function
from irad.ir.values import Instruction, Value
from irad.rules import AllocationRule
from irad.transform.base.counts import count_of
from irad.transform.primal.copied_floats import columns
from irad.transform.primal.emitter import Emitter
from irad.transform.primal.heap_facts import HeapLifetimes
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.primal.word_copies import CopyNotes, reverse_words
from irad.transform.tape.rematerialization import Rematerialization

KEEP_OFFSET = 1144  # in the memory of a split derivative (runtime.ll)


def note_shadow(emit: Emitter, lifetimes: HeapLifetimes, inst: Instruction, rule: AllocationRule) -> None:
    """Enter the shadow of an allocation, made by the forward part, in the table, if its end is only known at run time."""
    if lifetimes.noted(inst, rule):
        emit.b.call_function(emit.runtime.function("irad_shadow_begin"), [emit.arena, emit.shadows[inst]])


class HeapReversal:
    """Emits the frees of heap memory and its shadows in the reverse sweep of one function."""

    def __init__(self, facts: ReverseFacts, emit: Emitter, remat: Rematerialization, copies: CopyNotes) -> None:
        self.facts, self.emit, self.r, self.copies = facts, emit, remat, copies
        self.lifetimes = facts.lifetimes
        self.runtime = emit.runtime
        self.arena = remat.tape.stack.arena

    @property
    def b(self) -> Builder:
        return self.r.b

    def given_back(self, pointer: Value) -> None:
        """The reverse of the deallocation of the memory at ``pointer``."""
        lifetimes, node = self.lifetimes, self.lifetimes.memory.node_of(pointer)
        if self.facts.act.pointer(pointer) and (node in lifetimes.outside or node in lifetimes.callers):
            shadow = self.r.get(self.emit.shadow(pointer))
            self.b.call_function(self.runtime.function("irad_shadow_freed"), [self.arena, shadow])

    def end_shadow(self, inst: Instruction, rule: AllocationRule, shadow: Value) -> None:
        """The reverse sweep has passed an allocation: free its shadow, if it ends there."""
        if self.lifetimes.owned(inst) or self.lifetimes.passing(inst):
            if rule.kind == "custom" and self.facts.key.again:
                return  # it may be needed again, and the deallocator need not accept a null pointer
            self.free(inst, self._unless_kept(shadow), rule)
        elif self.lifetimes.noted(inst, rule):
            last = self._unless_kept(shadow)
            freed = self.b.call_function(self.runtime.function("irad_shadow_end"), [self.arena, last])
            over = self.b.select(self.b.icmp("ne", freed, const_int(I8, 0)), last, null(PTR))
            self.free(inst, over, rule)

    def free(self, inst: Instruction, pointer: Value, rule: AllocationRule) -> None:
        """Free what ``inst`` has allocated (or its shadow)."""
        args = [pointer if k < 0 else self.r.get(self.emit.value(inst.operands[k])) for k in rule.deallocator_args]
        free = self.runtime.external(rule.deallocator or "free", function(VOID, tuple(a.type for a in args)))
        self.b.call_function(free, args)

    def _unless_kept(self, shadow: Value) -> Value:
        """The pointer to free: null while the tape of a split derivative is kept for another reverse sweep."""
        if not self.facts.key.again:
            return shadow
        b = self.b
        keep = b.load(I8, b.gep(I8, self.arena, [const_int(I64, KEEP_OFFSET)]), align=1)
        return b.select(b.icmp("eq", keep, const_int(I8, 0)), shadow, null(PTR))

    def reverse_realloc(self, inst: Instruction, shadow: Value) -> None:
        """Add adjoints of the new block to the old one, up to the smaller of the two sizes."""
        b, notes = self.b, self.copies
        old = self.r.get(self.emit.shadow(inst.operands[0]))
        usable = self.runtime.external("malloc_usable_size", function(I64, (PTR,)))
        old_size, new_size = b.call_function(usable, [old]), b.call_function(usable, [shadow])
        size = b.select(b.icmp("ult", old_size, new_size), old_size, new_size)
        for offset, t, stride in columns(self.facts.act.memory, notes, self.emit.lane, inst, inst, size):
            width = LAYOUT.size_of(t)
            count = count_of(b, size, offset, width, stride)
            at = [const_int(I64, offset)]
            step = const_int(I64, stride if stride > 0 else width)
            b.call_function(self.runtime.helper("copy_adjoint", t), [b.gep(I8, old, at), b.gep(I8, shadow, at), count, step])
        if inst in notes.words:
            reverse_words(b, self.runtime, self.r.get, old, shadow, size, notes.words[inst])
