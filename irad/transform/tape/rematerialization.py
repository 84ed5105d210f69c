"""Primal values in the reverse sweep: still available, recomputed, or read back from the tape.

Adjoint formulas obtain values through `Rematerialization.get`.  A value of an outer loop that an inner reversed loop needs is
read once, in the inner loop's setup (defined in `tape.py`, as are the places where values are kept).

Where iterations of a loop run again (`contexts.py`), what such an iteration computes outside of inner loops is available or kept
in local variables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from irad.analysis.flow.addresses import accessed_pointer
from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.trips import Affine, affine_phis
from irad.analysis.reuse.effects import unmarked
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I1, I8, I64, Type
from irad.ir.values import Argument, Block, Constant, ConstantFP, Instruction, Value
from irad.transform.tape.tape import PrimalTape, stored_type, unpack
from irad.transform.tape.tape_regions import Region

_DEEPEST = 50  # instructions that are repeated by recursion: of longer chains the first ones come first


@dataclass(frozen=True)
class WantedValue:
    """A value that the reverse sweep needs in the reverse of ``loop``; ``place`` is its placeholder until `resolve`."""

    value: Value
    loop: Loop | None
    place: Instruction


@dataclass(frozen=True)
class ClosedForm:
    """``start + step * k`` in iteration ``k`` of ``loop``; for a pointer the step is in bytes."""

    start: Value  # of the forward part
    step: int
    loop: Loop


@dataclass(eq=False)
class Handed:
    """A header phi of the forward part: what its loop has computed ``len(starts)`` iterations ago, before that ``starts``.

    ``source``: the load or store that accesses it, ``value``: what is loaded or stored, ``step``: by how many bytes the address
    moves in an iteration.  ``before``: the primal's loads of the first values, if these lie before the others; ``final``: whether
    they stay there; ``copied``: whether the copy that ``value`` is read in has them.
    """

    loop: Loop
    starts: tuple[Value, ...]
    source: Instruction
    value: Value
    step: int
    before: tuple[Instruction, ...]
    final: bool
    copied: bool = False

    @property
    def constant(self) -> ConstantFP | None:
        """The number that the first values are, if they are one."""
        found = [v for v in self.starts if isinstance(v, ConstantFP)]
        return found[0] if len(found) == len(self.starts) and len({v.text for v in found}) == 1 else None


class Rematerialization:
    """Obtains values of the forward part at the current position in the reverse sweep.

    ``always``: blocks that every execution of their context passes on the way to its reverse sweep, outside of loops in it.
    """

    def __init__(self, tape: PrimalTape, always: set[Block], closed_forms: bool) -> None:
        self.tape = tape
        self.flow, self.contexts, self.regions = tape.flow, tape.contexts, tape.regions
        self.always = always
        self.closed_forms = closed_forms
        self.recompute: Callable[[Instruction], bool] = lambda inst: False
        self.affine: dict[Value, ClosedForm] = {}
        self.copies: dict[Value, Callable[[Value], Value]] = {}  # loads of saved memory: from pointers to it to the tape
        self.forwarded: dict[Value, tuple[Value, Loop]] = {}  # loads of what an earlier loop has stored: the value, its loop
        self.stored: dict[Value, Instruction] = {}  # values in memory that stays as it is: the stores that have put them there
        self.handed: dict[Value, Handed] = {}  # phis that can be read in memory
        self.redone: dict[Value, Instruction] = {}  # instructions of the reverse sweep, with those that they repeat
        self.b: Builder = Builder(None)
        self.loop: Loop | None = None
        self.memo: dict[Value, Value] = {}
        self.requests: list[WantedValue] = []
        self.resolving = False
        self.depth = 0  # of instructions that are repeated for others
        # parameters of the forward function in the reverse one
        self.given: dict[Value, Value] = {tape.out.args[0]: tape.stack.arena}

    def know_closed_forms(self, primal_reuse: Callable[[Value], list[tuple[Value, Value]]]) -> None:
        """Register header phis affine in the iteration number; ``primal_reuse``: pairs of the copies of a phi and of a start."""
        for loop in self.flow.loops:
            for phi, affine in affine_phis(loop).items() if self.closed_forms and loop not in self.contexts.loops else ():
                self.affine[self.contexts.home[phi]] = self.closed_form(affine, loop)
                for shadow, start in primal_reuse(phi):
                    self.affine[shadow] = ClosedForm(start, affine.step, loop)

    def closed_form(self, affine: Affine, loop: Loop) -> ClosedForm:
        start = self.contexts.copy(affine.start, self.contexts.outside(loop))
        return ClosedForm(start, affine.step, loop)

    # ---- position

    def at(self, block: Block, loop: Loop | None) -> None:
        """Emit code at the end of ``block`` from now on, in the reverse of an iteration of ``loop``."""
        self.b.position_at_end(block)
        self.loop = loop
        self.memo = {}

    def before(self, inst: Instruction, loop: Loop | None) -> None:
        """The same before an instruction."""
        self.b.position_before(inst)
        self.loop = loop
        self.memo = {}

    # ---- the entry point

    def get(self, v: Value) -> Value:
        """The value that ``v`` of the forward part had in the iteration being reversed.

        While the reverse sweep is emitted this only creates a placeholder: what is cached and what is recomputed is decided by
        `resolve`, when everything that is needed is known.
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
        """Whether the reverse sweep can use ``v`` itself.  (In one function: all that certainly runs before the return.)"""
        if isinstance(v, Constant) or not isinstance(v, (Instruction, Argument)):
            return True
        if self.tape.split and self.contexts.context_of_copy(v) is None:
            return False
        return isinstance(v, Argument) or v.block in self.always

    def _request(self, v: Value) -> Value:
        place = self.b.insert(Instruction("placeholder", v.type, (), {}))
        self.requests.append(WantedValue(v, self.loop, place))
        return place

    def _obtain(self, v: Value) -> Value:
        home = self.tape.region(v)
        common = self.flow.common_loop(home.loop, self.loop)
        if common is home.loop and self.loop is not home.loop:
            return self._hoisted(v, home)
        if isinstance(v, Instruction) and common is home.loop and self._can_recompute(v):
            return self._recompute(v)
        return self.tape.fetch(self.b, v, self.tape.levels[common])

    def forget_unused(self) -> None:
        """Drop values that were requested and then not used."""
        for request in self.requests:
            if not request.place.uses:
                request.place.erase()
        self.requests = [r for r in self.requests if r.place.block is not None]

    def resolve(self, recompute: Callable[[Instruction], bool]) -> None:
        """Replace the placeholders by real values."""
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
        return v in self.tape.iterations

    def _hoisted(self, v: Value, home: Region) -> Value:
        """Read ``v``, defined outside of the current loop, once where the reversed inner loop is entered."""
        assert self.loop is not None
        chain = self.loop.chain()
        depth = home.loop.depth if home.loop is not None else 0
        child = self.regions[chain[depth]]
        variable = child.hoisted.get(v)
        if variable is None:
            variable = child.hoisted[v] = self.tape.stack.variable(stored_type(v.type), None)
            self.tape.pending.append((child, v, variable))
        loaded = self.b.load(stored_type(v.type), variable)
        return unpack(self.b, loaded, v.type)

    def _recompute(self, v: Instruction) -> Value:
        affine = self.affine.get(v)
        if v in self.forwarded:
            return self._elsewhere(*self.forwarded[v])
        if self.is_iteration(v):
            return self.iteration(self.tape.iterations[v])
        if affine is not None:
            return self.position_in(affine, v.type)
        if v in self.handed:
            return self._handed(self.handed[v])
        if v in self.stored:
            return self.b.load(v.type, self.get(self.stored[v].operands[1]), self.stored[v].attrs["align"])
        copy = self.copies.get(v)
        self.depth += 1
        if self.depth % _DEEPEST == 0:
            self._in_order(v)
        operands = [self.get(o) for o in v.operands] if copy is None else [copy(v.operands[0])]
        self.depth -= 1
        new = Instruction(v.opcode, v.type, operands, dict(v.attrs), "", dict(v.metadata))
        self.redone[new] = v
        return self.b.insert(new)

    def _in_order(self, v: Instruction) -> None:
        """Recompute what ``v`` is computed from, from the first value on: chains are long where loops are written out."""
        todo: list[Value] = [v]
        while todo:
            w = todo[-1]
            missing = [o for o in map(unmarked, w.operands if isinstance(w, Instruction) else ()) if self._is_redone(o)]
            todo += reversed(missing)
            if not missing:
                todo.pop()
                if w is not v:
                    self.get(w)

    def _is_redone(self, v: Value) -> bool:
        """Whether a value is computed again from its operands, and has not been yet."""
        if not isinstance(v, Instruction) or self.available(v) or v in self.given or v in self.memo:
            return False
        own = v in self.forwarded or v in self.stored or v in self.handed or self.is_iteration(v) or v in self.affine
        return not own and self.tape.region(v).loop is self.loop and self._can_recompute(v)

    def whole(self, handed: Handed) -> bool:
        """Whether the first values of a phi can be read where the others are."""
        return handed.copied if handed.value in self.copies else handed.final

    def _handed(self, handed: Handed) -> Value:
        """What was computed some iterations ago, read where it lies; in the first ones from a variable."""
        t, count = handed.value.type, len(handed.starts)
        pointer = accessed_pointer(handed.source)
        at = self.copies.get(handed.value, self.get)(pointer)
        at = self.b.gep(I8, at, [const_int(I64, -count * handed.step)])
        if not self.whole(handed):
            first = self.b.icmp("ult", self.iteration(self.regions[handed.loop]), const_int(I64, count))
            at = self.b.select(first, self.tape.stack.variable(t, handed.constant), at)
        loaded = self.b.load(t, at, handed.source.attrs["align"])
        if isinstance(loaded, Instruction) and isinstance(handed.value, Instruction) and handed.value.opcode == "load":
            self.redone[loaded] = handed.value
        return loaded

    def _elsewhere(self, v: Value, loop: Loop) -> Value:
        """A value of an earlier loop, in the iteration that has the number of the one being reversed (`follow`)."""
        here, self.loop = self.loop, loop
        found = self.get(v)
        self.loop = here
        return found

    def follow(self, loop: Loop) -> None:
        """At the beginning of a reversed iteration: set the earlier loops that it reads from to the same iteration number."""
        for other in self._read_from(loop):
            rit = self.regions[other].rit
            assert rit is not None
            self.b.store(self.iteration(self.regions[loop]), rit)

    def join_setups(self) -> None:
        """Where a reversed loop that reads from an earlier one is entered, set up the position in that loop as well."""
        for loop in dict.fromkeys(self.tape.region(load).loop for load in self.forwarded):
            assert loop is not None
            for earlier in self._read_from(loop):
                setups = self.regions[earlier].setups
                setups += [block for block in self.regions[loop].setups if block not in setups]

    def _read_from(self, loop: Loop) -> list[Loop]:
        """The earlier loops whose stored values a loop reads, and those that these read from in turn."""
        found = [loop]
        for one in found:  # grows during the iteration
            nearest = [earlier for load, (_, earlier) in self.forwarded.items() if self.tape.region(load).loop is one]
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

    def read_carried(self, v: Value, loop: Loop) -> Value:
        """The value that a recomputed iteration received from the previous one."""
        return self.tape.fetch(self.b, v, self.regions[loop])

    # ---- loops, before and after the reverse sweep is written

    def ends(self, region: Region) -> Value:
        """Emit the test whether the iteration being reversed is the last one to be reversed."""
        if region.rlast is None:
            return self.b.icmp("eq", self.iteration(region), const_int(I64, 0))
        return self.b.icmp("eq", self.iteration(region), self.b.load(I64, region.rlast))

    def close(self) -> None:
        """Fill setups, edges and sizes: no values are requested afterwards."""
        while self.tape.pending:
            region, v, variable = self.tape.pending.pop(0)
            for block in region.setups:
                self._fill_setup(region, block, v, variable)
        self.tape.close()

    def _fill_setup(self, region: Region, block: Block, v: Value, variable: Value) -> None:
        assert region.loop is not None
        self.before(block.terminator, region.loop.parent)
        value = self.get(v)
        if value.type is I1:
            value = self.b.cast("zext", value, I8)
        # Setups run outer loop first, and within one setup values must come after what they are computed from: a
        # value read here never depends on a variable of the same setup (it belongs to the parent's position).
        self.b.store(value, variable)


def _bits(t: Type) -> int:
    return getattr(t, "bits", 64)
