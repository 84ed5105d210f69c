"""Bodies for declared library routines, CBLAS and composite LAPACK routines, in terms of routines that have rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from irad.ir.reader import add_declarations, mentions, read_bodies
from irad.ir.types import FunctionType, function
from irad.ir.values import Function, Module
from irad.rules.formulas.external import c_only, definitions, find, fortran_definitions, has_body

# Possible names of linear algebra routines: a quick test.
_ROUTINE = re.compile(r"^(scipy_)?((cblas_|LAPACKE_)\w+|([sdcz][a-z]{4,5}|[SDCZ][A-Z]{4,5})_?(64)?_?)$")


def define_routines(module: Module) -> None:
    """Give bodies to declared routines; what these bodies call is declared."""
    declare_parameters(module, lambda name: find(name) is not None or has_body(name))
    while True:  # a body may call a routine with a body
        wanted = {
            f.name: f.ftype
            for f in module.functions.values()
            if not f.has_body and not f.made_as_text and _ROUTINE.search(f.name) and has_body(f.name)
        }
        text, needs, names = definitions(wanted) if wanted else ("", {}, ())
        if not names:
            return
        for name in names:
            module.functions[name].made_as_text = True
        module.fragments.append(text)
        add_declarations(module, "\n".join(needs.values()))


def declare_parameters(module: Module, wanted: Callable[[str], bool]) -> None:
    """Give ``wanted`` functions that have none (``void dgemm_();`` in old C) the parameters of their calls, if these agree."""
    bare = [f for f in module.functions.values() if f.ftype.vararg and not f.ftype.params and not f.has_body and wanted(f.name)]
    for fn in bare:
        read_bodies(module, [f for f in module.functions.values() if f.body is not None and fn.name in mentions(f).all])
        calls = [u for u in fn.users() if u.opcode in ("call", "invoke") and u.callee is fn]
        types = {tuple(a.type for a in call.args) for call in calls}
        results = {call.attrs["ftype"].ret for call in calls}
        if len(types) != 1 or len(results) != 1:
            continue
        new = _declared(fn, function(results.pop(), types.pop()))
        module.functions[fn.name] = new
        fn.replace_all_uses_with(new)
        for call in calls:
            call.attrs["ftype"] = new.ftype


def _declared(fn: Function, ftype: FunctionType) -> Function:
    new = Function(fn.name, ftype)
    new.module, new.linkage, new.visibility, new.runtime = fn.module, fn.linkage, fn.visibility, fn.runtime
    new.attributes, new.unnamed_addr, new.ret_attrs, new.cc = fn.attributes, fn.unnamed_addr, fn.ret_attrs, fn.cc
    return new


def define_fortran(module: Module, suffix: str, declared: Collection[str]) -> None:
    """Define the Fortran routines that derivatives call by calls of the C interface, which is declared again."""
    names = [f.name for f in module.functions.values() if not f.has_body and not f.made_as_text]
    for name, (body, called, line) in fortran_definitions(names, suffix).items():
        module.functions[name].made_as_text = True
        module.fragments.append(body)
        ours = module.functions.get(called)
        if ours is not None and ours.has_body and ours.is_local and called in declared:  # it calls the Fortran routine
            for inst in list(ours.instructions()):
                inst.drop_operands()
            ours.blocks, ours.body, ours.linkage = [], None, ""
        add_declarations(module, line)


def c_suffix(module: Module) -> str | None:
    """The suffix of the names of BLAS's C interface, if the program calls BLAS only through it; else None."""
    return c_only([f.name for f in module.functions.values() if not f.has_body])
