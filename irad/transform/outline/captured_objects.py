"""Objects that a checkpointed loop reaches by the pointers that it captures, and their sizes as far as they are known."""

from __future__ import annotations

from collections.abc import Sequence

from irad.analysis.memory.memory_graph import allocation_rule, called_function
from irad.analysis.reuse.pointer_origins import held_by
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I64, LAYOUT
from irad.ir.values import Argument, Block, Constant, ConstantSimple, Instruction, Value


def object_of(pointer: Value) -> Value | None:
    """A pointer from before that points into the same object as another: all from which that is computed are equal to it.

    The ways to it may lead through checkpointed loops that have been taken out already.
    """
    while isinstance(pointer, Instruction) and pointer.opcode == "getelementptr" and not pointer.type.is_vector:
        pointer = pointer.operands[0]
    found: set[Value] = set()
    seen: set[Value] = set()
    work = [pointer]
    for v in work:
        if v in seen:
            continue
        seen.add(v)
        if isinstance(v, Instruction) and v.opcode in ("phi", "select"):
            work += [o for o in v.operands if not isinstance(o, Block) and o.type.is_ptr]
        elif isinstance(v, Instruction) and v.opcode in ("getelementptr", "freeze"):
            work.append(v.operands[0])
        elif isinstance(v, Instruction) and v.opcode == "load":
            held = held_by(v.operands[0])
            work += held or ()
            found.update([v] if held is None else [])
        else:
            found.add(v)
    alone = found.pop() if len(found) == 1 else pointer
    return None if isinstance(alone, Constant) else alone


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
    """The size of the allocation that a value is the result of, or of the one that has been made on the way that was taken."""
    if isinstance(v, ConstantSimple) and v.kind == "null":
        return const_int(I64, 0)
    if not isinstance(v, Instruction):
        return None
    if v.opcode in ("phi", "select"):
        alike = _of_equal_size(v)
        return _allocated(b, alike) if alike is not None else _phi_of_sizes(v) if v.opcode == "phi" else None
    if v.opcode == "alloca":
        return None if v.operands else const_int(I64, LAYOUT.size_of(v.attrs["allocated_type"]))
    rule = allocation_rule(v)
    if rule is None or not rule.fresh:
        return None
    size: Value = const_int(I64, 1)
    for k in rule.size:
        size = b.mul(size, widened(b, v.args[k]))
    return size


def _of_equal_size(v: Instruction) -> Instruction | None:
    """One of the allocations of which a pointer is one, if these are of the same size; None if not."""
    found: dict[tuple[object, ...], Instruction] = {}
    seen: set[Value] = set()
    work: list[Value] = [v]
    for x in work:
        if x in seen:
            continue
        seen.add(x)
        callee = called_function(x) if isinstance(x, Instruction) and x.opcode == "call" else None
        if isinstance(x, Instruction) and x.opcode in ("phi", "select"):
            work += [o for o in x.operands if not isinstance(o, Block) and o.type.is_ptr]
        elif isinstance(x, Instruction) and callee is not None and allocation_rule(x) is not None:
            found[(callee, *x.args)] = x
        else:
            return None
    return next(iter(found.values())) if len(found) == 1 else None


def _phi_of_sizes(v: Instruction) -> Value | None:
    sizes = []
    for x, block in v.incoming():
        at = Builder(None)
        at.position_before(block.terminator)
        size = _allocated(at, x) if not isinstance(x, Instruction) or x.opcode != "phi" else None
        if size is None:
            return None
        sizes.append((size, block))
    assert v.block is not None
    new = v.block.insert(0, Instruction("phi", I64, (), {"flags": ()}))
    for size, block in sizes:
        new.add_operand(size)
        new.add_operand(block)
    return new


def widened(b: Builder, v: Value) -> Value:
    """A signed number as i64."""
    return v if v.type is I64 else b.cast("sext", v, I64)


def initial_objects(starts: dict[Instruction, Value], but: Sequence[Value]) -> dict[Instruction, Value]:
    """The objects that the pointers in a loop's header point into when it begins, those of ``but`` aside."""
    found = {phi: object_of(start) for phi, start in starts.items() if phi.type.is_ptr}
    return {phi: v for phi, v in found.items() if isinstance(v, (Argument, Instruction)) and v not in but}
