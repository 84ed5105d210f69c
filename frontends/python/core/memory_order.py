"""Memory order of new arrays, which decides where NumPy later makes a view of them, and where a copy.

A layout states the facts known at compile time about the axes that have more than one element: "C" contiguous by rows, "S"
strides that decrease from the first axis to the last, "F" contiguous by columns, "T" strides that increase, "A" none.  Where the
layout does not suffice (order "K" of an array with any strides), the strides of a new array are computed at run time, as NumPy's
iterator does (`npyiter_find_best_axis_ordering`) and as its copies do (`PyArray_NewLikeArray`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.code_writer import CodeWriter
from irad.frontends.python.core.conditions import FALSE, TRUE, both, either, equal, negated, select
from irad.frontends.python.core.python_values import I64, PTR, ArrayV, LazyV, Val, const, known_int
from irad.frontends.python.core.sizes import by_rows, mul
from irad.frontends.python.sources.python_types import Array

_TURNED = {"C": "F", "F": "C", "S": "T", "T": "S"}
_BY_ROWS, _BY_COLUMNS = ("C", "S"), ("F", "T")


@dataclass(frozen=True)
class LayoutPlan:
    """The memory order of a new array: its layout, and the strides of its axes where the layout does not determine them."""

    layout: str
    strides: Callable[[], list[Any]] | None = None


BY_ROWS, BY_COLUMNS = LayoutPlan("C"), LayoutPlan("F")


# ---- layouts that are known


def of_view(layout: str, ndim: int) -> str:
    """The layout of a view whose axes are some of the array's, in the same order, with other sizes and strides."""
    if ndim < 2:
        return "A"
    return "S" if layout in _BY_ROWS else "T" if layout in _BY_COLUMNS else "A"


def permuted(layout: str, order: Sequence[int]) -> str:
    """The layout of the same memory with the axes in another order."""
    if list(order) == list(range(len(order))):
        return layout
    return _TURNED.get(layout, "A") if list(order) == list(range(len(order)))[::-1] else "A"


def seen(a: ArrayV, order: Sequence[int]) -> ArrayV:
    """The same memory with its axes in another order."""
    ty = Array(a.ty.dtype, a.ty.ndim, permuted(a.ty.layout, order), a.ty.readonly)
    return ArrayV(ty, a.data, [a.shape[k] for k in order], [a.strides[k] for k in order], a.origin)


# ---- steps


def contiguous(low: CodeWriter, layout: str, shape: list[Any]) -> list[Any]:
    """The strides of a contiguous array, "C" or "F"."""
    return by_rows(low.b, shape) if layout == "C" else by_rows(low.b, shape[::-1])[::-1]


def strides_of(low: CodeWriter, v: ArrayV | LazyV) -> list[Any]:
    """The strides of an array; of a lazy one those that it is going to have."""
    if isinstance(v, ArrayV):
        return v.strides
    if v.strides is not None:
        return v.strides()
    return contiguous(low, v.ty.layout, v.shape)


def is_contiguous(low: CodeWriter, a: ArrayV, by_columns: bool = False) -> Any:
    """Whether an array is contiguous, in row-major order or ``by_columns``; either answer is right for an empty one (i1)."""
    if a.ty.layout == ("F" if by_columns else "C") or (a.ty.layout in ("C", "F") and a.ty.ndim < 2):
        return TRUE
    found: Any = TRUE
    for n, s, step in zip(a.shape, a.strides, contiguous(low, "F" if by_columns else "C", a.shape), strict=True):
        found = both(low, found, either(low, equal(low, n, const(1)), equal(low, s, step)))
    return found


def is_by_columns(low: CodeWriter, a: ArrayV) -> Any:
    """Whether order "A" means column-major for this array: it is contiguous by columns, and not by rows (i1)."""
    if a.ty.layout == "C" or a.ty.ndim < 2:
        return FALSE
    return both(low, is_contiguous(low, a, True), negated(low, is_contiguous(low, a)))


# ---- the order that NumPy finds

Pairs = dict[tuple[int, int], tuple[Any, Any]]  # (axis, a later one): i1 "strides order them", i1 "the later is outer"


def _packed(low: CodeWriter, shape: list[Any], pairs: Pairs, forward: bool = False) -> list[Any]:
    """The strides of a contiguous array whose axes are sorted by insertion, from the last one on; ``forward``: from the first."""
    ndim = len(shape)
    inner: list[Any] = []  # the axes that have been sorted, the innermost first; the outermost first if ``forward``
    for axis in range(ndim) if forward else reversed(range(ndim)):
        place, going = const(len(inner)), TRUE
        known = {j: pairs[j, axis] for j in range(axis)} if forward else {j: pairs[axis, j] for j in range(axis + 1, ndim)}
        for k in reversed(range(len(inner))):
            told = _chosen(low, inner[k], {j: pair[0] for j, pair in known.items()})
            swap = _chosen(low, inner[k], {j: pair[1] for j, pair in known.items()})
            place = select(low, both(low, going, swap), const(k), place)
            going = both(low, going, negated(low, both(low, told, negated(low, swap))))
        here = [equal(low, place, const(k)) for k in range(len(inner) + 1)]
        moved: list[Any] = []
        before: Any = FALSE  # whether the new one comes before this place
        for k in range(len(inner) + 1):
            stays = inner[k] if k < len(inner) else const(axis)
            shifted = select(low, before, inner[k - 1], stays) if k else stays
            moved.append(select(low, here[k], const(axis), shifted))
            before = either(low, before, here[k])
        inner = moved
    strides: list[Any] = [const(0)] * ndim
    step: Any = const(1)
    for axis in reversed(inner) if forward else inner:
        strides = [select(low, equal(low, axis, const(k)), step, s) for k, s in enumerate(strides)]
        step = mul(low.b, step, _chosen(low, axis, dict(enumerate(shape))))
    return strides


def _chosen(low: CodeWriter, axis: Any, values: dict[int, Any]) -> Any:
    """The value that belongs to an axis."""
    items = list(values.items())
    found = items[-1][1]
    for k, v in items[:-1]:
        found = select(low, equal(low, axis, const(k)), v, found)
    return found


def _sizes_differ(low: CodeWriter, a: Any, b: Any) -> Any:
    """Whether ``|a| > |b|`` (i1)."""

    def size(x: Any) -> Any:
        k = known_int(x)
        return const(abs(k)) if k is not None else low.b.select(low.b.icmp_signed("<", x, const(0)), low.b.neg(x), x)

    return low.b.icmp_signed(">", size(a), size(b))


def _stepping(low: CodeWriter, n: Any, s: Any) -> Any:
    """Whether an axis of size ``n`` and stride ``s`` has more than one element in memory (i1)."""
    return both(low, negated(low, equal(low, n, const(1))), negated(low, equal(low, s, const(0))))


def of_elementwise(low: CodeWriter, values: Sequence[Val], shape: list[Any]) -> LayoutPlan:
    """The memory order of the result of an elementwise operation; by rows where the operands do not determine it."""
    ndim = len(shape)
    operands = [v for v in values if isinstance(v, (ArrayV, LazyV)) and _has_order(v)]
    if ndim < 2 or all(v.ty.layout in _BY_ROWS for v in operands):
        return BY_ROWS
    whole = [v for v in operands if len(v.shape) == ndim and all(n is m for n, m in zip(v.shape, shape, strict=True))]
    if any(v.ty.layout in _BY_ROWS for v in whole):
        return BY_ROWS
    if whole and all(v.ty.layout in _BY_COLUMNS and len(v.shape) == ndim for v in operands):
        return BY_COLUMNS
    return LayoutPlan("A", lambda: _packed(low, shape, _compared(low, operands, ndim)))


def of_sum(low: CodeWriter, operands: Sequence[tuple[ArrayV, list[Any]]], out: list[Any], shape: list[Any]) -> list[Any]:
    """The strides of the result of ``np.einsum``, which sorts all labels, with the summed ones behind the others.

    ``operands``: with the labels of their axes; ``out``, ``shape``: those of the result and its sizes.
    """
    labels = [*out, *sorted({x for _, own in operands for x in own} - {*out})]
    parts: list[Part] = []
    for a, own in operands:
        # The layout says what axes in the order of the array do: here they are in another one.
        axes = [own.index(x) if x in own else None for x in labels]
        sizes = [a.shape[k] if k is not None else None for k in axes]
        parts.append(("A", sizes, [a.strides[k] if k is not None else None for k in axes]))
    whole = shape + [const(1)] * (len(labels) - len(out))
    return _packed(low, whole, _told(low, parts, len(labels)))[: len(out)]


def of_joined(low: CodeWriter, operands: Sequence[ArrayV | LazyV], shape: list[Any], new: int | None = None) -> LayoutPlan:
    """The memory order of joined arrays (`PyArray_CreateMultiSortedStridePerm`); ``new``: the axis that they do not have."""
    ndim = len(shape)
    if ndim < 2 or all(v.ty.layout in _BY_ROWS for v in operands):
        return BY_ROWS

    def strides() -> list[Any]:
        found = dict.fromkeys(itertools.combinations(range(ndim), 2), (FALSE, FALSE))
        for v in operands:
            for pair, one in pair_orders(low, v, new).items():
                found[pair] = either(low, found[pair][0], one[0]), either(low, found[pair][1], one[1])
        return of_pair_orders(low, shape, found)

    return LayoutPlan("A", strides)


def is_by_rows(ty: Array) -> bool:
    """Whether it is known that arrays of this type lie by rows."""
    return ty.ndim < 2 or ty.layout in _BY_ROWS


def pair_orders(low: CodeWriter, v: ArrayV | LazyV, new: int | None = None) -> Pairs:
    """For two axes whether an operand says that the later one is the inner one, and whether that it is the outer one."""
    sizes, steps = list(v.shape), list(strides_of(low, v))
    if new is not None:
        sizes.insert(new, const(1))
        steps.insert(new, const(0))
    found: Pairs = {}
    for axis, later in itertools.combinations(range(len(sizes)), 2):
        told = both(low, *(negated(low, equal(low, sizes[k], const(1))) for k in (axis, later)))
        grows = _sizes_differ(low, steps[later], steps[axis])
        found[axis, later] = both(low, told, negated(low, grows)), both(low, told, grows)
    return found


def of_pair_orders(low: CodeWriter, shape: list[Any], found: Pairs) -> list[Any]:
    """The strides of joined arrays, where `pair_orders` of one of them, or of several, say this."""
    told = {pair: (either(low, rows, columns), both(low, columns, negated(low, rows))) for pair, (rows, columns) in found.items()}
    return _packed(low, shape, told, forward=True)


def _has_order(v: ArrayV | LazyV) -> bool:
    """Whether two or more of its axes may have more than one element in memory."""
    strides = v.strides if isinstance(v, ArrayV) else [None] * len(v.shape)
    return sum(known_int(n) != 1 and known_int(s) != 0 for n, s in zip(v.shape, strides, strict=True)) > 1


def _compared(low: CodeWriter, operands: Sequence[ArrayV | LazyV], ndim: int) -> Pairs:
    """As `_told`, of operands that are broadcast."""
    parts = []
    for v in operands:
        missing: list[Any] = [None] * (ndim - len(v.shape))
        parts.append((v.ty.layout, missing + v.shape, missing + strides_of(low, v)))
    return _told(low, parts, ndim)


Part = tuple[str, list[Any], list[Any]]  # an operand: its layout, sizes and steps of all axes, None where it has no such axis


def _told(low: CodeWriter, parts: Sequence[Part], ndim: int) -> Pairs:
    """The joint order of all operands: by rows if one of them requires it."""
    found: Pairs = {}
    for axis in range(ndim):
        for later in range(axis + 1, ndim):
            rows: Any = FALSE
            columns: Any = FALSE
            for layout, sizes, steps in parts:
                if sizes[axis] is None or sizes[later] is None:
                    continue
                told = both(low, *(_stepping(low, sizes[k], steps[k]) for k in (axis, later)))
                if layout in ("A", *_BY_COLUMNS) and not (isinstance(told, ir.Constant) and not told.constant):
                    grows = TRUE if layout in _BY_COLUMNS else _sizes_differ(low, steps[later], steps[axis])
                    columns = either(low, columns, both(low, told, grows))
                    told = both(low, told, negated(low, grows))
                rows = either(low, rows, told)
            found[axis, later] = either(low, rows, columns), both(low, columns, negated(low, rows))
    return found


def like(low: CodeWriter, v: ArrayV | LazyV, axes: Sequence[int] | None = None, sizes: list[Any] | None = None) -> LayoutPlan:
    """Order "K" of a copy: the axes (or these of them) in memory order; ``sizes``: of an array with as many axes."""
    own = range(len(v.shape)) if axes is None else axes
    if len(own) < 2 or v.ty.layout in _BY_ROWS:
        return BY_ROWS
    if v.ty.layout in _BY_COLUMNS:
        return BY_COLUMNS

    def strides() -> list[Any]:
        all_steps = strides_of(low, v)
        shape, steps = [(sizes or v.shape)[k] for k in own], [all_steps[k] for k in own]
        pairs = {(i, j): (TRUE, _sizes_differ(low, steps[j], steps[i])) for i in range(len(own)) for j in range(i + 1, len(own))}
        return _packed(low, shape, pairs)

    return LayoutPlan("A", strides)


# ---- a view or a copy


def of_two(low: CodeWriter, when: Any, first: Callable[[], ArrayV], second: Callable[[], ArrayV]) -> ArrayV:
    """``first()`` if ``when``, else ``second()``: two arrays of one type and number of axes."""
    if isinstance(when, ir.Constant):
        return (first if when.constant else second)()
    low.instance.by_strides = True
    blocks = [low.fn.append_basic_block(name) for name in ("first", "second")]
    done = low.fn.append_basic_block("one.of.two")
    low.b.cbranch(when, *blocks)
    found = []
    for block, make in zip(blocks, (first, second), strict=True):
        low.b = ir.IRBuilder(block)
        found.append((make(), low.b.block))
        low.b.branch(done)
    low.b = ir.IRBuilder(done)
    a, c = found[0][0], found[1][0]

    def joined(x: Any, y: Any, t: Any) -> Any:
        if x is y or (known_int(x) is not None and known_int(x) == known_int(y)):
            return x
        phi = low.b.phi(t)
        for v, (_, block) in zip((x, y), found, strict=True):
            phi.add_incoming(v, block)
        return phi

    layout = a.ty.layout if a.ty.layout == c.ty.layout else "A"
    ty = Array(a.ty.dtype, a.ty.ndim, layout, a.ty.readonly or c.ty.readonly)
    data = joined(a.data, c.data, PTR)
    shape = [joined(x, y, I64) for x, y in zip(a.shape, c.shape, strict=True)]
    strides = [joined(x, y, I64) for x, y in zip(a.strides, c.strides, strict=True)]
    return ArrayV(ty, data, shape, strides, ("several", frozenset((a.origin, c.origin))))
