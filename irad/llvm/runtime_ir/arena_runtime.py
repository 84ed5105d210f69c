"""The arena runtime, the memory allocator of generated code (docs/dev/runtime.md).

The code is LLVM IR in ``runtime*.ll`` beside this file, linked into every program and library and internal there, so that irad
needs no compiled extension and a built library no other library.  Code for this process has only what is always inlined, and
declares the rest, which is compiled once for all of it (`irad.runtime.native.runtime_addresses`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from irad.llvm.border.head_text import defined
from irad.llvm.border.session import parse
from irad.llvm.runtime_ir.snapshot_files import snapshot_text

# The layout of the arena that others need (docs/dev/architecture.md); tests compare it with the IR.
ARENA_SIZE = 704
STACKS = 6
TOTAL = 48  # in a stack: the bytes of its chunks
LIMIT = 24  # in a stack: the most bytes that its chunks may have, 0 for no limit
BOUND = 1  # in a limit: it ends a call that is made again then; loops do not plan with it
STATUS = 0
DETAILS = 8
STACK_LIMIT = 40
JUMP_SET = 48
JUMP_BUFFER = 448
ACCOUNT = 32 * 64  # of a pool: the bytes of all chunks of its arenas, and how many of them are kept between calls
POOL_SIZE = ACCOUNT + 64
KEPT = 512 << 20  # unless it is set; `runtime_thread.ll` has it for libraries

OUT_OF_MEMORY = -1
TOO_DEEP = -2
NO_SHADOW = -3
NO_DERIVATIVE = -4
INTERRUPTED = -5
DISK = -6
# What a call may do often; the rest of the runtime is called once in a call, or when memory is added.
QUICK = frozenset(
    "irad_arena_enter irad_arena_reset irad_queue_pop irad_shadow_begin irad_shadow_end irad_shadow_find irad_shadow_freed "
    "irad_shadow_place irad_shadow_put irad_snapshots_checksum".split()
)
NO_DERIVATIVE_TEXT = (
    "eigenvectors and singular vectors of values that are the same have no derivative; nor has what depends on the phases of "
    "complex ones, or on which vectors complete an orthogonal matrix"
)


def stack_offset(number: int) -> int:
    """Where stack ``number`` begins: 0 holds the primal's arrays, 1 the tape, the others tapes of higher derivatives."""
    if not 0 <= number < STACKS:
        raise ValueError(f"an arena has {STACKS} stacks, there is no number {number}")
    return 64 + 64 * number


@lru_cache(maxsize=None)
def runtime_text(thread_local: bool = False) -> str:
    """The runtime as IR text; with ``thread_local`` also ``irad_thread_arena``, which the JIT cannot load."""
    system = "runtime_linux.ll" if sys.platform == "linux" else "runtime_other.ll"
    files = ["runtime.ll", "runtime_shadows.ll", "runtime_twins.ll", system]
    if thread_local:
        files.append("runtime_thread.ll")
    texts = [(Path(__file__).parent / name).read_text() for name in files] + [snapshot_text()]
    lines = [line for text in texts for line in text.split("\n")]
    defined_here = {m[1] for line in lines if (m := _DEFINED.match(line))}
    seen: set[str] = set()
    out = []
    for line in lines:  # one module: what one file declares another one may define
        found = _DECLARED.match(line)
        if found is None or found[1] not in defined_here | seen:
            out.append(line)
        if found is not None:
            seen.add(found[1])
    return "\n".join(out)


_DECLARED = re.compile(r"declare [^@]*@([\w.]+)\(")
_DEFINED = re.compile(r"define [^@]*@([\w.]+)\(")
_FUNCTION = re.compile(r"^define ([^@\n]*@([\w.]+)\([^!\n]*?) \{$.*?^\}$", re.M | re.S)


@lru_cache(maxsize=None)
def runtime_bitcode(thread_local: bool = False) -> bytes:
    """`runtime_text` as bitcode."""
    return bytes(parse(runtime_text(thread_local)).as_bitcode())


@lru_cache(maxsize=None)
def inlined_bitcode() -> bytes:
    """As `runtime_bitcode`, with declarations of what is not inlined always."""
    return bytes(parse(runtime_part(())).as_bitcode())


def runtime_part(names: Collection[str]) -> str:
    """The runtime, of which only ``names`` and what is inlined always is defined; the rest is declared."""
    absent = shared_names() - frozenset(names)
    return _FUNCTION.sub(lambda m: f"declare {m[1]}" if m[2] in absent else m[0], runtime_text())


@lru_cache(maxsize=None)
def shared_names() -> frozenset[str]:
    """The functions of the runtime that code for this process only declares."""
    return frozenset(m[2] for m in _FUNCTION.finditer(runtime_text()) if "alwaysinline" not in m[1].split())


@lru_cache(maxsize=None)
def runtime_names(thread_local: bool = False) -> frozenset[str]:
    """The functions that the runtime defines."""
    return frozenset(defined(runtime_text(thread_local)))
