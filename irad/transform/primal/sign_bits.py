"""Operations on the sign bits of floats handled as integers: ``b & ~SIGN`` is |x|, ``b | SIGN`` is -|x|, ``b ^ SIGN`` is -x."""

from __future__ import annotations

from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import FloatType, IntType, Type
from irad.ir.values import ConstantInt, Instruction, Value


def sign_operation(inst: Instruction, carrier: Type | None) -> str:
    """ "clear", "set" or "flip" for an operation on the sign bit alone of the float that ``carrier`` names, else ""."""
    if inst.opcode not in ("and", "or", "xor") or not isinstance(carrier, FloatType) or not isinstance(inst.type, IntType):
        return ""
    mask = inst.operands[1]
    bits = carrier.bits
    if not isinstance(mask, ConstantInt) or inst.type.bits != bits or bits not in (32, 64):
        return ""
    sign = 1 << (bits - 1)
    value = mask.value % (1 << bits)
    return {("and", sign - 1): "clear", ("or", sign): "set", ("xor", sign): "flip"}.get((inst.opcode, value), "")


def adjoint(b: Builder, what: str, d: Value, x: Value) -> Value:
    """The adjoint of the float with bits ``x``, from that of the result; ``what`` is "clear" or "set"."""
    negative = b.icmp("slt", x, const_int(x.type, 0))
    return b.select(negative, b.fneg(d), d) if what == "clear" else b.select(negative, d, b.fneg(d))


def tangent(b: Builder, what: str, t: Value, x: Value) -> Value:
    """The bits of the result's tangent, from those of the operand's tangent ``t`` and the operand ``x``."""
    sign = const_int(x.type, -(1 << (x.type.bits - 1)))  # type: ignore[attr-defined]
    if what == "flip":
        return b.xor(t, sign)
    own = b.and_(x, sign)
    return b.xor(t, own if what == "clear" else b.xor(own, sign))
