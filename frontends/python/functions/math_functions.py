"""The functions of the module ``math``."""

from __future__ import annotations

import ast
import math
from typing import Any

from llvmlite import ir

from irad.frontends.python.calls import parameters
from irad.frontends.python.core import checked_integers, integers, scalar_arithmetic
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import REGISTER, ScalarV, TupleV, Val
from irad.frontends.python.library.of_python import math_written
from irad.frontends.python.messages.spelling import counted, given_count
from irad.frontends.python.numeric import complex_arithmetic
from irad.frontends.python.numeric.registers import number_constant, pair
from irad.frontends.python.operands import number_methods
from irad.frontends.python.sources.python_types import BOOL, FLAG, FLOAT, Scalar

_NUMBER, _REAL = Scalar("complex128", weak=True), Scalar("float64", weak=True)
_OF_INTEGERS = ("factorial", "comb", "perm", "gcd", "lcm", "isqrt")
_SINGLE = ("floor", "ceil", "trunc", "isnan", "isinf", "isfinite", "radians", "degrees")


def is_known(name: str) -> bool:
    """Whether `call` knows ``math.name``."""
    of_math = name in scalar_arithmetic.MATH and name not in ("abs", "absolute", "power", "rint")
    return of_math or name in (*_OF_INTEGERS, *_SINGLE, "pow")


def call(low: Lowering, name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A function of the module ``math``."""
    if kw:
        low.wrong(node, f"math.{name} takes no keyword '{next(iter(kw))}'", "give the arguments by position")
    number = Scalar("float64", weak=True)
    own = number_methods.rounded(low, name, args[0], node) if name in ("floor", "ceil", "trunc") and len(args) == 1 else None
    if own is not None:
        return own
    take = number_methods.as_index if name in _OF_INTEGERS else number_methods.as_float
    values = [low.expr.as_scalar(take(low, a, node), node) for a in args]
    if any(v.ty.is_complex for v in values):
        low.wrong(node, "must be real number, not complex", "use the functions of cmath, or of NumPy")
    if name in _OF_INTEGERS:
        known = integers.folded_call(low, getattr(math, name), values, node)
        if known is not None:
            return known
    if name in _SINGLE or name == "pow":
        parameters.bound(low, f"math.{name}", parameters.of_operands(1 if name in _SINGLE else 2), args, {}, node)
    if name in ("floor", "ceil", "trunc"):
        whole = values[0]
        if whole.ty.is_float:
            whole = scalar_arithmetic.call_math(low, name, values, True, node)
        return checked_integers.to_integer(low, whole, node)
    if name == "pow":
        return scalar_arithmetic.call_math(low, "float_power", values, True, node)
    if name == "log" and len(values) == 2:
        a, b = (scalar_arithmetic.call_math(low, "log", [v], True, node) for v in values)
        return low.expr.scalar_binary(ast.Div(), a, b, node)
    if name in ("isnan", "isinf", "isfinite"):
        return ScalarV(FLAG, classify(low, name, values[0]).v)
    if name in ("radians", "degrees"):
        factor = math.pi / 180 if name == "radians" else 180 / math.pi
        return ScalarV(number, low.b.fmul(low.convert(values[0], number).v, ir.Constant(REGISTER["float64"], factor)))
    if name == "hypot" and len(values) != 2:
        return low.expr.apply(math_written.hypot, list(values), {}, node)
    if not is_known(name):
        low.unsupported(node, f"math.{name} is not supported in compiled functions")
    if name in _OF_INTEGERS:
        return _of_integers(low, name, values, node)
    if name not in scalar_arithmetic.MATH:
        low.unsupported(node, f"math.{name} of numbers that are known at run time only is not supported in compiled functions")
    if len(values) != scalar_arithmetic.MATH[name][1]:
        count = counted(scalar_arithmetic.MATH[name][1], "argument")
        low.wrong(node, f"math.{name} takes {count}, {given_count(len(values))}")
    return scalar_arithmetic.call_math(low, name, values, True, node)


def _of_integers(low: Lowering, name: str, values: list[ScalarV], node: Any) -> Val:
    """A function of integers that are known at run time only."""
    for v in values:
        if not v.ty.is_integer:
            low.wrong(node, f"math.{name} takes integers, not {v.ty}", "write int(...)")
    fn = getattr(math_written, name)
    if name not in ("gcd", "lcm"):
        return low.expr.apply(fn, list(values), {}, node)
    found: Val = low.expr.constant(0 if name == "gcd" else 1, node)
    for v in values:
        found = low.expr.apply(fn, [found, v], {}, node)
    return found


_COMPLEX = ("exp", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "asinh", "acosh", "atanh")


def is_known_complex(name: str) -> bool:
    """Whether `complex_call` knows ``cmath.name``."""
    return name in (*_COMPLEX, "log", "log10", "phase", "polar", "rect", "isnan", "isinf", "isfinite")


def complex_call(low: Lowering, name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A function of the module ``cmath``."""
    if kw:
        low.wrong(node, f"cmath.{name} takes no keyword '{next(iter(kw))}'", "give the arguments by position")
    if name == "rect":
        given = parameters.bound(low, "cmath.rect", parameters.of_operands(2), args, {}, node).args
        r, phi = (call_as_real(low, a, node) for a in given)
        parts = [low.b.fmul(r.v, scalar_arithmetic.call_math(low, f, [phi], True, node).v) for f in ("cos", "sin")]
        return ScalarV(_NUMBER, pair(low.b, *parts))
    if name == "log" and len(args) == 2:
        first, base = (complex_call(low, name, [a], {}, node) for a in args)
        return low.expr.binary(ast.Div(), first, base, node)
    given = parameters.bound(low, f"cmath.{name}", parameters.of_operands(1), args, {}, node).args
    z = low.convert(low.expr.as_scalar(given[0], node), _NUMBER)
    if name in ("isnan", "isinf", "isfinite"):
        return ScalarV(FLAG, classify(low, name, z).v)
    if name in ("log", "log10"):
        low.check(low.b.not_(complex_arithmetic.is_zero(low, z.v)), ValueError, "math domain error", node)
    if name == "atanh":
        for bound in (1.0, -1.0):
            pole = complex_arithmetic.equal(low, z.v, number_constant("complex128", bound))
            low.check(low.b.not_(pole), ValueError, "math domain error", node)
    if name in ("phase", "polar"):
        angle = ScalarV(_REAL, complex_arithmetic.angle(low, z.v))
        return angle if name == "phase" else TupleV([ScalarV(_REAL, complex_arithmetic.absolute(low, z.v)), angle])
    found = complex_arithmetic.function(name) if name in (*_COMPLEX, "log", "log10") else None
    if found is None:
        low.unsupported(node, f"cmath.{name} is not supported in compiled functions")
        raise AssertionError
    return ScalarV(_NUMBER, found(low, z.v))


def call_as_real(low: Lowering, v: Val, node: Any) -> ScalarV:
    return low.convert(low.expr.as_scalar(v, node), _REAL)


def classify(low: Lowering, name: str, v: ScalarV) -> ScalarV:
    b = low.b
    if not v.ty.is_inexact:
        v = low.convert(v, FLOAT)
    if v.ty.is_complex:
        one = lambda x: classify(low, name, ScalarV(FLOAT, x)).v  # noqa: E731
        return ScalarV(BOOL, complex_arithmetic.classify(low, v.v, one, name == "isfinite"))
    if name == "isnan":
        return ScalarV(BOOL, b.fcmp_unordered("uno", v.v, v.v))
    size = b.call(low.instance.compiler.intrinsic("llvm.fabs", v.v.type), [v.v])
    infinity = ir.Constant(v.v.type, float("inf"))
    return ScalarV(BOOL, b.fcmp_ordered("==", size, infinity) if name == "isinf" else b.fcmp_ordered("<", size, infinity))
