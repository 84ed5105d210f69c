"""What the reverse sweep does with each loop: run its iterations again, or keep what it needs on the tape.

Recomputation costs the primal's work once more, unless the results of the loop's forward sweep are unused: then that sweep is
left out, and recomputation is free.  The tape costs bytes that are written and read.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.activity.to_be_recorded import ToBeRecorded
from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.trips import affine_phis, never, preheader, trip_count
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Node
from irad.analysis.memory.outlined_functions import is_checkpointed
from irad.analysis.reuse.commuting import Commuting
from irad.analysis.reuse.effects import is_pure_call
from irad.analysis.reuse.repeatable_loops import RepeatableLoops, Save
from irad.ir.types import LAYOUT
from irad.ir.values import Block, Instruction, Value
from irad.transform.primal.emitter import stores_pointer
from irad.transform.primal.reverse_facts import RUN_AGAIN, TAPE, Decision, LoopPlan, ReverseFacts
from irad.transform.tape.loop_costs import LoopCosts
from irad.transform.tape.min_cut import PER_LOOP, instruction_cost

NOTHING = "its reverse needs nothing that has to be kept"
_IN_SEQUENCE = 2.0  # loops of unknown length are not vectorised


class LoopPlanner:
    """Decides for all loops of a function, outer loops first.

    ``overridden``: why a user's directive keeps the iterations of a loop from running again; ``outside``: the context that a loop
    is entered from.
    """

    def __init__(self, facts: ReverseFacts, overridden: Callable[[Loop], str], outside: Callable[[Loop], Loop | None]) -> None:
        self.facts, self.overridden, self.outside = facts, overridden, outside
        self.act, self.key, self.live = facts.act, facts.key, facts.live
        self.flow = facts.flow
        self.reload_safety, self.effects = facts.reload_safety, facts.effects
        self.to_be_recorded = ToBeRecorded(facts.fn, facts.act)
        self.private = facts.unobservable
        self.read = {n for i in facts.fn.instructions() for n in self.effects.reads.get(i, ())}
        self.never_read: dict[frozenset[Node], bool] = {}
        self.asked: dict[Instruction, list[Value]] = {}
        self.needed: dict[Loop, bool] = {}
        safety, private = self.reload_safety, self.private.__contains__
        self.repeatable_loops = RepeatableLoops(self.flow, self.effects, safety, facts.error_exit, private, facts.key.exact)
        aliasing, polynomials = self.reload_safety.aliasing, self.repeatable_loops.polynomials
        self.commuting = Commuting(
            self.flow, facts.act, aliasing, polynomials, facts.error_exit, facts.key.nodes is None, facts.elements.never_meet
        )
        near = is_checkpointed(facts.fn)
        self.costs = LoopCosts(self.flow, self.reload_safety, self.to_be_recorded, outside, polynomials, near, facts.elements)

    def plan(self, run_again: Callable[[Loop], None]) -> LoopPlan:
        """Decide; ``run_again`` is called for each loop that is recomputed, before its inner loops are considered."""
        decisions: list[Decision] = []
        for loop in self.flow.loops:
            if preheader(loop) is None or loop.header not in self.live:
                continue
            obstacle = self.overridden(loop) or self.repeatable_loops.obstacle(loop, self.outside(loop)) or self._shape(loop)
            decisions.append(Decision(loop, TAPE, obstacle) if obstacle else self._weigh(loop))
            if decisions[-1].what == RUN_AGAIN:
                run_again(loop)
        return LoopPlan(tuple(decisions), self.commuting, self.repeatable_loops)

    # ---- which loops can be recomputed

    def _shape(self, loop: Loop) -> str:
        facts = self.facts
        if any(self._moves_pointers(inst) for block in loop.blocks for inst in block.instructions):
            return "it stores pointers that have shadows"
        if any(self.flow.loop_of[b] is not loop for b, s in loop.exits() if not facts.error_exit(b, s)):
            return "it is left from an inner loop"
        affine = affine_phis(loop)
        for phi in loop.header.phis():
            if phi not in affine and self.act.carries_shadow(phi):
                return "it hands on a pointer from one iteration to the next"
        ends = [outside for b, outside in loop.exits() if not facts.gives_up(b, outside)]
        if any(self.act.carries_shadow(phi) for outside in ends for phi in outside.phis()):
            return "a pointer leaves it"
        return ""

    def _moves_pointers(self, inst: Instruction) -> bool:
        """Whether it stores a shadow pointer to memory, where the forward sweep after the loop may load it."""
        if inst.opcode == "store":
            return stores_pointer(self.act, *inst.operands)
        return any(self._shadows_inside(node) for node in self.effects.writes.get(inst, ()))

    def _shadows_inside(self, node: Node) -> bool:
        return self.act.shadowed(node) and any("ptr" in c.find().kinds for c, _ in node.fields.values())

    # ---- costs

    def saves(self, loop: Loop) -> list[Save]:
        return self.repeatable_loops.saves.get(loop, [])

    def _saving(self, loop: Loop) -> float:
        """The estimated cost of saving memory in each iteration."""
        return sum(PER_LOOP * 8 for s in self.saves(loop) if s.carried) * self.costs.per_byte(loop)

    def _weigh(self, loop: Loop) -> Decision:
        forward, tape = self.costs.forward(loop), self.costs.tape(loop)
        if self.saves(loop) and (trip_count(loop, self.flow, self.facts.error_exit) is None or not self._one_exit(loop)):
            return Decision(loop, TAPE, "memory cannot be saved for a loop of unknown length", forward, tape)
        if self.facts.options.run_again:
            return Decision(loop, RUN_AGAIN, "that is asked for", forward, tape, self.droppable(loop))
        rest, droppable = self._rest(loop), self.droppable(loop)
        if tape == 0 and not droppable:
            return Decision(loop, TAPE, NOTHING, forward, tape)
        if droppable:
            return Decision(loop, RUN_AGAIN, "nobody needs what its forward sweep leaves behind", forward, tape, True)
        if rest is not None and rest < tape and tape > 0:
            return Decision(loop, RUN_AGAIN, "of its forward sweep little but control flow is needed", forward, tape)
        handed_on = sum(LAYOUT.store_size(phi.type) for phi in self._handed_on(loop))
        carried = self._saving(loop) + handed_on * self.costs.per_byte(loop)
        factor = 1.0 if trip_count(loop, self.flow, self.facts.error_exit) else _IN_SEQUENCE
        if forward * factor + carried < tape:
            return Decision(loop, RUN_AGAIN, "its work is cheaper than the tape", forward, tape, factor=factor, carried=carried)
        return Decision(loop, TAPE, "running it again is not cheaper", forward, tape, factor=factor, carried=carried)

    def _one_exit(self, loop: Loop) -> bool:
        found = trip_count(loop, self.flow, self.facts.error_exit)
        return found is not None and {b for b, s in loop.exits() if not self.facts.error_exit(b, s)} == {found.block}

    # ---- unused forward sweeps

    def _rest(self, loop: Loop) -> float | None:
        """The cost of an iteration of the forward sweep reduced to its control flow; None if more is needed."""
        if self.saves(loop) or self._result_needed(loop) or self._hands_on(loop):
            return None
        instructions = [i for b in loop.blocks for i in b.instructions]
        written = {n for i in instructions for n in self.effects.writes.get(i, ())}
        if not written <= self.private or any(i.opcode == "call" and not _quiet(i) for i in instructions):
            return None
        if self._read_after(loop, written):
            return None
        live: set[Value] = set()
        work: list[Value] = [o for i in instructions if i.opcode in ("br", "switch") for o in i.operands[:1]]
        for s in {s for b, s in loop.exits() if self.facts.error_exit(b, s)}:
            work += [v for phi in s.phis() for v, b in phi.incoming() if b in loop.blocks]
        stores = [i for i in instructions if i in self.effects.writes]
        while work:
            v = work.pop()
            if not isinstance(v, Instruction) or isinstance(v, Block) or v in live or v.block not in loop.blocks:
                continue
            live.add(v)
            work += v.operands
            read = self.effects.reads.get(v, frozenset())
            if read:
                work += [s for s in stores if any(self._overlap(n, w) for n in read for w in self.effects.writes[s])]
        return sum(
            instruction_cost(i) * self.costs.times(i.block, loop) for i in instructions if i in live and i.block is not None
        )

    def _for_nobody(self, inst: Instruction) -> bool:
        """Whether it is a store to memory that is never read."""
        nodes = self.effects.writes.get(inst, frozenset()) if inst.opcode == "store" else frozenset()
        if not nodes or not nodes <= self.private:
            return False
        if nodes not in self.never_read:
            self.never_read[nodes] = not any(self._overlap(n, w) for n in self.read for w in nodes)
        return self.never_read[nodes]

    def _overlap(self, a: Node, b: Node) -> bool:
        return self.reload_safety.aliasing.may_overlap(a, b)

    def _read_after(self, loop: Loop, written: set[Node]) -> bool:
        """Whether anything that the loop has written is read after the loop."""
        after = self.reload_safety.after(loop.header, self.outside(loop)) - loop.blocks
        if self.key.optimistic:  # effects before an error are undone
            after = {b for b in after if not self.facts.always_fails(b)}
        reads = {n for b in after for i in b.instructions for n in self.effects.reads.get(i, ())}
        return any(self._overlap(n, w) for n in reads for w in written)

    def droppable(self, loop: Loop) -> bool:
        """Whether the loop's forward sweep may be left out if its iterations run again.  (What is needed is known only later.)"""
        if self.saves(loop) or self._leaves_traces(loop):
            return False
        return not self._result_needed(loop) and not self._hands_on(loop)

    def _hands_on(self, loop: Loop) -> bool:
        """Whether recomputing an iteration needs a value of the previous iteration that its number does not determine."""
        return bool(self._handed_on(loop))

    def _handed_on(self, loop: Loop) -> set[Instruction]:
        carried = set(loop.header.phis()) - set(affine_phis(loop))
        work = [v for block in loop.blocks for inst in block.instructions for v in self._asked(inst)]
        return carried & self._sources(work, lambda v: v.block in loop.blocks)

    def _asked(self, inst: Instruction) -> list[Value]:
        """The operands of an instruction that count: for the reverse sweep, for memory, or for control flow."""
        found = self.asked.get(inst)
        if found is None:
            found = self.asked[inst] = self._counted(inst)
        return found

    def _counted(self, inst: Instruction) -> list[Value]:
        found = self.to_be_recorded.of(inst)
        if inst.opcode in ("store", "atomicrmw", "cmpxchg") or (inst.opcode == "call" and not is_pure_call(inst)):
            return found + inst.operands
        if inst.opcode in ("load", "br", "switch"):
            return found + inst.operands[:1]
        return found

    def _sources(self, work: list[Value], inside: Callable[[Instruction], bool]) -> set[Instruction]:
        """The instructions that values are computed from."""
        seen: set[Instruction] = set()
        while work:
            v = work.pop()
            if isinstance(v, Instruction) and v not in seen and inside(v):
                seen.add(v)
                work += [o for o in v.operands if not isinstance(o, Block)]
        return seen

    def _leaves_traces(self, loop: Loop) -> bool:
        optimistic = self.key.optimistic and self._ends_anyway(loop)
        ends = {s for b, s in loop.exits() if not (optimistic and self.facts.gives_up(b, s))}
        if len(ends) != 1 or trip_count(loop, self.flow, self.facts.gives_up if optimistic else never) is None:
            return True  # errors have to be found before anything is reversed
        written: set[Node] = set()
        for block in loop.blocks:
            for inst in block.instructions:
                if inst.opcode == "call" and not _quiet(inst):
                    return True
                written |= self.effects.writes.get(inst, frozenset())
        if not written <= self.private:
            return True
        return self._read_after(loop, written)

    def _ends_anyway(self, loop: Loop) -> bool:
        """Whether everything in the loop and after it certainly terminates, even where an error would have come first."""
        after = self.reload_safety.after(loop.header, self.outside(loop)) & self.live
        loops = {at for block in after | loop.blocks if (at := self.flow.loop_of[block]) is not None}
        if any(trip_count(each, self.flow, self.facts.gives_up) is None for each in loops):
            return False
        return all(_ends(i) for block in after | loop.blocks for i in block.instructions if i.opcode == "call")

    def _result_needed(self, loop: Loop) -> bool:
        """Whether anything after the loop that counts depends on a value that leaves it."""
        if loop not in self.needed:
            self.needed[loop] = self._find_needed(loop)
        return self.needed[loop]

    def _find_needed(self, loop: Loop) -> bool:
        leaving = {phi for b, s in loop.exits() if not self.facts.gives_up(b, s) for phi in s.phis()}
        if not leaving:
            return False
        live = self.live  # what only errors need is not worth keeping
        outside = [i for b in self.flow.rpo if b in live and b not in loop.blocks for i in b.instructions]
        work = [v for inst in outside if not self._for_nobody(inst) for v in self._asked(inst)]
        if self.key.primal:
            work += [v for inst in outside if inst.opcode == "ret" for v in inst.operands]
        return not leaving.isdisjoint(self._sources(work, lambda v: v.block not in loop.blocks))


def _ends(inst: Instruction) -> bool:
    """Whether it is a call that certainly returns."""
    callee = called_function(inst)
    if callee is None:
        return False
    return _quiet(inst) or "willreturn" in callee.attributes or callee.name in ("irad_reserve", "irad_release")


def _quiet(inst: Instruction) -> bool:
    """Whether it is a call that terminates, has no output and only changes memory of its arguments."""
    callee = called_function(inst)
    return callee is not None and (is_pure_call(inst) or callee.name.startswith(("llvm.mem", "llvm.experimental.noalias")))
