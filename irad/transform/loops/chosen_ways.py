"""Innermost loops that store what they have chosen among numbers stored before, as dynamic programs do.

    r[i, j] = cost[i, j] + min(r[i - 1, j], r[i, j - 1])

Adjoints go along the chosen ways, and most iterations get none: it pays to test for that (`zero_adjoint_skipping.py`).  Not where
sums go through the loop or through all that it has stored, or where the numbers are used in another way: then every iteration
has adjoints.  This is an estimate: what is computed does not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from irad.analysis.flow.cfg import Loop
from irad.ir.values import Instruction, Value
from irad.transform.primal.reverse_facts import ReverseFacts

_CHOICES = ("select", "phi")
_SUMS = ("fadd", "fsub", "fneg", *_CHOICES)


class ChosenWays:
    """Whether a loop is of that kind; ``has``: what has a derivative."""

    def __init__(self, facts: ReverseFacts, loop: Loop, has: Callable[[Value], bool]) -> None:
        self.facts, self.loop, self.has = facts, loop, has
        self.inside = [i for b in loop.blocks for i in b.instructions]
        self.handed_on = [phi for phi in loop.header.phis() if has(phi)]
        stores = [i for i in self.inside if i.opcode == "store" and has(i.operands[0])]
        self.stored = [store.operands[0] for store in stores]
        self.nodes = {node for store in stores for node in facts.effects.writes.get(store, ())}

    def found(self) -> bool:
        return self._chooses() and not self._adds_up() and not self._is_read_in_loops() and not self._is_used_otherwise()

    def _chooses(self) -> bool:
        """Whether one of two numbers that are stored already goes into what is stored."""
        parts = [p for v in self.stored for p in self._parts(v, _SUMS)]
        choices = [p for p in parts if p.opcode in _CHOICES and p.block in self.loop.blocks and p not in self.handed_on]
        chosen = [c.operands[1:] if c.opcode == "select" else c.operands[::2] for c in choices]
        return any(sum(any(map(self._is_stored, self._parts(v, _SUMS))) for v in values) > 1 for values in chosen)

    def _adds_up(self) -> bool:
        """Whether iterations add to a number that they hand on, other than the one that is stored."""
        for phi in self.handed_on:
            following = next((v for v, b in phi.incoming() if b in self.loop.blocks), phi)
            sums = [p for p in self._parts(following, _CHOICES) if p.opcode in ("fadd", "fsub")]
            if following not in self.stored and any(phi in self._parts(p, _SUMS) for p in sums):
                return True
        return False

    def _is_read_in_loops(self) -> bool:
        """Whether as many loops as there are here go through the memory elsewhere."""
        for inst in self.facts.effects.reads:
            around = self.facts.flow.loop_of.get(inst.block) if inst.block is not None else None
            if around is not None and around.depth >= self.loop.depth and inst.block not in self.loop.blocks:
                if self.has(inst) and self._reads(inst):
                    return True
        return False

    def _is_used_otherwise(self) -> bool:
        """Whether more than sums and choices is computed from what was stored."""
        work = [i for i in self.inside if self.has(i) and self._is_stored(i)]
        found = dict.fromkeys(work)
        for inst in work:  # grows
            users = [u for u in inst.users() if u.block in self.loop.blocks and self.has(u) and u not in found]
            if any(u.opcode not in _SUMS for u in users):
                return True
            found |= dict.fromkeys(users)
            work += dict.fromkeys(users)
        return False

    def _is_stored(self, inst: Instruction) -> bool:
        return inst in self.handed_on or self._reads(inst)

    def _reads(self, inst: Instruction) -> bool:
        return not self.nodes.isdisjoint(self.facts.effects.reads.get(inst, ()))

    def _parts(self, v: Value, opcodes: Container[str]) -> list[Instruction]:
        """What a number of an iteration is chosen from, or is the sum of."""
        work = [v] if isinstance(v, Instruction) else []
        found = dict.fromkeys(work)
        for inst in work:  # grows
            if inst.block in self.loop.blocks and inst.opcode in opcodes and inst not in self.handed_on:
                more = [o for o in inst.operands if isinstance(o, Instruction) and o.type is inst.type and o not in found]
                found |= dict.fromkeys(more)
                work += dict.fromkeys(more)
        return list(found)
