"""What functions do with the memory behind their pointer parameters, as LLVM infers it from their bodies."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import llvmlite.binding as llvm

from irad.ir.naming import NAME, unquote
from irad.ir.reader import read_module
from irad.ir.reader.attributes import parameter_access
from irad.llvm.border.passes import pass_builder, run_passes
from irad.llvm.border.session import parse

_DEFINE = re.compile(rf"^define ([^@\n]*@({NAME})\(.*) \{{$", re.M)


def accesses(text: str, names: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """For each of the functions and each parameter "r", "w", "rw", or "" (no access, or no pointer)."""
    module = parse(text)
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_post_order_function_attributes_pass()
    run_passes(manager, module, pass_builder(None, 1))
    inferred = str(module)
    out = {}
    for name, words in _parameters(inferred, names).items():
        out[name] = tuple(parameter_access(w) if w else "" for w in words)
    return out


def _parameters(text: str, names: Collection[str]) -> Mapping[str, list[str]]:
    """The attributes of the parameters, None for those that are no pointers."""
    found = {unquote(m[2]): f"declare {_without_linkage(m[1])}" for m in _DEFINE.finditer(text) if unquote(m[2]) in names}
    groups = "\n".join(re.findall(r"^attributes #\d+ = .*$", text, re.M))
    functions = read_module("\n".join([*found.values(), groups, ""])).functions
    return {n: [f"ptr {a.attrs}" if a.type.is_ptr else "" for a in functions[n].args] for n in found}


def _without_linkage(head: str) -> str:
    return re.sub(r"^(?:(?:internal|private|dso_local|hidden|weak_odr|linkonce_odr) )+", "", head)
