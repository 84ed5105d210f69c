"""Running LLVM passes over a module; all of irad does so through this file."""

from __future__ import annotations

import threading

import llvmlite.binding as llvm
from llvmlite.binding.newpassmanagers import NewPassManager

from irad.llvm.border.llvmlite_types import ModuleRef, PassBuilder, PassManager
from irad.llvm.border.session import machine

_local = threading.local()
_RUNS = 32


def pass_builder(cpu: str | None, level: int, vectorize: bool = True) -> PassBuilder:
    """This thread's builder of passes; ``vectorize`` switches unrolling and interleaving as well.

    One for `_RUNS` runs: llvmlite does not free all of a builder (1.5 KB stay), and each run leaves callbacks in it that all
    later runs call before each of their passes, so that with a single one they would take ten times as long after 6,000.
    """
    made: dict[object, tuple[PassBuilder, int]] = _local.__dict__.setdefault("builders", {})
    key = (cpu, level, vectorize)
    known = made.get(key)
    if known is not None and known[1] > 0:
        builder, left = known
    else:
        options = llvm.create_pipeline_tuning_options(speed_level=level)
        options.loop_vectorization = options.slp_vectorization = vectorize
        options.loop_interleaving = options.loop_unrolling = vectorize
        builder, left = llvm.create_pass_builder(machine(cpu), options), _RUNS
    made[key] = builder, left - 1
    return builder


def run_passes(manager: PassManager, module: ModuleRef, builder: PassBuilder) -> None:
    """Run a pass manager, once, and free it.

    llvmlite itself never frees one: it looks for ``_dispose`` in another base class first (60 KB for a default pipeline).
    """
    try:
        manager.run(module, builder)
    finally:
        NewPassManager._dispose(manager)
        manager.detach()
