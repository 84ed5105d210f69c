"""Sums and products of two numbers of one dtype, and their order; numbers of float16 are not rounded."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from irad.frontends.python.numeric import complex_arithmetic
from irad.frontends.python.numeric.complex_arithmetic import NumberWriter
from irad.frontends.python.numeric.number_conversion import converted, rounded_to_half
from irad.frontends.python.numeric.registers import pair, parts_of_pair
from irad.frontends.python.sources.dtypes import DTYPES


def plus(low: NumberWriter, kind: str, x: Any, y: Any, flags: tuple[str, ...] = ()) -> Any:
    """``x + y``; of truth values "or"."""
    d, b = DTYPES[kind], low.b
    if d.is_complex:
        parts = zip(parts_of_pair(b, x), parts_of_pair(b, y), strict=True)
        return pair(b, *(b.fadd(p, q, flags=flags) for p, q in parts))
    if d.is_float:
        return b.fadd(x, y, flags=flags)
    return b.or_(x, y) if kind == "bool" else b.add(x, y)


def times(low: NumberWriter, kind: str, x: Any, y: Any) -> Any:
    """``x * y``; of truth values "and"."""
    d, b = DTYPES[kind], low.b
    if d.is_complex:
        return complex_arithmetic.multiply(low, x, y)
    if d.is_float:
        return b.fmul(x, y)
    return b.and_(x, y) if kind == "bool" else b.mul(x, y)


def divided(low: NumberWriter, kind: str, x: Any, count: Any) -> Any:
    """``x`` divided by a number of elements."""
    b = low.b
    if not DTYPES[kind].is_complex:
        return b.fdiv(x, converted(b, count, "int64", "float32" if kind == "float16" else kind))
    re, im = parts_of_pair(b, x)
    n = b.sitofp(count, re.type)
    return pair(b, b.fdiv(re, n), b.fdiv(im, n))


def settled(low: NumberWriter, kind: str, x: Any) -> Any:
    """The number as an array can hold it: of float16 rounded."""
    return rounded_to_half(low.b, x) if kind == "float16" else x


def ordered(low: NumberWriter, kind: str, sign: str, x: Any, y: Any) -> Any:
    """``x < y`` or ``x > y``; false where one is nan."""
    d, b = DTYPES[kind], low.b
    if d.is_complex:
        return complex_arithmetic.less(low, "<", *((x, y) if sign == "<" else (y, x)))
    if d.is_float:
        return b.fcmp_ordered(sign, x, y)
    return (b.icmp_signed if d.is_signed else b.icmp_unsigned)(sign, x, y)


def same(low: NumberWriter, kind: str, x: Any, y: Any) -> Any:
    """``x == y``."""
    d, b = DTYPES[kind], low.b
    if d.is_complex:
        return complex_arithmetic.equal(low, x, y)
    return b.fcmp_ordered("==", x, y) if d.is_float else b.icmp_signed("==", x, y)


def is_nan(low: NumberWriter, kind: str, x: Any) -> Any:
    """Whether it is nan, or a part of it is; of integers never."""
    d, b = DTYPES[kind], low.b
    if d.is_complex:
        re, im = parts_of_pair(b, x)
        return b.or_(b.fcmp_unordered("uno", re, re), b.fcmp_unordered("uno", im, im))
    return b.fcmp_unordered("uno", x, x) if d.is_float else ir.Constant(ir.IntType(1), 0)
