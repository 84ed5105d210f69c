"""Items of a container of known structure at a place that is known at run time only."""

from __future__ import annotations

from typing import Any

from irad.frontends.python.containers import growing_lists
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import SHARED, ListV, TupleV, Val, const
from irad.frontends.python.objects import list_identity
from irad.frontends.python.objects.choices import chosen
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.python_types import Array, Known, List, NoneTy, Scalar, SharedList, Tuple, Ty, is_changeable


def uniform(items: list[Val]) -> Ty | None:
    """The type that holds all items, if they are numbers, arrays, or containers of these."""
    if not items:
        return None
    ty: Ty | None = items[0].ty
    for i in items[1:]:
        ty = join(ty, i.ty) if ty is not None else None
    return ty if ty is not None and _is_plain(ty) else None


def _is_plain(ty: Ty) -> bool:
    if isinstance(ty, Tuple):
        return bool(ty.items) and all(map(_is_plain, ty.items))
    return isinstance(ty, (Scalar, Array, Known, NoneTy, List, SharedList))


def gathered(low: Lowering, items: list[Val], k: Any, node: Any) -> Val:
    """Item ``k``, an i64 in range: views are those of the items themselves."""
    ty = uniform(items)
    assert ty is not None
    for v in items:
        list_identity.check_choice(low, v, node)
    types = low.leaf_types(ty)
    blocks = [low.reserve(const(len(items) * growing_lists.size_of(t))) for t in types]
    for n, v in enumerate(items):
        growing_lists.write(low, blocks, ty, const(n), v)
    return chosen(low, growing_lists.read_item(low, ListV(List(ty), blocks, const(len(items))), k), items, node)


def shared(v: Val) -> Val:
    """One of several values: an object that cannot be changed, since it is not known which one it is."""
    return TupleV(v.items, v.form, SHARED) if isinstance(v, TupleV) and is_changeable(v.ty) else v
