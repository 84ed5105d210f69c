"""``np.pad``: an array with margins.  Axis by axis, as in NumPy, so that the last one decides about the corners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.arrays.array_arguments import check_size
from irad.frontends.python.core import checked_integers, memory_order
from irad.frontends.python.core.conditions import select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.memory_order import BY_COLUMNS, BY_ROWS, LayoutPlan
from irad.frontends.python.core.python_values import ArrayV, KnownV, NoneV, ScalarV, TupleV, Val, const, known_int
from irad.frontends.python.sources.python_types import INT, Scalar
from irad.frontends.python.structure import margins
from irad.frontends.python.structure.array_parts import (
    array,
    at_place,
    check_not_negative,
    in_memory,
    less,
    part,
    put,
    remainder,
    text_of,
    whole,
)

Given = dict[str, Any]
Pair = tuple[Any, Any]
Source = Callable[[Lowering, Any, Any], Any]  # the place of an axis of n elements that place k beyond it repeats

_STATISTICS = ("maximum", "mean", "median", "minimum")
_KNOWN = ("constant", "edge", "reflect", "symmetric", "wrap", "empty", "linear_ramp", *_STATISTICS)
_MIRRORED = ("reflect", "symmetric")
_OWNERS = {
    "reflect_type": _MIRRORED, "constant_values": ("constant",), "end_values": ("linear_ramp",), "stat_length": _STATISTICS,
}  # fmt: skip


def pad(low: Lowering, g: Given, node: Any) -> Val:
    a = in_memory(low, g["array"], node)
    mode = text_of(low, g.get("mode"), "constant", "mode=", node)
    if mode not in _KNOWN:
        low.raise_always(ValueError, f"mode '{mode}' is not supported", node)
    for word, modes in _OWNERS.items():
        if word in g and mode not in modes:
            low.raise_always(ValueError, f"unsupported keyword arguments for mode '{mode}': {{'{word}'}}", node)
    widths = [(whole(low, p, "a pad width", node), whole(low, q, "a pad width", node))
              for p, q in _pairs(low, g["pad_width"], a.ty.ndim, node)]  # fmt: skip
    for pair in widths:
        for w in pair:
            check_not_negative(low, w, "index can't contain negative values", node)
    shape = [low.arrays.add(low.arrays.add(n, p), q) for n, (p, q) in zip(a.shape, widths, strict=True)]
    check_size(low, shape, node)
    out = low.arrays.allocate(a.ty.dtype, shape, by_columns_if_contiguous(low, a, shape))
    inner = out
    for k, (before, _) in enumerate(widths):
        inner = part(low, inner, k, before, a.shape[k])
    put(low, inner, a)
    if mode == "constant":
        values = _pairs(low, g["constant_values"], a.ty.ndim, node) if "constant_values" in g else []
        _with_constants(low, out, a, widths, values, node)
    elif mode == "linear_ramp" or mode in _STATISTICS:
        word = "end_values" if mode == "linear_ramp" else "stat_length"
        usual: Val = ScalarV(INT, const(0)) if mode == "linear_ramp" else NoneV()
        values = _pairs(low, g[word], a.ty.ndim, node) if word in g else [(usual, usual)] * a.ty.ndim
        _with_numbers(low, out, a, widths, values, mode, node)
    elif mode in _MIRRORED and text_of(low, g.get("reflect_type"), "even", "reflect_type=", node) == "odd":
        _with_numbers(low, out, a, widths, [], mode, node)
    elif mode != "empty":
        _with_own(low, out, a, widths, mode, node)
    return out


def by_columns_if_contiguous(low: Lowering, a: ArrayV, shape: list[Any]) -> LayoutPlan:
    """By columns where the array is contiguous by columns and has several axes, else by rows."""
    if a.ty.ndim < 2 or a.ty.layout in ("C", "S"):
        return BY_ROWS
    columns = memory_order.is_by_columns(low, a)
    if not hasattr(columns, "constant"):

        def strides() -> list[Any]:
            ways = (memory_order.contiguous(low, "F", shape), memory_order.contiguous(low, "C", shape))
            return [select(low, columns, f, c) for f, c in zip(*ways, strict=True)]

        return LayoutPlan("A", strides)
    return BY_COLUMNS if columns.constant else BY_ROWS


def _pairs(low: Lowering, v: Val, ndim: int, node: Any) -> list[tuple[Val, Val]]:
    """A pair for each axis: of a number, a pair for all axes, or several; as `numpy.lib._arraypad_impl._as_pairs`."""
    if isinstance(v, TupleV) and v.form is not None and v.form.kind not in ("list", "namedtuple"):
        low.unsupported(node, "np.pad takes numbers and pairs here, not a dict", "write a pair for each axis")
    if not isinstance(v, TupleV):
        return [(v, v)] * ndim
    rows = [r.items if isinstance(r, TupleV) else None for r in v.items]
    if all(r is None for r in rows) and len(rows) in (1, 2):
        return [(v.items[0], v.items[-1])] * ndim
    if (
        any(r is None or len(r) not in (1, 2) for r in rows)
        or len(rows) not in (1, ndim)
        or len({len(r or []) for r in rows}) > 1
    ):
        size = f"({len(rows)},{len(rows[0])})" if rows and rows[0] is not None else f"({len(rows)},)"
        text = "operands could not be broadcast together with remapped shapes [original->remapped]: "
        low.raise_always(ValueError, f"{text}{size}  and requested shape ({ndim},2)", node)
    pairs = [(r[0], r[-1]) for r in rows if r is not None]
    return pairs * ndim if len(pairs) == 1 else pairs


def _margins(low: Lowering, out: ArrayV, a: ArrayV, widths: list[Pair], axis: int) -> tuple[ArrayV, Pair, Any]:
    """What an axis is filled in: all of the axes before it, of those behind it the original; its widths; where its end begins."""
    inner = out
    for k in range(axis + 1, a.ty.ndim):
        inner = part(low, inner, k, widths[k][0], a.shape[k])
    return inner, widths[axis], low.arrays.add(widths[axis][0], a.shape[axis])


def _with_constants(low: Lowering, out: ArrayV, a: ArrayV, widths: list[Pair], values: list[tuple[Val, Val]], node: Any) -> None:
    to = Scalar(a.ty.dtype)
    for axis in range(a.ty.ndim):
        inner, (before, after), end = _margins(low, out, a, widths, axis)
        for k, (start, count) in enumerate(((const(0), before), (end, after))):
            if known_int(count) == 0:
                continue
            given = low.expr.as_scalar(array(low, values[axis][k], node), node) if values else ScalarV(INT, const(0))
            v = checked_integers.stored(low, given, to, node).v if given.ty.weak else low.convert(given, to).v
            _fill(low, part(low, inner, axis, start, count), v)


def _with_numbers(
    low: Lowering, out: ArrayV, a: ArrayV, widths: list[Pair], values: list[tuple[Val, Val]], mode: str, node: Any
) -> None:  # fmt: skip
    """Margins that are ramps or statistics, or the array mirrored in its ends (``reflect_type="odd"``)."""
    for axis in range(a.ty.ndim):
        inner, (before, after), _ = _margins(low, out, a, widths, axis)
        _check_extended(low, a.shape[axis], before, after, axis, node)
        order = [axis, *(k for k in range(a.ty.ndim) if k != axis)]
        lengths: list[Val] = [ScalarV(INT, n) for n in (before, a.shape[axis], after)]
        given: list[Val] = [memory_order.seen(inner, order), *lengths]
        if mode == "linear_ramp":
            low.expr.apply(margins.ramps, [*given, *values[axis]], {}, node)
        elif mode in _MIRRORED:
            low.expr.apply(margins.turned, [*given, low.expr.constant(mode == "symmetric", node)], {}, node)
        else:
            low.expr.apply(margins.statistics, [*given, KnownV(mode), *values[axis]], {}, node)


def _check_extended(low: Lowering, n: Any, before: Any, after: Any, axis: int, node: Any) -> None:
    b = low.b
    fine = b.or_(b.icmp_signed(">", n, const(0)), b.icmp_signed("==", low.arrays.add(before, after), const(0)))
    text = f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'"
    low.check(fine, ValueError, text, node)


def _fill(low: Lowering, target: ArrayV, v: Any) -> None:
    low.arrays.each(target.shape, lambda idx: low.arrays.store(target, idx, v), target.ty.layout)


def _edge(low: Lowering, k: Any, n: Any) -> Any:
    return low.b.select(low.b.icmp_signed("<", k, const(0)), const(0), low.b.sub(n, const(1)))


def _wrap(low: Lowering, k: Any, n: Any) -> Any:
    return remainder(low, k, n)


def _reflect(low: Lowering, k: Any, n: Any) -> Any:
    """Mirrored at the outermost elements."""
    period = low.arrays.mul(low.b.sub(n, const(1)), const(2))
    j = remainder(low, k, period)
    return low.b.select(low.b.icmp_signed("<", j, n), j, low.b.sub(period, j))


def _symmetric(low: Lowering, k: Any, n: Any) -> Any:
    """Mirrored beside the outermost elements."""
    period = low.arrays.mul(n, const(2))
    j = remainder(low, k, period)
    return low.b.select(low.b.icmp_signed("<", j, n), j, low.b.sub(low.b.sub(period, const(1)), j))


_SOURCES: dict[str, Source] = {"edge": _edge, "wrap": _wrap, "reflect": _reflect, "symmetric": _symmetric}


def _with_own(low: Lowering, out: ArrayV, a: ArrayV, widths: list[Pair], mode: str, node: Any) -> None:
    """Margins that repeat elements of the array."""
    for axis in range(a.ty.ndim):
        inner, (before, after), end = _margins(low, out, a, widths, axis)
        n = a.shape[axis]
        if known_int(before) == known_int(after) == 0:
            continue
        _check_extended(low, n, before, after, axis, node)
        for start, count, first in ((const(0), before, less(low, const(0), before)), (end, after, n)):
            _repeat_own(low, inner, axis, (start, count, first), (before, n), _SOURCES[mode])


def _repeat_own(low: Lowering, a: ArrayV, axis: int, margin: tuple[Any, Any, Any], own: Pair, source: Source) -> None:
    """Fill one margin: where it starts, its length, and the place of its first element counted from the start of the array.

    ``own``: where the array starts, and its length.
    """
    start, count, first = margin

    def one(k: Any) -> None:
        place = low.arrays.add(own[0], source(low, low.arrays.add(k, first), own[1]))
        put(low, at_place(low, a, axis, low.arrays.add(start, k)), at_place(low, a, axis, place))

    low.counted(count, one)
