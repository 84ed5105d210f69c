"""What a call has changed goes to where the caller holds it: object by object, wherever the call has moved them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from irad.frontends.python.calls.linked_objects import at_steps, entry_place, location_of, object_behind
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, Spot, TupleV, Val
from irad.frontends.python.objects import changes
from irad.frontends.python.objects.object_identity import canonical
from irad.frontends.python.sources.python_types import At, is_function_form

_MAYBE = "this call may put another object in the place of one that other names stand for as well"
_GONE = "this call changes an object that it takes out of its argument, and that other names stand for as well"


@dataclass
class ChangedObjects:
    """``parts``: what the result (-1) and the arguments hold behind the call, with the places that the caller knows.

    ``joined``: the same, where objects that the call has made, and that lie at several places, have a variable.
    """

    low: Lowering
    callee: Instance
    values: list[Val]
    parts: dict[int, Val]
    joined: dict[int, Val]
    held: dict[Spot, tuple[TupleV | ListV, Spot]] = field(default_factory=dict)  # by places: what was given, and where it lay
    done: set[Spot] = field(default_factory=set)

    def put_back(self, arguments: Collection[int]) -> None:
        """Put what these arguments, and the objects in them, hold now where the caller holds them."""
        for k in arguments:
            for at, v in _held_in(self.values[k], (k, ())):
                assert v.place is not None
                if self.callee.replaced.get((self.callee.arg_names[k], at[1])) and at[1]:
                    self.low.unsupported(self.low.at, _MAYBE, "make a copy before")
                spot = entry_place(self.callee, Spot(self.callee.arg_names[k], at[1]))
                self.held.setdefault(canonical(self.low, v.place) if v.place.name else v.place, (v, spot))
        for place in list(self.held):
            self.put(place)
        for k in arguments:
            self.rebind(k)

    def put(self, place: Spot) -> None:
        """One object that the caller holds."""
        if place in self.done:
            return
        self.done.add(place)
        given, spot = self.held[place]
        low, callee = self.low, self.callee
        touched = any(n == spot.name and t[: len(spot.steps)] == spot.steps for n, t in callee.touched)
        if not touched and not (callee.nonlocals and not spot.steps):
            return
        where = location_of(callee, self.parts, spot)
        if where is None:
            low.unsupported(low.at, _GONE, "change it behind the call, or return it")
            raise AssertionError
        now = at_steps(self.parts[where[0]], where[1])
        if isinstance(given, ListV) and isinstance(now, ListV):
            at = changes.list_place(low, given, low.at)
            changes.note_inner(low, callee, spot.name, at, spot.steps)
            changes.put(low, at, now, low.at)
        if not isinstance(given, TupleV) or not isinstance(now, TupleV):
            return
        _, at = changes.holder(low, given, low.at)
        changes.note_inner(low, callee, spot.name, at, spot.steps)
        n = len(where[1])
        moved = {t[n:] for k, t in callee.links if k == where[0] and len(t) > n and t[:n] == where[1]}
        objects = {rest: object_behind(low, callee, self.values, (where[0], (*where[1], *rest))) for rest in moved}
        items = [self.present(item) for item in self.with_joined(now, where).items]
        for j, item in enumerate(items):
            if isinstance(item, (TupleV, ListV)) and item.place is None and (j,) not in moved:
                items[j] = replace(item, place=at.step(j))  # it lies where it lay
        changes.put(low, at, TupleV(items, now.form), low.at)
        for rest, which in objects.items():
            low.facts.identity[at.name, (*at.steps, *rest)] = which

    def with_joined(self, now: TupleV, where: At) -> TupleV:
        """What an object holds, with variables of its items that lie at several places."""
        joined = at_steps(self.joined[where[0]], where[1])
        items = list(now.items)
        for j, item in enumerate(items):
            if not isinstance(item, TupleV) or not isinstance(joined, TupleV):
                continue
            other = joined.items[j]
            again = isinstance(other, TupleV) and other.place != item.place
            items[j] = other if again else self.with_joined(item, (where[0], (*where[1], j)))
        return TupleV(items, now.form, now.place)

    def present(self, v: Val) -> Val:
        """What lies in an object now, with what others hold as it is there."""
        if not isinstance(v, (TupleV, ListV)):
            return v
        if v.place is None:
            return TupleV([self.present(item) for item in v.items], v.form) if isinstance(v, TupleV) else v
        if not v.place.name:
            return v
        place = canonical(self.low, v.place)
        if place in self.held:
            self.put(place)
        elif isinstance(v, TupleV) and any(Spot(place.name, place.steps[:n]) in self.held for n in range(len(place.steps))):
            return TupleV([self.present(item) for item in v.items], v.form, v.place)  # it lies in what is put back
        return self.low.present(v, self.low.at)

    def rebind(self, k: int) -> None:
        """Variables that a function which is called has captured, and assigned to."""
        given, new = self.values[k], self.parts[k]
        if not isinstance(given, TupleV) or given.place is not None or not isinstance(new, TupleV):
            return
        if given.form is not None and is_function_form(given.form):
            names = given.form.cls.nonlocals - self.callee.nonlocals  # these it gives back itself
            changes.rebind(self.low, given, {j: new.items[j] for j, n in enumerate(given.form.names) if n in names}, self.low.at)


def _held_in(v: Val, at: At) -> Iterator[tuple[At, TupleV | ListV]]:
    """The objects in an argument that the caller holds in variables, or in other objects."""
    if not isinstance(v, (TupleV, ListV)):
        return
    if v.place is not None:
        yield at, v
    for k, item in enumerate(v.items if isinstance(v, TupleV) else ()):
        yield from _held_in(item, (at[0], (*at[1], k)))
