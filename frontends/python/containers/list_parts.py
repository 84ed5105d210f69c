"""Slices of lists that grow: as new lists, and as what is assigned to or deleted."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.containers import growing_lists
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I64, ListV, Val, const, known_int
from irad.frontends.python.sources.python_types import List


def part(low: Lowering, xs: ListV, start: Any, count: Any, step: Any) -> ListV:
    """``xs[start::step]`` of ``count`` items: a new list."""
    types = low.leaf_types(growing_lists.known_item(xs))
    blocks = [low.reserve(low.arrays.mul(count, const(growing_lists.size_of(t)))) for t in types]

    def one(k: Any) -> None:
        source = low.b.add(start, low.arrays.mul(k, step))
        growing_lists.move_item(low, xs.data, blocks, types, source, k)

    low.counted(count, one)
    return ListV(List(xs.ty.item, frozen=xs.ty.frozen), blocks, count, "", count)


def put(low: Lowering, name: str, piece: Any, new: ListV, extended: bool, node: Any) -> None:
    """``xs[a:b] = new``; ``extended``: whether the slice has a step."""
    start, count, step = low.expr.slice_parts(piece, growing_lists.read(low, name).count, node)
    if extended:
        same = low.b.icmp_signed("==", count, new.count)
        text = "attempt to assign sequence of size {0} to extended slice of size {1}"
        low.check(same, ValueError, text, node, [new.count, count])

        def one(k: Any) -> None:
            at = low.b.add(start, low.arrays.mul(k, step))
            growing_lists.set_at(low, name, at, growing_lists.read_item(low, new, k), node)

        low.counted(new.count, one)
        return
    rest = part(low, growing_lists.read(low, name), *_behind(low, name, low.b.add(start, count)), const(1))
    growing_lists.cut(low, name, start)
    append_list(low, name, new, node)
    append_list(low, name, rest, node)


def append_list(low: Lowering, name: str, more: ListV, node: Any) -> None:
    """Put the items of another list behind the list."""
    low.counted(more.count, lambda k: growing_lists.append(low, name, growing_lists.read_item(low, more, k), node))


def _behind(low: Lowering, name: str, start: Any) -> tuple[Any, Any]:
    """Start and number of the items from ``start`` on."""
    return start, low.b.sub(growing_lists.read(low, name).count, start, flags=["nsw"])


def remove(low: Lowering, name: str, i: Val | None, piece: Any, node: Any) -> None:
    """``del xs[i]``, ``del xs[a:b]``: the other items move up."""
    xs = growing_lists.read(low, name)
    if i is not None:
        growing_lists.remove_item(low, xs, i, node)
        return
    start, count, step = low.expr.slice_parts(piece, xs.count, node)
    types = low.leaf_types(growing_lists.known_item(xs))
    left = low.alloca(I64)
    low.b.store(const(0), left)
    down = low.b.icmp_signed("<", step, const(0))
    size = low.b.select(down, low.b.sub(const(0), step), step) if known_int(step) is None else const(abs(known_int(step) or 1))
    last = low.b.add(start, low.arrays.mul(low.b.sub(count, const(1)), step))
    first = low.b.select(down, last, start)

    def one(k: Any) -> None:
        far = low.b.sub(k, first)
        inside = low.b.and_(
            low.b.icmp_signed("==", low.b.srem(far, size), const(0)), low.b.icmp_unsigned("<", low.b.sdiv(far, size), count)
        )
        inside = low.b.and_(inside, low.b.icmp_signed(">=", far, const(0)))
        at = low.b.load(left, typ=I64)
        growing_lists.move_item(low, xs.data, xs.data, types, k, at)
        low.b.store(low.b.select(inside, at, low.b.add(at, const(1))), left)

    low.counted(xs.count, one)
    growing_lists.cut(low, name, low.b.load(left, typ=I64))
