"""Innermost loops whose iterations can be reversed in any order, hence also first to last, which vectorises better.

The adjoints that iterations accumulate may be added in any order.  The obstacle is a shadow that one iteration reads or sets to
zero and another one uses: so each piece of active memory that a loop stores to must belong to one iteration, and what is carried
from one iteration to the next must be a sum.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.activity.activity import Activity
from irad.analysis.flow.addresses import accessed_pointer, accessed_type
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Node
from irad.analysis.reuse.effects import is_fused
from irad.analysis.reuse.polynomial import Address, IterationNumber, Polynomials
from irad.analysis.reuse.reload_safety import Aliasing
from irad.ir.opcodes import OPCODES
from irad.ir.types import LAYOUT
from irad.ir.values import Block, Instruction, Value
from irad.rules import InactiveRule, MathRule, lookup_function


class Commuting:
    """``of(loop)``: whether the order in which its iterations are reversed makes no difference.

    ``parallel(loop)``, of such a loop: whether its iterations, moreover, touch disjoint shadows.
    """

    def __init__(
        self,
        flow: ControlFlow,
        activity: Activity,
        aliasing: Aliasing,
        polynomials: Polynomials,
        error_exit: Callable[[Block, Block], bool],
        asked_for: bool,
        never_meet: Callable[[Instruction, Instruction, Loop], bool],
    ) -> None:
        self.asked_for = asked_for  # by the user, whose shadows are as disjoint as the parameters are declared to be
        self.never_meet = never_meet  # whether two accesses touch no byte in common, in whichever iterations of a loop
        self.error_exit = error_exit
        self.flow = flow
        self.act = activity
        self.aliasing = aliasing
        self.polynomials = polynomials

    def in_whole_iterations(self, loop: Loop) -> bool:
        """Whether it is an innermost loop of complete iterations, of which only loads and stores touch shadows."""
        if any(self.flow.loop_of[b] is not loop for b in loop.blocks) or len(loop.latches) != 1:
            return False
        if {b for b, s in loop.exits() if not self.error_exit(b, s)} != set(loop.latches):
            return False  # the last iteration would not be complete
        return all(i.opcode in ("load", "store") or _simple(i) for b in loop.blocks for i in b.instructions)

    def of(self, loop: Loop) -> bool:
        if not self.in_whole_iterations(loop):
            return False
        instructions = [i for b in loop.blocks for i in b.instructions]
        carried = [phi for phi in loop.header.phis() if self._has(phi)]
        if not all(adds_up(phi, loop) for phi in carried):
            return False
        sums = {v for phi in carried for v, _ in phi.incoming()}
        leaving = [i for i in instructions if i not in sums and self._has(i)]
        if any(u.block not in loop.blocks for i in leaving for u in i.users()):
            return False  # only the last iteration receives a derivative
        return self._separate([i for i in instructions if i.opcode in ("load", "store")], loop)

    def parallel(self, loop: Loop) -> bool:
        accesses = [i for b in loop.blocks for i in b.instructions if i.opcode in ("load", "store") and self.node(i) is not None]
        return self._separate(accesses, loop, everything=True)

    def _has(self, v: Value) -> bool:
        return self.act.value(v) and self.act.carriers.of(v) is not None

    def _separate(self, accesses: list[Instruction], loop: Loop, everything: bool = False) -> bool:
        """Whether each iteration stores to locations of its own (``everything``: also loads from such)."""
        nodes = [(i, n) for i in accesses if (n := self.node(i)) is not None]
        stored = {n for i, n in nodes if everything or i.opcode == "store"}
        for node in stored:
            near = [(i, n) for i, n in nodes if self.meet(n, node)]
            if any(n is not node for _, n in near):
                return False
            groups: dict[Address, list[Instruction]] = {}
            for i, _ in near:
                groups.setdefault(self.address(i), []).append(i)
            written = dict.fromkeys(self.address(i) for i, _ in near if everything or i.opcode == "store")
            if not all(self._own(address, {self._size(i) for i in same}, loop) for address, same in groups.items()):
                return False
            if not all(self._apart(groups[a], groups[b], loop) for a in written for b in groups if a != b):
                return False
        return True

    def meet(self, a: Node, b: Node) -> bool:
        """Whether the shadows of two nodes may be the same memory.

        ``restrict`` promises nothing about two pointers through which nothing is written, but their shadows are written.
        """
        if self.aliasing.may_overlap(a, b):
            return True
        return not self.asked_for and "mod" not in a.flags | b.flags and not {a, b} & self.aliasing.apart

    def _own(self, address: Address, sizes: set[int], loop: Loop) -> bool:
        """Whether the address is that of a different location in each iteration."""
        step = address.offset.coefficient(IterationNumber(loop))
        same = len(sizes) == 1 and not step.terms and abs(step.constant) >= max(sizes)
        return same and self._invariant(address, loop)

    def _apart(self, one: list[Instruction], other: list[Instruction], loop: Loop) -> bool:
        """Whether two locations, each accessed by several instructions, are disjoint in any two iterations."""
        a, b = self.address(one[0]), self.address(other[0])
        size = max(map(self._size, (*one, *other)))
        first, second = (self.polynomials.hull(x.offset, size, loop, loop.parent) for x in (a, b))
        if a.base is b.base and first is not None and second is not None:
            at_most = self.polynomials.at_most
            if at_most(first[1], second[0], loop) or at_most(second[1], first[0], loop):
                return True
        return all(self.never_meet(i, k, loop) for i in one for k in other)

    def _invariant(self, address: Address, loop: Loop) -> bool:
        rest = address.offset.replace(IterationNumber(loop), address.offset.coefficient(IterationNumber(loop)).times(0))
        base = address.base
        outside = not isinstance(base, Instruction) or base.block not in loop.blocks
        return outside and self.polynomials.fixed(rest, loop, across=True)

    def node(self, inst: Instruction) -> Node | None:
        """The active memory that an instruction accesses."""
        node = self.aliasing.memory.node_of(accessed_pointer(inst))
        return node if self.act.node(node) and (inst.opcode == "store" or self._has(inst)) else None

    def address(self, inst: Instruction) -> Address:
        return self.polynomials.address(accessed_pointer(inst))

    def _size(self, inst: Instruction) -> int:
        return LAYOUT.store_size(accessed_type(inst))


def adds_up(phi: Instruction, loop: Loop) -> bool:
    """Whether a header phi is only ever added to, so that its adjoint is the same in all iterations."""
    following = next(v for v, b in phi.incoming() if b is loop.latches[0])
    if not isinstance(following, Instruction) or following.block not in loop.blocks:
        return following is phi
    if list(phi.users()) != [following] or [u for u in following.users() if u.block in loop.blocks] != [phi]:
        return False
    count = following.operands.count(phi)
    if following.opcode in ("fadd", "fsub"):
        return count == 1 and (following.opcode == "fadd" or following.operands[0] is phi)
    return is_fused(following) and count == 1 and following.operands[2] is phi


def _simple(inst: Instruction) -> bool:
    """Whether the reverse of an instruction touches only its own adjoint and those of its operands."""
    if inst.opcode == "call":
        callee = called_function(inst)
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, InactiveRule):
            return not rule.writes and not rule.whole
        return isinstance(rule, MathRule) and not rule.writes_memory
    return not OPCODES[inst.opcode].once
