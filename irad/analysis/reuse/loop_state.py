"""The state of a loop: the memory from which it can go on at the beginning of any iteration, if it is put back.

That is memory which the loop changes and which an iteration may read before it has written it.  What an iteration has certainly
written before it reads it, and what is only written, is no part of the state.  How much memory that is follows from the accesses:
the hull of the addresses that one iteration uses, where it is the same for all iterations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass

from irad.analysis.flow.cfg import Loop
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.affine_guards import AffineGuards
from irad.analysis.reuse.call_ranges import ArgumentRange, CallRanges
from irad.analysis.reuse.effects import Effects
from irad.analysis.reuse.masked_numbers import bounded
from irad.analysis.reuse.pointer_groups import pointer_group
from irad.analysis.reuse.polynomial import AtLeastZero, Excess, IterationNumber, Limits, Polynomial, Unsigned
from irad.analysis.reuse.reload_safety import Aliasing
from irad.analysis.reuse.repeatable_loops import ANYWHERE, RepeatableLoops, WrittenPieces
from irad.ir.opcodes import OPCODES
from irad.ir.values import Block, Instruction, Value


@dataclass(frozen=True)
class MemoryRange:
    """The bytes at offsets from ``low`` to ``high`` from ``base``: a parameter, or a pointer that the loop's header hands on.

    ``group``: the header's pointers that may stand for one another in later iterations, so that the range counts for all.
    ``guards``: conditions from before the loop without which nothing of it is accessed, and how they turn out.  ``throughout``:
    what is accessed from the first to the last iteration, in values of when the loop begins.  ``certain``: there are no other
    conditions, so that the memory exists.
    """

    base: Value
    low: Polynomial
    high: Polynomial
    group: tuple[Value, ...]
    guards: tuple[tuple[Value, bool], ...] = ()
    throughout: bool = False
    certain: bool = True


Measured = Callable[[MemoryRange], MemoryRange | None]
Objects = Callable[[Instruction, Node], list[MemoryRange] | None]


class LoopState:
    """Questions about the outermost loop of a function that is nothing but this loop.

    LLVM moves accesses of the loop to its front and its exits, where it keeps their memory in a value meanwhile: what stands
    there counts as the loop's.  ``measured``: a range as it can be told before the loop, None if it cannot; ``objects``: what an
    access may touch where its addresses do not tell.
    """

    def __init__(
        self, loop: Loop, repeatable_loops: RepeatableLoops, effects: Effects, aliasing: Aliasing, calls: CallRanges,
        live: Collection[Block], measured: Measured = lambda r: r, objects: Objects = lambda inst, node: None,
    ) -> None:  # fmt: skip
        """``live``: the blocks that do not lead to an error, after which nothing runs again."""
        self.loop, self.effects, self.aliasing, self.calls = loop, effects, aliasing, calls
        self.measured, self.objects = measured, objects
        self.loops: RepeatableLoops = repeatable_loops
        self.polynomials = repeatable_loops.polynomials
        self.polynomials.counts_inequalities = True
        self.guards = AffineGuards(repeatable_loops.flow, self.polynomials, repeatable_loops.error_exit)
        self.instructions = [i for i in repeatable_loops.flow.fn.instructions() if i.block in live]
        self.written = repeatable_loops.written(loop)
        self.writers = self._by_node(effects.writes)
        for node, writers in self.writers.items():
            if any(not self._is_inside(i) for i in writers):
                self.written.setdefault(node, []).append(ANYWHERE)
        self.readers = self._by_node(effects.reads)

    def _by_node(self, effects: dict[Instruction, frozenset[Node]]) -> dict[Node, list[Instruction]]:
        out: dict[Node, list[Instruction]] = {}
        for inst in self.instructions:
            for node in effects.get(inst, ()):
                out.setdefault(node, []).append(inst)
        return out

    def carried(self) -> dict[Node, Instruction]:
        """The state: memory that is written, and that an iteration may read as an earlier one has left it, with such a read."""
        pieces = WrittenPieces(self.loops, self.loop)
        out: dict[Node, Instruction] = {}
        for node, readers in self.readers.items():
            overlapping = [w for w in self.written if self.aliasing.may_overlap(node, w)]
            if not overlapping:
                continue
            for inst in readers:
                covered = self._is_inside(inst) and overlapping == [node]
                if not (covered and self.loops.covered(node, inst, self.loop, None, self.written, pieces)):
                    out.update(dict.fromkeys(overlapping, inst))
                    break
        return out

    def read_only(self) -> list[Node]:
        """What the loop reads and does not write (unless it is memory that it writes by another name)."""
        return [n for n in self.readers if n not in self.written]

    def written_once(self, node: Node) -> bool:
        """Whether no two iterations write the same place of the node: the last contents are those of every second run."""
        if node in self.readers:
            return False
        strides = set()
        for inst in self.writers[node]:
            found = self._moving(inst, node)
            if found is None:
                return False
            strides.add(found)
        return len(strides) == 1

    def _moving(self, inst: Instruction, node: Node) -> tuple[Value, Polynomial, Polynomial] | None:
        """(base, where iteration 0 begins, stride) of a write that covers a stride in every iteration, at most."""
        access = self.loops.access(inst, node)
        if access is None or inst.block is None:
            return None
        pointer, size, length = access
        address = self.polynomials.address(pointer)
        at = self.loops.flow.loop_of[inst.block]
        hull = self.polynomials.hull(address.offset, size, at, self.loop) if at is not None else None
        name = IterationNumber(self.loop)
        if hull is None or self._is_inside(address.base):
            return None
        low, high = hull[0], hull[1] + length
        stride = low.coefficient(name)
        if name not in low.names() or stride != high.coefficient(name):
            return None
        if not self.polynomials.at_most(high - low, stride, self.loop):
            return None
        return address.base, low.replace(name, Polynomial()), stride

    def _is_inside(self, v: Value) -> bool:
        return isinstance(v, Instruction) and v.block in self.loop.blocks

    # ---- extents

    def ranges(self, node: Node, reads: bool) -> list[MemoryRange] | Instruction:
        """The memory of a node that the loop writes (``reads``: or reads); an access of which that is not known, if there is one.
        """
        out: dict[MemoryRange, None] = {}
        accesses: list[Instruction] = [*self.writers.get(node, ()), *(self.readers.get(node, ()) if reads else ())]
        for inst in accesses:
            found = self._ranges(inst, node)
            if found is None:
                return inst
            out.update(dict.fromkeys(found))
        return list(out)

    def _ranges(self, inst: Instruction, node: Node) -> list[MemoryRange] | None:
        """What an access may touch in any iteration; None where that is not known."""
        found = self.calls.accesses(inst, node, self.loops)
        if found is not None and inst.block is not None:
            ranges = [self._in_each_iteration(inst.block, r) or self._in_all_iterations(inst.block, r) for r in found]
            if None not in ranges:
                return [r for r in ranges if r is not None]
        return self.objects(inst, node)

    def _in_each_iteration(self, block: Block, r: ArgumentRange) -> MemoryRange | None:
        """What an access touches, if that is the same in all iterations."""
        at = self.loops.flow.loop_of[block]
        address = self.polynomials.address(r.pointer)
        group = self.group(address.base)
        guards = self.guards.of(block, self.loop)
        around = self.loop if at is not None else None
        found = self._hull(address.offset, r, at, around, guards.limits)
        if group is None or found is None or not all(map(self._is_fixed, found)):
            return None
        return self.measured(MemoryRange(address.base, *found, group, tuple(guards.before), certain=guards.certain))

    def _in_all_iterations(self, block: Block, r: ArgumentRange) -> MemoryRange | None:
        """What an access touches from the first to the last iteration, if it does so in each, and there is no other way out."""
        at = self.loops.flow.loop_of[block]
        address = self.polynomials.address(r.pointer)
        guards = self.guards.of(block, self.loop)
        if at is None or self._is_inside(address.base) or not guards.certain:
            return None
        found = self._hull(address.offset, r, at, None, guards.limits)
        if found is None or not all(map(self._is_fixed, found)):
            return None
        return self.measured(MemoryRange(address.base, *found, (), tuple(guards.before), True))

    def _hull(
        self, offset: Polynomial, r: ArgumentRange, at: Loop | None, around: Loop | None, limits: Limits
    ) -> tuple[Polynomial, Polynomial] | None:
        """The bytes that an access in the loop ``at`` touches while that and those around it run, ``around`` not included."""
        ends = [self.polynomials.hull(offset + p, 0, at, around, True, limits) for p in (r.low, r.high)]
        if ends[0] is None or ends[1] is None:
            return None
        low, high = ends[0][0], ends[1][1]
        if at is not None:
            low, high = self.polynomials.signed(low, at), self.polynomials.signed(high, at)
        return (
            bounded(low, False, self.polynomials, at or self.loop, self._is_before),
            bounded(high, True, self.polynomials, at or self.loop, self._is_before),
        )

    def _is_fixed(self, p: Polynomial) -> bool:
        """Whether it is the same number in all iterations, and one of values."""
        names = [n for n in p.names() if not isinstance(n, AtLeastZero)]
        if any(isinstance(n, (Excess, IterationNumber)) for n in names):
            return False
        return all(self._is_invariant(n.value if isinstance(n, Unsigned) else n) for n in names)

    def _is_before(self, name: Hashable) -> bool:
        return self.polynomials.is_fixed(name, self.loop, True)

    def _is_invariant(self, v: object) -> bool:
        """Whether a value is from before the loop, or is computed in it from such values alone."""
        if not isinstance(v, Instruction) or not self._is_inside(v):
            return True
        return v.opcode != "phi" and OPCODES[v.opcode].computes and all(map(self._is_invariant, v.operands))

    def group(self, base: Value) -> tuple[Value, ...] | None:
        """The header's pointers and parameters among which ``base`` is handed around (`pointer_groups.py`)."""
        return pointer_group(self.loop, base)

    def second_run_hindrance(self) -> Instruction | None:
        """An instruction of which it is not known that it can be executed a second time."""
        return next((i for i in self.instructions if i in self.effects.unknown), None)

