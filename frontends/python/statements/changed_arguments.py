"""Arguments that a function changes: what they hold when it returns, or ends with an error that may be caught."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from irad.errors import UnsupportedError
from irad.frontends.python.containers import list_values
from irad.frontends.python.core.python_values import SHARED, ListV, NoneV, Spot, TupleV, Val
from irad.frontends.python.objects.choices import is_chosen
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.python_types import List, Tuple, Ty, is_changeable
from irad.frontends.python.statements.generator_loops import GeneratorLoops


class ChangedArguments(GeneratorLoops, ABC):
    """A part of `StatementLowering`."""

    @abstractmethod
    def write_results(self, value: Val, ty: Ty, places: list[Any]) -> None:
        """Store a result."""

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

    def note_links(self, where: int, value: Val, steps: tuple[int, ...] = ()) -> None:
        """Note which containers in a result are arguments, or parts of them."""
        if not isinstance(value, (TupleV, ListV)):
            return
        place, instance = value.place, self.instance
        if is_chosen(place):
            place = SHARED
        own = place is not None and where >= 0 and place == Spot(instance.arg_names[where], steps)
        outside = place is not None and (not place.name or place.name in instance.arg_names)
        if outside and not own and is_changeable(value.ty):
            assert place is not None
            known = instance.links.get((where, steps))
            new = place if known is None or known == place else SHARED
            if new != known:
                instance.links[where, steps] = new
                self.changed = True
            return
        for k in range(len(value.items) if isinstance(value, TupleV) else 0):
            assert isinstance(value, TupleV)
            self.note_links(where, value.item(k) if own else value.items[k], (*steps, k))
