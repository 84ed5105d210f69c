"""Which lists that grow have an identity of their own (`shared_lists.py`).

A list is lowered as one of known structure, or as the registers of a variable, until it is put where these do not suffice: into
another list, or where one of several lists is meant.  Then what has made it (a display, a comprehension, an operator) is noted in
`Compilation.shared`, and everything is lowered anew (`Restart`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NoReturn

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, SharedV, TupleV, Val
from irad.frontends.python.sources.joined_types import holds, join, joined_item
from irad.frontends.python.sources.python_types import List, NoneTy, Optional, Scalar, SharedList, Tuple, Ty
from irad.frontends.python.trees.scopes import positions


def widen(low: Lowering, made: Iterable[Any], item: Ty | None, node: Any) -> NoReturn:
    """Begin anew with items of another type in the lists that these displays make."""
    made = list(made)
    if not made:
        low.unsupported(node, f"a list gets an item of another type: {item}", "make a new list")
    _check_apart(low, made, item, node)
    grow_to(low, made, item)
    low.begin_anew()


def grow_to(low: Lowering, made: Iterable[Any], item: Ty | None) -> None:
    """The lists that these displays make have such items, and those that other statements of this round have found."""
    grown = low.instance.compiler.grown
    for key in made:
        known = grown.get(key)
        grown[key] = item if known is None or item is None else joined_item(known, item) or item


def share(low: Lowering, made: Iterable[Any], item: Ty | None, node: Any, what: str = "a list") -> NoReturn:
    """Begin anew: the lists that these displays make have an identity."""
    compiler, keys = low.instance.compiler, list(made)
    if not keys or all(key in compiler.shared for key in keys):
        low.unsupported(node, f"{what} has no identity: it cannot be told what has made it", "make a copy before: list(xs)")
    _check_apart(low, keys, item, node)
    for key in keys:
        compiler.shared.add(key)
        compiler.grown.setdefault(key, item)
    low.begin_anew()


def _check_apart(low: Lowering, made: list[Any], item: Ty | None, node: Any) -> None:
    """Refuse items that hold the list itself."""
    if holds(item, lambda ty: isinstance(ty, (List, SharedList)) and any(key in made for key in _made(ty))):
        low.unsupported(node, "a list is put into itself, or into an item of it", "make a copy: list(xs)")


def share_one(low: Lowering, v: TupleV | ListV, node: Any) -> None:
    """As `share`, of a list that changes in a loop over it."""
    items = [i.ty for i in v.items] if isinstance(v, TupleV) else []
    item = v.ty.item if isinstance(v, ListV) else common_type(items)
    share(low, makers(low, v), item, node, f"{v.ty}, which changes in a loop over it,")


def share_changed(low: Lowering, v: Val, node: Any) -> None:
    """Begin anew if a list that a function is to change has no identity, and can have one."""
    if isinstance(v, (TupleV, ListV)) and any(key not in low.instance.compiler.shared for key in makers(low, v)):
        share_one(low, v, node)


def maker(low: Lowering, node: Any) -> Any:
    """The key of what stands at a place of a program, and makes a list."""
    return low.source.place(node).file, *positions(node), type(node).__name__


def makers(low: Lowering, v: Val) -> list[Any]:
    """What has made a list: the keys of displays."""
    if isinstance(v, TupleV):
        return [v.form.made] if v.form is not None and v.form.kind == "list" and v.form.made is not None else []
    if isinstance(v, ListV) and not v.ty.frozen:
        own = [v.ty.made] if v.ty.made is not None else []
        return [*own, *low.instance.list_makers.get(v.name, ())]
    return list(v.ty.made) if isinstance(v, SharedV) else []


def as_items(low: Lowering, v: Val, node: Any) -> None:
    """Begin anew if a value that is put into a list holds a list that grows, and has no identity."""
    if isinstance(v, ListV) and not v.ty.frozen:
        share(low, makers(low, v), v.ty.item, node, f"{v.ty}")
    for item in v.items if isinstance(v, TupleV) else ():
        as_items(low, item, node)


def share_all(low: Lowering, items: list[Val], any_type: bool = False) -> None:
    """Begin anew where one of several lists is chosen, which differ in length or grow, and can all have an identity.

    ``any_type``: also if there is more in them than numbers and lists of these.
    """
    if not any_type and not all(_of_numbers(v.ty) for v in items):
        return
    if all(isinstance(v, TupleV) and v.items for v in items) and all(join(items[0].ty, v.ty) is not None for v in items):
        return  # (of one length: items are chosen one by one)
    if not items or not all(_is_list(v.ty) and _made(v.ty) for v in items):
        return
    found: dict[Any, Ty | None] = {}
    for v in items:
        if not _lists(items[0].ty, v.ty, found):
            return
    keys = {key for v in items for key in _made(v.ty)}
    if not keys <= low.instance.compiler.shared:
        low.instance.compiler.shared |= keys
        for key in keys:
            low.instance.compiler.grown.setdefault(key, found.get(key))
        low.begin_anew()


def check_choice(low: Lowering, v: Val, node: Any) -> None:
    """Begin anew if one of several values is chosen, and this one is a list that something else holds."""
    if isinstance(v, ListV) and not v.ty.frozen and (v.place is not None or v.name):
        share(low, makers(low, v), v.ty.item, node, f"{v.ty}, chosen by a condition,")
    for item in v.items if isinstance(v, TupleV) else ():
        check_choice(low, item, node)


def common_type(items: list[Ty]) -> Ty | None:
    """The type that holds all of these."""
    out: Ty | None = items[0] if items else None
    for ty in items[1:]:
        out = join(out, ty) if out is not None else None
    return out


def meet(low: Lowering, a: Ty, b: Ty, node: Any) -> Ty | None:
    """The type that holds both; begins anew where lists of different length or type can become lists that grow."""
    out = join(a, b)
    if out is None:
        found: dict[Any, Ty | None] = {}
        if _lists(a, b, found) and found:
            compiler = low.instance.compiler
            new = {k: t for k, t in found.items() if k not in compiler.shared or compiler.grown.get(k) != t}
            if new:
                compiler.shared |= new.keys()
                compiler.grown |= new
                low.begin_when_seen()
            out = join(now(low, a), now(low, b))
    return out


def now(low: Lowering, ty: Ty) -> Ty:
    """A type with the types of the items of lists as they are known by now."""
    if isinstance(ty, SharedList) and ty.made:
        item = low.instance.compiler.grown[ty.made[0]]
        return replace(ty, item=now(low, item) if item is not None else None)
    if isinstance(ty, List) and ty.made in low.instance.compiler.shared:  # it has an identity by now
        return now(low, SharedList(ty.item, (ty.made,)))
    if isinstance(ty, Tuple) and _is_list(ty) and _made(ty) and _made(ty)[0] in low.instance.compiler.shared:
        return now(low, SharedList(low.instance.compiler.grown[_made(ty)[0]], (_made(ty)[0],)))
    if isinstance(ty, Optional):
        return Optional(now(low, ty.item))
    return replace(ty, items=tuple(now(low, t) for t in ty.items)) if isinstance(ty, Tuple) else ty


def _lists(a: Ty, b: Ty, found: dict[Any, Ty | None]) -> bool:
    """Note the displays whose lists have to grow so that a type holds both; whether there is one then."""
    if join(a, b) is not None:
        return True
    if any(isinstance(t, (Optional, NoneTy)) for t in (a, b)):
        a, b = (t.item if isinstance(t, Optional) else t for t in (a, b))
        return isinstance(a, NoneTy) or isinstance(b, NoneTy) or _lists(a, b, found)
    if isinstance(a, Tuple) and isinstance(b, Tuple) and not (_is_list(a) and _is_list(b)):
        if len(a.items) != len(b.items) or a.form != b.form:
            return False
        found_all = [_lists(x, y, found) for x, y in zip(a.items, b.items, strict=True)]  # each of them
        return all(found_all)
    if not (_is_list(a) and _is_list(b)):
        return False
    keys, items = [*_made(a), *_made(b)], [*_item_types(a), *_item_types(b)]
    item: Ty | None = items[0] if items else None
    for ty in items[1:]:
        both = join(item, ty) if item is not None else None
        if both is None and item is not None:
            if not _lists(item, ty, found):
                return False
            both = item  # found out anew when these are lists that grow
        item = both
    if not (_made(a) and _made(b)):
        return False
    found |= dict.fromkeys(keys, item)
    return True


def _of_numbers(ty: Ty | None) -> bool:
    """Whether a type is that of a number, or of a list with nothing else in it."""
    if isinstance(ty, Tuple):
        return _is_list(ty) and all(map(_of_numbers, ty.items))
    if isinstance(ty, (List, SharedList, Optional)):
        return _of_numbers(ty.item)
    return ty is None or isinstance(ty, (Scalar, NoneTy))


def _is_list(ty: Ty) -> bool:
    plain = isinstance(ty, Tuple) and ty.form is not None and ty.form.kind == "list" and ty.form.cls is None
    return plain or isinstance(ty, SharedList) or (isinstance(ty, List) and not ty.frozen)


def _made(ty: Ty) -> list[Any]:
    if isinstance(ty, SharedList):
        return list(ty.made)
    made = ty.form.made if isinstance(ty, Tuple) and ty.form is not None else ty.made if isinstance(ty, List) else None
    return [made] if made is not None else []


def _item_types(ty: Ty) -> list[Ty]:
    if isinstance(ty, Tuple):
        return list(ty.items)
    return [ty.item] if isinstance(ty, (List, SharedList)) and ty.item is not None else []
