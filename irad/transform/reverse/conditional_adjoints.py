"""Values whose adjoints come from one side of a branch only; their reverse belongs to that side.

``d = x[i] - x[j]; if d * d < r: e += f(d)`` uses ``d`` in the branch alone (a comparison has no derivative), so that in
iterations that pass the branch by, its adjoint is zero.  Its reverse, with the additions to the shadow of ``x``, then stands
on the reversed edge from the branch to the block: no code runs that adds zeros, whatever the number of its accesses.

Likewise what an iteration computes for the next one only is reversed on the reversed back edge: the last iteration has no
adjoints of it, and whether others use it does not depend on that.
"""

from __future__ import annotations

from collections.abc import Container

from irad.analysis.flow.cfg import Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.reuse.effects import is_pure_call
from irad.ir.opcodes import OPCODES
from irad.ir.values import Block, Instruction
from irad.rules import MathRule, lookup_function
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.primal.reverse_facts import ReverseFacts

Side = tuple[Block, Block]  # a block that branches, and the target that only it leads to


class ConditionalAdjoints:
    """``sides``: for each such edge the instructions of its first block that are reversed on it, in the order of the primal.

    ``begun_otherwise``: loops of which the reverse of an iteration does not begin with that of its latch.
    """

    def __init__(self, facts: ReverseFacts, adjoints: Adjoints, begun_otherwise: Container[Loop]) -> None:
        self.facts, self.flow, self.adjoints = facts, facts.flow, adjoints
        self.begun_otherwise = begun_otherwise
        self.sides: dict[Side, list[Instruction]] = {}
        for block in self.flow.rpo:
            if block in facts.live:
                self._divide(block)

    def _divide(self, block: Block) -> None:
        """Find what of a block is used on one side only."""
        targets = [t for t in self.flow.succs[block] if self._is_side(block, t)]
        if not targets or len(self.facts.following(block)) < 2:
            return
        origins: dict[Instruction, Block | None] = {}  # the only side that an adjoint comes from; None: others as well
        ordered = False  # has an instruction passed whose reverse reads or clears shadows?
        for inst in reversed(block.instructions):
            if not self.adjoints.has(inst) or not self._is_plain(inst):
                ordered = ordered or self._acts(inst)
                continue
            if not (inst.opcode == "load" and ordered):
                origins[inst] = self._origin(inst, block, targets, origins)
        for target in targets:
            found = [i for i in block.instructions if origins.get(i) is target]
            if any(i.opcode == "load" for i in found) or (found and self._is_header(target)):
                self.sides[block, target] = found

    @property
    def homes(self) -> dict[Instruction, Block]:
        """For the instructions of all sides, the blocks in which these begin."""
        return {inst: target for (_, target), found in self.sides.items() for inst in found}

    def _is_side(self, block: Block, target: Block) -> bool:
        """Whether a target of a branch is reached from there only in the same iteration, or begins the next one."""
        loop = self.flow.loop_of[target]
        if target not in self.facts.following(block) or loop is not self.flow.loop_of[block]:
            return False
        if self._is_header(target):
            return loop not in self.begun_otherwise
        return self.flow.preds[target] == [block]

    def _is_header(self, block: Block) -> bool:
        loop = self.flow.loop_of[block]
        return loop is not None and loop.header is block

    def _origin(
        self, inst: Instruction, block: Block, targets: list[Block], origins: dict[Instruction, Block | None]
    ) -> Block | None:
        found: set[Block | None] = set()
        for user in inst.users():
            if not self._receives(user):
                continue
            assert user.block is not None
            if user.opcode == "phi":
                ways = [p for v, p in user.incoming() if v is inst]
                found |= {user.block if p is block and user.block in targets else self._side_of(p, targets) for p in ways}
            elif user.block is block:
                found.add(origins.get(user))
            else:
                found.add(self._side_of(user.block, targets))
        return found.pop() if len(found) == 1 else None

    def _side_of(self, at: Block, targets: list[Block]) -> Block | None:
        """The side that a block is on."""
        return next((t for t in targets if self.flow.dominates(t, at) and not self._is_header(t)), None)

    def _receives(self, user: Instruction) -> bool:
        """Whether the reverse of a user may add to the adjoints of its operands."""
        if user.block not in self.facts.live:
            return False
        if user.opcode == "call" and is_pure_call(user):
            return self.adjoints.has(user)
        return self.adjoints.has(user) or not OPCODES[user.opcode].computes

    def _is_plain(self, inst: Instruction) -> bool:
        """Whether the reverse of an instruction does no more than add to adjoints and, for a load, to a shadow."""
        if inst.opcode == "load":
            return not inst.attrs["volatile"] and not inst.attrs["atomic"]
        if inst.opcode != "call":
            return inst.opcode != "phi" and OPCODES[inst.opcode].computes
        callee = called_function(inst)
        return callee is not None and isinstance(lookup_function(callee), MathRule) and is_pure_call(inst)

    def _acts(self, inst: Instruction) -> bool:
        """Whether the reverse of an instruction may use shadows in another way than by adding to them."""
        return OPCODES[inst.opcode].writes or (inst.opcode == "call" and not is_pure_call(inst))
