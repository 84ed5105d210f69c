"""What a program registers, and bodies that stay opaque before differentiation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.values import Module
from irad.llvm.access import accesses
from irad.llvm.normalize import ssa_form
from irad.rules.python_rules import marked, modes_of
from irad.rules.registry import is_whole
from irad.transform.declared.inactive_variables import protect
from irad.transform.declared.recompute_marks import mark_recomputed
from irad.transform.declared.registered_rules import (
    BODY,
    PYTHON,
    Registered,
    duplicate,
    one_sided,
)
from irad.transform.declared.registrations import Entry, might_register, read_entries
from irad.transform.lower.deferred_bodies import Aside, put_aside


def set_aside(module: Module) -> tuple[Registered, Aside]:
    """What the program registers, while the bodies of functions that have rules are set aside."""
    whole = [f.name for f in module.functions.values() if f.has_body and is_whole(f.name)]
    if not might_register(module) and not whole and not marked(module):
        return Registered(), Aside()
    registered = Registered((*_with_accesses(module, read_entries(module)), *_python_rules(module)))
    inactive = {e.name for e in registered.entries if e.kind == "inactive_global"}
    if inactive & module.globals_.keys():
        _become(module, read_module(ssa_form(print_module(module))))
        protect(module, inactive)
    named = registered.shadows(n for n, v in module.globals_.items() if v.initializer is not None)
    for name in {*named, *named.values()}:  # their contents are unknown and must not be folded
        var = module.globals_.get(name)
        if var is not None and var.initializer is not None:
            var.linkage = var.visibility = var.comdat = ""
    for name in one_sided(registered):
        duplicate(module, name, name + BODY)
    for name in whole:  # some that are declared to be in the library as well are not, where the compiler always inlines them
        if module.functions[name].linkage == "available_externally":
            module.functions[name].linkage = "linkonce_odr"
    mark_recomputed(module, [e.name for e in registered.entries if e.kind == "recompute"])
    return registered, put_aside(module, [*registered.functions, *whole])


def _become(module: Module, other: Module) -> None:
    """Replace the contents of ``module`` by those of another one, in place."""
    module.__dict__.update(other.__dict__)
    for value in (*module.functions.values(), *module.globals_.values(), *module.aliases.values()):
        value.module = module


def _with_accesses(module: Module, entries: Sequence[Entry]) -> list[Entry]:
    """The entries, with the memory accesses of functions without derivative where their bodies are known."""
    names = {e.name for e in entries if e.kind == "inactivefn"}
    known = accesses(print_module(module), names) if names else {}
    return [replace(e, rest=known[e.name]) if e.kind == "inactivefn" and e.name in known and not e.rest else e for e in entries]


def _python_rules(module: Module) -> list[Entry]:
    """Entries for functions of the Python frontend that have rules."""
    numbers = {n: number for n, number in marked(module).items() if not n.endswith(BODY)}
    access = accesses(print_module(module), numbers) if numbers else {}
    return [Entry(PYTHON, name, (n, modes_of(n), *access[name])) for name, n in numbers.items()]
