"""Arguments of NumPy's functions: conversion to arrays, shapes, dtypes; and new arrays filled with a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays import nested_arrays, reshaping
from irad.frontends.python.containers import list_arrays, shared_lists
from irad.frontends.python.core import checked_integers, memory_order
from irad.frontends.python.core.code_writer import RaisedAlways
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    DOUBLE,
    MOST_ELEMENTS,
    REGISTER,
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    RangeV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
    without_axes,
)
from irad.frontends.python.operands.number_methods import as_index
from irad.frontends.python.sources.dtypes import dtype_kind, widest
from irad.frontends.python.sources.python_types import FLOAT, INT, Array, Scalar

# ---- shapes and dtypes


def shape_of(low: Lowering, v: Val, node: Any, what: str = "a shape") -> list[Any]:
    """A shape argument: an integer or a tuple of integers."""
    v = as_index(low, v, node)
    out = []
    for i in [as_index(low, i, node) for i in v.items] if isinstance(v, TupleV) else [v]:
        if not isinstance(i, ScalarV) or i.ty.is_inexact:
            low.wrong(node, f"{what} must be {'integers' if what == 'a shape' else 'an integer'}, not {i.ty}", as_integer(i))
        n = low.word(i)
        known = known_int(n)
        if known is not None and known < 0:
            low.fail(ValueError, "negative dimensions are not allowed", node)
            n = const(0)  # of what comes behind, which is never reached
        if known is None:
            low.check(low.b.icmp_signed(">=", n, const(0)), ValueError, "negative dimensions are not allowed", node)
            low.check(low.b.icmp_signed("<", n, const(MOST_ELEMENTS)), ValueError, "Maximum allowed dimension exceeded", node)
        out.append(n)
    check_size(low, out, node)
    return out


def as_integer(v: Val) -> str:
    """What to write where a float stands for an integer, "" for other values."""
    return "write // for a quotient of integers, or int(...)" if isinstance(v, ScalarV) and v.ty.is_float else ""


def check_size(low: Lowering, shape: list[Any], node: Any) -> None:
    """The number of elements must not overflow; each size is in range already."""
    if len(shape) < 2 or all(known_int(n) is not None for n in shape):
        return
    number: Any = ir.Constant(DOUBLE, 1.0)  # near 2^60 a rounding error makes no difference: there is no such memory
    for n in shape:
        number = low.b.fmul(number, low.b.uitofp(n, DOUBLE))
    low.check(low.b.fcmp_ordered("<", number, ir.Constant(DOUBLE, float(MOST_ELEMENTS))), ValueError, "array is too big", node)


def dtype_of(low: Lowering, v: Val | None, default: str, node: Any) -> str:
    if v is None or isinstance(v, NoneV):
        return default
    if isinstance(v, KnownV):
        try:
            kind = dtype_kind(v.value)
        except TypeError:
            kind = None
        if kind is not None:
            return kind
    hint = "use bool, an integer of up to 64 bits, float16, float32, float64, complex64 or complex128"
    if isinstance(v, (ScalarV, TupleV)):
        low.wrong(node, f"the dtype cannot be {v.ty}", "a shape of several axes is a tuple: (2, 3)")
    named = getattr(getattr(v, "value", None), "__name__", None)
    low.unsupported(node, f"the dtype {named or v.ty} is not supported", hint)
    raise AssertionError


# ---- arrays


def of_range(low: Lowering, v: Val, node: Any) -> Val:
    """A range as an array of its numbers; other values as they are."""
    if isinstance(v, KnownV) and isinstance(v.value, range):
        v = RangeV(const(v.value.start), const(v.value.stop), const(v.value.step))
    if not isinstance(v, RangeV):
        return v
    return low.expr.apply(np.arange, [ScalarV(INT, n) for n in (v.start, v.stop, v.step)], {}, node)


def as_array(low: Lowering, v: Val, node: Any) -> Val:
    v = of_range(low, shared_lists.opened(low, v), node)
    if isinstance(v, TupleV):
        return array_of(low, v, node, None)
    if isinstance(v, ListV):
        return list_arrays.as_array(low, v, node)
    if not isinstance(v, (ArrayV, LazyV)):
        low.wrong(node, f"an array is needed, not {v.ty}")
    return v


def array_or_number(low: Lowering, v: Val, node: Any) -> ArrayV | LazyV:
    """An array, or a number as one of no axes."""
    if isinstance(v, ScalarV):
        low.expr.dtype(v.ty, node)
        return without_axes(v)
    found = as_array(low, v, node)
    assert isinstance(found, (ArrayV, LazyV))
    return found


def array_of(low: Lowering, v: Val, node: Any, kind: str | None) -> ArrayV:
    """``np.array`` of nested tuples of scalars, where Python's numbers count as float64 and int64."""
    v = of_range(low, shared_lists.opened(low, v), node)
    if isinstance(v, ListV):
        v = list_arrays.as_array(low, v, node)
    if isinstance(v, (ArrayV, LazyV)):
        return reshaping.copied(low, v, "K")
    if isinstance(v, TupleV) and nested_arrays.holds_arrays(v):
        parts = [i if isinstance(i, (ArrayV, LazyV)) else array_of(low, i, node, kind) for i in v.items]
        return nested_arrays.stacked(low, parts, kind, node)
    leaves: list[ScalarV] = []
    shape = _nest(low, v, leaves, node, v)
    if kind is None:
        kind = widest(*(low.expr.dtype(leaf.ty, node) for leaf in leaves)) if leaves else "float64"
    out = low.arrays.allocate(kind, [const(n) for n in shape])
    flat = ArrayV(Array(kind, 1, "C"), out.data, [const(len(leaves))], [const(1)], out.origin)
    for k, leaf in enumerate(leaves):
        low.arrays.store(flat, [const(k)], checked_integers.stored(low, leaf, Scalar(kind), node).v)
    return out


def _nest(low: Lowering, v: Val, leaves: list[ScalarV], node: Any, whole: Val) -> list[int]:
    if isinstance(v, ScalarV) or (isinstance(v, (ArrayV, LazyV)) and not v.shape):
        leaves.append(low.expr.as_scalar(v, node))
        return []
    if not isinstance(v, TupleV) or (v.form is not None and v.form.kind not in ("list", "namedtuple")):
        hint = "give nested lists of numbers, or join arrays: np.stack([a, b]), np.concatenate([a, b])"
        low.unsupported(node, f"an array of {whole.ty} is not supported", "" if isinstance(v, KnownV) else hint)
    shapes = [_nest(low, i, leaves, node, whole) for i in v.items]
    if any(s != shapes[0] for s in shapes):
        low.wrong(node, f"the nested lists have different lengths: {whole.ty}")
    return [len(shapes), *(shapes[0] if shapes else [])]


def put_out(low: Lowering, out: Val | None, result: Val, name: str, node: Any) -> Val:
    """What a function of NumPy's gives back: its result, or the array ``out``, into which that is written."""
    if out is None or isinstance(out, NoneV):
        return result
    if not isinstance(out, ArrayV):
        low.wrong(node, "out= must be an array")
    assert isinstance(out, ArrayV)
    low.arrays.update(out, result, name, node)
    return out


def or_stand_in(lower: Callable[[], Val], values: list[Val]) -> Val:
    """What a call is lowered to; where it raises an error whenever it runs, something for the code behind it."""
    try:
        return lower()
    except RaisedAlways:
        return stand_in(values)


def stand_in(values: list[Val]) -> Val:
    """A value for code that is never reached (`RaisedAlways`): one of the arguments."""
    for v in values:
        if isinstance(v, (ArrayV, LazyV)):
            return v
        if isinstance(v, TupleV) and v.items:
            return stand_in(v.items)
    return next((v for v in values if isinstance(v, ScalarV)), constant(0.0))


# ---- numbers, new arrays


def constant(x: float) -> ScalarV:
    return ScalarV(FLOAT, ir.Constant(REGISTER["float64"], float(x)))


def fill_new(low: Lowering, kind: str, shape: list[Any], v: Any, plan: memory_order.LayoutPlan = memory_order.BY_ROWS) -> ArrayV:
    out = low.arrays.allocate(kind, shape, plan)
    if v is not None:
        flat = ArrayV(Array(kind, 1, "C"), out.data, [low.arrays.size(shape)], [const(1)], out.origin)
        low.arrays.each(flat.shape, lambda idx: low.arrays.store(flat, idx, v))
    return out


def no_keywords(low: Lowering, kw: dict[str, Val], node: Any) -> None:
    """Refuse keywords, for functions that take none."""
    if kw:
        low.unsupported(node, f"the keyword '{next(iter(kw))}' is not supported here")
