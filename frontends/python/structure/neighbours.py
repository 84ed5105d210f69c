"""Differences of neighbours and what is made of them: ``np.diff``, ``ediff1d``, ``gradient``, ``trapezoid``."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.arrays.reductions import reduce
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, ScalarV, TupleV, Val, const
from irad.frontends.python.sources.python_types import Array
from irad.frontends.python.structure.array_formula import ArrayFormula
from irad.frontends.python.structure.array_parts import (
    AnyArray,
    array,
    at_place,
    axes_or_all,
    axis_of,
    constant_whole,
    converted,
    in_memory,
    part,
    put,
)
from irad.frontends.python.structure.joining import joined

Given = dict[str, Any]


def diff(low: Lowering, g: Given, node: Any) -> Val:
    a = array(low, g["a"], node)
    n = constant_whole(low, g.get("n"), 1, "n=", node)
    if n == 0:
        return g["a"]  # type: ignore[no-any-return]
    if n < 0:
        low.raise_always(ValueError, f"order must be non-negative but got {n}", node)
    if not a.shape:
        low.raise_always(ValueError, "diff requires input that is at least one dimensional", node)
    axis = axis_of(low, g.get("axis"), -1, len(a.shape), node)
    ends = [_margin(low, g.get(name), a, axis, node) for name in ("prepend", "append")]
    if any(e is not None for e in ends):
        a = joined(low, [v for v in (ends[0], a, ends[1]) if v is not None], axis, None, node)
    out: Val = a
    for _ in range(n):
        out = between_neighbours(low, low.arrays.in_memory(out), axis, node)
    return out


def _margin(low: Lowering, v: Val | None, a: AnyArray, axis: int, node: Any) -> AnyArray | None:
    """What stands before or behind the array; a number as often as is needed."""
    if v is None:
        return None
    found = array(low, v, node)
    if found.shape:
        return found
    x = low.arrays.element(found, [])
    shape = [const(1) if k == axis else n for k, n in enumerate(a.shape)]
    return LazyV(Array(found.ty.dtype, len(shape), "C"), shape, lambda _: x)


def between_neighbours(low: Lowering, a: ArrayV, axis: int, node: Any) -> Val:
    """``a[1:] - a[:-1]`` along an axis; of truth values whether they differ."""
    x = ArrayFormula(low, node, a)
    later, earlier = x.from_to(axis, 1, 1), x.from_to(axis, 0, 1)
    if a.ty.dtype == "bool":
        return low.expr.compare(ast.NotEq(), later.v, earlier.v, node)
    return (later - earlier).v


def ediff1d(low: Lowering, g: Given, node: Any) -> Val:
    a = reshaping.ravel(low, in_memory(low, g["ary"], node), node)
    if a.ty.dtype == "bool":
        low.unsupported(node, "np.ediff1d of truth values is not supported", "use np.diff")
    parts: list[AnyArray] = []
    for name in ("to_begin", "between", "to_end"):
        if name == "between":
            found = between_neighbours(low, a, 0, node)
            assert isinstance(found, LazyV)
            parts.append(found)
        elif not absent(g.get(name)):
            v = array(low, g[name], node)
            if not np.can_cast(v.ty.dtype, a.ty.dtype, "same_kind"):
                text = f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule."
                low.raise_always(TypeError, text, node)
            parts.append(converted(low, reshaping.ravel(low, low.arrays.in_memory(v), node), a.ty.dtype))
    return parts[0] if len(parts) == 1 else joined(low, parts, 0, None, node)


# ---- trapezoid


def trapezoid(low: Lowering, g: Given, node: Any) -> Val:
    """The integral by the trapezoidal rule along an axis."""
    y = in_memory(low, g["y"], node)
    axis = axis_of(low, g.get("axis"), -1, y.ty.ndim, node)
    width = ArrayFormula(low, node, g["dx"]) if "dx" in g else ArrayFormula(low, node, low.expr.constant(1.0, node))
    if not absent(g.get("x")):
        x = in_memory(low, g["x"], node)
        along = 0 if x.ty.ndim == 1 else axis_of(low, g.get("axis"), -1, x.ty.ndim, node)
        steps = low.arrays.in_memory(between_neighbours(low, x, along, node))
        if x.ty.ndim == 1:
            steps = reshaping.with_axes(low, steps, [k for k in range(y.ty.ndim) if k != axis])
        width = ArrayFormula(low, node, steps)
    whole = ArrayFormula(low, node, y)
    areas = width * (whole.from_to(axis, 1, 1) + whole.from_to(axis, 0, 1)) / 2.0
    return reduce(low, "sum", areas.v, low.expr.constant(axis, node), node)


# ---- gradient


def gradient(low: Lowering, g: Given, node: Any) -> Val:
    """Central differences inside, one-sided ones of first or second order at both ends."""
    f = array(low, g["f"], node)
    axes = axes_or_all(low, g.get("axis"), len(f.shape), node)
    spaces = list(g.get("varargs", ()))
    if not spaces:
        spaces = [low.expr.constant(1.0, node)]
    numbers = [isinstance(s, ScalarV) or (isinstance(s, (ArrayV, LazyV)) and not s.shape) for s in spaces]
    if len(spaces) == 1 and numbers[0]:
        spaces = spaces * len(axes)
    if len(spaces) != len(axes):
        low.raise_always(TypeError, "invalid number of arguments", node)
    order = constant_whole(low, g.get("edge_order"), 1, "edge_order=", node)
    if order > 2:
        low.raise_always(ValueError, "'edge_order' greater than 2 not supported", node)
    if f.ty.dtype == "bool":
        low.unsupported(node, "np.gradient of truth values is not supported", "convert the array: f.astype(float)")
    whole = low.arrays.in_memory(converted(low, f, "float64") if not f.ty.is_inexact else f)
    widths = [_width(low, s, whole.shape[k], node) for s, k in zip(spaces, axes, strict=True)]
    found: list[Val] = [_slopes(low, whole, k, w, order, node) for k, w in zip(axes, widths, strict=True)]
    return found[0] if len(found) == 1 else TupleV(found)


def _width(low: Lowering, v: Val, n: Any, node: Any) -> ArrayFormula:
    """The distance of neighbours: a number, or an array of them."""
    if isinstance(v, ScalarV):
        return ArrayFormula(low, node, v)
    x = array(low, v, node)
    if not x.shape:
        return ArrayFormula(low, node, low.expr.as_scalar(x, node))
    if len(x.shape) != 1:
        low.raise_always(ValueError, "distances must be either scalars or 1d", node)
    text = "when 1d, distances must match the length of the corresponding dimension"
    low.check(equal(low, x.shape[0], n), ValueError, text, node)
    places = low.arrays.in_memory(converted(low, x, "float64") if not x.ty.is_inexact else x)
    return ArrayFormula(low, node, low.arrays.in_memory(between_neighbours(low, places, 0, node)))


def _slopes(low: Lowering, f: ArrayV, axis: int, width: ArrayFormula, order: int, node: Any) -> ArrayV:
    n = f.shape[axis]
    text = "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required."
    low.check(low.b.icmp_signed(">", n, const(order)), ValueError, text, node)
    out = low.arrays.allocate(f.ty.dtype, f.shape, memory_order.like(low, f))
    y = ArrayFormula(low, node, f)
    inner = part(low, out, axis, const(1), ArrayFormula(low, node, f).from_to(axis, 0, 2).array.shape[axis])
    _put(low, inner, _inside(y, axis, width, f.ty.ndim))
    last = low.b.sub(n, const(1))
    for end, place in ((0, const(0)), (-1, last)):
        _put(low, at_place(low, out, axis, place), _at_end(y, axis, width, end, order))
    return out


def _put(low: Lowering, target: ArrayV, found: ArrayFormula) -> None:
    """Write a result, which is a number where the target has no axes."""
    if isinstance(found.v, ScalarV):
        low.arrays.store(target, [], low.convert(found.v, low.expr.as_scalar(target, found.node).ty).v)
    else:
        assert isinstance(found.v, (ArrayV, LazyV))
        put(low, target, found.v)


def _inside(f: ArrayFormula, axis: int, width: ArrayFormula, ndim: int) -> ArrayFormula:
    before, here, after = (f.from_to(axis, k, 2) for k in range(3))
    if isinstance(width.v, ScalarV):
        return (after - before) / (2.0 * width)
    lines = []
    for k in (0, 1):
        line = width.from_to(0, k, 1).array
        lines.append(ArrayFormula(f.low, f.node, reshaping.with_axes(f.low, line, [j for j in range(ndim) if j != axis])))
    left, right = lines
    both = left + right
    return -right / (left * both) * before + (right - left) / (left * right) * here + left / (right * both) * after


def _at_end(f: ArrayFormula, axis: int, width: ArrayFormula, end: int, order: int) -> ArrayFormula:
    """At the first place (``end`` 0) or the last one (-1)."""
    toward = 1 if end == 0 else -1
    points = [f.at(axis, end + toward * k) for k in range(order + 1)]
    steps = [width if isinstance(width.v, ScalarV) else width.at(0, end + toward * k) for k in range(order)]
    if order < 2:
        return (points[1] - points[0]) / steps[0] if end == 0 else (points[0] - points[1]) / steps[0]
    near, far = steps
    both = near + far
    found = (2.0 * near + far) / (near * both) * points[0] - both / (near * far) * points[1] + near / (far * both) * points[2]
    return -found if end == 0 else found
