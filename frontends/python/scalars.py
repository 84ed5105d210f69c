"""Arithmetic of two scalars with Python's rules, and mathematical functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from irad.frontends.python.types import BOOL, FLOAT, INT, Scalar, promote
from irad.frontends.python.values import I64, REGISTER, ScalarV, const, known_int

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering

_BITS = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}


def binary(low: Lowering, op: Any, x: ScalarV, y: ScalarV, node: Any, checked: bool) -> ScalarV:
    """``x op y``.  ``checked``: division by zero raises, as for Python's own numbers; arrays give inf and nan."""
    if type(op) in _BITS:
        return _bits(low, _BITS[type(op)], x, y, node)
    if isinstance(op, (ast.LShift, ast.RShift)):
        a, c = _integers(low, x, y, node)
        return ScalarV(INT, low.b.shl(a, c) if isinstance(op, ast.LShift) else low.b.ashr(a, c))
    if isinstance(op, ast.Pow):
        return power(low, x, y, node, checked)
    ty = promote(x.ty, y.ty)
    if ty.kind == "bool":
        ty = INT
    if isinstance(op, ast.Div) and not ty.is_float:
        ty = Scalar("float64", ty.weak)
    a, c = low.convert(x, ty).v, low.convert(y, ty).v
    b = low.b
    if isinstance(op, ast.Add):
        return ScalarV(ty, b.fadd(a, c) if ty.is_float else b.add(a, c))
    if isinstance(op, ast.Sub):
        return ScalarV(ty, b.fsub(a, c) if ty.is_float else b.sub(a, c))
    if isinstance(op, ast.Mult):
        return ScalarV(ty, b.fmul(a, c) if ty.is_float else b.mul(a, c))
    if checked:
        _nonzero(low, c, ty, op, node)
    if isinstance(op, ast.Div):
        return ScalarV(ty, low.b.fdiv(a, c))
    if isinstance(op, (ast.FloorDiv, ast.Mod)):
        return ScalarV(ty, _divide(low, op, a, c, ty, checked))
    low.unsupported(node, "this operator is not supported")
    raise AssertionError


def _nonzero(low: Lowering, c: Any, ty: Scalar, op: Any, node: Any) -> None:
    text = "division by zero"
    if ty.is_float:
        if isinstance(c, ir.Constant) and c.constant != 0:
            return
        low.check(low.b.fcmp_unordered("!=", c, ir.Constant(c.type, 0.0)), ZeroDivisionError, text, node)
        return
    if known_int(c):
        return
    low.check(low.b.icmp_signed("!=", c, const(0)), ZeroDivisionError, text, node)


def _divide(low: Lowering, op: Any, a: Any, c: Any, ty: Scalar, checked: bool) -> Any:
    """Python's floor division and modulo: the remainder has the sign of the divisor."""
    b = low.b
    if ty.is_float:
        r = b.frem(a, c)
        nonzero = b.fcmp_ordered("!=", r, ir.Constant(r.type, 0.0))
        differ = b.xor(b.fcmp_ordered("<", r, ir.Constant(r.type, 0.0)), b.fcmp_ordered("<", c, ir.Constant(r.type, 0.0)))
        fix = b.and_(nonzero, differ)
        r = b.select(fix, b.fadd(r, c), r)
        if isinstance(op, ast.Mod):
            return r
        q = b.fdiv(b.fsub(a, r), c)
        return b.call(low.instance.compiler.intrinsic("llvm.round", q.type), [q])
    if not checked:  # NumPy: x // 0 and x % 0 are 0
        zero = b.icmp_signed("==", c, const(0))
        c = b.select(zero, const(1), c)
        a = b.select(zero, const(0), a)
    minus = b.icmp_signed("==", c, const(-1))  # the one overflow of sdiv
    safe = b.select(minus, const(1), c)
    q = b.select(minus, b.sub(const(0), a), b.sdiv(a, safe))
    r = b.sub(a, b.mul(q, c))
    differ = b.icmp_signed("<", b.xor(r, c), const(0))
    fix = b.and_(b.icmp_signed("!=", r, const(0)), differ)
    if isinstance(op, ast.Mod):
        return b.select(fix, b.add(r, c), r)
    return b.select(fix, b.sub(q, const(1)), q)


def _integers(low: Lowering, x: ScalarV, y: ScalarV, node: Any) -> tuple[Any, Any]:
    if x.ty.is_float or y.ty.is_float:
        low.wrong(node, "bit operations need integers")
    return low.convert(x, INT).v, low.convert(y, INT).v


def _bits(low: Lowering, name: str, x: ScalarV, y: ScalarV, node: Any) -> ScalarV:
    if x.ty.kind == y.ty.kind == "bool":
        return ScalarV(BOOL, getattr(low.b, name)(x.v, y.v))
    a, c = _integers(low, x, y, node)
    return ScalarV(INT, getattr(low.b, name)(a, c))


def power(low: Lowering, x: ScalarV, y: ScalarV, node: Any, checked: bool) -> ScalarV:
    """``x ** y``: products for small constant exponents, a loop for integers, pow otherwise."""
    k = known_int(y.v) if y.ty.kind == "int64" else None
    if k is None and y.ty.is_float and isinstance(y.v, ir.Constant) and float(y.v.constant) in (2.0, 3.0):
        k = int(float(y.v.constant))
    ty = promote(x.ty, y.ty)
    if not ty.is_float:
        return _integer_power(low, x, y, k, node)
    base = low.convert(x, ty)
    if k is not None and 0 <= k <= 8:
        return _product(low, base, k)
    if k is not None and -8 <= k < 0:
        if checked:
            _nonzero(low, base.v, ty, None, node)
        one = ir.Constant(base.v.type, 1.0)
        return ScalarV(ty, low.b.fdiv(one, _product(low, base, -k).v))
    exponent = low.convert(y, ty).v
    return ScalarV(ty, low.b.call(low.instance.compiler.intrinsic("llvm.pow", base.v.type), [base.v, exponent]))


def _product(low: Lowering, x: ScalarV, k: int) -> ScalarV:
    if k == 0:
        return ScalarV(x.ty, ir.Constant(x.v.type, 1.0))
    result, square = None, x.v
    while k:
        if k & 1:
            result = square if result is None else low.b.fmul(result, square)
        k >>= 1
        if k:
            square = low.b.fmul(square, square)
    return ScalarV(x.ty, result)


def _integer_power(low: Lowering, x: ScalarV, y: ScalarV, k: int | None, node: Any) -> ScalarV:
    a, n = low.convert(x, INT).v, low.convert(y, INT).v
    b = low.b
    if k is not None and 0 <= k <= 4:
        out: Any = const(1)
        for _ in range(k):
            out = b.mul(out, a) if known_int(out) != 1 else a
        return ScalarV(Scalar("int64", x.ty.weak and y.ty.weak), out)
    low.check(b.icmp_signed(">=", n, const(0)), ValueError, "integers to negative integer powers are not allowed", node)
    b = low.b  # behind the check
    result, place_base = low.alloca(I64), low.alloca(I64)
    left = low.alloca(I64)
    for v, p in ((const(1), result), (a, place_base), (n, left)):
        b.store(v, p)
    head, body, done = (low.fn.append_basic_block(t) for t in ("power", "times", "powered"))
    b.branch(head)
    low.b = ir.IRBuilder(head)
    m = low.b.load(left, typ=I64)
    low.b.cbranch(low.b.icmp_signed(">", m, const(0)), body, done)
    low.b = b = ir.IRBuilder(body)
    odd = b.icmp_signed("!=", b.and_(m, const(1)), const(0))
    r, q = b.load(result, typ=I64), b.load(place_base, typ=I64)
    b.store(b.select(odd, b.mul(r, q), r), result)
    b.store(b.mul(q, q), place_base)
    b.store(b.ashr(m, const(1)), left)
    b.branch(head)
    low.b = ir.IRBuilder(done)
    return ScalarV(INT, low.b.load(result, typ=I64))


# Python or NumPy name -> (how it is called in IR, number of arguments); "llvm." names are intrinsics.
MATH = {
    "sin": ("llvm.sin", 1), "cos": ("llvm.cos", 1), "tan": ("tan", 1), "exp": ("llvm.exp", 1), "log": ("llvm.log", 1),
    "sqrt": ("llvm.sqrt", 1), "fabs": ("llvm.fabs", 1), "absolute": ("llvm.fabs", 1), "abs": ("llvm.fabs", 1),
    "log2": ("llvm.log2", 1), "log10": ("llvm.log10", 1), "log1p": ("log1p", 1), "expm1": ("expm1", 1), "exp2": ("llvm.exp2", 1),
    "asin": ("asin", 1), "acos": ("acos", 1), "atan": ("atan", 1), "arcsin": ("asin", 1), "arccos": ("acos", 1),
    "arctan": ("atan", 1), "atan2": ("atan2", 2), "arctan2": ("atan2", 2), "sinh": ("sinh", 1), "cosh": ("cosh", 1),
    "tanh": ("tanh", 1), "asinh": ("asinh", 1), "acosh": ("acosh", 1), "atanh": ("atanh", 1), "arcsinh": ("asinh", 1),
    "arccosh": ("acosh", 1), "arctanh": ("atanh", 1), "hypot": ("hypot", 2), "erf": ("erf", 1), "erfc": ("erfc", 1),
    "gamma": ("tgamma", 1), "lgamma": ("lgamma", 1), "copysign": ("llvm.copysign", 2), "fmod": ("fmod", 2), "cbrt": ("cbrt", 1),
    "floor": ("llvm.floor", 1), "ceil": ("llvm.ceil", 1), "trunc": ("llvm.trunc", 1), "rint": ("llvm.rint", 1),
    "power": ("pow", 2),     "float_power": ("pow", 2),
}  # fmt: skip
# Of NumPy: what irad has itself, for whole vectors at once.
_OWN = {"tanh": "irad.tanh"}
_DOMAIN = {"sqrt": (">=", 0.0), "log": (">", 0.0), "log2": (">", 0.0), "log10": (">", 0.0), "log1p": (">", -1.0)}


def call_math(low: Lowering, name: str, args: list[ScalarV], python: bool, node: Any) -> ScalarV:
    """``math.name`` (``python``: float64, domain errors raise) or ``np.name``."""
    symbol, _ = MATH[name]
    ty = args[0].ty
    for a in args[1:]:
        ty = promote(ty, a.ty)
    if name in ("abs", "absolute") and not ty.is_float:
        v = low.convert(args[0], INT).v
        return ScalarV(ty, low.b.select(low.b.icmp_signed("<", v, const(0)), low.b.sub(const(0), v), v))
    if name == "power" and not ty.is_float:
        return power(low, args[0], args[1], node, False)
    ty = FLOAT if python or not ty.is_float else Scalar(ty.kind, ty.weak)
    values = [low.convert(a, ty).v for a in args]
    if python and name in _DOMAIN:
        sign, bound = _DOMAIN[name]
        fine = low.b.fcmp_unordered(sign, values[0], ir.Constant(values[0].type, bound))
        low.check(fine, ValueError, "math domain error", node)
    t = REGISTER[ty.kind]
    if symbol == "pow":
        symbol = "llvm.pow"
    if not python and name in _OWN:
        own = f"{_OWN[name]}.{'f32' if ty.kind == 'float32' else 'f64'}"
        return ScalarV(ty, low.b.call(low.instance.compiler.library(own, t, len(values)), values))
    if symbol.startswith("llvm."):
        return ScalarV(ty, low.b.call(low.instance.compiler.intrinsic(symbol, t), values))
    return ScalarV(
        ty, low.b.call(low.instance.compiler.library(symbol + ("f" if ty.kind == "float32" else ""), t, len(values)), values)
    )
