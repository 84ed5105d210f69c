"""The tape: where values of the forward sweep are kept for the reverse sweep.

A recorded value is kept, depending on its loop:

- outside of all loops: in a local variable (one function does both sweeps) or in the function's frame on the tape;
- in a loop whose trip count is known before it starts: in an array, one element per iteration, reserved at once;
- in any other loop: in a frame per iteration; frames of a loop are linked from last to first.

Everything is reserved on the tape stack of the arena in the forward sweep and released in exactly the opposite order in the
reverse sweep, so nesting, recursion and unknown trip counts need no special treatment.  The position in the reverse sweep is, per
loop, the number of the iteration being reversed (``rit``), the base of its arrays, and its current frame: local variables set
where the reversed loop is entered ("setup").

Where iterations of a loop run again (`contexts.py`), what such an iteration computes outside of inner loops is kept in local
variables; the tape has what is carried from one iteration to the next.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.invariant_trips import conditions, together
from irad.analysis.flow.trips import preheader, trip_count
from irad.errors import DifferentiationError
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I1, I8, I64, LAYOUT, PTR, Type
from irad.ir.values import Argument, Block, Function, Instruction, Value
from irad.transform.base.counts import emit_count
from irad.transform.tape.contexts import Contexts
from irad.transform.tape.tape_regions import Region, TapeRow, TapeSlot
from irad.transform.tape.tape_stack import TapeStack


class PrimalTape:
    """Records values of the forward part, and fetches them in the reverse sweep.

    ``pending``: values that are stored to variables of a loop where its reverse is entered, once all requests are known.
    """

    def __init__(
        self, stack: TapeStack, flow: ControlFlow, contexts: Contexts, error_exit: Callable[[Block, Block], bool]
    ) -> None:
        self.stack = stack
        self.out, self.flow, self.contexts = stack.out, flow, contexts
        self.split = stack.out is not stack.rev
        self.error_exit = error_exit
        self.base: Value | None = None  # of the function's frame, in the reverse sweep
        self.regions: dict[Loop | None, Region] = {None: Region(None)}
        self.levels: dict[Loop | None, Region] = {}
        self.region_of: dict[Block, Region] = {}
        self.slots: dict[tuple[Value, Region], TapeSlot] = {}
        self.iterations: dict[Value, Region] = {}  # counters of iterations
        self.pending: list[tuple[Region, Value, Value]] = []
        for loop in flow.loops:
            self.regions[loop] = Region(loop)
            self.levels[loop] = Region(loop, local=True) if loop in contexts.loops else self.regions[loop]
        self.levels[None] = self.regions[None]
        for loop, begin in contexts.loops.items():
            self.region_of[begin] = self.levels[loop]
        for block in flow.rpo:
            loop_ = flow.loop_of[block]
            self.region_of[contexts.home[block]] = self.levels[loop_]  # type: ignore[index]
            for context in contexts.around(block):
                self.region_of[contexts.block(block, context)] = self.regions[loop_]

    def region(self, value: Value) -> Region:
        """The region that a value of the forward part belongs to."""
        if isinstance(value, Instruction) and value.block is not None:
            return self.region_of.get(value.block, self.regions[None])
        return self.regions[None]

    # ---- slots

    def record(self, v: Value, region: Region) -> TapeSlot:
        """The place of ``v`` on the tape, with the store that fills it in the forward sweep."""
        key = (v, region)
        slot = self.slots.get(key)
        if slot is None:
            slot = self.slots[key] = self._new_slot(v, region)
            self._write(v, slot)
        return slot

    def in_variable(self, v: Value) -> bool:
        """Whether ``v`` is kept in a local variable, if it is kept."""
        return self._in_variables(self.region(v))

    def _in_variables(self, region: Region) -> bool:
        return region.local or (region.loop is None and not self.split)

    def _new_slot(self, v: Value, region: Region) -> TapeSlot:
        t = stored_type(v.type)
        if self._in_variables(region):
            return TapeSlot(region, t, 0, self.stack.variable(t, None))
        size = LAYOUT.size_of(t)
        align = min(8, LAYOUT.align_of(t), 1 << max(0, (size & -size).bit_length() - 1))
        if t.is_ptr and region.counted:
            region = self._column(region)
        self.storage(region)
        region.size = -(-region.size // align) * align
        slot = TapeSlot(region, t, region.size, None)
        region.size += size
        return slot

    def _column(self, region: Region) -> Region:
        """A part of the tape for one pointer per iteration, separate from all others.

        The offsets of an array's columns are known at run time only: a second differentiation merges its pointers and numbers
        into one memory object.
        """
        own = Region(region.loop, counted=True, count=region.count, last=region.last, setups=region.setups)
        region.columns.append(own)
        return own

    def _write(self, v: Value, slot: TapeSlot) -> None:
        b = Builder(None)
        loop = slot.region.loop
        context = loop if slot.region.local else self.contexts.outside(loop) if loop is not None else None
        found = self.contexts.copy_of_home(v, context)
        if found is None:
            raise DifferentiationError(f"a value of @{self.out.name} is needed where its loop runs again: {v!r}")
        v = found
        if isinstance(v, Argument):
            entry = self.out.entry
            b.position_before(entry.terminator)
        else:
            assert isinstance(v, Instruction) and v.block is not None
            if v.opcode == "phi":
                b.position_before(v.block.terminator)
            else:
                b.position_before(v.block.instructions[v.block.instructions.index(v) + 1])
        value: Value = b.cast("zext", v, I8) if v.type is I1 else v
        if isinstance(v, Instruction) and v.opcode == "load" and slot.local is None:
            value = b.freeze(value)  # LLVM would turn a loop over a few elements into a memcpy
        store = b.store(value, self.address(b, slot, forward=True), align=_align(slot.type))
        self._tag(store, slot)

    def fetch(self, b: Builder, v: Value, region: Region) -> Value:
        """The value that ``v`` had, read in the reverse sweep."""
        slot = self.record(v, region)
        loaded = b.load(slot.type, self.address(b, slot, forward=False), align=_align(slot.type))
        self._tag(loaded, slot)
        return unpack(b, loaded, v.type)

    def _tag(self, access: Value, slot: TapeSlot) -> None:
        """Tag an access with the slot's kind of data: a second differentiation treats the tape as ordinary memory."""
        assert isinstance(access, Instruction)
        if slot.local is None and slot.type.is_int:
            access.metadata["tbaa"] = tape_integer_tag(self.out)

    def address(self, b: Builder, slot: TapeSlot, forward: bool) -> Value:
        region = slot.region
        if slot.local is not None:
            return slot.local
        if region.loop is None:
            base = region.base if forward else self.base
            assert base is not None
            return b.gep(I8, base, [const_int(I64, slot.offset)])
        assert region.rbase is not None
        base = region.base if forward else b.load(PTR, region.rbase)
        assert base is not None
        if not region.counted:
            return b.gep(I8, base, [const_int(I64, slot.offset)])
        assert region.rcount is not None and region.total is not None
        total = region.total if forward else b.load(I64, region.rcount)
        index: Value = const_int(I64, 0)
        for row in region.rows:
            index = b.mul(index, row.count if forward else b.load(I64, row.rcount))
            index = b.add(index, self.counter(row.region) if forward else b.load(I64, row.region.rit))  # type: ignore[arg-type]
        column = b.gep(I8, base, [b.mul(total, const_int(I64, slot.offset))])
        return b.gep(slot.type, column, [index])

    # ---- storage of a region, made on first use

    def storage(self, region: Region) -> None:
        if region.base is not None:
            return
        if region.loop is None:
            b = Builder(None)
            b.position_before(self.out.entry.instructions[0])
            region.base = self.stack.reserve(b, const_int(I64, 0))
            region.size_operands.append((region.base, 1))
            return
        region.rbase = self.stack.variable(PTR, null(PTR))
        if region.counted:
            self._reserve_arrays(region)
        else:
            self._reserve_frames(region)

    def _reserve_arrays(self, region: Region) -> None:
        """Reserve one element per iteration; also for enclosing loops before which this one's trip count is known."""
        assert region.loop is not None and region.count is not None and region.rbase is not None
        nest = together(region.loop, self.flow, self._extends, self.error_exit)
        while not all(self._is_counted_in(loop, nest[0]) for loop in nest[1:]):
            nest = nest[1:]
        outermost = self.regions[nest[0]]
        b = Builder(None)
        b.position_before(self._out_block(preheader(nest[0]), nest[0]).terminator)
        total: Value = const_int(I64, 1)
        for loop in nest:
            count = self.regions[loop].count if loop is nest[0] else self._count_before(b, loop, nest[0])
            assert count is not None
            total = b.mul(total, count)
            row = TapeRow(self.regions[loop], count, self.stack.variable(I64, None))
            region.rows.append(row)
            self.pending.append((region, count, row.rcount))
            self.counter(row.region)
        size = Instruction("mul", I64, [total, const_int(I64, 0)], {"flags": ()})
        b.insert(size)
        region.size_operands.append((size, 1))
        region.base, region.total = self.stack.reserve(b, size), total
        region.rcount = self.stack.variable(I64, None)
        self.pending.append((region, region.base, region.rbase))
        self.pending.append((region, total, region.rcount))
        if outermost.first is None:
            outermost.first, outermost.rfirst = region.base, self.stack.variable(PTR, null(PTR))
            self.pending.append((outermost, outermost.first, outermost.rfirst))

    def _extends(self, loop: Loop) -> bool:
        """Whether the arrays of inner loops can be reserved before this one."""
        return self.regions[loop].counted and loop not in self.contexts.loops

    def _is_counted_in(self, loop: Loop, outermost: Loop) -> bool:
        """Whether the context of an enclosing loop has all that a loop's number of iterations follows from."""
        found, context = trip_count(loop, self.flow, self.error_exit), self.contexts.outside(outermost)
        where = self._out_block(preheader(outermost), outermost).function
        tests = conditions(loop, outermost, self.flow, self.error_exit)
        if found is None or tests is None:
            return False
        copies = [self.contexts.copy(v, context) for v in (found.start, found.bound, *(c for c, _ in tests))]
        inside = [v for v in copies if isinstance(v, (Argument, Instruction))]
        there = [v.function is where and (isinstance(v, Argument) or self.contexts.context_of_copy(v) is context) for v in inside]
        return all(there)

    def _count_before(self, b: Builder, loop: Loop, outermost: Loop) -> Value:
        """A loop's number of iterations, 0 if it does not run, computed before an enclosing loop."""
        found = trip_count(loop, self.flow, self.error_exit)
        context = self.contexts.outside(outermost)
        assert found is not None

        def copy(v: Value) -> Value:
            return self.contexts.copy(v, context)

        count = b.add(emit_count(b, found, copy), const_int(I64, 1))
        for condition, holds in conditions(loop, outermost, self.flow, self.error_exit) or ():
            test = copy(condition)
            count = b.select(test, count, const_int(I64, 0)) if holds else b.select(test, const_int(I64, 0), count)
        return count

    def _reserve_frames(self, region: Region) -> None:
        """Header: previous = phi(null, this); this = reserve; store previous at offset 0."""
        assert region.loop is not None
        header = self._out_block(region.loop.header, region.loop)
        before = Instruction("phi", PTR, (), {"flags": ()})
        header.insert(0, before)
        b = Builder(None)
        first = next(i for i in header.instructions if i.opcode != "phi")
        b.position_before(first)
        region.base = self.stack.reserve(b, const_int(I64, 0))
        region.size_operands.append((region.base, 1))
        region.size = 8
        b.store(before, region.base, align=8)
        for pred in header.incoming_edges():
            inside = self.region_of.get(pred)
            own = inside is not None and inside.loop is not None and region.loop in inside.loop.chain()
            before.add_operand(region.base if own else null(PTR))
            before.add_operand(pred)
        assert region.rbase is not None
        self.pending.append((region, region.base, region.rbase))

    def counter(self, region: Region) -> Instruction:
        """The forward part's iteration counter of a loop."""
        if region.iteration is not None:
            return region.iteration
        loop = region.loop
        assert loop is not None
        header = self._out_block(loop.header, loop)
        phi = Instruction("phi", I64, (), {"flags": ()}, "it")
        header.insert(0, phi)
        region.iteration = phi
        self.iterations[phi] = region
        latch = self._out_block(loop.latches[0], loop)
        b = Builder(None)
        b.position_before(latch.terminator)
        following = b.add(phi, const_int(I64, 1), flags=("nuw", "nsw"))
        for pred in header.incoming_edges():
            phi.add_operand(following if pred is latch else const_int(I64, 0))
            phi.add_operand(pred)
        return phi

    def _out_block(self, block: Block | None, loop: Loop) -> Block:
        """The copy of a block of a loop (or of its preheader) in the context that the loop is entered from."""
        assert block is not None
        return self.contexts.block(block, self.contexts.outside(loop))

    # ---- loops, before and after the reverse sweep is written

    def open_loops(self, commutes: Callable[[Loop], bool]) -> None:
        """Decide how each loop is taped and make the variables of its position; those that commute are reversed first to last."""
        for loop in self.flow.loops:
            region = self.regions[loop]
            if len(loop.latches) != 1 or preheader(loop) is None:
                raise DifferentiationError(f"loop at {loop.header.name} of @{self.out.name} is not in simplified form")
            region.rit = self.stack.variable(I64, None)
            found = trip_count(loop, self.flow, self.error_exit)
            exits = [(b, s) for b, s in loop.exits() if not self.error_exit(b, s)]
            if found is not None and {b for b, _ in exits} <= {found.block}:
                b = Builder(None)
                b.position_before(self._out_block(preheader(loop), loop).terminator)
                around = self.contexts.outside(loop)
                last = emit_count(b, found, lambda v, around=around: self.contexts.copy(v, around))  # type: ignore[misc]
                region.last = last
                region.count = b.add(last, const_int(I64, 1))
                region.counted = True
            else:
                region.last = self.counter(region)
            if found is not None and region.counted and commutes(loop):
                region.rlast = self.stack.variable(I64, None)
                self.pending.append((region, const_int(I64, 0), region.rit))
            self.pending.append((region, region.last, region.rlast or region.rit))

    def close(self) -> None:
        """Fill edges and sizes: nothing is recorded afterwards."""
        for region in self.regions.values():
            self._fill_edges(region)
            for part in (region, *region.columns):
                for inst, index in part.size_operands:
                    inst.set_operand(index, const_int(I64, part.size))

    def _fill_edges(self, region: Region) -> None:
        loop = region.loop
        if loop is None:
            return
        b = Builder(None)
        for block in region.back_edges:
            b.position_before(block.terminator)
            assert region.rit is not None
            k = b.load(I64, region.rit)
            b.store(b.add(k, const_int(I64, -1 if region.rlast is None else 1)), region.rit)
            if region.base is not None and not region.counted:
                assert region.rbase is not None
                frame = b.load(PTR, region.rbase)
                before = b.load(PTR, frame, align=8)
                self.stack.release(b, frame)
                b.store(before, region.rbase)
        first = region.rfirst if region.counted else region.rbase if region.base is not None else None
        for block in region.entry_edges:
            if first is not None:
                b.position_before(block.terminator)
                self.stack.release(b, b.load(PTR, first))


def tape_integer_tag(fn: Function) -> str:
    """The ``!tbaa`` tag of integers on the tape, made on first use."""
    assert fn.module is not None
    node = fn.module.unique_metadata
    root = node('!{!"irad tape"}')
    scalar = node(f'!{{!"long", {root}, i64 0}}')
    return node(f"!{{{scalar}, {scalar}, i64 0}}")


def stored_type(t: Type) -> Type:
    """The type that a value has in memory of the tape."""
    return I8 if t is I1 else t


def unpack(b: Builder, loaded: Value, t: Type) -> Value:
    """A value of type ``t`` from what was stored of it."""
    return b.cast("trunc", loaded, I1) if t is I1 else loaded


def _align(t: Type) -> int:
    return min(8, LAYOUT.align_of(t))
