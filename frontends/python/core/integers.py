"""Python's integers, which are unbounded: those known at compile time are computed by Python itself, exactly.

All others have 64 bits, and exceeding them is an OverflowError (`scalar_arithmetic.py`).  NumPy's integers wrap.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.code_writer import CodeWriter
from irad.frontends.python.core.python_values import DOUBLE, I1, HugeV, ScalarV, const, known_int
from irad.frontends.python.numeric.registers import constant_of, number_constant
from irad.frontends.python.sources.python_types import BOOL, FLAG, INT, WHOLE, Scalar

LEAST, MOST = -(2**63), 2**63 - 1
_MOST_BITS = 1 << 16  # of a constant: more take long to compute, and longer to print
_MOST_FACTORS = 5000

_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def floored(b: Any, name: str, q: Any, r: Any, c: Any) -> Any:
    """Python's ``//``, or ``%`` ("remainder"), from the quotient rounded to zero and the remainder of a division by ``c``."""
    zero = ir.Constant(r.type, 0)
    differ = b.icmp_signed("<", b.xor(r, c), zero)
    fix = b.and_(b.icmp_signed("!=", r, zero), differ)
    if name == "remainder":
        return b.select(fix, b.add(r, c), r)
    return b.select(fix, b.sub(q, ir.Constant(q.type, 1)), q)


def exact(v: Any) -> int | None:
    """The number that a Python integer is, where it is known when compiling."""
    if isinstance(v, HugeV):
        return v.number
    if isinstance(v, ScalarV) and v.ty == WHOLE:
        return known_int(v.v)
    return None


def known_index(v: Any) -> int | None:
    """The number that an integer of Python or NumPy is, where it is known when compiling."""
    if isinstance(v, HugeV):
        return v.number
    return known_int(v.v) if isinstance(v, ScalarV) else None


def integer(low: CodeWriter, n: int, node: Any) -> ScalarV:
    """A Python integer that is known when compiling."""
    if LEAST <= n <= MOST:
        return ScalarV(WHOLE, const(n))
    if n.bit_length() > _MOST_BITS:
        low.unsupported(node, f"an integer of {n.bit_length()} bits is too large a constant for a compiled function")
    return HugeV(n, low.source.place(node))


def number(low: CodeWriter, x: Any, node: Any) -> ScalarV:
    """A number that Python has computed from integers: an integer, or a float."""
    if isinstance(x, (float, complex)):
        kind = "float64" if isinstance(x, float) else "complex128"
        return ScalarV(Scalar(kind, weak=True), number_constant(kind, x))
    return integer(low, int(x), node)


def folded(low: CodeWriter, op: Any, x: ScalarV, y: ScalarV, node: Any) -> ScalarV | None:
    """``x op y`` of known Python integers; None where there is one that is not, or where Python would raise an error."""
    m, n = exact(x), exact(y)
    if m is None or n is None or type(op) not in _OPERATORS:
        return None
    if _bits_of(op, m, n) > _MOST_BITS:
        low.unsupported(node, "the result is too large a constant for a compiled function")
    try:
        return number(low, _OPERATORS[type(op)](m, n), node)
    except (ZeroDivisionError, ValueError):  # raised at run time, if this is executed
        return None
    except OverflowError as error:
        low.unsupported(node, str(error))
        raise AssertionError from None


def _bits_of(op: Any, m: int, n: int) -> int:
    """An upper estimate of the number of bits in the result."""
    if isinstance(op, ast.Pow):
        return m.bit_length() * n if abs(m) > 1 and n > 0 else 0
    return m.bit_length() + n if isinstance(op, ast.LShift) and m and n > 0 else 0


def folded_call(low: CodeWriter, fn: Callable[..., Any], values: list[ScalarV], node: Any) -> ScalarV | None:
    """``fn`` of known Python integers; None where there is one that is not, or where Python would raise an error."""
    numbers = [exact(v) for v in values]
    if not numbers or any(n is None for n in numbers):
        return None
    if fn in (math.factorial, math.comb, math.perm) and max(abs(n) for n in numbers if n is not None) > _MOST_FACTORS:
        low.unsupported(node, "the result is too large a constant for a compiled function")
    try:
        return number(low, fn(*numbers), node)
    except (ArithmeticError, ValueError):
        return None


def kept(low: CodeWriter, v: ScalarV, ty: Scalar) -> ScalarV:
    """``v`` as the type ``ty`` that holds values of several types: an integer among floats must be one of them."""
    if not ty.is_inexact or not v.ty.is_integer or v.ty.dtype.bits < 32:
        return low.convert(v, ty)
    n, out = known_index(v), low.convert(v, ty)
    bits = {"float16": 11, "float32": 24}.get(ty.parts[0].kind, 53)
    if v.ty.dtype.bits < bits:
        return out
    text = f"an integer of more than {bits} bits stands where there are floats elsewhere: write float(...) or use two names"
    if n is not None:
        if constant_of(out.v) != n:
            low.unsupported(low.at, text)
        return out
    whole = low.convert(ScalarV(Scalar(v.ty.kind), v.v), INT).v
    if v.ty.kind == "uint64":
        fine = low.b.icmp_unsigned("<=", whole, const(2**bits))
    else:
        fine = low.b.icmp_unsigned("<=", low.b.add(whole, const(2**bits)), const(2 ** (bits + 1)))
    low.check(fine, OverflowError, text, low.at)
    return out


def truth(value: bool, python: bool = True) -> ScalarV:
    return ScalarV(FLAG if python else BOOL, ir.Constant(I1, int(value)))


# ---- comparisons


def compared(low: CodeWriter, sign: str, x: ScalarV, y: ScalarV) -> ScalarV | None:
    """``x sign y`` where an integer cannot be compared with the other operand by its register alone; None elsewhere.

    Python compares integers with floats by their values, NumPy an integer's value as a float.
    """
    m, n = exact(x), exact(y)
    if m is not None and n is not None:
        return truth(COMPARE[sign](m, n))
    if isinstance(y, HugeV) and x.ty.weak and not x.ty.is_inexact:  # larger than all that fit
        return truth(COMPARE[sign](0, y.number), x.ty.weak)
    if isinstance(x, HugeV) and y.ty.weak and not y.ty.is_inexact:
        return truth(COMPARE[sign](x.number, 0), y.ty.weak)
    if not (x.ty.weak and y.ty.weak):
        return None
    if (x.ty.kind, y.ty.kind) == ("int64", "float64"):
        return _with_float(low, sign, x, y)
    if (x.ty.kind, y.ty.kind) == ("float64", "int64"):
        return _with_float(low, MIRRORED[sign], y, x)
    return None


def _with_float(low: CodeWriter, sign: str, x: ScalarV, y: ScalarV) -> ScalarV | None:
    """An integer and a float of Python."""
    n = exact(x)
    f = float(y.v.constant) if isinstance(y.v, ir.Constant) and isinstance(y.v.constant, float) else None
    if n is not None:
        return truth(COMPARE[sign](n, f)) if f is not None else _constant_with_float(low, sign, n, y)
    if f is not None:
        return _with_constant(low, sign, x, f)
    return _values(low, sign, x.v, y.v)


def _constant_with_float(low: CodeWriter, sign: str, n: int, y: ScalarV) -> ScalarV:
    """``n sign y``: where ``n`` is not a float, by comparing ``y`` with the neighbouring float on the proper side."""
    below, above = _floats_around(n)
    if below == above:
        bound = below
    elif sign in ("==", "!="):
        return truth(sign == "!=")
    else:  # n < y: above <= y;  n > y: below >= y
        sign = sign[0] + "="
        bound = above if sign == "<=" else below
    test = low.b.fcmp_unordered if sign == "!=" else low.b.fcmp_ordered
    return ScalarV(FLAG, test(sign, ir.Constant(DOUBLE, bound), y.v))


def _floats_around(n: int) -> tuple[float, float]:
    """The largest float that is not above ``n``, and the smallest that is not below."""
    try:
        near = float(n)
    except OverflowError:
        near = math.inf if n > 0 else -math.inf
    if near == n:
        return near, near
    return (near, math.nextafter(near, math.inf)) if near < n else (math.nextafter(near, -math.inf), near)


def _with_constant(low: CodeWriter, sign: str, x: ScalarV, f: float) -> ScalarV:
    """``x sign f``, a comparison of integers."""
    if math.isnan(f):
        return truth(sign == "!=")
    if not LEAST <= f <= MOST:  # (MOST as a float is above it, and equal to no integer here)
        return truth(COMPARE[sign](0.0, f))
    if sign in ("==", "!=") and f != math.floor(f):
        return truth(sign == "!=")
    bound = math.ceil(f) if sign in ("<", ">=") else math.floor(f)
    if bound > MOST:
        return truth(COMPARE[sign](0.0, f))
    return ScalarV(FLAG, low.b.icmp_signed(sign, x.v, const(bound)))


def _values(low: CodeWriter, sign: str, n: Any, y: Any) -> ScalarV:
    """``n sign y``: rounded to a float ``n`` keeps its order with ``y``, unless they are equal then."""
    b = low.b
    d = b.sitofp(n, DOUBLE)
    limit = ir.Constant(DOUBLE, float(2**63))
    same = b.fcmp_ordered("==", d, y)
    top = b.and_(same, b.fcmp_ordered("==", y, limit))
    inside = b.xor(same, top)
    t = b.fptosi(b.select(inside, y, ir.Constant(DOUBLE, 0.0)), n.type)
    if sign in ("==", "!="):
        equal = b.and_(inside, b.icmp_signed("==", n, t))
        return ScalarV(FLAG, equal if sign == "==" else b.not_(equal))
    apart = b.fcmp_ordered(sign[0], d, y)
    near = b.and_(inside, b.icmp_signed(sign, n, t))
    return ScalarV(FLAG, b.or_(b.or_(apart, near), top) if sign[0] == "<" else b.or_(apart, near))
