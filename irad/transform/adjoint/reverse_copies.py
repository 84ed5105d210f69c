"""The reverse of instructions that write many bytes at once: copies, fills, library functions, starts of lifetimes.

Copies of memory are reversed as loads and stores, element by element, in the opposite of an order that is safe for the forward
copy.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from irad.analysis.activity.activity import Activity
from irad.analysis.memory.memory_graph import called_function
from irad.errors import DifferentiationError
from irad.ir.builder import Builder
from irad.ir.constants import const_int, zero
from irad.ir.types import DOUBLE, I8, I64, LAYOUT, FloatType, array
from irad.ir.values import ConstantInt, Instruction, Value
from irad.rules import InactiveRule
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.base.counts import count_of
from irad.transform.primal import inactive_functions
from irad.transform.primal.copied_floats import columns
from irad.transform.primal.copied_floats import overwritten as overwritten_floats
from irad.transform.primal.emitter import NO, Emitter
from irad.transform.primal.word_copies import CopyNotes, reverse_words

Columns = Sequence[tuple[int, FloatType, int]]  # byte offset, type, stride


_MOST_TAKEN = 1 << 12  # bytes of memory of its own for the adjoints of what a copy has written


class CopyReversal:
    """Reverses copies, fills and overwriting calls.

    ``notes``: which words of copies were pointers; ``zero_unread``: fills whose reverse need not set shadows to zero.
    """

    def __init__(
        self, act: Activity, emit: Emitter, adjoints: Adjoints, notes: CopyNotes, zero_unread: Set[Instruction]
    ) -> None:
        self.zero_unread = zero_unread
        self.act, self.emit, self.adjoints, self.r, self.notes = act, emit, adjoints, adjoints.r, notes
        self.runtime = emit.runtime

    @property
    def b(self) -> Builder:
        return self.r.b

    def _clear(self, pointer: Value, size: Value) -> None:
        self.b.call_function(self.runtime.memset(), [pointer, const_int(I8, 0), size, NO])

    def overwritten(self, inst: Instruction, rule: InactiveRule) -> None:
        """A library function stores an inactive number: the adjoint of the overwritten value is dropped."""
        for pointer, size in inactive_functions.overwritten(self.act, inst, rule):
            self._clear(self.r.get(self.emit.shadow(pointer)), const_int(I64, size))

    def lifetime(self, inst: Instruction) -> None:
        """A new lifetime of a stack object begins: the shadow's contents belong to bytes that were never written."""
        pointer = inst.args[-1]
        if isinstance(pointer, Instruction) and pointer.opcode == "alloca" and self._pure(pointer):
            size = const_int(I64, LAYOUT.size_of(pointer.attrs["allocated_type"]))
            if not pointer.operands or isinstance(pointer.operands[0], ConstantInt):
                self._clear(self.r.get(self.emit.shadow(pointer)), size)

    def _pure(self, pointer: Value) -> bool:
        """Whether the node is active, and without pointers among its data."""
        node = self.act.memory.node_of(pointer)
        if node is None or not self.act.node(node):
            return False
        return not any("ptr" in c.find().kinds for c, _ in node.fields.values())

    def copy(self, inst: Instruction, kind: str) -> None:
        memory, active = self.act.memory, self.act.node
        dst, src, size = inst.operands[:3]
        if not active(memory.node_of(dst)) or (kind == "set" and inst in self.zero_unread):
            return
        from_active = kind == "copy" and active(memory.node_of(src))
        floats = self._floats(inst, from_active)
        mixed = self.notes.mixed.get((inst, self.emit.lane), {})
        words = self.notes.words.get(inst)
        dropped = overwritten_floats(memory, inst) if kind == "copy" else []
        if floats == [] and not mixed and not dropped and words is None:
            return
        r = self.r
        to = r.get(self.emit.shadow(dst))
        n = r.get(self.emit.value(size))
        n = n if n.type is I64 else self.b.cast("zext", n, I64)
        # Adjoints of what is overwritten are dropped: all bytes, if it is unknown which are floats.
        if floats is None or (words is not None and not from_active):
            self._clear(to, n)
            return
        for offset, t in dropped:
            self.b.store(zero(t), self.b.gep(I8, to, [const_int(I64, offset)]), align=1)
        source = r.get(self.emit.shadow(src)) if from_active else None
        # Places are taken one by one; the loops over columns choose a safe direction themselves.
        single = [place for place in floats if place[2] <= 0]
        if source is not None and len(mixed) + len(single) > 1 and _may_overlap(inst):
            if isinstance(size, ConstantInt) and size.value <= _MOST_TAKEN:
                to = self._taken(to, size.value, floats, {k: r.get(p) for k, p in mixed.items()})
            else:
                self._move_at_once(source, to, n, single)
                floats = [place for place in floats if place[2] > 0]
        self._move(source, to, n, floats)
        for offset, pointer in mixed.items():
            self._one_of_both(source, to, offset, r.get(pointer))
        if words is not None and source is not None:
            reverse_words(self.b, self.runtime, r.get, source, to, n, words)

    def _floats(self, inst: Instruction, from_active: bool) -> Columns | None:
        """The floats that a copy writes; None if that is unknown, for memory to which it propagates no derivative."""
        dst, size = inst.operands[0], inst.operands[2]
        try:
            return columns(self.act.memory, self.notes, self.emit.lane, inst, dst, size)
        except DifferentiationError:
            if from_active:
                raise
        return None

    def _move(self, source: Value | None, to: Value, n: Value, floats: Columns) -> None:
        """Add the adjoints of the floats among ``n`` bytes to ``source``, if there is one, and zero them in ``to``."""
        for offset, t, stride in floats:
            width = LAYOUT.size_of(t)
            count = count_of(self.b, n, offset, width, stride)
            step = const_int(I64, stride if stride > 0 else width)
            at = self.b.gep(I8, to, [const_int(I64, offset)])
            if source is None:
                self.b.call_function(self.runtime.helper("zero_adjoint", t), [at, step, count])
                continue
            other = self.b.gep(I8, source, [const_int(I64, offset)])
            self.b.call_function(self.runtime.helper("copy_adjoint", t), [other, at, count, step])

    def _move_at_once(self, source: Value, to: Value, n: Value, floats: Columns) -> None:
        """As `_move` for single floats that may lie in the source as well: all are taken before any is added."""
        b, moved = self.b, []
        for offset, t, stride in floats:
            there = b.icmp("ne", count_of(b, n, offset, LAYOUT.size_of(t), stride), const_int(I64, 0))
            nowhere = self.r.tape.stack.variable(t, zero(t))
            here, other = (b.select(there, b.gep(I8, base, [const_int(I64, offset)]), nowhere) for base in (to, source))
            moved.append((other, t, b.load(t, here, align=1)))
            b.store(zero(t), here, align=1)
        for other, t, d in moved:
            b.store(self.adjoints.add(b.load(t, other, align=1), d), other, align=1)

    def _taken(self, shadow: Value, size: int, floats: Columns, mixed: dict[int, Value]) -> Value:
        """The adjoints of what a copy has written, moved to memory of their own; zero remains in their place."""
        own = self.r.tape.stack.variable(array(-(-size // 8), I64), None)
        self.b.call_function(self.runtime.memcpy(), [own, shadow, const_int(I64, size), NO])
        self._move(None, shadow, const_int(I64, size), floats)
        for offset, pointer in mixed.items():
            self._one_of_both(None, shadow, offset, pointer)
        return own

    def _one_of_both(self, source: Value | None, to: Value, offset: int, pointer: Value) -> None:
        """The reverse of copying 8 bytes that held a pointer or a double; ``pointer``: which of them it was."""
        at = [const_int(I64, offset)]
        here = self.b.gep(I8, to, at)
        d = self.b.load(DOUBLE, here, align=1)
        self.b.store(self.b.select(pointer, d, zero(DOUBLE)), here, align=1)
        if source is not None:
            there = self.b.gep(I8, source, at)
            old = self.b.load(DOUBLE, there, align=1)
            self.b.store(self.b.select(pointer, old, self.adjoints.add(old, d)), there, align=1)


def _may_overlap(copy: Instruction) -> bool:
    callee = called_function(copy)
    return callee is not None and "memmove" in callee.name
