"""Arithmetic and functions of complex numbers, which are pairs in registers.

Written with real arithmetic, or as calls of the C library's functions, of which the differentiator has the derivatives: so the
shadow of x + iy holds df/dx + i df/dy.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from llvmlite import ir

from irad.frontends.python.numeric.number_conversion import converted
from irad.frontends.python.numeric.registers import DOUBLE, FLOAT, I1, choice, pair, parts_of_pair


class NumberWriter(Protocol):
    """What complex arithmetic needs of a `CodeWriter`."""

    b: ir.IRBuilder
    instance: Any


def _real(low: NumberWriter, name: str, *operands: Any) -> Any:
    """A real function of the C library, or an intrinsic ("llvm.")."""
    compiler, t = low.instance.compiler, operands[0].type
    if name.startswith("llvm."):
        return low.b.call(compiler.intrinsic(name, t), list(operands))
    return low.b.call(compiler.library(name + ("" if t == DOUBLE else "f"), t, len(operands)), list(operands))


# ---- arithmetic


def add(low: NumberWriter, x: Any, y: Any) -> Any:
    return _each(low, low.b.fadd, x, y)


def subtract(low: NumberWriter, x: Any, y: Any) -> Any:
    return _each(low, low.b.fsub, x, y)


def _each(low: NumberWriter, op: Callable[..., Any], x: Any, y: Any) -> Any:
    return pair(low.b, *(op(p, q) for p, q in zip(parts_of_pair(low.b, x), parts_of_pair(low.b, y), strict=True)))


def multiply(low: NumberWriter, x: Any, y: Any) -> Any:
    b = low.b
    (a, c), (d, e) = parts_of_pair(b, x), parts_of_pair(b, y)
    return pair(b, b.fsub(b.fmul(a, d), b.fmul(c, e)), b.fadd(b.fmul(a, e), b.fmul(c, d)))


def divide(low: NumberWriter, x: Any, y: Any) -> Any:
    """Smith's algorithm, as in NumPy: by the ratio of the smaller part of the divisor to the larger one."""
    b = low.b
    (a, c), (d, e) = parts_of_pair(b, x), parts_of_pair(b, y)
    first = b.fcmp_ordered(">=", _real(low, "llvm.fabs", d), _real(low, "llvm.fabs", e))
    large, small = b.select(first, d, e), b.select(first, e, d)
    p, q = b.select(first, a, c), b.select(first, c, a)
    zero = b.fcmp_ordered("==", large, ir.Constant(d.type, 0.0))
    ratio = b.fdiv(small, b.select(zero, ir.Constant(d.type, 1.0), large))
    size = b.fadd(large, b.fmul(small, ratio))
    scale = b.fdiv(ir.Constant(d.type, 1.0), b.select(zero, ir.Constant(d.type, 0.0), size))
    turned = b.fmul(b.fsub(q, b.fmul(p, ratio)), scale)
    return pair(b, b.fmul(b.fadd(p, b.fmul(q, ratio)), scale), b.select(first, turned, b.fneg(turned)))


def negative(low: NumberWriter, x: Any) -> Any:
    return pair(low.b, *(low.b.fneg(p) for p in parts_of_pair(low.b, x)))


def conjugate(low: NumberWriter, x: Any) -> Any:
    re, im = parts_of_pair(low.b, x)
    return pair(low.b, re, low.b.fneg(im))


def product(low: NumberWriter, x: Any, k: int) -> Any:
    """``x`` to a whole power, by repeated squaring."""
    one = ir.Constant(parts_of_pair(low.b, x)[0].type, 1.0)
    if k == 0:
        return pair(low.b, one, ir.Constant(one.type, 0.0))
    result, square, left = None, x, abs(k)
    while left:
        if left & 1:
            result = square if result is None else multiply(low, result, square)
        left >>= 1
        if left:
            square = multiply(low, square, square)
    return result if k > 0 else divide(low, pair(low.b, one, ir.Constant(one.type, 0.0)), result)


def power(low: NumberWriter, x: Any, y: Any) -> Any:
    """NumPy's ``x ** y``: 1 for y = 0; at x = 0 it is 0 for y with a positive real part, else nan."""
    b = low.b
    d, nothing = parts_of_pair(b, y)[0], is_zero(low, x)
    t = d.type
    zero, one, nan = (ir.Constant(t, v) for v in (0.0, 1.0, math.nan))
    safe = choice(b, nothing, pair(b, one, zero), x)
    made = library(low, "cpow", safe, y)
    positive = b.fcmp_ordered(">", d, zero)
    at_zero = choice(b, positive, pair(b, zero, zero), pair(b, nan, nan))
    return choice(b, is_zero(low, y), pair(b, one, zero), choice(b, nothing, at_zero, made))


# ---- comparisons


def equal(low: NumberWriter, x: Any, y: Any) -> Any:
    b = low.b
    (a, c), (d, e) = parts_of_pair(b, x), parts_of_pair(b, y)
    return b.and_(b.fcmp_ordered("==", a, d), b.fcmp_ordered("==", c, e))


def is_zero(low: NumberWriter, x: Any) -> Any:
    b = low.b
    re, im = parts_of_pair(b, x)
    zero = ir.Constant(re.type, 0.0)
    return b.and_(b.fcmp_ordered("==", re, zero), b.fcmp_ordered("==", im, zero))


def less(low: NumberWriter, sign: str, x: Any, y: Any) -> Any:
    """NumPy's order of complex numbers: by the real part, then by the imaginary part."""
    b = low.b
    (a, c), (d, e) = parts_of_pair(b, x), parts_of_pair(b, y)
    same = b.and_(b.fcmp_ordered("==", a, d), b.fcmp_ordered(sign, c, e))
    ordered = b.and_(b.fcmp_ordered("ord", c, c), b.fcmp_ordered("ord", e, e))
    return b.or_(b.and_(b.fcmp_ordered(sign[0], a, d), ordered), same)


# ---- functions

LIBRARY = {"sqrt": "csqrt", "exp": "cexp", "log": "clog"}
LIBRARY |= {name: f"c{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")}
for _name in ("sin", "cos", "tan", "sinh", "cosh", "tanh"):
    LIBRARY |= {f"arc{_name}": f"ca{_name}", f"a{_name}": f"ca{_name}"}


def library(low: NumberWriter, name: str, *operands: Any) -> Any:
    """A complex function of the C library, computed in double."""
    b = low.b
    single = parts_of_pair(b, operands[0])[0].type != DOUBLE
    wide = [converted(b, x, "complex64", "complex128") if single else x for x in operands]
    parts = [p for x in wide for p in parts_of_pair(b, x)]
    t = ir.LiteralStructType([DOUBLE, DOUBLE])
    fn = low.instance.compiler.external(name, ir.FunctionType(t, [DOUBLE] * len(parts)))
    made = b.call(fn, parts)
    return converted(b, made, "complex128", "complex64") if single else made


def absolute(low: NumberWriter, x: Any) -> Any:
    """``abs(x)``, a real number; its derivative at zero is zero.

    The root of the sum of the squares, of numbers that are very large or small after scaling by a power of two: unlike ``hypot``
    for whole vectors at once.
    """
    b = low.b
    if parts_of_pair(b, x)[0].type != DOUBLE:
        return b.fptrunc(absolute(low, converted(b, x, "complex64", "complex128")), FLOAT)
    re, im = (_real(low, "llvm.fabs", p) for p in parts_of_pair(b, x))
    number = partial(ir.Constant, DOUBLE)
    most = _real(low, "llvm.maxnum", re, im)
    large, small = b.fcmp_ordered(">", most, number(2.0**500)), b.fcmp_ordered("<", most, number(2.0**-500))
    up, down = number(2.0**600), number(2.0**-600)
    scale = b.select(large, down, b.select(small, up, number(1.0)))
    back = b.select(large, up, b.select(small, down, number(1.0)))
    size = b.fmul(_root(low, pair(b, *(b.fmul(p, scale) for p in parts_of_pair(b, x)))), back)
    return b.select(b.fcmp_ordered("==", most, number(math.inf)), number(math.inf), size)


def _root(low: NumberWriter, x: Any) -> Any:
    """The absolute value of a number of double precision that is neither very large nor very small."""
    b, nothing = low.b, is_zero(low, x)
    squares = b.fadd(*(b.fmul(p, p) for p in parts_of_pair(b, x)))
    safe = b.select(nothing, ir.Constant(DOUBLE, 1.0), squares)
    return b.select(nothing, ir.Constant(DOUBLE, 0.0), _real(low, "llvm.sqrt", safe))


def angle(low: NumberWriter, x: Any) -> Any:
    re, im = parts_of_pair(low.b, x)
    return _real(low, "atan2", im, re)


def sign(low: NumberWriter, x: Any) -> Any:
    """``x / abs(x)``, and zero at zero."""
    b = low.b
    t = parts_of_pair(b, x)[0].type
    zero, one = ir.Constant(t, 0.0), ir.Constant(t, 1.0)
    nothing = is_zero(low, x)
    safe = choice(b, nothing, pair(b, one, zero), x)
    size = absolute(low, safe)
    made = pair(b, *(b.fdiv(p, size) for p in parts_of_pair(b, safe)))
    return choice(b, nothing, pair(b, zero, zero), made)


def _scaled(low: NumberWriter, x: Any, factor: float) -> Any:
    return pair(low.b, *(low.b.fmul(p, ir.Constant(p.type, factor)) for p in parts_of_pair(low.b, x)))


def _log1p(low: NumberWriter, x: Any) -> Any:
    b = low.b
    re, im = parts_of_pair(b, x)
    shifted = b.fadd(re, ir.Constant(re.type, 1.0))
    return pair(b, _real(low, "llvm.log", _real(low, "hypot", shifted, im)), _real(low, "atan2", im, shifted))


def _expm1(low: NumberWriter, x: Any) -> Any:
    b = low.b
    re, im = parts_of_pair(b, x)
    half = _real(low, "llvm.sin", b.fmul(im, ir.Constant(im.type, 0.5)))
    rest = b.fmul(ir.Constant(im.type, 2.0), b.fmul(half, half))
    first = b.fsub(b.fmul(_real(low, "expm1", re), _real(low, "llvm.cos", im)), rest)
    return pair(b, first, b.fmul(_real(low, "llvm.exp", re), _real(low, "llvm.sin", im)))


def _rint(low: NumberWriter, x: Any) -> Any:
    return pair(low.b, *(_real(low, "llvm.rint", p) for p in parts_of_pair(low.b, x)))


_OTHERS: dict[str, Callable[[NumberWriter, Any], Any]] = {
    "log2": lambda low, x: _scaled(low, library(low, "clog", x), 1 / math.log(2)),
    "log10": lambda low, x: _scaled(low, library(low, "clog", x), 1 / math.log(10)),
    "exp2": lambda low, x: library(low, "cexp", _scaled(low, x, math.log(2))),
    "log1p": _log1p, "expm1": _expm1, "rint": _rint, "sign": sign, "conjugate": conjugate, "negative": negative,
}  # fmt: skip


def function(name: str) -> Callable[[NumberWriter, Any], Any] | None:
    """The complex function that NumPy calls ``name``, None where there is none."""
    if name in LIBRARY:
        return lambda low, x: library(low, LIBRARY[name], x)
    return _OTHERS.get(name)


def classify(low: NumberWriter, x: Any, one: Callable[[Any], Any], every: bool) -> Any:
    """Whether ``one`` holds for a part (or for both) of a complex number."""
    re, im = (one(p) for p in parts_of_pair(low.b, x))
    found = low.b.and_(re, im) if every else low.b.or_(re, im)
    assert found.type == I1
    return found
