"""What both functions of a checkpointed loop's derivative do: ask the schedule, run steps, store and restore states.

`checkpointed_sweeps.py` has the functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from irad.analysis.activity.activity import Activity
from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.outlined_functions import CELL
from irad.analysis.reuse.error_edges import outlined_loop
from irad.analysis.reuse.loop_state import MemoryRange
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I8, I32, I64, PTR, Type
from irad.ir.values import Argument, Block, Function, Instruction, Value
from irad.schedule_actions import Action
from irad.transform.base.request import GRADIENT, Derivative, Key, has_arena
from irad.transform.checkpoint.entry_values import EntryValues
from irad.transform.checkpoint.frame_words import FrameWords
from irad.transform.checkpoint.measured_ranges import measured, shadow_beside
from irad.transform.checkpoint.saved_state import SavedState
from irad.transform.checkpoint.snapshot_slots import PutBack, has_loops_on_disk, slots_of
from irad.transform.outline.marks import CARRIED, COUNTED, loop_parameters
from irad.transform.primal.emitter import NO
from irad.transform.primal.services import Services

_MOST_TAPES = 6  # that of the first step, of a loop in pieces, of a unit
ALIGN = 64  # as the widest vectors need it


class LoopInSweeps:
    """A checkpointed loop whose derivative is written: its parts, and what lies where in the frame that both functions share."""

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


class Sweep:
    """What both functions do: ask the schedule, run steps, store and restore states."""

    leaves = True  # whether the loop's exits are reached while steps run without a tape

    def __init__(self, sweeps: LoopInSweeps, out: Function) -> None:
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
        """The bytes in use of the tape's stack and of that of arrays, which a step with a tape leaves there."""
        used = self.runtime.function("irad_used")
        tape, arrays = (self.b.call_function(used, [self.stack_of(k)]) for k in (self.stack, 0))
        return self.b.add(tape, arrays)

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
        """Places and sizes of what is saved, all of which are known before the loop.  (What they follow from may change later.)

        The place is an address, or an offset from pointers that change places.
        """
        b, known = self.b, EntryValues(self.values, cells=True)
        for found, at in self.sweeps.extent.items():
            for k, v in enumerate(measured(b, known, found)):
                self.store(v, at + 8 * k)

    def recall_sizes(self) -> None:
        self.bounds: dict[MemoryRange, tuple[Value, Value]] = {}
        for found, at in self.sweeps.extent.items():
            self.bounds[found] = self.load(I64 if found.group else PTR, at), self.load(I64, at + 8)

    def pieces(self, ranges: Sequence[MemoryRange]) -> Iterator[tuple[Value, Value]]:
        """Address and size of what the ranges are at this moment."""
        known = EntryValues(self.values)
        for found in ranges:
            place, size = self.bounds[found]
            if not found.group:
                yield place, size
            for base in found.group:
                yield self.b.gep(I8, self._address(known, base), [place]), size

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
        b, pointers = self.b, self.sweeps.state.pointers.items()
        for cell, members in [(c, m) for c, m in pointers if self.leaves or CARRIED in c.attributes]:
            now = b.load(PTR, self.values[cell], align=8)
            for number, lane in enumerate(self.shadows):
                known = [(*self._first(m, number), self.parameters.sizes.get(m, const_int(I64, 1))) for m in members]
                found = [(first, shadow, self.values.get(size, size)) for first, shadow, size in known]
                b.store(shadow_beside(b, now, found), lane[cell], align=8)

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
        return self.b.and_(self.b.add(size, const_int(I64, ALIGN - 1)), const_int(I64, -ALIGN))

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
        ended: Value = const_int(I64, 0)
        if COUNTED not in p.limit.attributes:
            left = b.icmp("ne", b.load(I32, self.values[p.exit], align=4), const_int(I32, 0))
            ended = b.cast("zext", left, I64)
        self.reported = b.load(I64, self.values[p.done], align=8), ended, tape


def _rounded(size: int) -> int:
    return -(-size // ALIGN) * ALIGN
