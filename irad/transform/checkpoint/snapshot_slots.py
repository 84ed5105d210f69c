"""Where the snapshots of a checkpointed loop are, and what its augmented and its reverse function do to store and restore them.

In memory: a table of slots on the tape's stack, each reserved when it is first used.  On disk: a session in that place
(`runtime_ir/snapshots.c`).  Where the reverse phase ends because of the disk, what second runs have written to is put back: that
of the loop itself, and of loops around it (`PutBack`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Protocol

from irad.analysis.reuse.loop_state import MemoryRange
from irad.errors import DifferentiationError
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.debug import place_of
from irad.ir.types import I8, I64, PTR, Type, array
from irad.ir.values import Argument, Function, Instruction, Value
from irad.transform.base.runtime_calls import Runtime
from irad.transform.base.second_runs import functions_called
from irad.transform.checkpoint.saved_state import SavedState
from irad.transform.outline.marks import directory_parameter
from irad.transform.primal.emitter import NO

Pieces = Sequence[tuple[Value, Value]]  # addresses and sizes in bytes


class HasState(Protocol):
    @property
    def state(self) -> SavedState: ...


class SlotOwner(Protocol):
    """What slots use of the function that they are part of."""

    runtime: Runtime
    out: Function
    b: Builder
    arena: Value
    frame: Value
    values: dict[Value, Value]

    @property
    def sweeps(self) -> HasState: ...
    def reserve(self, size: Value) -> Value: ...
    def load(self, t: Type, at: int) -> Value: ...
    def store(self, v: Value, at: int) -> None: ...
    def area(self, ranges: Sequence[MemoryRange], with_cells: bool) -> Value: ...
    def move(self, area: Value, ranges: Sequence[MemoryRange], with_cells: bool, back: bool) -> None: ...
    def rounded(self, size: Value) -> Value: ...
    def cells_of_state(self) -> Pieces: ...
    def memory_of_state(self) -> Pieces: ...


class MemorySlots:
    """A table of pointers to slots; ``at``: where in the frame its address is."""

    def __init__(self, driver: SlotOwner, at: int) -> None:
        self.driver, self.at = driver, at

    def begin(self, size: Value) -> None:
        """Reserve the table, for a schedule of so many bytes."""
        d, b = self.driver, self.driver.b
        slots = b.add(b.udiv(size, const_int(I64, 3)), const_int(I64, 8))
        slots = b.and_(slots, const_int(I64, -8))
        table = d.reserve(slots)
        b.call_function(d.runtime.memset(), [table, const_int(I8, 0), slots, NO])
        d.store(table, self.at)

    def turn(self) -> None:
        """The reverse phase begins."""

    def end(self) -> None:
        """The reverse phase is over."""

    def save(self, number: Value) -> Value:
        """Store the state in a slot, which is reserved when it is first used; the bytes that are reserved."""
        d, b, ranges = self.driver, self.driver.b, self.driver.sweeps.state.carried
        place = self._slot(number)
        found = b.load(PTR, place, align=8)
        first, old, done = (d.out.append_block(name) for name in ("new", "old", "slot"))
        b.cond_br(b.icmp("eq", found, null(PTR)), first, old)
        Builder(old).br(done)
        b.position_at_end(first)
        size = d.area(ranges, True)
        made = d.reserve(size)
        b.store(made, place, align=8)
        at = b.block
        assert at is not None
        b.br(done)
        b.position_at_end(done)
        memory, taken = b.phi(PTR), b.phi(I64)
        for phi, new, known in ((memory, made, found), (taken, size, const_int(I64, 0))):
            Builder.add_incoming(phi, new, at)
            Builder.add_incoming(phi, known, old)
        d.move(memory, ranges, True, back=False)
        return taken

    def restore(self, number: Value) -> None:
        """Make a slot the state."""
        d = self.driver
        d.move(d.b.load(PTR, self._slot(number), align=8), d.sweeps.state.carried, True, back=True)

    def _slot(self, number: Value) -> Value:
        return self.driver.b.gep(PTR, self.driver.load(PTR, self.at), [number])


class DiskSlots:
    """A session; ``at``: where in the frame its address is, ``directory``: the parameter with that of the directory's name."""

    def __init__(self, driver: SlotOwner, at: int, directory: Argument) -> None:
        self.driver, self.at, self.directory = driver, at, directory

    def begin(self, _size: Value) -> None:
        d = self.driver
        name = d.b.cast("inttoptr", d.values[self.directory], PTR)
        d.store(_call(d, "irad_snapshots_begin", d.arena, name, d.frame), self.at)

    def turn(self) -> None:
        _call(self.driver, "irad_snapshots_turn", self.driver.arena, self._session())

    def end(self) -> None:
        _call(self.driver, "irad_snapshots_end", self._session())
        self.driver.store(null(PTR), self.at)  # this tape cannot be reversed again

    def save(self, number: Value) -> Value:
        d = self.driver
        first, rest = d.cells_of_state(), d.memory_of_state()
        words = _words(d, [v for piece in [*first, *rest] for v in piece])
        _call(d, "irad_snapshots_save", self._session(), number, words, const_int(I64, len(first)), const_int(I64, len(rest)))
        return d.area(d.sweeps.state.carried, True)

    def restore(self, number: Value) -> None:
        d = self.driver
        for part, find in enumerate((d.cells_of_state, d.memory_of_state)):  # the cells say where memory is
            pieces = find()
            words = _words(d, [v for piece in pieces for v in piece])
            count = const_int(I64, len(pieces))
            _call(d, "irad_snapshots_restore", self._session(), number, words, count, const_int(I64, part))

    def _session(self) -> Value:
        return self.driver.load(PTR, self.at)


class PutBack:
    """What is put back after an error: what the second runs of a loop write to."""

    def __init__(self, driver: SlotOwner) -> None:
        self.driver = driver

    def begin(self, copy: Value, pieces: Pieces) -> None:
        """Register ``pieces``, of which ``copy`` is a copy made by `SlotOwner.move`."""
        d, b = self.driver, self.driver.b
        words: list[Value] = [null(PTR), const_int(I64, len(pieces))]
        for address, size in pieces:
            words += [address, copy, size]
            copy = b.gep(I8, copy, [d.rounded(size)])
        self.made = _words(d, words)
        _call(d, "irad_snapshots_guard", d.arena, self.made)

    def end(self) -> None:
        _call(self.driver, "irad_snapshots_unguard", self.driver.arena, self.made)

    def drop(self, stack: Value, mark: Value) -> None:
        """A tape is given up: so are the sessions on it."""
        _call(self.driver, "irad_snapshots_drop", self.driver.arena, stack, mark)


def slots_of(driver: SlotOwner, fn: Function, at: int) -> MemorySlots | DiskSlots:
    """The slots of an outlined loop."""
    directory = directory_parameter(fn)
    if directory is None:
        return MemorySlots(driver, at)
    if os.name != "posix":
        place = next((p for i in fn.instructions() if (p := place_of(i)) is not None), None)
        raise DifferentiationError("snapshots on disk need a POSIX system", place=place, hint="leave them in memory")
    return DiskSlots(driver, at, directory)


def has_loops_on_disk(fn: Function) -> bool:
    """Whether the snapshots of an outlined loop lie on disk, or those of a loop in it."""
    return any(directory_parameter(f) is not None for f in functions_called(fn))


def _call(d: SlotOwner, name: str, *args: Value) -> Value:
    return d.b.call_function(d.runtime.function(name), list(args))


def _words(d: SlotOwner, values: Sequence[Value]) -> Value:
    """A variable of the function's with these words of 8 bytes."""
    attrs = {"allocated_type": array(max(1, len(values)), I64), "align": 16, "inalloca": False, "swifterror": False}
    made = d.out.entry.insert(0, Instruction("alloca", PTR, (), attrs))
    for k, v in enumerate(values):
        d.b.store(v, d.b.gep(I64, made, [const_int(I64, k)]), align=8)
    return made
