"""What stands in the brackets of an index with arrays: its items, and the axes that they are for."""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, NoneV, TupleV, Val
from irad.frontends.python.indexing.found_indices import Indices, as_words, check_mask, index_array, is_array
from irad.frontends.python.indexing.selections import Part, Selection, of_mask, selection

FULL = ast.Slice(None, None, None)


def items_of(parts: list[Any], values: list[Val | None]) -> tuple[list[Any], list[Val | None]]:
    """The items of an index: a tuple that is known only as a value has several."""
    if len(values) != 1 or not isinstance(values[0], TupleV):
        return parts, values
    form = values[0].form
    if form is not None and form.kind != "namedtuple":
        return parts, values
    return [FULL] * len(values[0].items), list(values[0].items)


def made_arrays(low: Lowering, values: list[Val | None], node: Any) -> list[Val | None]:
    """The items of an index, with its arrays in memory."""
    return [index_array(low, v, node) if v is not None and is_array(v) else v for v in values]


def _is_dots(v: Val | None) -> bool:
    return isinstance(v, KnownV) and v.value is Ellipsis


def select(low: Lowering, base: ArrayV, parts: list[Any], values: list[Val | None], node: Any) -> Selection:
    """The elements ``base[index]`` selects; ``values``: the items of the index, arrays in memory, None for slices."""
    uses = [_axes_used(v) for v in values]
    if sum(uses) > base.ty.ndim:
        low.wrong(node, f"too many indices for array: array is {base.ty.ndim}-dimensional, but {sum(uses)} were indexed")
    missing = base.ty.ndim - sum(uses)
    axis, first = 0, []
    for v, used in zip(values, uses, strict=True):
        first.append(axis)
        axis += missing if _is_dots(v) else used
    for v, k in zip(values, first, strict=True):
        if isinstance(v, ArrayV) and v.ty.dtype == "bool":
            check_mask(low, v, base.shape[k : k + v.ty.ndim], k, node)
    found = [_indices(low, v) for v in values]
    basic_parts: list[Any] = []
    basic: list[Val | None] = []
    for part, v, own in zip(parts, values, found, strict=True):
        basic_parts += [FULL] * len(own) if own else [part]
        basic += [None] * len(own) if own else [v]
    view, _ = low.expr.view(base, basic_parts, basic, node)
    assert view is not None
    chosen, place = _placed(values, found, first, missing)
    whole = len(values) == 1 and uses[0] == base.ty.ndim and found[0][0].checked
    return selection(low, base, view, chosen, place, node, whole)


def _axes_used(v: Val | None) -> int:
    """The number of axes that an item is for."""
    if isinstance(v, NoneV) or _is_dots(v):
        return 0
    return v.ty.ndim if isinstance(v, ArrayV) and v.ty.dtype == "bool" else 1


def _indices(low: Lowering, v: Val | None) -> list[Indices]:
    if not isinstance(v, ArrayV):
        return []
    return of_mask(low, v) if v.ty.dtype == "bool" else [Indices(as_words(low, v))]


def _placed(values: list[Val | None], found: list[list[Indices]], first: list[int], missing: int) -> tuple[list[Part], int]:
    """The indices with their axes, and where the axes of the selection stand: in front if something lies between them."""
    chosen: list[Part] = []
    dim = others = groups = place = 0  # of the view; of it without index arrays
    inside = False
    for v, own, axis in zip(values, found, first, strict=True):
        stands = bool(own) or not (v is None or isinstance(v, NoneV) or _is_dots(v))  # an array or a number
        if stands and not inside:
            groups, place = groups + 1, others
        inside = stands
        if stands:
            chosen += [(axis + k, dim + k, i) for k, i in enumerate(own)]
            dim += len(own)
        else:
            used = missing if _is_dots(v) else 1
            dim, others = dim + used, others + used
    return chosen, place if groups == 1 else 0
