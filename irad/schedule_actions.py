"""What a schedule of a checkpointed loop asks for next (`llvm/runtime_ir/schedules.c` has the same numbers)."""

from __future__ import annotations

from enum import IntEnum

CACHED_TAPE = 1 << 18  # bytes of tape that stay in the cache: as many steps are taped together


class Action(IntEnum):
    """See the beginning of `schedules.c`."""

    DONE = 0
    ADVANCE = 1
    SAVE = 2
    RESTORE = 3
    TAPE = 4
    DROP_TAPE = 5
    REVERSE_TAPE = 6
    REVERSE = 7
