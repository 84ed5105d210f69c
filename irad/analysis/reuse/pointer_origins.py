"""The pointers from which a checkpointed loop computes one, by steps of any size: so it points into one of their objects.

Where a pointer goes round the loop it may have moved on in its object (``*p++``); the end of the walk are parameters of the
function that the loop is, and its cells, which stand for the pointers that they hold when the loop begins.
"""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import CELL, POOL, callee_name, is_checkpointed
from irad.ir.values import Argument, Block, Function, Instruction, Value


def pointer_origins(loop: Loop, pointer: Value, within: frozenset[Function] = frozenset()) -> tuple[Argument, ...] | None:
    """None where a pointer comes from elsewhere: from memory, or from what an iteration allocates.

    ``within``: the loops around that this is a question about, as functions.
    """
    found: dict[Argument, None] = {}
    seen: set[Value] = set()
    work = [pointer]
    while work:
        v = work.pop()
        if v in seen:
            continue
        seen.add(v)
        if isinstance(v, Argument) and v.attributes.value(CELL) is None and POOL not in v.attributes:
            found[v] = None
        elif not isinstance(v, Instruction):
            return None
        elif v.opcode in ("phi", "select"):
            work += [o for o in v.operands if not isinstance(o, Block) and o.type.is_ptr]
        elif v.opcode in ("getelementptr", "freeze") and not v.type.is_vector:
            work.append(v.operands[0])
        elif v.opcode == "load":
            place = v.operands[0]
            if isinstance(place, Argument) and place.attributes.value(CELL) is not None and v.block not in loop.blocks:
                found[place] = None
                continue
            held = held_by(place, within)
            if held is None:
                return None
            work += held
        else:
            return None
    return tuple(found)


def held_by(cell: Value, within: frozenset[Function] = frozenset()) -> list[Value] | None:
    """The pointers from which those come that a variable holds which inner loops use as a cell, and nothing else does."""
    return contents(cell, lambda call, callee: _left_by(call, callee, cell, within))


def contents(cell: Value, left_by: Callable[[Instruction, Function], list[Value] | None]) -> list[Value] | None:
    """What is stored in such a variable, and what calls of inner loops leave there: ``left_by``, None if that is not known."""
    if not isinstance(cell, Instruction) or cell.opcode != "alloca":
        return None
    out: list[Value] = []
    for user in cell.users():
        if user.opcode == "load" or callee_name(user).startswith("llvm.lifetime."):
            continue
        if user.opcode == "store" and user.operands[1] is cell:
            out.append(user.operands[0])
            continue
        callee = called_function(user) if user.opcode == "call" else None
        found = left_by(user, callee) if callee is not None and is_checkpointed(callee) else None
        if found is None:
            return None
        out += found
    return out


def _left_by(call: Instruction, callee: Function, cell: Value, within: frozenset[Function]) -> list[Value] | None:
    """From what the inner loop computes the pointers that it leaves in a cell, as values of the function that calls it."""
    places = [a for a, v in zip(callee.args, call.args, strict=True) if v is cell]
    loops = [loop for loop in ControlFlow(callee).loops if loop.parent is None]
    if callee in within or len(places) != 1 or places[0].attributes.value(CELL) is None or len(loops) != 1:
        return None
    stores = [u for u in places[0].users() if u.opcode != "load"]
    if any(u.opcode != "store" or u.operands[1] is not places[0] for u in stores):
        return None
    out: list[Value] = []
    for store in stores:
        found = pointer_origins(loops[0], store.operands[0], within | {callee})
        if found is None:
            return None
        for a in found:
            given = call.args[a.index]
            held = [given] if a.attributes.value(CELL) is None else stored_in(given)
            if held is None:
                return None
            out += held
    return out


def stored_in(cell: Value) -> list[Value] | None:
    """What the function that calls an inner loop stores in a cell of it, so that it begins with that."""
    if not isinstance(cell, Instruction) or cell.opcode != "alloca":
        return None
    return [u.operands[0] for u in cell.users() if u.opcode == "store" and u.operands[1] is cell]
