"""Address arithmetic of ``getelementptr``, instruction or constant expression, in bytes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import gcd
from typing import Any

from irad.ir.types import LAYOUT, ArrayType, IntType, StructType, Type, VectorType
from irad.ir.values import ConstantAggregate, ConstantExpr, ConstantInt, ConstantSimple, Instruction, Value

MOST_CHOICES = 4


def accessed_pointer(access: Instruction) -> Value:
    """The pointer of a load or store."""
    return access.operands[0 if access.opcode == "load" else 1]


def accessed_type(access: Instruction) -> Type:
    """The type of what a load or store moves."""
    return access.type if access.opcode == "load" else access.operands[0].type


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


def base_of(pointer: Value) -> Value | None:
    """The one value that a pointer is computed from, also through loop phis; None if there are several."""
    found: set[Value] = set()
    seen: set[Value] = set()
    work = [pointer]
    while work:
        v = work.pop()
        if v in seen:
            continue
        seen.add(v)
        if isinstance(v, Instruction) and v.opcode == "getelementptr" and not v.type.is_vector:
            work.append(v.operands[0])
        elif isinstance(v, Instruction) and v.opcode == "phi":
            work += v.operands[::2]
        else:
            found.add(v)
    return found.pop() if len(found) == 1 else None


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


def divisors(value: Value) -> tuple[int, list[tuple[Value, Value]]]:
    """``(n, pairs)``: an integer is a multiple of the greatest common divisor of ``n`` and the distances between ``pairs``.

    A pair consists of two pointers; ``n`` is 0 where the distances alone determine it, and 1 where nothing is known.
    """
    return _divisors(value, set(), count())


_MOST_STEPS = 32


def _divisors(value: Value, path: set[Value], steps: Iterator[int]) -> tuple[int, list[tuple[Value, Value]]]:
    """``path``: the values being visited; meeting one of them again means a cycle through phis."""
    if isinstance(value, ConstantInt):
        return abs(value.value), []
    if value in path:  # a cycle adds no divisor
        return 0, []
    if not isinstance(value, Instruction) or next(steps) >= _MOST_STEPS:
        return 1, []
    path.add(value)
    found = _divisors_of(value, path, steps)
    path.remove(value)
    return found


def _divisors_of(value: Instruction, path: set[Value], steps: Iterator[int]) -> tuple[int, list[tuple[Value, Value]]]:
    op, operands = value.opcode, value.operands
    if op == "sub" and all(isinstance(o, Instruction) and o.opcode == "ptrtoint" for o in operands):
        p, q = (o.operands[0] for o in operands if isinstance(o, Instruction))
        return 0, [(p, q)]
    if op in ("shl", "mul") and isinstance(operands[1], ConstantInt):
        n, pairs = _divisors(operands[0], path, steps)
        factor = operands[1].value
        return n * (abs(factor) if op == "mul" else 1 << min(max(factor, 0), 63)), pairs
    if op == "and" and isinstance(operands[1], ConstantInt) and operands[1].value:
        return operands[1].value & -operands[1].value, []
    parts = {"add": operands, "sub": operands, "zext": operands, "sext": operands, "freeze": operands}.get(op)
    if op == "phi":
        parts = operands[::2]
    elif op == "select":
        parts = operands[1:]
    elif op == "call" and value.callee.name.startswith(("llvm.umax.", "llvm.umin.", "llvm.smax.", "llvm.smin.")):
        parts = value.args
    if parts is None:
        return 1, []
    found = [_divisors(part, path, steps) for part in parts]
    return gcd(*(n for n, _ in found)), [pair for _, pairs in found for pair in pairs]


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
    """As `leaves`, with vectors split into elements too: (byte offset, scalar type)."""
    for _, at, leaf in leaves(t, offset):
        if isinstance(leaf, VectorType):
            e: Any = leaf.element
            size = e.bits // 8 if isinstance(e, IntType) or e.is_float else 8
            for i in range(leaf.count):
                yield at + i * size, e
        else:
            yield at, leaf
