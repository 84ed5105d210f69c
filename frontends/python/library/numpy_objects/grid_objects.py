"""``np.r_``, ``np.c_``, ``np.s_``, ``np.mgrid``, ``np.ogrid``: objects of which items are taken."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, NoneV, ScalarV, SliceV, TupleV, Val
from irad.frontends.python.core.texts import known_value
from irad.frontends.python.library.numpy_objects import grid_points
from irad.frontends.python.library.numpy_objects.dtype_functions import common
from irad.frontends.python.sources.instances import GRID_OBJECTS


def has_items(v: Val) -> bool:
    """Whether a value is one of these objects."""
    return isinstance(v, KnownV) and any(v.value is o for o in GRID_OBJECTS)


def item(low: Lowering, owner: KnownV, node: Any) -> Val:
    """``np.r_[...]`` and its like."""
    index, several = node.slice, isinstance(node.slice, ast.Tuple)
    parts = [_part(low, p, node) for p in (index.elts if isinstance(index, ast.Tuple) else [index])]
    if not several and isinstance(parts[0], TupleV) and (parts[0].form is None):
        parts, several = list(parts[0].items), True
    if owner.value is np.s_:
        return TupleV(parts) if several else parts[0]
    if owner.value is np.index_exp:
        return TupleV(parts)
    if owner.value is np.r_ or owner.value is np.c_:
        return _joined(low, owner.value is np.c_, parts, node)
    return _grid(low, owner.value is np.ogrid, parts, several, node)


def _part(low: Lowering, p: Any, node: Any) -> Val:
    return low.expr.stable(low.expr.key_of(p))


def _bounds(low: Lowering, v: Val, name: str, node: Any) -> tuple[Val, Val, Val]:
    """Start, stop and step of a slice."""
    if isinstance(v, SliceV):
        start, stop, step = v.parts
    elif isinstance(v, KnownV) and isinstance(v.value, slice):
        start, stop, step = (low.expr.constant(x, node) for x in (v.value.start, v.value.stop, v.value.step))
    else:
        low.wrong(node, f"{name} takes slices, not {v.ty}")
        raise AssertionError
    if isinstance(stop, NoneV):
        low.wrong(node, f"a slice of {name} must have an end")
    start = low.expr.constant(0, node) if isinstance(start, NoneV) else start
    step = low.expr.constant(1, node) if isinstance(step, NoneV) else step
    return start, stop, step


def _is_count(step: Val) -> bool:
    return isinstance(step, ScalarV) and step.ty.is_complex


def _is_slice(v: Val) -> bool:
    return isinstance(v, SliceV) or (isinstance(v, KnownV) and isinstance(v.value, slice))


def _joined(low: Lowering, columns: bool, parts: list[Val], node: Any) -> Val:
    """The items behind one another, as rows or as columns."""
    name = "np.c_" if columns else "np.r_"
    made: list[Val] = []
    for p in parts:
        if isinstance(known_value(p), str):
            low.unsupported(node, f"{name} with a text is not supported", "use np.concatenate, or np.stack")
        if not _is_slice(p):
            made.append(p if isinstance(p, ScalarV) else low.expr.stable(low.expr.apply(np.asarray, [p], {}, node)))
            continue
        start, stop, step = _bounds(low, p, name, node)
        if _is_count(step):
            count = low.expr.apply(grid_points.count, [step], {}, node)
            made.append(low.expr.apply(np.linspace, [start, stop, count], {}, node))
        else:
            made.append(low.expr.apply(np.arange, [start, stop, step], {}, node))
    kind = KnownV(np.dtype(common(low, made, node)))
    arrays = [low.expr.apply(np.asarray, [v], {"dtype": kind}, node) for v in made]
    deepest = max(len(a.shape) if isinstance(a, (ArrayV, LazyV)) else 0 for a in arrays)
    if deepest > (2 if columns else 1) and not all(len(getattr(a, "shape", ())) == deepest for a in arrays):
        low.wrong(node, "all the input array dimensions except for the concatenation axis must match exactly")
    shaped = grid_points.as_columns if columns else np.atleast_1d
    lines = [low.expr.stable(low.expr.apply(shaped, [a], {}, node)) for a in arrays]
    axis = low.expr.constant(-1 if columns else 0, node)
    return low.expr.apply(np.concatenate, [TupleV(lines)], {"axis": axis}, node)


def _grid(low: Lowering, is_open: bool, parts: list[Val], several: bool, node: Any) -> Val:
    """The points of a grid, each axis in an array of its own."""
    name = "np.ogrid" if is_open else "np.mgrid"
    bounds = [_bounds(low, p, name, node) for p in parts]
    numbers = [v for b in bounds for v in b]
    if any(not isinstance(v, ScalarV) or (v.ty.is_complex and k % 3 != 2) for k, v in enumerate(numbers)):
        low.wrong(node, f"the bounds of {name} are real numbers")
    if any(isinstance(v, ScalarV) and v.ty.kind not in ("int64", "float64", "complex128") for v in numbers):
        low.unsupported(node, f"bounds of {name} that are of a narrow dtype are not supported", "write float(...), or int(...)")
    lines = []
    inexact = any(isinstance(v, ScalarV) and v.ty.is_inexact for v in numbers)
    for start, stop, step in bounds:
        if not several and not _is_count(step):
            return low.expr.apply(np.arange, [start, stop, step], {}, node)
        if _is_count(step):
            found = low.expr.apply(grid_points.counted, [start, stop, step], {}, node)
        else:
            found = low.expr.apply(grid_points.stepped, [start, stop, step, low.expr.constant(not is_open, node)], {}, node)
        found = low.expr.stable(found)
        lines.append(low.expr.apply(np.asarray, [found], {"dtype": KnownV(np.dtype("float64" if inexact else "int64"))}, node))
    if not several:
        return lines[0]
    lines = [low.expr.stable(v) for v in lines]
    return low.expr.apply(grid_points.open_grid if is_open else grid_points.dense_grid, [TupleV(lines)], {}, node)
