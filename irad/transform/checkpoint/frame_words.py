"""Fixed places in the frame that a checkpointed loop has on the tape."""

from __future__ import annotations

from irad.ir.types import LAYOUT, Type


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
