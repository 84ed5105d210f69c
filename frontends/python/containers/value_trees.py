"""Values of compiled functions as trees: the numbers and arrays in containers of fixed structure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.origins import Fresh
from irad.frontends.python.core.overlap_checks import span
from irad.frontends.python.core.python_values import I8, ArrayV, KnownV, NoneV, ScalarV, TupleV, Val, const
from irad.frontends.python.sources.instances import whole_fields
from irad.frontends.python.sources.python_types import Array, Tuple, Ty


def arrays_of(v: Val) -> list[ArrayV]:
    """The arrays in a value."""
    if isinstance(v, TupleV):
        return [a for i in v.items for a in arrays_of(i)]
    return [v] if isinstance(v, ArrayV) else []


def leaves_of(v: Val) -> list[Val]:
    """Numbers and arrays in a value."""
    if isinstance(v, TupleV):
        return [x for i in v.items for x in leaves_of(i)]
    return [v] if isinstance(v, (ScalarV, ArrayV)) else []


def map_tree(fn: Callable[..., Val], *trees: Val) -> Val:
    """``fn`` over the leaves of trees that are built alike."""
    first = trees[0]
    if isinstance(first, TupleV):
        parts = zip(*(t.items for t in trees), strict=True)  # type: ignore[attr-defined]
        return TupleV([map_tree(fn, *p) for p in parts], first.form)
    return fn(*trees)


def map_tree2(fn: Callable[[Val, Val], Val], outer: Val, inner: Val) -> Val:
    """``fn(leaf, subtree)`` for the leaves of the first tree and the subtrees of the second one at their places."""
    if isinstance(outer, TupleV):
        assert isinstance(inner, TupleV)
        return TupleV([map_tree2(fn, o, i) for o, i in zip(outer.items, inner.items, strict=True)], outer.form)
    return fn(outer, inner)


def copy_tree(low: Lowering, v: Val) -> Val:
    """The value with copies of its arrays, which have the same strides."""

    def one(x: Val) -> Val:
        if not isinstance(x, ArrayV):
            return x
        made = twin_of(low, x)
        low.arrays.each(x.shape, lambda idx: low.arrays.store(made, idx, low.arrays.load(x, idx)))
        return made

    return map_tree(one, v)


def twin_of(low: Lowering, a: ArrayV) -> ArrayV:
    """A new array with the shape and the strides of another one, contents undefined."""
    if a.ty.layout == "C":
        return low.arrays.allocate(a.ty.dtype, a.shape)
    size, start = span(low, a)
    data = low.b.gep(low.reserve(size), [start], inbounds=True, source_etype=I8)
    return ArrayV(replace(a.ty, readonly=False), data, a.shape, a.strides, Fresh())


def move(low: Lowering, target: ArrayV, source: ArrayV) -> None:
    """The elements of one array into another of its shape."""
    low.arrays.each(target.shape, lambda idx: low.arrays.store(target, idx, low.arrays.load(source, idx)))


def without_gaps(low: Lowering, v: Val) -> Val:
    """The value with row-major copies of the arrays that are not contiguous by rows."""
    return map_tree(lambda x: low.arrays.by_rows(x) if isinstance(x, ArrayV) else x, v)


def zeros_like(low: Lowering, v: Val) -> Val:
    """Zeroed arrays with the strides of the float arrays, zeros in place of the floats; the rest as it is."""

    def one(x: Val) -> Val:
        if isinstance(x, ArrayV) and is_float(x):
            return clear(low, twin_of(low, x))
        if isinstance(x, ScalarV) and is_float(x):
            return ScalarV(x.ty, zero_of(x.ty.kind))
        return x

    return map_tree(one, v)


def dtype_of(v: Val) -> str:
    """The kind of a number, or of the numbers in an array."""
    assert isinstance(v, (ScalarV, ArrayV))
    return v.ty.kind if isinstance(v, ScalarV) else v.ty.dtype


def array_for(low: Lowering, like: Val) -> ArrayV:
    """A new array in the shape of a number or array, contents undefined."""
    return low.arrays.allocate(dtype_of(like), like.shape if isinstance(like, ArrayV) else [])


def arrays_for(low: Lowering, v: Val) -> Val:
    """New arrays for the floats of a value, nothing for the rest."""
    return map_tree(lambda x: array_for(low, x) if is_float(x) else NoneV(), v)


def clear(low: Lowering, a: ArrayV) -> ArrayV:
    """Set an array of floats to zero."""
    zero = zero_of(a.ty.dtype)
    flat = flat_of(low, a) if a.ty.layout == "C" else a
    low.arrays.each(flat.shape, lambda idx: low.arrays.store(flat, idx, zero))
    return a


def flat_of(low: Lowering, a: ArrayV) -> ArrayV:
    """A contiguous array as one of one axis."""
    return ArrayV(Array(a.ty.dtype, 1, "C"), a.data, [low.arrays.size(a.shape)], [const(1)], a.origin)


def is_float(v: Val) -> bool:
    """Whether it is a number, or an array of them, that has derivatives: real or complex."""
    return isinstance(v, (ScalarV, ArrayV)) and bool(v.ty.is_inexact)


def check_floats(low: Lowering, v: Val, name: str, node: Any, otherwise: str = "leave it out of argnums") -> None:
    """Check that all leaves of an argument that is differentiated are floats; ``otherwise``: what to do with others."""
    if isinstance(v, TupleV):
        whole = set() if v.form is None else whole_fields(v.form.cls)
        for k, item in enumerate(v.items):
            if v.form is None or not v.form.by_attribute or v.form.names[k] not in whole or is_float(item):
                check_floats(low, item, name + v.ty.path(k), node, otherwise)
    elif not is_float(v) and not isinstance(v, (NoneV, KnownV)):
        what = f"an array of {v.ty.dtype}" if isinstance(v, ArrayV) else f"of type {v.ty}"
        given = "an array of floats (x.astype(float))" if isinstance(v, ArrayV) else "a float (1.0 for 1)"
        low.wrong(node, f"{name} is {what}, which has no derivative", f"pass {given}, or {otherwise}")


def pairs(outer: Val, inner: Val) -> list[tuple[Val, Val]]:
    """(leaf, subtree) for the leaves of the first tree and the subtrees of the second one at their places."""
    if isinstance(outer, TupleV):
        assert isinstance(inner, TupleV)
        return [p for o, i in zip(outer.items, inner.items, strict=True) for p in pairs(o, i)]
    return [(outer, inner)]


def alike(v: Val, other: Val) -> bool:
    """Whether two trees have the same structure."""
    if isinstance(v, TupleV):
        same = isinstance(other, TupleV) and len(v.items) == len(other.items) and v.form == other.form
        return same and all(alike(a, b) for a, b in zip(v.items, other.items, strict=True))  # type: ignore[attr-defined]
    return not isinstance(other, TupleV)


def types_in(ty: Ty) -> list[Ty]:
    """The types in a container, or the type itself."""
    return [x for t in ty.items for x in types_in(t)] if isinstance(ty, Tuple) else [ty]
