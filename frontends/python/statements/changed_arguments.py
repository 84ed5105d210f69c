"""Arguments that a function changes: what they hold when it returns, or ends with an error that may be caught."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from llvmlite import ir

from irad.errors import UnsupportedError
from irad.frontends.python.calls.linked_objects import entry_place
from irad.frontends.python.containers import list_values
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.python_values import NEW, SHARED, ListV, MaybeV, NoneV, Spot, TupleV, Val
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.objects.object_identity import is_among, object_at
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.python_types import List, Tuple, Ty, is_changeable
from irad.frontends.python.statements.generator_loops import GeneratorLoops


class ChangedArguments(GeneratorLoops, ABC):
    """A part of `StatementLowering`."""

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        super().__init__(instance, fn)
        # Where the function returns, at each position in what it gives back: which object lies there, and which would if unmoved.
        self.objects: dict[tuple[int, tuple[int, ...]], tuple[Spot, Spot | None]] = {}
        self.twins_shared: set[tuple[int, tuple[int, ...]]] = set()

    @abstractmethod
    def write_results(self, value: Val, ty: Ty, places: list[Any]) -> None:
        """Store a result."""

    def used_in_cleanups(self, v: Val) -> bool:
        """Whether a ``finally`` clause around names a variable that holds a container in this value, and could change it."""
        named = (n for own in self.cleanups for s in own.body for n in ast.walk(s) if isinstance(n, (ast.Name, ComputedExpr)))
        used: set[str] = set()
        for n in named:
            if isinstance(n, ComputedExpr):
                used |= _roots(n.v)
            else:
                place = self.facts.references.get((n.id, ()))
                used |= {n.id} if place is None else {n.id, place.name}
        return bool(used & _roots(v) & (self.instance.mutated | self.instance.growing | self.instance.holding))

    def changed_arguments(self, node: Any) -> dict[int, Val]:
        """What arguments that are changed in this function hold now."""
        instance = self.instance
        out: dict[int, Val] = {}
        for k, (name, given) in enumerate(zip(instance.arg_names, instance.types, strict=True)):
            if name not in instance.nonlocals and (name not in instance.mutated or not isinstance(given, (Tuple, List))):
                continue
            v = out[k] = self.read_name(name, node)
            known = instance.outs.get(k)
            ty = v.ty if known is None else join(known, v.ty)
            if ty is None and self.instance.early_result:
                ty = v.ty
            if ty is None:
                text = f"'{name}' holds {known} where the function returns in one place, and {v.ty} in another"
                self.wrong(node, text, "give it the same items on all ways")
                raise AssertionError
            if ty != known:
                instance.outs[k] = ty
                self.changed = True
            self.note_links(k, v)
        if out and instance.is_root and instance.source.fn.__globals__.get("__name__") != "irad-synthetic":
            name = instance.arg_names[min(out)]
            text = f"{instance.python.__name__}() changes the items or attributes of its argument '{name}'"
            self.unsupported(node, text, "return what is new, or call it from a function that makes the object")
        return out

    def hand_back_changed(self) -> None:
        instance = self.instance
        places = list(self.fn.args[len(self.fn.args) - instance.result_count :])
        if instance.result is None or len(places) != instance.count_results(instance.returned_type):
            return
        del places[: instance.count_results(instance.result)]
        reads, latest = dict(self.reads), dict(self.latest)  # what is read here is known on this way alone
        try:
            self._hand_back(places)
        finally:
            self.reads, self.latest = reads, latest

    def _hand_back(self, places: list[Any]) -> None:
        instance = self.instance
        for k, ty in instance.outs.items():
            try:
                v = self.read_name(instance.arg_names[k], self.at)
            except UnsupportedError:
                v = NoneV()
            own = [places.pop(0) for _ in range(instance.count_results(ty))]
            if join(ty, v.ty) != ty:
                list_values.grow(self, ty, v.ty)
                instance.torn.add(k)
            else:
                self.write_results(v, ty, own)

    def note_links(self, where: int, value: Val, steps: tuple[int, ...] = (), expected: Spot | None = None) -> None:
        """Note which containers in a result are arguments, or parts of them.

        ``expected``: which object of an argument lies here if nothing has been moved; None in what is new.
        """
        value = value.value if isinstance(value, MaybeV) else value
        if not isinstance(value, (TupleV, ListV)) or not is_changeable(value.ty):
            return
        if where >= 0 and not steps:
            expected = entry_place(self.instance, Spot(self.instance.arg_names[where]))
        which = object_at(self, value.place)
        known = self.objects.get((where, steps))
        if known is not None and known[0] != which:
            which = SHARED
        self.objects[where, steps] = which, expected
        if isinstance(value, TupleV):
            for k in range(len(value.items)):
                inner = entry_place(self.instance, which.step(k)) if which.name and not is_among(which) else None
                self.note_links(where, value.item(k), (*steps, k), inner)

    def links(self) -> dict[tuple[int, tuple[int, ...]], Spot]:
        """Positions in results and changed arguments where objects of arguments lie, not those that have always been there."""
        out = {p: which for p, (which, expected) in self.objects.items() if which != (NEW if expected is None else expected)}
        return out | dict.fromkeys(self.twins_shared, SHARED)

    def replaced(self) -> dict[tuple[str, tuple[int, ...]], bool]:
        """Places in arguments where another object lies, or none; True: perhaps."""
        names, out = self.instance.arg_names, {}
        for k in self.instance.outs:
            for steps in _places_in(self.instance.types[k]):
                which, _ = self.objects.get((k, steps), (NEW, None))
                if which != entry_place(self.instance, Spot(names[k], steps)):
                    out[names[k], steps] = which == SHARED or is_among(which)
        return out


def _places_in(ty: Ty, steps: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The steps to all changeable containers in one, and its own."""
    if not isinstance(ty, (Tuple, List)) or not is_changeable(ty):
        return
    yield steps
    for k, item in enumerate(ty.items if isinstance(ty, Tuple) else ()):
        yield from _places_in(item, (*steps, k))


def _roots(v: Val) -> set[str]:
    """The variables in which the containers of a value lie."""
    out: set[str] = set()
    if isinstance(v, ListV):
        out.add(v.name)
    if isinstance(v, (TupleV, ListV)) and v.place is not None:
        out.add(v.place.name)
    if isinstance(v, MaybeV):
        out |= _roots(v.value)
    if isinstance(v, TupleV):
        out = out.union(*map(_roots, v.items))
    return out - {""}
