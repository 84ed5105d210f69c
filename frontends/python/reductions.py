"""Reductions of arrays over all axes or one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir

from irad.frontends.python.arrays import zero_of
from irad.frontends.python.types import INT, Array, Scalar
from irad.frontends.python.values import I64, REGISTER, ArrayV, LazyV, NoneV, ScalarV, Val, const, known_int

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering


def reduce(low: Lowering, name: str, v: Val, axis: Val | None, node: Any, keepdims: Val | None = None) -> Val:
    """sum, prod, min, max, mean, any, all, argmin, argmax; over all axes or one, which ``keepdims`` leaves with one element."""
    name = {"amin": "min", "amax": "max"}.get(name, name)
    kept = low.truth(keepdims, node) if keepdims is not None else None
    if kept is not None and not isinstance(kept, ir.Constant):
        low.unsupported(node, "keepdims= must be a constant")
    assert isinstance(v, (ArrayV, LazyV))
    ndim = v.ty.ndim
    if axis is None or isinstance(axis, NoneV):
        axes = list(range(ndim))
        out: Val = reduce_all(low, name, v, node)
    else:
        k = known_int(axis.v) if isinstance(axis, ScalarV) else None
        if k is None:
            low.unsupported(node, "axis= must be a constant integer")
        assert k is not None
        axes, out = [k % max(ndim, 1)], reduce_axis(low, name, v, k, node)
    return _widened(low, out, axes, ndim) if kept is not None and kept.constant else out


def _widened(low: Lowering, v: Val, axes: list[int], ndim: int) -> Val:
    """What is left of a reduction, with the axes that it was over, of one element each."""
    if isinstance(v, ScalarV):
        if not ndim:
            return v
        a = low.arrays.allocate(v.ty.kind, [])
        low.arrays.store(a, [], v.v)
    else:
        a = low.arrays.in_memory(v)
    rest = iter(a.shape)
    shape = [const(1) if k in axes else next(rest) for k in range(ndim)]
    return ArrayV(Array(a.ty.dtype, ndim, "C"), a.data, shape, low.arrays.contiguous(shape), a.origin)


def _kind(name: str, kind: str) -> str:
    if name in ("any", "all"):
        return "bool"
    if name in ("argmin", "argmax"):
        return "int64"
    if kind == "bool" and name in ("sum", "prod"):
        return "int64"
    if name == "mean" and not kind.startswith("float"):
        return "float64"
    return kind


def reduce_all(low: Lowering, name: str, v: Val, node: Any) -> ScalarV:
    """Over all elements, in C order, one running value."""
    assert isinstance(v, (ArrayV, LazyV))
    kind = _kind(name, v.ty.dtype)
    t = REGISTER[kind]
    place = low.alloca(t)
    size = low.arrays.size(v.shape)
    if name in ("min", "max", "argmin", "argmax"):
        text = "zero-size array to reduction operation has no identity"
        low.check(low.b.icmp_signed(">", size, const(0)), ValueError, text, node)
        return _extreme(low, name, v)
    low.b.store(_start(name, kind), place)

    def body(idx: list[Any]) -> None:
        x = low.convert(ScalarV(Scalar(v.ty.dtype), low.arrays.element(v, idx)), Scalar(kind)).v
        old = low.b.load(place, typ=t)
        low.b.store(_combine(low, name, kind, old, x), place)

    low.arrays.each(v.shape, body)
    out = low.b.load(place, typ=t)
    if name == "mean":
        out = low.b.fdiv(out, low.b.sitofp(size, t))
    return ScalarV(Scalar(kind), out)


def _start(name: str, kind: str) -> Any:
    if name in ("sum", "mean", "any"):
        return zero_of(kind)
    return ir.Constant(REGISTER[kind], 1.0 if kind.startswith("float") else 1)


def _combine(low: Lowering, name: str, kind: str, old: Any, x: Any) -> Any:
    b = low.b
    floating = kind.startswith("float")
    if name in ("sum", "mean"):
        return b.fadd(old, x) if floating else b.add(old, x)
    if name == "prod":
        return b.fmul(old, x) if floating else b.mul(old, x)
    return b.or_(old, x) if name == "any" else b.and_(old, x)


def _extreme(low: Lowering, name: str, v: ArrayV | LazyV) -> ScalarV:
    """min, max and their positions: the first extreme element wins; nan wins over all."""
    less = name.endswith("min")
    kind = v.ty.dtype
    t = REGISTER[kind]
    best, where, count = low.alloca(t), low.alloca(I64), low.alloca(I64)
    first = low.arrays.element(v, [const(0)] * len(v.shape))
    low.b.store(first, best)
    low.b.store(const(0), where)
    low.b.store(const(0), count)

    def body(idx: list[Any]) -> None:
        x = low.arrays.element(v, idx)
        b = low.b
        old = b.load(best, typ=t)
        k = b.load(count, typ=I64)
        sign = "<" if less else ">"
        if kind.startswith("float"):
            better = b.fcmp_ordered(sign, x, old)
            nan = b.and_(b.fcmp_unordered("uno", x, x), b.fcmp_ordered("ord", old, old))
            better = b.or_(better, nan)
        elif kind == "bool":
            better = b.icmp_unsigned(sign, x, old)
        else:
            better = b.icmp_signed(sign, x, old)
        b.store(b.select(better, x, old), best)
        b.store(b.select(better, k, b.load(where, typ=I64)), where)
        b.store(b.add(k, const(1), flags=["nsw"]), count)

    low.arrays.each(v.shape, body)
    if name.startswith("arg"):
        return ScalarV(INT, low.b.load(where, typ=I64))
    return ScalarV(Scalar(kind), low.b.load(best, typ=t))


def reduce_axis(low: Lowering, name: str, v: Val, axis: int, node: Any) -> Val:
    """Over one axis; the result is computed when it is used."""
    assert isinstance(v, (ArrayV, LazyV))
    ndim = len(v.shape)
    if not -ndim <= axis < ndim:
        low.wrong(node, f"axis {axis} is out of bounds for an array of {ndim} axes")
    axis %= ndim
    if ndim == 1:
        return reduce_all(low, name, v, node)
    rest = [*v.shape[:axis], *v.shape[axis + 1 :]]
    kind = _kind(name, v.ty.dtype)
    out = low.arrays.allocate(kind, rest)

    def one(idx: list[Any]) -> None:
        line = LazyV(
            Array(v.ty.dtype, 1, "C"), [v.shape[axis]], lambda k: low.arrays.element(v, [*idx[:axis], k[0], *idx[axis:]])
        )
        low.arrays.store(out, idx, reduce_all(low, name, line, node).v)

    low.arrays.each(rest, one)
    return out
