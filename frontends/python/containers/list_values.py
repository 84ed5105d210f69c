"""Lists that grow as values: in other containers, as arguments and results, as attributes of objects.

Such a list is its registers: number of items, room, a block of memory for each register of an item.  It is made by a display,
``[]``, which is lowered as one of known structure until an item is put into it in a loop; then everything is lowered anew, with a
list that grows in its place.  Where a list is changed, what holds it gets the new registers (`objects/changes.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from irad.frontends.python.containers import growing_lists, shared_lists
from irad.frontends.python.core.code_writer import NotYet, RoundAgain
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, SharedV, TupleV, Val
from irad.frontends.python.objects import changes, list_identity
from irad.frontends.python.sources.joined_types import can_hold
from irad.frontends.python.sources.python_types import SETS, Form, List, Tuple, Ty
from irad.frontends.python.trees.comprehensions import is_made_list
from irad.frontends.python.trees.scopes import INNER, in_text


def display(low: Lowering, items: TupleV, node: Any) -> Val:
    """``[...]``: a list of known structure, or one that grows."""
    grown = low.instance.compiler.grown
    key = items.form.made if items.form is not None else None
    low.instance.compiler.records.possible = True
    if key not in grown and key is not None and low.keeps(node):
        item = list_identity.common_type([i.ty for i in items.items])
        if not items.items or (item is not None and can_hold(item)):
            grown[key] = item
    if key not in grown:
        return items
    if low.instance.compiler.records.used:
        low.instance.compiler.shared.add(key)
    if key in low.instance.compiler.shared:
        return shared_lists.of_items(low, key, items.items, node)
    name = f"list{INNER}{in_text(node)}{INNER}{low.occurrence(node)}"
    made = List(grown[key], key)

    def fill(name: str) -> None:
        for v in items.items:
            growing_lists.append(low, name, v, node)

    return _after(low, name, made, None, fill, node)[0]


def grown_display(low: Lowering, items: TupleV, key: Any, item: Ty | None, node: Any) -> Val:
    """A list that grows with these items, made by ``key``."""
    low.instance.compiler.grown.setdefault(key, item)
    return display(low, TupleV(items.items, Form("list", made=key)), node)


def empty(low: Lowering, node: Any, what: str = "") -> Val:
    """``list()``."""
    return display(low, TupleV([], Form("list", made=(id(node), what))), node)


def made(low: Lowering, v: Val, node: Any) -> Val:
    """A new list that an operator, a comprehension or the like has made, which is noted as its maker."""
    key = list_identity.maker(low, node)
    if isinstance(v, TupleV):
        return display(low, TupleV(v.items, Form("list", made=key)), node)
    assert isinstance(v, ListV)
    if v.ty.frozen:
        return v
    grown, shared = low.instance.compiler.grown, low.instance.compiler.shared
    if key in shared:
        return shared_lists.of_list(low, key, v, node)
    if grown.get(key, v.ty.item) != v.ty.item:  # it gets other items later
        shared.add(key)
        low.begin_anew()
    return replace(v, ty=replace(v.ty, made=key))


def _after(low: Lowering, name: str, ty: List, xs: ListV | None, action: Callable[[str], Any], node: Any) -> tuple[ListV, Any]:
    """The list after ``action`` on a variable that holds it for this purpose, and what ``action`` returns."""
    instance = low.instance
    instance.variables[name] = ty
    low.slots[name] = (ty, [low.alloca(t) for t in low.leaf_types(ty)])
    growing_lists.put_state(low, name, xs)
    low.passing.add(name)
    try:
        out = action(name)
    except NotYet:
        _widened(low, name, ty, node)
        raise
    _widened(low, name, ty, node)
    found = growing_lists.read(low, name)
    return ListV(ty, found.data, found.count, "", growing_lists.room(low, name)), out


def _widened(low: Lowering, name: str, ty: List, node: Any) -> None:
    """Begin anew if the items have got another type."""
    now = low.instance.variables[name]
    assert isinstance(now, List)
    if now == ty:
        return
    if ty.made is None:
        low.unsupported(node, f"a list of {ty.item} gets an item of another type: {now.item}", "make a new list")
    list_identity.grow_to(low, [ty.made], now.item)
    low.begin_anew()


def extended(low: Lowering, xs: ListV, values: list[Val], node: Any) -> ListV:
    """The list with more items, which nothing else holds."""

    def action(at: str) -> None:
        for v in values:
            growing_lists.append(low, at, v, node)

    return _after(low, f"list{INNER}{in_text(node)}", xs.ty, xs, action, node)[0]


def method(low: Lowering, xs: ListV, name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``xs.append(v)`` and the like."""
    if xs.ty.frozen and name not in ("index", "count"):
        low.wrong(node, f"'tuple' object has no attribute '{name}'")
    out: Any = None
    temporary = f"list{INNER}{in_text(node)}"

    def action(at: str) -> Any:
        held = ListV(xs.ty, xs.data, xs.count, at)
        return growing_lists.method(low, held, name, args, kw, node)

    place = changes.list_place(low, xs, node)
    changes.note_list(low, place)
    new, out = _after(low, temporary, xs.ty, xs, action, node)
    changes.put(low, place, new, node)
    return out  # type: ignore[no-any-return]


def in_place(low: Lowering, xs: ListV | SharedV, action: Callable[[str], Any], node: Any) -> None:
    """Change a list by ``action``, which works on a variable that holds its registers."""
    if isinstance(xs, SharedV):
        shared_lists.changed(low, xs, action, node)
        return
    if xs.ty.frozen:
        low.wrong(node, "'tuple' object does not support item assignment or deletion")
    if xs.name:
        action(xs.name)
        return
    place = changes.list_place(low, xs, node)
    changes.note_list(low, place)
    new, _ = _after(low, f"list{INNER}{in_text(node)}", xs.ty, xs, action, node)
    changes.put(low, place, new, node)


def set_item(low: Lowering, xs: ListV, i: Val, v: Val, node: Any) -> None:
    """``xs[i] = v``."""
    check_not_frozen(low, xs, node)
    place = changes.list_place(low, xs, node)
    changes.note_list(low, place)
    temporary = f"list{INNER}{in_text(node)}"
    new, _ = _after(low, temporary, xs.ty, xs, lambda at: growing_lists.set_item(low, at, i, v, node), node)
    changes.put(low, place, new, node)


def check_not_frozen(low: Lowering, xs: ListV, node: Any) -> None:
    """A tuple has no items that can be assigned to."""
    if xs.ty.frozen:
        low.wrong(node, "'tuple' object does not support item assignment")


def as_value(low: Lowering, xs: ListV) -> ListV:
    """A list as a value of its own: of a variable that holds nothing else, in another form from the next round on."""
    if not xs.name:
        return xs
    if is_made_list(xs.name):
        if xs.ty.item is not None and len(low.leaf_types(xs.ty.item)) != len(xs.data):  # just found
            raise NotYet
        return ListV(xs.ty, xs.data, xs.count, "", xs.count)
    low.instance.growing.discard(xs.name)
    low.instance.handed_lists.add(xs.name)
    low.instance.variables.pop(xs.name, None)
    raise RoundAgain


def grow(low: Lowering, before: Ty | None, after: Ty | None, least: int = 0) -> None:
    """Begin anew if lists of known structure have got longer in a loop: as lists that grow.

    ``least``: not deques of at most so many items.
    """
    found: list[tuple[Any, Ty | None]] = []
    _longer(before, after, found, least)
    grown = low.instance.compiler.grown
    fixed = low.instance.compiler.fixed_lists
    new = [(made, item) for made, item in found if made is not None and made not in grown and made not in fixed]
    for made, item in new:
        grown[made] = item
    if new:
        low.begin_anew()


def _longer(before: Ty | None, after: Ty | None, found: list[tuple[Any, Ty | None]], least: int) -> None:
    for one, other in ((before, after), (after, before)):
        if isinstance(one, Tuple) and isinstance(other, List) and one.form is not None and one.form.kind == "list":
            if other.item is None or not one.items or list_identity.common_type([*one.items, other.item]) is not None:
                found.append((one.form.made, other.item))
            return  # (lists of other things are other lists: the first iterations come in front of the loop)
    if not isinstance(before, Tuple) or not isinstance(after, Tuple) or before.form is None or after.form is None:
        return
    if before.form.kind == after.form.kind == "list" and len(before.items) != len(after.items):
        most = getattr(before.form.cls, "most", None)
        if most is not None and most <= least:
            return
        found.append((before.form.made, list_identity.common_type(list(after.items or before.items))))
        return
    if before.form.kind in SETS or after.form.kind in SETS:
        return
    names = after.form.names or tuple(range(len(after.items)))
    own = before.form.names or tuple(range(len(before.items)))
    for name, ty in zip(names, after.items, strict=True):
        if name in own:
            _longer(before.items[own.index(name)], ty, found, least)


def grows_here(low: Lowering, owner: TupleV, v: Val) -> None:
    """An item is put behind a list of known structure: in a loop, everything begins anew with a list that grows."""
    low.instance.compiler.records.possible = True
    grows_by(low, owner, v)


def grows_by(low: Lowering, owner: TupleV, v: Val | None) -> None:
    """Begin anew in a loop, with a list that grows in the place of one that gets this item, or one that is not known yet."""
    fixed, records = low.instance.compiler.fixed_lists, low.instance.compiler.records
    made, item = owner.form.made if owner.form is not None else None, None
    if (low.repeating or records.used) and made is not None and made not in fixed:
        item = list_identity.common_type([i.ty for i in (*owner.items, v) if i is not None])
    if item is not None or (low.repeating and made is not None and made not in fixed):
        low.instance.compiler.grown[made] = item
        low.begin_when_seen()
