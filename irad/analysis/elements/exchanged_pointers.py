"""Pointers that a loop hands around, two buffers that are exchanged after each step for instance: which never meet.

Pointers that go round a loop as phis of its header, and come back as the same phis in another order, are in each iteration what
they were when the loop was entered, in some order.  If those were pointers to different objects, any two of the phis are as well,
as long as both are of one iteration.
"""

from __future__ import annotations

from itertools import combinations, product

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import allocation_rule
from irad.analysis.memory.outlined_functions import CELL, POOL
from irad.ir.values import Argument, GlobalVariable, Instruction, Value


class ExchangedPointers:
    """``apart(p, q, context)``: whether they point into different objects within an iteration of a loop."""

    def __init__(self, flow: ControlFlow, noalias: bool) -> None:
        self.flow, self.noalias = flow, noalias
        self.known: dict[tuple[Value, Value], bool] = {}

    def apart(self, p: Value, q: Value, context: Loop | None) -> bool:
        """Whether two pointers, at least one of which goes round the context's loop or one around it, never meet."""
        homes = {home for v in (p, q) if (home := self._home(v)) is not None}
        if p is q or not homes or context is None or not homes <= set(context.chain()):
            return False
        key = (p, q) if id(p) < id(q) else (q, p)
        if key not in self.known:
            self.known[key] = self._differ(p, q)
        return self.known[key]

    def _home(self, v: Value) -> Loop | None:
        """The loop that a pointer goes round."""
        if not isinstance(v, Instruction) or v.opcode != "phi" or v.block is None:
            return None
        loop = self.flow.loop_of.get(v.block)
        return loop if loop is not None and v.block is loop.header else None

    def _differ(self, p: Value, q: Value) -> bool:
        first, second = self._origins(p), self._origins(q)
        if first is None or second is None:
            return False
        (phis, origins), (others, more) = first, second
        same = bool(phis & others)  # one group, whose pointers differ from each other
        pairs = combinations(origins, 2) if same else product(origins, more)
        return all(self._are_different(a, b) for one, other in pairs for a, b in product(_choices(one), _choices(other)))

    def _origins(self, p: Value) -> tuple[frozenset[Value], list[Value]] | None:
        """The phis among which a pointer is handed around, and what they are when the loop is entered."""
        loop = self._home(p)
        if loop is None:
            return frozenset(), [p]
        if len(loop.latches) != 1:
            return None
        group: list[Instruction] = []
        at = p
        while at not in group:
            if not isinstance(at, Instruction) or self._home(at) is not loop:
                return None
            group.append(at)
            at = next(v for v, b in at.incoming() if b is loop.latches[0])
        if at is not p:  # two phis get the same pointer
            return None
        entering = [[v for v, b in phi.incoming() if b not in loop.blocks] for phi in group]
        if any(len(values) != 1 for values in entering):
            return None
        return frozenset(group), [values[0] for values in entering]

    def _are_different(self, a: Value, b: Value) -> bool:
        """Whether two values that are each one pointer point to different objects."""
        if a is b:
            return False
        kinds = {_kind(a), _kind(b)}
        if None in kinds:
            return False
        if kinds != {"argument"}:
            return kinds != {"argument", "global"}
        return self.noalias or any(isinstance(v, Argument) and "noalias" in v.attrs.split() for v in (a, b))


def _choices(v: Value) -> list[Value]:
    """The pointers that a pointer may be by control flow in front of the loop."""
    out: list[Value] = [v]
    for at in out:  # grows
        if isinstance(at, Instruction) and at.opcode == "phi":
            out += [x for x, _ in at.incoming() if x not in out]
        elif isinstance(at, Instruction) and at.opcode == "select":
            out += [x for x in at.operands[1:] if x not in out]
    return [x for x in out if not isinstance(x, Instruction) or x.opcode not in ("phi", "select")]


def _kind(v: Value) -> str | None:
    """What a pointer is the beginning of, if it is of memory that no other value of this kind is."""
    if isinstance(v, Argument):
        return "argument" if v.attributes.value(CELL) is None and POOL not in v.attributes else None
    if isinstance(v, GlobalVariable):
        return "global"
    if not isinstance(v, Instruction):
        return None
    if v.opcode == "alloca":
        return "new"
    rule = allocation_rule(v)
    return "new" if rule is not None and (rule.fresh or rule.kind == "aligned") else None
