"""Numbers that are known already when they are computed once more for their derivative.

``irad.found(x, y)`` is ``x``, of which it is known that ``y`` is the same number; the derivative is that of ``y`` alone.  Where
the forward sweep only wants the number, what computes ``y`` is not needed there (`transform/lower/kept_choices.py`).
"""

from __future__ import annotations

from irad.ir.builder import Builder
from irad.ir.types import DOUBLE, FLOAT, Type
from irad.ir.values import Function, Instruction, Value
from irad.rules.formulas.formula_calls import PURE, call_pure, mangled

FOUND = "irad.found."
TYPES = (DOUBLE, FLOAT)


def found_number(b: Builder, x: Value, y: Value) -> Value:
    """``x`` with the derivative of ``y``; of rare types ``y`` itself."""
    return call_pure(b, FOUND + mangled(x.type), x.type, [x, y]) if x.type in TYPES else y


def only_compares(user: Instruction, x: Value) -> bool:
    """Whether an instruction has no derivative by ``x``: a comparison, or a call that says that ``x`` is known already."""
    if user.opcode == "call" and isinstance(user.callee, Function) and user.callee.name in BODIES:
        return user.args[1] is not x
    return user.opcode == "fcmp"


def _body(t: Type) -> str:
    name = FOUND + mangled(t)
    return f"define linkonce_odr hidden {t} @{name}({t} %x, {t} %y) alwaysinline {PURE} {{\n  ret {t} %x\n}}"


BODIES = {FOUND + mangled(t): _body(t) for t in TYPES}
