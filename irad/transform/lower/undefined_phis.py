"""Header phis that start undefined and are only used while they are.

LLVM makes values of memory that is rewritten in each iteration loop-carried if it cannot prove that some inner loop runs at least
once: ``n > 0`` would have to hold.  Such a value is either never replaced (if the loop-invariant condition does not hold) or
never used before it is.  While it seems to be carried from one iteration to the next, iterations could not run again in the
reverse sweep.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.ir.constants import null, undef
from irad.ir.values import Block, ConstantSimple, Function, Instruction, Value


def drop_undefined(fn: Function) -> bool:
    """Replace such phis by undef; True if there were any."""
    if not any(map(_begins_undefined, fn.instructions())):
        return False
    flow = ControlFlow(fn)
    changed = False
    for loop in flow.loops:  # outer loops first: inner ones start with values from outside
        for phi in [p for p in loop.header.phis() if _begins_undefined(p)]:
            if any(_Assumed(flow, loop, c, phi).never_matters() for c in _conditions(loop)):
                phi.replace_all_uses_with(undef(phi.type))
                phi.erase()
                changed = True
    return changed


def define_pointers(fn: Function) -> None:
    """Replace pointers that are not defined yet by null: they are unused, but a non-null pointer needs a shadow."""
    for inst in fn.instructions():
        if inst.opcode == "phi" and inst.type.is_ptr:
            for k in range(0, len(inst.operands), 2):
                if _is_undefined(inst.operands[k]):
                    inst.set_operand(k, null(inst.type))


def _begins_undefined(inst: Instruction) -> bool:
    return inst.opcode == "phi" and any(_is_undefined(v) for v, _ in inst.incoming())


def _is_undefined(v: Value) -> bool:
    return isinstance(v, ConstantSimple) and v.kind in ("undef", "poison")


def _conditions(loop: Loop) -> list[Value]:
    """Conditions of branches in the loop that are the same in all iterations."""
    found = [b.terminator.operands[0] for b in loop.blocks if b.terminator.opcode == "br" and len(b.terminator.operands) == 3]
    return list(dict.fromkeys(c for c in found if not isinstance(c, Instruction) or c.block not in loop.blocks))


class _Assumed:
    """The values of a loop's header phi if a condition holds and if it does not."""

    def __init__(self, flow: ControlFlow, loop: Loop, condition: Value, phi: Instruction) -> None:
        self.flow = flow
        self.loop = loop
        self.condition = condition
        self.phi = phi

    def never_matters(self) -> bool:
        return all(self._stays_undefined(edges) or self._is_not_used(edges) for edges in map(self._edges, (1, 2)))

    def _edges(self, side: int) -> set[tuple[Block, Block]]:
        """The edges that may be taken from the header on, in the loop and out of it."""
        out: set[tuple[Block, Block]] = set()
        seen = {self.loop.header}
        work = [self.loop.header]
        while work:
            block = work.pop()
            br = block.terminator
            decided = br.opcode == "br" and len(br.operands) == 3 and br.operands[0] is self.condition
            for s in [br.operands[side]] if decided else self.flow.succs[block]:
                assert isinstance(s, Block)
                out.add((block, s))
                if s in self.loop.blocks and s not in seen:
                    seen.add(s)
                    work.append(s)
        return out

    def _incoming(self, phi: Instruction, edges: set[tuple[Block, Block]]) -> list[Value]:
        """The possible incoming values of a phi; for a header phi of the loop itself also its start value."""
        assert phi.block is not None
        begins = phi.block is self.loop.header
        return [v for v, b in phi.incoming() if (b, phi.block) in edges or (begins and b not in self.loop.blocks)]

    def _stays_undefined(self, edges: set[tuple[Block, Block]]) -> bool:
        blocks = {self.loop.header} | {s for _, s in edges if s in self.loop.blocks}
        left = {p for b in blocks for p in b.phis()}
        changed = True
        while changed:
            kept = {p for p in left if all(_is_undefined(v) or v in left for v in self._incoming(p, edges))}
            changed = kept != left
            left = kept
        return self.phi in left

    def _is_not_used(self, edges: set[tuple[Block, Block]]) -> bool:
        blocks = {self.loop.header} | {s for _, s in edges}
        seen = {self.phi}
        work = [self.phi]
        while work:
            value = work.pop()
            for user in value.users():
                if user.block not in blocks:
                    if user.block in self.loop.blocks:
                        continue  # not reached
                    return False
                if user.opcode != "phi" or user.block not in self.loop.blocks:
                    return False
                if any(v is value for v in self._incoming(user, edges)) and user not in seen:
                    seen.add(user)
                    work.append(user)
        return True
