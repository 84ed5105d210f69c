"""The state of a loop: the memory from which it can go on at the beginning of any iteration, if it is put back.

That is memory which the loop changes and which an iteration may read before it has written it.  What an iteration has certainly
written before it reads it, and what is only written, is no part of the state.  How much memory that is follows from the accesses:
the hull of the addresses that one iteration uses, where it is the same for all iterations.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from irad.analysis.flow.cfg import Loop
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.call_ranges import CallRanges
from irad.analysis.reuse.effects import Effects
from irad.analysis.reuse.pointer_groups import pointer_group
from irad.analysis.reuse.polynomial import AtLeastZero, Excess, IterationNumber, Polynomial, Unsigned, named, number
from irad.analysis.reuse.reload_safety import Aliasing
from irad.analysis.reuse.repeatable_loops import ANYWHERE, RepeatableLoops, WrittenPieces
from irad.ir.types import I64
from irad.ir.values import Block, ConstantInt, Instruction, Value


@dataclass(frozen=True)
class MemoryRange:
    """The bytes at offsets from ``low`` to ``high`` from ``base``: a parameter, or a pointer that the loop's header hands on.

    ``group``: the header's pointers that may stand for one another in later iterations, so that the range counts for all.
    """

    base: Value
    low: Polynomial
    high: Polynomial
    group: tuple[Value, ...]


class LoopState:
    """Questions about the outermost loop of a function that is nothing but this loop.

    LLVM moves accesses of the loop to its front and its exits, where it keeps their memory in a value meanwhile: what stands
    there counts as the loop's.
    """

    def __init__(
        self,
        loop: Loop,
        repeatable_loops: RepeatableLoops,
        effects: Effects,
        aliasing: Aliasing,
        calls: CallRanges,
        live: Collection[Block],
    ) -> None:
        """``live``: the blocks that do not lead to an error, after which nothing runs again."""
        self.loop, self.effects, self.aliasing, self.calls = loop, effects, aliasing, calls
        self.loops: RepeatableLoops = repeatable_loops
        self.polynomials = repeatable_loops.polynomials
        self.polynomials.counts_inequalities = True
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
        """What an access may touch in any iteration; None where that is not known, or not the same in all iterations."""
        out = []
        found = self.calls.accesses(inst, node, self.loops)
        if found is None or inst.block is None:
            return None
        at = self.loops.flow.loop_of[inst.block]
        for r in found:
            address = self.polynomials.address(r.pointer)
            group = self.group(address.base)
            around = self.loop if at is not None else None
            ends = [self.polynomials.hull(address.offset + p, 0, at, around) for p in (r.low, r.high)]
            if ends[0] is None or ends[1] is None or group is None:
                return None
            low, high = ends[0][0], ends[1][1]
            if at is not None:
                low, high = self.polynomials.signed(low, at), self.polynomials.signed(high, at)
            low, high = self._bound(low, False), self._bound(high, True)
            if not all(self.polynomials.fixed(p, self.loop, True) and _is_known(p) for p in (low, high)):
                return None
            out.append(MemoryRange(address.base, low, high, group))
        return out

    def _bound(self, p: Polynomial, upper: bool) -> Polynomial:
        """A bound of a polynomial in which remainders and masked numbers, which change in the loop, do not occur."""
        for name in p.names():
            value = name.value if isinstance(name, Unsigned) else name
            if self.polynomials.is_fixed(name, self.loop, True) or not isinstance(value, Instruction):
                continue
            most, sign = self._most(value, isinstance(name, Unsigned)), p.coefficient(name).sign()
            if most is not None and sign is not None:
                p = p.replace(name, most if (sign > 0) is upper else Polynomial())
        return p

    def _most(self, v: Instruction, unsigned: bool) -> Polynomial | None:
        """The most that a remainder or masked number may be, if it is not negative."""
        if v.opcode not in ("urem", "srem", "and"):
            return None
        other = v.operands[1]
        if v.opcode == "and" or isinstance(other, ConstantInt):
            fine = isinstance(other, ConstantInt) and other.value > 0 and v.opcode != "srem"
            if isinstance(other, ConstantInt) and (fine or self.polynomials.not_negative(v.operands[0], self.loop)):
                return number(abs(other.value) - (v.opcode != "and")) if other.value else None
            return None
        if v.opcode == "srem":
            if unsigned or not self.polynomials.not_negative(v.operands[0], self.loop):
                return None
            divisor = self.polynomials.of(other)  # the largest remainder: its absolute value less one
            return named(AtLeastZero(divisor - number(1))) + named(AtLeastZero(Polynomial() - divisor - number(1)))
        if v.type is I64:
            return self.polynomials.of(other) - number(1)
        widened = [u for u in v.users() if u.opcode in ("sext", "zext")]
        positive = all(u.opcode == "zext" and "nneg" in u.attrs.get("flags", ()) for u in widened)
        return named(Unsigned(other)) - number(1) if unsigned or positive else None

    def group(self, base: Value) -> tuple[Value, ...] | None:
        """The header's pointers and parameters among which ``base`` is handed around (`pointer_groups.py`)."""
        return pointer_group(self.loop, base)

    def second_run_hindrance(self) -> Instruction | None:
        """An instruction of which it is not known that it can be executed a second time."""
        return next((i for i in self.instructions if i in self.effects.unknown), None)


def _is_known(p: Polynomial) -> bool:
    return not any(isinstance(n, (Excess, IterationNumber)) for n in p.names())
