"""Fixed places in the frame that a checkpointed loop has on the tape, and shadows of pointers by what is kept there."""

from __future__ import annotations

from collections.abc import Sequence

from irad.ir.builder import Builder
from irad.ir.types import I8, I64, LAYOUT, Type
from irad.ir.values import Value


class FrameWords:
    """Hands out places; ``size``: of all so far, in bytes."""

    def __init__(self) -> None:
        self.size = 0

    def take(self, count: int = 1) -> int:
        """The offset of so many words of 8 bytes."""
        at = self.size
        self.size += 8 * count
        return at

    def take_for(self, t: Type) -> int:
        """The offset of a place for a value."""
        return self.take(-(-LAYOUT.size_of(t) // 8))


def shadow_of(b: Builder, pointer: Value, known: Sequence[tuple[Value, Value, Value]]) -> Value:
    """The shadow of a pointer into the memory of one of several others; ``known``: these, with their shadows and sizes."""
    shadow: Value | None = None
    for first, other, size in known:
        moved = b.sub(b.cast("ptrtoint", pointer, I64), b.cast("ptrtoint", first, I64))
        there = b.gep(I8, other, [moved])
        shadow = there if shadow is None else b.select(b.icmp("ult", moved, size), there, shadow)
    assert shadow is not None
    return shadow
