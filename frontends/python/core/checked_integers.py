"""Arithmetic of Python's integers at run time: in 64 bits, and an OverflowError where Python would need more.

What cannot overflow is left to LLVM to find out: the checks are its ``with.overflow`` operations, and
``transform/lower/counted/loop_versioning.py`` rules them out for whole loops.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from irad.frontends.python.core.code_writer import CodeWriter
from irad.frontends.python.core.integers import LEAST, exact, floored
from irad.frontends.python.core.python_values import I1, I64, HugeV, ScalarV, const, known_int
from irad.frontends.python.messages.operand_errors import BY_ZERO, ZERO_TO_NEGATIVE
from irad.frontends.python.sources.python_types import WHOLE, Scalar

TEXT = "the result does not fit 64 bits, which is what integers have in compiled functions"
_PLAIN = {"add": "add", "subtract": "sub", "multiply": "mul"}
_BITS = {"bitwise_and": "and_", "bitwise_or": "or_", "bitwise_xor": "xor"}
_PAIR = ir.LiteralStructType([I64, I1])


def binary(low: CodeWriter, name: str, x: ScalarV, y: ScalarV, result: Scalar, node: Any) -> ScalarV:
    """The operator that NumPy calls ``name``, of integers (or truth values) of Python's."""
    a, c = low.convert(x, WHOLE).v, low.convert(y, WHOLE).v
    if name in _PLAIN:
        return ScalarV(result, arithmetic(low, name, a, c, node))
    if name in _BITS:
        return ScalarV(result, getattr(low.b, _BITS[name])(a, c))
    if name in ("floor_divide", "remainder"):
        return ScalarV(result, divide(low, name, a, c, node))
    low.check(low.b.icmp_signed(">=", c, const(0)), ValueError, "negative shift count", node)
    return ScalarV(result, shift_left(low, a, c, node) if name == "left_shift" else shift_of_numpy(low, name, a, c))


def arithmetic(low: CodeWriter, name: str, a: Any, c: Any, node: Any) -> Any:
    """Sums, differences and products."""
    low.check(low.b.not_(_overflow(low, name, a, c)), low.own_error(OverflowError), TEXT, node)
    return getattr(low.b, _PLAIN[name])(a, c, flags=["nsw"])  # not the value of the check: loop analyses recognise this one


def _overflow(low: CodeWriter, name: str, a: Any, c: Any) -> Any:
    symbol = f"llvm.s{_PLAIN[name]}.with.overflow.i64"
    return low.b.extract_value(low.b.call(low.instance.compiler.external(symbol, ir.FunctionType(_PAIR, [I64, I64])), [a, c]), 1)


def negate(low: CodeWriter, v: ScalarV, result: Scalar, node: Any) -> ScalarV:
    """``-v``."""
    return ScalarV(result, arithmetic(low, "subtract", const(0), low.convert(v, WHOLE).v, node))


def absolute(low: CodeWriter, x: Any, node: Any) -> Any:
    """``abs(x)``."""
    low.check(low.b.icmp_signed("!=", x, const(LEAST)), low.own_error(OverflowError), TEXT, node)
    minus = low.b.sub(const(0), x, flags=["nsw"])
    return low.b.select(low.b.icmp_signed("<", x, const(0)), minus, x)


def divide(low: CodeWriter, name: str, a: Any, c: Any, node: Any) -> Any:
    """``//`` and ``%``: the remainder has the sign of the divisor."""
    known = known_int(c)
    if not known:
        low.check(low.b.icmp_signed("!=", c, const(0)), ZeroDivisionError, BY_ZERO[name, False], node)
    if known == -1 and name == "floor_divide":
        return arithmetic(low, "subtract", const(0), a, node)
    if known is None and name == "floor_divide":
        bad = low.b.and_(low.b.icmp_signed("==", a, const(LEAST)), low.b.icmp_signed("==", c, const(-1)))
        low.check(low.b.not_(bad), low.own_error(OverflowError), TEXT, node)
    b = low.b
    by = c
    if known in (None, -1) and name == "remainder":  # the one overflow of sdiv
        by = b.select(b.icmp_signed("==", c, const(-1)), const(1), c)
    q = b.sdiv(a, by)
    r = b.sub(a, b.mul(q, by))
    return floored(b, name, q, r, c)


def shift_left(low: CodeWriter, a: Any, n: Any, node: Any) -> Any:
    """``a << n`` for an ``n`` that is not negative."""
    b = low.b
    short = b.icmp_unsigned("<", n, const(64))
    by = b.select(short, n, const(0))
    out = b.shl(a, by)
    same = b.and_(short, b.icmp_signed("==", b.ashr(out, by), a))
    low.check(b.or_(same, b.icmp_signed("==", a, const(0))), low.own_error(OverflowError), TEXT, node)
    return out


def shift_of_numpy(low: CodeWriter, name: str, a: Any, n: Any, signed: bool = True) -> Any:
    """NumPy's shifts: by all bits or more the result is 0 (to the right, the sign), and so by negative numbers."""
    b, t = low.b, a.type
    short, zero = b.icmp_unsigned("<", n, ir.Constant(t, t.width)), ir.Constant(t, 0)
    if name == "right_shift" and signed:
        return b.ashr(a, b.select(short, n, ir.Constant(t, t.width - 1)))
    return b.select(short, (b.shl if name == "left_shift" else b.lshr)(a, b.select(short, n, zero)), zero)


def power(low: CodeWriter, x: ScalarV, y: ScalarV, result: Scalar, node: Any) -> ScalarV:
    """``x ** y``: products for small constant exponents, else a loop; no exponent is a constant below zero."""
    k, a = exact(y), x.v
    if k is not None and k <= 4:
        out: Any = const(1) if k == 0 else a
        for _ in range(1, k):
            out = arithmetic(low, "multiply", out, a, node)
        return ScalarV(result, out)
    text = "integers to negative integer powers are floats: write float(x) ** n"
    fine = low.b.icmp_signed(">=", y.v, const(0))
    low.check(low.b.or_(fine, low.b.icmp_signed("!=", a, const(0))), ZeroDivisionError, ZERO_TO_NEGATIVE, node)
    low.check(fine, low.own_error(ValueError), text, node)
    return ScalarV(result, _squaring(low, a, y.v, node))


def _squaring(low: CodeWriter, a: Any, n: Any, node: Any) -> Any:
    """By repeated squaring: the last square is not needed, and may not fit."""
    result, base, left = (low.alloca(I64) for _ in range(3))
    for v, p in ((const(1), result), (a, base), (n, left)):
        low.b.store(v, p)
    head, body, done = (low.fn.append_basic_block(t) for t in ("power", "times", "powered"))
    low.b.branch(head)
    low.b = ir.IRBuilder(head)
    m = low.b.load(left, typ=I64)
    low.b.cbranch(low.b.icmp_signed(">", m, const(0)), body, done)
    low.b = b = ir.IRBuilder(body)
    odd = b.icmp_signed("!=", b.and_(m, const(1)), const(0))
    r, q = b.load(result, typ=I64), b.load(base, typ=I64)
    product, too_large = b.mul(r, q), _overflow(low, "multiply", r, q)
    square, squared_too_large = b.mul(q, q), _overflow(low, "multiply", q, q)
    more = b.icmp_signed(">", m, const(1))
    bad = b.or_(b.and_(odd, too_large), b.and_(more, squared_too_large))
    low.check(b.not_(bad), low.own_error(OverflowError), TEXT, node)
    low.b.store(low.b.select(odd, product, r), result)
    low.b.store(square, base)
    low.b.store(low.b.ashr(m, const(1)), left)
    low.b.branch(head)
    low.b = ir.IRBuilder(done)
    return low.b.load(result, typ=I64)


def stored(low: CodeWriter, v: ScalarV, to: Scalar, node: Any) -> ScalarV:
    """A number as an element of an array: in one of integers it must be one of these, in one of reals no complex number."""
    if v.ty.is_complex and not to.is_complex and to.kind != "bool":
        low.wrong(node, "float() argument must be a string or a real number, not 'complex'", "write x.real")
    if v.ty.is_float and to.is_integer:
        v = to_integer(low, v, node)
    if v.ty.is_integer and to.is_integer and not isinstance(v, HugeV):
        v = ScalarV(Scalar(v.ty.kind, weak=True), v.v)
    return low.convert(v, to)


def to_integer(low: CodeWriter, v: ScalarV, node: Any) -> ScalarV:
    """``int(v)``, cut off."""
    if v.ty.is_complex:
        low.wrong(node, "int() argument must be a string, a bytes-like object or a real number, not 'complex'", "write x.real")
    if v.ty.kind == "uint64":
        low.check(low.b.icmp_signed(">=", v.v, const(0)), low.own_error(OverflowError), TEXT, node)
    if not v.ty.is_float:
        return low.convert(ScalarV(Scalar(v.ty.kind), v.v), WHOLE) if not isinstance(v, HugeV) else low.convert(v, WHOLE)
    t = v.v.type
    b = low.b
    above, below = b.fcmp_ordered(">=", v.v, ir.Constant(t, -(2.0**63))), b.fcmp_ordered("<", v.v, ir.Constant(t, 2.0**63))
    bad, good = low.fn.append_basic_block("no.integer"), low.fn.append_basic_block("fits")
    b.cbranch(b.and_(above, below), good, bad)
    low.b = ir.IRBuilder(bad)
    low.check(low.b.fcmp_ordered("ord", v.v, v.v), ValueError, "cannot convert float NaN to integer", node)
    size = low.b.call(low.instance.compiler.intrinsic("llvm.fabs", t), [v.v])
    finite = low.b.fcmp_ordered("<", size, ir.Constant(t, float("inf")))
    low.check(finite, OverflowError, "cannot convert float infinity to integer", node)
    low.fail(low.own_error(OverflowError), TEXT, node)
    low.b.branch(good)
    low.b = ir.IRBuilder(good)
    return ScalarV(WHOLE, low.b.fptosi(v.v, I64))
