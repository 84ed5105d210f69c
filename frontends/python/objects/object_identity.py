"""Which object lies where: the objects in arguments, wherever a function puts them.

An argument is a container with others in it, each at a place: the parameter and steps.  A place and an object are the same as
long as nothing is moved.  Where a function puts another object at a place, or hands one from a place on to a variable, the facts
note it (`Facts.identity`), so that it is known at each return which of the objects that were given lies where, and which ones are
new.  The caller, which knows the objects by its own names, then puts things right for these (`calls/linked_objects.py`).
"""

from __future__ import annotations

from irad.frontends.python.core.code_writer import RoundAgain
from irad.frontends.python.core.facts import Key, is_copy
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import NEW, SHARED, ListV, Spot, TupleV, Val
from irad.frontends.python.objects.choices import MAYBE, is_chosen, is_held_twice
from irad.frontends.python.sources.python_types import is_changeable


def among(name: str) -> Spot:
    """Stands for one of the objects in an argument, of which it is not known which."""
    return Spot(name, (-1,))


def is_among(object_: Spot) -> bool:
    """Whether it is one of those."""
    return bool(object_.name) and -1 in object_.steps


def canonical(low: Lowering, place: Spot) -> Spot:
    """The place that holds what lies at a place: variables and items may refer to what another one holds."""
    for _ in range(len(low.facts.references) + 1):
        for n in range(len(place.steps), -1, -1):
            held = low.facts.references.get((place.name, place.steps[:n]))
            if held is not None:
                rest = place.steps[n:]
                place = Spot(held.name, (*held.steps, *rest)) if held.name else held
                break
        else:
            return place
        if not place.name:
            return place
    return place


def object_at(low: Lowering, place: Spot | None, asked: frozenset[str] = frozenset()) -> Spot:
    """The object at a place: where it lay in an argument when the function began, `NEW`, or `SHARED` if it is not known.

    ``asked``: variables that are copies of others in turn, of which one is asked for.
    """
    if place is None:
        return NEW
    place = canonical(low, place)
    if not place.name:
        return place
    if place.name.startswith(MAYBE):
        return SHARED
    if is_chosen(place) or is_held_twice(low, place.name):
        options = [p for k, p in low.facts.references.items() if k[0] == place.name and is_copy(k)]
        arguments = {object_at(low, p, asked | {place.name}).name for p in options if p.name not in asked}
        return among(arguments.pop()) if len(arguments) == 1 and "" not in arguments and not place.steps else SHARED
    found = low.facts.original(place)
    if found.name in low.instance.holding and found.name not in low.instance.mutated:  # what it refers to has not been followed
        low.instance.mutated.add(found.name)
        raise RoundAgain
    return found if not found.name or found.name in low.instance.arg_names else NEW


def note_moved(low: Lowering, source: Spot, to: Spot, found: Spot | None = None) -> None:
    """What lay at ``source`` lies at ``to`` now; ``found``: which object that is."""
    identity = low.facts.identity
    found = object_at(low, source) if found is None else found
    n = len(source.steps)
    inner = {k[1][n:]: p for k, p in identity.items() if k[0] == source.name and len(k[1]) > n and k[1][:n] == source.steps}
    forget(low, to)
    identity[to.name, to.steps] = found
    for rest, spot in inner.items():
        identity[to.name, (*to.steps, *rest)] = spot


def forget(low: Lowering, place: Spot) -> None:
    """What was known of a place, and of what lies in what is there."""
    n = len(place.steps)
    for key in [k for k in low.facts.identity if k[0] == place.name and k[1][:n] == place.steps]:
        del low.facts.identity[key]


def note_put(low: Lowering, place: Spot, new: Val) -> None:
    """The container at a place gets these items."""
    if not isinstance(new, TupleV):
        return
    n = len(place.steps)
    for key in [k for k in low.facts.identity if k[0] == place.name and k[1][:n] == place.steps and len(k[1]) > n]:
        if key[1][n] >= len(new.items):
            del low.facts.identity[key]
    for k, item in enumerate(new.items):
        at = place.step(k)
        if not isinstance(item, (TupleV, ListV)) or item.place == at or not is_changeable(item.ty):
            continue
        forget(low, at)
        low.facts.identity[at.name, at.steps] = SHARED if item.place == SHARED else NEW


def held_inside(low: Lowering, place: Spot, new: Val) -> dict[Key, Spot]:
    """Objects that lie in new containers which are put into the one at a place, and have lain in it before."""
    out: dict[Key, Spot] = {}

    def visit(v: Val, at: Spot, inside: bool) -> None:
        for k, item in enumerate(v.items if isinstance(v, TupleV) else ()):
            if not isinstance(item, (TupleV, ListV)):
                continue
            own = at.step(k)
            if item.place is None:
                visit(item, own, True)
            elif inside and item.place.name == place.name:
                out[own.name, own.steps] = object_at(low, item.place)

    visit(new, place, False)
    return out


def is_referred_to(low: Lowering, place: Spot) -> bool:
    """Whether names, or items of others, refer to what lies at a place, or in it."""
    n = len(place.steps)
    refer = ((k, p) for k, p in low.facts.references.items() if not is_copy(k) and p.name == place.name)
    return any(p.steps[:n] == place.steps for _, p in refer)
