"""Loop recomputation: the copies of the blocks of iterations that run again in the reverse sweep (`plan.py` chooses the loops).

The forward sweep runs such a loop as the primal does and keeps only what is carried from one iteration to the next.  The reverse
sweep of an iteration begins with a second run of it, which keeps what is needed until its end only.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.trips import affine_phis
from irad.analysis.memory.memory_graph import called_function
from irad.ir.builder import Builder
from irad.ir.constants import const_int, undef, zero
from irad.ir.values import Argument, Block, Instruction, Value
from irad.transform.base.request import Derivative
from irad.transform.loops.saved_memory import MemorySaver
from irad.transform.loops.unused_sweeps import UnusedCode
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.tape.rematerialization import ClosedForm, Rematerialization

_DROPPED = ("llvm.lifetime.", "llvm.dbg.", "llvm.invariant.", "llvm.experimental.noalias")


class LoopRecomputation:
    """Writes the second runs of one function's iterations.

    ``ends``: where iterations that have run again continue with their reverse; ``failures``: the targets of second runs that end
    in an error, if errors may be found late.
    """

    def __init__(self, facts: ReverseFacts, emit: ContextEmitter) -> None:
        self.facts, self.emit, self.contexts = facts, emit, emit.contexts
        self.ends: dict[Block | None, Block] = {}
        self.failures: dict[Loop, Block] = {}

    # ---- copies

    def copy_plain(self, block: Block) -> None:
        """Copy a block as it is in the primal, for the context that is being written."""
        emit = self.emit
        plain = self.contexts.plain[emit.context]
        at = plain[block]
        assert isinstance(at, Block)
        emit.b.position_at_end(at)
        for inst in block.instructions:
            callee = called_function(inst) if inst.opcode == "call" else None
            if callee is not None and callee.name.startswith(_DROPPED):
                continue
            plain[inst] = self.terminator(inst) if inst is block.terminator else emit.clone(inst)

    def fill_plain(self, phi: Instruction) -> None:
        emit = self.emit
        for context in self.contexts.around(phi.block):  # type: ignore[arg-type]
            emit.context = context
            new = self.contexts.plain[context][phi]
            assert isinstance(new, Instruction)
            for v, block in phi.incoming():
                if block in emit.map:
                    new.add_operand(emit.value(v))
                    new.add_operand(emit.value(block))
        emit.context = None

    def terminator(self, inst: Instruction) -> Instruction:
        """A copy of a block's terminator; edges that leave an iteration that runs again lead to its reverse."""
        new = self.emit.clone(inst)
        loop, block = self.emit.context, inst.block
        if loop is None or block is None:
            return new
        for k, target in enumerate(inst.operands):
            if isinstance(target, Block) and (target not in loop.blocks or target is loop.header):
                new.set_operand(k, self._end(block, target, loop))
        return new

    def _end(self, block: Block, target: Block, loop: Loop) -> Block:
        """Where an iteration continues when it has run again: the reverse from ``block`` on; nowhere if it would have failed."""
        facts = self.facts
        failed = facts.error_exit(block, target)
        if failed and facts.key.optimistic and facts.gives_up(block, target):
            return self._failure(loop)
        key = None if failed else block
        found = self.ends.get(key)
        if found is None:
            found = self.ends[key] = self.emit.rev.append_block("failed" if failed else f"again.end.{block.name}")
            if failed:
                Builder(found).unreachable()
        return found

    def _failure(self, loop: Loop) -> Block:
        """Where an iteration ends in an error; `return_failures` fills that block."""
        if loop not in self.failures:
            self.failures[loop] = self.emit.rev.append_block("failed")
            Builder(self.failures[loop]).unreachable()
        return self.failures[loop]

    def return_failures(self, left_out: Set[Loop], derivative: Derivative) -> bool:
        """Return errors in loops without a forward sweep; those of others have been found earlier.  True if there are any."""
        found = False
        for loop, block in self.failures.items():
            if loop in left_out:
                found = True
                block.terminator.erase()
                b = Builder(block)
                failed = const_int(self.facts.fn.ftype.ret, 1)
                b.ret(b.insert_value(undef(self.emit.rev.ftype.ret), failed, [derivative.index("primal")]))
        return found

    # ---- values at the start of an iteration

    def is_carried(self, phi: Instruction) -> bool:
        """True for a header phi of a loop that runs again, in the context of that loop."""
        loop = self.facts.flow.loop_of[phi.block]  # type: ignore[index]
        return loop is not None and loop.header is phi.block and loop in self.contexts.loops

    def stand_in(self, phi: Instruction) -> None:
        """Create a placeholder for a header phi, until it is known whether it is used."""
        emit = self.emit
        begin = self.contexts.loops[self.facts.flow.loop_of[phi.block]]  # type: ignore[index]
        if not emit.lane:
            emit.map[phi] = begin.append(Instruction("placeholder", phi.type, (), {}))
        if emit.carries_shadow(phi):
            emit.shadows[phi] = begin.append(Instruction("placeholder", phi.type, (), {}))

    def always(self) -> set[Block]:
        """Blocks that every second run of an iteration executes, outside of inner loops."""
        out: set[Block] = set()
        flow = self.facts.flow
        for loop, begin in self.contexts.loops.items():
            ends = {*loop.latches, *(b for b, s in loop.exits() if not self.facts.error_exit(b, s))}
            out.add(begin)
            for block in loop.blocks:
                if flow.loop_of[block] is loop and all(flow.dominates(block, end) for end in ends):
                    out.add(self.contexts.block(block, loop))
        return out

    def connect(self, remat: Rematerialization, saver: MemorySaver, reverse: Mapping[Block, Block]) -> None:
        """Connect each second run to its reverse, and fetch what it needs from outside.

        ``reverse``: where the reverse of each block begins.
        """
        for loop, begin in self.contexts.loops.items():
            remat.at(begin, loop)
            self._positions(remat, loop)
            saver.save_for(loop)  # writes to the enclosing contexts as well
        for loop, begin in self.contexts.loops.items():
            remat.at(begin, loop)
            self._import(remat, loop)
            Builder(begin).br(self.emit.block(loop.header))
        saver.find_copies()
        for block, end in self.ends.items():
            if block is not None:
                Builder(end).br(reverse[block])

    def _positions(self, remat: Rematerialization, loop: Loop) -> None:
        """Fill header phis that are functions of the iteration number."""
        emit = self.emit
        for phi, affine in affine_phis(loop).items() if remat.closed_forms else ():
            form = remat.closed_form(affine, loop)
            _fill(emit.map[phi], remat.position_in(form, phi.type), remat.b)
            for _ in emit.each_lane():
                if phi in emit.shadows:
                    start = ClosedForm(emit.shadow(affine.start), affine.step, loop)
                    _fill(emit.shadows[phi], remat.position_in(start, phi.type), remat.b)

    def _import(self, remat: Rematerialization, loop: Loop) -> None:
        """Fetch values of outer contexts once, where the second run begins."""
        found: dict[Value, Value] = {}
        begin = self.contexts.loops[loop]
        for block in [b for b in self.emit.rev.blocks if self.contexts.of_copy(b) is loop and b is not begin]:
            for inst in block.instructions:
                for k, o in enumerate(inst.operands):
                    if self._is_foreign(o, loop):
                        if o not in found:
                            found[o] = remat.get(o)
                        inst.set_operand(k, found[o])

    def _is_foreign(self, v: Value, loop: Loop) -> bool:
        """True for a value of another context, or of the function of the forward sweep."""
        if isinstance(v, Argument):
            rev = self.emit.rev
            return v.function is not rev or rev is self.emit.out
        return isinstance(v, Instruction) and self.contexts.context_of_copy(v) is not loop

    def fill_carried(self, remat: Rematerialization, unused: UnusedCode) -> None:
        """Fill the carried values that are still used from the tape."""
        for loop in reversed(self.contexts.loops):
            used = unused.used()
            for phi in loop.header.phis():
                place = self.emit.map[phi]
                if not isinstance(place, Instruction) or place.opcode != "placeholder":
                    continue
                value: Value = zero(place.type)  # used by dead code only
                assert place.block is not None
                remat.before(place.block.instructions[place.block.instructions.index(place) + 1], loop)
                if place in used:
                    value = remat.read_carried(place, loop)
                _fill(place, value, remat.b)


def _fill(place: Value, value: Value, b: Builder) -> None:
    """Make a placeholder a copy of ``value``, at the current position; it stays the same object, as it may have uses."""
    assert isinstance(place, Instruction) and place.block is not None
    place.block.instructions.remove(place)
    place.opcode, place.attrs = "bitcast", {"flags": ()}
    place.add_operand(value)
    b.insert(place)
