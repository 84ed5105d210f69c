"""Loads of values that an earlier loop has stored: ``t[i]`` in one loop over i, and then in another one.

The result of such a load need not be kept for the reverse sweep if the value stored in the same iteration of the earlier loop is
available or can be recomputed there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.polynomial import Address, IterationNumber, Polynomials, named
from irad.analysis.reuse.reload_safety import ReloadSafety
from irad.ir.types import LAYOUT
from irad.ir.values import Block, Instruction, Value


@dataclass(frozen=True)
class Forwarded:
    """The result of a load in an iteration of its loop: ``value``, as it was in the same iteration of ``loop``."""

    value: Value
    loop: Loop


class Forwarding:
    """``of(load)``: where its value comes from, if that is known."""

    def __init__(
        self,
        flow: ControlFlow,
        reload_safety: ReloadSafety,
        polynomials: Polynomials,
        error_exit: Callable[[Block, Block], bool],
    ) -> None:
        self.flow = flow
        self.reload_safety = reload_safety
        self.polynomials = polynomials
        self.error_exit = error_exit
        self.memory = reload_safety.aliasing.memory
        self.stores: dict[Node, list[Instruction]] = {}
        for block in flow.rpo:
            for inst in block.instructions:
                if inst.opcode == "store" and flow.loop_of[block] is not None and inst.operands[0].type.is_float:
                    node = self.memory.node_of(inst.operands[1])
                    if node is not None and not inst.attrs["volatile"] and not inst.attrs["atomic"]:
                        self.stores.setdefault(node, []).append(inst)

    def of(self, load: Instruction) -> Forwarded | None:
        node = self.memory.node_of(load.operands[0])
        loop = self.flow.loop_of[load.block] if load.block in self.flow.index else None
        if node is None or loop is None or not self._runs_through(loop, loop.latches[0]):
            return None
        for store in self.stores.get(node, ()):
            before = self.flow.loop_of[store.block]  # type: ignore[index]
            assert before is not None
            if self._is_pair(before, loop) and self._same_place(store, before, load, loop):
                if self._lasts(store, before, load, loop, node):
                    return Forwarded(store.operands[0], before)
        return None

    def _runs_through(self, loop: Loop, block: Block) -> bool:
        """Whether the loop is innermost and left only at its latch (but for errors), and every iteration executes the block."""
        if len(loop.latches) != 1 or any(self.flow.loop_of[b] is not loop for b in loop.blocks):
            return False
        exits = {b for b, s in loop.exits() if not self.error_exit(b, s)}
        return exits == set(loop.latches) and self.flow.dominates(block, loop.latches[0])

    def _is_pair(self, before: Loop, loop: Loop) -> bool:
        """Whether both loops have the same trip count and run one after the other in an iteration of the loop around them."""
        if before is loop or before.parent is not loop.parent or not self.flow.dominates(before.header, loop.header):
            return False
        last = self.polynomials.last(loop)
        return last is not None and last == self.polynomials.last(before)

    def _same_place(self, store: Instruction, before: Loop, load: Instruction, loop: Loop) -> bool:
        if store.operands[0].type is not load.type or not self._runs_through(before, store.block):  # type: ignore[arg-type]
            return False
        to, at = self.polynomials.address(store.operands[1]), self.polynomials.address(load.operands[0])
        if not (self._own_place(to, before, load) and self._own_place(at, loop, load)):
            return False
        where = at.offset.replace(IterationNumber(loop), named(IterationNumber(before)))
        return to.base is at.base and where == to.offset

    def _own_place(self, address: Address, loop: Loop, load: Instruction) -> bool:
        """Whether each iteration accesses a different location, at an invariant stride."""
        step = address.offset.coefficient(IterationNumber(loop))
        rest = address.offset - step * named(IterationNumber(loop))
        base = address.base
        outside = not isinstance(base, Instruction) or base.block not in loop.blocks
        far = not step.terms and abs(step.constant) >= LAYOUT.store_size(load.type)
        return outside and far and self.polynomials.fixed(rest, loop, across=True)

    def _lasts(self, store: Instruction, before: Loop, load: Instruction, loop: Loop, node: Node) -> bool:
        """Whether nothing else writes to the location between the store and the load."""
        between = self._between(before, loop)
        for block, changes in self.reload_safety.changes.items():
            if block not in between and block not in before.blocks and block not in loop.blocks:
                continue
            for inst, nodes in changes:
                if inst is store or not any(self.reload_safety.aliasing.may_overlap(node, n) for n in nodes):
                    continue
                if block in between or not self._harmless(inst, before if block in before.blocks else loop, load, loop):
                    return False
        return True

    def _between(self, before: Loop, loop: Loop) -> set[Block]:
        """The blocks between the two loops, in an iteration of the enclosing loop."""
        around = loop.parent
        found: set[Block] = set()
        work = [s for _, s in before.exits()]
        while work:
            block = work.pop()
            inside = around is None or (block in around.blocks and block is not around.header)
            if block not in found and block is not loop.header and inside:
                found.add(block)
                work += self.flow.succs[block]
        back: set[Block] = set()
        work = [p for p in self.flow.preds[loop.header] if p not in loop.blocks]
        while work:
            block = work.pop()
            if block not in back and block in found:
                back.add(block)
                work += self.flow.preds[block]
        return back

    def _harmless(self, inst: Instruction, home: Loop, load: Instruction, loop: Loop) -> bool:
        """Whether a store in one of the two loops does not overwrite what the load reads before it has been read."""
        if inst.opcode != "store" or inst.operands[0].type is not load.type:
            return False
        size = LAYOUT.store_size(load.type)
        there, here = self.polynomials.address(inst.operands[1]), self.polynomials.address(load.operands[0])
        if there.base is not here.base:
            return False
        if home is loop and there.offset == here.offset:
            return self._is_after(inst, load)
        unwrapped = self.polynomials.unwrapped
        one = self.polynomials.hull(unwrapped(there.offset, loop), size, home, home.parent)
        other = self.polynomials.hull(unwrapped(here.offset, loop), size, loop, loop.parent)
        if one is None or other is None:
            return False
        return any(self.polynomials.at_most(a[1], b[0], loop) for a, b in ((one, other), (other, one)))

    def _is_after(self, inst: Instruction, load: Instruction) -> bool:
        """Whether an instruction comes after a load in every iteration."""
        assert inst.block is not None and load.block is not None
        if inst.block is load.block:
            return inst.block.instructions.index(inst) > inst.block.instructions.index(load)
        return self.flow.dominates(load.block, inst.block)
