"""Which of the bytes that are copied are floating-point numbers."""

from __future__ import annotations

import itertools
from collections.abc import Set

from irad.analysis.activity.activity import copy_call
from irad.analysis.flow.addresses import constant_index
from irad.analysis.memory.memory_graph import Memory
from irad.ir.types import DOUBLE, FLOAT, LAYOUT, X86_FP80, FloatType
from irad.ir.values import Instruction, Value
from irad.transform.base.counts import ONCE
from irad.transform.primal.word_copies import CopyNotes, unmixed
from irad.transform.refused.refusals import fail

_TYPES: dict[str, FloatType] = {"double": DOUBLE, "float": FLOAT, "x86_fp80": X86_FP80}
_SIZES = {"double": 8, "float": 4, "x86_fp80": 16}
MOST_FIELDS = 4096


def columns(
    memory: Memory, notes: CopyNotes, lane: int, inst: Instruction, pointer: Value, size: Value
) -> list[tuple[int, FloatType, int]]:
    """The float data among ``size`` bytes from ``pointer``: (byte offset, type, stride), without words that may be pointers.

    Stride 0 is one element, `ONCE` one element if so many bytes are copied at all.
    """
    cell = memory.cell_of(pointer)
    if cell is None:
        return []
    node, start = cell.find()
    if inst in notes.words and 0 < node.stride < 8:
        return []  # any word of it may be a pointer
    contents = {o: frozenset(c.find().kinds) for o, (c, _) in node.fields.items()}
    kinds = {k for what in contents.values() for k in what}
    floats = kinds & _TYPES.keys()
    if not kinds and constant_index(size) is not None:
        found = [(k, memory.exact_kind(pointer, k)) for k in range(0, min(constant_index(size) or 0, MOST_FIELDS), 4)]
        if any(found_kind for _, found_kind in found):
            return [(k, _TYPES[kind], 0) for k, kind in found if kind]
    if not kinds:
        raise fail(inst, "cannot tell what kind of data this copy moves", "access the memory with its own type somewhere")
    fixed = constant_index(size)
    if copy_call(inst) == "copy" and fixed is not None and fixed <= MOST_FIELDS and kinds != floats:
        _refuse_gaps(memory, inst, fixed)
    if not floats:
        return []
    if len(floats) == 1 and kinds == floats:
        (kind,) = floats
        return [(0, _TYPES[kind], _SIZES[kind])]
    if fixed is not None and fixed <= MOST_FIELDS:
        return _fields(memory, notes, lane, inst, pointer, fixed)
    kind = memory.exact_array(pointer)
    if kind in _SIZES:
        return [(0, _TYPES[kind], _SIZES[kind])]
    out = []
    for offset, what in contents.items():
        at = (offset - start) % node.stride if node.stride else offset - start
        if inst in notes.words and at in notes.words[inst].columns:
            continue
        if what & _TYPES.keys() and at >= 0:
            if 0 < node.stride < _SIZES[next(iter(what & _TYPES.keys()))]:
                raise fail(inst, "cannot tell where among a varying number of bytes floating-point data lie")
            out.append((at, _one(inst, what, at), node.stride or ONCE))
    return out


def _refuse_gaps(memory: Memory, inst: Instruction, size: int) -> None:
    """Refuse bytes of unknown kind, which may be floats, in memory that others access.

    Where only bytes up to the next multiple of 8 are unknown, they are taken for the padding of a structure.
    """
    cells = [c for c in map(memory.cell_of, inst.operands[:2]) if c is not None]
    if not any("param" in c.root().flags for c in cells):
        return
    known = {(at + k) // 8 for c in cells for at, width, _ in memory.kinds_at(c, size) for k in range(width)}
    exact = [(p, word) for word in range(size // 8) if word not in known for p in inst.operands[:2]]
    known |= {word for p, word in exact if memory.exact_kinds(p, 8 * word) or memory.exact_kinds(p, 8 * word + 4)}
    gap = next((word for word in range(size // 8) if word not in known), None)
    if gap is not None:
        raise fail(
            inst,
            f"cannot tell what bytes {8 * gap} to {8 * gap + 7} of this copy are: nothing here looks at them",
            "copy with an assignment of the structure, or access the member with its own type somewhere",
        )


def _fields(
    memory: Memory, notes: CopyNotes, lane: int, inst: Instruction, pointer: Value, size: int
) -> list[tuple[int, FloatType, int]]:
    cell = memory.cell_of(pointer)
    assert cell is not None
    out: dict[int, FloatType] = {}
    stride = cell.root().stride
    for offset, width, what in memory.kinds_at(cell, size):
        if not 0 <= offset < size or not what & _TYPES.keys():
            continue
        mixed = len(what) > 1 or 0 < stride < width  # because of variable indices: kind or offset is unknown
        if offset in notes.mixed.get((inst, lane), ()):
            continue
        exact = _exact(memory, inst, offset) if mixed else None
        if exact is None:
            out[offset] = _one(inst, unmixed(memory, inst, offset, what, size), offset)
        elif exact:
            out[offset] = _TYPES[exact]
    found = sorted(out.items())
    for (first, t), (second, _) in itertools.pairwise(found):
        if first + LAYOUT.store_size(t) > second:
            raise fail(inst, f"cannot tell where in this copy floating-point data lie (byte {first} or {second})")
    return [(offset, t, 0) for offset, t in found]


def _exact(memory: Memory, inst: Instruction, offset: int) -> str | None:
    """The kind of data at an offset of a copy, where variable indices have merged the fields of a structure."""
    both = inst.operands[:2] if copy_call(inst) == "copy" else inst.operands[:1]
    found = {kind for p in both if (kind := memory.exact_kind(p, offset)) is not None}
    return found.pop() if len(found) == 1 else None


def overwritten(memory: Memory, inst: Instruction) -> list[tuple[int, FloatType]]:
    """The places of a copy where integers overwrite what a caller declares to be floats: (byte offset, type)."""
    cell, size = memory.cell_of(inst.operands[0]), constant_index(inst.operands[2])
    if cell is None or size is None or size > MOST_FIELDS:
        return []
    out = []
    for offset, _, what in memory.kinds_at(cell, size):
        floats = what & _TYPES.keys()
        if len(floats) == 1 < len(what) and 0 <= offset < size and _exact(memory, inst, offset) == "":
            kinds = memory.exact_kinds(inst.operands[0], offset)
            if kinds is not None and kinds & floats:
                out.append((offset, _TYPES[next(iter(floats))]))
    return out


def _one(inst: Instruction, what: Set[str], offset: int) -> FloatType:
    floats = what & _TYPES.keys()
    if len(floats) != 1 or "ptr" in what:
        raise fail(inst, f"byte {offset} of this copy holds {' and '.join(sorted(what))} at different times")
    return _TYPES[next(iter(floats))]
