"""Shadow pointers among the bytes that memcpy and memmove move: they are copied in the forward sweep."""

from __future__ import annotations

from irad.analysis.memory.objects import Cell
from irad.ir.constants import const_int
from irad.ir.types import I8, I64, PTR
from irad.ir.values import ConstantInt, Instruction, Value
from irad.transform.base.counts import ONCE, count_of
from irad.transform.primal.emitter import Emitter
from irad.transform.primal.word_copies import CopyNotes, any_word, copy_words, is_pointer, pointers_among, whole
from irad.transform.refused.refusals import fail


def copy_shadow_pointers(emit: Emitter, notes: CopyNotes, inst: Instruction) -> None:
    """Copy the shadow pointers among what ``inst`` copies; ``notes`` records which words they are if mixed with doubles."""
    memory = emit.act.memory
    cell, size = memory.cell_of(inst.operands[0]), inst.operands[2]
    if cell is None:
        return
    kinds = {k for content, _ in cell.root().fields.values() for k in content.find().kinds}
    if "ptr" not in kinds:
        return
    dst, src = emit.shadow(inst.operands[0]), emit.shadow(inst.operands[1])
    if kinds == {"ptr"}:
        new = emit.clone(inst)
        new.set_operand(0, dst)
        new.set_operand(1, src)
        return
    if not isinstance(size, ConstantInt) or size.value > 4096:
        _copy_pointer_columns(emit, notes, inst, cell, dst, src)
        return
    found = pointers_among(memory, inst, cell, size.value)
    if any(len(what) > 1 for _, _, what in found) and size.value % 8 == 0 and any_word(notes, inst, cell):
        copy_words(emit, notes, inst, const_int(I64, size.value), 0, 8)
        return
    loaded: list[tuple[Value, Value]] = []  # all are loaded before anything is stored: source and destination may overlap
    for offset, width, what in found:
        at = [const_int(I64, offset)]
        if width != 8 or offset < 0 or (what != {"ptr"} and (offset % 8 or not whole(memory, notes, cell, offset))):
            raise fail(inst, f"byte {offset} of this copy is a pointer in one place and data in another")
        to = emit.b.gep(I8, dst, at)
        value = emit.b.load(PTR, emit.b.gep(I8, src, at), align=1)
        if what != {"ptr"}:
            pointer = is_pointer(emit.b, emit.b.gep(I8, emit.value(inst.operands[0]), at))
            notes.mixed.setdefault((inst, emit.lane), {})[offset] = pointer
            value = emit.b.select(pointer, value, emit.b.load(PTR, to, align=1))
        loaded.append((value, to))
    for value, to in loaded:
        emit.b.store(value, to, align=1)


def _copy_pointer_columns(emit: Emitter, notes: CopyNotes, inst: Instruction, cell: Cell, dst: Value, src: Value) -> None:
    """Copy the shadow pointers among a variable number of bytes."""
    memory = emit.act.memory
    node, start = cell.find()
    n = emit.value(inst.operands[2])
    n = n if n.type is I64 else emit.b.cast("zext", n, I64)
    if any_word(notes, inst, cell):
        copy_words(emit, notes, inst, n, 0, 8)
        return
    for offset, (content, width) in node.fields.items():
        what = content.find().kinds
        at = (offset - start) % node.stride if node.stride else offset - start
        if "ptr" not in what or at < 0:
            continue
        if what != {"ptr"} and width == 8 and node.stride % 8 == 0 and whole(memory, notes, cell, at):
            copy_words(emit, notes, inst, n, at, node.stride or ONCE)
            continue
        if what != {"ptr"} or width != 8:
            raise fail(inst, f"byte {at} of this copy of unknown size is a pointer in one place and data in another")
        count = count_of(emit.b, n, at, 8, node.stride or ONCE)
        places = [emit.b.gep(I8, p, [const_int(I64, at)]) for p in (src, dst)]
        step = const_int(I64, node.stride or 8)
        emit.b.call_function(emit.runtime.helper("copy_pointers", PTR), [*places, count, step])
