"""NumPy's functions that select elements by indices: ``take``, ``nonzero``, ``put``, ``np.add.at`` and the like."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import array_of, array_or_number, as_array
from irad.frontends.python.arrays.products import absent, axes_of
from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.parameters import Takes
from irad.frontends.python.core import memory_order, scalar_arithmetic
from irad.frontends.python.core.conditions import either, equal, negated
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    LazyV,
    NoneV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.core.texts import known_value
from irad.frontends.python.functions.numpy_functions import numpy_call
from irad.frontends.python.indexing import index_tuples
from irad.frontends.python.indexing.found_indices import (
    Indices,
    check_bounds,
    columns,
    counted_from_start,
    index_array,
    integers_of,
    is_array,
    true_places,
)
from irad.frontends.python.indexing.selections import Selection, selection
from irad.frontends.python.iteration import runtime_items
from irad.frontends.python.numeric.registers import choice
from irad.frontends.python.sources.python_types import INT, Array, Scalar

Given = dict[str, Any]
Lower = Callable[[Lowering, Given, Any], Val]

METHODS = ("take", "nonzero", "compress", "put", "choose")


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``fn``, if it is one of these."""
    owner = getattr(fn, "__self__", None)
    if isinstance(owner, np.ufunc) and fn == owner.at and _is_numpys(owner):
        return _ufunc_at(owner)
    try:
        found = _TABLE.get(fn)
    except TypeError:  # not hashable
        return None
    return _handler(f"np.{fn.__name__}", *found) if found is not None else None


def _is_numpys(fn: np.ufunc) -> bool:
    return getattr(np, fn.__name__, None) is fn


def _handler(name: str, takes: Takes, lower: Lower) -> Callable[..., Val]:
    def call(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        return lower(low, dict(parameters.bound(low, name, takes, args, kw, node).arguments), node)

    return call


def method(low: Lowering, name: str, owner: Val, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A method of an array."""
    takes, lower = _TABLE[getattr(np, name)]
    if name == "compress":
        takes = lambda a, condition, axis=None: 0  # noqa: E731
    return _handler(name, takes, lower)(low, [owner, *args], kw, node)


def _axis(low: Lowering, a: ArrayV, v: Val, node: Any) -> int:
    (axis,) = axes_of(low, v, a.ty.ndim, "axis=", node)
    return axis


# ---- reading


def _take(low: Lowering, g: Given, node: Any) -> Val:
    a, axis = low.arrays.in_memory(array_or_number(low, g["a"], node)), 0
    if absent(g.get("axis")):
        a = reshaping.ravel(low, a, node, "C")
    else:
        axis = _axis(low, a, g["axis"], node)
    found = _taken(low, a, _in_range(low, g, integers_of(low, g["indices"], node), a.shape[axis], node), axis, node)
    return found if absent(g.get("out")) else _taken_into(low, g["out"], found, node)


def _taken_into(low: Lowering, out: Val, found: Val, node: Any) -> Val:
    """``out``, which has the shape and dtype of what is written to it."""
    if not isinstance(out, ArrayV):
        low.wrong(node, "out= must be an array")
    assert isinstance(out, ArrayV)
    dtype = found.ty.kind if isinstance(found, ScalarV) else found.ty.dtype
    if out.ty.dtype != dtype:
        text = f"np.take() of {dtype} with out= of {out.ty.dtype} is not supported in compiled functions"
        low.unsupported(node, text, "out[...] = np.take(a, indices)")
    shape = found.shape if isinstance(found, (ArrayV, LazyV)) else []
    text = "output array does not match result of ndarray.take"
    if len(shape) != out.ty.ndim:
        low.fail(ValueError, text, node)
        return out
    for n, m in zip(out.shape, shape, strict=True):
        low.check(equal(low, n, m), ValueError, text, node)
    low.arrays.assign(out, found if isinstance(found, ScalarV) else low.arrays.in_memory(found), node)
    return out


def _in_range(low: Lowering, g: Given, indices: ArrayV, n: Any, node: Any) -> ArrayV:
    """Indices as ``mode=`` says: those beyond the ends of an axis of ``n`` elements taken from the other end, or at the end."""
    mode = "raise" if "mode" not in g else known_value(g["mode"])
    if mode == "raise":
        return indices
    if mode not in ("wrap", "clip"):
        low.unsupported(node, "this mode= is not supported in compiled functions", "'raise', 'wrap' and 'clip' are")
    count = ScalarV(INT, n)
    if mode == "wrap":
        found = numpy_call(low, "remainder", [indices, count], {}, node)
    else:
        last = low.expr.scalar_binary(ast.Sub(), count, ScalarV(INT, const(1)), node, False)
        below = numpy_call(low, "minimum", [indices, last], {}, node)
        found = numpy_call(low, "maximum", [below, ScalarV(INT, const(0))], {}, node)
    return integers_of(low, found, node)


def _taken(low: Lowering, a: ArrayV, indices: ArrayV, axis: int, node: Any, checked: bool = False) -> Val:
    """The elements at these indices along an axis, by rows."""
    n = a.shape[axis]
    given = either(low, negated(low, equal(low, n, const(0))), equal(low, low.arrays.size(indices.shape), const(0)))
    low.check(given, IndexError, "cannot do a non-empty take from an empty axes.", node)
    if indices.shape:
        part = (axis, axis, Indices(indices, checked))
        return selection(low, a, a, [part], axis, node).gather(memory_order.BY_ROWS)
    check_bounds(low, indices, n, axis, node)
    i = counted_from_start(low, low.arrays.load(indices, []), n)
    kept = [k for k in range(a.ty.ndim) if k != axis]
    if not kept:
        return ScalarV(Scalar(a.ty.dtype), low.arrays.load(a, [i]))
    at = lambda idx: low.arrays.load(a, [*idx[:axis], i, *idx[axis:]])  # noqa: E731
    taken = LazyV(Array(a.ty.dtype, len(kept), "C"), [a.shape[k] for k in kept], at, [a])
    return low.arrays.copy(taken)


def _compress(low: Lowering, g: Given, node: Any) -> Val:
    condition = as_array(low, g["condition"], node)
    assert isinstance(condition, (ArrayV, LazyV))
    if len(condition.shape) != 1:
        low.wrong(node, "condition must be a 1-d array")
    a = low.arrays.in_memory(as_array(low, g["a"], node))
    (places,) = columns(low, true_places(low, low.arrays.in_memory(condition)))
    if absent(g.get("axis")):
        return _taken(low, reshaping.ravel(low, a, node, "C"), places, 0, node)
    return _taken(low, a, places, _axis(low, a, g["axis"], node), node)


def _along_axis(low: Lowering, a: ArrayV, indices: ArrayV, v: Val | None, node: Any) -> Selection:
    """The elements of ``take_along_axis``: on the other axes those at the same place."""
    ndim = a.ty.ndim
    if indices.ty.ndim != ndim:
        low.wrong(node, "`indices` and `arr` must have the same number of dimensions")
    axis = _axis(low, a, v, node) if v is not None else ndim - 1
    parts = []
    for k, n in enumerate(a.shape):
        found = Indices(indices)
        if k != axis:
            shape = [n if j == k else const(1) for j in range(ndim)]
            found = Indices(LazyV(Array("int64", ndim, "C"), shape, lambda idx, k=k: idx[k]), True)  # type: ignore[misc]
        parts.append((k, k, found))
    return selection(low, a, a, parts, 0, node)


def _flat_or_not(low: Lowering, a: ArrayV, g: Given, node: Any) -> tuple[ArrayV, Val | None]:
    """The array and ``axis=``; for None the elements by rows."""
    if isinstance(g.get("axis"), NoneV):
        return reshaping.ravel(low, a, node, "C"), None
    return a, g.get("axis")


def _take_along_axis(low: Lowering, g: Given, node: Any) -> Val:
    a, axis = _flat_or_not(low, low.arrays.in_memory(as_array(low, g["arr"], node)), g, node)
    return _along_axis(low, a, _without_masks(low, g["indices"], node), axis, node).gather()


def _without_masks(low: Lowering, v: Val, node: Any) -> ArrayV:
    a = index_array(low, v, node)
    if not isinstance(a, ArrayV) or a.ty.dtype != "int64":
        low.wrong(node, "`indices` must be an integer array")
    assert isinstance(a, ArrayV)
    return a


def _choose(low: Lowering, g: Given, node: Any) -> Val:
    a = integers_of(low, g["a"], node)
    if not isinstance(g["choices"], TupleV) or not g["choices"].items:
        low.unsupported(node, "np.choose() of other choices than a list of arrays is not supported", "write [b, c]")
    choices = [c if isinstance(c, ScalarV) else array_or_number(low, c, node) for c in g["choices"].items]
    n = const(len(choices))
    a = _in_range(low, g, a, n, node)

    def fine(idx: list[Any]) -> None:
        i = low.arrays.load(a, idx)
        low.check(low.b.icmp_unsigned("<", i, n), ValueError, "invalid entry in choice array", node)

    low.arrays.each(a.shape, fine)
    kinds = [Scalar(c.ty.kind, weak=c.ty.weak) if isinstance(c, ScalarV) else Scalar(c.ty.dtype) for c in choices]
    if any(k.weak for k in kinds) and not all(k.weak for k in kinds):
        low.unsupported(node, "np.choose() of Python's numbers and arrays together is not supported", "write np.full(...)")

    def pick(p: list[ScalarV]) -> ScalarV:
        ty = scalar_arithmetic.planned(low, "where", p[1:], node, False).result
        found = low.convert(p[-1], ty).v
        for k in reversed(range(len(p) - 2)):
            one = low.convert(p[k + 1], ty).v
            found = choice(low.b, equal(low, p[0].v, const(k)), one, found)
        return ScalarV(ty, found)

    out = low.expr.elementwise([a, *choices], pick, node, array=True)
    return low.arrays.copy(out) if a.shape else out


# ---- where something holds


def _places(low: Lowering, v: Val, node: Any) -> ArrayV:
    a = array_or_number(low, v, node)
    if not a.shape:
        text = "Calling nonzero on 0d arrays is not allowed."
        low.wrong(node, text, "np.atleast_1d(scalar).nonzero()")
    return true_places(low, low.arrays.in_memory(a))


def nonzero(low: Lowering, v: Val, node: Any) -> Val:
    """``np.nonzero(a)``: an array for each axis."""
    return TupleV(list(columns(low, _places(low, v, node))))


def _flatnonzero(low: Lowering, g: Given, node: Any) -> Val:
    flat = reshaping.ravel(low, low.arrays.in_memory(array_or_number(low, g["a"], node)), node, "C")
    return columns(low, true_places(low, flat))[0]


def _argwhere(low: Lowering, g: Given, node: Any) -> Val:
    return low.arrays.copy(_places(low, g["a"], node), memory_order.BY_COLUMNS)


def _ix(low: Lowering, g: Given, node: Any) -> Val:
    out: list[Val] = []
    lists = g.get("args", ())
    for k, v in enumerate(lists):
        a = index_array(low, v, node)
        if not isinstance(a, ArrayV) or a.ty.ndim != 1:
            low.wrong(node, "Cross index must be 1 dimensional")
        assert isinstance(a, ArrayV)
        a = columns(low, true_places(low, a))[0] if a.ty.dtype == "bool" else a
        out.append(reshaping.with_axes(low, a, [j for j in range(len(lists)) if j != k]))
    return TupleV(out)


# ---- writing


def _target(low: Lowering, v: Val, what: str, node: Any) -> ArrayV:
    if not isinstance(v, ArrayV):
        low.wrong(node, f"{what} writes to an array, not to {v.ty}")
    assert isinstance(v, ArrayV)
    low.arrays.check_writable(v, node)
    return v


def _flat(low: Lowering, a: ArrayV) -> ArrayV:
    """The elements of an array without gaps, in one line."""
    return ArrayV(Array(a.ty.dtype, 1, "C"), a.data, [low.arrays.size(a.shape)], [const(1)], a.origin)


def _put(low: Lowering, g: Given, node: Any) -> Val:
    """``np.put``: the elements by rows are numbered, and the values repeated as needed."""
    a = _target(low, g["a"], "np.put()", node)
    indices = _flat(low, low.arrays.copy(integers_of(low, g["ind"], node)))
    given = array_of(low, g["v"], node, None) if isinstance(g["v"], ScalarV) else as_array(low, g["v"], node)
    values = _flat(low, low.arrays.copy(given))
    count, size, kind, to = values.shape[0], low.arrays.size(a.shape), Scalar(values.ty.dtype), Scalar(a.ty.dtype)
    some = negated(low, equal(low, count, const(0)))
    filled = either(low, negated(low, equal(low, size, const(0))), equal(low, indices.shape[0], const(0)))
    low.check(filled, IndexError, "cannot replace elements of an empty array", node)
    n = low.b.select(some, indices.shape[0], const(0)) if known_int(count) is None else indices.shape[0]

    def one(idx: list[Any]) -> None:
        i = low.arrays.load(indices, idx)
        fine = low.b.icmp_unsigned("<", low.b.add(i, size), low.b.add(size, size))
        low.check(fine, IndexError, "index {0} is out of bounds for axis 0 with size {1}", node, [i, size])
        k = idx[0] if known_int(count) != 1 else const(0)
        v = ScalarV(kind, low.arrays.load(values, [low.b.urem(k, count) if known_int(k) is None else k]))
        low.arrays.store(a, _unravelled(low, a, counted_from_start(low, i, size)), low.convert(v, to).v)

    if known_int(count) != 0:
        low.arrays.each([n], one)
    return NoneV()


def _unravelled(low: Lowering, a: ArrayV, i: Any) -> list[Any]:
    """The indices of the element with this number by rows."""
    idx: list[Any] = []
    for n in reversed(a.shape[1:]):
        idx.insert(0, low.b.urem(i, n))
        i = low.b.udiv(i, n)
    return [i, *idx][: len(a.shape)]


def _put_along_axis(low: Lowering, g: Given, node: Any) -> Val:
    a = _target(low, g["arr"], "np.put_along_axis()", node)
    if isinstance(g["axis"], NoneV):
        low.unsupported(node, "np.put_along_axis() without an axis is not supported", "np.put()")
    value = g["values"] if isinstance(g["values"], ScalarV) else as_array(low, g["values"], node)
    _along_axis(low, a, _without_masks(low, g["indices"], node), g["axis"], node).store(value)
    return NoneV()


def _ufunc_at(fn: np.ufunc) -> Callable[..., Val]:
    """``fn.at(a, indices, b)``: one element after the other, so that one that is selected twice is changed twice."""
    name = fn.__name__
    takes: Takes = (lambda a, indices, b, /: 0) if fn.nin == 2 else (lambda a, indices, /: 0)

    def call(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        g = dict(parameters.bound(low, f"np.{name}.at", takes, args, kw, node).arguments)
        a = _target(low, g["a"], f"np.{name}.at()", node)
        operands = [g["b"]] if fn.nin == 2 else []
        operands = [_as_numpys(low, v, node) if isinstance(v, ScalarV) else array_or_number(low, v, node) for v in operands]
        _change_each(low, name, a, g["indices"], operands, node)
        return NoneV()

    return call


def _as_numpys(low: Lowering, v: ScalarV, node: Any) -> ScalarV:
    """A number as an element of an array: of Python's numbers ``at`` makes arrays, so they are no weaker than others."""
    return ScalarV(Scalar(low.expr.dtype(v.ty, node)), v.v)


def _change_each(low: Lowering, name: str, a: ArrayV, index: Val, operands: list[Val], node: Any) -> None:
    parts, values = runtime_items.with_slices(low, [index_tuples.FULL], [index], node)
    parts, values = index_tuples.items_of(parts, values)
    values = index_tuples.made_arrays(low, values, node)
    if not any(map(is_array, values)):
        return _change_view(low, name, a, parts, values, operands, node)
    found = index_tuples.select(low, a, parts, values, node)
    found.check()
    to, given = Scalar(a.ty.dtype), operands
    for k, v in enumerate(operands):
        if isinstance(v, (ArrayV, LazyV)):
            text = "array is not broadcastable to correct shape"
            if len(v.shape) > len(found.shape):
                low.fail(ValueError, text, node)
            low.check(found.takes(v.shape[max(len(v.shape) - len(found.shape), 0) :]), ValueError, text, node)
            given = [*operands[:k], found.unaliased(v), *operands[k + 1 :]]
    arrays = [v for v in given if isinstance(v, (ArrayV, LazyV))]
    readers = [low.arrays.aligned(v, found.shape) for v in arrays if len(v.shape) <= len(found.shape)]

    def one(idx: list[Any], at: list[Any]) -> None:
        others = [ScalarV(Scalar(v.ty.dtype), r(at)) for v, r in zip(arrays, readers, strict=False)] or given
        new = low.expr.apply(getattr(np, name), [ScalarV(to, low.arrays.load(found.source, idx)), *others], {}, node)
        assert isinstance(new, ScalarV)
        low.arrays.store(found.source, idx, _cast(low, new, to, name, node))

    if len(readers) == len(arrays):
        found.each(one, [v for v in operands if isinstance(v, (ArrayV, LazyV))])
    return None


def _change_view(
    low: Lowering, name: str, a: ArrayV, parts: list[Any], values: list[Val | None], operands: list[Val], node: Any
) -> None:
    """As `_change_each`, for an index without arrays."""
    view, scalar = low.expr.view(a, parts, values, node)
    if view is not None:
        low.arrays.update(view, low.expr.apply(getattr(np, name), [view, *operands], {}, node), name, node)
        return
    assert scalar is not None
    kind = Scalar(a.ty.dtype)
    made = low.expr.apply(getattr(np, name), [ScalarV(kind, low.arrays.load(a, scalar)), *operands], {}, node)
    new = low.expr.as_scalar(made, node)
    low.arrays.store(a, scalar, _cast(low, new, kind, name, node))


def _cast(low: Lowering, new: ScalarV, to: Scalar, name: str, node: Any) -> Any:
    """A result of ``at`` as the array holds it: integers of another width wrap, as in NumPy."""
    if new.ty.is_integer and to.is_integer:
        return low.convert(ScalarV(Scalar(new.ty.kind), new.v), to).v
    low.arrays.check_kind(to.kind, new, name, node)
    return low.convert(new, to).v


_TABLE: dict[Any, tuple[Takes, Lower]] = {
    np.take: (lambda a, indices, axis=None, out=None, mode=None: 0, _take),
    np.compress: (lambda condition, a, axis=None: 0, _compress),
    np.take_along_axis: (lambda arr, indices, axis=None: 0, _take_along_axis),
    np.choose: (lambda a, choices, *, mode=None: 0, _choose),
    np.nonzero: (lambda a: 0, lambda low, g, node: nonzero(low, g["a"], node)),
    np.flatnonzero: (lambda a: 0, _flatnonzero),
    np.argwhere: (lambda a: 0, _argwhere),
    np.ix_: (lambda *args: 0, _ix),
    np.put: (lambda a, ind, v: 0, _put),
    np.put_along_axis: (lambda arr, indices, values, axis: 0, _put_along_axis),
}
