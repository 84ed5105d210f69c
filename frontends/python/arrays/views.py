"""Views of arrays: axes in another order, diagonals, triangles."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.arrays.array_arguments import check_size, dtype_of, fill_new, shape_of
from irad.frontends.python.arrays.products import absent, arrays_of, axes_of, weak_int
from irad.frontends.python.arrays.reductions import reduce_axis
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.memory_order import of_elementwise, seen
from irad.frontends.python.core.python_values import MEMORY, ArrayV, LazyV, ScalarV, TupleV, Val, const, known_int
from irad.frontends.python.numeric.registers import choice, number_constant
from irad.frontends.python.sources.python_types import Array


def _in_memory(low: Lowering, v: Val, node: Any) -> ArrayV:
    return low.arrays.in_memory(arrays_of(low, [v], node)[0])


def transpose(low: Lowering, v: Val, axes: Val | None, node: Any) -> Val:
    """A view with the axes in another order, the opposite one if none is given."""
    a = _in_memory(low, v, node)
    if axes is None or absent(axes):
        return low.arrays.transpose(a)
    if (len(axes.items) if isinstance(axes, TupleV) else 1) != a.ty.ndim:
        low.raise_always(ValueError, "axes don't match array", node)
    order = axes_of(low, axes, a.ty.ndim, "axes=", node, "", "repeated axis in transpose")
    return seen(a, order)


def swapaxes(low: Lowering, v: Val, axis1: Val, axis2: Val, node: Any) -> Val:
    a = _in_memory(low, v, node)
    (p,), (q,) = (axes_of(low, x, a.ty.ndim, "an axis", node, f"{n}: ") for x, n in ((axis1, "axis1"), (axis2, "axis2")))
    order = list(range(a.ty.ndim))
    order[p], order[q] = q, p
    return seen(a, order)


def moveaxis(low: Lowering, v: Val, source: Val, destination: Val, node: Any) -> Val:
    """``np.moveaxis``; the other axes keep their order."""
    a = _in_memory(low, v, node)
    here, there = (axes_of(low, x, a.ty.ndim, "an axis", node, f"{n}: ", f"repeated axis in `{n}` argument")
                   for x, n in ((source, "source"), (destination, "destination")))  # fmt: skip
    if len(here) != len(there):
        text = "`source` and `destination` arguments must have the same number of elements"
        low.raise_always(ValueError, text, node)
    order = [k for k in range(a.ty.ndim) if k not in here]
    for at, k in sorted(zip(there, here, strict=True)):
        order.insert(at, k)
    return seen(a, order)


def windows(low: Lowering, v: Val, window_shape: Val, axis: Val | None, node: Any) -> Val:
    """``np.lib.stride_tricks.sliding_window_view``: to be read only, since its elements lie in several places."""
    a = _in_memory(low, v, node)
    sizes = shape_of(low, window_shape, node)
    if axis is None or absent(axis):
        axes = list(range(a.ty.ndim))
        if len(sizes) != a.ty.ndim:
            text = "Since axis is None, must provide window_shape for all dimensions of `x`; "
            text += f"got {len(sizes)} window_shape elements and `x.ndim` is {a.ty.ndim}."
            low.raise_always(ValueError, text, node)
    else:
        given = axis.items if isinstance(axis, TupleV) else [axis]
        axes = [k for one in given for k in axes_of(low, one, a.ty.ndim, "axis=", node, "")]
        if len(sizes) != len(axes):
            text = f"Must provide matching length window_shape and axis; got {len(sizes)} window_shape elements "
            low.raise_always(ValueError, text + f"and {len(axes)} axes elements.", node)
    shape = list(a.shape)
    for k, n in zip(axes, sizes, strict=True):
        low.check(low.b.icmp_signed(">=", n, const(0)), ValueError, "`window_shape` cannot contain negative values", node)
        shape[k] = low.arrays.add(shape[k], low.b.sub(const(1), n))
        text = "window shape cannot be larger than input array shape"
        low.check(low.b.icmp_signed(">=", shape[k], const(0)), ValueError, text, node)
    ty = Array(a.ty.dtype, a.ty.ndim + len(axes), "A", readonly=True)
    return ArrayV(ty, a.data, [*shape, *sizes], [*a.strides, *(a.strides[k] for k in axes)], a.origin)


def _number(low: Lowering, v: Val | None, node: Any) -> Any:
    """An offset, constant or not."""
    if v is None or absent(v):
        return const(0)
    if not isinstance(v, ScalarV) or v.ty.is_inexact:
        low.wrong(node, f"the offset of a diagonal is an integer, not {v.ty}")
    assert isinstance(v, ScalarV)
    return low.word(v)


def diagonal(low: Lowering, v: Val, offset: Val | None, axis1: Val | None, axis2: Val | None, node: Any) -> ArrayV:
    """A view, its axis the last one; to be read only, as NumPy's."""
    a = _in_memory(low, v, node)
    if a.ty.ndim < 2:
        low.wrong(node, f"a diagonal needs an array of two axes or more, not {a.ty}")
    p, q = axes_of(low, TupleV([axis1 or weak_int(0), axis2 or weak_int(1)]), a.ty.ndim, "the axes of a diagonal", node)
    k = _number(low, offset, node)
    rest = [x for x in range(a.ty.ndim) if x not in (p, q)]
    m, n, s, t = a.shape[p], a.shape[q], a.strides[p], a.strides[q]
    b, data = low.b, a.data
    if known_int(k) == 0:
        count = m if m is n else b.select(b.icmp_signed("<", m, n), m, n)
    else:
        up = b.icmp_signed(">=", k, const(0))
        height, width = b.select(up, m, b.add(m, k)), b.select(up, b.sub(n, k), n)
        count = b.select(b.icmp_signed("<", height, width), height, width)
        some = b.icmp_signed(">", count, const(0))
        count = b.select(some, count, const(0))
        start = b.select(up, b.mul(k, t), b.mul(b.sub(const(0), k), s))
        data = b.gep(data, [b.select(some, start, const(0))], inbounds=True, source_etype=MEMORY[a.ty.dtype])
    shape, strides = [a.shape[x] for x in rest], [a.strides[x] for x in rest]
    ty = Array(a.ty.dtype, a.ty.ndim - 1, "A", readonly=True)
    return ArrayV(ty, data, [*shape, count], [*strides, low.arrays.add(s, t)], a.origin)


def trace(low: Lowering, v: Val, offset: Val | None, axis1: Val | None, axis2: Val | None, node: Any) -> Val:
    line = diagonal(low, v, offset, axis1, axis2, node)
    return reduce_axis(low, "sum", line, line.ty.ndim - 1, node)


def diag(low: Lowering, v: Val, k: Val | None, node: Any) -> Val:
    """The diagonal of a matrix, or a matrix with this diagonal."""
    a = _in_memory(low, v, node)
    if a.ty.ndim == 2:
        return diagonal(low, a, k, None, None, node)
    if a.ty.ndim != 1:
        low.wrong(node, f"np.diag() takes an array of one or two axes, not {a.ty}")
    offset = _number(low, k, node)
    b = low.b
    down = b.icmp_signed("<", offset, const(0))
    left = b.select(down, b.sub(const(0), offset), const(0))
    top = b.select(down, const(0), offset)
    n = low.arrays.add(a.shape[0], low.arrays.add(left, top))
    check_size(low, [n, n], node)
    out = fill_new(low, a.ty.dtype, [n, n], zero_of(a.ty.dtype))

    def one(idx: list[Any]) -> None:
        at = [low.arrays.add(idx[0], left), low.arrays.add(idx[0], top)]
        low.arrays.store(out, at, low.arrays.load(a, idx))

    low.arrays.each(a.shape, one)
    return out


def triangle(low: Lowering, v: Val, k: Val | None, upper: bool, node: Any) -> Val:
    """The array with zeros above (or below) a diagonal of its last two axes; computed when it is used."""
    (a,) = arrays_of(low, [v], node)
    assert isinstance(a, (ArrayV, LazyV))
    if not a.ty.ndim:
        low.wrong(node, "a triangle needs an array of one axis or more")
    offset, kind = _number(low, k, node), a.ty.dtype
    shape = a.shape if a.ty.ndim > 1 else [a.shape[0], a.shape[0]]

    def at(idx: list[Any]) -> Any:
        x = low.arrays.element(a, idx if a.ty.ndim > 1 else idx[1:])
        beside = low.b.sub(idx[-1], idx[-2])
        kept = low.b.icmp_signed(">=" if upper else "<=", beside, offset)
        return choice(low.b, kept, x, zero_of(kind))

    reads = a.reads if isinstance(a, LazyV) else [a]
    mask = LazyV(Array("bool", 2, "C"), shape[-2:], at)  # NumPy's result is np.where of a mask by rows
    plan = of_elementwise(low, [mask, a], shape)
    return LazyV(Array(kind, len(shape), plan.layout), shape, at, reads, plan.strides)


def eye(low: Lowering, rows: Val, columns: Val | None, k: Val | None, dtype: Val | None, node: Any) -> Val:
    """Ones on a diagonal."""
    kind = dtype_of(low, dtype, "float64", node)
    n = shape_of(low, rows, node)[0]
    m = n if columns is None or absent(columns) else shape_of(low, columns, node)[0]
    check_size(low, [n, m], node)
    offset = _number(low, k, node)
    one = number_constant(kind, 1)

    def at(i: list[Any]) -> Any:
        return choice(low.b, low.b.icmp_signed("==", low.arrays.add(i[0], offset), i[1]), one, zero_of(kind))

    return LazyV(Array(kind, 2, "C"), [n, m], at)
