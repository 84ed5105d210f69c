"""Lists that grow and have an identity: those that another list holds, or that stand in several places.

A list with an identity is one address, which all that hold it have: variables, items of other lists, attributes, arguments.
Behind it lie number of items, room, and the block of memory for each register of an item (as in `growing_lists.py`).  What one
holder changes all others see, as in Python.  `objects/list_identity.py` finds out which lists those are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.compiled_classes.deque_objects import Deque
from irad.frontends.python.containers import growing_lists
from irad.frontends.python.core.code_writer import NotYet
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I8, I64, PTR, ListV, ReferenceV, SharedV, TupleV, Val, const
from irad.frontends.python.objects import list_identity
from irad.frontends.python.sources.joined_types import joined_item
from irad.frontends.python.sources.python_types import List, SharedList
from irad.frontends.python.trees.scopes import INNER, in_text

_CHANGED = "a list changes while a loop goes over it"


# ---- state


def _field(low: Lowering, head: Any, k: int) -> Any:
    return low.b.gep(head, [const(8 * k)], inbounds=True, source_etype=I8)


def new(low: Lowering, ty: SharedList, count: Any, room: Any, blocks: list[Any], node: Any) -> SharedV:
    """A list with this state."""
    if low.checkpointed:
        low.unsupported(node, "a list in which other lists stand is not supported in a checkpointed loop", "use an array")
    low.note_shared()
    head = low.reserve(const(8 * (2 + len(blocks))))
    for k, v in enumerate([count, room, *blocks]):
        low.b.store(v, _field(low, head, k))
    return SharedV(ty, head)


def opened(low: Lowering, v: Val) -> Val:
    """A list with an identity as it is now, and the items of a deque; anything else as it is."""
    if isinstance(v, TupleV) and v.form is not None and v.form.cls is Deque:
        return opened(low, v.item(v.form.names.index("items")))
    if isinstance(v, ReferenceV) and v.ty.kinds[0].cls is Deque:
        return opened(low, low.expr.attribute_of(v, "items", low.at))
    if not isinstance(v, SharedV):
        return v
    low.instance.memory.reads.add(("list", v.ty.item))
    blocks = range(len(low.leaf_types(v.ty.item)) if v.ty.item is not None else 0)
    count = low.b.load(v.head, typ=I64)
    return ListV(List(v.ty.item), [low.b.load(_field(low, v.head, 2 + k), typ=PTR) for k in blocks], count)


def changed(low: Lowering, xs: SharedV, action: Callable[[str], Any], node: Any) -> Any:
    """What ``action`` returns, which works on a variable whose registers are the state of the list."""
    if low.checkpointed:
        low.unsupported(node, "a list in which other lists stand is not supported in a checkpointed loop", "use an array")
    low.note_shared()
    low.instance.memory.writes.add(("list", xs.ty.item))
    low.effects, low.memory_effects = low.effects + 1, low.memory_effects + 1
    name = f"shared{INNER}{in_text(node)}{INNER}{low.occurrence(node)}"
    ty = List(xs.ty.item)
    low.instance.variables[name] = ty
    low.slots[name] = (ty, [_field(low, xs.head, k) for k in range(len(low.leaf_types(ty)))])
    low.passing.add(name)
    try:
        out = action(name)
    except NotYet:
        _look(low, name, xs.ty, node)
        raise
    _look(low, name, xs.ty, node)
    return out


def _look(low: Lowering, name: str, ty: SharedList, node: Any) -> None:
    """Begin anew if the items have got another type."""
    now = low.instance.variables.pop(name)
    assert isinstance(now, List)
    if now.item != ty.item:
        list_identity.widen(low, ty.made, now.item, node)


# ---- new lists


def of_items(low: Lowering, made: Any, items: list[Val], node: Any) -> SharedV:
    """``[a, b]``."""
    item = low.instance.compiler.grown[made]
    ty = SharedList(item, (made,))
    xs = new(low, ty, const(0), const(0), [_null()] * len(low.leaf_types(item) if item is not None else []), node)
    for v in items:
        changed(low, xs, lambda name, v=v: growing_lists.append(low, name, v, node), node)  # type: ignore[misc]
    return xs


def of_list(low: Lowering, made: Any, xs: ListV, node: Any) -> SharedV:
    """A list that nobody else has, as one with an identity."""
    item, own = low.instance.compiler.grown[made], xs.ty.item
    if item == own:
        return new(low, SharedList(item, (made,)), xs.count, xs.count, xs.data, node)
    if own is None:
        return of_items(low, made, [], node)
    both = joined_item(item, own) or list_identity.meet(low, item, own, node) if item is not None else own
    if both is None:
        low.wrong(node, f"this list holds {own} in one place and {item} in another", "use a list for each type")
    if both != item:
        list_identity.widen(low, [made], both, node)
    out = of_items(low, made, [], node)
    low.counted(
        xs.count,
        lambda k: changed(
            low, out, lambda name: growing_lists.append(low, name, growing_lists.read_item(low, xs, k), node), node
        ),
    )
    return out


def _null() -> Any:
    return ir.Constant(PTR, None)


# ---- use


def method(low: Lowering, xs: SharedV, name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``xs.append(v)`` and the like."""
    if name == "extend" and len(args) == 1:
        args = [opened(low, low.expr.apply(list, args, {}, node))]  # computed before the list changes
    if name == "copy" and not args:
        return low.expr.apply(list, [xs], {}, node)

    def action(at: str) -> Any:
        now = opened(low, xs)
        assert isinstance(now, ListV)
        return growing_lists.method(low, ListV(List(xs.ty.item), now.data, now.count, at), name, args, kw, node)

    out: Val = changed(low, xs, action, node)
    return out


def set_item(low: Lowering, xs: SharedV, i: Val, v: Val, node: Any) -> None:
    """``xs[i] = v``."""
    changed(low, xs, lambda name: growing_lists.set_item(low, name, i, v, node), node)


def remove_item(low: Lowering, xs: SharedV, i: Val, node: Any) -> None:
    """``del xs[i]``."""
    changed(low, xs, lambda name: growing_lists.remove_item(low, growing_lists.read(low, name), i, node), node)


def iterated(low: Lowering, xs: SharedV, node: Any) -> tuple[Any, Any]:
    """(count, item(k)) of a loop over the list: each item as it is then, an error where the list has got longer or shorter."""
    if xs.ty.item is None:  # nothing is put into it, as far as is known
        raise NotYet
    count = low.b.load(xs.head, typ=I64)
    low.watched.append((xs, count))

    def item(k: Any) -> Val:
        check_length(low, xs, count, node)
        now = opened(low, xs)
        assert isinstance(now, ListV)
        return growing_lists.read_item(low, now, k)

    return count, item


def check_length(low: Lowering, xs: SharedV, count: Any, node: Any) -> None:
    """The list must have as many items as when a loop over it began."""
    same = low.b.icmp_signed("==", low.b.load(xs.head, typ=I64), count)
    low.check(same, RuntimeError, _CHANGED + ", which compiled code does not follow", node)


def same(low: Lowering, x: SharedV, y: SharedV) -> Any:
    """``x is y``, an i1."""
    return low.b.icmp_unsigned("==", x.head, y.head)
