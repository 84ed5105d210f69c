"""The objects that the arguments of a call hold, in its results and in its arguments behind it: which of them lies where."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import SHARED, ListV, Spot, TupleV, Val
from irad.frontends.python.objects.changes import places_in
from irad.frontends.python.objects.object_identity import canonical, is_among, is_referred_to

_SOME = "this call puts objects, for which other names stand as well, at places of which it is not known which one lies where"


def held_apart(low: Lowering, callee: Instance, values: list[Val]) -> list[Val]:
    """The arguments; objects that the call takes from their places get variables of their own, if anything else refers to them."""
    if not any(isinstance(v, TupleV) for v in values):
        return values
    moved = False
    for name, steps in sorted(callee.replaced, key=lambda key: len(key[1])):
        k = callee.arg_names.index(name)
        node = _given_at(low.present(values[k], low.at), steps)
        if not steps or not isinstance(node, (TupleV, ListV)) or node.place is None or not node.place.name:
            continue
        needed = [p for p, at in callee.links.items() if at.name == name and at.steps[: len(steps)] == steps]
        if is_referred_to(low, node.place) or any(where == -1 for where, _ in needed) or len(needed) > 1:
            moved |= low.hold_apart(node, low.at).place != node.place  # type: ignore[union-attr]
    return [low.present(v, low.at) for v in values] if moved else values


def linked(low: Lowering, callee: Instance, where: int, v: Val, values: list[Val]) -> Val:
    """A result with the places of containers in it that are arguments."""
    for (at, steps), spot in sorted(callee.links.items(), key=lambda item: len(item[0][1])):
        if at == where and isinstance(v, (TupleV, ListV)):
            v = _with_places(low, callee, v, steps, spot, values)
    return v


def content_of(callee: Instance, parts: dict[int, Val], spot: Spot) -> Val | None:
    """What an object of an argument holds behind the call, where it is found in a result or an argument."""
    for (where, steps), at in callee.links.items():
        if at == spot and where in parts:
            return _given_at(parts[where], steps)
    return None


def _given_at(given: Val, steps: tuple[int, ...]) -> Val | None:
    """What lies behind some steps in a value; None if it is not known."""
    for k in steps:
        if not isinstance(given, TupleV) or k >= len(given.items):
            return None
        given = given.item(k)
    return given


def _with_places(
    low: Lowering, callee: Instance, v: TupleV | ListV, steps: tuple[int, ...], spot: Spot, values: list[Val]
) -> TupleV | ListV:
    """What lies in a result behind some steps is the object that lay at ``spot`` in the arguments."""
    if steps and isinstance(v, TupleV):
        k, *rest = steps
        inner = v.items[k] if k < len(v.items) else None
        if not isinstance(inner, (TupleV, ListV)):
            return v
        return TupleV(
            [*v.items[:k], _with_places(low, callee, inner, tuple(rest), spot, values), *v.items[k + 1 :]], v.form, v.place
        )
    if not spot.name:
        return replace(v, place=spot)
    given = values[callee.arg_names.index(spot.name)]
    if is_among(spot):
        if _has_others(low, given):
            low.unsupported(low.at, _SOME, "make copies before")
        return v
    return _as_given(low, callee, v, _given_at(given, spot.steps), spot, values)


def _as_given(
    low: Lowering, callee: Instance, v: TupleV | ListV, given: Val | None, spot: Spot, values: list[Val]
) -> TupleV | ListV:
    if not isinstance(given, (TupleV, ListV)):
        return replace(v, place=SHARED)
    if given.place is not None:
        own = given.place.name and (spot.name, spot.steps) in callee.replaced
        if own and _is_structural(given.place, values[callee.arg_names.index(spot.name)], spot):
            return v  # it is nowhere else, and goes with what it lies in
        return replace(v, place=given.place)
    if not isinstance(given, TupleV) or not isinstance(v, TupleV):
        return v
    items = list(v.items)  # nothing holds the container itself, but perhaps what is in it
    k_of = callee.arg_names.index
    for k, item in enumerate(items):
        if not isinstance(item, (TupleV, ListV)):
            continue
        at: Spot | None = spot.step(k)
        if at is not None and (at.name, at.steps) in callee.replaced:
            at = callee.links.get((k_of(at.name), at.steps))
        if at is not None:
            items[k] = _with_places(low, callee, item, (), at, values)
    return TupleV(items, v.form, None)


def _is_structural(place: Spot, whole: Val, spot: Spot) -> bool:
    """Whether an object lies in the variable of the argument that it is in."""
    root = whole.place if isinstance(whole, TupleV) else None
    return root is not None and place == Spot(root.name, (*root.steps, *spot.steps))


def _has_others(low: Lowering, given: Val) -> bool:
    """Whether anything else stands for one of the objects in an argument."""
    if not isinstance(given, TupleV):
        return False
    own = given.place
    if own is not None and own.name and is_referred_to_inside(low, own):
        return True
    inside: list[Any] = [p for item in given.items for p in places_in(item)]
    return any(p.name and (own is None or p.name != own.name) for p in inside)


def is_referred_to_inside(low: Lowering, place: Spot) -> bool:
    """Whether anything refers to what lies in a container, not to itself."""
    place = canonical(low, place)
    return any(
        p.name == place.name and len(p.steps) > len(place.steps) and is_referred_to(low, p) for p in low.facts.references.values()
    )
