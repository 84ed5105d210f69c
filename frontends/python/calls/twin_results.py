"""Containers in what a function returns, or leaves in its arguments, that are one object: so they are for the caller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import NEW, ListV, Spot, TupleV, Val
from irad.frontends.python.objects.object_identity import canonical, object_at
from irad.frontends.python.sources.python_types import is_changeable

Position = tuple[int, tuple[int, ...]]  # -1 for the result or the number of an argument, and steps in it


def note_twins(low: Lowering, values: dict[int, Val], shared: set[Position]) -> None:
    """The function leaves these values in one place: which containers in them are one object that no argument is.

    ``shared`` gets the positions of those of which it is not known.
    """
    found: dict[Spot, list[Position]] = {}
    for where, v in values.items():
        for place, steps in _held(low, v, ()):
            found.setdefault(place, []).append((where, steps))
    groups = tuple(tuple(positions) for positions in found.values() if len(positions) > 1)
    instance = low.instance
    inside = {p for p in found if any(q.name == p.name and q != p and q.steps == p.steps[: len(q.steps)] for q in found)}
    if instance.twins is not None and instance.twins != groups:
        inside |= found.keys()  # not the same on all ways
        groups = ()
    for place in inside:
        shared |= set(found[place])
    instance.twins = tuple(g for g in groups if not any(p in shared for p in g))


def _held(low: Lowering, v: Val, steps: tuple[int, ...]) -> Iterator[tuple[Spot, tuple[int, ...]]]:
    """The places of changeable containers in a value that the function has made."""
    if not isinstance(v, (TupleV, ListV)):
        return
    place = v.place
    if place is not None and place.name and is_changeable(v.ty) and object_at(low, place) == NEW:
        yield canonical(low, place), steps
        return
    for k in range(len(v.items) if isinstance(v, TupleV) else 0):
        assert isinstance(v, TupleV)
        yield from _held(low, v.item(k), (*steps, k))


def joined_twins(low: Lowering, twins: Any, values: dict[int, Val], node: Any) -> dict[int, Val]:
    """What a call has given, with one variable for each object that lies at several positions."""
    out = dict(values)
    for group in twins or ():
        where, steps = group[0]
        held = low.hold_new(_at(out[where], steps), node)
        for where, steps in group:
            out[where] = _with(out[where], steps, low.read_root(held.name, node), held)
    return out


def _at(v: Val, steps: tuple[int, ...]) -> Val:
    for k in steps:
        assert isinstance(v, TupleV)
        v = v.items[k]
    return v


def _with(v: Val, steps: tuple[int, ...], new: Val, held: Spot) -> Val:
    if not steps:
        assert isinstance(new, (TupleV, ListV))
        return TupleV(new.items, new.form, held) if isinstance(new, TupleV) else new
    assert isinstance(v, TupleV)
    k, *rest = steps
    return TupleV([*v.items[:k], _with(v.items[k], tuple(rest), new, held), *v.items[k + 1 :]], v.form, v.place)
