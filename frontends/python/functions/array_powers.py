"""Powers of arrays with one exponent for all elements, which NumPy computes by other functions than those of numbers.

The operator ``**`` looks at exponents that are Python's own numbers: an integer 2 is `np.square` (of truth values an array of
int8), a float 0.5 is `np.sqrt`.  The loops of `np.power` for float32 and float64 do the same with any number that is 0.5, be it
NumPy's.  A root is not the power where it is of -inf (nan, not inf) and of -0.0 (-0.0, not 0.0).
"""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from irad.errors import UnsupportedError
from irad.frontends.python.arrays import elementwise
from irad.frontends.python.core import scalar_arithmetic
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, ScalarV, Val, known_int, known_number

_LOOPS = ("float32", "float64")


def operator(low: Lowering, x: Val, y: Val, node: Any) -> Val | None:
    """``x ** y``; None where it is what it is for each pair of numbers."""
    if not any(isinstance(v, (ArrayV, LazyV)) for v in (x, y)) or not _is_number(y):
        return None
    own = isinstance(y, ScalarV) and y.ty.weak and isinstance(x, (ArrayV, LazyV))
    exponent = low.expr.as_scalar(y, node)
    if own and exponent.ty.kind == "int64" and isinstance(x, (ArrayV, LazyV)) and x.ty.dtype == "bool":
        k = known_int(exponent.v)
        if k == 2:
            return elementwise.square(low, [x], {}, node)
        text = "the square of an array of truth values is one of int8, and other powers are of int64"
        hint = "; write the exponent as a constant, or x.astype(int)"
        if k is None:
            two = ir.Constant(exponent.v.type, 2)
            low.check(low.b.icmp_signed("!=", exponent.v, two), UnsupportedError, text + hint, node)

    def one(p: list[ScalarV]) -> ScalarV:
        return _with_roots(low, p[0], exponent, low.expr.scalar_binary(ast.Pow(), p[0], exponent, node), own, node)

    return low.expr.elementwise([x], one, node)


def function(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    """``np.power(x, y)``."""
    one_exponent = _is_number(y)

    def one(p: list[ScalarV]) -> ScalarV:
        found = scalar_arithmetic.call_math(low, "power", p, False, node)
        return _with_roots(low, p[0], p[1], found, False, node) if one_exponent else found

    return low.expr.elementwise([x, y], one, node)


def _is_number(v: Val) -> bool:
    return isinstance(v, ScalarV) or (isinstance(v, (ArrayV, LazyV)) and not v.shape)


def _with_roots(low: Lowering, x: ScalarV, y: ScalarV, found: ScalarV, own: bool, node: Any) -> ScalarV:
    """The power ``found`` of ``x`` and ``y``, or the root that NumPy takes; ``own``: of an exponent of Python's, in any loop."""
    ty, k = found.ty, known_number(y.v)
    plain = not ty.is_inexact or not (ty.kind in _LOOPS or (own and y.ty.is_float)) or (k is not None and k != 0.5)
    if plain:
        return found
    if k is not None:
        return scalar_arithmetic.call_math(low, "sqrt", [low.convert(x, ty)], False, node)
    if not ty.is_float or not y.ty.is_float:
        return found
    b, base = low.b, low.convert(x, ty).v
    half = b.fcmp_ordered("==", low.convert(y, ty).v, ir.Constant(base.type, 0.5))
    zero, least = (b.fcmp_ordered("==", base, ir.Constant(base.type, bound)) for bound in (0.0, float("-inf")))
    signed = b.call(low.instance.compiler.intrinsic("llvm.copysign", base.type), [found.v, base])
    made = b.select(b.and_(half, zero), signed, found.v)  # the power, which depends on the exponent, with the sign of the root
    return ScalarV(ty, b.select(b.and_(half, least), ir.Constant(base.type, float("nan")), made))
