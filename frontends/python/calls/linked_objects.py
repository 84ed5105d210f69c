"""The objects that the arguments of a call hold, in its results and in its arguments behind it: which of them lies where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from irad.frontends.python.core.code_writer import RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.facts import is_copy
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import NEW, SHARED, ListV, MaybeV, NoneV, SelectedV, Spot, TupleV, Val
from irad.frontends.python.objects import selected_objects
from irad.frontends.python.objects.changes import places_in
from irad.frontends.python.objects.object_identity import among, canonical, is_among, is_referred_to, object_at
from irad.frontends.python.sources.python_types import Aliases, At, is_changeable

_SOME = "this call puts objects, for which other names stand as well, at places of which it is not known which one lies where"


def aliases_of(low: Lowering, values: list[Val]) -> Aliases:
    """Which objects in the arguments of a call lie there at several places: the second place, and the first."""
    known: dict[Spot, At] = {}
    out: list[tuple[At, At]] = []

    def visit(v: Val, at: At) -> None:
        if not isinstance(v, (TupleV, ListV)) or not is_changeable(v.ty):
            return
        place = canonical(low, v.place) if v.place is not None else None
        if place is not None and place.name:
            for n in range(len(place.steps), -1, -1):
                first = known.get(Spot(place.name, place.steps[:n]))
                if first is not None:
                    first = first[0], (*first[1], *place.steps[n:])
                    if first != at:
                        out.append((at, first))
                        return
                    break
            known.setdefault(place, at)
        for k in range(len(v.items) if isinstance(v, TupleV) else 0):
            assert isinstance(v, TupleV)
            visit(v.item(k), (at[0], (*at[1], k)))

    for k, v in enumerate(values):
        visit(v, (k, ()))
    return tuple(out)


def matter(callee: Instance, aliases: Aliases) -> bool:
    """Whether a call changes any of the objects that its arguments hold twice, or puts something else in their place."""
    changed = {*callee.touched, *callee.replaced}
    if ("", ()) in changed:
        return True
    for k, steps in {at for pair in aliases for at in pair}:
        name = callee.arg_names[k]
        if any(n == name and t[: len(steps)] == steps for n, t in changed):
            return True
        if any((name, steps[:n]) in callee.replaced for n in range(len(steps))):
            return True
    return False


def check_aliases(low: Lowering, callee: Instance, aliases: Aliases) -> None:
    """Refuse a call that changes one of its arguments which it gets a second time, and is not compiled for that."""
    if aliases != callee.aliases and matter(callee, aliases):
        name = callee.arg_names[aliases[0][1][0]]
        text = f"what is given to this function as '{name}' is given to it twice, and changed in it"
        low.unsupported(low.at, text, "pass a copy")


def begin_with_aliases(low: Lowering) -> None:
    """At the beginning of a function: what lies in its arguments a second time refers to where it lies first."""
    names, node = low.instance.arg_names, low.source.node
    for (k, steps), (first, there) in low.instance.aliases:
        place = canonical(low, Spot(names[first], there))
        if place.steps:  # in a variable of its own: what holds it refers to that
            held = low.hold_apart(at_steps(low.read_name(place.name, node), place.steps) or NoneV(), node)
            assert isinstance(held, (TupleV, ListV)) and held.place is not None
            place = held.place
        low.facts.references[names[k], steps] = place
        low.instance.referring.add(names[k])
        low.reads.pop(names[k], None)


def entry_place(instance: Instance, place: Spot) -> Spot:
    """The object that lay at a place in the arguments when the function began."""
    for (k, steps), (first, there) in instance.aliases:
        if place.name == instance.arg_names[k] and place.steps[: len(steps)] == steps:
            return Spot(instance.arg_names[first], (*there, *place.steps[len(steps) :]))
    return place


def held_apart(low: Lowering, callee: Instance, values: list[Val]) -> list[Val]:
    """The arguments; objects that the call takes from their places get variables of their own, if others refer to them."""
    if not any(isinstance(v, TupleV) for v in values):
        return values
    moved = False
    for name, steps in sorted(callee.replaced, key=lambda key: len(key[1])):
        k = callee.arg_names.index(name)
        node = at_steps(_now(low, values[k]), steps)
        if not steps or not isinstance(node, (TupleV, ListV)) or node.place is None or not node.place.steps:
            continue
        needed = [p for p, at in callee.links.items() if at.name == name and at.steps[: len(steps)] == steps]
        twice = len(needed) > 1 or (bool(needed) and _stays(callee, k, steps))
        if twice or is_referred_to(low, node.place) or any(where == -1 for where, _ in needed):
            if node.place.name not in low.instance.mutated:
                low.instance.mutated.add(node.place.name)
                raise RoundAgain
            held = low.hold_apart(node, low.at)
            moved |= isinstance(held, (TupleV, ListV)) and held.place != node.place
    return [_now(low, v) for v in values] if moved else values


def _stays(callee: Instance, k: int, steps: tuple[int, ...]) -> bool:
    """Whether what lay behind some steps in an argument is still in the container where it lay, wherever that is now."""
    holder = Spot(callee.arg_names[k], steps[:-1])
    positions = [p for p, at in callee.links.items() if at == holder]
    if (holder.name, holder.steps) not in callee.replaced:
        positions.append((k, holder.steps))
    return all((where, (*at, steps[-1])) not in callee.links for where, at in positions)


def _now(low: Lowering, v: Val) -> Val:
    """A value as it is now, and what lies in it."""
    if not isinstance(v, TupleV) or v.place is not None:
        return low.present(v, low.at)
    return TupleV([_now(low, item) for item in v.items], v.form)


def linked(low: Lowering, callee: Instance, where: int, v: Val, values: list[Val]) -> Val:
    """A result with the places of containers in it that are arguments."""
    placing = _Placing(low, callee, values, where)
    if where >= 0 and (where, ()) not in callee.links and isinstance(v, (TupleV, ListV)):
        v = placing.as_given(v, (), values[where], entry_place(callee, Spot(callee.arg_names[where])))
    for (at, steps), spot in sorted(callee.links.items(), key=lambda item: len(item[0][1])):
        if at == where:
            v = placing.behind(v, steps, spot)
    return v


def location_of(callee: Instance, parts: dict[int, Val], spot: Spot) -> At | None:
    """Where an object of an argument lies behind the call, in a result or an argument; None if it is nowhere."""
    own = callee.arg_names.index(spot.name)
    ways: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
    for n in range(len(spot.steps), -1, -1):
        found = Spot(spot.name, spot.steps[:n])
        ways += [(where, steps, spot.steps[n:]) for (where, steps), at in callee.links.items() if at == found]
    for where, steps, rest in [*ways, (own, (), spot.steps)]:
        moved = any((where, (*steps, *rest[: m + 1])) in callee.links for m in range(len(rest)))
        if where in parts and not moved and at_steps(parts[where], (*steps, *rest)) is not None:
            return where, (*steps, *rest)
    return None


def object_behind(low: Lowering, callee: Instance, values: list[Val], position: At) -> Spot:
    """Which object lies at a position behind the call, as this function knows it."""
    at = callee.links[position]
    if not at.name:
        return at
    given = values[callee.arg_names.index(at.name)]
    if is_among(at):
        whole = object_at(low, given.place) if isinstance(given, (TupleV, ListV)) else SHARED
        return among(whole.name) if whole.name else SHARED
    found = at_steps(given, at.steps)
    return object_at(low, found.place) if isinstance(found, (TupleV, ListV)) else SHARED


def selected_result(low: Lowering, callee: Instance, v: SelectedV, values: list[Val]) -> Val:
    """A result that is one of the objects in the arguments."""
    places: dict[int, Spot] = {}
    for code, spot in v.ty.options:
        given = at_steps(values[callee.arg_names.index(spot.name)], spot.steps) if spot.name else None
        place = given.place if isinstance(given, TupleV) else None
        moved = any((spot.name, spot.steps[:n]) in callee.replaced for n in range(len(spot.steps) + 1))
        if spot.name and (place is None or moved or not canonical(low, place).name):
            text = f"{callee.python.__name__}() returns one of several objects, and it is not known where that lies"
            low.unsupported(low.at, text, "give each object a name in this function")
        places[code] = canonical(low, place) if spot.name and place is not None else spot
    return selected_objects.from_call(low, v, places, low.at)


def at_steps(given: Val, steps: tuple[int, ...]) -> Val | None:
    """What lies behind some steps in a value; None if it is not known."""
    for k in steps:
        if not isinstance(given, TupleV) or k >= len(given.items):
            return None
        given = given.item(k)
    return given


@dataclass
class _Placing:
    """Gives what lies at positions in a result the places of the objects that these are in the caller."""

    low: Lowering
    callee: Instance
    values: list[Val]
    where: int

    def behind(self, v: Val, steps: tuple[int, ...], spot: Spot, gone: int = 0) -> Val:
        """What lies in a result behind some steps, of which ``gone`` lead to ``v``, is the object that lay at ``spot``."""
        if isinstance(v, MaybeV):
            return replace(v, value=self.behind(v.value, steps, spot, gone))
        if gone == len(steps):
            return self.placed(v, steps, spot)
        k = steps[gone]
        if not isinstance(v, TupleV) or k >= len(v.items):
            return v
        return TupleV([*v.items[:k], self.behind(v.items[k], steps, spot, gone + 1), *v.items[k + 1 :]], v.form, v.place)

    def placed(self, v: Val, steps: tuple[int, ...], spot: Spot) -> Val:
        """An object that lies at a position in the result."""
        if not isinstance(v, (TupleV, ListV)) or spot == NEW:
            return v
        if not spot.name:
            return replace(v, place=spot)
        given = self.values[self.callee.arg_names.index(spot.name)]
        if is_among(spot):
            if _has_others(self.low, given):
                if self.where < 0 and not steps and selected_objects.are_objects([v.ty]):
                    selected_objects.begin_in(self.low, self.callee)
                self.low.unsupported(self.low.at, _SOME, "make copies before")
            return replace(v, place=SHARED) if self.where < 0 else v  # (a result: it lies in the argument as well)
        return self.as_given(v, steps, at_steps(given, spot.steps), spot)

    def as_given(self, v: TupleV | ListV, steps: tuple[int, ...], given: Val | None, spot: Spot) -> TupleV | ListV:
        """The same for one of which it is known what the caller gave."""
        if not isinstance(given, (TupleV, ListV)):
            return replace(v, place=SHARED)
        place = given.place
        if place is not None and place.name and (spot.name, spot.steps) in self.callee.replaced:
            if _is_structural(place, self.values[self.callee.arg_names.index(spot.name)], spot):
                place = None  # it is nowhere else, and goes with what it lies in
        if not isinstance(given, TupleV) or not isinstance(v, TupleV):
            return replace(v, place=place)
        items = list(v.items)
        for k, item in enumerate(items):
            known = (self.where, (*steps, k)) in self.callee.links  # comes later
            if isinstance(item, (TupleV, ListV)) and not known and k < len(given.items):
                # (What lies in the variable of the container itself has no place of its own.)
                items[k] = self.as_given(item, (*steps, k), given.items[k], spot.step(k))
        return TupleV(items, v.form, place)


def _is_structural(place: Spot, whole: Val, spot: Spot) -> bool:
    """Whether an object lies in the variable of what it is an item of."""
    holder = at_steps(whole, spot.steps[:-1]) if spot.steps else None
    root = holder.place if isinstance(holder, TupleV) else None
    return root is not None and place == root.step(spot.steps[-1])


def _has_others(low: Lowering, given: Val) -> bool:
    """Whether anything else stands for one of the objects in an argument."""
    if not isinstance(given, TupleV):
        return False
    own = given.place
    if own is not None and own.name:
        held = canonical(low, own)
        refer = (p for key, p in low.facts.references.items() if not is_copy(key) and p.name == held.name)
        if any(len(p.steps) > len(held.steps) for p in refer):
            return True
    inside: list[Any] = [p for item in given.items for p in places_in(item)]
    return any(p.name and (own is None or p.name != own.name) for p in inside)
