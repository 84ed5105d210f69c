"""The pointers among which a loop hands a pointer around, inner checkpointed loops included.

A pointer that such an inner loop leaves in a cell is one of those that it was given, as arguments or as initial values of cells:
that follows from the inner loop in the same way.
"""

from __future__ import annotations

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import allocation_rule
from irad.analysis.memory.outlined_functions import CELL, HANDED_ON, POOL, callee_name
from irad.analysis.reuse.error_edges import outlined_loop
from irad.analysis.reuse.pointer_origins import contents, stored_in
from irad.ir.values import Argument, Block, Function, Instruction, Value


def pointer_group(loop: Loop, base: Value, within: frozenset[Function] = frozenset()) -> tuple[Value, ...] | None:
    """The header's pointers and values from before the loop among which ``base`` is handed around; () for memory that stays.

    None where it is not known.  A pointer to memory that the iteration has allocated is none of them, and may only be handed on
    as the result of `HANDED_ON`.  ``within``: the loops around that this is a question about, as functions.
    """
    if not is_inside(loop, base):
        return ()
    return _Walk(loop, within).group([(base, False)])


def is_inside(loop: Loop, v: Value) -> bool:
    return isinstance(v, Instruction) and v.block in loop.blocks


def pool_of(v: Value) -> Value:
    """The pool in which a pointer points to a place; else the pointer."""
    base = v
    while isinstance(base, Instruction) and base.opcode == "getelementptr":
        base = base.operands[0]
    return base if isinstance(base, Argument) and POOL in base.attributes else v


class _Walk:
    """From a pointer to those that it may be equal to."""

    def __init__(self, loop: Loop, within: frozenset[Function]) -> None:
        self.loop, self.within = loop, within

    def group(self, work: list[tuple[Value, bool]]) -> tuple[Value, ...] | None:
        """``work``: pointers, each with whether memory of this iteration is ruled out."""
        group: dict[Value, None] = {}
        seen: set[tuple[Value, bool]] = set()
        while work:
            v, old = work.pop()
            if (v, old) in seen:
                continue
            seen.add((v, old))
            if not is_inside(self.loop, v):
                group[pool_of(v)] = None
                continue
            assert isinstance(v, Instruction)
            if v.opcode == "phi" and v.block is self.loop.header:
                group[v] = None
                work += [(x, False) for x, b in v.incoming() if b in self.loop.blocks]
            elif v.opcode == "call" and callee_name(v) == HANDED_ON:
                work += [(v.args[3], old), (v.args[2], True)]
            elif v.opcode in ("phi", "select"):
                work += [(o, old) for o in v.operands if not isinstance(o, Block) and o.type.is_ptr]
            elif v.opcode == "getelementptr" and (old or pool_of(v) is not v):
                work.append((v.operands[0], old))
            elif v.opcode == "load":
                found = in_cell(v.operands[0], old, self.within)
                if found is None:
                    return None
                work += [(x, old) for x in found]
            elif not (old and allocation_rule(v) is not None):
                return None
        return tuple(group)


def in_cell(cell: Value, old: bool = False, within: frozenset[Function] = frozenset()) -> list[Value] | None:
    """What a variable may hold that inner loops use as a cell, and nothing else does."""
    return contents(cell, lambda call, callee: _left_by(call, callee, cell, old, within))


def _left_by(
    call: Instruction, callee: Function, cell: Value, old: bool, within: frozenset[Function]
) -> list[Value] | None:
    """What an inner loop leaves in a cell: other values of this function."""
    places = [a for a, v in zip(callee.args, call.args, strict=True) if v is cell]
    if callee in within or len(places) != 1 or places[0].attributes.value(CELL) is None:
        return None
    loop = outlined_loop(ControlFlow(callee))
    stores = [u for u in places[0].users() if u.opcode != "load"]
    if loop is None or any(u.opcode != "store" or u.operands[1] is not places[0] for u in stores):
        return None
    out: list[Value] = []
    for store in stores:
        found = _members(loop, store.operands[0], old, within | {callee})
        if found is None:
            return None
        for a in found:
            given = call.args[a.index]
            if given is not cell:  # (what it holds when the loop begins is stored there before)
                held = [given] if a.attributes.value(CELL) is None else stored_in(given)
                if held is None:
                    return None
                out += held
    return out


def _members(loop: Loop, v: Value, old: bool, within: frozenset[Function]) -> list[Argument] | None:
    """The parameters of an outlined loop that have a pointer, or cells that have it when the loop begins."""
    group = _Walk(loop, within).group([(x, old) for x in _before_leaving(loop, v)])
    found = [parameter_of(loop, x) for x in group or ()]
    return None if group is None or None in found else [a for a in found if a is not None]


def _before_leaving(loop: Loop, v: Value) -> list[Value]:
    """A value behind the loop: those in the loop that it may be (the loop is in loop-closed form)."""
    out: dict[Value, None] = {v: None}
    for x in out.copy():
        if isinstance(x, Instruction) and x.opcode == "phi" and not is_inside(loop, x):
            del out[x]
            out.update(dict.fromkeys(o for y, _ in x.incoming() for o in _before_leaving(loop, y)))
    return list(out)


def parameter_of(loop: Loop, v: Value) -> Argument | None:
    """The parameter that has a pointer, or the cell that does when the loop begins."""
    if isinstance(v, Instruction) and v.opcode == "phi" and v.block is loop.header:
        v = next(x for x, p in v.incoming() if p not in loop.blocks)
    if isinstance(v, Instruction) and v.opcode == "load" and not is_inside(loop, v):
        v = v.operands[0]
        return v if isinstance(v, Argument) and v.attributes.value(CELL) is not None else None
    return v if isinstance(v, Argument) and v.attributes.value(CELL) is None else None

