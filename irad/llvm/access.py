"""How functions access the memory behind their pointer parameters, as LLVM infers it from their bodies."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import llvmlite.binding as llvm

from irad.ir.reader.attributes import parameter_access
from irad.llvm.border.parameter_text import parameters_of
from irad.llvm.border.passes import pass_builder, run_passes
from irad.llvm.border.session import parse


def accesses(text: str, names: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """For each of the functions and each parameter "r", "w", "rw", or "" (no access, or no pointer)."""
    module = parse(text)
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_post_order_function_attributes_pass()
    run_passes(manager, module, pass_builder(None, 1))
    inferred = str(module)
    out = {}
    for name, words in parameters_of(inferred, names).items():
        out[name] = tuple(parameter_access(w) if w else "" for w in words)
    return out
