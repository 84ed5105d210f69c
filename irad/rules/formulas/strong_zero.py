"""Strong zeros: products that are exactly zero where the incoming derivative is, in a form that can be differentiated again.

A contribution ``partial * d`` has to be zero where ``d`` is, even if the partial derivative is infinite there.  A ``select``
would be a constant to a second differentiation; but where ``d`` is zero at one point only, the contribution has the
derivative ``partial * d'``.  So it is a call of ``irad.kept(d, x)``, the number ``x``, or zero where ``d`` is zero.  Its adjoint
goes to ``x``.  Its tangent is zero only where both ``d`` and the tangent of ``d`` are: `either` of them is not zero then, and so
on with higher derivatives.  The operands of ``x`` do not count as certainly used (`irad.analysis.activity.certain_use`), so that
in a second differentiation the products in it become strong zeros as well.

Both are functions of floats and of vectors of them; irad links their bodies in and inlines them.
"""

from __future__ import annotations

import re

from irad.ir.builder import Builder
from irad.ir.types import VectorType, vector
from irad.ir.values import Function, Instruction, Value
from irad.rules.formulas.formula_calls import LLVM_NAMES, PURE, call_pure, mangled

KEPT = "irad.kept."
EITHER = "irad.either."
_NAME = re.compile(r"irad\.(kept|either)\.((nx)?v(\d+))?(b?f\d+)$")


def strong_zero(b: Builder, d: Value, x: Value) -> Value:
    """``x``, and zero where ``d`` is zero (elementwise)."""
    return call_pure(b, KEPT + mangled(d.type), x.type, [d, x])


def either(b: Builder, d: Value, e: Value) -> Value:
    """A number that is not zero where one of two numbers is not (elementwise)."""
    return call_pure(b, EITHER + mangled(d.type), d.type, [d, e])


def is_strong_zero(inst: Value) -> bool:
    """Whether the value is a result of `strong_zero`."""
    return _calls(inst, KEPT)


def decides(inst: Instruction) -> bool:
    """Whether the instruction is a call of `strong_zero` or `either`, whose result may not depend on an operand."""
    return _calls(inst, KEPT) or _calls(inst, EITHER)


def on_vectors(inst: Instruction, width: int) -> tuple[str, VectorType]:
    """The name and the type of the vector version of the function that ``inst``, one of these calls, calls for floats."""
    t = vector(width, inst.type)
    assert isinstance(inst.callee, Function)
    return inst.callee.name.removesuffix(mangled(inst.type)) + mangled(t), t


def _calls(inst: Value, name: str) -> bool:
    return (
        isinstance(inst, Instruction)
        and inst.opcode == "call"
        and isinstance(inst.callee, Function)
        and inst.callee.name.startswith(name)
    )


def definition(name: str) -> tuple[str, tuple[str, ...]] | None:
    """The body of one of these functions by its name, and what it needs declared; None for other names."""
    match = _NAME.match(name)
    if match is None:
        return None
    what, shape, scalable, count, scalar = match.groups()
    shaped = f"<{'vscale x ' if scalable else ''}{count} x %s>" if shape else "%s"
    t, truth = shaped % LLVM_NAMES[scalar], shaped % "i1"
    fabs = f"@llvm.fabs.{shape or ''}{scalar}"
    lines = {
        "kept": [f"%none = fcmp oeq {t} %d, zeroinitializer", f"%r = select {truth} %none, {t} zeroinitializer, {t} %x"],
        "either": [f"%a = call {t} {fabs}({t} %d)", f"%b = call {t} {fabs}({t} %x)", f"%r = fadd {t} %a, %b"],
    }[what]
    head = f"define linkonce_odr hidden {t} @{name}({t} %d, {t} %x) alwaysinline {PURE} {{"
    declared = (f"declare {t} {fabs}({t})",) if what == "either" else ()
    return "\n".join([head, *(f"  {line}" for line in lines), f"  ret {t} %r", "}"]), declared
