"""Arrays split along an axis: ``np.split``, ``array_split``, ``hsplit``, ``vsplit``, ``dsplit``; the parts are views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, ListV, ScalarV, TupleV, Val, const, known_int
from irad.frontends.python.sources.python_types import Form, Scalar
from irad.frontends.python.structure.array_parts import (
    clipped,
    constant_whole,
    in_memory,
    less,
    not_below,
    part,
    whole,
)

Given = dict[str, Any]


def split(low: Lowering, g: Given, node: Any) -> Val:
    return _split(low, g, g.get("axis"), True, node)


def array_split(low: Lowering, g: Given, node: Any) -> Val:
    return _split(low, g, g.get("axis"), False, node)


def split_along(name: str, least: int, axis: int) -> Callable[..., Val]:
    """``hsplit`` and the like, of arrays with ``least`` axes or more."""

    def lower(low: Lowering, g: Given, node: Any) -> Val:
        a = in_memory(low, g["ary"], node)
        if a.ty.ndim < least:
            low.raise_always(ValueError, f"{name} only works on arrays of {least} or more dimensions", node)
        return _split(low, {**g, "ary": a}, axis if a.ty.ndim > axis else 0, True, node)

    return lower


def _split(low: Lowering, g: Given, axis: Val | int | None, even: bool, node: Any) -> TupleV:
    a = in_memory(low, g["ary"], node)
    k = axis if isinstance(axis, int) else constant_whole(low, axis, 0, "axis=", node)
    if not -a.ty.ndim <= k < a.ty.ndim:
        low.raise_always(IndexError, "tuple index out of range", node)
    k %= a.ty.ndim
    points = g["indices_or_sections"]
    if isinstance(points, (ArrayV, LazyV)) and len(points.shape) == 1 and known_int(points.shape[0]) is not None:
        places = low.arrays.in_memory(points) if isinstance(points, LazyV) else points
        dtype = Scalar(places.ty.dtype)
        points = TupleV([ScalarV(dtype, low.arrays.load(places, [const(j)])) for j in range(known_int(points.shape[0]) or 0)])
    if isinstance(points, (ArrayV, LazyV, ListV)) and not (isinstance(points, LazyV) and not points.shape):
        low.unsupported(node, "the places to split at must be a tuple or a list of known length", "write them out: [i, j]")
    if isinstance(points, TupleV):
        pieces = _between(low, [whole(low, p, "a place to split at", node) for p in points.items], a.shape[k])
    else:
        pieces = _sections(low, points, a.shape[k], even, node)
    return TupleV([part(low, a, k, start, count) for start, count in pieces], Form("list"))


def _between(low: Lowering, points: list[Any], n: Any) -> list[tuple[Any, Any]]:
    """Start and length of the slices between the points."""
    ends = [*(clipped(low, p, n) for p in points), n]
    starts = [const(0), *ends[:-1]]
    return [(start, not_below(low, less(low, end, start))) for start, end in zip(starts, ends, strict=True)]


def _sections(low: Lowering, v: Val, n: Any, even: bool, node: Any) -> list[tuple[Any, Any]]:
    """Start and length of this many sections, of the same length, or the first ones longer by one."""
    if isinstance(v, ScalarV) and v.ty.is_inexact:
        low.unsupported(node, "the number of sections must be an integer", "write int(...)")
    count = constant_whole(low, v, 1, "the number of sections", node)
    if even and count == 0:
        low.raise_always(ZeroDivisionError, "integer modulo by zero", node)
    b, size = low.b, known_int(n)
    each, more = (b.udiv(n, const(abs(count or 1))), b.urem(n, const(abs(count or 1)))) if size is None else (None, None)
    if size is not None:
        each, more = (const(x) for x in divmod(size, abs(count or 1)))
    if even:
        text = "array split does not result in an equal division"
        low.check(b.icmp_signed("==", more, const(0)), ValueError, text, node)
    if count <= 0:
        low.raise_always(ValueError, "number sections must be larger than 0.", node)
    if even:
        return [(low.arrays.mul(const(i), each), each) for i in range(count)]
    pieces, start, b = [], const(0), low.b
    for i in range(count):
        size_here = low.arrays.add(each, b.zext(b.icmp_signed(">", more, const(i)), const(0).type))
        pieces.append((start, size_here))
        start = low.arrays.add(start, size_here)
    return pieces
