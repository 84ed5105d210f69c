"""Calls of Enzyme's functions that declare something about a value or about memory.

``__enzyme_ignore_derivatives(x)`` is ``x`` as a constant (`rules.tables.directives.STOP_GRADIENT`).  ``__enzyme_double(p, n)``,
``__enzyme_float``, ``__enzyme_integer`` and ``__enzyme_pointer`` say what lies in memory, which irad finds out by itself: they do
nothing.
"""

from __future__ import annotations

import re

from irad.errors import ActivityError
from irad.ir.builder import Builder
from irad.ir.debug import place_of
from irad.ir.types import DOUBLE, FLOAT, X86_FP80, IntType, Type, function
from irad.ir.values import Instruction, Module, Value
from irad.rules.tables.directives import STOP_GRADIENT

_IGNORED = re.compile(r"__(?:enzyme|irad)_ignore_derivatives")
_HINT = re.compile(r"__(?:enzyme|irad)_(?:double|float|integer|pointer)(?![a-z])")
_SUFFIX: dict[Type, str] = {DOUBLE: "", FLOAT: "f", X86_FP80: "l"}


def lower_marks(module: Module) -> bool:
    """Remove the calls of such functions, or replace them by others; True if there was one."""
    changed = False
    for fn in [f for f in module.functions.values() if f.is_declaration]:
        ignored, hint = _IGNORED.search(fn.name), _HINT.search(fn.name)
        for call in fn.users() if ignored or hint else []:
            if call.opcode == "call" and call.callee is fn:
                if ignored:
                    call.replace_all_uses_with(_constant(module, call))
                elif call.uses:
                    continue
                call.erase()
                changed = True
    return changed


def _constant(module: Module, call: Instruction) -> Value:
    value = call.args[0] if call.args else None
    if value is None or value.type is not call.type or (call.type not in _SUFFIX and not isinstance(call.type, IntType)):
        raise ActivityError(
            "only the derivative of a floating-point number can be ignored here",
            place=place_of(call),
            hint="declare it as double __enzyme_ignore_derivatives(double)",
        )
    if isinstance(call.type, IntType):
        return value
    name = STOP_GRADIENT + _SUFFIX[call.type]
    stop = module.functions.get(name) or module.add_function(name, function(call.type, (call.type,)))
    b = Builder(None)
    b.position_before(call)
    return b.call_function(stop, [value])
