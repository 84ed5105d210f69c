"""What a call that has ended because of snapshots on disk raises (`llvm/runtime_ir/snapshots.c`)."""

from __future__ import annotations

import ctypes
import errno
import os

from irad.llvm.runtime_ir.arena_runtime import DETAILS
from irad.llvm.runtime_ir.snapshot_files import CHANGED, CUT_OFF, DIRECTORY, OF_PARENT, READ, USED, WRITE

_WHAT = {
    DIRECTORY: "no directory for snapshots can be made there",
    WRITE: "a snapshot cannot be stored",
    READ: "a snapshot cannot be read",
    CUT_OFF: "a snapshot is cut off: the file was changed while the loop ran",
    CHANGED: "a snapshot is not what was stored: the file was changed while the loop ran",
    OF_PARENT: "the snapshots are those of the process before a fork",
    USED: "the tape of a loop with snapshots on disk can be reversed once",
}


def disk_error(arena: int) -> OSError:
    """The error that an arena with the status `DISK` holds."""
    number, wrong, path = (ctypes.c_int64 * 3).from_address(arena + DETAILS)
    name = os.fsdecode(ctypes.string_at(path)) if path else ""
    said = f"{_WHAT[wrong]} ({os.strerror(number)})" if wrong in (DIRECTORY, WRITE, READ) else _WHAT[wrong]
    return OSError(number or errno.EINVAL, said, name or None)
