"""Summaries: ``np.average``, ``ptp``, ``count_nonzero``, ``median``, ``percentile``, ``quantile``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from irad.errors import UnsupportedError
from irad.frontends.python.arrays import reshaping, sorting
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.arrays.reductions import reduce
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.conditions import equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import DOUBLE, I64, ArrayV, LazyV, ScalarV, TupleV, Val, const
from irad.frontends.python.numeric.number_arithmetic import same
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import FLOAT, WHOLE, Scalar
from irad.frontends.python.structure.array_formula import ArrayFormula
from irad.frontends.python.structure.array_parts import (
    AnyArray,
    array,
    at_place,
    axes_or_all,
    axis_of,
    common_kind,
    converted,
    flag,
    put,
    text_of,
)

Given = dict[str, Any]


def average(low: Lowering, g: Given, node: Any) -> Val:
    """The mean, or with ``weights`` the weighted one."""
    a, axis, kept = array(low, g["a"], node), g.get("axis"), g.get("keepdims")
    axes_or_all(low, axis, len(a.shape), node, prefix="axis")
    if absent(g.get("weights")):
        return reduce(low, "mean", a, axis, node, kept)
    w = array(low, g["weights"], node)
    kind = common_kind([a, w])
    if not a.ty.is_inexact:
        kind = np.result_type(kind, "f8").name
    w = low.arrays.in_memory(_weights(low, a, w, axis, node))
    x, y = converted(low, a, kind), converted(low, w, kind)
    total = low.expr.stable(reduce(low, "sum", y, axis, node, kept))
    _check_total(low, total, kind, node)
    product = ArrayFormula(low, node, x) * ArrayFormula(low, node, y)
    return (ArrayFormula(low, node, reduce(low, "sum", product.v, axis, node, kept)) / ArrayFormula(low, node, total)).v


def _weights(low: Lowering, a: AnyArray, w: AnyArray, axis: Val | None, node: Any) -> AnyArray:
    """The weights in the shape of the array, or along one of its axes."""
    same = len(a.shape) == len(w.shape)
    if same:
        for n, m in zip(a.shape, w.shape, strict=True):
            text = "Axis must be specified when shapes of a and weights differ."
            kind: type[Exception] = TypeError
            if not absent(axis):
                text, kind = "Shape of weights must be consistent with shape of a along specified axis.", ValueError
            low.check(equal(low, n, m), kind, text, node)
        return w
    if absent(axis):
        low.raise_always(TypeError, "Axis must be specified when shapes of a and weights differ.", node)
    if isinstance(axis, TupleV) or len(w.shape) != 1:
        low.unsupported(node, "np.average: weights have one axis or as many as the array", "reshape and broadcast them")
    k = axis_of(low, axis, 0, len(a.shape), node)
    text = "Shape of weights must be consistent with shape of a along specified axis."
    low.check(equal(low, a.shape[k], w.shape[0]), ValueError, text, node)
    line = low.arrays.in_memory(w)
    return reshaping.with_axes(low, line, [j for j in range(len(a.shape)) if j != k])


def _check_total(low: Lowering, total: Val, kind: str, node: Any) -> None:
    def one(x: Any) -> None:
        fine = low.b.not_(same(low, kind, x, zero_of(kind)))
        low.check(fine, ZeroDivisionError, "Weights sum to zero, can't be normalized", node)

    if isinstance(total, ScalarV):
        one(total.v)
        return
    assert isinstance(total, ArrayV)
    low.arrays.each(total.shape, lambda i: one(low.arrays.load(total, i)))


def ptp(low: Lowering, g: Given, node: Any) -> Val:
    """The distance of the largest and the smallest element."""
    a, axis, kept = low.arrays.in_memory(array(low, g["a"], node)), g.get("axis"), g.get("keepdims")
    axes_or_all(low, axis, a.ty.ndim, node)
    most, least = (reduce(low, name, a, axis, node, kept) for name in ("max", "min"))
    return low.expr.elementwise([most, least], lambda p: low.expr.scalar_binary(ast.Sub(), p[0], p[1], node, False), node)


def count_nonzero(low: Lowering, g: Given, node: Any) -> Val:
    a, axis = array(low, g["a"], node), g.get("axis")
    axes_or_all(low, axis, len(a.shape), node)
    truth = converted(low, a, "bool")
    found = reduce(low, "sum", truth, axis, node, g.get("keepdims"))
    return ScalarV(WHOLE, found.v) if isinstance(found, ScalarV) and absent(axis) else found


# ---- quantiles


def median(low: Lowering, g: Given, node: Any) -> Val:
    return _quantiles(low, g, ScalarV(FLOAT, DOUBLE(0.5)), node, True)


def quantile(percent: bool) -> Callable[..., Val]:
    """``np.quantile``, or ``np.percentile``."""

    def lower(low: Lowering, g: Given, node: Any) -> Val:
        method = text_of(low, g.get("method"), "linear", "method=", node)
        if method != "linear":
            low.unsupported(node, f"quantiles by the method '{method}' are not supported", "'linear' is, the default")
        if isinstance(g["q"], TupleV):
            items = [_quantiles(low, g, _fraction(low, q, percent, node), node, strong=True) for q in g["q"].items]
            if not items:
                low.unsupported(node, "quantiles for no number at all are not supported")
            return _side_by_side(low, items)
        if isinstance(g["q"], (ArrayV, LazyV)) and g["q"].shape:
            low.unsupported(node, "q= must be a number or a tuple of numbers here", "write a loop over q")
        q = low.expr.as_scalar(g["q"], node)
        if not percent and not q.ty.is_float and not array(low, g["a"], node).ty.is_inexact:
            low.unsupported(node, "np.quantile of integers by an integer (NumPy: an integer) is not supported", "write q=1.0")
        return _quantiles(low, g, _fraction(low, q, percent, node), node, strong=not q.ty.weak and q.ty.kind != "float32")

    return lower


def _side_by_side(low: Lowering, items: list[Val]) -> Val:
    """Results, one for each number of ``q``, along a new first axis."""
    first = items[0]
    if isinstance(first, ScalarV):
        out = low.arrays.allocate(first.ty.kind, [const(len(items))])
        for k, v in enumerate(items):
            assert isinstance(v, ScalarV)
            low.arrays.store(out, [const(k)], v.v)
        return out
    assert isinstance(first, (ArrayV, LazyV))
    out = low.arrays.allocate(first.ty.dtype, [const(len(items)), *first.shape])
    for k, v in enumerate(items):
        assert isinstance(v, (ArrayV, LazyV))
        put(low, at_place(low, out, 0, const(k)), v)
    return out


def _fraction(low: Lowering, q: Val, percent: bool, node: Any) -> ScalarV:
    x = low.convert(low.expr.as_scalar(q, node), FLOAT).v
    b, most = low.b, DOUBLE(100.0 if percent else 1.0)
    fine = b.and_(b.fcmp_ordered(">=", x, DOUBLE(0.0)), b.fcmp_ordered("<=", x, most))
    text = "Percentiles must be in the range [0, 100]" if percent else "Quantiles must be in the range [0, 1]"
    low.check(fine, ValueError, text, node)
    return ScalarV(FLOAT, low.b.fdiv(x, most) if percent else x)


def _quantiles(low: Lowering, g: Given, q: ScalarV, node: Any, middle: bool = False, strong: bool = False) -> Val:
    """Between the sorted elements on both sides of place ``q * (n - 1)``; nan where the line has one.

    ``strong``: ``q`` is a float64 of NumPy's, which makes the result one.
    """
    a = low.arrays.in_memory(array(low, g["a"], node))
    if a.ty.dtype == "bool":
        low.unsupported(node, "quantiles of truth values are not supported", "convert the array: a.astype(float)")
    if a.ty.dtype == "float16" or DTYPES[a.ty.dtype].is_complex:
        low.unsupported(node, f"quantiles of {a.ty.dtype} are not supported", "convert the array: a.astype(np.float64)")
    ndim = a.ty.ndim
    axes = axes_or_all(low, g.get("axis"), ndim, node)
    if len(axes) != 1:
        if len(axes) != ndim or not ndim:
            low.unsupported(node, "quantiles are over one axis, or over all of them", "reshape the array first")
        a, axis = reshaping.ravel(low, a, node), 0
    else:
        axis = axes[0]
    kind = "float32" if a.ty.dtype == "float32" and (middle or not strong) else "float64"
    ordered = sorting.sort(low, [a, low.expr.constant(axis, node)], {}, node)
    assert isinstance(ordered, ArrayV)
    n, b = ordered.shape[axis], low.b
    wrong: tuple[type[Exception], str] = IndexError, "index -1 is out of bounds for axis 0 with size 0"
    if middle:
        wrong = UnsupportedError, "np.median of an empty array is not supported (NumPy: nan)"
    low.check(b.icmp_signed(">", n, const(0)), *wrong, node)
    b, last = low.b, low.b.sub(n, const(1))
    if middle:
        lower, upper = b.sdiv(last, const(2)), b.sdiv(n, const(2))
        part: Any = DOUBLE(0.5)
    else:
        place = b.fmul(q.v, b.sitofp(last, DOUBLE))
        lower = b.fptosi(place, I64)
        upper = b.add(lower, const(1))
        upper = b.select(b.icmp_signed(">", upper, last), last, upper)
        part = b.fsub(place, b.sitofp(lower, DOUBLE))
    left, right, end = (at_place(low, ordered, axis, k) for k in (lower, upper, last))
    part = low.convert(ScalarV(FLOAT, part), Scalar(kind)).v

    def between(p: list[ScalarV]) -> ScalarV:
        x, y, z = (low.convert(v, Scalar(kind)).v for v in p)
        b, way = low.b, low.b.fsub(y, x)
        if middle:
            found = b.select(b.fcmp_ordered("==", x, y), x, b.fmul(b.fadd(x, y), part))
        else:
            late = b.fcmp_ordered(">=", part, part.type(0.5))
            found = b.select(late, b.fsub(y, b.fmul(way, b.fsub(part.type(1.0), part))), b.fadd(x, b.fmul(way, part)))
        return ScalarV(Scalar(kind), b.select(b.fcmp_unordered("uno", z, z), z, found))

    out = low.expr.elementwise([left, right, end], between, node)
    if not flag(low, g.get("keepdims"), False, "keepdims=", node):
        return out
    if isinstance(out, ScalarV):
        wide = low.arrays.allocate(out.ty.kind, [const(1)] * ndim)
        low.arrays.store(wide, [const(0)] * ndim, out.v)
        return wide
    return reshaping.with_axes(low, low.arrays.in_memory(out), [axis])
