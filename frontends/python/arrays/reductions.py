"""Reductions of arrays over all axes or some."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from irad.frontends.python.core import memory_order
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.conditions import asked, choose
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I64,
    REGISTER,
    ArrayV,
    LazyV,
    NoneV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
    without_axes,
)
from irad.frontends.python.linalg.blas_calls import least
from irad.frontends.python.numeric.number_arithmetic import divided, is_nan, ordered, plus, same, settled, times
from irad.frontends.python.numeric.registers import choice, number_constant, parts_of_pair
from irad.frontends.python.sources.dtypes import DTYPES, accumulated_kind
from irad.frontends.python.sources.python_types import INT, Array, Scalar
from irad.rules.formulas.numpy_symbols import VALUES_ONLY

_EXTREMES = ("min", "max", "argmin", "argmax")
_BLOCK = 512  # elements that are compared at a time


@dataclass
class _Compared(LazyV):
    """An expression whose extreme is searched: its values in memory, so that each read gives the same value.

    (As vectors, and with ``fastmath``, an expression may have other last digits than by itself.)
    """

    values: ArrayV | LazyV | None = None


def _compared(v: ArrayV | LazyV) -> ArrayV | LazyV:
    return v.values if isinstance(v, _Compared) and v.values is not None else v


def reduce(low: Lowering, name: str, v: Val, axis: Val | None, node: Any, keepdims: Val | None = None) -> Val:
    """sum, prod, min, max, mean, any, all, argmin, argmax; over all axes or some, which ``keepdims`` leaves with one element."""
    name = {"amin": "min", "amax": "max"}.get(name, name)
    kept = low.truth(keepdims, node) if keepdims is not None else None
    if kept is not None and not isinstance(kept, ir.Constant):
        low.demand(node, keepdims)
        low.unsupported(node, "keepdims= must be a constant")
    v = without_axes(v) if isinstance(v, ScalarV) else v
    assert isinstance(v, (ArrayV, LazyV))
    if name == "mean" and v.ty.dtype == "float16":  # as NumPy: computed in float32
        return as_kind(low, reduce(low, name, as_kind(low, v, "float32", node), axis, node, keepdims), "float16", node)
    ndim = v.ty.ndim
    axes = reduced_axes(low, axis, ndim, node)
    if isinstance(axis, TupleV) and name.startswith("arg"):
        low.wrong(node, f"{name}() is over one axis or over all")
    if name in _EXTREMES and isinstance(v, LazyV):
        v = _Compared(v.ty, v.shape, v.at, v.reads, v.strides, values=low.arrays.in_memory(v))
    if len(axes) == ndim:
        out: Val = reduce_all(low, name, v, node)
    else:
        out = v if axes else low.arrays.copy(v, memory_order.like(low, v))
        for k in reversed(axes):
            out = reduce_axis(low, name, out, k, node)
    return _widened(low, out, axes, ndim) if kept is not None and kept.constant else out


def as_kind(low: Lowering, v: Val, kind: str, node: Any) -> Val:
    """A number, or the numbers of an array, as another dtype."""
    return low.expr.elementwise([v], lambda p: low.convert(p[0], Scalar(kind)), node, array=not isinstance(v, ScalarV))


def reduced_axes(low: Lowering, axis: Val | None, ndim: int, node: Any) -> list[int]:
    """``axis=``: an integer, several, or None for all."""
    if axis is None or isinstance(axis, NoneV):
        return list(range(ndim))
    items = axis.items if isinstance(axis, TupleV) else [axis]
    given = [known_int(i.v) if isinstance(i, ScalarV) else None for i in items]
    out = []
    for k in given:
        if k is None:
            low.demand(node, axis)
            low.unsupported(node, "axis= must be a constant integer, or several")
        assert k is not None
        if not -ndim <= k < ndim:
            low.wrong(node, f"axis {k} is out of bounds for an array of {ndim} axes")
        out.append(k % ndim)
    if len(set(out)) != len(out):
        low.wrong(node, "an axis is named twice")
    return sorted(out)


def variance(low: Lowering, v: Val, axis: Val | None, ddof: Val | None, keepdims: Val | None, node: Any) -> Val:
    """var: the sum of squared deviations from the mean, divided by the number of elements less ``ddof``."""
    expr = low.expr
    assert isinstance(v, (ArrayV, LazyV))
    if v.ty.dtype == "float16":  # as NumPy: computed in float32
        wide = low.arrays.in_memory(as_kind(low, v, "float32", node))
        return as_kind(low, variance(low, wide, axis, ddof, keepdims, node), "float16", node)
    a = low.arrays.in_memory(v)
    mean = reduce(low, "mean", a, axis, node, expr.constant(True, node))
    rest = expr.binary(ast.Sub(), a, mean, node)
    total = reduce(low, "sum", expr.elementwise([rest], lambda p: _squared_size(low, p[0], node), node), axis, node, keepdims)
    count = low.arrays.size([a.shape[k] for k in reduced_axes(low, axis, a.ty.ndim, node)])
    number: Val = ScalarV(INT, count)
    if ddof is not None:
        number = expr.binary(ast.Sub(), number, ddof, node)
    kind = Scalar(total.ty.kind if isinstance(total, ScalarV) else total.ty.dtype)
    number = low.convert(expr.as_scalar(number, node), kind)
    few = low.b.fcmp_ordered("<", number.v, number.v.type(0.0))
    number = ScalarV(kind, low.b.select(few, number.v.type(0.0), number.v))
    return expr.elementwise([total, number], lambda p: ScalarV(kind, low.b.fdiv(p[0].v, p[1].v)), node)


def _squared_size(low: Lowering, x: ScalarV, node: Any) -> ScalarV:
    if not x.ty.is_complex:
        return low.expr.scalar_binary(ast.Mult(), x, x, node)
    squares = [low.b.fmul(p, p) for p in parts_of_pair(low.b, x.v)]
    return ScalarV(Scalar(x.ty.dtype.parts[0]), low.b.fadd(*squares))


def root_of_variance(low: Lowering, v: Val, node: Any) -> Val:
    """std; its derivative at zero, where the root has none, is taken as zero in both modes, as for the norm."""

    def root(p: list[ScalarV]) -> ScalarV:
        (x,) = p
        zero = low.b.fcmp_ordered("==", x.v, x.v.type(0.0))
        safe = low.b.select(zero, x.v.type(1.0), x.v)
        made = low.b.call(low.instance.compiler.intrinsic("llvm.sqrt", safe.type), [safe])
        return ScalarV(x.ty, settled(low, x.ty.kind, low.b.select(zero, x.v.type(0.0), made)))

    return low.expr.elementwise([v], root, node)


def _widened(low: Lowering, v: Val, axes: list[int], ndim: int) -> Val:
    """The result of a reduction with the reduced axes kept, of one element each."""
    if isinstance(v, ScalarV):
        if not ndim:
            return v
        a = low.arrays.allocate(v.ty.kind, [])
        low.arrays.store(a, [], v.v)
    else:
        a = low.arrays.in_memory(v)
    rest, steps = iter(a.shape), iter(a.strides)
    shape = [const(1) if k in axes else next(rest) for k in range(ndim)]
    layout = a.ty.layout if a.ty.ndim != 1 else "C"
    known = layout in ("C", "F")
    if known:
        strides = memory_order.contiguous(low, layout, shape)
    else:
        strides = [const(0) if k in axes else next(steps) for k in range(ndim)]
    return ArrayV(Array(a.ty.dtype, ndim, layout), a.data, shape, strides, a.origin)


def _kind(name: str, kind: str) -> str:
    if name in ("any", "all"):
        return "bool"
    if name in ("argmin", "argmax"):
        return "int64"
    if name in ("sum", "prod"):
        return accumulated_kind(kind)
    if name == "mean" and not DTYPES[kind].is_inexact:
        return "float64"
    return kind


def reduce_all(low: Lowering, name: str, v: Val, node: Any) -> ScalarV:
    """Over all elements, in C order, one running value; a sum in any order, as in NumPy."""
    assert isinstance(v, (ArrayV, LazyV))
    kind = _kind(name, v.ty.dtype)
    t = REGISTER[kind]
    size = low.arrays.size(v.shape)
    if name in _EXTREMES:
        _check_some(low, name, size, node)
        return _extreme(low, name, v)
    place = low.alloca(t)
    low.b.store(_start(name, kind), place)

    def body(idx: list[Any]) -> None:
        x = low.convert(ScalarV(Scalar(v.ty.dtype), low.arrays.element(v, idx)), Scalar(kind)).v
        old = low.b.load(place, typ=t)
        low.b.store(_combine(low, name, kind, old, x, ("reassoc",)), place)

    low.arrays.each_even(v.shape, body, "C", v.stretched if isinstance(v, LazyV) else ())
    return ScalarV(Scalar(kind), settled(low, kind, _finish(low, name, kind, low.b.load(place, typ=t), size)))


def _check_some(low: Lowering, name: str, size: Any, node: Any) -> None:
    text = f"attempt to get {name} of an empty sequence"
    if not name.startswith("arg"):
        text = f"zero-size array to reduction operation {name[-3:]}imum which has no identity"
    low.check(low.b.icmp_signed(">", size, const(0)), ValueError, text, node)


def _finish(low: Lowering, name: str, kind: str, x: Any, size: Any) -> Any:
    return divided(low, kind, x, size) if name == "mean" else x


def _start(name: str, kind: str) -> Any:
    if name in ("sum", "mean", "any"):
        return zero_of(kind)
    return number_constant(kind, 1)


def _combine(low: Lowering, name: str, kind: str, old: Any, x: Any, flags: tuple[str, ...] = ()) -> Any:
    b = low.b
    if name in ("sum", "mean"):
        return plus(low, kind, old, x, flags)
    if name == "prod":
        return settled(low, kind, times(low, kind, old, x))
    return b.or_(old, x) if name == "any" else b.and_(old, x)


# ---- extremes


def _extreme(low: Lowering, name: str, v: ArrayV | LazyV) -> ScalarV:
    """min, max and their positions: the first extreme element wins; nan wins over all.

    The values are compared as vectors, a block at a time; then the element is searched in its block.  Only that element has a
    derivative.  (With ``fastmath`` and a nan there may be no equal element: then it is the last one.)
    """
    compared = _compared(v)
    kind = v.ty.dtype
    t = REGISTER[kind]
    *outer, n = v.shape or [const(1)]
    best, begin = low.alloca(t), [low.alloca(I64) for _ in [*outer, n]]
    low.b.store(low.arrays.element(compared, [const(0)] * len(v.shape)), best)
    for place in begin:
        low.b.store(const(0), place)

    def at(idx: list[Any]) -> Any:
        return low.arrays.element(compared, idx if v.shape else [])

    def block(idx: list[Any]) -> None:
        *rest, which = idx
        first = low.arrays.mul(which, const(_BLOCK))
        start = at([*rest, first])
        found = low.alloca(t)
        low.b.store(start, found)
        low.counted(least(low, low.b.sub(n, first), const(_BLOCK)), lambda i: one([*rest, low.arrays.add(first, i)], found))
        b = low.b
        x, old = b.load(found, typ=t), b.load(best, typ=t)
        better = _better(low, name, kind, x, old)
        b.store(choice(b, better, x, old), best)
        for place, k in zip(begin, [*rest, first], strict=True):
            b.store(b.select(better, k, b.load(place, typ=I64)), place)

    def one(idx: list[Any], found: Any) -> None:
        low.b.store(_further(low, name, kind, low.b.load(found, typ=t), at(idx)), found)

    blocks = low.b.sdiv(low.b.add(n, const(_BLOCK - 1)), const(_BLOCK))
    low.arrays.each([*outer, blocks], block)
    extreme = low.b.load(best, typ=t)
    *rest, first = (low.b.load(place, typ=I64) for place in begin)
    last = low.b.sub(least(low, n, low.arrays.add(first, const(_BLOCK))), const(1))
    where = [*rest, _look_for(low, first, last, lambda i: _is(low, kind, at([*rest, i]), extreme))]
    if not name.startswith("arg"):
        return ScalarV(Scalar(kind), low.arrays.element(v, where if v.shape else []))
    position: Any = const(0)
    for i, size in zip(where, [*outer, n], strict=True):
        position = low.arrays.add(low.arrays.mul(position, size), i)
    return ScalarV(INT, position)


def _further(low: Lowering, name: str, kind: str, x: Any, y: Any) -> Any:
    """The smaller or larger one of two; nan if one is nan."""
    less = name.endswith("min")
    if DTYPES[kind].is_float:
        return low.b.call(low.instance.compiler.intrinsic("llvm.minimum" if less else "llvm.maximum", x.type), [x, y])
    return choice(low.b, _better(low, name, kind, y, x), y, x)


def _better(low: Lowering, name: str, kind: str, x: Any, old: Any) -> Any:
    b, sign = low.b, "<" if name.endswith("min") else ">"
    better = ordered(low, kind, sign, x, old)
    if not DTYPES[kind].is_inexact:
        return better
    return b.or_(better, b.and_(is_nan(low, kind, x), b.not_(is_nan(low, kind, old))))


def _is(low: Lowering, kind: str, x: Any, extreme: Any) -> Any:
    """Whether ``x`` equals the extreme or is nan.  (The extreme is nan if any element is.)"""
    equal = same(low, kind, x, extreme)
    return low.b.or_(equal, is_nan(low, kind, x)) if DTYPES[kind].is_inexact else equal


def _look_for(low: Lowering, first: Any, last: Any, found: Callable[[Any], Any]) -> Any:
    """The first index from ``first`` on that is it, or ``last``."""
    head, following, done = (low.fn.append_basic_block(name) for name in ("look", "further", "found"))
    before = low.b.block
    low.b.branch(head)
    low.b = ir.IRBuilder(head)
    i = low.b.phi(I64)
    i.add_incoming(first, before)
    bit = found(i)
    low.b.cbranch(low.b.or_(bit, low.b.icmp_signed(">=", i, last)), done, following)
    low.b = ir.IRBuilder(following)
    i.add_incoming(low.b.add(i, const(1), flags=["nuw", "nsw"]), following)
    low.b.branch(head)
    low.b = ir.IRBuilder(done)
    return i


# ---- over one axis


def reduce_axis(low: Lowering, name: str, v: Val, axis: int, node: Any) -> Val:
    """Over one axis, counted from the first one."""
    assert isinstance(v, (ArrayV, LazyV))
    if len(v.shape) == 1:
        return reduce_all(low, name, v, node)
    if name in _EXTREMES:  # also where there are no lines
        _check_some(low, name, v.shape[axis], node)
    if axis < len(v.shape) - 1:
        return _across(low, name, v, axis)
    kind = _kind(name, v.ty.dtype)
    out = low.arrays.allocate(kind, v.shape[:-1], _remaining(low, name, v, axis))

    def one(idx: list[Any]) -> None:
        line = _line(low, v, idx)

        def searched() -> None:
            low.arrays.store(out, idx, reduce_all(low, name, line, node).v)

        if _has_value(name, v):
            choose(low, asked(low, VALUES_ONLY), lambda: low.arrays.store(out, idx, _value(low, name, line)), searched)
        else:
            searched()

    low.arrays.each(out.shape, one)
    return out


def _has_value(name: str, v: ArrayV | LazyV) -> bool:
    """Whether it is an extreme that can be found without its place, which only its derivative needs."""
    return name in ("min", "max") and not DTYPES[v.ty.dtype].is_complex


def _value(low: Lowering, name: str, line: LazyV) -> Any:
    """The extreme of a line, which has elements."""
    t, compared = REGISTER[line.ty.dtype], _compared(line)
    best = low.alloca(t)
    low.b.store(low.arrays.element(compared, [const(0)]), best)

    def one(k: Any) -> None:
        x = low.arrays.element(compared, [k])
        low.b.store(_further(low, name, line.ty.dtype, low.b.load(best, typ=t), x), best)

    low.counted(line.shape[0], one)
    return low.b.load(best, typ=t)


def _remaining(low: Lowering, name: str, v: ArrayV | LazyV, axis: int) -> memory_order.LayoutPlan:
    """The memory order of a reduction over one axis: that of the other axes; for positions always by rows."""
    others = [k for k in range(len(v.shape)) if k != axis]
    return memory_order.BY_ROWS if name.startswith("arg") else memory_order.like(low, v, others)


def _line(low: Lowering, v: ArrayV | LazyV, idx: list[Any]) -> LazyV:
    """The line of elements along the last axis."""

    def along(x: ArrayV | LazyV) -> Callable[[list[Any]], Any]:
        return lambda k: low.arrays.element(x, [*idx, k[0]])

    ty, shape = Array(v.ty.dtype, 1, "C"), [v.shape[-1]]
    return _Compared(ty, shape, along(v), values=LazyV(ty, shape, along(_compared(v))))


def _across(low: Lowering, name: str, v: ArrayV | LazyV, axis: int) -> ArrayV:
    """Over one axis that is not the last: all running values at once, in memory order."""
    ahead, rest = v.shape[:axis], v.shape[axis + 1 :]
    kind, shape = _kind(name, v.ty.dtype), [*ahead, *rest]
    arrays = low.arrays
    out = arrays.allocate(kind, shape, _remaining(low, name, v, axis))
    if _has_value(name, v):
        choose(
            low, asked(low, VALUES_ONLY), lambda: _values_across(low, name, v, axis, out), lambda: _steps(low, name, v, axis, out)
        )
    else:
        _steps(low, name, v, axis, out)
    return out


def _values_across(low: Lowering, name: str, v: ArrayV | LazyV, axis: int, out: ArrayV) -> None:
    """Extremes without their places."""
    arrays, compared = low.arrays, _compared(v)
    arrays.each(out.shape, lambda idx: arrays.store(out, idx, arrays.element(compared, [*idx[:axis], const(0), *idx[axis:]])))

    def step(idx: list[Any]) -> None:
        place, x = [*idx[:axis], *idx[axis + 1 :]], arrays.element(compared, idx)
        arrays.store(out, place, _further(low, name, v.ty.dtype, arrays.load(out, place), x))

    arrays.each(v.shape, step)


def _steps(low: Lowering, name: str, v: ArrayV | LazyV, axis: int, out: ArrayV) -> None:
    """All running values at once; of extremes the places, too."""
    ahead, count, rest = v.shape[:axis], v.shape[axis], v.shape[axis + 1 :]
    kind, shape = _kind(name, v.ty.dtype), [*ahead, *rest]
    arrays, extreme = low.arrays, name in _EXTREMES
    best = arrays.allocate(v.ty.dtype, shape) if extreme else out
    where = arrays.allocate("int64", shape) if extreme else out

    def begin(idx: list[Any]) -> None:
        if extreme:
            arrays.store(best, idx, arrays.element(_compared(v), [*idx[:axis], const(0), *idx[axis:]]))
            arrays.store(where, idx, const(0))
        else:
            arrays.store(out, idx, _start(name, kind))

    def step(idx: list[Any]) -> None:
        place, k, x = [*idx[:axis], *idx[axis + 1 :]], idx[axis], arrays.element(_compared(v), idx)
        if extreme:
            old = arrays.load(best, place)
            better = _better(low, name, v.ty.dtype, x, old)
            arrays.store(best, place, choice(low.b, better, x, old))
            arrays.store(where, place, low.b.select(better, k, arrays.load(where, place)))
        else:
            y = low.convert(ScalarV(Scalar(v.ty.dtype), x), Scalar(kind)).v
            arrays.store(out, place, _combine(low, name, kind, arrays.load(out, place), y))

    def end(idx: list[Any]) -> None:
        if extreme:
            k = arrays.load(where, idx)
            arrays.store(out, idx, k if name.startswith("arg") else arrays.element(v, [*idx[:axis], k, *idx[axis:]]))
        else:
            arrays.store(out, idx, _finish(low, name, kind, arrays.load(out, idx), count))

    arrays.each(shape, begin)
    arrays.each([*ahead, count, *rest], step)
    if extreme or name == "mean":
        arrays.each(shape, end)
