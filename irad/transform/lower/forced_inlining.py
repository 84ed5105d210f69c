"""Calls that LLVM has to inline before the analysis: of functions that take or return floats hidden in integers or pointers.

In a single function, the integer disappears (LLVM splits structures into separate values), or is followed.  Otherwise its meaning
is unknown, and the call is refused (`refusals.py`).
"""

from __future__ import annotations

from collections import Counter

from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.outlined_functions import is_checkpointed
from irad.analysis.memory.punning import Punning
from irad.ir.values import Function, Instruction, Module

_MOST = 2000  # instructions by which one function may make a module longer


def inline_hidden_floats(module: Module) -> bool:
    """Mark calls for LLVM's inliner; True if there was one."""
    calls: dict[Instruction, Function] = {}
    for fn in module.functions.values():
        for inst in fn.instructions():
            callee = called_function(inst) if inst.opcode in ("call", "invoke") else None
            if callee is not None and callee.blocks:
                calls[inst] = callee
    punning = Punning(module, module.functions.values(), lambda call: [calls[call]] if call in calls else [])
    times = Counter(calls.values())
    hiding = {f for f in times if not is_checkpointed(f) and punning.hides(f) and _size(f) * times[f] <= _MOST}
    hiding -= _recursive(hiding, calls)
    marked = [call for call, callee in calls.items() if callee in hiding]
    for call in marked:
        call.attrs["fn_attrs"] = f"{call.attrs['fn_attrs']} alwaysinline".strip()
    return bool(marked)


def _size(fn: Function) -> int:
    return sum(len(block.instructions) for block in fn.blocks)


def _recursive(functions: set[Function], calls: dict[Instruction, Function]) -> set[Function]:
    below: dict[Function, set[Function]] = {}
    for call, callee in calls.items():
        below.setdefault(call.function, set()).add(callee)
    found = set()
    for fn in functions:
        seen: set[Function] = set()
        work = [*below.get(fn, ())]
        while work and fn not in seen:
            f = work.pop()
            if f not in seen:
                seen.add(f)
                work += below.get(f, ())
        if fn in seen:
            found.add(fn)
    return found
