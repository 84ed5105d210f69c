"""Library functions whose address is taken: calls through pointers need a function with a body.

A function that has a rule in place of a body (``sin``) is differentiated where it is called by name.  Where its address is stored
in a table or passed as an argument, it is replaced by a function that calls it: that one has a derivative like any other.
"""

from __future__ import annotations

import re

from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.edits import change_constants
from irad.ir.values import Constant, Function, Module
from irad.rules import lookup_function

_KEPT = frozenset("nounwind willreturn nosync nofree norecurse mustprogress".split())
_REGISTRATION = re.compile(r"__enzyme_|__irad_|llvm\.")


def add_address_thunks(module: Module) -> None:
    """Replace the address of a function with a rule by that of a function that calls it."""
    made: dict[Function, Function] = {}

    def wrapped(value: Constant) -> Constant:
        return _thunk(value, made) if isinstance(value, Function) and _is_ruled(value) else value

    change_constants(module, wrapped, skip=lambda var: _REGISTRATION.search(var.name) is not None)


def _is_ruled(fn: Function) -> bool:
    if fn.blocks or fn.ftype.vararg or fn.name.startswith("llvm.") or _REGISTRATION.search(fn.name):
        return False
    return fn.name not in fn.module.rules and lookup_function(fn) is not None  # type: ignore[union-attr]


def _thunk(fn: Function, made: dict[Function, Function]) -> Function:
    if fn not in made:
        assert fn.module is not None
        name = f"irad.call.{fn.name}"
        new = fn.module.functions.get(name)
        if new is None:
            new = fn.module.add_function(name, fn.ftype)
            new.linkage = "internal"
            new.attributes = AttributeSet(w for w in fn.attributes if w in _KEPT or w.startswith("memory("))
            b = Builder(new.append_block("entry"))
            result = b.call_function(fn, new.args)
            b.ret(None if fn.ftype.ret.is_void else result)
        made[fn] = new
    return made[fn]
