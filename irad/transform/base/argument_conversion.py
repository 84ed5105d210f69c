"""Arguments of marked calls, converted to the types of the parameters that they are passed for."""

from __future__ import annotations

from irad.errors import ActivityError
from irad.ir.builder import Builder
from irad.ir.debug import place_of
from irad.ir.types import I64, PTR, FloatType, IntType, Type
from irad.ir.values import ConstantInt, ConstantSimple, Instruction, Value


def convert(b: Builder, call: Instruction, v: Value, t: Type) -> Value:
    """``v`` as type ``t``: variadic calls promote float to double and short integers to int."""
    if v.type is t:
        return v
    if isinstance(v.type, FloatType) and isinstance(t, FloatType):
        return b.cast("fptrunc" if v.type.bits > t.bits else "fpext", v, t)
    if isinstance(v.type, IntType) and isinstance(t, IntType):
        wider = "zext" if v.type.bits == 1 else "sext"  # a bool is 0 or 1
        return b.cast("trunc" if v.type.bits > t.bits else wider, v, t)
    if t.is_ptr and ((isinstance(v, ConstantInt) and v.value == 0) or isinstance(v, ConstantSimple)):
        return ConstantSimple(PTR, "null")
    if t.is_ptr and v.type is I64:
        return b.cast("inttoptr", v, t)
    raise ActivityError(f"an argument of type {v.type} was given where {t} is expected", place=place_of(call))
