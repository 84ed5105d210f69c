"""The user's directives about caching, which override irad's decisions by estimated costs.

``irad.cache(x)`` is a call of `rules.tables.directives.CACHE`: the reverse sweep takes ``x`` itself for its result, never
computes ``x`` again, and runs no loop again in which such a call stands.  Calls of functions that the user wants to be run again
(``irad.recompute``, `recomputed_calls.py`) keep nothing, and loops around them are not run again besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from irad.analysis.flow.cfg import Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import is_checkpointed
from irad.analysis.reuse.effects import cache_mark, unmarked
from irad.ir.values import Function, Instruction, Value
from irad.transform.adjoint.recomputed_calls import is_recomputed

KEPT = "the user asks for a value in it to be kept (irad.cache)"
AGAIN = "the user asks for a call in it to be run again by itself (irad.recompute)"
CHECKPOINTED = "there is a checkpointed loop in it"


def kept_values(marks: Iterable[Instruction], value: Callable[[Value], Value]) -> set[Value]:
    """The values of the forward part that are never recomputed; ``value`` gives the copy of a primal value."""
    return {value(unmarked(mark)) for mark in marks}


def overridden(loop: Loop, keeping: dict[Function, bool]) -> str:
    """Why a user's directive keeps the iterations of a loop from running again; "" if none does."""
    for block in loop.blocks:
        for inst in block.instructions:
            callee = called_function(inst) if inst.opcode == "call" else None
            if is_recomputed(callee):
                return AGAIN
            if is_checkpointed(callee):
                return CHECKPOINTED
            if cache_mark(inst) is not None or keeps_values(callee, keeping):
                return KEPT
    return ""


def keeps_values(callee: Function | None, known: dict[Function, bool]) -> bool:
    """Whether a function, directly or in its callees, asks for a value to be kept."""
    if callee is None or callee.is_declaration:
        return False
    if callee not in known:
        known[callee] = False  # recursion
        known[callee] = any(cache_mark(i) is not None for i in callee.instructions()) or any(
            keeps_values(called_function(i), known) for i in callee.instructions() if i.opcode in ("call", "invoke")
        )
    return known[callee]
