"""Copies of memory on the tape, made where a loop is entered, for loads inside that would have to be kept one by one.

A tensor contraction reads each row of an array many times before it overwrites the row: a copy of the array is n^3 numbers where
the loads are n^4.  A load is read in a copy if nothing in the loop writes to its element before the load (`ElementLifetimes`), if
it is known before the loop which bytes the loop may read, and if those are fewer than the loads, by a whole power of a size.
Copies are made for loads that the reverse sweep asks for, when it asks.

Where several loads read the same elements, neighbours in a stencil for instance, one copy serves all of them: whether that is
less than what would be kept otherwise is a question for the minimum cut (`min_cut.py`), with and without such a `SharedCopy`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from irad.analysis.elements.read_ranges import ReadRange, read_range
from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.trips import preheader
from irad.analysis.reuse.effects import unmarked
from irad.analysis.reuse.polynomial import Polynomial
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I8, I64, LAYOUT
from irad.ir.values import Block, Instruction, Value
from irad.transform.base.counts import emit_polynomial, polynomial_values
from irad.transform.base.runtime_calls import Runtime
from irad.transform.primal.emitter import NO
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.tape.contexts import Contexts
from irad.transform.tape.min_cut import PER_BYTE, executions
from irad.transform.tape.rematerialization import Rematerialization


@dataclass(eq=False)
class RegionCopy:
    """The bytes from ``low`` to ``high`` behind ``base``, as they are when ``loop`` is entered; none if a condition is negative.

    ``anchor``: where the copy is made.  Once it is, ``start`` and ``room`` are the addresses of the memory and of its copy.
    """

    loop: Loop
    base: Value
    low: Polynomial
    high: Polynomial
    conditions: tuple[Polynomial, ...]
    anchor: Instruction
    start: Value | None = None
    room: Value | None = None
    given_back: list[tuple[Block, Value]] = field(default_factory=list)


@dataclass(eq=False)
class SharedCopy:
    """A copy that would have as many numbers as each of its loads: the values that would be read there, and its cost."""

    copy: RegionCopy
    loads: list[Instruction]
    times: float  # that each of them is assumed to run

    @property
    def cost(self) -> float:
        """In the units of the minimum cut: a number is read, written, and read again."""
        return PER_BYTE * LAYOUT.store_size(self.loads[0].type) * self.times


class RegionCopies:
    """Finds loads that can be read in copies, and makes the copies."""

    def __init__(
        self, facts: ReverseFacts, contexts: Contexts, remat: Rematerialization, runtime: Runtime
    ) -> None:
        self.facts, self.contexts, self.r, self.runtime = facts, contexts, remat, runtime
        self.made: list[RegionCopy] = []
        self.found: dict[tuple[object, ...], RegionCopy] = {}
        self.shared: dict[tuple[object, ...], list[SharedCopy]] = {}

    def find(self, primal: Mapping[Value, Value]) -> None:
        """Register the loads that the reverse sweep asks for; ``primal``: what values of the forward part are copies of.

        Nothing is copied yet.
        """
        seen: set[Value] = set()
        work: list[Value] = [r.value for r in self.r.requests]
        for v in work:  # grows
            load = primal.get(v)
            if v in seen or not isinstance(v, Instruction) or not isinstance(load, Instruction) or self.r.available(v):
                continue
            seen.add(v)
            if load.opcode == "load" and load.type.is_float and v not in self.r.copies:
                self._register(load, v)
            work += [unmarked(o) for o in v.operands]

    def _register(self, load: Instruction, v: Instruction) -> None:
        loop = self.facts.flow.loop_of[load.block] if load.block in self.facts.live else None  # type: ignore[index]
        if loop is None or self.contexts.of(load.block) is not None or self.facts.reload_safety.of(load):
            return
        chain = loop.chain()
        shared: tuple[ReadRange, Loop] | None = None
        for k, around in enumerate(chain):
            found = self._range(load, around)
            degree = max((len(names) for names, _ in (found.high - found.low).terms), default=0) if found is not None else 0
            if found is None or degree > len(chain) - k or not self.facts.elements.as_at_entry(load, around):
                continue
            if degree < len(chain) - k:
                self.use(self._copy(found, around), [v])
                return
            shared = shared or (found, around)
        if shared is not None:
            self._share(*shared, v)

    def use(self, copy: RegionCopy, loads: list[Instruction]) -> None:
        """Read values in a copy from here on."""
        for v in loads:
            self.r.copies[v] = partial(self._in_copy, copy)

    def leave(self, shared: SharedCopy) -> None:
        """Read them as they were read before."""
        for v in shared.loads:
            del self.r.copies[v]

    def candidates(self) -> list[SharedCopy]:
        """Copies for several loads each."""
        return [found for group in self.shared.values() for found in group if len(found.loads) > 1]

    def _range(self, load: Instruction, loop: Loop) -> ReadRange | None:
        """The bytes that a load reads while a loop runs, if they are known where it is entered."""
        before = preheader(loop)
        found = read_range(self.facts.elements, load, loop, self.facts.certainly_reached) if before is not None else None
        if before is None or found is None or not self._is_there(found.base, before):
            return None
        return found if all(self._is_computed(p, before) for p in (found.low, found.high, *found.conditions)) else None

    def _copy(self, found: ReadRange, loop: Loop) -> RegionCopy:
        """The copy that a load is read in; one for all that differ by a constant number of bytes."""
        base, low, high = found.base, found.low, found.high
        key = (loop, base, low - Polynomial(low.constant), high - Polynomial(high.constant), frozenset(found.conditions))
        known = self.found.get(key)
        if known is None:
            known = self.found[key] = self._new(found, loop)
        if low.constant < known.low.constant:
            known.low = low
        if high.constant > known.high.constant:
            known.high = high
        return known

    def _new(self, found: ReadRange, loop: Loop) -> RegionCopy:
        anchor = Instruction("placeholder", I64, (), {})
        before = preheader(loop)
        assert before is not None
        block = self.contexts.block(before, self.contexts.outside(loop))
        block.insert(len(block.instructions) - 1, anchor)
        return RegionCopy(loop, found.base, found.low, found.high, found.conditions, anchor)

    def _share(self, found: ReadRange, loop: Loop, v: Instruction) -> None:
        """Put a load to others that read the same memory while the same loop runs, whose bounds can be compared."""
        group = self.shared.setdefault((loop, found.base, frozenset(found.conditions), v.type), [])
        for other in group:
            low = self._less(found.low, other.copy.low, loop)
            high = self._less(other.copy.high, found.high, loop)
            if low is not None and high is not None:
                other.loads.append(v)
                other.copy.low = found.low if low else other.copy.low
                other.copy.high = found.high if high else other.copy.high
                return
        group.append(SharedCopy(self._new(found, loop), [v], executions(self.r.tape.region(v).loop, self.r.flow)))

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
        values = polynomial_values(polynomial)
        return values is not None and all(self._is_there(v, before) for v in values)

    def _in_copy(self, copy: RegionCopy, pointer: Value) -> Value:
        """The address in a copy of what lies at ``pointer``."""
        r = self.r
        if copy.room is None:
            self._make(copy)
        assert copy.start is not None and copy.room is not None
        start, room = r.get(copy.start), r.get(copy.room)
        distance = r.b.sub(r.b.cast("ptrtoint", pointer, I64), r.b.cast("ptrtoint", start, I64))
        return r.b.gep(I8, room, [distance])

    def _make(self, copy: RegionCopy) -> None:
        """Copy the memory, in the forward sweep."""
        context = self.contexts.outside(copy.loop)
        b = Builder(None)
        b.position_before(copy.anchor)

        def emit(p: Polynomial) -> Value:
            return emit_polynomial(b, p, lambda v: self.contexts.copy(v, context))

        low = emit(copy.low)
        size = b.sub(emit(copy.high), low)
        some = b.icmp("sgt", size, const_int(I64, 0))
        for condition in copy.conditions:
            some = b.and_(some, b.icmp("sge", emit(condition), const_int(I64, 0)))
        size = b.select(some, size, const_int(I64, 0))
        copy.start = b.gep(I8, self.contexts.copy(copy.base, context), [low])
        copy.room = self.r.tape.stack.reserve(b, size)
        b.call_function(self.runtime.memcpy(), [copy.room, copy.start, size, NO])
        self.made.append(copy)

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
        shared = [each.copy for group in self.shared.values() for each in group]
        for copy in [*self.found.values(), *shared]:
            copy.anchor.erase()
