"""Primal values in the reverse sweep: still there, computed again, or read back from the tape.

Every value that an adjoint formula asks for goes through `Replay.get`.  What is cached lies, by the loop it belongs to:

- outside of all loops: in a local variable (one function does both sweeps) or in the function's frame on the tape;
- in a loop whose trip count is known before it starts: in an array, one element per iteration, reserved at once;
- in any other loop: in a frame per iteration; frames of a loop are linked from last to first.

Everything is reserved on the tape stack of the arena in the forward sweep and released in exactly the opposite order in
the reverse sweep, so nesting, recursion and unknown trip counts need nothing special.  The position in the reverse sweep
is, per loop, the number of the iteration being reversed (``rit``), the base of its arrays, and its current frame: local
variables set where the reversed loop is entered ("setup").  A value of an outer loop that an inner reversed loop needs is
read once, in the inner loop's setup.

Where iterations of a loop run again (`contexts.py`), what such an iteration computes outside of inner loops is there or lies in
local variables; the tape has what one iteration carries over to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from irad.analysis.cfg import ControlFlow, Loop
from irad.analysis.effects import unmarked
from irad.analysis.nests import conditions, together
from irad.analysis.trips import Affine, affine_phis, preheader, trip_count
from irad.errors import DifferentiationError
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I1, I8, I64, LAYOUT, PTR, Type
from irad.ir.values import Argument, Block, Constant, Function, Instruction, Value
from irad.transform.contexts import Contexts
from irad.transform.counts import emit_count


@dataclass(eq=False)
class Region:
    """What the tape holds for one loop (``loop`` None: the function itself).

    ``local``: what an iteration that runs again computes on the level of its loop; it lies in local variables.
    """

    loop: Loop | None
    local: bool = False
    size: int = 0  # bytes per iteration
    counted: bool = False
    count: Value | None = None  # out value: number of iterations (counted only)
    last: Value | None = None  # out value: number of the last iteration
    base: Instruction | None = None  # the reserve in the forward part: array base or current frame
    size_operands: list[tuple[Instruction, int]] = field(default_factory=list)
    rit: Value | None = None
    rbase: Value | None = None
    rcount: Value | None = None
    setups: list[Block] = field(default_factory=list)
    back_edges: list[Block] = field(default_factory=list)
    entry_edges: list[Block] = field(default_factory=list)
    iteration: Instruction | None = None  # the phi that counts iterations in the forward part
    hoisted: dict[Value, Value] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)  # counted: the loops around that have one array together, outermost first
    total: Value | None = None  # counted: elements of each array
    first: Value | None = None  # what was reserved first before the loop, to be given back when it has been reversed
    rfirst: Value | None = None
    rlast: Value | None = None  # iterations are reversed first to last: the number of the last one
    columns: list[Region] = field(default_factory=list)  # counted: pointers, each in an array of its own

    @property
    def bytes(self) -> int:
        """How many bytes of tape an iteration takes."""
        return self.size + sum(part.size for part in self.columns)


@dataclass
class Row:
    """One of the loops that an array of the tape goes over."""

    region: Region
    count: Value  # known before the outermost of them
    rcount: Value  # and in the reverse sweep


@dataclass(frozen=True)
class Request:
    """A value that the reverse sweep needs in the reverse of ``loop``; ``place`` stands for it until `resolve`."""

    value: Value
    loop: Loop | None
    place: Instruction


@dataclass(frozen=True)
class Slot:
    """A place on the tape (or a local variable) for one value."""

    region: Region
    type: Type
    offset: int
    local: Value | None


@dataclass(frozen=True)
class ClosedForm:
    """``start + step * k`` in iteration ``k`` of ``loop``; for a pointer the step is in bytes."""

    start: Value  # of the forward part
    step: int
    loop: Loop


class Replay:
    """See the module's docstring.  ``out`` is the forward function, ``rev`` the function of the reverse sweep.

    ``always``: blocks that every execution of their context passes on the way to its reverse sweep, outside of loops in it.
    """

    def __init__(
        self,
        out: Function,
        rev: Function,
        flow: ControlFlow,
        contexts: Contexts,
        always: set[Block],
        error_exit: Callable[[Block, Block], bool],
        closed_forms: bool = True,
        commutes: Callable[[Loop], bool] = lambda loop: False,
    ) -> None:
        self.out, self.rev, self.flow, self.contexts = out, rev, flow, contexts
        self.split = out is not rev
        self.always = always
        self.recompute: Callable[[Instruction], bool] = lambda inst: False
        self.error_exit = error_exit
        self.commutes = commutes
        self.region_of: dict[Block, Region] = {}
        self.regions: dict[Loop | None, Region] = {None: Region(None)}
        self.levels: dict[Loop | None, Region] = {}
        self.slots: dict[tuple[Value, Region], Slot] = {}
        self.affine: dict[Value, ClosedForm] = {}
        self.closed_forms = closed_forms
        self.iterations: dict[Value, Region] = {}
        self.copies: dict[Value, Callable[[Value], Value]] = {}  # loads whose memory the tape has: where it is there
        self.forwarded: dict[Value, tuple[Value, Loop]] = {}  # loads of what an earlier loop has stored: the value, its loop
        self.redone: dict[Value, Instruction] = {}  # instructions of the reverse sweep, and what of the forward part they repeat
        self.b: Builder = Builder(None)
        self.loop: Loop | None = None
        self.memo: dict[Value, Value] = {}
        self.alloca: Callable[[Type, Value | None], Value]
        self.reserve: Callable[[Builder, Value], Instruction]
        self.release: Callable[[Builder, Value], None]
        self.tape: Value | None = None
        self.pending: list[tuple[Region, Value, Value]] = []
        self.requests: list[Request] = []
        self.resolving = False
        self.given: dict[Value, Value] = {out.args[0]: rev.args[0]}  # parameters of the forward function in the reverse one
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

    def know_closed_forms(self, twins: Callable[[Value], list[tuple[Value, Value]]]) -> None:
        """Header phis that are affine in the iteration number; ``twins``: pairs of the copies of a phi and of a start."""
        for loop in self.flow.loops:
            for phi, affine in affine_phis(loop).items() if self.closed_forms and loop not in self.contexts.loops else ():
                self.affine[self.contexts.home[phi]] = self.closed_form(affine, loop)
                for shadow, start in twins(phi):
                    self.affine[shadow] = ClosedForm(start, affine.step, loop)

    def closed_form(self, affine: Affine, loop: Loop) -> ClosedForm:
        start = self.contexts.copy(affine.start, self.contexts.outside(loop))
        return ClosedForm(start, affine.step, loop)

    # ---- position

    def at(self, block: Block, loop: Loop | None) -> None:
        """From now on code goes to the end of ``block``, in the reverse of an iteration of ``loop``."""
        self.b.position_at_end(block)
        self.loop = loop
        self.memo = {}

    def region(self, value: Value) -> Region:
        if isinstance(value, Instruction) and value.block is not None:
            return self.region_of.get(value.block, self.regions[None])
        return self.regions[None]

    # ---- the one question

    def get(self, v: Value) -> Value:
        """The value that ``v`` of the forward part had in the iteration being reversed.

        While the reverse sweep is written this only leaves a placeholder: what is cached and what is computed again
        is decided by `resolve`, when everything that is needed is known.
        """
        v = unmarked(v)
        if self.available(v):
            return v
        if v in self.given:
            return self.given[v]
        found = self.memo.get(v)
        if found is None:
            found = self.memo[v] = self._obtain(v) if self.resolving else self._request(v)
        return found

    def available(self, v: Value) -> bool:
        """Can the reverse sweep use ``v`` itself?  (In one function, all that surely runs before the return.)"""
        if isinstance(v, Constant) or not isinstance(v, (Instruction, Argument)):
            return True
        if self.split and self.contexts.context_of_copy(v) is None:
            return False
        return isinstance(v, Argument) or v.block in self.always

    def _request(self, v: Value) -> Value:
        place = self.b.insert(Instruction("placeholder", v.type, (), {}))
        self.requests.append(Request(v, self.loop, place))
        return place

    def _obtain(self, v: Value) -> Value:
        home = self.region(v)
        common = self.flow.common_loop(home.loop, self.loop)
        if common is home.loop and self.loop is not home.loop:
            return self._hoisted(v, home)
        if isinstance(v, Instruction) and common is home.loop and self._can_recompute(v):
            return self._recompute(v)
        return self._read(self.slot(v, self.levels[common]), v.type)

    def forget_unused(self) -> None:
        """Drop what has been asked for and then not used."""
        for request in self.requests:
            if not request.place.uses:
                request.place.erase()
        self.requests = [r for r in self.requests if r.place.block is not None]

    def resolve(self, recompute: Callable[[Instruction], bool]) -> None:
        """Put real values in place of the placeholders."""
        self.recompute = recompute
        self.resolving = True
        block: Block | None = None
        for request in self.requests:
            if request.place.block is not block:
                block = request.place.block
                self.memo = {}
            self.loop = request.loop
            self.b.position_before(request.place)
            request.place.replace_all_uses_with(self.get(request.value))
            request.place.erase()
        self.b = Builder(None)

    def _can_recompute(self, v: Instruction) -> bool:
        return v in self.affine or self.is_iteration(v) or self.recompute(v)

    def is_iteration(self, v: Instruction) -> bool:
        return v in self.iterations

    def _hoisted(self, v: Value, home: Region) -> Value:
        """``v`` lives further out than the current loop: read it once where the reversed inner loop is entered."""
        assert self.loop is not None
        chain = self.loop.chain()
        depth = home.loop.depth if home.loop is not None else 0
        child = self.regions[chain[depth]]
        variable = child.hoisted.get(v)
        if variable is None:
            variable = child.hoisted[v] = self.alloca(_stored_type(v.type), None)
            self.pending.append((child, v, variable))
        loaded = self.b.load(_stored_type(v.type), variable)
        return self._unpack(loaded, v.type)

    def _recompute(self, v: Instruction) -> Value:
        affine = self.affine.get(v)
        if v in self.forwarded:
            return self._elsewhere(*self.forwarded[v])
        if self.is_iteration(v):
            return self.iteration(self.iterations[v])
        if affine is not None:
            return self.position_in(affine, v.type)
        copy = self.copies.get(v)
        operands = [self.get(o) for o in v.operands]
        if copy is not None:
            operands = [copy(operands[0])]
        new = Instruction(v.opcode, v.type, operands, dict(v.attrs), "", dict(v.metadata))
        self.redone[new] = v
        return self.b.insert(new)

    def _elsewhere(self, v: Value, loop: Loop) -> Value:
        """A value of an earlier loop, in the iteration that has the number of the one being reversed (`follow`)."""
        here, self.loop = self.loop, loop
        found = self.get(v)
        self.loop = here
        return found

    def follow(self, loop: Loop) -> None:
        """At the beginning of a reversed iteration: the loops of which it reads something are in the same one."""
        for other in self._read_from(loop):
            rit = self.regions[other].rit
            assert rit is not None
            self.b.store(self.iteration(self.regions[loop]), rit)

    def join_setups(self) -> None:
        """Where a reversed loop is entered that reads from an earlier one, the position in that is set up as well."""
        for loop in dict.fromkeys(self.region(load).loop for load in self.forwarded):
            assert loop is not None
            for earlier in self._read_from(loop):
                setups = self.regions[earlier].setups
                setups += [block for block in self.regions[loop].setups if block not in setups]

    def _read_from(self, loop: Loop) -> list[Loop]:
        """The earlier loops of which a loop reads what they have stored, and those of which these have read it in turn."""
        found = [loop]
        for one in found:  # grows meanwhile
            nearest = [earlier for load, (_, earlier) in self.forwarded.items() if self.region(load).loop is one]
            found += [earlier for earlier in dict.fromkeys(nearest) if earlier not in found]
        return found[1:]

    def position_in(self, form: ClosedForm, t: Type) -> Value:
        """The value of a closed form in the iteration being reversed."""
        start = self.get(form.start)
        k = self.iteration(self.regions[form.loop])
        if t.is_ptr:
            return self.b.gep(I8, start, [self.b.mul(k, const_int(I64, form.step))])
        k = k if t is I64 else self.b.cast("trunc" if _bits(t) < 64 else "zext", k, t)
        return self.b.add(start, self.b.mul(k, const_int(t, form.step)))

    def iteration(self, region: Region) -> Value:
        """The number of the iteration of ``region`` being reversed."""
        assert region.rit is not None
        found = self.memo.get(region.rit)
        if found is None:
            found = self.memo[region.rit] = self.b.load(I64, region.rit)
        return found

    # ---- slots

    def slot(self, v: Value, region: Region) -> Slot:
        """The place of ``v`` on the tape, with the store that fills it in the forward sweep."""
        key = (v, region)
        slot = self.slots.get(key)
        if slot is None:
            slot = self.slots[key] = self._new_slot(v, region)
            self._write(v, slot)
        return slot

    def in_variable(self, v: Value) -> bool:
        """Is ``v`` kept in a local variable, if it is kept?"""
        return self._in_variables(self.region(v))

    def _in_variables(self, region: Region) -> bool:
        return region.local or (region.loop is None and not self.split)

    def _new_slot(self, v: Value, region: Region) -> Slot:
        t = _stored_type(v.type)
        if self._in_variables(region):
            return Slot(region, t, 0, self.alloca(t, None))
        size = LAYOUT.size_of(t)
        align = min(8, LAYOUT.align_of(t), 1 << max(0, (size & -size).bit_length() - 1))
        if t.is_ptr and region.counted:
            region = self._column(region)
        self.storage(region)
        region.size = -(-region.size // align) * align
        slot = Slot(region, t, region.size, None)
        region.size += size
        return slot

    def _column(self, region: Region) -> Region:
        """A part of the tape for one pointer per iteration, apart from all others.

        Where the columns of an array begin is known at run time only: a second differentiation takes its pointers and numbers
        for one and the same memory.
        """
        own = Region(region.loop, counted=True, count=region.count, last=region.last, setups=region.setups)
        region.columns.append(own)
        return own

    def _write(self, v: Value, slot: Slot) -> None:
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
            value = b.freeze(value)  # LLVM would take a loop over a few elements for a memcpy
        store = b.store(value, self.address(b, slot, forward=True), align=_align(slot.type))
        self._tag(store, slot)

    def _read(self, slot: Slot, t: Type) -> Value:
        loaded = self.b.load(slot.type, self.address(self.b, slot, forward=False), align=_align(slot.type))
        self._tag(loaded, slot)
        return self._unpack(loaded, t)

    def read_carried(self, v: Value, loop: Loop) -> Value:
        """What an iteration that runs again got from the one before."""
        return self._read(self.slot(v, self.regions[loop]), v.type)

    def _tag(self, access: Value, slot: Slot) -> None:
        """Say what kind of data lies in the slot: a second differentiation reads the tape as ordinary memory."""
        assert isinstance(access, Instruction)
        if slot.local is None and slot.type.is_int:
            access.metadata["tbaa"] = tape_integer_tag(self.out)

    def _unpack(self, loaded: Value, t: Type) -> Value:
        return self.b.cast("trunc", loaded, I1) if t is I1 else loaded

    def address(self, b: Builder, slot: Slot, forward: bool) -> Value:
        region = slot.region
        if slot.local is not None:
            return slot.local
        if region.loop is None:
            base = region.base if forward else self.tape
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
            region.base = self.reserve(b, const_int(I64, 0))
            region.size_operands.append((region.base, 1))
            return
        region.rbase = self.alloca(PTR, null(PTR))
        if region.counted:
            self._reserve_arrays(region)
        else:
            self._reserve_frames(region)

    def _reserve_arrays(self, region: Region) -> None:
        """One element per iteration; of loops around as well, if it is known before them how often this one runs."""
        assert region.loop is not None and region.count is not None and region.rbase is not None
        nest = together(region.loop, self.flow, self._extends, self.error_exit)
        outermost = self.regions[nest[0]]
        b = Builder(None)
        b.position_before(self._out_block(preheader(nest[0]), nest[0]).terminator)
        total: Value = const_int(I64, 1)
        for loop in nest:
            count = self.regions[loop].count if loop is nest[0] else self._count_before(b, loop, nest[0])
            assert count is not None
            total = b.mul(total, count)
            row = Row(self.regions[loop], count, self.alloca(I64, None))
            region.rows.append(row)
            self.pending.append((region, count, row.rcount))
            self.counter(row.region)
        size = Instruction("mul", I64, [total, const_int(I64, 0)], {"flags": ()})
        b.insert(size)
        region.size_operands.append((size, 1))
        region.base, region.total = self.reserve(b, size), total
        region.rcount = self.alloca(I64, None)
        self.pending.append((region, region.base, region.rbase))
        self.pending.append((region, total, region.rcount))
        if outermost.first is None:
            outermost.first, outermost.rfirst = region.base, self.alloca(PTR, null(PTR))
            self.pending.append((outermost, outermost.first, outermost.rfirst))

    def _extends(self, loop: Loop) -> bool:
        """Can the arrays of inner loops be reserved before this one?"""
        return self.regions[loop].counted and loop not in self.contexts.loops

    def _count_before(self, b: Builder, loop: Loop, outermost: Loop) -> Value:
        """How often a loop runs, 0 if it does not, computed before a loop around it."""
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
        region.base = self.reserve(b, const_int(I64, 0))
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
        """The copy of a block of a loop (or of its preheader) where the loop runs through, from where it is entered."""
        assert block is not None
        return self.contexts.block(block, self.contexts.outside(loop))

    # ---- loops, before and after the reverse sweep is written

    def open_loops(self) -> None:
        """Decide how each loop is taped and make the variables of its position."""
        for loop in self.flow.loops:
            region = self.regions[loop]
            if len(loop.latches) != 1 or preheader(loop) is None:
                raise DifferentiationError(f"loop at {loop.header.name} of @{self.out.name} is not in simplified form")
            region.rit = self.alloca(I64, None)
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
            if found is not None and region.counted and self.commutes(loop):
                region.rlast = self.alloca(I64, None)
                self.pending.append((region, const_int(I64, 0), region.rit))
            self.pending.append((region, region.last, region.rlast or region.rit))

    def ends(self, region: Region) -> Value:
        """Is the iteration being reversed the one to be reversed last?"""
        if region.rlast is None:
            return self.b.icmp("eq", self.iteration(region), const_int(I64, 0))
        return self.b.icmp("eq", self.iteration(region), self.b.load(I64, region.rlast))

    def close(self) -> None:
        """Fill setups, edges and sizes: nothing is asked for afterwards."""
        while self.pending:
            region, v, variable = self.pending.pop(0)
            for block in region.setups:
                self._fill_setup(region, block, v, variable)
        for region in self.regions.values():
            self._fill_edges(region)
            for part in (region, *region.columns):
                for inst, index in part.size_operands:
                    inst.set_operand(index, const_int(I64, part.size))

    def _fill_setup(self, region: Region, block: Block, v: Value, variable: Value) -> None:
        assert region.loop is not None
        self.b.position_before(block.terminator)
        self.loop = region.loop.parent
        self.memo = {}
        value = self.get(v)
        if value.type is I1:
            value = self.b.cast("zext", value, I8)
        # Setups run outer loop first, and within one setup values must come after what they are computed from: a
        # value read here never depends on a variable of the same setup (it belongs to the parent's position).
        self.b.store(value, variable)

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
                self.release(b, frame)
                b.store(before, region.rbase)
        first = region.rfirst if region.counted else region.rbase if region.base is not None else None
        for block in region.entry_edges:
            if first is not None:
                b.position_before(block.terminator)
                self.release(b, b.load(PTR, first))


def tape_integer_tag(fn: Function) -> str:
    """The ``!tbaa`` tag of integers on the tape, made on first use."""
    assert fn.module is not None
    node = fn.module.unique_metadata
    root = node('!{!"irad tape"}')
    scalar = node(f'!{{!"long", {root}, i64 0}}')
    return node(f"!{{{scalar}, {scalar}, i64 0}}")


def _bits(t: Type) -> int:
    return getattr(t, "bits", 64)


def _stored_type(t: Type) -> Type:
    return I8 if t is I1 else t


def _align(t: Type) -> int:
    return min(8, LAYOUT.align_of(t))
