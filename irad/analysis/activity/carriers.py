"""Which values carry floating-point data, and of which type.

A value of float or vector-of-float type carries itself.  An integer may carry copied float bits (memcpy of 8 bytes becomes an i64
load and store; small structs are passed as integers): then the memory graph tells what its bytes are.  `Carriers.of(value)` is
the *adjoint type* of a value: the float, vector or struct type that its derivative has, or None.
"""

from __future__ import annotations

from irad.analysis.memory.memory_graph import Memory
from irad.ir.types import DOUBLE, FLOAT, LAYOUT, Type, array, struct, vector
from irad.ir.values import Constant, Instruction, Value

_FLOATS = {"double": DOUBLE, "float": FLOAT}


def float_part(t: Type) -> Type | None:
    """The adjoint type of an LLVM type as such: itself for floats, a struct with only its floats for aggregates."""
    if t.is_float or (t.is_vector and t.scalar.is_float):
        return t
    if t.is_struct:
        parts = [float_part(e) for e in t.elements or ()]  # type: ignore[attr-defined]
        return struct(*(p or struct() for p in parts)) if any(parts) else None
    if t.is_array:
        part = float_part(t.element)  # type: ignore[attr-defined]
        return array(t.count, part) if part is not None else None  # type: ignore[attr-defined]
    return None


def made_of_constants(value: Value) -> bool:
    """Whether ``value`` is a constant, or a choice among constants."""
    seen: set[Value] = set()
    work = [value]
    while work:
        v = work.pop()
        if isinstance(v, Constant) or v in seen:
            continue
        if not isinstance(v, Instruction) or v.opcode not in ("phi", "select", "freeze"):
            return False
        seen.add(v)
        work += v.operands[1:] if v.opcode == "select" else v.operands[::2] if v.opcode == "phi" else v.operands
    return True


class Carriers:
    """Adjoint types of the values of one function."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._known: dict[Value, Type | None] = {}

    def of(self, value: Value) -> Type | None:
        """The adjoint type of ``value``, or None when it carries no floating-point data."""
        if value not in self._known:
            self._known[value] = self._find(value)
        return self._known[value]

    def _find(self, value: Value) -> Type | None:
        t = value.type
        if not t.is_int:
            return float_part(t)
        if isinstance(value, Constant) or LAYOUT.store_size(t) < 4:
            return None
        content = self.memory.content(value)
        if content is None:
            return None
        kinds = content.kinds
        size = LAYOUT.store_size(t)
        if isinstance(value, Instruction) and value.opcode == "load":
            declared = self.memory.declared.get(value)
            if declared in ("int", "ptr"):
                return None
            found = self._from_memory(value.operands[0], size, numeric="int" in kinds)
            if found is not None:
                return found
        own = kinds & {"double", "float"}
        if "ptr" in kinds or len(own) != 1:
            return None
        return _filled(next(iter(own)), size)

    def _from_memory(self, pointer: Value, size: int, numeric: bool = False) -> Type | None:
        cell = self.memory.cell_of(pointer)
        if cell is None:
            return None
        fields = self.memory.kinds_at(cell, size)
        if numeric and any("int" in kinds for _, _, kinds in fields):
            return None  # used as a number, loaded from memory that holds numbers too
        found = memory_float_type(fields, size)
        if found is None and (not fields or len({k for _, _, kinds in fields for k in kinds if k in _FLOATS}) > 1):
            exact = {self.memory.exact_kind(pointer, k) for k in range(0, size, 4)} - {""}
            if len(exact) == 1 and (kind := exact.pop()) is not None:
                return _filled(kind, size)
        return found

    def stored(self, inst: Instruction) -> Type | None:
        """The adjoint type of what a store puts into memory.

        A constant (or one of several) stored as an integer into memory of unknown type (``memset(p, 0, 8)``, a folded copy from a
        table) counts as floats: the adjoint in the shadow is then dropped, which is right for floats and harmless for numbers.
        """
        value, pointer = inst.operands
        own = self.of(value)
        if own is not None or not value.type.is_int:
            return own
        size = LAYOUT.store_size(value.type)
        if size < 4:
            return None
        found = self._from_memory(pointer, size)
        cell = self.memory.cell_of(pointer)
        if found is None and made_of_constants(value) and inst not in self.memory.declared and cell is not None:
            if not self.memory.kinds_at(cell, size):
                return _filled("double" if size % 8 == 0 else "float", size)
        return found


def _filled(kind: str, size: int) -> Type | None:
    width = 8 if kind == "double" else 4
    if size % width or size < width:
        return None
    element = _FLOATS[kind]
    return element if size == width else vector(size // width, element)


def memory_float_type(fields: list[tuple[int, int, frozenset[str]]], size: int) -> Type | None:
    """One float or vector type that covers ``size`` bytes with the given fields, if there are floats among them."""
    floats = {k for offset, _, kinds in fields if 0 <= offset < size for k in kinds if k in _FLOATS}
    if len(floats) != 1:
        return None
    return _filled(next(iter(floats)), size)
