"""Arithmetic of two scalars with Python's rules, and mathematical functions."""

from __future__ import annotations

import ast
import math
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from llvmlite import ir

from irad.errors import UnsupportedError
from irad.frontends.python.core import checked_integers, integers
from irad.frontends.python.core.code_writer import CodeWriter
from irad.frontends.python.core.python_values import REGISTER, ScalarV, known_int
from irad.frontends.python.messages.operand_errors import BY_ZERO, OUT_OF_DOMAIN, OUT_OF_RANGE, TOO_LARGE, ZERO_TO_NEGATIVE
from irad.frontends.python.numeric import complex_arithmetic, whose_numbers
from irad.frontends.python.numeric.number_conversion import rounded_to_half
from irad.frontends.python.numeric.promotion import UFUNC, PromotionPlan, plan
from irad.frontends.python.numeric.registers import constant_of, number_constant, parts_of_pair
from irad.frontends.python.sources.python_types import WHOLE, Scalar

_ARITHMETIC = {"add": "add", "subtract": "sub", "multiply": "mul"}
_OF_BITS = {
    "bitwise_and": "&", "bitwise_or": "|", "bitwise_xor": "^", "invert": "~", "left_shift": "<<", "right_shift": ">>",
}  # fmt: skip
_BITS = {"bitwise_and": "and_", "bitwise_or": "or_", "bitwise_xor": "xor"}


def planned(low: CodeWriter, name: str, operands: list[ScalarV], node: Any, python: bool = True) -> PromotionPlan:
    """The plan by which NumPy's function ``name``, or the corresponding operator of Python, is computed for these operands."""
    try:
        return plan(name, tuple(v.ty for v in operands), python)
    except TypeError as error:
        if name in _OF_BITS and any(v.ty.is_inexact for v in operands):
            kinds = " and ".join(str(v.ty) for v in operands)
            hint = "a comparison beside it needs brackets of its own: (x > a) & (x < b)" if name in _BITS else ""
            low.wrong(node, f"{_OF_BITS[name]} is for integers and truth values, not for {kinds}", hint)
        low.wrong(node, str(error), "convert an operand: float(x), int(x), np.float64(x), x.astype(...)")
        raise AssertionError from None


def binary(low: CodeWriter, op: Any, x: ScalarV, y: ScalarV, node: Any, python: bool = True) -> ScalarV:
    """``x op y``; not ``python``: the operator's function of NumPy.

    Division by zero raises where the operands are Python's own numbers (or may be); NumPy's, which elements of arrays are, give
    inf and nan, and integers 0.
    """
    name = UFUNC.get(type(op))
    if name is None:
        low.unsupported(node, "this operator is not supported")
        raise AssertionError
    known = integers.folded(low, op, x, y, node) if python else None
    if known is not None:
        return known
    how = planned(low, name, [x, y], node, python)
    if not (how.mixed and python and low.keeps_whose):
        return _computed(low, name, x, y, how, node)
    own = whose_numbers.of_result(low.b, [whose_numbers.whose(v.ty, v.whose) for v in (x, y)])
    made = _computed(low, name, x, y, replace(how, whose=own), node)
    return ScalarV(made.ty, made.v, whose=own)


def _computed(low: CodeWriter, name: str, x: ScalarV, y: ScalarV, how: PromotionPlan, node: Any) -> ScalarV:
    if how.checked and name == "power":
        return _checked_power(low, x, y, how.result, node)
    if how.checked:
        return checked_integers.binary(low, name, x, y, how.result, node)
    if name == "power":
        return power(low, x, y, how, node)
    loop = Scalar(how.loop)
    a, c = low.convert(x, loop).v, low.convert(y, loop).v
    if loop.is_complex:
        return ScalarV(how.result, _of_complex(low, name, a, c, how, node))
    if how.raises and name in ("divide", "floor_divide", "remainder"):
        _nonzero(low, how, c, loop, node, BY_ZERO[name, x.ty.is_float or y.ty.is_float])
    return rounded(low, _of_reals(low, name, a, c, how))


def rounded(low: CodeWriter, v: ScalarV) -> ScalarV:
    """A float16 that has been computed as a float, rounded."""
    return ScalarV(v.ty, rounded_to_half(low.b, v.v)) if v.ty.kind == "float16" else v


def _of_complex(low: CodeWriter, name: str, a: Any, c: Any, how: PromotionPlan, node: Any) -> Any:
    if name in _ARITHMETIC:
        return getattr(complex_arithmetic, name)(low, a, c)
    if how.raises:
        _check(low, how, low.b.not_(complex_arithmetic.is_zero(low, c)), ZeroDivisionError, "complex division by zero", node)
    return complex_arithmetic.divide(low, a, c)


def _of_reals(low: CodeWriter, name: str, a: Any, c: Any, how: PromotionPlan) -> ScalarV:
    loop, b = Scalar(how.loop), low.b
    if name in ("left_shift", "right_shift"):
        return ScalarV(how.result, checked_integers.shift_of_numpy(low, name, a, c, loop.dtype.is_signed))
    if name in _BITS:
        return ScalarV(how.result, getattr(b, _BITS[name])(a, c))
    if name in _ARITHMETIC:
        if how.loop == "bool":  # NumPy: addition is "or", multiplication "and"
            return ScalarV(how.result, b.or_(a, c) if name == "add" else b.and_(a, c))
        return ScalarV(how.result, getattr(b, ("f" if loop.is_float else "") + _ARITHMETIC[name])(a, c))
    if name == "divide":
        return ScalarV(how.result, low.b.fdiv(a, c))
    if loop.is_float:
        return ScalarV(how.result, _divide_floats(low, name, a, c))
    return ScalarV(how.result, (_divide if loop.dtype.is_signed else _divide_unsigned)(low, name, a, c))


def _checked_power(low: CodeWriter, x: ScalarV, y: ScalarV, result: Scalar, node: Any) -> ScalarV:
    """``x ** y`` of Python's integers: a float where the exponent is a constant below zero."""
    base, exponent = (ScalarV(WHOLE, low.convert(v, WHOLE).v) for v in (x, y))
    k = integers.exact(exponent)
    if k is not None and k < 0:
        return binary(low, ast.Pow(), low.convert(base, Scalar("float64", weak=True)), exponent, node)
    return checked_integers.power(low, base, exponent, result, node)


def _check(low: CodeWriter, how: PromotionPlan, fine: Any, kind: type[Exception], text: str, node: Any) -> None:
    """An error of Python's numbers.  Of what may be NumPy's instead it cannot be caught: then there would be none."""
    if how.mixed and low.guarded:
        own = whose_numbers.UNKNOWN if how.whose is None else how.whose
        if how.whose is not None:
            other = whose_numbers.among(low.b, own, whose_numbers.NUMPY, whose_numbers.UNKNOWN)
            low.check(low.b.or_(fine, other), kind, text, node)
        known = whose_numbers.among(low.b, own, whose_numbers.NUMPY, whose_numbers.PYTHON)
        fine = fine if how.whose is None else low.b.or_(fine, known)
        cases = f"a number is Python's in one case, which raises {kind.__name__}, and NumPy's in another, which gives inf or nan"
        low.check(fine, UnsupportedError, f"{text}: {cases}; write float(...) around it", node)
        return
    low.check(fine, kind, text, node)


def _nonzero(low: CodeWriter, how: PromotionPlan, c: Any, ty: Scalar, node: Any, text: str) -> None:
    if ty.is_float:
        if isinstance(c, ir.Constant) and c.constant != 0:
            return
        _check(low, how, low.b.fcmp_unordered("!=", c, ir.Constant(c.type, 0.0)), ZeroDivisionError, text, node)
        return
    if known_int(c):
        return
    _check(low, how, low.b.icmp_signed("!=", c, ir.Constant(c.type, 0)), ZeroDivisionError, text, node)


def _intrinsic(low: CodeWriter, name: str, *operands: Any) -> Any:
    return low.b.call(low.instance.compiler.intrinsic(name, operands[0].type), list(operands))


def _divide_floats(low: CodeWriter, name: str, a: Any, c: Any) -> Any:
    """Floor division and modulo as Python and NumPy compute them: the remainder has the sign of the divisor."""
    b, zero = low.b, ir.Constant(a.type, 0.0)
    r = b.frem(a, c)
    some = b.fcmp_unordered("!=", r, zero)
    differ = b.and_(some, b.xor(b.fcmp_ordered("<", r, zero), b.fcmp_ordered("<", c, zero)))
    if name == "remainder":
        return b.select(some, b.select(differ, b.fadd(r, c), r), _intrinsic(low, "llvm.copysign", zero, c))
    quotient = b.fdiv(a, c)
    q = b.fdiv(b.fsub(a, r), c)
    q = b.select(differ, b.fsub(q, ir.Constant(q.type, 1.0)), q)
    down = _intrinsic(low, "llvm.floor", q)
    up = b.fcmp_ordered(">", b.fsub(q, down), ir.Constant(q.type, 0.5))
    whole = b.select(up, b.fadd(down, ir.Constant(q.type, 1.0)), down)
    whole = b.select(b.fcmp_unordered("!=", q, zero), whole, _intrinsic(low, "llvm.copysign", zero, quotient))
    return b.select(b.fcmp_ordered("==", c, zero), _intrinsic(low, "llvm.floor", quotient), whole)


def _divide(low: CodeWriter, name: str, a: Any, c: Any) -> Any:
    """Floor division and modulo of NumPy's integers: x // 0 and x % 0 are 0."""
    b, none, one = low.b, ir.Constant(a.type, 0), ir.Constant(a.type, 1)
    zero = b.icmp_signed("==", c, none)
    c, a = b.select(zero, one, c), b.select(zero, none, a)
    minus = b.icmp_signed("==", c, ir.Constant(c.type, -1))  # the one overflow of sdiv
    safe = b.select(minus, one, c)
    q = b.select(minus, b.sub(none, a), b.sdiv(a, safe))
    r = b.sub(a, b.mul(q, c))
    return integers.floored(b, name, q, r, c)


def _divide_unsigned(low: CodeWriter, name: str, a: Any, c: Any) -> Any:
    b = low.b
    zero = b.icmp_signed("==", c, ir.Constant(c.type, 0))
    made = (b.udiv if name == "floor_divide" else b.urem)(a, b.select(zero, ir.Constant(c.type, 1), c))
    return b.select(zero, ir.Constant(c.type, 0), made)


_COMPLEX = "a negative number to a power that is no integer is complex: write complex(x) ** y if that is meant"


def power(low: CodeWriter, x: ScalarV, y: ScalarV, how: PromotionPlan, node: Any) -> ScalarV:
    """``x ** y``: products for small constant exponents, a loop for integers, pow otherwise."""
    k = known_int(y.v) if y.ty.is_integer else None
    if k is None and y.ty.is_complex:
        known = constant_of(y.v)
        k = int(known.real) if known is not None and known.imag == 0 and abs(known.real) in range(101) else None
    if how.result.is_complex:
        return _complex_power(low, x, y, k, how, node)
    if k is None and y.ty.is_float and isinstance(y.v, ir.Constant) and float(y.v.constant) in (2.0, 3.0):
        k = int(float(y.v.constant))
    ty = how.result
    if ty.is_integer:
        return _integer_power(low, x, y, k, ty, node)
    base = low.convert(x, ty)
    if how.raises and low.keeps_whose and k not in (0, 1):
        made = _float_power(low, x, y, base, k, how, node)
        fine = _in_range(low, made.v, base.v, low.convert(y, ty).v)
        zero = low.b.fcmp_ordered("==", base.v, ir.Constant(base.v.type, 0.0))  # of which there is another error
        _check(low, how, low.b.or_(fine, zero), OverflowError, TOO_LARGE, node)
        return made
    return _float_power(low, x, y, base, k, how, node)


def _float_power(low: CodeWriter, x: ScalarV, y: ScalarV, base: ScalarV, k: int | None, how: PromotionPlan, node: Any) -> ScalarV:
    ty = how.result
    if ty.kind == "float16":
        base, exponent = low.convert(x, ty), low.convert(y, ty)
        made = _raised(low, base.v.type, [base.v, exponent.v])
        return rounded(low, ScalarV(ty, made))
    if k is not None and 0 <= k <= 8:
        return _product(low, base, k)
    if k is not None and -8 <= k < 0:
        if how.raises:
            _nonzero(low, how, base.v, ty, node, ZERO_TO_NEGATIVE)
        one = ir.Constant(base.v.type, 1.0)
        return ScalarV(ty, low.b.fdiv(one, _product(low, base, -k).v))
    exponent = low.convert(y, ty).v
    if how.raises:
        _check_power(low, how, base.v, exponent, node)
    if isinstance(exponent, ir.Constant) and abs(float(exponent.constant)) == 0.5:  # a root
        return ScalarV(ty, low.b.call(low.instance.compiler.intrinsic("llvm.pow", base.v.type), [base.v, exponent]))
    return ScalarV(ty, _raised(low, base.v.type, [base.v, exponent]))


def _complex_power(low: CodeWriter, x: ScalarV, y: ScalarV, k: int | None, how: PromotionPlan, node: Any) -> ScalarV:
    base, ty = low.convert(x, how.result).v, how.result
    if how.raises and (k is None or k < 0):
        exponent = low.convert(y, ty).v
        bad = complex_arithmetic.is_zero(low, base)
        if k is None:
            re, im = parts_of_pair(low.b, exponent)
            zero = ir.Constant(re.type, 0.0)
            worse = low.b.or_(low.b.fcmp_ordered("<", re, zero), low.b.fcmp_unordered("!=", im, zero))
            bad = low.b.and_(bad, worse)
        _check(low, how, low.b.not_(bad), ZeroDivisionError, "0.0 to a negative or complex power", node)
    if k is not None and abs(k) <= 100:
        return ScalarV(ty, complex_arithmetic.product(low, base, k))
    return ScalarV(ty, complex_arithmetic.power(low, base, low.convert(y, ty).v))


def _check_power(low: CodeWriter, how: PromotionPlan, x: Any, y: Any, node: Any) -> None:
    """Raise an error where Python does so, or returns a complex number."""
    zero, known = ir.Constant(x.type, 0.0), isinstance(y, ir.Constant)
    if not known or float(y.constant) < 0.0:
        negative = low.b.fcmp_ordered("<", y, zero)
        bad = low.b.and_(low.b.fcmp_ordered("==", x, zero), negative)
        _check(low, how, low.b.not_(bad), ZeroDivisionError, ZERO_TO_NEGATIVE, node)
    whole = known and float(y.constant).is_integer()
    if whole or (isinstance(x, ir.Constant) and float(x.constant) >= 0.0):
        return
    b = low.b
    bad = b.and_(b.fcmp_ordered("<", x, zero), b.fcmp_ordered("!=", _intrinsic(low, "llvm.floor", y), y))
    infinite = b.fcmp_ordered("==", x, ir.Constant(x.type, float("-inf")))  # a float for Python, too
    _check(low, how, b.or_(infinite, b.not_(bad)), low.own_error(ValueError), _COMPLEX, node)


def _product(low: CodeWriter, x: ScalarV, k: int) -> ScalarV:
    if k == 0:
        return ScalarV(x.ty, number_constant(x.ty.kind, 1.0))
    result, square = None, x.v
    while k:
        if k & 1:
            result = square if result is None else low.b.fmul(result, square)
        k >>= 1
        if k:
            square = low.b.fmul(square, square)
    return ScalarV(x.ty, result)


def _integer_power(low: CodeWriter, x: ScalarV, y: ScalarV, k: int | None, ty: Scalar, node: Any) -> ScalarV:
    own = Scalar(ty.kind)
    a, n = low.convert(x, own).v, low.convert(y, own).v
    b, t = low.b, a.type
    if k is not None and 0 <= k <= 4:
        out: Any = ir.Constant(t, 1)
        for _ in range(k):
            out = b.mul(out, a) if known_int(out) != 1 else a
        return ScalarV(ty, out)
    if own.dtype.is_signed:
        text = "Integers to negative integer powers are not allowed."
        low.check(b.icmp_signed(">=", n, ir.Constant(t, 0)), ValueError, text, node)
    b = low.b  # behind the check
    result, place_base, left = low.alloca(t), low.alloca(t), low.alloca(t)
    for v, p in ((ir.Constant(t, 1), result), (a, place_base), (n, left)):
        b.store(v, p)
    head, body, done = (low.fn.append_basic_block(t) for t in ("power", "times", "powered"))
    b.branch(head)
    low.b = ir.IRBuilder(head)
    zero, one = ir.Constant(t, 0), ir.Constant(t, 1)
    m = low.b.load(left, typ=t)
    low.b.cbranch(low.b.icmp_signed("!=", m, zero), body, done)
    low.b = b = ir.IRBuilder(body)
    odd = b.icmp_signed("!=", b.and_(m, one), zero)
    r, q = b.load(result, typ=t), b.load(place_base, typ=t)
    b.store(b.select(odd, b.mul(r, q), r), result)
    b.store(b.mul(q, q), place_base)
    b.store(b.lshr(m, one), left)
    b.branch(head)
    low.b = ir.IRBuilder(done)
    return ScalarV(ty, low.b.load(result, typ=t))


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
# Of NumPy: what irad has itself, for whole vectors at once.  One number alone is computed sooner by the C library (but tanh).
_OWN = {name: f"irad.{name}" for name in ("tanh", "exp", "log", "log1p", "expm1", "sinh", "cosh")}
_OWN |= dict.fromkeys(("arctan", "atan"), "irad.atan") | dict.fromkeys(("arctan2", "atan2"), "irad.atan2")
# Of `math`: comparisons that hold for all arguments of the domain (nan is one; unordered ones hold for it).
_DOMAIN = {
    "sqrt": ((">=", 0.0),), "log": ((">", 0.0),), "log2": ((">", 0.0),), "log10": ((">", 0.0),), "log1p": ((">", -1.0),),
    "asin": ((">=", -1.0), ("<=", 1.0)), "acos": ((">=", -1.0), ("<=", 1.0)), "acosh": ((">=", 1.0),),
    "atanh": ((">", -1.0), ("<", 1.0)),
}  # fmt: skip


# Of `math`: what may be too large for a float.
_GROWING = ("exp", "expm1", "exp2", "sinh", "cosh", "gamma", "lgamma", "float_power", "hypot")


def call_math(low: CodeWriter, name: str, args: list[ScalarV], python: bool, node: Any) -> ScalarV:
    """``math.name`` (``python``: float64, domain errors raise) or ``np.name``."""
    symbol, _ = MATH[name]
    if python:
        ty = loop = Scalar("float64", weak=True)
    else:
        how = planned(low, {"abs": "absolute"}.get(name, name), args, node, name == "abs")
        ty, loop = how.result, Scalar(how.loop)
    if name == "power" and (not loop.is_complex or (known_int(args[1].v) or -1) > 0):
        return power(low, args[0], args[1], how, node)
    if loop.is_complex:
        return _complex_function(low, name, args, ty, loop, node)
    if name in ("abs", "absolute") and not ty.is_float:
        known = integers.folded_call(low, abs, args, node) if name == "abs" else None
        if known is not None:
            return known
        v = low.convert(args[0], loop).v
        if how.checked:
            return ScalarV(ty, checked_integers.absolute(low, v, node))
        if not loop.dtype.is_signed:
            return ScalarV(ty, v)
        zero = ir.Constant(v.type, 0)
        return ScalarV(ty, low.b.select(low.b.icmp_signed("<", v, zero), low.b.sub(zero, v), v))
    if not loop.is_float:
        if len(args) > 1:
            low.unsupported(node, f"np.{name} of integers is not supported in compiled functions", "convert one: x.astype(float)")
        return ScalarV(ty, low.convert(args[0], loop).v)  # floor, ceil and the like: whole already
    for a in args:
        if a.ty.is_complex:
            low.wrong(node, "must be real number, not complex", "use the functions of cmath, or of NumPy")
    values = [low.convert(a, loop).v for a in args]
    if python:
        _check_domain(low, name, values, node)
    t = REGISTER[ty.kind]
    if symbol == "pow":
        return rounded(low, ScalarV(ty, _raised(low, t, values)))
    if not python and name in _OWN and (low.of_elements or name == "tanh"):
        return rounded(low, ScalarV(ty, _own(low, _OWN[name], t, values)))
    if name == "fmod":  # (of a call that cannot set errno LLVM would take the result to be no nan)
        return rounded(low, ScalarV(ty, low.b.frem(*values)))
    if symbol.startswith("llvm."):
        fn = low.instance.compiler.intrinsic(symbol, t)
    else:
        fn = low.instance.compiler.library(symbol + ("" if ty.kind == "float64" else "f"), t, len(values))
    made = low.b.call(fn, values)
    if python and low.keeps_whose and name in _GROWING:
        low.check(_in_range(low, made, *values), OverflowError, OUT_OF_RANGE, node)
    return rounded(low, ScalarV(ty, made))


def _own(low: CodeWriter, name: str, t: Any, values: list[Any]) -> Any:
    """A call of a function that irad has itself, at the type of the registers."""
    suffix = "f64" if t == ir.DoubleType() else "f32"
    return low.b.call(low.instance.compiler.library(f"{name}.{suffix}", t, len(values)), values)


def _raised(low: CodeWriter, t: Any, values: list[Any]) -> Any:
    """A power of floats."""
    if low.of_elements:
        return _own(low, "irad.pow", t, values)
    return low.b.call(low.instance.compiler.intrinsic("llvm.pow", t), values)


def _complex_function(low: CodeWriter, name: str, args: list[ScalarV], ty: Scalar, loop: Scalar, node: Any) -> ScalarV:
    values = [low.convert(a, loop).v for a in args]
    if name in ("abs", "absolute", "fabs"):
        return ScalarV(ty, complex_arithmetic.absolute(low, values[0]))
    if name in ("power", "float_power"):
        return ScalarV(ty, complex_arithmetic.power(low, *values))
    found = complex_arithmetic.function(name)
    if found is None:
        low.unsupported(node, f"np.{name} of complex numbers is not supported in compiled functions")
    return ScalarV(ty, found(low, values[0]))


def _check_domain(low: CodeWriter, name: str, values: list[Any], node: Any) -> None:
    b, x = low.b, values[0]
    number = partial(ir.Constant, x.type)
    conditions = [b.fcmp_unordered(sign, x, number(bound)) for sign, bound in _DOMAIN.get(name, ())]
    if name == "fmod":
        conditions = [b.or_(_finite(low, x), b.fcmp_unordered("uno", values[1], values[1])),
                      b.or_(b.fcmp_unordered("!=", values[1], number(0.0)), b.fcmp_unordered("uno", x, x))]  # fmt: skip
    if name == "float_power":
        y = values[1]
        pole = b.and_(b.fcmp_ordered("==", x, number(0.0)), b.and_(b.fcmp_ordered("<", y, number(0.0)), _finite(low, y)))
        broken = b.fcmp_ordered("!=", _intrinsic(low, "llvm.floor", y), y)
        conditions = [b.not_(pole), b.not_(b.and_(b.and_(b.fcmp_ordered("<", x, number(0.0)), _finite(low, x)), broken))]
    if name in ("gamma", "lgamma"):  # poles; the logarithm of an infinity is one
        fine = b.fcmp_unordered(">", x, number(0.0))
        whole = b.fcmp_ordered("==", _intrinsic(low, "llvm.floor", x), x)
        least = b.fcmp_ordered("==", x, number(-math.inf)) if name == "lgamma" else ir.Constant(ir.IntType(1), False)
        conditions = [b.or_(b.or_(fine, least), b.not_(whole))]
    if name in ("sin", "cos", "tan") and low.keeps_whose:
        conditions = [_finite(low, x)]
    for condition in conditions:
        low.check(condition, ValueError, OUT_OF_DOMAIN, node)


def _in_range(low: CodeWriter, made: Any, *operands: Any) -> Any:
    """Whether a result is not infinite, unless an operand is (i1)."""
    return reduce(low.b.or_, [_finite(low, made), *(low.b.not_(_finite(low, x)) for x in operands)])


def _finite(low: CodeWriter, x: Any) -> Any:
    """Whether ``x`` is not infinite; true for nan (i1)."""
    return low.b.fcmp_unordered("<", _intrinsic(low, "llvm.fabs", x), ir.Constant(x.type, math.inf))
