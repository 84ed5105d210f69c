"""Objects of which it is known at run time only which one they are: ``a if c else b``, ``objects[i]``, ``max(objects, key=...)``.

Such a value is a copy, in a variable of its own; the names and items that it may be are noted as what that variable refers to.
When one of them is changed, the copy is not what it stands for any more: what refers to it is lost (`Facts.lost`), and to read it
then is an error.  It cannot be changed itself.
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

from irad.frontends.python.core.facts import is_copy, is_option
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import SHARED, ListV, MaybeV, Spot, TupleV, Val
from irad.frontends.python.sources.python_types import Ty, is_changeable
from irad.frontends.python.trees.scopes import INNER, in_text, positions

HELD = f"held{INNER}"  # begins the names of variables for objects that lie at several places
MAYBE = f"maybe{INNER}"  # begins the names of places of what a variable holds, unless it is None
CHOSEN = f"chosen{INNER}"  # begins the names of such variables


def is_chosen(place: Spot | None) -> bool:
    """Whether a place is that of one of several objects."""
    return place is not None and place.name.startswith(CHOSEN)


def site(node: Any) -> tuple[int, ...]:
    """A place in the text at which one of several objects is chosen."""
    return positions(node)


def may_choose(low: Lowering, ty: Ty | None, node: Any) -> None:
    """Note that one of several objects of a type is chosen here."""
    if ty is not None and is_changeable(ty):
        low.instance.choosing[site(node)] = ty


def chosen(low: Lowering, v: Val, options: list[Val], node: Any) -> Val:
    """The value of one of these, which has just been computed."""
    if isinstance(v, MaybeV) and isinstance(v.value, (ListV, TupleV)) and is_changeable(v.ty):
        return replace(v, value=replace(v.value, place=SHARED))
    if not isinstance(v, TupleV) or not is_changeable(v.ty):
        return v
    may_choose(low, v.ty, node)
    places = [o.place for o in options if isinstance(o, TupleV) and o.place is not None]
    changed = low.instance.mutated
    if not any(p.name in changed or is_chosen(p) for p in places):
        return TupleV(v.items, v.form, SHARED)
    name = f"{CHOSEN}{in_text(node)}{INNER}{low.occurrence(node)}"
    lose(low, Spot(name), True)  # what stood for the one that was chosen here before
    low.facts.assigned(name)
    low.keep_object(name, TupleV(v.items, v.form), node)
    for p in places:
        if p.name:
            low.facts.references[name, copy_step(p)] = p
    low.instance.referring.add(name)
    return replace(v, place=Spot(name))


def copy_step(place: Spot) -> tuple[int]:
    """The key, in the references of a variable, of what it may be a copy of."""
    return (-1 - zlib.crc32(repr(place).encode()),)


def hold_copy(low: Lowering, name: str, v: TupleV, node: Any) -> None:
    """``name = v``: an object that another name stands for, where the name may stand for one of several."""
    assert v.place is not None
    place = v.place
    low.facts.assigned(name)
    low.keep_object(name, TupleV([v.item(k) for k in range(len(v.items))], v.form), node)
    low.facts.references[name, copy_step(place)] = place
    low.instance.referring.add(name)


def is_held_twice(low: Lowering, name: str) -> bool:
    """Whether a variable may hold a copy of what another one holds, too."""
    return any(key[0] == name and is_copy(key) and not is_option(key) for key in low.facts.references)


def lose(low: Lowering, place: Spot, itself: bool = False) -> None:
    """What is at a place is changed: copies of it that may be that object do not stand for it any more."""
    todo, seen = [place], set()
    while todo:
        at = todo.pop()
        for key, p in list(low.facts.references.items()):
            if p.name != at.name or is_option(key) or not (is_copy(key) or itself or is_chosen(p)):
                continue
            n = min(len(p.steps), len(at.steps))
            if p.steps[:n] == at.steps[:n] and key[0] not in seen:
                seen.add(key[0])
                low.facts.lost.add(key[0])
                del low.facts.references[key]
                low.reads.pop(key[0], None)
                todo.append(Spot(key[0]))
        itself = False
