"""Objects that a checkpointed loop reaches by the pointers that it captures, and their sizes as far as they are known."""

from __future__ import annotations

from collections.abc import Sequence

from irad.analysis.memory.memory_graph import called_function
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I64, LAYOUT
from irad.ir.values import Argument, Constant, Instruction, Value
from irad.rules import AllocationRule, lookup_function

_FRESH = ("malloc", "calloc", "new", "reserve")


def object_of(pointer: Value) -> Value | None:
    """The pointer that another one is computed from by address arithmetic alone: it points into the same object."""
    while isinstance(pointer, Instruction) and pointer.opcode == "getelementptr" and not pointer.type.is_vector:
        pointer = pointer.operands[0]
    return None if isinstance(pointer, Constant) else pointer


def sizes_of(b: Builder, marked: Sequence[tuple[Value, Value]], captured: Sequence[Value]) -> dict[Value, Value]:
    """The sizes of memory by pointers to it: those that marks tell, and those of whole allocations."""
    out: dict[Value, Value] = {}
    for pointer, size in marked:
        known = out.get(pointer, size)
        out[pointer] = size if known is size else b.select(b.icmp("sgt", size, known), size, known)
    for v in captured:
        found = _allocated(b, v)
        if found is not None:
            out[v] = found
    return out


def _allocated(b: Builder, v: Value) -> Value | None:
    """The size of the allocation that a value is the result of."""
    if not isinstance(v, Instruction):
        return None
    if v.opcode == "alloca":
        return None if v.operands else const_int(I64, LAYOUT.size_of(v.attrs["allocated_type"]))
    callee = called_function(v) if v.opcode == "call" else None
    rule = lookup_function(callee) if callee is not None else None
    if not isinstance(rule, AllocationRule) or rule.kind not in _FRESH:
        return None
    size: Value = const_int(I64, 1)
    for k in rule.size:
        size = b.mul(size, widened(b, v.args[k]))
    return size


def widened(b: Builder, v: Value) -> Value:
    """A signed number as i64."""
    return v if v.type is I64 else b.cast("sext", v, I64)


def initial_objects(starts: dict[Instruction, Value], but: Sequence[Value]) -> dict[Instruction, Value]:
    """The objects that the pointers in a loop's header point into when it begins, those of ``but`` aside."""
    found = {phi: object_of(start) for phi, start in starts.items() if phi.type.is_ptr}
    return {phi: v for phi, v in found.items() if isinstance(v, (Argument, Instruction)) and v not in but}
