"""The derivative of a checkpointed loop: an augmented and a reverse function that do what a schedule says.

The augmented function runs the loop as the primal does, in parts between which it stores the state (`saved_state.py`), the last
part with a tape.  The reverse function goes back from snapshot to snapshot: it restores a state, runs the loop on from there, and
has the last steps that are not reversed yet differentiated, with a tape that is needed for them only.  Both ask the functions of
`runtime_ir/schedules.c` what comes next.  The parts themselves are calls of the outlined loop (`outlined_loops.py`) and of its
ordinary derivatives.

On the tape's stack lie, in this order: the frame (arguments and pointers to the rest), the state of the schedule, a table of
slots, copies of what the loop reads and others change; then the slots, each reserved when it is first used, and the tapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from irad.analysis.activity.activity import Activity
from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.reuse.loop_state import MemoryRange
from irad.analysis.reuse.outlined_functions import CELL, outlined_loop
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null, undef, zero
from irad.ir.types import I1, I8, I32, I64, PTR, Type, array
from irad.ir.values import Argument, Block, Function, Instruction, Value
from irad.schedule_actions import CACHED_TAPE, Action
from irad.transform.base.request import GRADIENT, Derivative, Key, has_arena
from irad.transform.checkpoint.allowed_memory import memory_allowed
from irad.transform.checkpoint.entry_values import EntryValues
from irad.transform.checkpoint.frame_words import FrameWords, shadow_of
from irad.transform.checkpoint.marks import CARRIED, loop_parameters
from irad.transform.checkpoint.saved_state import SavedState
from irad.transform.checkpoint.snapshot_slots import PutBack, has_loops_on_disk, slots_of
from irad.transform.checkpoint.told_places import tell_place
from irad.transform.primal.emitter import NO
from irad.transform.primal.services import Services

_MOST_TAPES = 4
_ALIGN = 64  # as the widest vectors need it


class CheckpointedSweeps:
    """One pair of functions under construction."""

    def __init__(
        self, fn: Function, key: Key, act: Activity, state: SavedState, services: Services, ahead: Derivative, back: Derivative
    ) -> None:
        self.fn, self.key, self.act, self.state, self.services = fn, key, act, state, services
        self.ahead, self.back = ahead, back
        self.runtime, self.stack = services.runtime, services.options.tape_stack
        self.parameters = loop_parameters(fn)
        self.cells = frozenset(self.parameters.cells)
        plain = replace(key, plain=True, steady=frozenset())
        self.segment = services.derivatives.gradient(fn, replace(plain, mode=GRADIENT))
        self.taped, self.untaped = services.derivatives.split(fn, plain)
        self.blocks = outlined_loop(ControlFlow(fn)).blocks  # type: ignore[union-attr]  # (`find_state` has seen it)
        self.guarded = has_loops_on_disk(fn)
        self.changed = (*state.carried, *state.inputs, *state.outputs)  # by second runs
        words = FrameWords()
        self.schedule, self.table, self.start, self.inputs, self.present, self.tapes = (words.take() for _ in range(6))
        self.tape = words.take(_MOST_TAPES)
        self.mark = words.take(_MOST_TAPES)  # of stack 0, when a tape began
        self.place = {a: words.take_for(a.type) for a in self._passed()}
        self.shadow_place = {
            (a, lane): words.take_for(a.type)
            for a, p in zip(fn.args, key.params, strict=True) if p.shadow
            for lane in range(key.width)
        }
        self.first = {cell: words.take(1 + key.width) for cell in self.pointers()}  # pointers and shadows before the loop
        self.extent = {found: words.take(2) for found in (*state.carried, *state.inputs, *state.outputs)}  # low end, size
        self.frame_size = words.size

    def pointers(self) -> list[Argument]:
        """The cells with pointers whose shadows have to be known."""
        found = (m for cell, members in self.state.pointers.items() for m in (cell, *members))
        return list(dict.fromkeys(m for m in found if m in self.cells))

    def _passed(self) -> list[Argument]:
        return [a for a in self.fn.args if a is not self.parameters.arena]

    def build(self) -> None:
        _Augmented(self, self.ahead.function).write()
        _Reverse(self, self.back.function).write()


class _Sweep:
    """What both functions do: ask the schedule, run steps, store and restore states."""

    leaves = True  # whether the loop's exits are reached while steps run without a tape

    def __init__(self, sweeps: CheckpointedSweeps, out: Function) -> None:
        self.sweeps, self.out, self.key, self.fn = sweeps, out, sweeps.key, sweeps.fn
        self.runtime, self.stack, self.parameters = sweeps.runtime, sweeps.stack, sweeps.parameters
        self.entry = out.append_block("entry")
        self.b = Builder(self.entry)
        self.arena: Value = out.args[0]
        self.frame: Value = null(PTR)
        self.values: dict[Value, Value] = {}
        self.shadows: list[dict[Value, Value]] = [{} for _ in range(self.key.width)]
        if self.parameters.arena is not None:
            self.values[self.parameters.arena] = self.arena
        self.slots = slots_of(self, self.fn, sweeps.table)
        self.guard = PutBack(self) if sweeps.guarded else None

    # ---- memory

    def reserve(self, size: Value, number: int | None = None) -> Value:
        stack = self.stack_of(self.stack if number is None else number)
        return self.b.call_function(self.runtime.function("irad_reserve"), [stack, size])

    def stack_of(self, number: int) -> Value:
        return self.b.gep(I8, self.arena, [const_int(I64, 64 + 64 * number)])

    def used(self) -> Value:
        """The bytes of the tape's stack that are in use."""
        return self.b.call_function(self.runtime.function("irad_used"), [self.stack_of(self.stack)])

    def release(self, number: int, mark: Value) -> None:
        self.b.call_function(self.runtime.function("irad_release"), [self.stack_of(number), mark])

    def word(self, at: int) -> Value:
        return self.b.gep(I8, self.frame, [const_int(I64, at)])

    def load(self, t: Type, at: int) -> Value:
        return self.b.load(t, self.word(at), align=8)

    def store(self, v: Value, at: int) -> None:
        self.b.store(v, self.word(at), align=8)

    def copy(self, to: Value, source: Value, size: Value) -> None:
        self.b.call_function(self.runtime.memcpy(), [to, source, size, NO])

    # ---- states

    def measure(self) -> None:
        """The sizes of what is saved, all of which are known before the loop.  (What they follow from may change later.)"""
        known = EntryValues(self.values)
        for found, at in self.sweeps.extent.items():
            low = known.number(self.b, found.low)
            size = self.b.sub(known.number(self.b, found.high), low)
            self.store(low, at)
            self.store(self.b.select(self.b.icmp("sgt", size, const_int(I64, 0)), size, const_int(I64, 0)), at + 8)

    def recall_sizes(self) -> None:
        self.bounds = {found: (self.load(I64, at), self.load(I64, at + 8)) for found, at in self.sweeps.extent.items()}

    def pieces(self, ranges: Sequence[MemoryRange]) -> Iterator[tuple[Value, Value]]:
        """Address and size of what the ranges are at this moment."""
        known = EntryValues(self.values)
        for found in ranges:
            low, size = self.bounds[found]
            for base in found.group or (found.base,):
                yield self.b.gep(I8, self._address(known, base), [low]), size

    def _address(self, known: EntryValues, base: Value) -> Value:
        if isinstance(base, Instruction) and base.opcode == "phi":
            own = self.sweeps.blocks
            base = next(v for v, p in base.incoming() if p not in own)  # what the cell holds
        return known.get(self.b, base)

    def cells(self) -> Iterator[tuple[Value, int]]:
        """Cells that are part of the state, with their sizes."""
        for cell in self.parameters.cells:
            size = cell.attributes.numbers(CELL)
            if size is not None and CARRIED in cell.attributes:
                yield self.values[cell], size[0]

    def shadow_cells(self) -> None:
        """Let the shadows of pointers in cells follow these: each pointer is one of those before the loop, or has moved on."""
        b, found = self.b, self.sweeps.state.pointers.items()
        for cell, members in [(c, m) for c, m in found if self.leaves or CARRIED in c.attributes]:
            now = b.load(PTR, self.values[cell], align=8)
            for number, lane in enumerate(self.shadows):
                sizes = [self.parameters.sizes.get(m, const_int(I64, 1)) for m in members]
                known = [(*self._first(m, number), self.values.get(size, size)) for m, size in zip(members, sizes, strict=True)]
                b.store(shadow_of(b, now, known), lane[cell], align=8)

    def _first(self, v: Argument, lane: int) -> tuple[Value, Value]:
        """A pointer before the loop, and its shadow."""
        at = self.sweeps.first.get(v)
        if at is None:
            return self.values[v], self.shadows[lane][v]
        return self.load(PTR, at), self.load(PTR, at + 8 * (1 + lane))

    def area(self, ranges: Sequence[MemoryRange], with_cells: bool) -> Value:
        """The size of a copy of the ranges."""
        total: Value = const_int(I64, sum(_rounded(size) for _, size in self.cells()) if with_cells else 0)
        for found in ranges:
            _, size = self.bounds[found]
            for _ in found.group or (found.base,):
                total = self.b.add(total, self.rounded(size))
        return total

    def rounded(self, size: Value) -> Value:
        return self.b.and_(self.b.add(size, const_int(I64, _ALIGN - 1)), const_int(I64, -_ALIGN))

    def move(self, area: Value, ranges: Sequence[MemoryRange], with_cells: bool, back: bool) -> None:
        """Copy the ranges (and cells) to ``area``, or back."""
        at = area
        for cell, size in self.cells() if with_cells else ():
            self.copy(cell if back else at, at if back else cell, const_int(I64, size))
            at = self.b.gep(I8, at, [const_int(I64, _rounded(size))])
        for address, n in self.pieces(ranges):
            self.copy(address if back else at, at if back else address, n)
            at = self.b.gep(I8, at, [self.rounded(n)])

    def cells_of_state(self) -> list[tuple[Value, Value]]:
        """Address and size of the cells in a snapshot."""
        return [(cell, const_int(I64, size)) for cell, size in self.cells()]

    def memory_of_state(self) -> list[tuple[Value, Value]]:
        """Address and size of the memory in a snapshot, which may depend on the cells."""
        return list(self.pieces(self.sweeps.state.carried))

    # ---- calls

    def run(self, steps: Value) -> Value:
        """Run the loop; its status."""
        return self.b.call_function(self.fn, [self._given(a, steps) for a in self.fn.args])

    def _given(self, a: Argument, steps: Value) -> Value:
        return steps if a is self.parameters.limit else self.values[a]

    def arguments(self, steps: Value) -> list[Value]:
        """The arguments of a derivative of the loop."""
        out: list[Value] = [] if has_arena(self.fn) else [self.arena]
        for a, p in zip(self.fn.args, self.key.params, strict=True):
            out.append(self._given(a, steps))
            out += [lane[a] for lane in self.shadows] if p.shadow else []
        return out

    # ---- the loop over actions

    def follow(self, actions: dict[int, Callable[[Value], None]], after: Block) -> None:
        """Do what the schedule says until it says that all is done; then go on in ``after``."""
        schedule = self.load(PTR, self.sweeps.schedule)
        before = self.b.block
        assert before is not None
        ask = self.out.append_block("ask")
        self.b.br(ask)
        self.b.position_at_end(ask)
        reports = [self.b.phi(I64) for _ in range(3)]
        following = self.runtime.function("irad_schedule_next")
        action = self.b.call_function(following, [schedule, *reports])
        number = self.b.load(I64, schedule, align=8)
        blocks = {k: self.out.append_block(Action(k).name.lower()) for k in actions}
        never = self.out.append_block("never")
        Builder(never).unreachable()
        cases = [(const_int(I64, k), block) for k, block in blocks.items()]
        self.b.switch(action, never, [(const_int(I64, Action.DONE), after), *cases])
        self.report(reports, before, None)
        for k, block in blocks.items():
            self.b.position_at_end(block)
            self.reported: tuple[Value, Value, Value] | None = None
            actions[k](number)
            end = self.b.block
            assert end is not None
            self.b.br(ask)
            self.report(reports, end, self.reported)

    @staticmethod
    def report(phis: Sequence[Value], block: Block, values: tuple[Value, Value, Value] | None) -> None:
        for phi, v in zip(phis, values or (const_int(I64, 0),) * 3, strict=True):
            assert isinstance(phi, Instruction)
            Builder.add_incoming(phi, v, block)

    def save(self, number: Value) -> None:
        """Store the state in a slot, and report how many bytes that takes."""
        self.reported = const_int(I64, 0), const_int(I64, 0), self.slots.save(number)

    def advance(self, steps: Value) -> Value:
        status = self.run(steps)
        self.shadow_cells()
        self.report_steps(const_int(I64, 0))
        return status

    def report_steps(self, tape: Value) -> None:
        """Report how many steps were made, and whether the loop has ended (one of known length ends with its last step)."""
        b, p = self.b, self.parameters
        left = b.icmp("ne", b.load(I32, self.values[p.exit], align=4), const_int(I32, 0))
        ended = b.and_(left, b.icmp("slt", self.values[p.limit], const_int(I64, 0)))
        self.reported = b.load(I64, self.values[p.done], align=8), b.cast("zext", ended, I64), tape


class _Augmented(_Sweep):
    """The forward sweep."""

    def write(self) -> None:
        self._enter()
        self._prepare()
        end = self.out.append_block("end")
        self.failed: list[tuple[Value, Block]] = []
        self.follow(
            {
                Action.ADVANCE: self._advance, Action.SAVE: self.save,
                Action.TAPE: self._tape, Action.DROP_TAPE: self._drop,
            },
            end,
        )  # fmt: skip
        self._end(end)

    def _enter(self) -> None:
        """Name the parameters, and put them into the frame."""
        sweeps = self.sweeps
        given = list(self.out.args)[1:]
        for a, p in zip(self.fn.args, self.key.params, strict=True):
            if a is not self.parameters.arena:
                self.values[a] = given.pop(0)
            if p.shadow:
                for lane in self.shadows:
                    lane[a] = given.pop(0)
        self.frame = self.reserve(const_int(I64, sweeps.frame_size))
        for a, at in sweeps.place.items():
            self.store(self.values[a], at)
        for (a, number), at in sweeps.shadow_place.items():
            self.store(self.shadows[number][a], at)
        for a, at in sweeps.first.items():
            for number, cell in enumerate((self.values[a], *(lane[a] for lane in self.shadows))):
                if CARRIED not in a.attributes:  # nothing is there yet
                    self.b.store(null(PTR), cell, align=8)
                self.store(self.b.load(PTR, cell, align=8), at + 8 * number)

    def _prepare(self) -> None:
        sweeps, b, p = self.sweeps, self.b, self.parameters
        self.measure()
        self.recall_sizes()
        limit, snapshots = self.values[p.limit], self.values[p.snapshots]
        state, memory = self.area(sweeps.state.carried, True), memory_allowed(b, self.stack_of(self.stack), self.values[p.budget])
        size = b.call_function(self.runtime.function("irad_schedule_bytes"), [snapshots, limit, state, memory])
        schedule = self.reserve(size)
        self.store(schedule, sweeps.schedule)
        self.slots.begin(size)
        self.store(const_int(I64, 0), sweeps.tapes)
        for at, ranges, with_cells in ((sweeps.start, (), True), (sweeps.inputs, sweeps.state.inputs, False)):
            area = self.reserve(self.area(ranges, with_cells))
            self.store(area, at)
            self.move(area, ranges, with_cells, back=False)
        self.store(self.reserve(self.area(sweeps.changed, False)), sweeps.present)
        settings = [snapshots, self.values[p.segment], const_int(I64, CACHED_TAPE), state]
        settings.append(memory_allowed(b, self.stack_of(self.stack), self.values[p.budget]))  # what is left now
        b.call_function(self.runtime.function("irad_schedule_start"), [schedule, limit, *settings])
        tell_place(b, self.runtime, self.fn, schedule)

    def _advance(self, steps: Value) -> None:
        self._check(self.advance(steps))

    def _check(self, status: Value) -> None:
        """Leave at once where the loop has ended in an error."""
        fine, bad = self.out.append_block("fine"), self.out.append_block("failed")
        self.b.cond_br(self.b.icmp("eq", status, const_int(I32, 0)), fine, bad)
        self.failed.append((status, bad))
        self.b.position_at_end(bad)
        self.slots.end()
        self.b.position_at_end(fine)

    def _tape(self, steps: Value) -> None:
        b, sweeps, taped = self.b, self.sweeps, self.sweeps.taped
        number = self.load(I64, sweeps.tapes)
        mark = self.reserve(const_int(I64, 0), 0)
        before = self.used()
        result = b.call_function(taped.function, self.arguments(steps))
        tape = b.extract_value(result, [taped.index("tape")])
        for base, v in ((sweeps.tape, tape), (sweeps.mark, mark)):
            b.store(v, b.gep(PTR, self.word(base), [number]), align=8)
        self.store(b.add(number, const_int(I64, 1)), sweeps.tapes)
        self.report_steps(b.sub(self.used(), before))
        self._check(b.extract_value(result, [taped.index("primal")]))

    def _drop(self, number: Value) -> None:
        b, sweeps = self.b, self.sweeps
        last = b.sub(self.load(I64, sweeps.tapes), const_int(I64, 1))
        self.store(last, sweeps.tapes)
        tape = b.load(PTR, b.gep(PTR, self.word(sweeps.tape), [last]), align=8)
        if self.guard is not None:
            self.guard.drop(self.stack_of(self.stack), tape)
        self.release(self.stack, tape)
        self.release(0, b.load(PTR, b.gep(PTR, self.word(sweeps.mark), [last]), align=8))

    def _end(self, end: Block) -> None:
        for status, block in [(const_int(I32, 0), end), *self.failed]:
            b = Builder(block)
            result: Value = undef(self.out.ftype.ret)
            for i, name in enumerate(self.sweeps.ahead.fields):
                result = b.insert_value(result, status if name == "primal" else self.frame, [i])
            b.ret(result)


class _Reverse(_Sweep):
    """The reverse sweep."""

    leaves = False

    def write(self) -> None:
        sweeps, b = self.sweeps, self.b
        self.frame = self.out.args[1]
        self._enter()
        self.slots.turn()
        self.recall_sizes()
        self.again = b.alloca(I1)  # whether anything has been run a second time
        b.store(const_int(I1, 0), self.again)
        types = sweeps.segment.function.ftype.ret.elements  # type: ignore[attr-defined]
        names = dict.fromkeys(f for f in sweeps.back.fields if isinstance(f, int))
        lanes = range(self.key.width)
        self.totals = {(n, lane): self._variable(types[sweeps.segment.index(n)]) for n in names for lane in lanes}
        end = self.out.append_block("end")
        self.follow(
            {
                Action.ADVANCE: self._advance, Action.SAVE: self.save, Action.RESTORE: self._restore,
                Action.REVERSE: self._reverse, Action.REVERSE_TAPE: self._reverse_tape,
            },
            end,
        )  # fmt: skip
        b.position_at_end(end)
        put, done = self.out.append_block("put.back"), self.out.append_block("done")
        b.cond_br(b.load(I1, self.again), put, done)
        b.position_at_end(put)
        self.move(self.load(PTR, sweeps.start), (), True, back=True)  # (addresses as when it was saved)
        self.move(self.load(PTR, sweeps.present), sweeps.changed, False, back=True)
        if self.guard is not None:
            self.guard.end()
        b.br(done)
        b.position_at_end(done)
        self.slots.end()
        self.release(self.stack, self.frame)
        self._return()

    def _enter(self) -> None:
        """Fetch the arguments; cells are this function's own."""
        sweeps = self.sweeps
        for a, at in sweeps.place.items():
            size = a.attributes.numbers(CELL)
            if size is None:
                self.values[a] = self.load(a.type, at)
            else:
                variable = self.b.alloca(array(max(1, size[0]), I8))
                variable.attrs["align"] = _ALIGN
                self.values[a] = variable
        for (a, lane), at in sweeps.shadow_place.items():
            self.shadows[lane][a] = self.load(a.type, at)

    def _variable(self, t: Type) -> tuple[Value, Type]:
        variable = self.b.alloca(t)
        self.b.store(zero(t), variable)
        return variable, t

    def _advance(self, steps: Value) -> None:
        self.advance(steps)

    def _restore(self, number: Value) -> None:
        """Restore a state; before the first time save what second runs write to, and put the loop's inputs back."""
        b, sweeps = self.b, self.sweeps
        first, restore = self.out.append_block("first"), self.out.append_block("again")
        b.cond_br(b.load(I1, self.again), restore, first)
        b.position_at_end(first)
        b.store(const_int(I1, 1), self.again)
        self.move(self.load(PTR, sweeps.start), (), True, back=True)  # the pointers that the loop hands around
        present = self.load(PTR, sweeps.present)
        self.move(present, sweeps.changed, False, back=False)
        if self.guard is not None:
            self.guard.begin(present, list(self.pieces(sweeps.changed)))
        self.move(self.load(PTR, sweeps.inputs), sweeps.state.inputs, False, back=True)
        b.br(restore)
        b.position_at_end(restore)
        self.slots.restore(number)
        self.shadow_cells()

    def _reverse(self, steps: Value) -> None:
        segment = self.sweeps.segment
        self._add(segment, self.b.call_function(segment.function, self.arguments(steps)))

    def _reverse_tape(self, number: Value) -> None:
        b, sweeps = self.b, self.sweeps
        last = b.sub(self.load(I64, sweeps.tapes), const_int(I64, 1))
        self.store(last, sweeps.tapes)
        tape = b.load(PTR, b.gep(PTR, self.word(sweeps.tape), [last]), align=8)
        self._add(sweeps.untaped, b.call_function(sweeps.untaped.function, [self.arena, tape]))

    def _add(self, derivative: Derivative, result: Value) -> None:
        """Add up the derivatives of parameters that are passed by value."""
        for (name, lane), (variable, t) in self.totals.items():
            part = self.b.extract_value(result, [derivative.index(name) + lane])
            self.b.store(self.b.fadd(self.b.load(t, variable), part), variable)

    def _return(self) -> None:
        if not self.sweeps.back.fields:
            self.b.ret()
            return
        result: Value = undef(self.out.ftype.ret)
        taken: dict[str | int, int] = {}
        for i, name in enumerate(self.sweeps.back.fields):
            lane = taken[name] = taken.get(name, -1) + 1
            variable, t = self.totals[(name, lane)]  # type: ignore[index]
            result = self.b.insert_value(result, self.b.load(t, variable), [i])
        self.b.ret(result)


def _rounded(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN
