"""Small edits of a module's globals."""

from __future__ import annotations

from collections.abc import Iterable

from irad.ir.values import Module

_CONSTRUCTORS = "llvm.global_ctors"


def declare_variables(module: Module, names: Iterable[str]) -> None:
    """The definitions of the variables ``names`` become declarations."""
    for var in (module.globals_.get(n) for n in names):
        if var is not None and not var.constant:
            var.initializer, var.linkage, var.visibility, var.comdat, var.runtime = None, "external", "", "", ""
            var.section, var.metadata, var.rest = "", {}, ""


def drop_constructors(module: Module) -> None:
    """Static constructors are run by another module."""
    module.globals_.pop(_CONSTRUCTORS, None)
