"""Places put in and taken out: ``np.insert``, ``delete``; and ``cross``, ``tri``, ``fill_diagonal``, ``broadcast_arrays``."""

from __future__ import annotations

from typing import Any

from irad.errors import UnsupportedError
from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import check_size, dtype_of, shape_of
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.arrays.views import diagonal
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    ScalarV,
    SharedV,
    SliceV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.numeric.registers import choice, number_constant
from irad.frontends.python.sources.python_types import Array, Scalar
from irad.frontends.python.structure import several_places
from irad.frontends.python.structure.array_formula import ArrayFormula
from irad.frontends.python.structure.array_parts import (
    AnyArray,
    array,
    at_place,
    axis_of,
    common_kind,
    converted,
    in_memory,
    less,
    part,
    put,
    whole,
)
from irad.frontends.python.structure.padding import by_columns_if_contiguous

Given = dict[str, Any]


def _along(low: Lowering, g: Given, node: Any) -> tuple[ArrayV, int]:
    """The array, and the axis."""
    a = in_memory(low, g["arr"], node)
    if absent(g.get("axis")):
        a, axis = a if a.ty.ndim == 1 else reshaping.ravel(low, a, node), 0
    else:
        axis = axis_of(low, g["axis"], 0, a.ty.ndim, node)
    return a, axis


def _is_several(obj: Val) -> bool:
    """Whether places are more than one integer."""
    of_slice = isinstance(obj, SliceV) or (isinstance(obj, KnownV) and isinstance(obj.value, slice))
    return of_slice or isinstance(obj, (TupleV, ListV, SharedV)) or (isinstance(obj, (ArrayV, LazyV)) and bool(obj.shape))


def _opened(low: Lowering, g: Given, name: str, node: Any) -> tuple[ArrayV, int, Any]:
    """The array, the axis, and the place that ``obj`` says, which is not checked yet."""
    a, axis = _along(low, g, node)
    obj = g["obj"]
    if isinstance(obj, ScalarV) and obj.ty.kind == "bool":
        low.unsupported(node, f"np.{name} at a place that is a truth value is not supported", "write int(...)")
    return a, axis, whole(low, obj, "a place", node)


def _place(low: Lowering, k: Any, n: Any, most: Any, axis: int, node: Any) -> Any:
    """The place ``k`` of an axis of ``n`` elements, counted from its start; it is below ``most``."""
    b = low.b
    fine = b.and_(b.icmp_signed(">=", k, b.sub(const(0), n)), b.icmp_signed("<", k, most))
    low.check(fine, IndexError, f"index {{0}} is out of bounds for axis {axis} with size {{1}}", node, [k, n])
    return low.b.select(low.b.icmp_signed("<", k, const(0)), low.b.add(k, n), k)


def insert(low: Lowering, g: Given, node: Any) -> Val:
    if _is_several(g["obj"]):
        whole_array, along = _along(low, g, node)
        given = [whole_array, g["obj"], low.expr.stable(g["values"]), low.expr.constant(along, node)]
        return low.expr.apply(several_places.with_values, given, {}, node)
    a, axis, k = _opened(low, g, "insert", node)
    n = a.shape[axis]
    k = _place(low, k, n, low.b.add(n, const(1)), axis, node)
    values = low.arrays.in_memory(converted(low, array(low, g["values"], node), a.ty.dtype))
    missing = a.ty.ndim - values.ty.ndim
    if missing < 0:
        low.unsupported(node, "np.insert of values with more axes than the array is not supported", "reshape them")
    values = reshaping.with_axes(low, values, list(range(missing)))
    order = list(range(1, a.ty.ndim))
    order.insert(axis, 0)
    values = memory_order.seen(values, order)
    count = values.shape[axis]
    shape = [low.arrays.add(n, count) if j == axis else m for j, m in enumerate(a.shape)]
    out = low.arrays.allocate(a.ty.dtype, shape, by_columns_if_contiguous(low, a, shape))
    put(low, part(low, out, axis, const(0), k), part(low, a, axis, const(0), k))
    low.arrays.assign(part(low, out, axis, k, count), values, node)
    put(low, part(low, out, axis, low.arrays.add(k, count), less(low, n, k)), part(low, a, axis, k, less(low, n, k)))
    return out


def delete(low: Lowering, g: Given, node: Any) -> Val:
    if _is_several(g["obj"]):
        whole_array, along = _along(low, g, node)
        return low.expr.apply(several_places.without, [whole_array, g["obj"], low.expr.constant(along, node)], {}, node)
    a, axis, k = _opened(low, g, "delete", node)
    n = a.shape[axis]
    k = _place(low, k, n, n, axis, node)
    shape = [less(low, n, const(1)) if j == axis else m for j, m in enumerate(a.shape)]
    out = low.arrays.allocate(a.ty.dtype, shape, by_columns_if_contiguous(low, a, shape))
    after = low.arrays.add(k, const(1))
    put(low, part(low, out, axis, const(0), k), part(low, a, axis, const(0), k))
    put(low, part(low, out, axis, k, less(low, n, after)), part(low, a, axis, after, less(low, n, after)))
    return out


def cross(low: Lowering, g: Given, node: Any) -> Val:
    """The vector products of vectors of three elements."""
    whole_axis = g.get("axis")
    operands = []
    for name in ("a", "b"):
        v = in_memory(low, g[name], node)
        if not v.ty.ndim:
            low.raise_always(ValueError, "At least one array has zero dimension", node)
        given = g.get(f"axis{name}") if absent(whole_axis) else whole_axis
        operands.append((v, axis_of(low, given, -1, v.ty.ndim, node, f"axis{name}")))
    for v, k in operands:
        n, b = v.shape[k], low.b
        fine = b.or_(b.icmp_signed("==", n, const(3)), b.icmp_signed("==", n, const(2)))
        text = "incompatible dimensions for cross product\n(dimension must be 2 or 3)"
        low.check(fine, ValueError, text, node)
        low.check(low.b.icmp_signed("==", n, const(3)), UnsupportedError, "np.cross takes vectors of three elements here", node)
    kind = common_kind([v for v, _ in operands])
    x, y = ([ArrayFormula(low, node, at_place(low, v, k, const(j))) for j in range(3)] for v, k in operands)
    found = [x[i] * y[j] - x[j] * y[i] for i, j in ((1, 2), (2, 0), (0, 1))]
    shape = _shape(found[0])
    axis = axis_of(low, g.get("axisc") if absent(whole_axis) else whole_axis, -1, len(shape) + 1, node, "axisc")
    out = low.arrays.allocate(kind, [*shape, const(3)])
    for k, term in enumerate(found):
        place = at_place(low, out, len(shape), const(k))
        if isinstance(term.v, ScalarV):
            low.arrays.store(place, [], low.convert(term.v, Scalar(kind)).v)
        else:
            assert isinstance(term.v, (ArrayV, LazyV))
            put(low, place, term.v)
    order = list(range(len(shape)))
    order.insert(axis, len(shape))
    return memory_order.seen(out, order)


def _shape(found: ArrayFormula) -> list[Any]:
    return list(found.v.shape) if isinstance(found.v, (ArrayV, LazyV)) else []


def tri(low: Lowering, g: Given, node: Any) -> Val:
    """Ones on and below a diagonal."""
    kind = dtype_of(low, g.get("dtype"), "float64", node)
    n = shape_of(low, g["N"], node)[0]
    m = n if absent(g.get("M")) else shape_of(low, g["M"], node)[0]
    check_size(low, [n, m], node)
    k = whole(low, g["k"], "k=", node) if "k" in g else const(0)
    one = number_constant(kind, 1)

    def at(i: list[Any]) -> Any:
        return choice(low.b, low.b.icmp_signed(">=", low.arrays.add(i[0], k), i[1]), one, zero_of(kind))

    return LazyV(Array(kind, 2, "C"), [n, m], at)


def fill_diagonal(low: Lowering, g: Given, node: Any) -> Val:
    """Writes a number to the diagonal of a matrix."""
    a = g["a"]
    if not isinstance(a, ArrayV):
        low.wrong(node, f"np.fill_diagonal() writes to an array, not to {a.ty}")
    if a.ty.ndim < 2:
        low.raise_always(ValueError, "array must be at least 2-d", node)
    if a.ty.ndim > 2:
        low.unsupported(node, "np.fill_diagonal of more than two axes is not supported", "write a loop")
    low.arrays.check_writable(a, node)
    value = array(low, g["val"], node)
    line = diagonal(low, a, None, None, None, node)
    target = ArrayV(Array(a.ty.dtype, 1, "A"), line.data, line.shape, line.strides, a.origin)
    if value.shape:
        low.expr.apply(several_places.fill_line, [target, low.arrays.in_memory(value)], {}, node)
        return NoneV()
    low.arrays.assign(target, low.expr.as_scalar(g["val"], node), node)
    return NoneV()


def broadcast_arrays(low: Lowering, g: Given, node: Any) -> Val:
    """Views of one shape, to be read only."""
    arrays: list[AnyArray] = [in_memory(low, v, node) for v in g.get("args", ())]
    if not arrays:
        return TupleV([])
    shape = low.arrays.broadcast_shape([a.shape for a in arrays], node)
    return TupleV([reshaping.broadcast_to(low, low.arrays.in_memory(a), shape, node) for a in arrays])
