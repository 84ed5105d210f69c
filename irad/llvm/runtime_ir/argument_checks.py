"""Checks of arguments for exported functions (`argument_checks.c`): null pointers, sizes, arrays and shadows that share memory.

``argument_checks.ll`` is what clang makes of ``argument_checks.c``, without what belongs to a machine; a test compares the two.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from irad.llvm.runtime_ir.container_bodies import without_target

FLAGS = ("-O2", "-fno-strict-aliasing", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-fno-discard-value-names")

# As in C: name, data, shadow, bytes of an element, kind, role, written, axes, sizes, strides, low, high.
PIECE = "{ ptr, ptr, ptr, i64, i64, i64, i64, i64, ptr, ptr, ptr, ptr }"
DERIVATIVE, APART = 1, 2
ARRAY, CONSTANT, SCALAR, RESULT = range(4)

DECLARATIONS = """
declare i32 @irad_check_arguments(ptr, i64, i64, ptr, ptr)
declare void @irad_give_shadows(ptr, i64, ptr, i64)
"""
_HEAD = (
    "; Made from argument_checks.c by irad.llvm.runtime_ir.argument_checks.from_clang.",
    "declare i32 @snprintf(ptr, i64, ptr, ...)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare ptr @llvm.threadlocal.address.p0(ptr)",
    "declare void @llvm.lifetime.start.p0(ptr)",
    "declare void @llvm.lifetime.end.p0(ptr)",
    "declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)",
    "declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64)",
    "declare i64 @llvm.umin.i64(i64, i64)",
    "declare i64 @llvm.abs.i64(i64, i1)",
)


def from_clang(text: str) -> str:
    """The text of ``argument_checks.ll`` from clang's output (with `FLAGS`)."""
    return without_target(text, _HEAD).replace("define linkonce_odr hidden", "define hidden")  # wanted by other objects


@lru_cache(maxsize=1)
def arguments_text() -> str:
    """The functions as IR: hidden, and once in each library."""
    return (Path(__file__).parent / "argument_checks.ll").read_text()
