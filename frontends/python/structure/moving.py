"""Elements at other places, or several times: ``np.roll``, ``rot90``, ``repeat``, ``tile``, ``meshgrid``."""

from __future__ import annotations

import functools
from itertools import product
from typing import Any

import numpy as np

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import check_size
from irad.frontends.python.arrays.products import absent, weak_int
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.conditions import TRUE, both, equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I64, ArrayV, LazyV, ListV, ScalarV, TupleV, Val, const
from irad.frontends.python.sources.python_types import Array, Scalar
from irad.frontends.python.structure.array_parts import (
    array,
    at_place,
    axes_or_all,
    axis_of,
    check_not_negative,
    constant_whole,
    flag,
    in_memory,
    less,
    part,
    put,
    remainder,
    text_of,
    whole,
)

Given = dict[str, Any]


# ---- moved


def roll(low: Lowering, g: Given, node: Any) -> Val:
    """Along each axis that is rolled two pieces change places."""
    a = in_memory(low, g["a"], node)
    if absent(g.get("axis")):
        flat, several = reshaping.ravel(low, a, node), g["shift"]
        steps = [whole(low, s, "shift", node) for s in (several.items if isinstance(several, TupleV) else [several])]
        rolled = _rolled(low, flat, [(0, functools.reduce(low.arrays.add, steps))] if steps else [])
        return ArrayV(Array(a.ty.dtype, a.ty.ndim, "C"), rolled.data, a.shape, low.arrays.contiguous(a.shape), rolled.origin)
    axes = axes_or_all(low, g["axis"], a.ty.ndim, node, repeated=True)
    given = g["shift"].items if isinstance(g["shift"], TupleV) else [g["shift"]]
    shifts = [whole(low, s, "shift", node) for s in given]
    if len(shifts) != len(axes) and 1 not in (len(shifts), len(axes)):
        text = "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape "
        low.raise_always(ValueError, f"{text}({len(shifts)},) and arg 1 with shape ({len(axes)},).", node)
    count = max(len(shifts), len(axes)) if shifts and axes else 0
    total: dict[int, Any] = {}
    for k in range(count):
        axis, shift = axes[k if len(axes) > 1 else 0], shifts[k if len(shifts) > 1 else 0]
        total[axis] = low.arrays.add(total[axis], shift) if axis in total else shift
    return _rolled(low, a, list(total.items()))


def _rolled(low: Lowering, a: ArrayV, shifts: list[tuple[int, Any]]) -> ArrayV:
    out = low.arrays.allocate(a.ty.dtype, a.shape, memory_order.like(low, a))
    ways = []
    for axis, shift in shifts:
        by = remainder(low, shift, a.shape[axis])
        rest = less(low, a.shape[axis], by)
        ways.append([(axis, const(0), by, rest), (axis, rest, const(0), by)])
    for way in product(*ways):
        source, target = a, out
        for axis, start, place, count in way:
            source, target = part(low, source, axis, start, count), part(low, target, axis, place, count)
        put(low, target, source)
    return out


def rot90(low: Lowering, g: Given, node: Any) -> Val:
    """A view with two axes turned."""
    m, k = in_memory(low, g["m"], node), constant_whole(low, g.get("k"), 1, "k=", node) % 4
    given = g["axes"].items if isinstance(g.get("axes"), TupleV) else [weak_int(0), weak_int(1)]
    p, *others = (constant_whole(low, v, 0, "axes=", node) for v in given)
    if len(others) != 1:
        low.raise_always(ValueError, "len(axes) must be 2.", node)
    q, ndim = others[0], m.ty.ndim
    if p == q or abs(p - q) == ndim:
        low.raise_always(ValueError, "Axes must be different.", node)
    if not (-ndim <= p < ndim and -ndim <= q < ndim):
        low.raise_always(ValueError, f"Axes={p, q} out of range for array of ndim={ndim}.", node)
    p, q = p % ndim, q % ndim
    order = list(range(ndim))
    order[p], order[q] = q, p
    if k == 2:
        return reshaping.flipped(low, m, [p, q])
    if k == 1:
        return memory_order.seen(reshaping.flipped(low, m, [q]), order)
    return reshaping.flipped(low, memory_order.seen(m, order), [q]) if k == 3 else m


# ---- repeated


def repeat(low: Lowering, g: Given, node: Any) -> Val:
    """Each place of an axis as often as ``repeats`` says: one number for all, or a number for each."""
    a = in_memory(low, g["a"], node)
    if absent(g.get("axis")):
        a, axis = reshaping.ravel(low, a, node), 0
    else:
        axis = axis_of(low, g["axis"], 0, a.ty.ndim, node)
    counts = g["repeats"]
    if isinstance(counts, TupleV) and len(counts.items) == 1:
        counts = counts.items[0]
    if isinstance(counts, (TupleV, ArrayV, LazyV, ListV)) and not (isinstance(counts, (ArrayV, LazyV)) and not counts.shape):
        return _repeated_each(low, a, in_memory(low, counts, node), axis, node)
    times = whole(low, counts, "repeats", node)
    check_not_negative(low, times, "negative dimensions are not allowed", node)
    n = a.shape[axis]
    shape = [*a.shape[:axis], low.arrays.mul(n, times), *a.shape[axis + 1 :]]
    check_size(low, [*a.shape, times], node)
    out = low.arrays.allocate(a.ty.dtype, shape)
    # The same memory with one axis more, which counts the repetitions.
    wide = [*out.strides[:axis], low.arrays.mul(out.strides[axis], times), *out.strides[axis:]]
    ty = Array(a.ty.dtype, a.ty.ndim + 1, "C")
    target = ArrayV(ty, out.data, [*a.shape[: axis + 1], times, *a.shape[axis + 1 :]], wide, out.origin)
    low.arrays.each(target.shape, lambda i: low.arrays.store(target, i, low.arrays.load(a, [*i[: axis + 1], *i[axis + 2 :]])))
    return out


def _repeated_each(low: Lowering, a: ArrayV, counts: ArrayV, axis: int, node: Any) -> ArrayV:
    if not np.can_cast(counts.ty.dtype, "int64", "safe"):
        text = f"Cannot cast array data from dtype('{counts.ty.dtype}') to dtype('int64') according to the rule 'safe'"
        low.raise_always(TypeError, text, node)
    if counts.ty.ndim != 1:
        low.raise_always(ValueError, "object too deep for desired array", node)
    n, m = a.shape[axis], counts.shape[0]
    single = equal(low, m, const(1))
    fits = low.b.or_(equal(low, n, m), single)
    low.check(fits, ValueError, "operands could not be broadcast together with shape ({0},) ({1},)", node, [n, m])
    step = low.b.select(single, const(0), const(1))
    place = low.alloca(I64)
    low.b.store(const(0), place)

    def times(j: Any) -> Any:
        return low.word(ScalarV(Scalar(counts.ty.dtype), low.arrays.load(counts, [low.arrays.mul(j, step)])))

    def add(j: Any) -> None:
        k = times(j)
        check_not_negative(low, k, "repeats may not contain negative values.", node)
        low.b.store(low.b.add(low.b.load(place, typ=I64), k), place)

    low.counted(n, add)
    total = low.b.load(place, typ=I64)
    out = low.arrays.allocate(a.ty.dtype, [*a.shape[:axis], total, *a.shape[axis + 1 :]])
    low.b.store(const(0), place)

    def one(j: Any) -> None:
        def write(_: Any) -> None:
            k = low.b.load(place, typ=I64)
            low.b.store(low.b.add(k, const(1)), place)
            put(low, at_place(low, out, axis, k), at_place(low, a, axis, j))

        low.counted(times(j), write)

    low.counted(n, one)
    return out


def tile(low: Lowering, g: Given, node: Any) -> Val:
    """The array beside itself, ``reps`` times along each axis."""
    given = g["reps"].items if isinstance(g["reps"], TupleV) else [g["reps"]]
    reps = [whole(low, r, "reps", node) for r in given]
    v = array(low, g["A"], node)
    is_array = isinstance(g["A"], (ArrayV, LazyV))
    a = low.arrays.in_memory(v)
    if len(reps) > a.ty.ndim:
        a = reshaping.with_axes(low, a, list(range(len(reps) - a.ty.ndim)))
    reps = [*[const(1)] * (a.ty.ndim - len(reps)), *reps]
    once: Any = TRUE
    for r in reps:
        check_not_negative(low, r, "negative dimensions are not allowed", node)
        once = both(low, once, equal(low, r, const(1)))
    if not is_array or a.ty.layout in ("C", "S") or a.ty.ndim < 2:
        return _tiled(low, a, reps, node)
    return memory_order.of_two(low, once, lambda: reshaping.copied(low, a, "K"), lambda: _tiled(low, a, reps, node))


def _tiled(low: Lowering, a: ArrayV, reps: list[Any], node: Any) -> ArrayV:
    check_size(low, [*a.shape, *reps], node)
    shape = [low.arrays.mul(n, r) for n, r in zip(a.shape, reps, strict=True)]
    out = low.arrays.allocate(a.ty.dtype, shape)
    wide = [s for n, step in zip(a.shape, out.strides, strict=True) for s in (low.arrays.mul(n, step), step)]
    sizes = [s for n, r in zip(a.shape, reps, strict=True) for s in (r, n)]
    target = ArrayV(Array(a.ty.dtype, len(sizes), "C"), out.data, sizes, wide, out.origin)
    low.arrays.each(sizes, lambda i: low.arrays.store(target, i, low.arrays.load(a, i[1::2])))
    return out


# ---- grids


def meshgrid(low: Lowering, g: Given, node: Any) -> Val:
    """The coordinates of a grid: each vector repeated along the axes of the others."""
    indexing = text_of(low, g.get("indexing"), "xy", "indexing=", node)
    if indexing not in ("xy", "ij"):
        low.raise_always(ValueError, "Valid values for `indexing` are 'xy' and 'ij'.", node)
    if not flag(low, g.get("copy"), True, "copy=", node):
        low.unsupported(
            node, "np.meshgrid(copy=False) is not supported", "leave it out, or write sparse=True and use broadcasting"
        )
    lines = [reshaping.ravel(low, in_memory(low, v, node), node) for v in g.get("xi", ())]
    places = list(range(len(lines)))
    if indexing == "xy" and len(lines) > 1:
        places[:2] = [1, 0]
    shape: list[Any] = [const(1)] * len(lines)
    for line, k in zip(lines, places, strict=True):
        shape[k] = line.shape[0]
    sparse = flag(low, g.get("sparse"), False, "sparse=", node)
    out: list[Val] = []
    for line, k in zip(lines, places, strict=True):
        own = [n if j == k else const(1) for j, n in enumerate(shape)] if sparse else shape
        out.append(low.arrays.in_memory(_along(low, line, own, k)))
    return TupleV(out)


def _along(low: Lowering, line: ArrayV, shape: list[Any], axis: int) -> LazyV:
    return LazyV(Array(line.ty.dtype, len(shape), "C"), shape, lambda i: low.arrays.load(line, [i[axis]]), [line])


def diagflat(low: Lowering, g: Given, node: Any) -> Val:
    """A matrix with these elements on a diagonal."""
    v = reshaping.ravel(low, in_memory(low, g["v"], node), node)
    k = whole(low, g["k"], "k=", node) if "k" in g else const(0)
    b = low.b
    size = b.select(b.icmp_signed("<", k, const(0)), b.sub(const(0), k), k)
    left = b.select(b.icmp_signed("<", k, const(0)), const(0), k)
    top = less(low, size, left)
    n = low.arrays.add(v.shape[0], size)
    check_size(low, [n, n], node)
    out = low.arrays.allocate(v.ty.dtype, [n, n])
    low.arrays.each(out.shape, lambda i: low.arrays.store(out, i, zero_of(v.ty.dtype)))

    def one(i: list[Any]) -> None:
        low.arrays.store(out, [low.arrays.add(i[0], top), low.arrays.add(i[0], left)], low.arrays.load(v, i))

    low.arrays.each(v.shape, one)
    return out
