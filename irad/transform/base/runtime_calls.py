"""Functions that generated code calls besides derivatives: runtime, intrinsics, small functions in IR (`helper_functions.py`)."""

from __future__ import annotations

from irad.ir.reader import add_declarations
from irad.ir.types import I1, I8, I32, I64, PTR, VOID, FunctionType, Type, function
from irad.ir.values import Function, Module
from irad.transform.base.helper_functions import helper_text

_POINTERS = function(VOID, (PTR, PTR))
_QUEUE = function(PTR, (PTR, I64))
_SNAPSHOT = function(VOID, (PTR, I64, PTR, I64, I64))
_RUNTIME = {
    "irad_reserve": function(PTR, (PTR, I64)),
    "irad_release": _POINTERS,
    "irad_check_shadow": function(VOID, (PTR, PTR, PTR)),
    "irad_queue_push": _QUEUE,
    "irad_queue_pop": _QUEUE,
    "irad_check_depth": function(VOID, (PTR, I32)),
    "irad_rule_failed": function(VOID, (PTR, I32)),
    "irad_no_shadow": function(VOID, (PTR,)),
    "irad_shadow_begin": _POINTERS,
    "irad_shadow_freed": _POINTERS,
    "irad_shadow_end": function(I8, (PTR, PTR)),
    "irad_check_same": _POINTERS,
    "irad_used": function(I64, (PTR,)),
    "irad_schedule_bytes": function(I64, (I64,) * 4),
    "irad_schedule_start": function(VOID, (PTR, *[I64] * 6)),
    "irad_schedule_place": _POINTERS,
    "irad_schedule_next": function(I64, (PTR, I64, I64, I64)),
    "irad_snapshots_begin": function(PTR, (PTR, PTR, PTR)),
    "irad_snapshots_save": _SNAPSHOT,
    "irad_snapshots_turn": _POINTERS,
    "irad_snapshots_restore": _SNAPSHOT,
    "irad_snapshots_end": function(VOID, (PTR,)),
    "irad_snapshots_drop": function(VOID, (PTR, PTR, PTR)),
    "irad_snapshots_guard": _POINTERS,
    "irad_snapshots_unguard": _POINTERS,
}


class Runtime:
    """Declares the functions that derivatives call, on first use, and collects the IR text of those written by irad."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.texts: dict[str, str] = {}
        self.declarations: dict[str, str] = {}  # what these texts call

    def external(self, name: str, ftype: FunctionType) -> Function:
        """The function of this name, declared if the module has none."""
        found = self.module.functions.get(name)
        return found if found is not None else self.module.add_function(name, ftype)

    def function(self, name: str) -> Function:
        """A function of irad's runtime."""
        return self.external(name, _RUNTIME[name])

    def memset(self) -> Function:
        return self.external("llvm.memset.p0.i64", function(VOID, (PTR, I8, I64, I1)))

    def memcpy(self) -> Function:
        return self.external("llvm.memmove.p0.p0.i64", function(VOID, (PTR, PTR, I64, I1)))

    def helper(self, name: str, t: Type) -> Function:
        """The helper ``name`` for element type ``t``."""
        symbol, text, ftype = helper_text(name, t)
        found = self.module.functions.get(symbol)
        if found is None:
            found = self.module.add_function(symbol, ftype)
            found.made_as_text = True  # its text is in `texts`; the printer must not declare it
            self.texts[symbol] = text
        return found

    def shadow_name(self, name: str) -> str:
        """A name that no shadow has, not even one of an earlier round of differentiation."""
        number, found = 1, f"irad.shadow.{name}"
        while self.module.get(found) is not None:
            number += 1
            found = f"irad.shadow.{name}.{number}"
        return found

    def complete(self) -> None:
        """Add what was made as text to the module."""
        add_declarations(self.module, "\n".join(self.declarations.values()))
        self.module.fragments += self.texts.values()
