"""Arrays joined: ``np.concatenate``, ``stack`` and their kin, ``append``, ``block``."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import dtype_of
from irad.frontends.python.arrays.nested_arrays import check_one_shape
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, NoneV, ScalarV, TupleV, Val, const
from irad.frontends.python.sources.python_types import Form, Scalar
from irad.frontends.python.structure.array_parts import (
    AnyArray,
    array,
    at_place,
    axis_of,
    checked_axis,
    common_kind,
    in_memory,
    part,
    put,
    sequence,
)

Given = dict[str, Any]

_TOGETHER = 16  # arrays that one loop reads
SIZES = "all the input array dimensions except for the concatenation axis must match exactly, but along dimension "


def concatenate(low: Lowering, g: Given, node: Any) -> Val:
    arrays = [array(low, v, node) for v in sequence(low, g["arrays"], "np.concatenate", node)]
    return joined(low, arrays, g.get("axis"), g.get("dtype"), node)


def joined(low: Lowering, arrays: list[AnyArray], axis: Val | int | None, dtype: Val | None, node: Any) -> ArrayV:
    """One array behind the other along an axis; None of NumPy's (`NoneV`): all elements of all arrays."""
    if not arrays:
        low.raise_always(ValueError, "need at least one array to concatenate", node)
    if isinstance(axis, NoneV):
        arrays, axis = [reshaping.ravel(low, low.arrays.in_memory(a), node) for a in arrays], 0
    ndim = len(arrays[0].shape)
    if not ndim:
        low.raise_always(ValueError, "zero-dimensional arrays cannot be concatenated", node)
    k = checked_axis(low, axis, ndim, node) if isinstance(axis, int) else axis_of(low, axis, 0, ndim, node)
    _check_shapes(low, arrays, k, node)
    kind = dtype_of(low, dtype, common_kind(arrays), node)
    total: Any = const(0)
    starts = []
    for a in arrays:
        starts.append(total)
        total = low.arrays.add(total, a.shape[k])
    shape = [total if j == k else n for j, n in enumerate(arrays[0].shape)]
    out = low.arrays.allocate(kind, shape, memory_order.of_joined(low, arrays, shape))
    for start, a in zip(starts, arrays, strict=True):
        put(low, part(low, out, k, start, a.shape[k]), a)
    return out


def _check_shapes(low: Lowering, arrays: list[AnyArray], axis: int, node: Any) -> None:
    first = arrays[0]
    for i, a in enumerate(arrays):
        if len(a.shape) != len(first.shape):
            text = (
                "all the input arrays must have same number of dimensions, but the array at index 0 has "
                f"{len(first.shape)} dimension(s) and the array at index {i} has {len(a.shape)} dimension(s)"
            )
            low.raise_always(ValueError, text, node)
        for j, (n, m) in enumerate(zip(first.shape, a.shape, strict=True)):
            if j != axis:
                text = f"{SIZES}{j}, the array at index 0 has size {{0}} and the array at index {i} has size {{1}}"
                low.check(equal(low, n, m), ValueError, text, node, [n, m])


def stack(low: Lowering, g: Given, node: Any) -> Val:
    """Arrays of one shape at the places of a new axis."""
    arrays = [array(low, v, node) for v in sequence(low, g["arrays"], "np.stack", node)]
    if not arrays:
        low.raise_always(ValueError, "need at least one array to stack", node)
    check_one_shape(low, arrays, "all input arrays must have the same shape", node)
    first = arrays[0]
    axis = axis_of(low, g.get("axis"), 0, len(first.shape) + 1, node)
    kind = dtype_of(low, g.get("dtype"), common_kind(arrays), node)
    shape = [*first.shape[:axis], const(len(arrays)), *first.shape[axis:]]
    out = low.arrays.allocate(kind, shape, memory_order.of_joined(low, arrays, shape, axis))
    if 0 < axis == len(first.shape) and len(arrays) <= _TOGETHER:
        _write_together(low, out, arrays)
        return out
    for k, a in enumerate(arrays):
        put(low, at_place(low, out, axis, const(k)), a)
    return out


def _write_together(low: Lowering, out: ArrayV, arrays: list[AnyArray]) -> None:
    """The elements of all arrays at one place lie beside each other: one loop writes them."""
    to = Scalar(out.ty.dtype)

    def one(idx: list[Any]) -> None:
        for k, a in enumerate(arrays):
            x = ScalarV(Scalar(a.ty.dtype), low.arrays.element(a, idx))
            low.arrays.store(out, [*idx, const(k)], low.convert(x, to).v)

    low.arrays.each(arrays[0].shape, one)


def _widened(low: Lowering, v: Val, ndim: int, node: Any) -> AnyArray:
    """With axes of one element in front until there are ``ndim``."""
    a = array(low, v, node)
    missing = ndim - len(a.shape)
    return a if missing <= 0 else reshaping.with_axes(low, low.arrays.in_memory(a), list(range(missing)))


def vstack(low: Lowering, g: Given, node: Any) -> Val:
    arrays = [_widened(low, v, 2, node) for v in sequence(low, g["tup"], "np.vstack", node)]
    return joined(low, arrays, 0, g.get("dtype"), node)


def hstack(low: Lowering, g: Given, node: Any) -> Val:
    arrays = [_widened(low, v, 1, node) for v in sequence(low, g["tup"], "np.hstack", node)]
    return joined(low, arrays, 0 if not arrays or len(arrays[0].shape) == 1 else 1, g.get("dtype"), node)


def dstack(low: Lowering, g: Given, node: Any) -> Val:
    arrays = []
    for v in sequence(low, g["tup"], "np.dstack", node):
        a = _widened(low, v, 2, node)
        arrays.append(reshaping.with_axes(low, low.arrays.in_memory(a), [2]) if len(a.shape) == 2 else a)
    return joined(low, arrays, 2, None, node)


def column_stack(low: Lowering, g: Given, node: Any) -> Val:
    arrays = []
    for v in sequence(low, g["tup"], "np.column_stack", node):
        a = array(low, v, node)
        arrays.append(low.arrays.transpose(low.arrays.in_memory(_widened(low, a, 2, node))) if len(a.shape) < 2 else a)
    return joined(low, arrays, 1, None, node)


def append(low: Lowering, g: Given, node: Any) -> Val:
    a, values = array(low, g["arr"], node), array(low, g["values"], node)
    axis = g.get("axis")
    if absent(axis):
        flat: list[AnyArray] = [v if len(v.shape) == 1 else _flat(low, v, node) for v in (a, values)]
        return joined(low, flat, 0, None, node)
    return joined(low, [a, values], axis, None, node)


def _flat(low: Lowering, v: AnyArray, node: Any) -> ArrayV:
    return reshaping.ravel(low, low.arrays.in_memory(v), node)


def block(low: Lowering, g: Given, node: Any) -> Val:
    """Nested lists: the innermost are joined along the last axis, those around them along the one before, and so on."""
    depths: set[int] = set()
    leaves: list[AnyArray] = []
    _blocks(low, g["arrays"], 0, depths, leaves, node)
    if len(depths) > 1:
        low.wrong(node, "np.block: the lists are nested to different depths")
    depth = depths.pop()
    ndim = max(depth, *(len(a.shape) for a in leaves))

    def made(v: Val, level: int) -> AnyArray:
        if not isinstance(v, TupleV):
            return _widened(low, v, ndim, node)
        return joined(low, [made(i, level + 1) for i in v.items], ndim - depth + level, None, node)

    out = made(g["arrays"], 0)
    return out if depth else reshaping.copied(low, out, "K")


def _blocks(low: Lowering, v: Val, level: int, depths: set[int], leaves: list[AnyArray], node: Any) -> None:
    """Collect the arrays, and how deep they lie."""
    if isinstance(v, TupleV):
        if v.form != Form("list"):
            low.wrong(node, "np.block takes lists of blocks, not tuples")
        if not v.items:
            low.raise_always(ValueError, "need at least one array to concatenate", node)
        for item in v.items:
            _blocks(low, item, level + 1, depths, leaves, node)
        return
    depths.add(level)
    leaves.append(in_memory(low, v, node))
