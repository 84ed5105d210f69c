"""Lists from outside to which compiled code appends numbers: these are a list that grows, which Python puts behind the others."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from irad.frontends.python.containers.fixed_containers import as_iterated
from irad.frontends.python.containers.list_values import extended
from irad.frontends.python.core.code_writer import Restart
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I8, ListV, NoneV, TupleV, Val
from irad.frontends.python.objects.outside_changes import slot_at
from irad.frontends.python.objects.outside_values import outside_of
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.outside import Outside, OutsideSlot
from irad.frontends.python.sources.python_types import List, Scalar, Tuple, Ty

METHODS = ("append", "extend")


def appends(v: Val, name: str) -> Outside | None:
    """The path of a list from outside, if ``name`` is a method that appends to it."""
    path = outside_of(v)
    return path if path is not None and name in METHODS and type(path.read()) is list else None


def append(low: Lowering, path: Outside, name: str, args: list[Val], node: Any) -> Val:
    """``xs.append(v)`` and ``xs.extend(vs)``."""
    if len(args) != 1:
        low.wrong(node, f"list.{name}() takes exactly one argument ({len(args)} given)")
    values = args
    if name == "extend":
        found = as_iterated(low, args[0], node)
        if not isinstance(found, TupleV):
            low.unsupported(node, f"{args[0].ty} is put behind {path.text}, which comes from outside", "append item by item")
        assert isinstance(found, TupleV)
        values = [found.item(k) for k in range(len(found.items))]
    values = [low.expr.stable(v) for v in values]
    for v in values:
        if not _is_plain(v.ty):
            text = f"{v.ty} is put behind {path.text}, which comes from outside"
            low.unsupported(node, text, "numbers and tuples of them can be; or return a list of it")
        _append(low, path.behind(), v, node)
    return NoneV()


def _is_plain(ty: Ty) -> bool:
    """Whether items of this type can be handed to Python: numbers, and tuples of them."""
    if isinstance(ty, Tuple):
        return (ty.form is None or ty.form.kind == "namedtuple") and bool(ty.items) and all(map(_is_plain, ty.items))
    return isinstance(ty, Scalar) and not ty.is_complex and ty.kind != "float16"


def _append(low: Lowering, path: Outside, v: Val, node: Any) -> None:
    compiler = low.instance.compiler
    slot = slot_at(low, path)
    if slot is None:
        compiler.slots[path.slot] = OutsideSlot(path, List(v.ty), True)
        raise Restart
    item = join(slot.ty.item, v.ty)
    if item is None:
        text = f"{slot.ty.item} and {v.ty} are put behind {path.text}, which comes from outside"
        low.unsupported(node, text, "use a list for each")
    if item != slot.ty.item:
        slot.ty = List(item)
        raise Restart
    if not low.instance.stores:
        low.instance.stores = low.changed = True
    flag, *places = low.cell(slot).places
    loaded = [low.b.load(p, typ=t) for p, t in zip(places, low.leaf_types(slot.ty), strict=True)]
    xs = low.from_leaves(slot.ty, loaded)
    assert isinstance(xs, ListV)
    new = extended(low, xs, [v], node)
    for leaf, place in zip([ir.Constant(I8, 1), *low.leaves(new, slot.ty)], [flag, *places], strict=True):
        low.b.store(leaf, place)
