"""Arrays compared as a whole or within tolerances, and rounded: ``array_equal``, ``isclose``, ``allclose``, ``round``."""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from irad.frontends.python.arrays.reductions import reduce
from irad.frontends.python.core import scalar_arithmetic
from irad.frontends.python.core.conditions import FALSE, TRUE, both, choose, equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import DOUBLE, I1, ScalarV, Val
from irad.frontends.python.numeric.number_arithmetic import is_nan, same
from irad.frontends.python.numeric.registers import pair, parts_of_pair
from irad.frontends.python.sources.python_types import BOOL, FLAG, FLOAT, Scalar
from irad.frontends.python.structure.array_parts import array, constant_whole, flag

Given = dict[str, Any]


def array_equal(low: Lowering, g: Given, node: Any) -> Val:
    """Whether two arrays have the same shape and elements."""
    nans = flag(low, g.get("equal_nan"), False, "equal_nan=", node)
    a, c = array(low, g["a1"], node), array(low, g["a2"], node)
    if len(a.shape) != len(c.shape):
        return ScalarV(FLAG, FALSE)
    fits: Any = TRUE
    for n, m in zip(a.shape, c.shape, strict=True):
        fits = both(low, fits, equal(low, n, m))
    place = low.alloca(I1)
    low.b.store(fits, place)
    kinds = [Scalar(v.ty.dtype) for v in (a, c)]

    def compare() -> None:
        def one(idx: list[Any]) -> None:
            x, y = (ScalarV(k, low.arrays.element(v, idx)) for k, v in zip(kinds, (a, c), strict=True))
            alike = low.expr.scalar_compare("==", x, y, node, False).v
            if nans:
                alike = low.b.or_(alike, low.b.and_(is_nan(low, x.ty.kind, x.v), is_nan(low, y.ty.kind, y.v)))
            low.b.store(low.b.and_(low.b.load(place, typ=I1), alike), place)

        low.arrays.each(a.shape, one)

    choose(low, fits, compare, lambda: None)
    return ScalarV(FLAG, low.b.load(place, typ=I1))


def isclose(low: Lowering, g: Given, node: Any) -> Val:
    """``|a - b| <= atol + rtol * |b|``, element by element."""
    nans = flag(low, g.get("equal_nan"), False, "equal_nan=", node)
    rtol, atol = (low.convert(low.expr.as_scalar(g[k], node), FLOAT) if k in g else ScalarV(FLOAT, DOUBLE(d))
                  for k, d in (("rtol", 1e-05), ("atol", 1e-08)))  # fmt: skip

    def close(p: list[ScalarV]) -> ScalarV:
        b = low.b
        narrow = all(v.ty.parts[0].kind in ("float16", "float32") or v.ty.weak for v in p) and any(not v.ty.weak for v in p)
        part = Scalar("float32" if narrow else "float64")
        kind = Scalar("complex64" if narrow else "complex128") if any(v.ty.is_complex for v in p) else part
        x, y = (low.convert(v, kind) for v in p)
        bound, relative = (low.convert(v, part).v for v in (atol, rtol))
        far, size = (
            scalar_arithmetic.call_math(low, "absolute", [v], False, node).v
            for v in (low.expr.scalar_binary(ast.Sub(), x, y, node, False), y)
        )
        most = b.fadd(bound, b.fmul(relative, size))
        zero = b.fsub(size, size)
        near = b.and_(b.fcmp_ordered("<=", far, most), b.fcmp_ordered("ord", zero, zero))
        found = b.or_(near, same(low, kind.kind, x.v, y.v))
        if nans:
            found = b.or_(found, b.and_(is_nan(low, kind.kind, x.v), is_nan(low, kind.kind, y.v)))
        return ScalarV(BOOL, found)

    return low.expr.elementwise([g["a"], g["b"]], close, node)


def allclose(low: Lowering, g: Given, node: Any) -> Val:
    found = isclose(low, g, node)
    if not isinstance(found, ScalarV):
        found = reduce(low, "all", found, None, node)
    assert isinstance(found, ScalarV)
    return ScalarV(FLAG, found.v)


def rounded(low: Lowering, g: Given, node: Any) -> Val:
    """``np.round(a, decimals)``: to even; its derivative is zero."""
    decimals = constant_whole(low, g.get("decimals"), 0, "decimals=", node)
    if abs(decimals) > 300:
        low.unsupported(node, f"np.round to {decimals} decimals is not supported")

    def one(p: list[ScalarV]) -> ScalarV:
        (v,) = p
        if v.ty.kind == "bool":
            low.unsupported(node, "np.round of truth values is not supported")
        if v.ty.is_complex:
            parts = [one([ScalarV(ty, x)]).v for ty, x in zip(v.ty.parts, parts_of_pair(low.b, v.v), strict=True)]
            return ScalarV(Scalar(v.ty.kind), pair(low.b, *parts))
        if not v.ty.is_inexact:
            if decimals >= 0:
                return ScalarV(Scalar(v.ty.kind), v.v)
            tens = ScalarV(FLOAT, DOUBLE(float(10 ** abs(decimals))))
            shares = low.expr.scalar_binary(ast.Div(), low.convert(v, FLOAT), tens, node, False)
            near = scalar_arithmetic.call_math(low, "rint", [shares], False, node)
            return low.convert(low.expr.scalar_binary(ast.Mult(), near, tens, node, False), Scalar(v.ty.kind))
        if decimals == 0:
            return scalar_arithmetic.call_math(low, "rint", p, False, node)
        scale = ScalarV(Scalar(v.ty.kind), ir.Constant(v.v.type, float(10 ** abs(decimals))))
        up, down = (ast.Mult(), ast.Div()) if decimals > 0 else (ast.Div(), ast.Mult())
        made = low.expr.scalar_binary(up, v, scale, node, False)
        whole = scalar_arithmetic.call_math(low, "rint", [made], False, node)
        return low.expr.scalar_binary(down, whole, scale, node, False)

    return low.expr.elementwise([g["a"]], one, node)
