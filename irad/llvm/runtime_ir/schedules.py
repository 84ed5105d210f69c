"""Schedules of checkpointed loops (`schedules.c`): which steps to run, which states to store, so that few snapshots are needed.

``schedules.ll`` is what clang makes of ``schedules.c``, without what belongs to a machine; a test compares the two. The page
`docs/dev/schedules.md` has the actions, the algorithms and their figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from irad.ir.values import Module
from irad.llvm.runtime_ir.container_bodies import without_target

FLAGS = ("-O2", "-fno-strict-aliasing", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-fno-discard-value-names")
UNKNOWN_STEPS = -1
SQRT, LOG = 0, -1  # instead of a number of snapshots


DECLARATIONS = """
declare i64 @irad_schedule_bytes(i64, i64, i64, i64)
declare void @irad_schedule_start(ptr, i64, i64, i64, i64, i64, i64)
declare i64 @irad_schedule_next(ptr, i64, i64, i64)
declare void @irad_schedule_place(ptr, ptr)
"""
_NAMES = ("irad_schedule_bytes", "irad_schedule_start", "irad_schedule_next", "irad_schedule_place")
# (schedule, "FILE:LINE"): for those who watch loops.
_UNWATCHED = "define linkonce_odr hidden void @irad_schedule_place(ptr %s, ptr %place) alwaysinline nounwind {\n  ret void\n}\n"
_HEAD = (
    "; Made from schedules.c by irad.llvm.runtime_ir.schedules.from_clang.",
    "declare void @llvm.lifetime.start.p0(ptr)",
    "declare void @llvm.lifetime.end.p0(ptr)",
    "declare i64 @llvm.smin.i64(i64, i64)",
    "declare i64 @llvm.smax.i64(i64, i64)",
    "declare i64 @llvm.umax.i64(i64, i64)",
    "declare i64 @llvm.umin.i64(i64, i64)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
)


def from_clang(text: str) -> str:
    """The text of ``schedules.ll`` from clang's output (with `FLAGS`)."""
    return without_target(text, _HEAD)


@lru_cache(maxsize=1)
def schedules_text() -> str:
    """The functions as IR: hidden, and merged where several modules have them."""
    return (Path(__file__).parent / "schedules.ll").read_text()


def schedules(module: Module) -> list[str]:
    """The module with the functions, if ``module`` declares one of them."""
    wanted = any(name in module.functions and not module.functions[name].has_body for name in _NAMES)
    return [_instead[-1]] if wanted and _instead else [schedules_text(), _UNWATCHED] if wanted else []


_instead: list[str] = []


@contextmanager
def replaced(text: str) -> Iterator[None]:
    """Code that is compiled meanwhile gets other functions: with the same names, in ``text``."""
    _instead.append(text)
    try:
        yield
    finally:
        _instead.pop()
