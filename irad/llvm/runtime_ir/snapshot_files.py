"""Snapshots of checkpointed loops on disk: the files (`snapshot_files.c`), and the sessions that use them (`snapshots.c`).

``snapshot_files.ll`` and ``snapshots.ll`` are what clang makes of these, without what belongs to a machine; a test compares them.
They are part of the arena runtime.  What belongs to the system is added here: flags, error numbers, calls that not all have.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from functools import lru_cache
from pathlib import Path

from irad.llvm.runtime_ir.container_bodies import without_target

FLAGS = (
    "-O2", "-fno-strict-aliasing", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-fno-discard-value-names",
    "-fno-builtin",
)  # fmt: skip
NAMES = ("snapshot_files", "snapshots")
SUPPORTED = os.name == "posix"
# What went wrong, as in snapshots.c.
DIRECTORY, WRITE, READ, CUT_OFF, CHANGED, OF_PARENT, USED = range(1, 8)

_HEAD = (
    "declare void @llvm.lifetime.start.p0(ptr)",
    "declare void @llvm.lifetime.end.p0(ptr)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare i64 @llvm.smin.i64(i64, i64)",
    "declare i64 @llvm.smax.i64(i64, i64)",
    "declare i64 @llvm.fshl.i64(i64, i64, i64)",
    "declare ptr @malloc(i64)",
    "declare ptr @realloc(ptr, i64)",
    "declare void @free(ptr)",
    "declare i64 @strlen(ptr)",
    "declare i32 @strcmp(ptr, ptr)",
    "declare ptr @strerror(i32)",
    "declare ptr @getenv(ptr)",
    "declare ptr @realpath(ptr, ptr)",
    "declare ptr @mkdtemp(ptr)",
    "declare i32 @open(ptr, i32, ...)",
    "declare i32 @close(i32)",
    "declare i32 @access(ptr, i32)",
    "declare i32 @unlink(ptr)",
    "declare i32 @rmdir(ptr)",
    "declare i32 @flock(i32, i32)",
    "declare i32 @getpid()",
    "declare i64 @lseek(i32, i64, i32)",
    "declare i64 @readv(i32, ptr, i32)",
    "declare i64 @writev(i32, ptr, i32)",
    "declare i64 @write(i32, ptr, i64)",
    "declare ptr @opendir(ptr)",
    "declare ptr @readdir(ptr)",
    "declare i32 @closedir(ptr)",
)
_OWN = re.compile(r"@\.?(str|NAME|FILE_NAME)\b")
_ADDRESS_COUNTS = re.compile(r"\) (#\d+) \{$", re.M)
_ELSEWHERE = re.compile(r"^@irad_\w+ = external .*\n", re.M)
_LINUX = """
declare i32 @sync_file_range(i32, i64, i64, i32)
declare i32 @posix_fadvise(i32, i64, i64, i32)
define void @irad_write_behind(i32 %file, i64 %offset, i64 %size) alwaysinline nounwind {
  %ignored = call i32 @sync_file_range(i32 %file, i64 %offset, i64 %size, i32 2) ; begin to write
  ret void
}
define void @irad_read_ahead(i32 %file, i64 %offset, i64 %size) alwaysinline nounwind {
  %ignored = call i32 @posix_fadvise(i32 %file, i64 %offset, i64 %size, i32 3) ; will be needed
  ret void
}
"""
_OTHER = """
define void @irad_write_behind(i32 %file, i64 %offset, i64 %size) alwaysinline nounwind {
  ret void
}
define void @irad_read_ahead(i32 %file, i64 %offset, i64 %size) alwaysinline nounwind {
  ret void
}
"""


def from_clang(text: str, name: str) -> str:
    """The text of ``NAME.ll`` from clang's output (with `FLAGS`)."""
    head = (f"; Made from {name}.c by irad.llvm.runtime_ir.snapshot_files.from_clang.", *_HEAD)
    text = _ADDRESS_COUNTS.sub(r") local_unnamed_addr \1 {", _ELSEWHERE.sub("", text.replace("fastcc ", "")))
    text = without_target(text, head).replace("define linkonce_odr hidden", "define")
    return _OWN.sub(rf"@irad.{name}.\1", text).replace("%struct.", f"%irad.{name}.")


@lru_cache(maxsize=1)
def snapshot_text() -> str:
    """All of it as IR; nothing on systems that are no POSIX systems."""
    if not SUPPORTED:
        return ""
    texts = [(Path(__file__).parent / f"{name}.ll").read_text() for name in NAMES]
    return "\n".join([*texts, _system_text()])


def _system_text() -> str:
    linux = sys.platform == "linux"
    create = os.O_CREAT | os.O_EXCL
    always = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW
    constants = {
        "irad_open_new": always | create,
        "irad_open_old": always,
        "irad_would_block": errno.EWOULDBLOCK,
        "irad_name_offset": 19 if linux else 21,  # of d_name in a struct dirent with numbers of 64 bits
    }
    place = "__errno_location" if linux else "__error"
    return "\n".join([
        *(f"@{name} = internal constant i32 {value}" for name, value in constants.items()),
        f"declare ptr @{place}()",
        "define i32 @irad_error_number() alwaysinline nounwind {",
        f"  %at = call ptr @{place}()",
        "  %number = load i32, ptr %at, align 4",
        "  ret i32 %number",
        "}",
        _LINUX if linux else _OTHER,
    ])  # fmt: skip
