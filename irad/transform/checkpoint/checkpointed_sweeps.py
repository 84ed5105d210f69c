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

from irad.analysis.memory.outlined_functions import CELL
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null, undef, zero
from irad.ir.types import I1, I8, I32, I64, PTR, Type, array
from irad.ir.values import Block, Value
from irad.schedule_actions import CACHED_TAPE, Action
from irad.transform.base.request import Derivative
from irad.transform.checkpoint.allowed_memory import memory_allowed
from irad.transform.checkpoint.sweep import ALIGN, LoopInSweeps, Sweep
from irad.transform.checkpoint.told_places import tell_place
from irad.transform.outline.marks import CARRIED


class CheckpointedSweeps(LoopInSweeps):
    """One pair of functions under construction."""

    def build(self) -> None:
        _Augmented(self, self.ahead.function).write()
        _Reverse(self, self.back.function).write()


class _Augmented(Sweep):
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
        """Say how many steps all parts together have made, as one call of the loop would, and return."""
        self.b.position_at_end(end)
        steps = self.b.load(I64, self.load(PTR, self.sweeps.schedule), align=8)
        self.b.store(steps, self.values[self.parameters.done], align=8)
        for status, block in [(const_int(I32, 0), end), *self.failed]:
            b = Builder(block)
            result: Value = undef(self.out.ftype.ret)
            for i, name in enumerate(self.sweeps.ahead.fields):
                result = b.insert_value(result, status if name == "primal" else self.frame, [i])
            b.ret(result)


class _Reverse(Sweep):
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
                variable.attrs["align"] = ALIGN
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
