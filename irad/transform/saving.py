"""Memory that is saved so that iterations of a loop can run again, and put back (`analysis.rerun.Save`).

Behind the loop's preheader there is room on the tape for what every iteration finds (if it reads that), and for what the
last one leaves behind (if somebody looks at it).  The forward sweep fills the former, the beginning of a second run takes it
back, and the reverse sweep finds there what an iteration has read before it wrote.  The reverse sweep of the loop begins with
saving the latter, and ends with putting it back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from irad.analysis.cfg import Loop
from irad.analysis.polynomial import Polynomial, Unsigned
from irad.analysis.rerun import Save
from irad.analysis.trips import preheader
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1, I8, I64
from irad.ir.values import Block, Value

if TYPE_CHECKING:
    from irad.transform.reverse import ReverseBody


@dataclass
class SavedMemory:
    """Values of the forward sweep: the memory's address and size, the room on the tape, how often the loop runs."""

    loop: Loop
    save: Save
    start: Value
    size: Value
    room: Value
    count: Value
    given_back: list[tuple[Block, Value]]


def save_for(body: ReverseBody, loop: Loop) -> None:
    """The forward sweep's part, and the beginning of each second run; the replay stands there."""
    r = body.replay
    region = r.regions[loop]
    context = body.contexts.outside(loop)
    before = preheader(loop)
    assert before is not None and body.plan is not None
    for save in body.plan.saves(loop):
        assert region.count is not None
        b = Builder(None)
        b.position_before(body.contexts.block(before, context).terminator)
        low = _emit(body, b, save.piece.low, context)
        size = b.sub(_emit(body, b, save.piece.high, context), low)
        size = b.select(b.icmp("sgt", size, const_int(I64, 0)), size, const_int(I64, 0))
        start = b.gep(I8, body.contexts.copy(save.piece.base, context), [low])
        times = b.add(region.count, const_int(I64, 1)) if save.carried else const_int(I64, 1)
        room = r.tape.stack.reserve(b, b.mul(times, size))
        saved = SavedMemory(loop, save, start, size, room, region.count if save.carried else const_int(I64, 0), [])
        body.saved.append(saved)
        if save.carried:
            number = r.tape.counter(region)
            header = body.contexts.block(loop.header, context)
            b.position_before(next(i for i in header.instructions if i.opcode != "phi"))
            _copy(body, b, b.gep(I8, room, [b.mul(number, size)]), start, size)
            there, much = r.get(start), r.get(size)
            from_tape = r.b.gep(I8, r.get(room), [r.b.mul(r.iteration(region), much)])
            _copy(body, r.b, there, from_tape, much)


def find_copies(body: ReverseBody) -> None:
    """Loads of what an iteration finds: the tape has that."""
    for saved in body.saved:
        if not saved.save.carried or body.plan is None:
            continue
        loop = saved.loop
        for inst in [i for b in loop.blocks if body.contexts.of(b) is loop for i in b.instructions if i.opcode == "load"]:
            if body.plan.finds(inst, loop, saved.save):
                body.replay.copies[body.emit.map[inst]] = partial(_in_copy, body, saved)


def _in_copy(body: ReverseBody, saved: SavedMemory, pointer: Value) -> Value:
    """Where the tape has what was behind a pointer when the iteration being reversed began."""
    r = body.replay
    start, room, size = (r.get(v) for v in (saved.start, saved.room, saved.size))
    distance = r.b.sub(r.b.cast("ptrtoint", pointer, I64), r.b.cast("ptrtoint", start, I64))
    here = r.b.gep(I8, room, [r.b.mul(r.iteration(r.regions[saved.loop]), size)])
    return r.b.gep(I8, here, [distance])


def put_back(body: ReverseBody) -> None:
    """Around the reverse sweeps of loops: what somebody looks at is there when they are over."""
    r = body.replay
    for saved in body.saved:
        region = r.regions[saved.loop]
        for block in region.setups if saved.save.visible else ():
            _around(body, saved, block, back=False)
        for block in region.entry_edges:
            if saved.save.visible:
                _around(body, saved, block, back=True)
            _at(body, saved.loop, block)
            saved.given_back.append((block, r.get(saved.room)))


def give_back(body: ReverseBody) -> None:
    """Release the room behind what the loop itself has on the tape, which was reserved later."""
    for saved in reversed(body.saved):
        for block, room in saved.given_back:
            b = Builder(None)
            b.position_before(block.terminator)
            body.replay.tape.stack.release(b, room)


def _at(body: ReverseBody, loop: Loop, block: Block) -> None:
    r = body.replay
    r.b.position_before(block.terminator)
    r.loop, r.memo = loop.parent, {}


def _around(body: ReverseBody, saved: SavedMemory, block: Block, back: bool) -> None:
    r = body.replay
    _at(body, saved.loop, block)
    there, size = r.get(saved.start), r.get(saved.size)
    last = r.b.gep(I8, r.get(saved.room), [r.b.mul(r.get(saved.count), size)])
    _copy(body, r.b, there if back else last, last if back else there, size)


def _copy(body: ReverseBody, b: Builder, to: Value, source: Value, size: Value) -> None:
    b.call_function(body.runtime.memcpy(), [to, source, size, const_int(I1, 0)])


def _emit(body: ReverseBody, b: Builder, polynomial: Polynomial, context: Loop | None) -> Value:
    """A polynomial as code."""
    out: Value = const_int(I64, polynomial.constant)
    for names, factor in polynomial.terms:
        term: Value = const_int(I64, factor)
        for name in names:
            value = name.value if isinstance(name, Unsigned) else name
            assert isinstance(value, Value)
            x = body.contexts.copy(value, context)
            if x.type is not I64:
                x = b.cast("zext" if isinstance(name, Unsigned) else "sext", x, I64)
            term = b.mul(term, x)
        out = b.add(out, term)
    return out
