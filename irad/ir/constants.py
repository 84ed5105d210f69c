"""Constants made by value: integers, floats in LLVM's exact spelling, zeros."""

from __future__ import annotations

import math
import struct as _struct

from irad.ir.types import BFLOAT, DOUBLE, FLOAT, FP128, HALF, X86_FP80, FloatType, IntType, Type, VectorType
from irad.ir.values import Constant, ConstantAggregate, ConstantFP, ConstantInt, ConstantSimple, Value


def const_int(t: Type, value: int) -> Constant:
    """``value`` wrapped to the width of ``t`` (a splat for vectors)."""
    if isinstance(t, VectorType):
        return ConstantAggregate(t, (const_int(t.element, value),) * t.count)
    assert isinstance(t, IntType)
    value &= (1 << t.bits) - 1
    if t.bits > 1 and value >> (t.bits - 1):
        value -= 1 << t.bits
    return ConstantInt(t, value)


def const_float(t: Type, value: float) -> Constant:
    """``value`` rounded to ``t`` (a splat for vectors)."""
    if isinstance(t, VectorType):
        return ConstantAggregate(t, (const_float(t.element, value),) * t.count)
    assert isinstance(t, FloatType)
    return ConstantFP(t, float_text(t, value), value)


def float_text(t: FloatType, value: float) -> str:
    """LLVM's hexadecimal spelling, which is exact for every type."""
    if t is DOUBLE:
        return f"0x{_struct.unpack('<Q', _struct.pack('<d', value))[0]:016X}"
    if t is FLOAT:
        try:
            rounded = _struct.unpack("<f", _struct.pack("<f", value))[0]
        except OverflowError:
            rounded = math.copysign(math.inf, value)
        return f"0x{_struct.unpack('<Q', _struct.pack('<d', rounded))[0]:016X}"
    if t is HALF:
        return f"0xH{_struct.unpack('<H', _struct.pack('<e', value))[0]:04X}"
    if t is BFLOAT:
        bits = _struct.unpack("<I", _struct.pack("<f", value))[0]
        return f"0xR{(bits + 0x7FFF + ((bits >> 16) & 1)) >> 16 & 0xFFFF:04X}"
    if t is X86_FP80:
        return f"0xK{_wide(value, 64, explicit=True):020X}"
    if t is FP128:
        bits = _wide(value, 112, explicit=False)
        return f"0xL{bits & (2**64 - 1):016X}{bits >> 64:016X}"
    raise ValueError(f"no constants of type {t}")


def _wide(value: float, fraction: int, explicit: bool) -> int:
    """The bits of ``value`` in a format with a 15-bit exponent."""
    sign = int(math.copysign(1.0, value) < 0)
    if value == 0:
        exponent = mantissa = 0
    elif math.isinf(value) or math.isnan(value):
        exponent = 0x7FFF
        mantissa = (1 << (fraction - 1)) if explicit else 0
        if math.isnan(value):
            mantissa |= 1 << (fraction - 2 if explicit else fraction - 1)
    else:
        m, e = math.frexp(abs(value))
        exponent = e - 1 + 16383
        mantissa = (
            int(math.ldexp(m, 53)) << (fraction - 53)
            if explicit
            else ((int(math.ldexp(m, 53)) << (fraction + 1 - 53)) & ((1 << fraction) - 1))
        )
    return (sign << (15 + fraction)) | (exponent << fraction) | mantissa


def null(t: Type) -> Constant:
    return ConstantSimple(t, "null")


def undef(t: Type) -> Constant:
    return ConstantSimple(t, "undef")


def poison(t: Type) -> Constant:
    return ConstantSimple(t, "poison")


def zero(t: Type) -> Constant:
    """0, +0.0, null or zeroinitializer."""
    if t.is_int:
        return const_int(t, 0)
    if t.is_float:
        return const_float(t, 0.0)
    if t.is_ptr:
        return null(t)
    return ConstantSimple(t, "zeroinitializer")


def is_zero(v: Value) -> bool:
    """Whether ``v`` is a constant whose bits are all zero."""
    if isinstance(v, ConstantInt):
        return v.value == 0
    if isinstance(v, ConstantFP):
        return v.value == 0 and math.copysign(1.0, v.value) > 0
    if isinstance(v, ConstantSimple):
        return v.kind in ("null", "zeroinitializer")
    return isinstance(v, ConstantAggregate) and all(is_zero(e) for e in v.elements)


def splat_float(v: Value) -> float | None:
    """The value of a float constant or of a vector of equal ones."""
    if isinstance(v, ConstantFP):
        return v.value
    if isinstance(v, ConstantAggregate) and v.elements:
        values = {splat_float(e) for e in v.elements}
        if len(values) == 1:
            return values.pop()
    return None
