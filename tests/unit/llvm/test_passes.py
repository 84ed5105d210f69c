"""Builders of passes: what runs leave in them must not be carried on."""

from __future__ import annotations

import ctypes

import llvmlite.binding as llvm

from irad.llvm.border.passes import pass_builder, run_passes
from irad.llvm.border.session import parse

TEXT = "define double @f(double %x) {\n  %y = fadd double %x, 0.0\n  ret double %y\n}\n"


def test_no_builder_serves_for_ever() -> None:
    """Each run leaves callbacks in it, which the passes of all later runs call: 6,000 runs made each of them ten times slower."""
    used: dict[int, int] = {}
    kept = []  # an address is not given twice
    for _ in range(200):
        builder = pass_builder(None, 1)
        kept.append(builder)
        address = ctypes.cast(builder._ptr, ctypes.c_void_p).value
        assert address is not None
        used[address] = used.get(address, 0) + 1
        manager = llvm.create_new_module_pass_manager()
        manager.add_instruction_combine_pass()
        run_passes(manager, parse(TEXT), builder)
    assert max(used.values()) < 100 and len(used) < 20  # nor is each used once: 1.5 KB of it stay
