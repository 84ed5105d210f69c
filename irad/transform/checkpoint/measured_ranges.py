"""Places of a checkpointed loop: those of ranges of memory, when it begins, and of shadows as pointers change."""

from __future__ import annotations

from collections.abc import Sequence

from irad.analysis.reuse.loop_state import MemoryRange
from irad.ir.builder import Builder
from irad.ir.constants import const_int, null
from irad.ir.types import I1, I8, I64, PTR
from irad.ir.values import Value
from irad.transform.checkpoint.entry_values import EntryValues


def measured(b: Builder, known: EntryValues, found: MemoryRange) -> tuple[Value, Value]:
    """The address, or the offset from pointers that change places; the size, 0 where nothing of it is accessed."""
    place = low = known.number(b, found.low)
    size = b.sub(known.number(b, found.high), low)
    some = b.icmp("sgt", size, const_int(I64, 0))
    for condition, holds in found.guards:
        v = known.get(b, condition)
        some = b.and_(some, v if holds else b.xor(v, const_int(I1, 1)))
    if not found.group:
        base = known.get(b, found.base)
        some = b.and_(some, b.icmp("ne", base, null(PTR)))
        place = b.gep(I8, base, [low])
    return place, b.select(some, size, const_int(I64, 0))


def shadow_beside(b: Builder, now: Value, found: Sequence[tuple[Value, Value, Value]]) -> Value:
    """The shadow of a pointer that is one of several, or has moved on from the only one: (before the loop, its shadow, size)."""
    out: Value | None = None
    for first, shadow, size in found:
        moved = b.sub(b.cast("ptrtoint", now, I64), b.cast("ptrtoint", first, I64))
        there = b.gep(I8, shadow, [moved])
        out = there if out is None else b.select(b.icmp("ult", moved, size), there, out)
    assert out is not None
    return out
