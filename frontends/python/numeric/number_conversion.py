"""Conversions of numbers between dtypes, as NumPy's ``astype``."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from irad.frontends.python.numeric.registers import (
    DOUBLE,
    FLOAT,
    HALF,
    I64,
    REGISTER,
    constant_of,
    is_pair,
    number_constant,
    pair,
    parts_of_pair,
)
from irad.frontends.python.sources.dtypes import DTYPES, DType


def converted(b: ir.IRBuilder, v: Any, source: str, target: str) -> Any:
    """The register of a number in another dtype: integers wrap, floats are rounded or cut off, an imaginary part is left out."""
    s, t = DTYPES[source], DTYPES[target]
    if s is t:
        return v
    known = constant_of(v)
    if known is not None and not s.is_complex and (t.is_inexact or not s.is_float):
        return number_constant(target, known)
    if s.is_complex:
        return _from_complex(b, v, s, t)
    if t.is_complex:
        part = t.parts[0]
        return pair(b, converted(b, v, source, part), number_constant(part, 0.0))
    if t.sort == "bool":
        zero = ir.Constant(v.type, 0.0 if s.is_float else 0)
        return b.fcmp_unordered("!=", v, zero) if s.is_float else b.icmp_signed("!=", v, zero)
    if s.is_float:
        return _between_floats(b, v, s, t) if t.is_float else _cut_off(b, v, t)
    if t.is_float:
        made = (b.sitofp if s.is_signed else b.uitofp)(v, REGISTER[target])
        return rounded_to_half(b, made) if t.bits == 16 else made
    if t.bits <= s.bits:
        return v if t.bits == s.bits else b.trunc(v, REGISTER[target])
    return (b.sext if s.is_signed else b.zext)(v, REGISTER[target])


def _from_complex(b: ir.IRBuilder, v: Any, s: DType, t: DType) -> Any:
    re, im = parts_of_pair(b, v)
    own = s.parts[0]
    if t.is_complex:
        return pair(b, *(converted(b, x, own, t.parts[0]) for x in (re, im)))
    if t.sort == "bool":
        return b.or_(converted(b, re, own, "bool"), converted(b, im, own, "bool"))
    return converted(b, re, own, t.name)


def _between_floats(b: ir.IRBuilder, v: Any, s: DType, t: DType) -> Any:
    if t.bits > s.bits:
        return b.fpext(v, REGISTER[t.name]) if v.type != REGISTER[t.name] else v
    if t.bits == 16:
        return rounded_to_half(b, v)
    return b.fptrunc(v, FLOAT)


def _cut_off(b: ir.IRBuilder, v: Any, t: DType) -> Any:
    """A float as an integer; what does not fit a small one wraps."""
    if t.name != "uint64":
        whole = b.fptosi(v, I64)
        return whole if t.bits == 64 else b.trunc(whole, REGISTER[t.name])
    limit = ir.Constant(v.type, 2.0**63)
    large = b.fcmp_ordered(">=", v, limit)
    whole = b.fptosi(b.select(large, b.fsub(v, limit), v), I64)
    return b.select(large, b.xor(whole, ir.Constant(I64, -(2**63))), whole)


# ---- float16, which is computed with as float32


def rounded_to_half(b: ir.IRBuilder, v: Any) -> Any:
    """The float16 nearest to a float or double, in a register of float."""
    if is_pair(v):
        raise AssertionError
    if v.type != DOUBLE:
        return b.fpext(b.fptrunc(v, HALF), FLOAT)
    # Rounded to a float first; where that is half-way between two of float16, the double says which one is nearer.
    single = b.fptrunc(v, FLOAT)
    rest = b.fsub(v, b.fpext(single, DOUBLE))
    near = rounded_to_half(b, single)
    outwards = b.fcmp_ordered(">", b.fmul(rest, v), ir.Constant(DOUBLE, 0.0))
    aside = b.select(outwards, ir.Constant(FLOAT, 1 + 2.0**-23), ir.Constant(FLOAT, 1 - 2.0**-23))
    other = rounded_to_half(b, b.fmul(single, aside))
    tie = b.fcmp_ordered("==", b.fsub(single, near), b.fsub(other, single))
    inexact = b.fcmp_ordered("!=", rest, ir.Constant(DOUBLE, 0.0))
    return b.select(b.and_(tie, inexact), other, near)


def from_memory(b: ir.IRBuilder, v: Any, kind: str) -> Any:
    """The register of a component that has been loaded from an array."""
    if kind == "bool":
        return b.trunc(v, REGISTER["bool"])
    return b.fpext(v, FLOAT) if kind == "float16" else v


def to_memory(b: ir.IRBuilder, v: Any, kind: str, t: Any) -> Any:
    """A component as an array's memory has it."""
    if kind == "bool":
        return b.zext(v, t)
    return b.fptrunc(v, t) if kind == "float16" else v
