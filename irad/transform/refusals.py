"""What is not differentiated: data of unknown kind, floats and pointers that are taken apart, atomic operations on them."""

from __future__ import annotations

from irad.analysis.activity import Activity
from irad.analysis.carriers import made_of_constants
from irad.analysis.constraints import INTEGER_ATOMICS
from irad.errors import DifferentiationError
from irad.ir.debug import place_of
from irad.ir.types import LAYOUT, PTR
from irad.ir.values import Block, Constant, Instruction, Value

_FLOAT_KINDS = frozenset(("double", "float", "x86_fp80"))
_LEAST_FLOAT = 4  # bytes
_ADDRESSES = frozenset("add sub and or xor phi select freeze".split())  # what addresses are followed through
_SCRAMBLED = frozenset("mul udiv sdiv shl lshr ashr zext sext trunc".split())  # what they are not
_TAKEN_APART = frozenset("trunc lshr ashr shl or zext sext phi select freeze".split())
_PIECES = _TAKEN_APART - {"ashr", "sext"} | {"and"}  # take integers apart, put them together


def fail(inst: Instruction, message: str, hint: str = "") -> DifferentiationError:
    """A `DifferentiationError` at the user's place of ``inst``, with the instruction itself in the text."""
    place = place_of(inst)
    where = f" (in @{inst.function.name}: {inst!r})"
    return DifferentiationError(message + where, place=place, hint=hint)


class Refusals:
    """Raises a `DifferentiationError` for what one function does; each question is asked of one instruction."""

    def __init__(self, activity: Activity) -> None:
        self.act = activity

    def atomic(self, inst: Instruction, pointer: Value, value: Value) -> bool:
        """Does an atomic operation touch active floats?  Refuses those whose data could be floats moved as integers."""
        memory = self.act.memory
        if not self.act.shadowed(memory.node_of(pointer)):
            return False
        if value.type.is_float:
            return self.act.node(memory.node_of(pointer))
        if self._counts(inst):
            return False
        size = LAYOUT.store_size(value.type)
        cell = memory.cell_of(pointer)
        kinds = {k for _, _, found in memory.kinds_at(cell, size) for k in found} if cell is not None else set()
        if size >= _LEAST_FLOAT and not (kinds and kinds <= {"int", "bits"}):
            raise fail(inst, f"an atomic operation on {value.type} in active memory, which may hold floats or pointers")
        return False

    def _counts(self, inst: Instruction) -> bool:
        """Is it arithmetic with an integer?  (A counter may share its node with floats that lie elsewhere.)"""
        if inst.opcode == "atomicrmw":
            return inst.attrs["op"] in INTEGER_ATOMICS
        new = inst.operands[2]
        return isinstance(new, Instruction) and new.opcode in ("add", "sub") and new.type.is_int

    def known(self, inst: Instruction, value: Value, pointer: Value) -> None:
        """An integer access of active memory must be known to be a number, a pointer, or copied floats."""
        if not value.type.is_int or LAYOUT.store_size(value.type) < _LEAST_FLOAT or self.act.carriers.of(value) is not None:
            return
        memory = self.act.memory
        content = memory.content(value) if not isinstance(value, Constant) else None
        cell = memory.cell_of(pointer)
        if inst in memory.declared or (content is not None and content.kinds) or cell is None:
            return
        if made_of_constants(value) or memory.kinds_at(cell, LAYOUT.store_size(value.type)):
            return
        raise fail(
            inst,
            f"cannot tell whether the {value.type} accessed here is a number or copied floating-point data",
            "access the memory as float or double somewhere, or copy it with its own type",
        )

    def whole(self, inst: Instruction, value: Value, pointer: Value) -> None:
        """Floats that are copied byte by byte, or in halves, would lose their derivative."""
        if not value.type.is_int or self.act.carriers.of(value) is not None or inst in self.act.memory.declared:
            return
        if self._holds_floats(pointer, LAYOUT.store_size(value.type)) and self._piece_of_float(value):
            raise fail(inst, "active floating-point data is copied in pieces", "copy whole numbers, or use memcpy")

    def halves(self, inst: Instruction, value: Value) -> None:
        """A pointer that goes to memory in parts would come back without its shadow."""
        if not value.type.is_int or LAYOUT.store_size(value.type) >= LAYOUT.size_of(PTR):
            return
        parts = [v for v in _sources(value, _TAKEN_APART) if isinstance(v, Instruction) and from_pointer(v)]
        if any(self.act.pointer(v.operands[0]) for v in parts):
            raise fail(inst, "a part of a pointer to active memory is stored as a number", "store the pointer itself")

    def address(self, inst: Instruction) -> None:
        """Pointers are followed through sums and masks; one that was multiplied or put together from parts has no shadow."""
        near = _sources(inst.operands[0], _ADDRESSES)
        if any(not isinstance(v, Instruction) or v.opcode not in _SCRAMBLED for v in near):
            return
        far = _sources(inst.operands[0], _ADDRESSES | _SCRAMBLED)
        if any(from_pointer(v) and self.act.pointer(v.operands[0]) for v in far if isinstance(v, Instruction)):
            raise fail(inst, "this pointer is computed from another in a way that cannot be followed")

    def _holds_floats(self, pointer: Value, size: int) -> bool:
        """Is it known of the memory there that only floats lie in it?  (Of less than a float: might it be part of one?)"""
        if size < _LEAST_FLOAT:
            return self._may_be_bytes_of_floats(pointer)
        cell = self.act.memory.cell_of(pointer)
        fields = self.act.memory.kinds_at(cell, size) if cell is not None else []
        return bool(fields) and all(kinds <= _FLOAT_KINDS for _, _, kinds in fields)

    def _may_be_bytes_of_floats(self, pointer: Value) -> bool:
        """Bytes are only known to be no parts of floats in a structure whose floats are known to lie elsewhere."""
        exact = self.act.memory.twin() if self.act.memory.twin is not None else None
        node = exact.node_of(pointer) if exact is not None else None
        known = node is not None and any(content.find().kinds & _FLOAT_KINDS for content, _ in node.fields.values())
        return not (known and self.act.memory.exact_kind(pointer, 0) == "")

    def _piece_of_float(self, value: Value) -> bool:
        """Is an integer put together from parts of active floats?"""
        return any(isinstance(v, Instruction) and self._part_of_float(v) for v in _sources(value, _PIECES))

    def _part_of_float(self, v: Instruction) -> bool:
        if v.opcode == "bitcast":
            return self.act.value(v.operands[0])
        if v.opcode != "load" or v in self.act.memory.declared:
            return False
        pointer = v.operands[0]
        return self.act.node(self.act.memory.node_of(pointer)) and self._holds_floats(pointer, LAYOUT.store_size(v.type))


def _sources(value: Value, through: frozenset[str]) -> set[Value]:
    """What an integer is computed from, constants apart, by operations among ``through``."""
    found: set[Value] = set()
    seen: set[Value] = set()
    work = [value]
    while work:
        v = work.pop()
        if v in seen or isinstance(v, (Constant, Block)) or not v.type.is_int:
            continue
        seen.add(v)
        if isinstance(v, Instruction) and v.opcode in through:
            work += v.operands
        else:
            found.add(v)
    return found


def from_pointer(v: Value) -> bool:
    return isinstance(v, Instruction) and v.opcode == "ptrtoint"
