"""Arrays as indices: the integers and truth values that NumPy takes, where a mask is true, and that all are in range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from irad.frontends.python.arrays.array_arguments import array_of, as_array
from irad.frontends.python.containers import shared_lists
from irad.frontends.python.core import memory_order, sizes
from irad.frontends.python.core.conditions import either, equal, select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I64,
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    RangeV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.sources.python_types import INT, Array, Scalar


@dataclass
class Indices:
    """Indices along one axis.  ``checked``: none is negative or too large, and they are in memory of their own."""

    values: ArrayV | LazyV
    checked: bool = False


def is_array(v: Val | None) -> bool:
    """Whether an item of an index is an array, or what NumPy makes one of."""
    is_range = isinstance(v, RangeV) or (isinstance(v, KnownV) and isinstance(v.value, range))
    return is_range or isinstance(v, (ArrayV, LazyV, ListV, SharedV, TupleV))


def index_array(low: Lowering, v: Val, node: Any) -> Val:
    """An array of integers or truth values in memory; an array without axes is a number."""
    if isinstance(v, KnownV):
        v = RangeV(*(const(n) for n in (v.value.start, v.value.stop, v.value.step)))
    if isinstance(v, RangeV):
        v = low.expr.apply(np.arange, [ScalarV(INT, n) for n in (v.start, v.stop, v.step)], {}, node)
    if isinstance(v, SharedV):
        v = shared_lists.opened(low, v)
    if isinstance(v, TupleV):
        v = array_of(low, v, node, None)
        if any(known_int(n) == 0 for n in v.shape):  # of no elements, whatever the type
            v = ArrayV(Array("int64", v.ty.ndim, v.ty.layout), v.data, v.shape, v.strides, v.origin)
    a = as_array(low, v, node)
    assert isinstance(a, (ArrayV, LazyV))
    if a.ty.is_inexact:
        low.wrong(node, f"arrays used as indices must be of integer (or boolean) type, not {a.ty.dtype}")
    if not a.shape:
        return low.expr.as_scalar(a, node)
    return low.arrays.in_memory(a)


def integers_of(low: Lowering, v: Val, node: Any) -> ArrayV:
    """An array of integers in memory, of any number of axes, for functions that take no masks."""
    if isinstance(v, ScalarV):
        v = array_of(low, v, node, None)
    a = v if isinstance(v, (ArrayV, LazyV)) else index_array(low, v, node)
    assert isinstance(a, (ArrayV, LazyV))
    if a.ty.is_inexact:
        low.wrong(node, f"Cannot cast array data from dtype('{a.ty.dtype}') to dtype('int64') according to the rule 'safe'")
    if a.ty.dtype == "uint64":
        low.wrong(node, "Cannot cast array data from dtype('uint64') to dtype('int64') according to the rule 'safe'")
    return as_words(low, a)


def as_words(low: Lowering, a: ArrayV | LazyV) -> ArrayV:
    """An array of integers of any dtype, or of truth values, as one of int64 in memory."""
    if a.ty.dtype == "int64":
        return low.arrays.in_memory(a)
    truths, plan = a, memory_order.like(low, a)
    at = lambda i: low.convert(ScalarV(Scalar(truths.ty.dtype), low.arrays.element(truths, i)), INT).v  # noqa: E731
    return low.arrays.copy(LazyV(Array("int64", len(a.shape), plan.layout), a.shape, at, strides=plan.strides), plan)


def true_places(low: Lowering, mask: ArrayV | LazyV) -> ArrayV:
    """Where an array is not zero, in order of rows: an array of one row for each place."""
    a = low.arrays
    kind = Scalar(mask.ty.dtype)
    count = low.variable_of_iteration(I64)

    def is_true(idx: list[Any]) -> Any:
        return low.truth(ScalarV(kind, a.element(mask, idx)), low.at)

    def add(idx: list[Any]) -> None:
        more = low.b.zext(is_true(idx), I64)
        low.b.store(low.b.add(low.b.load(count, typ=I64), more), count)

    low.b.store(const(0), count)
    a.each(mask.shape, add)
    total = low.b.load(count, typ=I64)
    found = a.allocate("int64", [low.b.add(total, const(1)), const(len(mask.shape))])
    low.b.store(const(0), count)

    def fill(idx: list[Any]) -> None:
        row = low.b.load(count, typ=I64)
        for k, i in enumerate(idx):  # each index, over the one before if that was not true: no jumps that depend on the mask
            a.store(found, [row, const(k)], i)
        low.b.store(low.b.add(row, low.b.zext(is_true(idx), I64)), count)

    a.each(mask.shape, fill)
    return ArrayV(found.ty, found.data, [total, found.shape[1]], found.strides, found.origin)


def columns(low: Lowering, places: ArrayV) -> list[ArrayV]:
    """The indices of `true_places` along each axis."""
    count = known_int(places.shape[1])
    assert count is not None
    ty = Array("int64", 1, "C" if count == 1 else "A")
    starts = [low.arrays.address(places, [const(0), const(k)]) for k in range(count)]
    return [ArrayV(ty, start, [places.shape[0]], [places.strides[0]], places.origin) for start in starts]


# ---- errors


def broadcast(low: Lowering, arrays: list[Indices], node: Any) -> list[Any]:
    """The shape that index arrays have together."""
    shapes = [i.values.shape for i in arrays]
    told = sizes.shapes_said(shapes)
    texts, details = told or ([], [])
    text = "shape mismatch: indexing arrays could not be broadcast together"
    text += f" with shapes {' '.join(texts)} " if told else ""
    ndim = max(map(len, shapes))
    out: list[Any] = []
    for axis in range(ndim):
        n, *rest = [s[axis - ndim + len(s)] for s in shapes if axis - ndim + len(s) >= 0]
        for m in rest:
            one, other = equal(low, n, const(1)), equal(low, m, const(1))
            low.check(either(low, equal(low, n, m), either(low, one, other)), IndexError, text, node, details)
            n = select(low, one, m, n)
        out.append(n)
    return out


def check_mask(low: Lowering, mask: ArrayV, sizes: list[Any], first: int, node: Any) -> None:
    """A mask has the sizes of the axes that it stands for, the first of which is ``first``."""
    for k, (n, m) in enumerate(zip(sizes, mask.shape, strict=True)):
        text = f"boolean index did not match indexed array along axis {first + k}; "
        text += "size of axis is {0} but size of corresponding boolean axis is {1}"
        low.check(equal(low, n, m), IndexError, text, node, [n, m])


def check_bounds(low: Lowering, indices: ArrayV | LazyV, n: Any, axis: int, node: Any) -> None:
    """Each index is in range, counted from the end where it is negative."""
    if not low.instance.boundscheck:
        return
    text = f"index {{0}} is out of bounds for axis {axis} with size {{1}}"
    twice = low.b.add(n, n)

    def one(idx: list[Any]) -> None:
        i = low.arrays.element(indices, idx)
        low.check(low.b.icmp_unsigned("<", low.b.add(i, n), twice), IndexError, text, node, [i, n])

    low.arrays.each(indices.shape, one, indices.ty.layout)


def counted_from_start(low: Lowering, i: Any, n: Any) -> Any:
    """An index that is in range, not negative."""
    k = known_int(i)
    if k is not None and k >= 0:
        return i
    return low.b.select(low.b.icmp_signed("<", i, const(0)), low.b.add(i, n), i)
