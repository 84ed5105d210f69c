"""Lists that grow as arrays: of numbers, of tuples of numbers (a row for each), of arrays and of lists of one length."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.containers import growing_lists, shared_lists
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import MEMORY, REGISTER, ArrayV, ListV, ScalarV, TupleV, Val, const
from irad.frontends.python.sources.dtypes import widest
from irad.frontends.python.sources.python_types import Array, List, Optional, Scalar, SharedList, Tuple


def as_array(low: Lowering, xs: ListV, node: Any) -> ArrayV:
    """A list as an array: of numbers the list's own memory, without a copy; of arrays a new array."""
    item = growing_lists.known_item(xs)
    if isinstance(item, Scalar):
        kind = low.expr.dtype(item, node)
        if (REGISTER[kind] == MEMORY[kind] and not item.is_complex) or kind == "bool":
            return ArrayV(Array(kind, 1, "C"), xs.data[0], [xs.count], [const(1)])
        out = low.arrays.allocate(kind, [xs.count])
        low.arrays.each(out.shape, lambda k: low.arrays.store(out, k, growing_lists.read_item(low, xs, k[0]).v))  # type: ignore[attr-defined]
        return out
    if isinstance(item, Tuple) and item.items and all(isinstance(t, Scalar) for t in item.items):
        return _rows(low, xs, item, node)
    if isinstance(item, Optional) and isinstance(item.item, Scalar):
        return _all_there(low, xs, item.item, node)
    if not isinstance(item, (Array, SharedList, List)):
        low.unsupported(node, f"a list of {item} cannot be made an array")
    return _stacked(low, xs, node)


def _all_there(low: Lowering, xs: ListV, item: Scalar, node: Any) -> ArrayV:
    """A list of numbers some of which may be None, where that is an error."""
    kind = low.expr.dtype(item, node)
    out = low.arrays.allocate(kind, [xs.count])

    def one(k: Any) -> None:
        v = low.certain(growing_lists.read_item(low, xs, k), node)
        assert isinstance(v, ScalarV)
        low.arrays.store(out, [k], low.convert(v, Scalar(kind)).v)

    low.counted(xs.count, one)
    return out


def _row(low: Lowering, v: Val, node: Any) -> ArrayV:
    """An item that is an array, or a list or tuple, as an array."""
    found = shared_lists.opened(low, v)
    return as_array(low, found, node) if isinstance(found, ListV) else low.arrays.in_memory(found)


def _rows(low: Lowering, xs: ListV, item: Tuple, node: Any) -> ArrayV:
    """``np.array`` of a list of tuples of numbers: a row for each."""
    some = low.b.icmp_signed(">", xs.count, const(0))
    low.check(some, ValueError, "an array of the tuples in an empty list has no columns", node)
    kind = widest(*(low.expr.dtype(t, node) for t in item.items if isinstance(t, Scalar)))
    out = low.arrays.allocate(kind, [xs.count, const(len(item.items))])

    def one(k: Any) -> None:
        row = growing_lists.read_item(low, xs, k)
        assert isinstance(row, TupleV)
        for j, v in enumerate(row.items):
            assert isinstance(v, ScalarV)
            low.arrays.store(out, [k, const(j)], low.convert(v, Scalar(kind)).v)

    low.counted(xs.count, one)
    return out


def _stacked(low: Lowering, xs: ListV, node: Any) -> ArrayV:
    """``np.array`` of arrays of one shape, or of lists of one length."""
    some = low.b.icmp_signed(">", xs.count, const(0))
    low.check(some, ValueError, "an array of the arrays in an empty list has no shape", node)
    first = _row(low, growing_lists.read_item(low, xs, const(0)), node)
    out = low.arrays.allocate(first.ty.dtype, [xs.count, *first.shape])

    def one(k: Any) -> None:
        a = _row(low, growing_lists.read_item(low, xs, k), node)
        for n, m in zip(a.shape, first.shape, strict=True):
            same = low.b.icmp_signed("==", n, m)
            low.check(same, ValueError, "the arrays of a list have different shapes: {0} and {1}", node, [m, n])  # or lengths
        low.arrays.each(first.shape, lambda idx: low.arrays.store(out, [k, *idx], low.arrays.load(a, idx)))

    low.counted(xs.count, one)
    return out
