"""The arena runtime: where generated code gets its memory from (docs/dev/runtime.md).

The code is LLVM IR in ``runtime*.ll`` beside this file, linked into every final module and internal there, so that irad
needs no compiled extension and a built library no other library.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from irad.llvm.border.heads import defined, internalize
from irad.llvm.border.session import parse

# The layout of the arena that others need (docs/dev/architecture.md); tests compare it with the IR.
ARENA_SIZE = 704
STACKS = 6
STATUS = 0
DETAILS = 8
STACK_LIMIT = 40
JUMP_SET = 48
JUMP_BUFFER = 448
POOL_SIZE = 32 * 64

OUT_OF_MEMORY = -1
TOO_DEEP = -2
NO_SHADOW = -3
NO_DERIVATIVE = -4
INTERRUPTED = -5
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
    lines = [line for name in files for line in (Path(__file__).parent / name).read_text().split("\n")]
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
_FUNCTION = re.compile(r"^(define [^@\n]*@irad_\w+\([^!\n]*?)( \{)$", re.M)


@lru_cache(maxsize=None)
def runtime_bitcode(thread_local: bool = False, section: str = "") -> bytes:
    """`runtime_text` as bitcode, its functions in a section of the object if that has a name."""
    text = runtime_text(thread_local)
    return bytes(parse(_FUNCTION.sub(rf'\1 section "{section}"\2', text) if section else text).as_bitcode())


@lru_cache(maxsize=None)
def runtime_names(thread_local: bool = False) -> frozenset[str]:
    """The functions that the runtime defines."""
    return frozenset(defined(runtime_text(thread_local)))


def runtime_module(exported: Sequence[str]) -> str:
    """The runtime alone, with some functions visible."""
    return internalize(runtime_text(), frozenset(exported))
