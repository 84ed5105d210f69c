"""Parts of arrays, known arguments, and errors of NumPy's: what the functions of this folder are written with."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.arrays.array_arguments import array_or_number
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I64,
    MEMORY,
    ArrayV,
    HugeV,
    KnownV,
    LazyV,
    ListV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.sources.python_types import Array, Scalar

AnyArray = ArrayV | LazyV


# ---- arguments


def array(low: Lowering, v: Val, node: Any) -> AnyArray:
    """An operand: an array, a number, or nested lists of numbers."""
    return array_or_number(low, v, node)


def in_memory(low: Lowering, v: Val, node: Any) -> ArrayV:
    return low.arrays.in_memory(array(low, v, node))


def sequence(low: Lowering, v: Val, name: str, node: Any) -> list[Val]:
    """The items of a tuple or list whose length is known."""
    if isinstance(v, TupleV) and (v.form is None or v.form.kind in ("list", "namedtuple")):
        return v.items
    if isinstance(v, (ListV, SharedV)):
        low.unsupported(
            node, f"{name} of a list that grows is not supported", "np.stack, np.concatenate, np.vstack, np.hstack are"
        )
    low.unsupported(node, f"{name} takes a tuple or a list of arrays here, not {v.ty}", "write the arrays out: [a, b]")
    raise AssertionError


def whole(low: Lowering, v: Val, name: str, node: Any) -> Any:
    """An integer that may be known at run time only (i64)."""
    if isinstance(v, (ArrayV, LazyV)) and not v.shape:
        v = low.expr.as_scalar(v, node)
    if not isinstance(v, ScalarV) or v.ty.is_inexact or isinstance(v, HugeV):
        low.wrong(node, f"{name} must be an integer, not {v.ty}")
    assert isinstance(v, ScalarV)
    return low.word(v)


def constant_whole(low: Lowering, v: Val | None, default: int, name: str, node: Any) -> int:
    """An integer that is known when compiling."""
    if v is None:
        return default
    k = known_int(whole(low, v, name, node))
    if k is None:
        low.demand(node, v)
        low.unsupported(node, f"{name} must be a constant integer here", "write the number out")
    assert k is not None
    return k


def text_of(low: Lowering, v: Val | None, default: str, name: str, node: Any) -> str:
    """A string that is known when compiling."""
    if v is None:
        return default
    if not isinstance(v, KnownV) or not isinstance(v.value, str):
        low.wrong(node, f"{name} must be a string, not {v.ty}")
    assert isinstance(v, KnownV)
    return str(v.value)


def flag(low: Lowering, v: Val | None, default: bool, name: str, node: Any) -> bool:
    """A truth value that is known when compiling."""
    if v is None:
        return default
    truth = low.truth(v, node)
    if not hasattr(truth, "constant"):
        low.demand(node, v)
        low.unsupported(node, f"{name} must be True or False here, known when compiling")
    return bool(truth.constant)


def checked_axis(low: Lowering, k: int, ndim: int, node: Any, prefix: str = "") -> int:
    """The axis ``k``, counted from the first."""
    if not -ndim <= k < ndim:
        text = f"axis {k} is out of bounds for array of dimension {ndim}"
        low.raise_always(np.exceptions.AxisError, f"{prefix}: {text}" if prefix else text, node)
    return k % ndim


def axis_of(low: Lowering, v: Val | None, default: int, ndim: int, node: Any, prefix: str = "") -> int:
    """``axis=``: one axis, known when compiling."""
    return checked_axis(low, constant_whole(low, v, default, "axis=", node), ndim, node, prefix)


def axes_or_all(low: Lowering, v: Val | None, ndim: int, node: Any, repeated: bool = False, prefix: str = "") -> list[int]:
    """``axis=``: one axis or several, which may be ``repeated``, or None for all."""
    if absent(v):
        return list(range(ndim))
    items = v.items if isinstance(v, TupleV) else [v]
    out = [axis_of(low, i, 0, ndim, node, prefix) for i in items]
    if len(set(out)) != len(out) and not repeated:
        low.raise_always(ValueError, "repeated axis", node)
    return out


# ---- kinds of numbers


def common_kind(arrays: list[AnyArray]) -> str:
    """The dtype that NumPy joins arrays in."""
    return np.result_type(*(a.ty.dtype for a in arrays)).name


def converted(low: Lowering, v: AnyArray, kind: str) -> AnyArray:
    """The same numbers of this kind, computed when they are used."""
    if v.ty.dtype == kind:
        return v
    own, to = Scalar(v.ty.dtype), Scalar(kind)
    reads = v.reads if isinstance(v, LazyV) else [v]
    plan = memory_order.like(low, v)
    at = lambda i: low.convert(ScalarV(own, low.arrays.element(v, i)), to).v  # noqa: E731
    return LazyV(Array(kind, len(v.shape), plan.layout), v.shape, at, reads, plan.strides)


# ---- parts


def part(low: Lowering, a: ArrayV, axis: int, start: Any, count: Any) -> ArrayV:
    """The view of ``count`` places along an axis from ``start`` on, which must be there."""
    layout = a.ty.layout
    kept = (layout == "C" and axis == 0) or (layout == "F" and axis == a.ty.ndim - 1)
    layout = layout if kept else memory_order.of_view(layout, a.ty.ndim)
    shape = [*a.shape[:axis], count, *a.shape[axis + 1 :]]
    return ArrayV(Array(a.ty.dtype, a.ty.ndim, layout, a.ty.readonly), moved(low, a, axis, start), shape, a.strides, a.origin)


def moved(low: Lowering, a: ArrayV, axis: int, start: Any) -> Any:
    """The address of the element at ``start`` along an axis."""
    offset = low.arrays.mul(start, a.strides[axis])
    if known_int(offset) == 0:
        return a.data
    return low.b.gep(a.data, [offset], inbounds=True, source_etype=MEMORY[a.ty.dtype])


def at_place(low: Lowering, a: ArrayV, axis: int, k: Any) -> ArrayV:
    """The view at place ``k`` of an axis, without that axis."""
    rest = [j for j in range(a.ty.ndim) if j != axis]
    layout = a.ty.layout
    if not (layout == "C" and axis == 0) and not (layout == "F" and axis == a.ty.ndim - 1):
        layout = memory_order.of_view(layout, len(rest))
    layout = layout if rest else "C"
    ty = Array(a.ty.dtype, len(rest), layout, a.ty.readonly)
    return ArrayV(ty, moved(low, a, axis, k), [a.shape[j] for j in rest], [a.strides[j] for j in rest], a.origin)


def put(low: Lowering, target: ArrayV, v: AnyArray) -> None:
    """Write the elements of ``v``, of the same shape and other memory, to new memory."""
    own, to = Scalar(v.ty.dtype), Scalar(target.ty.dtype)

    def one(idx: list[Any]) -> None:
        low.arrays.store(target, idx, low.convert(ScalarV(own, low.arrays.element(v, idx)), to).v)

    low.arrays.each(target.shape, one, target.ty.layout)


def not_below(low: Lowering, x: Any, y: int = 0) -> Any:
    """``max(x, y)``."""
    k = known_int(x)
    return const(max(k, y)) if k is not None else low.b.select(low.b.icmp_signed("<", x, const(y)), const(y), x)


def less(low: Lowering, x: Any, y: Any) -> Any:
    """``x - y``."""
    k, j = known_int(x), known_int(y)
    if j == 0:
        return x
    return const(k - j) if k is not None and j is not None else low.b.sub(x, y, flags=["nsw"])


def check_not_negative(low: Lowering, x: Any, text: str, node: Any) -> None:
    """ValueError where ``x`` is below zero."""
    k = known_int(x)
    if k is None or k < 0:
        low.check(low.b.icmp_signed(">=", x, const(0)), ValueError, text, node)


def clipped(low: Lowering, k: Any, n: Any) -> Any:
    """The bound ``k`` of a slice of ``n`` places as Python clips it."""
    b, j = low.b, known_int(k)
    if j is None:
        k = b.select(b.icmp_signed("<", k, const(0)), b.add(k, n), k)
    elif j < 0:
        k = b.add(n, const(j))
    if j is None or j < 0:
        k = b.select(b.icmp_signed("<", k, const(0)), const(0), k)
    return k if known_int(k) == 0 else b.select(b.icmp_signed(">", k, n), n, k)


def add_to(low: Lowering, place: Any, n: Any) -> None:
    """``place += n`` of an integer in memory."""
    low.b.store(low.b.add(low.b.load(place, typ=I64), n, flags=["nsw"]), place)


def remainder(low: Lowering, k: Any, n: Any) -> Any:
    """``k % n`` of Python's; ``n`` is not negative, and 0 counts as 1."""
    b = low.b
    n = select(low, b.icmp_signed(">", n, const(0)), n, const(1)) if known_int(n) is None else const(max(known_int(n) or 0, 1))
    left = b.srem(k, n)
    return b.select(b.icmp_signed("<", left, const(0)), b.add(left, n), left)
