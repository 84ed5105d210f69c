"""Python's built-in functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from irad.frontends.python.arrays.array_arguments import as_array
from irad.frontends.python.arrays.elementwise import ufunc
from irad.frontends.python.arrays.reductions import reduce
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.containers import fixed_containers, list_values
from irad.frontends.python.core import checked_integers, integers
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    REGISTER,
    ArrayV,
    LazyV,
    ListV,
    RangeV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.functions.array_items import largest, smallest
from irad.frontends.python.numeric.registers import pair, parts_of_pair
from irad.frontends.python.sources.dtypes import accumulated_kind
from irad.frontends.python.sources.python_types import BOOL, FLAG, WHOLE, Form, Scalar, join

Args = list[Val]
Keywords = dict[str, Val]


def _abs(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return ufunc(low, "abs", args, node)


def _iterated(low: Lowering, v: Val, name: str, node: Any) -> Val:
    """An array whose items are numbers, for functions that iterate over their argument."""
    axes = len(v.shape) if isinstance(v, (ArrayV, LazyV)) else 1
    if axes != 1:
        low.unsupported(node, f"Python's {name}() of an array with {axes} axes is not supported", f"use np.{name}(x)")
    return v


def _minmax(less: bool) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        if len(args) == 1:
            only = fixed_containers.as_iterated(low, args[0], node)
            if not isinstance(only, TupleV):
                found = _iterated(low, as_array(low, only, node), "min" if less else "max", node)
                return call_python(low, smallest if less else largest, [found], {}, node)
            if not only.items:
                low.wrong(node, f"{'min' if less else 'max'}() of an empty container")
            args = only.items
        out = low.expr.as_scalar(args[0], node)
        for a in args[1:]:
            b = low.expr.as_scalar(a, node)
            known = integers.folded_call(low, min if less else max, [out, b], node)
            if known is not None:
                out = known
                continue
            ty = join(out.ty, b.ty)
            assert isinstance(ty, Scalar)
            second = low.expr.scalar_compare("<" if less else ">", b, out, node).v
            x, y = integers.kept(low, out, ty), integers.kept(low, b, ty)
            out = ScalarV(ty, low.b.select(second, y.v, x.v))
        return out

    return handler


def _len(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = args[0]
    if isinstance(v, TupleV) and not (v.form is not None and v.form.kind == "dataclass"):
        return ScalarV(WHOLE, const(len(v.items)))
    if isinstance(v, ListV):
        return ScalarV(WHOLE, v.count)
    if isinstance(v, (ArrayV, LazyV)) and v.shape:
        return ScalarV(WHOLE, v.shape[0])
    if isinstance(v, RangeV):
        count = low.expr.counted(v, node)[0]
        low.check(low.b.icmp_signed("!=", count, const(2**63 - 1)), OverflowError, "range() has too many items", node)
        return ScalarV(WHOLE, count)
    return low.wrong(node, f"{v.ty} has no len()")


def _range(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    values = []
    for a in args:
        if not isinstance(a, ScalarV) or a.ty.is_inexact or a.ty == BOOL:
            low.wrong(node, "range() takes integers")
        values.append(low.word(a))
    if len(values) == 1:
        return RangeV(const(0), values[0], const(1))
    if len(values) == 2:
        return RangeV(values[0], values[1], const(1))
    step = values[2]
    if known_int(step) == 0:
        low.wrong(node, "range() arg 3 must not be zero")
    if known_int(step) is None:
        low.check(low.b.icmp_signed("!=", step, const(0)), ValueError, "range() arg 3 must not be zero", node)
    return RangeV(values[0], values[1], step)


def _cast(kind: str) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        given = low.expr.as_scalar(args[0], node)
        if kind == "int64" and integers.exact(given) is not None:
            return given
        if kind == "int64":
            return checked_integers.to_integer(low, given, node)
        if given.ty.is_complex:
            low.wrong(node, "float() argument must be a string or a real number, not 'complex'", "write z.real, or abs(z)")
        return ScalarV(Scalar(kind, weak=True), low.convert(given, Scalar(kind)).v)

    return handler


def _complex(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    ty = Scalar("complex128", weak=True)
    values = [low.convert(low.expr.as_scalar(kw.get(k, a), node), ty) for k, a in zip(("real", "imag"), args, strict=False)]
    if not values:
        return low.expr.constant(0j, node)
    if len(values) == 1:
        return values[0]
    (a, c), (d, e) = (parts_of_pair(low.b, v.v) for v in values)
    if all(not low.expr.as_scalar(v, node).ty.is_complex for v in args[:2]):
        return ScalarV(ty, pair(low.b, a, d))
    return ScalarV(ty, pair(low.b, low.b.fsub(a, e), low.b.fadd(c, d)))


def _bool(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return ScalarV(FLAG, low.truth(args[0], node))


def _sum(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    items = fixed_containers.as_iterated(low, args[0], node)
    start = args[1] if len(args) > 1 else None
    if isinstance(items, TupleV):
        out = start or ScalarV(WHOLE, const(0))
        for i in items.items:
            out = low.expr.binary(ast.Add(), out, i, node)
        return out
    if isinstance(items, RangeV) or (isinstance(items, ListV) and items.ty.item == WHOLE):
        return _summed(low, items, start, node)
    if (isinstance(items, (ArrayV, LazyV)) and accumulated_kind(items.ty.dtype) != items.ty.dtype) or _is_half(items):
        kind = Scalar(items.ty.dtype)
        if kind.kind != "bool":
            return _summed(low, _iterated(low, items, "sum", node), start, node, kind)
    total = reduce(low, "sum", _iterated(low, as_array(low, items, node), "sum", node), None, node)
    return total if start is None else low.expr.binary(ast.Add(), start, total, node)


def _is_half(v: Any) -> bool:
    return isinstance(v, (ArrayV, LazyV)) and v.ty.dtype == "float16"


def _summed(low: Lowering, items: Any, start: Val | None, node: Any, ty: Scalar = WHOLE) -> Val:
    """``sum`` of numbers whose count is not known at compile time: Python's integers, or NumPy's that wrap in their own dtype."""
    t = REGISTER[ty.kind]
    place = low.alloca(t)
    low.b.store(zero_of(ty.kind), place)
    count, item = low.expr.counted(items, node)

    def add(k: Any) -> None:
        old = ScalarV(ty, low.b.load(place, typ=t))
        new = low.expr.scalar_binary(ast.Add(), old, item(k), node).v  # behind a check: in another block
        low.b.store(new, place)

    low.counted(count, add)
    total = ScalarV(ty, low.b.load(place, typ=t))
    return total if start is None else low.expr.binary(ast.Add(), start, total, node)


def _round(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = low.expr.as_scalar(args[0], node)
    if v.ty.is_complex:
        low.wrong(node, "type complex doesn't define __round__ method")
    if not v.ty.is_float:
        return checked_integers.to_integer(low, v, node)
    r = low.b.call(low.instance.compiler.intrinsic("llvm.rint", v.v.type), [v.v])
    return checked_integers.to_integer(low, ScalarV(v.ty, r), node)


def _pow(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return low.expr.binary(ast.Pow(), args[0], args[1], node)


def _divmod(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return TupleV([low.expr.binary(op, args[0], args[1], node) for op in (ast.FloorDiv(), ast.Mod())])


def _tuple(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = fixed_containers.as_iterated(low, args[0], node) if args else TupleV([])
    if isinstance(v, TupleV):
        return TupleV(v.items)
    return low.unsupported(node, "tuple() of something of unknown length is not supported")


def _list(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if not args:
        return list_values.empty(low, node)
    return TupleV(_tuple(low, args, kw, node).items, Form("list"))  # type: ignore[attr-defined]


def _dict(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if args:
        low.unsupported(node, "dict() of this is not supported in compiled functions", "write dict(a=..., b=...)")
    return TupleV([low.expr.stable(v) for v in kw.values()], Form("dict", tuple(kw)))


TABLE: dict[Any, Callable[..., Val]] = {
    abs: _abs, min: _minmax(True), max: _minmax(False), len: _len, range: _range, float: _cast("float64"), int: _cast("int64"),
    bool: _bool, complex: _complex, sum: _sum, round: _round, pow: _pow, divmod: _divmod, tuple: _tuple,
    list: _list, dict: _dict,
}  # fmt: skip
