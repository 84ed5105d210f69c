"""The table of NumPy functions and array methods that return the array, a view or a copy; implemented in `reshaping.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import array_of, as_array, constant, dtype_of, fill_new, shape_of
from irad.frontends.python.arrays.elementwise import check_cast
from irad.frontends.python.arrays.products import absent, axes_of
from irad.frontends.python.arrays.reshaping import order_of
from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.parameters import Takes
from irad.frontends.python.containers import shared_lists
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.checked_integers import stored
from irad.frontends.python.core.code_writer import RaisedAlways
from irad.frontends.python.core.conditions import equal, negated
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, ListV, NoneV, ScalarV, TupleV, Val, const, known_int
from irad.frontends.python.objects.classes import class_of
from irad.frontends.python.sources.python_types import Array, Scalar

Given = dict[str, Any]
Lower = Callable[[Lowering, Given, Any], Val]

METHODS: dict[str, Takes] = {
    "reshape": lambda *shape, order=None: 0,
    "ravel": lambda order=None: 0,
    "flatten": lambda order=None: 0,
    "copy": lambda order=None: 0,
    "astype": lambda dtype, order=None, *, copy=None: 0,
    "squeeze": lambda axis=None: 0,
    "view": lambda dtype=None, type=None: 0,
}


def method(low: Lowering, name: str, owner: Val, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A method of an array."""
    g = dict(parameters.bound(low, name, METHODS[name], args, kw, node).arguments)
    assert isinstance(owner, (ArrayV, LazyV))
    how = partial(order_of, low, g.get("order"), node=node)
    if name == "reshape":
        shape = g["shape"][0] if len(g.get("shape", ())) == 1 else TupleV(list(g.get("shape", ())))
        return reshaping.reshape(low, low.arrays.in_memory(owner), shape, node, how("C", allowed="CFA"))
    if name == "ravel":
        return reshaping.ravel(low, low.arrays.in_memory(owner), node, how("C"))
    if name == "flatten":
        return _flatten(low, owner, how("C"), node)
    if name == "copy":
        return reshaping.copied(low, owner, how("C"))
    if name == "astype":
        return _astype(low, owner, g, node)
    if name == "view":
        if g:
            low.unsupported(node, "view() with arguments is not supported in compiled functions", "x.reshape(...), x.astype(...)")
        return reshaping.with_axes(low, low.arrays.in_memory(owner), [])
    try:
        return _squeeze(low, {"a": owner, **g}, node)
    except RaisedAlways:
        return owner


# ---- copies and conversions


def _array(low: Lowering, v: Val, node: Any) -> ArrayV | LazyV:
    found = array_of(low, v, node, None) if isinstance(v, ScalarV) else as_array(low, v, node)
    assert isinstance(found, (ArrayV, LazyV))
    return found


def _in_memory(low: Lowering, v: Val, node: Any) -> ArrayV:
    return low.arrays.in_memory(_array(low, v, node))


def _flatten(low: Lowering, v: ArrayV | LazyV, how: str, node: Any) -> ArrayV:
    """A contiguous copy with one axis, in any order."""
    if how == "A":
        a = low.arrays.in_memory(v)
        columns = memory_order.is_by_columns(low, a)
        return memory_order.of_two(low, columns, lambda: _flatten(low, a, "F", node), lambda: _flatten(low, a, "C", node))
    a = reshaping.copied(low, v, how)
    return ArrayV(Array(a.ty.dtype, 1, "C"), a.data, [low.arrays.size(a.shape)], [const(1)], a.origin)


def _converted(low: Lowering, v: ArrayV | LazyV, kind: str, plan: memory_order.LayoutPlan) -> LazyV:
    """Numbers of another kind (or the same), computed when they are used."""
    own, to = Scalar(v.ty.dtype), Scalar(kind)
    reads = v.reads if isinstance(v, LazyV) else [v]
    ty = Array(kind, len(v.shape), plan.layout)
    return LazyV(ty, v.shape, lambda i: low.convert(ScalarV(own, low.arrays.element(v, i)), to).v, reads, plan.strides)


def _flag(low: Lowering, v: Val | None, default: bool | None, node: Any) -> bool | None:
    """The argument ``copy=``: a constant, None where it says "if needed"."""
    if v is None:
        return default
    if isinstance(v, NoneV):
        return None
    if not isinstance(v, ScalarV) or not isinstance(v.v, ir.Constant):
        low.wrong(node, "copy= must be True, False or None here")
    assert isinstance(v, ScalarV)
    return bool(v.v.constant)


def _astype(low: Lowering, v: ArrayV | LazyV, g: Given, node: Any) -> Val:
    kind, how = dtype_of(low, g["dtype"], "", node), order_of(low, g.get("order"), "K", node)
    check_cast(low, v.ty, Scalar(kind), node)
    if kind == v.ty.dtype and _flag(low, g.get("copy"), True, node) is False:
        return reshaping.itself_or_copy(low, low.arrays.in_memory(v), how, node)
    return _converted(low, v, kind, reshaping.plan_like(low, v, how))


def _made(low: Lowering, v: Val, g: Given, how: str, copy: bool | None, node: Any) -> Val:
    """``np.array(v, dtype, copy=copy, order=how)``."""
    if hasattr(class_of(low, v), "irad_as_array"):
        return low.expr.apply_method(v, "irad_as_array", [], {}, node)
    v = shared_lists.opened(low, v)
    kind = dtype_of(low, g.get("dtype"), "", node) or None
    known = isinstance(v, (ArrayV, LazyV))
    if copy is False and not (known and kind in (None, v.ty.dtype)):
        low.fail(ValueError, "Unable to avoid copy while creating an array as requested.", node)
    if not isinstance(v, (ArrayV, LazyV)):
        if isinstance(v, ListV):
            found: Val = _array(low, v, node)
            return _made(low, found, g, how, True, node)
        a = array_of(low, v, node, kind)
        return reshaping.copied(low, a, "F") if how == "F" and a.ty.ndim > 1 else a
    if kind not in (None, v.ty.dtype):
        check_cast(low, v.ty, Scalar(kind or ""), node)
        return low.arrays.in_memory(_converted(low, v, kind or "", reshaping.plan_like(low, v, how)))
    if copy or (isinstance(v, LazyV) and how in "CF"):
        return reshaping.copied(low, v, how)
    if how in "KA":
        return v
    return reshaping.itself_or_copy(low, low.arrays.in_memory(v), how, node, refused=copy is False)


def _np_array(low: Lowering, g: Given, node: Any) -> Val:
    found = _made(low, g["object"], g, order_of(low, g.get("order"), "K", node), _flag(low, g.get("copy"), True, node), node)
    least = g.get("ndmin")
    if least is None or not isinstance(found, (ArrayV, LazyV)):
        return found
    count = known_int(least.v) if isinstance(least, ScalarV) else None
    if count is None:
        low.wrong(node, "ndmin= must be known when compiling")
    more = count - len(found.shape)
    return reshaping.with_axes(low, low.arrays.in_memory(found), list(range(more))) if more > 0 else found


def _asarray(low: Lowering, g: Given, node: Any) -> Val:
    return _made(low, g["a"], g, order_of(low, g.get("order"), "K", node), _flag(low, g.get("copy"), None, node), node)


def _in_order(how: str) -> Lower:
    """``np.ascontiguousarray`` and ``np.asfortranarray``: of one axis at least."""

    def lower(low: Lowering, g: Given, node: Any) -> Val:
        a = _made(low, g["a"], g, how, None, node)
        if not isinstance(a, (ArrayV, LazyV)):
            low.wrong(node, f"an array is needed, not {a.ty}")
        assert isinstance(a, (ArrayV, LazyV))
        return a if a.shape else reshaping.with_axes(low, low.arrays.in_memory(a), [0])

    return lower


def _copy(low: Lowering, g: Given, node: Any) -> Val:
    return reshaping.copied(low, _array(low, g["a"], node), order_of(low, g.get("order"), "K", node))


def _like(value: float | None) -> Lower:
    def lower(low: Lowering, g: Given, node: Any) -> Val:
        return _filled_like(low, g, None if value is None else constant(value), node)

    return lower


def _full_like(low: Lowering, g: Given, node: Any) -> Val:
    return _filled_like(low, g, low.expr.as_scalar(g["fill_value"], node), node)


def _filled_like(low: Lowering, g: Given, value: ScalarV | None, node: Any) -> Val:
    a = _array(low, g["a"], node)
    kind = dtype_of(low, g.get("dtype"), a.ty.dtype, node)
    plan = reshaping.plan_like(low, a, order_of(low, g.get("order"), "K", node))
    return fill_new(low, kind, a.shape, None if value is None else stored(low, value, Scalar(kind), node).v, plan)


# ---- other shapes


def _reshape(low: Lowering, g: Given, node: Any) -> Val:
    how = order_of(low, g.get("order"), "C", node, "CFA")
    return reshaping.reshape(low, _in_memory(low, g["a"], node), g["shape"], node, how)


def _ravel(low: Lowering, g: Given, node: Any) -> Val:
    return reshaping.ravel(low, _in_memory(low, g["a"], node), node, order_of(low, g.get("order"), "C", node))


def _squeeze(low: Lowering, g: Given, node: Any) -> Val:
    a = _in_memory(low, g["a"], node)
    if not absent(g.get("axis")):
        return reshaping.without_axes(
            low, a, axes_of(low, g["axis"], a.ty.ndim, "axis=", node, "", "duplicate value in 'axis'"), node
        )
    for n in a.shape:
        if known_int(n) is None:
            several = negated(low, equal(low, n, const(1)))
            low.check(several, NotImplementedError, "squeeze() of an axis that turns out to have size one: write axis=", node)
    return reshaping.without_axes(low, a, [k for k, n in enumerate(a.shape) if known_int(n) == 1], node)


def _expand_dims(low: Lowering, g: Given, node: Any) -> Val:
    a = _in_memory(low, g["a"], node)
    count = len(g["axis"].items) if isinstance(g["axis"], TupleV) else 1
    return reshaping.with_axes(low, a, axes_of(low, g["axis"], a.ty.ndim + count, "axis=", node, ""))


def _at_least(ndim: int) -> Lower:
    def lower(low: Lowering, g: Given, node: Any) -> Val:
        a = _in_memory(low, g["a"], node)
        missing = ndim - a.ty.ndim
        if missing <= 0:
            return a
        places = [0, 2] if ndim == 3 and a.ty.ndim == 1 else [2] if ndim == 3 and a.ty.ndim == 2 else list(range(missing))
        return reshaping.with_axes(low, a, places)

    return lower


def _broadcast_to(low: Lowering, g: Given, node: Any) -> Val:
    return reshaping.broadcast_to(low, _in_memory(low, g["array"], node), shape_of(low, g["shape"], node), node)


def _flip(axis: int | None = None) -> Lower:
    def lower(low: Lowering, g: Given, node: Any) -> Val:
        a = _in_memory(low, g["m"], node)
        if axis is not None:
            if a.ty.ndim <= axis:
                low.raise_always(ValueError, f"Input must be >= {axis + 1}-d.", node)
            return reshaping.flipped(low, a, [axis])
        if absent(g.get("axis")):
            return reshaping.flipped(low, a, list(range(a.ty.ndim)))
        return reshaping.flipped(low, a, axes_of(low, g["axis"], a.ty.ndim, "axis=", node, ""))

    return lower


_LIKE: Takes = lambda a, dtype=None, order=None: 0  # noqa: E731
_CONVERT: Takes = lambda a, dtype=None, order=None, *, copy=None: 0  # noqa: E731
_ONE: Takes = lambda a, /: 0  # noqa: E731
_FLIP: Takes = lambda m: 0  # noqa: E731

TABLE: dict[Any, tuple[Takes, Lower]] = {
    np.array: (lambda object, dtype=None, *, copy=None, order=None, ndmin=None: 0, _np_array),
    np.asarray: (_CONVERT, _asarray),
    np.asanyarray: (_CONVERT, _asarray),
    np.ascontiguousarray: (lambda a, dtype=None: 0, _in_order("C")),
    np.asfortranarray: (lambda a, dtype=None: 0, _in_order("F")),
    np.copy: (lambda a, order=None: 0, _copy),
    np.zeros_like: (_LIKE, _like(0.0)),
    np.ones_like: (_LIKE, _like(1.0)),
    np.empty_like: (_LIKE, _like(None)),
    np.full_like: (lambda a, fill_value, dtype=None, order=None: 0, _full_like),
    np.reshape: (lambda a, /, shape, order=None: 0, _reshape),
    np.ravel: (lambda a, order=None: 0, _ravel),
    np.squeeze: (lambda a, axis=None: 0, _squeeze),
    np.expand_dims: (lambda a, axis: 0, _expand_dims),
    np.atleast_1d: (_ONE, _at_least(1)),
    np.atleast_2d: (_ONE, _at_least(2)),
    np.atleast_3d: (_ONE, _at_least(3)),
    np.broadcast_to: (lambda array, shape: 0, _broadcast_to),
    np.flip: (lambda m, axis=None: 0, _flip()),
    np.flipud: (_FLIP, _flip(0)),
    np.fliplr: (_FLIP, _flip(1)),
}
