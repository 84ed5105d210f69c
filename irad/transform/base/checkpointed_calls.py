"""Calls whose reverse runs parts of the primal a second time: of checkpointed loops, and of functions that have such loops.

The memory that they use has to exist until then.
"""

from __future__ import annotations

from collections.abc import Set

from irad.analysis.memory.memory_graph import Memory, called_function
from irad.analysis.memory.objects import Node, reachable
from irad.analysis.memory.outlined_functions import CELL, is_checkpointed
from irad.analysis.reuse.effects import Effects
from irad.ir.values import Function, InlineAsm, Instruction
from irad.rules import lookup_function


def run_again_later(fn: Function, memory: Memory, effects: Effects) -> dict[Instruction, set[Node]]:
    """The calls in a function that have checkpointed loops in them, with the memory that these may use."""
    assert fn.module is not None
    loops = {f for f in fn.module.functions.values() if is_checkpointed(f)}
    if not loops:
        return {}
    having = _having(fn, loops)
    out: dict[Instruction, set[Node]] = {}
    for inst in _calls(fn):
        callee = called_function(inst)
        if callee is None or callee in having:
            used = {*effects.reads.get(inst, ()), *effects.writes.get(inst, ())}
            out[inst] = used if callee not in loops else _without_cells(inst, callee, memory, used)
    return out


def _calls(fn: Function) -> list[Instruction]:
    return [i for i in fn.instructions() if i.opcode in ("call", "invoke") and not isinstance(i.callee, InlineAsm)]


def _having(fn: Function, loops: Set[Function]) -> set[Function]:
    """The functions that a function calls, directly or not, which have such loops; those that call through pointers may have."""
    calls: dict[Function, list[Function | None]] = {}
    work = [fn]
    for f in work:
        if f not in calls and f.has_body and lookup_function(f) is None:
            calls[f] = [called_function(i) for i in _calls(f)]
            work += [g for g in calls[f] if g is not None]
    found: set[Function] = set()
    while new := {f for f, callees in calls.items() if f not in found and (f in loops or {None, *found} & set(callees))}:
        found |= new
    return found


def _without_cells(inst: Instruction, loop: Function, memory: Memory, used: set[Node]) -> set[Node]:
    """Of a loop's own call: the contents of its cells are kept by its derivative."""
    out = set(used)
    given = [(v, a.attributes.value(CELL) is not None) for v, a in zip(inst.args, loop.args, strict=True) if v.type.is_ptr]
    pointers = [(memory.node_of(v), own) for v, own in given]
    out -= {node for node, own in pointers if own and node is not None}
    for node, own in pointers:
        out |= set(reachable([node])[own:]) if node is not None else set()
    return out
