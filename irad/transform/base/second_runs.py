"""What stands in the way of a second run of a function: effects other than writing to memory that can be restored."""

from __future__ import annotations

from collections.abc import Iterator

from irad.analysis.memory.memory_graph import called_function
from irad.analysis.reuse.effects import HARMLESS, only_reads
from irad.ir.reader.attributes import THROWS
from irad.ir.values import Block, Function, Instruction
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, lookup_function
from irad.rules.formulas.external import ExternalRule
from irad.transform.base.heap_ownership import Ownership

_NEVER = ("fence", "cmpxchg", "atomicrmw", "va_arg", "invoke", "callbr", "landingpad")


def second_run_obstacle(callee: Function, ownership: Ownership) -> str:
    """The side effect because of which a function cannot be run again; "" if there is none."""
    if THROWS in callee.attributes:
        return "it may end in an exception (if none ever leaves it, say noexcept)"
    for fn in functions_called(callee):
        for inst in _before_return(fn):
            found = _does_more(ownership, fn, inst)
            if found:
                return found
    return ""


def functions_called(callee: Function) -> list[Function]:
    """The function and all that it calls."""
    out = [callee]
    for fn in out:
        for inst in _before_return(fn):
            found = called_function(inst) if inst.opcode == "call" else None
            if found is not None and not found.is_declaration and lookup_function(found) is None and found not in out:
                out.append(found)
    return out


def _does_more(ownership: Ownership, fn: Function, inst: Instruction) -> str:
    if inst.opcode in _NEVER:
        return f"there is an instruction '{inst.opcode}' in @{fn.name}"
    if inst.opcode in ("load", "store") and (inst.attrs["volatile"] or inst.attrs["atomic"]):
        return f"@{fn.name} accesses memory that others may change"
    if inst.opcode != "call":
        return ""
    callee = called_function(inst)
    if callee is None:
        return f"@{fn.name} calls through a pointer"
    rule = lookup_function(callee)
    if isinstance(rule, DeallocationRule) or (isinstance(rule, AllocationRule) and rule.kind == "realloc"):
        pointer = inst.operands[rule.pointer if isinstance(rule, DeallocationRule) else 0]
        return "" if ownership.owns(pointer, fn) else "it may free memory that it has not allocated itself"
    if callee.name.startswith(HARMLESS):
        return ""
    if isinstance(rule, InactiveRule):
        return "" if rule.noreturn or only_reads(inst, callee) else f"it calls {callee.name}, which may do more than compute"
    if isinstance(rule, ExternalRule):
        return "" if not rule.opaque or only_reads(inst, callee) else f"it calls {callee.name}, which has a rule of its own"
    if rule is None and callee.is_declaration and not callee.name.startswith("llvm."):
        return f"it calls {callee.name}, of which nothing is known"
    return ""


def _before_return(fn: Function) -> Iterator[Instruction]:
    """The instructions after which the function may return; all others are only executed before it ends the program."""
    preds: dict[Block, list[Block]] = {}
    for block in fn.blocks:
        for s in block.successors():
            preds.setdefault(s, []).append(block)
    returning = [b for b in fn.blocks if b.terminator.opcode == "ret"]
    for block in returning:
        returning += [p for p in preds.get(block, ()) if p not in returning]
    for block in returning:
        yield from block.instructions
