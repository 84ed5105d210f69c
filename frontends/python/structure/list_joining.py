"""The arrays of a list that grows, joined: their number is known at run time, and so are their sizes along the axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.containers import growing_lists
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import FALSE, equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I1, I64, ArrayV, ListV, TupleV, Val, const
from irad.frontends.python.sources.python_types import Array, Scalar
from irad.frontends.python.structure.array_parts import add_to, at_place, axis_of, part, put
from irad.frontends.python.structure.joining import SIZES


def _of_numbers(low: Lowering, name: str, xs: ListV, node: Any) -> Val:
    """``np.name(xs)`` of numbers, each of which is an array of one element."""
    what = "stack" if name == "stack" else "concatenate"
    low.check(low.b.icmp_signed(">", xs.count, const(0)), ValueError, f"need at least one array to {what}", node)
    made = low.expr.apply(np.array, [xs], {}, node)
    shape = {"vstack": (-1, 1), "column_stack": (1, -1)}.get(name)
    if shape is None:
        return made
    return low.expr.apply(np.reshape, [made, TupleV([low.expr.constant(n, node) for n in shape])], {}, node)


def joined_list(low: Lowering, name: str, xs: ListV, axis: Val | None, node: Any) -> Val:
    """``np.name(xs)`` for one of the functions that join arrays."""
    count, item = growing_lists.iterated(low, xs)
    ty = xs.ty.item
    if isinstance(ty, Scalar) and name != "concatenate" and axis is None:
        return _of_numbers(low, name, xs, node)
    if not isinstance(ty, Array) or not ty.ndim:
        low.unsupported(
            node, f"np.{name} of a list that grows needs arrays with axes in it, not {ty}", "np.array(xs), for numbers"
        )
    assert isinstance(ty, Array)
    new = name == "stack" or (ty.ndim == 1 and name in ("vstack", "column_stack"))
    which = {"vstack": 0, "hstack": int(ty.ndim > 1), "column_stack": 1}.get(name)
    if which is None:
        which = axis_of(low, axis, 0, ty.ndim + new, node)
    what = "stack" if name == "stack" else "concatenate"
    low.check(low.b.icmp_signed(">", count, const(0)), ValueError, f"need at least one array to {what}", node)
    first = item(const(0))
    total = low.alloca(I64)
    low.b.store(const(0), total)
    orders: dict[Any, tuple[Any, Any]] = {}  # by two axes: where it is noted what some array says of them

    def note_orders(a: ArrayV) -> None:
        for pair, found in memory_order.pair_orders(low, a, which if new else None).items():
            for place, holds in zip(orders.setdefault(pair, (_flag(low), _flag(low))), found, strict=True):
                low.b.store(low.b.or_(low.b.load(place, typ=I1), holds), place)

    def look(k: Any) -> None:
        a = item(k)
        for j, (n, m) in enumerate(zip(first.shape, a.shape, strict=True)):
            if name == "stack":
                low.check(equal(low, n, m), ValueError, "all input arrays must have the same shape", node)
            elif new or j != which:
                text = f"{SIZES}{j + new}, the array at index 0 has size {{0}} and the array at index {{1}} has size {{2}}"
                low.check(equal(low, n, m), ValueError, text, node, [n, k, m])
        add_to(low, total, const(1) if new else a.shape[which])
        if not memory_order.is_by_rows(ty):
            note_orders(a)

    low.counted(count, look)
    size = low.b.load(total, typ=I64)
    shape = [*first.shape[:which], size, *first.shape[which if new else which + 1 :]]
    found = {pair: (low.b.load(p, typ=I1), low.b.load(q, typ=I1)) for pair, (p, q) in orders.items()}
    plan = memory_order.LayoutPlan("A", lambda: memory_order.of_pair_orders(low, shape, found)) if found else memory_order.BY_ROWS
    out = low.arrays.allocate(ty.dtype, shape, plan)
    low.b.store(const(0), total)

    def write(k: Any) -> None:
        a, start = item(k), low.b.load(total, typ=I64)
        put(low, _target(low, out, which, start, a, new), a)
        add_to(low, total, const(1) if new else a.shape[which])

    low.counted(count, write)
    return out


def _flag(low: Lowering) -> Any:
    """A place for a truth value, which is false at the beginning."""
    place = low.alloca(I1)
    low.b.store(FALSE, place)
    return place


def _target(low: Lowering, out: ArrayV, axis: int, start: Any, a: ArrayV, new: bool) -> ArrayV:
    return at_place(low, out, axis, start) if new else part(low, out, axis, start, a.shape[axis])
