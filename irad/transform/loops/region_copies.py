"""Copies of memory on the tape, made where a loop is entered or left, for loads inside that would have to be kept one by one.

A tensor contraction reads each row of an array many times before it overwrites the row: a copy of the array is n^3 numbers where
the loads are n^4.  A load is read in a copy if nothing in the loop writes to its element before the load, or nothing after it
(`ElementLifetimes`), if it is known before the loop which bytes the loop may read, and if those are fewer than the loads, by a
whole power of a size.  Copies are made for loads that the reverse sweep asks for, when it asks.

Where several loads read the same elements, neighbours in a stencil for instance, or loops one after the other, one copy serves
all of them: whether that is less than what would be kept otherwise is a question for the minimum cut (`min_cut.py`), with and
without such a `SharedCopy`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from irad.analysis.elements.read_ranges import ReadRange, read_range
from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.trips import preheader
from irad.analysis.reuse.effects import unmarked
from irad.analysis.reuse.polynomial import IterationNumber, Polynomial, number
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I8, I64, LAYOUT
from irad.ir.values import Block, Instruction, Value
from irad.transform.base.counts import emit_polynomial, polynomial_values
from irad.transform.base.runtime_calls import Runtime
from irad.transform.primal.emitter import NO
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.tape.contexts import Contexts
from irad.transform.tape.min_cut import executions
from irad.transform.tape.rematerialization import Handed, Rematerialization

_PER_BYTE = 2.5  # more than for values that are kept where they are computed: the processor stores these while it computes


@dataclass(eq=False)
class RegionCopy:
    """The bytes from ``low`` to ``high`` behind ``base``, as they are when ``loop`` is entered; none if a condition is negative.

    ``at_exit``: as they are when it is left.  ``extent``: see `ReadRange`.  ``anchor``: where the room is reserved.  Once there
    is a copy, ``start`` and ``room`` are the addresses of the memory and of the copy, ``origin`` is where ``base`` would be.
    """

    loop: Loop
    at_exit: bool
    base: Value
    low: Polynomial
    high: Polynomial
    conditions: tuple[Polynomial, ...]
    extent: Polynomial | None
    anchor: Instruction
    start: Value | None = None
    room: Value | None = None
    origin: Value | None = None
    given_back: list[tuple[Block, Value]] = field(default_factory=list)


@dataclass(eq=False)
class SharedCopy:
    """A copy and the values that can be read in it.

    ``certain``: it has fewer numbers than one of its loads reads, by a whole power of a size.  ``times``: how often its first
    load is assumed to run, which reads as many numbers as the copy has; ``bytes``: of each.  ``whole``: phis whose first values
    it has, too.
    """

    copy: RegionCopy
    loads: list[Instruction]
    certain: bool
    times: float
    bytes: int
    whole: list[Handed] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """In the units of the minimum cut: a number is read, written, and read again, and nothing is computed meanwhile."""
        return _PER_BYTE * self.bytes * self.times


class RegionCopies:
    """Finds loads that can be read in copies, and makes the copies."""

    def __init__(
        self, facts: ReverseFacts, contexts: Contexts, remat: Rematerialization, runtime: Runtime
    ) -> None:
        self.facts, self.contexts, self.r, self.runtime = facts, contexts, remat, runtime
        self.made: list[RegionCopy] = []
        self.found: list[SharedCopy] = []
        self._joins: dict[tuple[Instruction, RegionCopy], ReadRange | None] = {}

    def find(self, primal: Mapping[Value, Value]) -> None:
        """Register the loads that the reverse sweep asks for; ``primal``: what values of the forward part are copies of.

        Nothing is copied yet.
        """
        seen: set[Value] = set()
        loads: list[tuple[Instruction, Instruction]] = []
        work: list[Value] = [r.value for r in self.r.requests]
        for v in work:  # grows
            load = primal.get(v)
            if v in seen or not isinstance(v, Instruction) or not isinstance(load, Instruction) or self.r.available(v):
                continue
            seen.add(v)
            if load.opcode == "load" and load.type.is_float and v not in self.r.copies and self._changes(load):
                loads.append((load, v))
            work += [unmarked(o) for o in v.operands]
        for load, v in loads:
            self._found_copy(load, v)
        while any(self._join(load, v, copy) for load, v in loads for copy in self.found if v not in copy.loads):
            pass  # each one that joins may bring bounds that those of others can be compared with
        for copy in self.found:
            handed = [h for h in self.r.handed.values() if h.value in copy.loads and h.before]
            copy.whole = [h for h in handed if all(self._covers(copy, start, h.loop) for start in h.before)]
            if copy.certain:
                self.use(copy)

    def _changes(self, load: Instruction) -> bool:
        """Whether a load in a loop of the function's own context cannot be repeated in the reverse sweep."""
        live = load.block in self.facts.live and self.facts.flow.loop_of[load.block] is not None  # type: ignore[index]
        return live and self.contexts.of(load.block) is None and not self.facts.reload_safety.of(load)

    def _found_copy(self, load: Instruction, v: Instruction) -> None:
        """Put a load to a copy that has no more numbers than it reads, of the outermost loop possible."""
        chain = self.facts.flow.loop_of[load.block].chain()  # type: ignore[index, union-attr]
        shared: tuple[ReadRange, Loop, bool] | None = None
        for k, around in enumerate(chain):
            found = self._range(load, around, preheader(around))
            degree = _degree(found.low, found.high) if found is not None else 0
            if found is None or degree > len(chain) - k:
                continue
            at_entry = self.facts.elements.as_at_entry(load, around)
            if not at_entry and (_exit(around, self.facts) is None or not self.facts.elements.as_at_exit(load, around)):
                continue
            if degree < len(chain) - k:
                self._put(found, around, not at_entry, v, True)
                return
            shared = shared or (found, around, not at_entry)
        if shared is not None:
            self._put(*shared, v, False)

    def _put(self, found: ReadRange, loop: Loop, at_exit: bool, v: Instruction, certain: bool) -> None:
        """Put a load to others that read the same memory while the same loop runs, or to a copy of its own."""
        for other in self.found:
            if (other.copy.loop, other.copy.at_exit, other.certain) == (loop, at_exit, certain) and self._widen(other, found, v):
                other.loads.append(v)
                return
        times = executions(self.r.tape.region(v).loop, self.r.flow)
        self.found.append(SharedCopy(self._new(found, loop, at_exit), [v], certain, times, LAYOUT.store_size(v.type)))

    def _widen(self, other: SharedCopy, found: ReadRange, v: Instruction, grows: bool = True) -> bool:
        """Let a copy have what another load reads, if bounds can be compared and it is not longer by a power of a size.

        ``grows``: whether it may become longer at all.
        """
        copy = other.copy
        if copy.base is not found.base or {*copy.conditions} != {*found.conditions} or other.bytes != LAYOUT.store_size(v.type):
            return False
        low, high = self._less(found.low, copy.low, copy.loop), self._less(copy.high, found.high, copy.loop)
        if low is None or high is None:
            return False
        least, most = found.low if low else copy.low, found.high if high else copy.high
        if _degree(least, most) > _degree(copy.low, copy.high) or (not grows and (least, most) != (copy.low, copy.high)):
            return False
        copy.low, copy.high = least, most
        return True

    def _join(self, load: Instruction, v: Instruction, other: SharedCopy) -> bool:
        """Put a load to a copy that was found for others: also one that is made before an earlier loop, in the same iteration."""
        key = (load, other.copy)
        if key not in self._joins:
            self._joins[key] = self._joining(load, other.copy)
        found = self._joins[key]
        there = found is not None and (found.extent is not None or load.block in other.copy.loop.blocks)
        if found is None or not self._widen(other, found, v, grows=there):
            return False
        other.loads.append(v)
        return True

    def _joining(self, load: Instruction, copy: RegionCopy) -> ReadRange | None:
        """What a load would read in a copy, if the copy has what the load has read."""
        flow, before, around = self.facts.flow, preheader(copy.loop), copy.loop.parent
        chain = flow.loop_of[load.block].chain()  # type: ignore[index, union-attr]
        assert before is not None and load.block is not None
        if len(chain) < copy.loop.depth or (around is not None and load.block not in around.blocks):
            return None
        inside = load.block in copy.loop.blocks
        if not inside and (copy.at_exit or not flow.dominates(before, load.block)):
            return None
        found = self._range(load, chain[copy.loop.depth - 1], before)
        same = found is not None and found.base is copy.base
        return found if same and self._has(copy, load, inside) else None

    def _has(self, copy: RegionCopy, load: Instruction, inside: bool) -> bool:
        """Whether what lies in a copy is what a load has read, in the copy's loop (``inside``) or after it."""
        elements, before = self.facts.elements, preheader(copy.loop)
        assert before is not None
        if not inside:
            return elements.as_at_end(load, before, copy.loop.parent)
        return elements.as_at_exit(load, copy.loop) if copy.at_exit else elements.as_at_entry(load, copy.loop)

    def _covers(self, other: SharedCopy, start: Instruction, loop: Loop) -> bool:
        """Whether a copy has what was read just before a loop, or can have it."""
        copy, before = other.copy, preheader(other.copy.loop)
        accesses = self.facts.elements.accesses(start)
        if before is None or len(accesses) != 1 or accesses[0].address.base is not copy.base:
            return False
        if copy.loop is loop:
            same = not copy.at_exit or self.facts.elements.as_at_exit(start, loop)
            low = accesses[0].address.offset
            found: ReadRange | None = ReadRange(copy.base, low, low + accesses[0].size, copy.conditions, copy.extent)
        else:
            same = start.block in copy.loop.blocks and self._has(copy, start, True)
            found = self._range(start, copy.loop, before) if same else None
        if found is None or not same or not all(self._is_computed(p, before) for p in (found.low, found.high)):
            return False
        return self._widen(other, found, start)

    def use(self, copy: SharedCopy) -> None:
        """Read values in a copy from here on, but for those that are read in another one."""
        copy.loads = [v for v in copy.loads if v not in self.r.copies]
        for v in copy.loads:
            self.r.copies[v] = partial(self._in_copy, copy.copy)
        for handed in self.r.handed.values():
            if handed.value in copy.loads:
                handed.copied = handed in copy.whole

    def leave(self, copy: SharedCopy) -> None:
        """Read them as they were read before."""
        for v in copy.loads:
            del self.r.copies[v]

    def candidates(self) -> list[SharedCopy]:
        """Copies for several loads each, which have as many numbers as each of these reads."""
        return [found for found in self.found if not found.certain and len(found.loads) > 1]

    def _range(self, load: Instruction, loop: Loop, before: Block | None) -> ReadRange | None:
        """The bytes that a load reads while a loop runs, if they are known at the end of a block before it."""
        found = read_range(self.facts.elements, load, loop, self.facts.certainly_reached) if before is not None else None
        if before is None or found is None or not self._is_there(found.base, before):
            return None
        return found if all(self._is_computed(p, before) for p in (found.low, found.high, *found.conditions)) else None

    def _new(self, found: ReadRange, loop: Loop, at_exit: bool) -> RegionCopy:
        anchor = Instruction("placeholder", I64, (), {})
        before = preheader(loop)
        assert before is not None
        block = self.contexts.block(before, self.contexts.outside(loop))
        block.insert(len(block.instructions) - 1, anchor)
        return RegionCopy(loop, at_exit, found.base, found.low, found.high, found.conditions, found.extent, anchor)

    def _less(self, a: Polynomial, b: Polynomial, loop: Loop) -> bool | None:
        """Whether a bound is not above another one where a loop is entered; None if that is not known."""
        facts, before = self.facts.elements.facts, preheader(loop)
        known = facts.at(before) if before is not None else []
        if facts.positive(b - a, known):
            return True
        return False if facts.positive(a - b, known) else None

    def _is_there(self, v: Value, before: Block) -> bool:
        """Whether a value is known at the end of a block."""
        if not isinstance(v, Instruction):
            return True
        return v.block in self.facts.flow.index and self.facts.flow.dominates(v.block, before)

    def _is_computed(self, polynomial: Polynomial, before: Block) -> bool:
        for name in polynomial.names():
            if isinstance(name, IterationNumber):
                polynomial = polynomial.replace(name, number(0)) if before in name.loop.blocks else polynomial
        values = polynomial_values(polynomial)
        return values is not None and all(self._is_there(v, before) for v in values)

    def _in_copy(self, copy: RegionCopy, pointer: Value) -> Value:
        """The address in a copy of what a pointer of the forward part points to, if possible by the same steps."""
        r = self.r
        if copy.room is None:
            self._make(copy)
        assert copy.start is not None and copy.room is not None and copy.origin is not None
        base = self.contexts.copy(copy.base, self.contexts.outside(copy.loop))
        steps: list[Instruction] = []
        at = unmarked(pointer)
        while isinstance(at, Instruction) and at is not base and at.opcode == "getelementptr" and not at.type.is_vector:
            steps.append(at)
            at = unmarked(at.operands[0])
        if at is not base:
            start, room = r.get(copy.start), r.get(copy.room)
            distance = r.b.sub(r.b.cast("ptrtoint", r.get(pointer), I64), r.b.cast("ptrtoint", start, I64))
            return r.b.gep(I8, room, [distance])
        found = r.get(copy.origin)
        for step in reversed(steps):
            found = r.b.gep(step.attrs["source_type"], found, [r.get(i) for i in step.operands[1:]])
        return found

    def _make(self, copy: RegionCopy) -> None:
        """Copy the memory, in the forward sweep."""
        context = self.contexts.outside(copy.loop)
        b = Builder(None)
        b.position_before(copy.anchor)

        def emit(p: Polynomial) -> Value:
            return emit_polynomial(b, p, lambda v: self.contexts.copy(v, context), self._iteration)

        none = const_int(I64, 0)
        low, high = emit(copy.low), emit(copy.high)
        if copy.extent is not None:
            end = emit(copy.extent)
            low = b.select(b.icmp("sgt", low, none), low, none)
            high = b.select(b.icmp("slt", high, end), high, end)
        size = b.sub(high, low)
        some = b.icmp("sgt", size, none)
        for condition in copy.conditions:
            some = b.and_(some, b.icmp("sge", emit(condition), none))
        size = b.select(some, size, none)
        copy.start = b.gep(I8, self.contexts.copy(copy.base, context), [low])
        copy.room = self.r.tape.stack.reserve(b, size)
        copy.origin = b.gep(I8, copy.room, [b.sub(const_int(I64, 0), low)])
        if copy.at_exit:
            left = _exit(copy.loop, self.facts)
            assert left is not None
            b.position_before(next(i for i in self.contexts.block(left, context).instructions if i.opcode != "phi"))
        b.call_function(self.runtime.memcpy(), [copy.room, copy.start, size, NO])
        self.made.append(copy)

    def _iteration(self, name: IterationNumber) -> Value:
        """The number of the iteration that the forward sweep is in."""
        return self.r.tape.counter(self.r.tape.regions[name.loop])

    def close(self) -> None:
        """Where reversed loops are left the room is no longer needed; what has not been asked for is forgotten."""
        for copy in self.made:
            for block in self.r.regions[copy.loop].entry_edges:
                self.r.before(block.terminator, copy.loop.parent)
                assert copy.room is not None
                copy.given_back.append((block, self.r.get(copy.room)))

    def give_back(self) -> None:
        """Release the room, after the loop's own part of the tape and what is saved for it, which were reserved later."""

        def place(copy: RegionCopy) -> int:
            assert copy.anchor.block is not None
            return copy.anchor.block.instructions.index(copy.anchor)

        for copy in sorted(self.made, key=place, reverse=True):
            for block, room in copy.given_back:
                b = Builder(None)
                b.position_before(block.terminator)
                self.r.tape.stack.release(b, room)
        for found in self.found:
            found.copy.anchor.erase()


def _degree(low: Polynomial, high: Polynomial) -> int:
    """By how many sizes the length of a piece of memory grows."""
    return max((len(names) for names, _ in (high - low).terms), default=0)


def _exit(loop: Loop, facts: ReverseFacts) -> Block | None:
    """The block that a loop is left to, but for errors, if nothing else leads there."""
    found = {s for b, s in loop.exits() if not facts.error_exit(b, s)}
    if len(found) != 1:
        return None
    (block,) = found
    return block if all(p in loop.blocks for p in facts.flow.preds[block]) else None
