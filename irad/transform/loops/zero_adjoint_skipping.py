"""Skipping the reverse of iterations, and of inner loops, that no nonzero adjoint reaches.

Where all that the reverse of an iteration starts from is the adjoints of a few numbers that the iteration stores, and these
are zero, it would only multiply zeros: what nobody asks for, as the terms of a sum that has underflowed, costs nothing then.
An adjoint below the smallest normal number counts as zero (`irad.negligible` in `rules.formulas.formula_helpers`; not with
``strict``): products with such numbers are a hundred times slower than others, and what is left of them is lost in what they
are added to.

Everything else that an iteration stores to has to be memory that is not read after the iteration.  What the next iteration gets,
and what is used behind the loop, has adjoints that are tested with those of the stores.  An innermost loop is only tested where
`chosen_ways.py` expects few adjoints.  Likewise a loop that stores
nothing of interest and has results that may not be used (the distance to what is not the nearest): where their adjoints are
zero the reverse of the whole loop is left out.  A derivative that is
differentiated again reverses all iterations: an adjoint that is zero may have a tangent (`prepare.reverse_all`).
"""

from __future__ import annotations

import functools

from irad.analysis.activity.certain_use import Certainty
from irad.analysis.flow.cfg import Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import is_pure_call
from irad.ir.builder import Builder
from irad.ir.constants import const_int, zero
from irad.ir.opcodes import OPCODES
from irad.ir.types import DOUBLE, FLOAT, I1, I64, Type
from irad.ir.values import Block, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, lookup_function
from irad.rules.formulas.formula_calls import call_pure
from irad.transform.adjoint.adjoints import Adjoints, nothing
from irad.transform.loops.chosen_ways import ChosenWays
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import RUN_AGAIN, LoopPlan, ReverseFacts
from irad.transform.tape.rematerialization import Rematerialization

_MOST_STORES = 4
ZERO_ADJOINTS = "irad.negligible."
_NAMES: dict[Type, str] = {DOUBLE: f"{ZERO_ADJOINTS}f64", FLOAT: f"{ZERO_ADJOINTS}f32"}


class ZeroAdjointSkipping:
    """``loops``: those whose iterations may be skipped, each with the stores whose adjoints decide that.

    ``results``: the loops that may be skipped as a whole, each with the phis behind its exit that decide that.
    """

    def __init__(self, facts: ReverseFacts, emit: ContextEmitter, remat: Rematerialization) -> None:
        self.facts, self.emit, self.contexts, self.r = facts, emit, emit.contexts, remat
        self.loops: dict[Loop, list[Instruction]] = {}
        self.carried: dict[Loop, list[Instruction]] = {}  # with the values whose adjoints come from elsewhere than memory
        self.results: dict[Loop, list[Instruction]] = {}
        self.past: dict[Loop, Block] = {}  # where the reverse of such an iteration ends
        self.left: dict[Loop, Block] = {}  # what happens instead of it

    def choose(self) -> None:
        facts = self.facts
        if facts.plan is None or facts.options.strict:
            return
        for loop in facts.flow.loops:
            carried = self._handed_on(loop)
            stores = self._decisive(loop, facts.plan) if carried is not None else []
            if carried is not None and stores:
                self.carried[loop] = carried
                self.loops[loop] = stores
                self.past[loop] = self.emit.rev.append_block(f"past.{loop.header.name}")
                self.left[loop] = self.emit.rev.append_block(f"left.{loop.header.name}")

    # ---- which loops

    def _decisive(self, loop: Loop, plan: LoopPlan) -> list[Instruction]:
        """The stores whose adjoints are all that the reverse of an iteration starts from; empty if unknown."""
        facts = self.facts
        inner = [x for x in facts.flow.loops if loop in x.chain()]
        if len(loop.latches) != 1 or loop.latches[0] not in facts.live:
            return []
        if len(inner) == 1 and not ChosenWays(facts, loop, self._has).found():
            return []
        again = [d.loop for d in plan.decisions if d.what == RUN_AGAIN]
        if any(plan.saves(x) for x in inner if x in again):
            return []
        stored: dict[Node, list[Instruction]] = {}
        for inst in [i for b in loop.blocks for i in b.instructions]:
            if self._hinders(inst):
                return []
            for node in facts.effects.writes.get(inst, ()):
                if facts.act.node(node):
                    stored.setdefault(node, []).append(inst)
        dead = set(plan.repeatable_loops.dead(loop, stored, self.contexts.outside(loop), facts.live))
        found = [i for node, writers in stored.items() if node not in dead for i in writers]
        return found if len(found) <= _MOST_STORES and all(self._simple(i, loop) for i in found) else []

    def _handed_on(self, loop: Loop) -> list[Instruction] | None:
        """The values by which a derivative reaches an iteration other than through memory: what the next one gets, and what is
        used behind the loop.  None where that is more than an innermost loop's numbers."""
        found: dict[Instruction, None] = {}
        for phi in [p for p in loop.header.phis() if self._has(p)]:
            found |= {v: None for v, b in phi.incoming() if b in loop.blocks and isinstance(v, Instruction) and self._has(v)}
        inside = [i for b in loop.blocks for i in b.instructions if self._has(i)]
        found |= {i: None for i in inside if any(u.block not in loop.blocks for u in i.users())}
        if not found:
            return []
        innermost = all(x is loop or loop not in x.chain() for x in self.facts.flow.loops)
        plain = all(v.block in loop.blocks and v.type in _NAMES and self.facts.act.carriers.of(v) is v.type for v in found)
        return list(found) if innermost and plain else None

    def _has(self, v: Value) -> bool:
        return self.facts.act.value(v) and self.facts.act.carriers.of(v) is not None

    def _hinders(self, inst: Instruction) -> bool:
        """Whether the reverse of an instruction does more than propagate adjoints."""
        if OPCODES[inst.opcode].once or inst in self.facts.effects.unknown:
            return True
        if inst.opcode != "call" or is_pure_call(inst):
            return False
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if callee is None or isinstance(rule, (AllocationRule, DeallocationRule)):
            return True
        return not callee.name.startswith("llvm.") and self.facts.act.call_is_active(inst)

    def _simple(self, inst: Instruction, loop: Loop) -> bool:
        """Whether it is a store of one number, executed exactly once in every iteration."""
        facts = self.facts
        if inst.opcode != "store" or inst.block is None or inst.operands[0].type not in _NAMES:
            return False
        once = facts.flow.loop_of[inst.block] is loop and facts.flow.dominates(inst.block, loop.latches[0])
        return once and facts.act.carriers.stored(inst) is not None

    # ---- code; the replay is positioned where the reverse of an iteration begins, or where it ends

    def begin(self, loop: Loop, adjoints: Adjoints) -> None:
        r = self.r
        variables = [adjoints.variable(v) for v in self.carried[loop] for _ in self.emit.each_lane()]
        types = [v.type for v in self.carried[loop] for _ in self.emit.each_lane()]
        places = [(s, r.get(self.emit.shadow(s.operands[1]))) for s in self.loops[loop] for _ in self.emit.each_lane()]
        tests = []
        for store, place in places:
            adjoint = r.b.load(store.operands[0].type, place, align=store.attrs["align"])
            tests.append(call_pure(r.b, _NAMES[adjoint.type], I1, [adjoint]))
        for variable, t in zip(variables, types, strict=True):
            tests.append(call_pure(r.b, _NAMES[t], I1, [r.b.load(t, variable)]))
        none = functools.reduce(r.b.and_, tests)
        rest = self.emit.rev.append_block(f"reverse.{loop.latches[0].name}.rest")
        r.b.cond_br(none, self.left[loop], rest)
        r.b.position_at_end(self.left[loop])
        for store, place in places:
            r.b.store(zero(store.operands[0].type), place, align=store.attrs["align"])
        for variable, t in zip(variables, types, strict=True):
            r.b.store(nothing(t), variable)
        r.b.br(self.past[loop])
        r.at(rest, loop)

    # ---- loops as a whole

    def find_unused(self, certain: Certainty) -> None:
        """Find the loops to be skipped where none of their results is used.

        What is in them stays as uncertain as it is: a derivative of the derivative does not skip them.
        """
        facts = self.facts
        if facts.plan is None or facts.options.strict:
            return
        around = {x.parent for x in facts.flow.loops}
        for loop in facts.flow.loops:
            if loop not in around and loop not in self.loops and self.r.regions[loop].counted and not facts.plan.saves(loop):
                results = self._results(loop)
                if results and not any(map(certain.of, results)) and not self._effects(loop):
                    self.results[loop] = results

    def _results(self, loop: Loop) -> list[Instruction]:
        """The phis at the only exit of a loop that take floats with derivatives; empty if other values leave it."""
        facts = self.facts
        ends = [e for e in loop.exits() if not facts.error_exit(*e)]
        if len(ends) != 1 or facts.flow.loop_of[ends[0][1]] is not loop.parent:
            return []
        results = [phi for phi in ends[0][1].phis() if self._has(phi)]
        inside = [i for b in loop.blocks for i in b.instructions if self._has(i)]
        users = {u for i in inside for u in i.users() if u.block not in loop.blocks and u.block in facts.live}
        return results if users <= set(results) and all(phi.type in _NAMES for phi in results) else []

    def _effects(self, loop: Loop) -> bool:
        """Whether the reverse of a loop may do more than add to shadows."""
        facts = self.facts
        inside = [i for b in loop.blocks for i in b.instructions]
        return any(self._hinders(i) or any(map(facts.act.node, facts.effects.writes.get(i, ()))) for i in inside)

    def test(self, setup: Block, adjoints: list[Value], left: Block, target: Block) -> None:
        """End a setup: go to ``left`` where all adjoints are zero, else to ``target``."""
        b = Builder(setup)
        none = functools.reduce(b.and_, [call_pure(b, _NAMES[d.type], I1, [d]) for d in adjoints])
        b.cond_br(none, left, target)

    def end(self, loop: Loop) -> None:
        self.r.b.br(self.past[loop])
        self.r.at(self.past[loop], loop)

    def close(self) -> None:
        """Release what a second run has put on the tape, as its reverse would have done."""
        regions, stack = self.r.regions, self.r.tape.stack
        for loop, left in self.left.items():
            begin = self.contexts.loops.get(loop)
            inner = [x for x in self.facts.flow.loops if x is not loop and loop in x.chain()]
            if begin is None or all(regions[x].base is None for x in inner):
                continue
            b = Builder(None)
            b.position_before(begin.instructions[0])
            mark = stack.reserve(b, const_int(I64, 0))
            b.position_before(left.terminator)
            stack.release(b, mark)
