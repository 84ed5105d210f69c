"""Memory that is saved so that iterations of a loop can run again, and put back (`analysis.reuse.repeatable_loops.Save`).

After the loop's preheader, room is reserved on the tape for the contents before every iteration (if it reads them), and for those
after the last one (if they are read later).  The forward sweep saves the former, the beginning of a second run restores them, and
the reverse sweep finds there what an iteration has read before it wrote.  The reverse sweep of the loop begins by saving the
latter, and ends by restoring them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.trips import preheader
from irad.analysis.reuse.polynomial import Polynomial
from irad.analysis.reuse.repeatable_loops import Save
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I8, I64
from irad.ir.values import Block, Value
from irad.transform.base.counts import emit_polynomial
from irad.transform.base.runtime_calls import Runtime
from irad.transform.primal.emitter import NO
from irad.transform.primal.reverse_facts import LoopPlan
from irad.transform.tape.contexts import Contexts
from irad.transform.tape.rematerialization import Rematerialization
from irad.transform.tape.tape_regions import Region


@dataclass
class SavedMemory:
    """Values of the forward sweep: the memory's address and size, the room on the tape, the loop's trip count."""

    loop: Loop
    save: Save
    start: Value
    size: Value
    room: Value
    count: Value
    given_back: list[tuple[Block, Value]]


class MemorySaver:
    """Emits the code that saves and restores memory, for all loops of a function."""

    def __init__(self, plan: LoopPlan | None, contexts: Contexts, remat: Rematerialization, runtime: Runtime) -> None:
        self.plan, self.contexts, self.r, self.runtime = plan, contexts, remat, runtime
        self.saved: list[SavedMemory] = []

    def save_for(self, loop: Loop) -> None:
        """Emit the forward sweep's part, and the beginning of each second run, where the replay is positioned."""
        assert self.plan is not None
        for save in self.plan.saves(loop):
            saved = self._reserve(loop, save)
            self.saved.append(saved)
            if save.carried:
                self._save_each(saved)

    def _reserve(self, loop: Loop, save: Save) -> SavedMemory:
        """Reserve room before the loop."""
        region = self.r.regions[loop]
        context = self.contexts.outside(loop)
        before = preheader(loop)
        assert before is not None and region.count is not None
        b = Builder(None)
        b.position_before(self.contexts.block(before, context).terminator)
        low = self._emit(b, save.piece.low, context)
        size = b.sub(self._emit(b, save.piece.high, context), low)
        size = b.select(b.icmp("sgt", size, const_int(I64, 0)), size, const_int(I64, 0))
        start = b.gep(I8, self.contexts.copy(save.piece.base, context), [low])
        times = b.add(region.count, const_int(I64, 1)) if save.carried else const_int(I64, 1)
        room = self.r.tape.stack.reserve(b, b.mul(times, size))
        return SavedMemory(loop, save, start, size, room, region.count if save.carried else const_int(I64, 0), [])

    def _save_each(self, saved: SavedMemory) -> None:
        """Save the memory in each iteration, and restore it in the second runs."""
        r, start, size, room = self.r, saved.start, saved.size, saved.room
        region = r.regions[saved.loop]
        number = r.tape.counter(region)
        header = self.contexts.block(saved.loop.header, self.contexts.outside(saved.loop))
        b = Builder(None)
        b.position_before(next(i for i in header.instructions if i.opcode != "phi"))
        self._copy(b, b.gep(I8, room, [b.mul(number, size)]), start, size)
        there, much = r.get(start), r.get(size)
        from_tape = r.b.gep(I8, r.get(room), [r.b.mul(r.iteration(region), much)])
        self._copy(r.b, there, from_tape, much)

    def find_copies(self) -> None:
        """Find loads of the contents before an iteration: these are on the tape."""
        home = self.contexts.home
        for saved in self.saved:
            if not saved.save.carried or self.plan is None:
                continue
            loop = saved.loop
            for inst in [i for b in loop.blocks if self.contexts.of(b) is loop for i in b.instructions if i.opcode == "load"]:
                if self.plan.finds(inst, loop, saved.save):
                    self.r.copies[home[inst]] = partial(self._in_copy, saved)

    def _in_copy(self, saved: SavedMemory, pointer: Value) -> Value:
        """The address on the tape of a pointer's memory as it was when the iteration being reversed began."""
        r = self.r
        pointer = r.get(pointer)
        start, room, size = (r.get(v) for v in (saved.start, saved.room, saved.size))
        distance = r.b.sub(r.b.cast("ptrtoint", pointer, I64), r.b.cast("ptrtoint", start, I64))
        here = r.b.gep(I8, room, [r.b.mul(r.iteration(r.regions[saved.loop]), size)])
        return r.b.gep(I8, here, [distance])

    def put_back(self) -> None:
        """Save and restore, around the reverse sweeps of loops, the memory that is read after them."""
        for saved in self.saved:
            region: Region = self.r.regions[saved.loop]
            for block in region.setups if saved.save.visible else ():
                self._around(saved, block, back=False)
            for block in region.entry_edges:
                if saved.save.visible:
                    self._around(saved, block, back=True)
                self._at(saved.loop, block)
                saved.given_back.append((block, self.r.get(saved.room)))

    def give_back(self) -> None:
        """Release the room, after the loop's own part of the tape, which was reserved later."""
        for saved in reversed(self.saved):
            for block, room in saved.given_back:
                b = Builder(None)
                b.position_before(block.terminator)
                self.r.tape.stack.release(b, room)

    def _at(self, loop: Loop, block: Block) -> None:
        self.r.before(block.terminator, loop.parent)

    def _around(self, saved: SavedMemory, block: Block, back: bool) -> None:
        r = self.r
        self._at(saved.loop, block)
        there, size = r.get(saved.start), r.get(saved.size)
        last = r.b.gep(I8, r.get(saved.room), [r.b.mul(r.get(saved.count), size)])
        self._copy(r.b, there if back else last, last if back else there, size)

    def _copy(self, b: Builder, to: Value, source: Value, size: Value) -> None:
        b.call_function(self.runtime.memcpy(), [to, source, size, NO])

    def _emit(self, b: Builder, polynomial: Polynomial, context: Loop | None) -> Value:
        """A polynomial as code."""
        return emit_polynomial(b, polynomial, lambda v: self.contexts.copy(v, context))
