"""NumPy's functions of one element, or of several at the same place: mathematical ones, choices, conversions."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import array_or_number
from irad.frontends.python.core import checked_integers, integers, scalar_arithmetic
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, NoneV, ScalarV, Val, const
from irad.frontends.python.numeric import complex_arithmetic
from irad.frontends.python.numeric.number_arithmetic import is_nan, ordered
from irad.frontends.python.numeric.registers import choice, number_constant
from irad.frontends.python.sources.python_types import BOOL, INT, Array, Scalar, Ty

Args = list[Val]
Keywords = dict[str, Val]


def ufunc(low: Lowering, name: str, args: Args, node: Any) -> Val:
    return low.expr.elementwise(list(args), lambda p: scalar_arithmetic.call_math(low, name, p, False, node), node)


def cast(low: Lowering, args: Args, kind: str | None, node: Any) -> Val:
    if kind is None:
        low.unsupported(node, "this type is not supported")
    ty = Scalar(kind or "")
    if isinstance(args[0], (ArrayV, LazyV, ScalarV)):
        check_cast(low, args[0].ty, ty, node)
    if isinstance(args[0], (ArrayV, LazyV)) and args[0].shape:
        return low.expr.elementwise([args[0]], lambda p: low.convert(p[0], ty), node)
    given = low.expr.as_scalar(args[0], node)
    return checked_integers.stored(low, given, ty, node) if given.ty.weak else low.convert(given, ty)  # NumPy's only warn


def check_cast(low: Lowering, ty: Ty, to: Scalar, node: Any) -> None:
    """Refuse to cast complex numbers to real ones."""
    given = ty if isinstance(ty, Scalar) else Scalar(ty.dtype) if isinstance(ty, Array) else to
    if given.is_complex and not to.is_complex and to.kind != "bool":
        text = "Casting complex values to real discards the imaginary part"
        low.wrong(node, text, "write z.real (in NumPy this is a warning)")


def _bound(low: Lowering, v: ScalarV, ty: Scalar) -> ScalarV:
    """A number as the type in which `clip` compares: beyond it, a bound of Python's is the last number of the type."""
    if not (v.ty.weak and v.ty.is_integer and ty.is_integer) or ty.kind == "int64":
        return low.convert(v, ty)
    n = integers.exact(v)
    if n is not None:
        return ScalarV(ty, number_constant(ty.kind, min(max(n, ty.dtype.least), ty.dtype.most)))
    b, d = low.b, ty.dtype
    least, most = const(d.least), const(min(d.most, 2**63 - 1))
    inside = b.select(b.icmp_signed("<", v.v, least), least, v.v)
    inside = b.select(b.icmp_signed(">", inside, most), most, inside)
    return low.convert(ScalarV(INT, inside), ty)


def where(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if len(args) != 3:
        low.unsupported(node, "np.where of two arguments is not supported", "give one or three")

    def choose(p: list[ScalarV]) -> ScalarV:
        ty = scalar_arithmetic.planned(low, "where", p[1:], node, False).result
        condition, x, y = (low.convert(v, to).v for v, to in zip(p, (BOOL, ty, ty), strict=True))
        return ScalarV(ty, choice(low.b, condition, x, y))

    return low.expr.elementwise(args, choose, node, array=True)


def finite(low: Lowering, x: LazyV, instead: dict[str, ScalarV], node: Any) -> Val:
    """Numbers in the place of ``nan``, ``posinf`` and ``neginf``: where ``x`` is computed, which gets no adjoint then."""
    ty = Scalar(x.ty.dtype)
    most = float(np.finfo(ty.kind).max)
    known = {name: number_constant(ty.kind, v) for name, v in (("nan", 0.0), ("posinf", most), ("neginf", -most))}
    known |= {name: low.convert(v, ty).v for name, v in instead.items()}

    def choose(p: list[ScalarV]) -> ScalarV:
        b, v = low.b, p[0].v
        out = choice(b, is_nan(low, ty.kind, v), known["nan"], v)
        for name, bound in (("posinf", math.inf), ("neginf", -math.inf)):
            out = choice(b, b.fcmp_ordered("==", v, number_constant(ty.kind, bound)), known[name], out)
        return ScalarV(ty, out)

    return low.expr.elementwise([x], choose, node)


def extremum(less: bool, keeps_nan: bool = True) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        def pick(p: list[ScalarV]) -> ScalarV:
            ty = scalar_arithmetic.planned(low, "minimum" if less else "maximum", p, node, False).result
            return _extreme(low, less, low.convert(p[0], ty), low.convert(p[1], ty), keeps_nan)

        return low.expr.elementwise(args, pick, node)

    return handler


def _extreme(low: Lowering, less: bool, x: ScalarV, y: ScalarV, keeps_nan: bool = True) -> ScalarV:
    """The smaller or larger one of two numbers of one type."""
    if x.ty.is_float:
        name = "llvm." + ("min" if less else "max") + ("imum" if keeps_nan else "num")
        return ScalarV(x.ty, low.b.call(low.instance.compiler.intrinsic(name, x.v.type), [x.v, y.v]))
    second = ordered(low, x.ty.kind, "<" if less else ">", y.v, x.v)
    if x.ty.is_complex:
        first_nan, second_nan = (is_nan(low, x.ty.kind, v) for v in (x.v, y.v))
        lost, kept = (second_nan, first_nan) if keeps_nan else (first_nan, second_nan)
        second = low.b.and_(low.b.or_(second, lost), low.b.not_(kept))
    return ScalarV(x.ty, choice(low.b, second, y.v, x.v))


def sign_of(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    def sign(p: list[ScalarV]) -> ScalarV:
        ty = scalar_arithmetic.planned(low, "sign", p, node, False).result
        if ty.is_complex:
            return ScalarV(ty, complex_arithmetic.sign(low, low.convert(p[0], ty).v))
        v, zero = low.convert(p[0], ty), ScalarV(ty, zero_of(ty.kind))
        up, down = low.expr.scalar_compare(">", v, zero).v, low.expr.scalar_compare("<", v, zero).v
        difference = low.b.sub(low.b.zext(up, const(0).type), low.b.zext(down, const(0).type))
        made = low.convert(ScalarV(INT, difference), ty)
        nan = low.b.fcmp_unordered("uno", v.v, v.v) if ty.is_float else None
        return made if nan is None else ScalarV(ty, low.b.select(nan, v.v, made.v))

    return low.expr.elementwise(args, sign, node)


def square(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    def square(p: list[ScalarV]) -> ScalarV:
        x = low.convert(p[0], Scalar(scalar_arithmetic.planned(low, "square", p, node, False).loop))  # a truth value as int8
        return low.expr.scalar_binary(ast.Mult(), x, x, node, False)

    return low.expr.elementwise(args, square, node)


def clip(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``np.clip``: all three decide the type; for NumPy the first is an array (of no axes), so not one of Python's numbers."""
    given = {**dict(zip(("a", "a_min", "a_max"), args, strict=False)), **kw}
    if ("min" in given or "max" in given) and ("a_min" in given or "a_max" in given):
        low.wrong(node, "np.clip() takes min and max, or a_min and a_max")
    ends = (given.get("a_min", given.get("min")), given.get("a_max", given.get("max")))
    bounds = [None if isinstance(v, NoneV) else v for v in ends]
    a, (least, most) = array_or_number(low, given["a"], node), bounds
    if least is not None and most is not None:

        def clip(p: list[ScalarV]) -> ScalarV:
            ty = scalar_arithmetic.planned(low, "clip", p, node, False).result
            x, lower, upper = (_bound(low, v, ty) for v in p)
            return _extreme(low, True, _extreme(low, False, x, lower), upper)

        return low.expr.elementwise([a, least, most], clip, node)
    for bound, less in ((least, False), (most, True)):
        if bound is not None:
            return extremum(less)(low, [a, bound], {}, node)
    return reshaping.copied(low, a, "K") if a.shape else low.expr.as_scalar(a, node)
