"""Checkpointed loops become functions, before anything is differentiated.

A loop with a mark in its body is taken out of its function: the new function runs at most ``limit`` iterations and then leaves
what one iteration hands to the next (the header's phis) in memory of the caller, *cells*, from which another call goes on.  So
iterations keep what is global about them, such as their number: that is part of the state.  `checkpointed_sweeps.py` writes the
derivatives of such a function.

Where the number of iterations is known before the loop, the limit takes the place of the loop's own exit test, so that the loop
stays one of known length.  Elsewhere the limit is tested on the back edge besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irad.analysis.flow.cfg import ControlFlow, Loop, remove_incoming
from irad.analysis.flow.trips import Affine, TripCount, affine_phis, preheader, trip_count
from irad.analysis.memory.outlined_functions import CELL, OUTLINED, POOL
from irad.analysis.reuse.error_edges import error_edges, live_blocks
from irad.analysis.reuse.polynomial import NOT_NEGATIVE
from irad.analysis.reuse.reload_safety import SOLE
from irad.errors import DifferentiationError
from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.debug import place_of
from irad.ir.types import I32, I64, LAYOUT, PTR, Type, function
from irad.ir.values import Argument, Block, ConstantInt, Function, Instruction, Module, Value
from irad.transform.base.counts import emit_count
from irad.transform.base.request import ARENA_ATTRIBUTE, has_arena
from irad.transform.outline.captured_objects import initial_objects, sizes_of, widened
from irad.transform.outline.failing_blocks import failing_blocks
from irad.transform.outline.loop_preparation import drop_lifetimes, join_equal, sink_addresses, split_pointers
from irad.transform.outline.marks import (
    CARRIED,
    COUNTED,
    DIRECTORY,
    DISK_MARK,
    EXTENT,
    EXTENT_MARK,
    LOOP_MARK,
    MARK,
    OBJECT,
    ON_FAILURE,
    PLACE_MARK,
    POOL_MARK,
    SETTINGS,
    is_cell,
    is_mark,
    marked_place,
    own_marks,
    place_attribute,
    place_from,
)
from irad.transform.outline.sole_pointers import SolePointers

_NO_LIMIT = -1
_STATUS = '"irad-status"'


def outline_marked_loops(module: Module) -> bool:
    """Outline all marked loops of a module, inner ones first; True if there are any.

    Functions with exceptions that are not ordinary control flow yet wait until they are to be differentiated.
    """
    found = False
    for fn in [f for f in module.functions.values() if not any(i.opcode == "landingpad" for i in f.instructions())]:
        while (loop := _next_loop(fn)) is not None:
            outline(fn, *loop)
            found = True
    return found


def outline(fn: Function, flow: ControlFlow, loop: Loop, mark: Instruction) -> Function:
    """Outline one loop, as its mark says; an error, before anything is changed, where that cannot be done."""
    split_pointers(loop)
    return _Outlining(fn, flow, loop, mark).run()


def _next_loop(fn: Function) -> tuple[ControlFlow, Loop, Instruction] | None:
    """An innermost marked loop, with its mark."""
    marks = [i for i in fn.instructions() if is_mark(i, MARK, LOOP_MARK, DISK_MARK)]
    if not marks:
        return None
    flow = ControlFlow(fn)
    found = []
    for mark in marks:
        loop = flow.loop_of.get(mark.block)  # type: ignore[arg-type]
        if loop is None:
            mark.erase()  # the loop runs once
        else:
            found.append((loop, mark))
    if not found:
        return None
    loop, mark = max(found, key=lambda pair: (pair[0].depth, not is_mark(pair[1], DISK_MARK)))
    return flow, loop, mark


@dataclass
class _Exit:
    """An edge that leaves the loop, and the block of the caller that it leads to now."""

    number: int
    inside: Block
    outside: Block
    fails: bool  # only to an error


class _Outlining:
    """One loop on its way into a function."""

    def __init__(self, fn: Function, flow: ControlFlow, loop: Loop, mark: Instruction) -> None:
        self.fn, self.flow, self.loop, self.mark = fn, flow, loop, mark
        assert fn.module is not None
        self.module = fn.module
        self.place = marked_place(flow, loop)
        self.before = preheader(loop)
        if self.before is None or len(loop.latches) != 1:
            raise self.refused("it is entered or continued in several places")
        self.latch = loop.latches[0]
        self.dead = error_edges(fn, flow)
        self.live = live_blocks(flow, self.dead)
        self.phis = loop.header.phis()
        self.own = [*loop.blocks, *(behind := failing_blocks(flow, loop, self.live, self._fails))]
        left = [(b, s) for b in self.own for s in dict.fromkeys(b.successors()) if s not in self.own]
        self.exits = [_Exit(k + 1, b, s, b in behind or self._fails(b, s)) for k, (b, s) in enumerate(left)]
        if not self.exits:
            raise self.refused("it never ends")
        self.known, self.extents = self._known_count(), self._extents()

    def refused(self, why: str) -> DifferentiationError:
        place = place_of(self.mark) or place_from(self.place)
        return DifferentiationError(f"the checkpointed loop in @{self.fn.name} cannot be taken apart: {why}", place=place)

    # ---- facts

    @staticmethod
    def _counts_up(a: Affine) -> bool:
        """Whether it counts from a number that is not negative upwards, without wrapping."""
        fine = isinstance(a.start, ConstantInt) and 0 <= a.start.value < 1 << 30 and a.step > 0
        return fine and ("nsw" in a.increment.attrs.get("flags", ()) or a.phi.type is I64)

    def _fails(self, inside: Block, outside: Block) -> bool:
        return outside not in self.live or (inside, outside) in self.dead

    def _known_count(self) -> TripCount | None:
        """How often the loop runs, if that is known before it and tested at its latch alone."""
        found = trip_count(self.loop, self.flow, self._fails)
        exits = {e.inside for e in self.exits if not e.fails}
        return found if found is not None and found.block is self.latch and exits == {self.latch} else None

    def _captured(self) -> list[Value]:
        """What the loop uses of the values before it, the arena aside."""
        own = set(self.own)
        out: dict[Value, None] = {}
        for block in self.own:
            for inst in block.instructions:
                for v, at in self._uses(inst):
                    outside = isinstance(v, Argument) or (isinstance(v, Instruction) and v.block not in own)
                    if outside and at in own:
                        out[v] = None
        arena = self.fn.args[0] if has_arena(self.fn) else None
        return [v for v in out if v is not arena and v not in self.local]

    @staticmethod
    def _uses(inst: Instruction) -> list[tuple[Value, Block | None]]:
        """Operands, each with the block where it is read."""
        if inst.opcode == "phi":
            return [*inst.incoming()]
        return [(v, inst.block) for v in inst.operands]

    def _leaving(self) -> list[Instruction]:
        """What the loop computes and others use, by values: those go through cells as well."""
        own = set(self.own)
        return [
            inst
            for block in self.own
            for inst in block.instructions
            if any(at not in own or user.block not in own for user in inst.users() for v, at in self._uses(user) if v is inst)
        ]

    def _counts(self, inst: Instruction) -> bool:
        """Whether what the loop computes is used behind it other than on the way to an error."""
        own = self.own
        for user in inst.users():
            if user.opcode == "phi" and user.block not in own:
                for v, p in user.incoming():
                    if v is inst and (not self._fails(p, user.block) if p in own else p in self.live):  # type: ignore[arg-type]
                        return True
            elif user.block not in own and user.block in self.live:
                return True
        return False

    def _local_variables(self) -> set[Value]:
        """Variables on the stack that are new in every iteration."""
        own = self.own
        return {
            i
            for i in self.fn.entry.instructions
            if i.opcode == "alloca"
            and not i.operands
            and all(u.block in own for u in i.users())
            and (i in self.started or any(is_cell(u, i) for u in i.users()))
        }

    def _directories(self) -> list[Value]:
        """Where snapshots lie on disk, as the first mark for that says; none if they lie in memory."""
        out = [mark.args[0] for mark in own_marks(self.flow, self.loop, DISK_MARK)][:1]
        if not all(map(self._is_before, out)):
            raise self.refused("the directory that its mark is given changes in the loop")
        return out

    def _is_before(self, v: Value) -> bool:
        return not isinstance(v, Instruction) or v.block not in self.loop.blocks

    def _extents(self) -> list[tuple[Value, Value]]:
        """Memory and its size, as marks in the body say; only what is known before an iteration begins."""
        out = []
        self.pools: set[Value] = set()
        for inst in own_marks(self.flow, self.loop, EXTENT_MARK, POOL_MARK):
            pointer, size = inst.args
            if self._is_before(size) and (self._is_before(pointer) or pointer in self.phis):
                out.append((pointer, size))
                if is_mark(inst, POOL_MARK):
                    self.pools.add(pointer)
            inst.erase()
        return list(dict.fromkeys(out))

    def _of_object(self, pointer: Value, size: Value) -> tuple[Value, Value]:
        """An extent, counted from the beginning of its object: addresses of parts are computed in the loop."""
        base = pointer
        while isinstance(base, Instruction) and base.opcode == "getelementptr" and self._is_before(base):
            base = base.operands[0]
        if base is pointer or pointer in self.pools:
            return pointer, size
        b = Builder(None)
        assert self.before is not None
        b.position_before(self.before.terminator)
        return base, b.add(b.sub(b.cast("ptrtoint", pointer, I64), b.cast("ptrtoint", base, I64)), size)

    # ---- writing

    def run(self) -> Function:
        self.started = drop_lifetimes(self.fn, self.loop)
        mark = self.mark
        settings: list[Value] = [const_int(I64, 0)] * 3
        directories = self._directories()
        for k, v in enumerate(mark.args[:3] if not is_mark(mark, DISK_MARK) else ()):
            if isinstance(v, Instruction) and v.block in self.loop.blocks:
                raise self.refused("what its mark is given changes in the loop")
            settings[k] = v
        lines = {k: v for k, v in mark.metadata.items() if k == "dbg"}
        for other in own_marks(self.flow, self.loop, MARK, LOOP_MARK, DISK_MARK, PLACE_MARK):
            other.erase()  # (the compiler has unrolled the loop: a step is several of the program's iterations)
        self.extents = [self._of_object(*extent) for extent in self.extents]
        sink_addresses(self.loop, self.own)
        self.local = self._local_variables()
        join_equal(self.own, self._captured())
        leaving, captured = self._leaving(), self._captured()
        assert self.before is not None
        b = Builder(None)
        b.position_before(self.before.terminator)
        starts = {phi: next(v for v, p in phi.incoming() if p is self.before) for phi in self.phis}
        self.objects = initial_objects(starts, self.fn.args[:1] if has_arena(self.fn) else [])
        captured = list(dict.fromkeys((*captured, *self.objects.values())))
        sizes = sizes_of(b, self.extents, captured)
        captured += [p for p in sizes if p not in captured and self._is_before(p)]
        pointers = SolePointers(self.flow, self.loop)
        self.sole = {v for v in captured if v not in self.pools and pointers.has(v)}
        extents = list(sizes.values())
        handed = [*self.phis, *leaving]
        types: list[Type] = [PTR] if has_arena(self.fn) else []
        types += [I64] * len(SETTINGS) + [PTR, PTR] + [PTR] * len(handed) + [v.type for v in [*captured, *extents]]
        types += [I64] * len(directories)
        self.out = self._declare(types)
        cells = [self._cell(I64), self._cell(I32), *(self._cell(v.type) for v in handed)]
        first = len(types) - len(captured) - len(extents) - len(cells) - len(directories)
        self.parameters = self.out.args[first : first + len(cells)]
        limit = b.add(emit_count(b, self.known, lambda v: v), const_int(I64, 1)) if self.known else const_int(I64, _NO_LIMIT)
        given = [widened(b, v) for v in settings]
        where = [b.cast("ptrtoint", v, I64) for v in directories]
        for phi, cell in zip(self.phis, cells[2:], strict=False):
            b.store(starts[phi], cell)
        between = 2 + len(self.phis)
        self.carried = dict(zip(self.phis, self.parameters[2:between], strict=True))
        self.results = dict(zip(leaving, self.parameters[between:], strict=True))
        theirs = dict(zip(leaving, cells[between:], strict=True))
        arena = [self.fn.args[0]] if has_arena(self.fn) else []
        call = b.call_function(self.out, [*arena, limit, *given, *cells, *captured, *extents, *where])
        call.metadata |= lines
        self._describe(cells, captured, sizes)
        if where:
            self.out.args[-1].attrs = DIRECTORY
        counters = [p for p, a in affine_phis(self.loop).items() if self._counts_up(a)]
        for place in (self.carried[p] for p in counters if isinstance(p, Instruction)):
            place.attrs = f"{place.attrs} {NOT_NEGATIVE}"
        for inst, place in self.results.items():
            if not self._counts(inst):
                place.attrs = f"{place.attrs} {ON_FAILURE}"
        self._leave(b, call, cells[1], theirs)
        self._move(dict(zip(captured, self.out.args[first + len(cells) :], strict=False)))
        self._enter()
        self._return()
        return self.out

    def _declare(self, types: Sequence[Type]) -> Function:
        name, number = f"{self.fn.name}.loop", 1
        while self.module.get(name) is not None:
            number += 1
            name = f"{self.fn.name}.loop{number}"
        out = self.module.add_function(name, function(I32, tuple(types)))
        out.linkage = "weak"  # LLVM neither looks into it nor changes its parameters
        words = [w for w in self.fn.attributes if w in ("nounwind", "mustprogress") or w.startswith(("sanitize_", "target-"))]
        out.attributes = AttributeSet((*words, "noinline", _STATUS, OUTLINED, *place_attribute(self.place)))
        return out

    def _describe(self, cells: Sequence[Instruction], captured: Sequence[Value], sizes: dict[Value, Value]) -> None:
        """Attributes of the parameters."""
        args = list(self.out.args)
        if has_arena(self.fn):
            args.pop(0).attrs = ARENA_ATTRIBUTE
        args[0].attrs = COUNTED if self.known else ""
        for name in SETTINGS:
            args.pop(0).name = name
        for number, cell in enumerate(cells):
            t = cell.attrs["allocated_type"]
            words = ["noalias", f'"{CELL}"="{LAYOUT.size_of(t)}"', CARRIED if 2 <= number < 2 + len(self.phis) else ""]
            args.pop(0).attrs = " ".join(words).strip()
        for k, pointer in enumerate(sizes):
            known = f'"{EXTENT}"="{args[len(captured) + k].index}"'
            if pointer in self.phis:
                parameter = self.parameters[2 + self.phis.index(pointer)]
                parameter.attrs = f"{parameter.attrs} {known}"
            else:
                args[captured.index(pointer)].attrs = f"{known} {POOL}" if pointer in self.pools else known
        for phi, v in self.objects.items():
            parameter = self.parameters[2 + self.phis.index(phi)]
            parameter.attrs = f'{parameter.attrs} "{OBJECT}"="{args[captured.index(v)].index}"'
        for v, parameter in zip(captured, args, strict=False):
            if v in self.sole:
                parameter.attrs = f"noalias {parameter.attrs} {SOLE}"

    def _cell(self, t: Type) -> Instruction:
        attrs = {"allocated_type": t, "align": None, "inalloca": False, "swifterror": False}
        return self.fn.entry.insert(0, Instruction("alloca", PTR, (), attrs))

    def _leave(self, b: Builder, call: Instruction, exit_cell: Value, cells: dict[Instruction, Instruction]) -> None:
        """Go where the loop has gone."""
        before = self.before
        assert before is not None
        before.terminator.erase()
        b.position_at_end(before)
        number = b.load(I32, exit_cell)
        cases = []
        for found in self.exits:
            landing = self.fn.append_block("", after=before)
            at = Builder(landing)
            for phi in found.outside.phis():
                value = next(v for v, p in phi.incoming() if p is found.inside)
                cell = cells.get(value)  # type: ignore[call-overload]
                remove_incoming(phi, found.inside)
                phi.add_operand(value if cell is None else at.load(value.type, cell))
                phi.add_operand(landing)
            at.br(found.outside)
            cases.append((const_int(I32, found.number), landing))
        if len(cases) == 1:
            b.br(cases[0][1])
        else:
            b.switch(number, cases[0][1], cases[1:])
        self._rewrite_uses(cells)

    def _rewrite_uses(self, cells: dict[Instruction, Instruction]) -> None:
        """Uses behind the loop that no phi of an exit block stands for."""
        own = set(self.own)
        for inst, cell in cells.items():
            for user in inst.users():
                if user.block in own:
                    continue
                for k, v in enumerate(user.operands):
                    if v is inst:
                        b = Builder(None)
                        if user.opcode == "phi":
                            where = user.operands[k + 1]
                            assert isinstance(where, Block)
                            b.position_before(where.terminator)
                        else:
                            b.position_before(user)
                        user.set_operand(k, b.load(inst.type, cell))

    def _move(self, arguments: dict[Value, Value]) -> None:
        """Move the blocks, and let them use parameters."""
        own = self.own
        self.entry = self.out.append_block("entry")
        for inst in [i for i in self.fn.entry.instructions if i in self.local]:
            self.fn.entry.instructions.remove(inst)
            self.entry.append(inst)
        for block in [b for b in self.fn.blocks if b in own]:
            block.function = self.out
            self.out.blocks.append(block)
        self.fn.blocks = [b for b in self.fn.blocks if b not in own]
        if has_arena(self.fn):
            arguments = {**arguments, self.fn.args[0]: self.out.args[0]}
        for block in own:
            for inst in block.instructions:
                for k, v in enumerate(inst.operands):
                    if v in arguments:
                        inst.set_operand(k, arguments[v])

    def _enter(self) -> None:
        """Load the header's phis, and count iterations."""
        b = Builder(self.entry)
        for phi in self.phis:
            remove_incoming(phi, self.before)  # type: ignore[arg-type]
            phi.add_operand(b.load(phi.type, self.carried[phi]))
            phi.add_operand(self.entry)
        b.br(self.loop.header)
        self.count = self.loop.header.insert(0, Instruction("phi", I64, (), {"flags": ()}, "done"))
        at = Builder(None)
        at.position_before(self.latch.terminator)
        self.following = at.add(self.count, const_int(I64, 1), flags=("nuw", "nsw"))
        for value, block in ((const_int(I64, 0), self.entry), (self.following, self.latch)):
            self.count.add_operand(value)
            self.count.add_operand(block)

    def _return(self) -> None:
        """Return where the loop was left, and where the limit is reached."""
        final = Block("return")
        status = Instruction("phi", I32, (), {"flags": ()}, "status")
        final.append(status)
        following = {phi: next(v for v, p in phi.incoming() if p is self.latch) for phi in self.phis}
        for found in self.exits:
            limited = self.known is not None and not found.fails
            block = self.out.append_block(f"exit{found.number}")
            self._redirect(found, block)
            b = Builder(block)
            self._store_results(b, found.inside)
            if limited:
                for phi, value in following.items():
                    b.store(value, self.carried[phi])
            ran = self.following if found.inside is self.latch else b.add(self.count, const_int(I64, 1))
            self._finish(b, ran, found.number, final, status, int(found.fails))
        limit = self.out.args[1 if has_arena(self.out) else 0]
        if self.known is not None:
            br = self.latch.terminator
            at = Builder(None)
            at.position_before(br)
            stays_if_true = br.operands[1] in self.loop.blocks
            br.set_operand(0, at.icmp("ne" if stays_if_true else "eq", self.following, limit))
        else:
            self._pause(following, limit, final, status)
        self.out.blocks.append(final)
        final.function = self.out
        Builder(final).ret(status)

    def _redirect(self, found: _Exit, block: Block) -> None:
        br = found.inside.terminator
        for k, target in enumerate(br.operands):
            if target is found.outside:
                br.set_operand(k, block)

    def _store_results(self, b: Builder, inside: Block) -> None:
        """Store what leaves the loop, as far as it has been computed on this way."""
        for inst, cell in self.results.items():
            if inst.block is not None and self.flow.dominates(inst.block, inside):
                b.store(inst, cell)

    def _finish(self, b: Builder, ran: Value, number: int, final: Block, status: Instruction, failed: int) -> None:
        done, exit_number = self.parameters[0], self.parameters[1]
        b.store(ran, done)
        b.store(const_int(I32, number), exit_number)
        assert b.block is not None
        status.add_operand(const_int(I32, failed))
        status.add_operand(b.block)
        b.br(final)

    def _pause(self, following: dict[Instruction, Value], limit: Value, final: Block, status: Instruction) -> None:
        """Leave the loop at its back edge when the limit is reached."""
        header, test, pause = self.loop.header, self.out.append_block("test"), self.out.append_block("pause")
        br = self.latch.terminator
        for k, target in enumerate(br.operands):
            if target is header:
                br.set_operand(k, test)
        for phi in header.phis():
            for k in range(1, len(phi.operands), 2):
                if phi.operands[k] is self.latch:
                    phi.set_operand(k, test)
        b = Builder(test)
        b.cond_br(b.icmp("ne", self.following, limit), header, pause)
        b = Builder(pause)
        for phi, value in following.items():
            b.store(value, self.carried[phi])
        self._finish(b, self.following, 0, final, status, 0)
