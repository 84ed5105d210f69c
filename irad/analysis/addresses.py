"""Address arithmetic of ``getelementptr``, instruction or constant expression, in bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from irad.ir.types import LAYOUT, ArrayType, IntType, StructType, Type, VectorType
from irad.ir.values import ConstantAggregate, ConstantExpr, ConstantInt, ConstantSimple, Instruction, Value

MOST_CHOICES = 4


def gep_offset(gep: Instruction | ConstantExpr) -> tuple[int, list[tuple[Value, int]]]:
    """``(constant, [(index, scale), ...])``: the byte offset is constant + sum(index * scale)."""
    constant, terms = 0, []
    t: Type = gep.attrs["source_type"]
    for k, index in enumerate(gep.operands[1:]):
        if k > 0 and isinstance(t, StructType):
            field = constant_index(index)
            assert field is not None and t.elements is not None
            constant += LAYOUT.struct_layout(t)[0][field]
            t = t.elements[field]
            continue
        if k > 0:
            assert isinstance(t, (ArrayType, VectorType))
            t = t.element
        scale = LAYOUT.size_of(t)
        value = constant_index(index)
        if value is None:
            terms.append((index, scale))
        else:
            constant += value * scale
    return constant, terms


def constant_index(value: Value) -> int | None:
    """The integer a constant index is (a splat vector of one integer too), or None."""
    if isinstance(value, ConstantInt):
        return value.value
    if isinstance(value, ConstantSimple) and value.kind == "zeroinitializer":
        return 0
    if isinstance(value, ConstantAggregate) and value.elements:
        first = value.elements[0]
        if isinstance(first, ConstantInt) and all(isinstance(e, ConstantInt) and e.value == first.value for e in value.elements):
            return first.value
    return None


def constant_choices(value: Value) -> list[int]:
    """The few integers that a choice among constants (``c ? 0 : 8``) can be, in order; empty for anything else."""
    seen: set[Value] = set()
    found: set[int] = set()
    work: list[Value] = [value] if isinstance(value, Instruction) else []
    while work:
        v = work.pop()
        if isinstance(v, ConstantInt):
            found.add(v.value)
        elif not isinstance(v, Instruction) or v.opcode not in ("select", "phi"):
            return []
        elif v not in seen:
            seen.add(v)
            work += v.operands[1:] if v.opcode == "select" else v.operands[::2]
    return sorted(found) if len(found) <= MOST_CHOICES else []


def leaves(t: Type, offset: int = 0, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], int, Type]]:
    """The scalar and vector leaves of a type: (path of indices, byte offset, type)."""
    if isinstance(t, StructType):
        offsets = LAYOUT.struct_layout(t)[0]
        for i, e in enumerate(t.elements or ()):
            yield from leaves(e, offset + offsets[i], (*path, i))
    elif isinstance(t, ArrayType):
        size = LAYOUT.size_of(t.element)
        for i in range(t.count):
            yield from leaves(t.element, offset + i * size, (*path, i))
    else:
        yield path, offset, t


def scalars(t: Type, offset: int = 0) -> Iterator[tuple[int, Type]]:
    """As `leaves`, with vectors taken apart too: (byte offset, scalar type)."""
    for _, at, leaf in leaves(t, offset):
        if isinstance(leaf, VectorType):
            e: Any = leaf.element
            size = e.bits // 8 if isinstance(e, IntType) or e.is_float else 8
            for i in range(leaf.count):
                yield at + i * size, e
        else:
            yield at, leaf
