"""Variables that hold containers which are changed: where they are kept, and which names refer to one object."""

from __future__ import annotations

import itertools
from abc import ABC
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Any

from llvmlite import ir

from irad.frontends.python.containers import growing_lists, hashed, list_values, unsettled_types
from irad.frontends.python.core.code_writer import NotYet, RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.facts import Key, is_copy, is_option
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I1,
    NEW,
    SHARED,
    ChoiceV,
    ListV,
    MaybeV,
    NoneV,
    OneOfV,
    ReferenceV,
    ScalarV,
    Spot,
    TupleV,
    Val,
)
from irad.frontends.python.core.texts import is_among
from irad.frontends.python.objects import changes, choices, list_identity, object_identity, selected_objects
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.python_types import FLAG, Array, List, Tuple, Ty, holds_shared, is_changeable
from irad.frontends.python.trees.comprehensions import is_made_list
from irad.frontends.python.trees.scopes import INNER, in_text
from irad.frontends.python.trees.webs import described, shown


class ObjectVariables(Lowering, ABC):
    """A part of `VariableLowering`."""

    def __init__(self, instance: Instance, fn: ir.Function) -> None:
        super().__init__(instance, fn)
        self.beginning = False  # whether parameters get their values

    # ---- reading

    def follow(self, place: Spot, node: Any) -> Val:
        """The container at a place, as it is now."""
        v = self.read_name(place.name, node)
        for k in place.steps:
            assert isinstance(v, TupleV)
            v = v.item(k)
        return v

    def truth_of_object(self, v: OneOfV | ReferenceV | ChoiceV, node: Any) -> Any:
        if isinstance(v, ChoiceV):  # of flags
            return is_among(self, v, [m for m in v.ty.options if m])
        if isinstance(v, ReferenceV) and len(v.ty.kinds) == 1:
            cls = v.ty.kinds[0].cls
            for name in ("__bool__", "__len__"):
                if hasattr(cls, name) and getattr(cls, name) is not tuple.__len__:  # (a named tuple has items)
                    return self.truth(self.expr.apply_method(v, name, [], {}, node), node)
            return ir.Constant(I1, 1)
        found = selected_objects.each(self, v, lambda one: ScalarV(FLAG, self.truth(one, node)), node, some=False)
        return self.truth(found, node)

    def present(self, v: Val, node: Any) -> Val:
        """The value as it is now, if it is one that may have been changed since it was read."""
        if isinstance(v, (TupleV, ListV)) and v.place is not None and v.place.name in self.instance.mutated:
            return self.follow(v.place, node)
        if isinstance(v, ListV) and v.name in self.instance.growing and not is_made_list(v.name):
            return growing_lists.read(self, v.name)
        return v

    def referred(self, name: str, node: Any) -> Val | None:
        """What another variable holds for ``name``."""
        if name in self.facts.lost and name in self.instance.mutated | self.instance.referring:
            if name not in self.instance.copied and name in self.instance.local_names:
                self.instance.copied.add(name)
                for names in self.instance.lost_at.values():
                    names.discard(name)
                raise RoundAgain
            selected_objects.begin_for_lost(self, name)
            selected_objects.lost(self, name, node)
        if (selected := selected_objects.read(self, name, node)) is not None:
            return selected
        place = self.facts.references.get((name, ()))
        return self.follow(place, node) if place is not None and place.name else None

    def placed(self, name: str, v: Val, node: Any) -> Val:
        """A container that has been read from a variable, with its place and the present values of what it refers to."""
        if isinstance(v, ListV):
            own = self.facts.references.get((name, ()))
            return v if v.name else replace(v, place=own if own is not None else Spot(name))
        held = name in self.instance.holding or name in self.instance.arg_names
        if isinstance(v, MaybeV) and isinstance(v.value, TupleV) and held:
            return replace(v, value=replace(v.value, place=Spot(choices.MAYBE + name)))
        if not isinstance(v, TupleV):
            return v
        own = self.facts.references.get((name, ()))
        out = TupleV(v.items, v.form, own if own is not None else Spot(name))
        for (holder, steps), place in self.facts.references.items():
            if holder == name and steps and steps[0] >= 0:
                item = _at(out, steps)
                new = self.follow(place, node) if place.name else _with_place(item, place)
                out = _replaced(out, steps, new)
        return out

    def read_root(self, name: str, node: Any) -> Val:
        """The container that a variable holds itself."""
        return self.read_name(name, node)

    # ---- writing

    def refers(self, name: str, value: Val, node: Any) -> bool:
        """Note that ``name`` stands for a container that another variable holds, if one of the two is changed somewhere."""
        same = isinstance(value, (TupleV, ListV)) and value.place is not None and value.place.name == name
        others = name in self.instance.mutated or any(p.name == name for p in self.facts.references.values())
        if others and not self.beginning and not same:
            self.let_go(Spot(name), node)  # as long as it is known what the old value refers to
        if isinstance(value, OneOfV):
            selected_objects.begin(self, name)
        self._note_held(name, value)
        if name in self.instance.selecting and isinstance(value, MaybeV):
            place = value.value.place if isinstance(value.value, TupleV) else None
            selected_objects.begin_for(self, place or SHARED, value.value.ty)
        if name in self.instance.selecting and not self.beginning and isinstance(value, (TupleV, OneOfV, NoneV)):
            selected_objects.hold(self, name, value, node)
            return True
        if not isinstance(value, (TupleV, ListV)):
            self.facts.assigned(name)
            return False
        if name in self.instance.mutated and self.holds_argument(name) and not self.beginning:
            text = f"the parameter '{shown(name)}' is an object that is changed here, and gets another value"
            self.unsupported(node, text, "use another name for the new value")
        place = value.place
        changed = self.instance.mutated
        if place is not None and place.name == name:
            return not place.steps
        if place is None or not place.name or not (name in changed or place.name in changed) or not is_changeable(value.ty):
            self.facts.assigned(name)
            return False
        self.let_go(Spot(name), node)
        if name in self.instance.copied and isinstance(value, TupleV):
            choices.hold_copy(self, name, value, node)
            return True
        self.facts.assigned(name)
        self.facts.references[name, ()] = place
        self.instance.referring.add(name)
        self.reads.pop(name, None)
        self.b.store(ir.Constant(I1, 1), self.flag(name))
        return True

    def _note_held(self, name: str, value: Val) -> None:
        """Note that a variable is given an object, or a container with one, that others hold as well."""
        inner = value.value if isinstance(value, MaybeV) else value
        held = (p for p in changes.places_in(inner) if p.name != name and not p.name.startswith(changes.NEW_OBJECT))
        if name in self.instance.holding or self.beginning or not any(held):
            return
        self.instance.holding.add(name)
        if name in self.instance.maybe:
            raise RoundAgain

    def holds_argument(self, name: str) -> bool:
        """Whether a name is a parameter that was given a container."""
        kinds = dict(zip(self.instance.arg_names, self.instance.types, strict=True))
        return isinstance(kinds.get(name), (Tuple, List))

    def note_references(self, name: str, value: Val, node: Any) -> None:
        """Note which containers in a value that ``name`` now holds are held by others as well."""
        if not isinstance(value, (TupleV, ListV)) or self.beginning:
            return
        changed = self.instance.mutated
        if value.place is not None and not value.place.name and name in changed:
            self.facts.references[name, ()] = value.place
        found = list(_inside(value, name, changed)) if isinstance(value, TupleV) else []
        apart = self._moved(name, found, node) if name in changed else []
        for steps, item in found:
            place = item.place
            if place is None or not is_changeable(item.ty) or place.name == name or any(within(steps, s) for s in apart):
                continue
            if name in changed or place.name in changed:
                self.facts.references[name, steps] = place
                self.instance.referring.add(name)

    def _moved(self, name: str, found: list[tuple[tuple[int, ...], TupleV | ListV]], node: Any) -> list[tuple[int, ...]]:
        """Give variables of their own to items of ``name`` that lie where they did not, or twice; returns where they lie now."""
        groups: dict[Spot, list[tuple[tuple[int, ...], TupleV | ListV]]] = {}
        for steps, item in found:
            if item.place is not None and item.place.name == name and is_changeable(item.ty):
                groups.setdefault(item.place, []).append((steps, item))
        apart: list[tuple[int, ...]] = []
        objects = {place: object_identity.object_at(self, place) for place in groups}
        for place, items in groups.items():
            own = [steps for steps, _ in items if not any(within(steps, s) for s in apart)]
            if own and own != [place.steps]:
                held = self._held_apart(place, items[0][1], node, objects[place])
                for steps in own:
                    self.facts.references[name, steps] = held
                apart += own
                self.instance.referring.add(name)
        return apart

    def _held_apart(self, place: Spot, v: TupleV | ListV, node: Any, which: Spot | None = None) -> Spot:
        """A new variable that holds an object which has lain at a place; names that refer to that refer to the variable.

        ``which``: the object, as `object_identity` knows it.
        """
        held = Spot(f"{choices.HELD}{in_text(node)}{INNER}{self.occurrence(node)}")
        for key in [k for k, p in self.facts.references.items() if p.name == held.name and is_option(k)]:
            self._lose_option(key)  # what lay there before
        object_identity.forget(self, held)
        if place.name:
            object_identity.note_moved(self, place, held, which)
        identity = dict(self.facts.identity)
        for key, at in list(self.facts.references.items()):
            if at.name == place.name and within(at.steps, place.steps):
                self.facts.references[key] = Spot(held.name, at.steps[len(place.steps) :])
            if key[0] == place.name and is_copy(key):
                if not place.steps:
                    self.facts.references[held.name, key[1]] = at
            elif key[0] == place.name and within(key[1], place.steps) and key[1] != place.steps:
                del self.facts.references[key]
        self.instance.mutated.add(held.name)
        value = _rebased(changes.fresh(v), place, held)
        self.keep(held.name, value, node)
        self.note_references(held.name, value, node)
        self.facts.identity = identity
        return held

    def keep_object(self, name: str, v: Val, node: Any) -> None:
        self.instance.mutated.add(name)
        self.keep(name, v, node)

    def lose_copies(self, place: Spot) -> None:
        choices.lose(self, place)

    def touch(self, place: Spot) -> None:
        changes.put(self, place, changes.fresh(self.follow(place, self.at)), self.at)  # type: ignore[arg-type]

    def hold_new(self, v: Val, node: Any) -> Spot:
        """A variable for an object that several others are going to hold."""
        return self._held_apart(NEW, v, node)  # type: ignore[arg-type]

    def hold_apart(self, v: Val, node: Any) -> Val:
        """A value that stays what it is while the place where it lies gets another one."""
        v = selected_objects.apart(self, v, node)
        if not isinstance(v, (TupleV, ListV)) or v.place is None or not v.place.name or not is_changeable(v.ty):
            return v
        place = object_identity.canonical(self, v.place)
        if place != v.place and place.name:
            v = replace(v, place=place)  # it has been held apart meanwhile
        if place.name not in self.instance.mutated or (place.name.startswith(choices.HELD) and not place.steps):
            return v
        held = self._held_apart(place, v, node)
        self.facts.references[place.name, place.steps] = held
        self.instance.referring.add(place.name)
        self.reads.pop(place.name, None)
        return replace(v, place=held)

    def follow_exchanged(self, names: set[str], items: list[Val]) -> None:
        """Begin anew, if names exchange what they stand for, and only some of these objects count as changed so far."""
        held = {v.place.name for v in items if isinstance(v, TupleV) and v.place is not None and is_changeable(v.ty)}
        changed = self.instance.mutated
        if held & changed and (more := (held & names) - changed):
            changed |= more
            raise RoundAgain

    def share(self, v: Val) -> None:
        """A list that grows holds the containers in a value from now on as well."""
        if not isinstance(v, (TupleV, ListV)):
            return
        if v.place is not None and v.place.name and is_changeable(v.ty):
            options = [p for k, p in self.facts.references.items() if k[0] == v.place.name and is_copy(k)]
            for place in [v.place, *options]:  # of one of several, all that it may be
                self.facts.references[place.name, place.steps] = SHARED
                self.reads.pop(place.name, None)
        for item in v.items if isinstance(v, TupleV) else ():
            self.share(item)

    def let_go(self, place: Spot, node: Any) -> None:
        """What is at a place is replaced: names that refer to it hold it themselves from now on."""
        refer = [(k, p) for k, p in self.facts.references.items() if p.name == place.name and changes.overlap(p, place)]
        refer = [(k, p) for k, p in refer if len(p.steps) >= len(place.steps)]
        for key, at in refer:
            held = object_identity.canonical(self, at)
            if held != at and held.name:  # what lies there refers to something itself
                self.facts.references[key] = held
        refer = [(k, p) for k, p in refer if self.facts.references[k] == p]
        if refer and place.name not in self.instance.mutated:  # others may stand for it without a reference, as long as it is not
            self.instance.mutated.add(place.name)
            raise RoundAgain
        owners: dict[Spot, Spot] = {}
        copies = [(k, p) for k, p in refer if is_copy(k)]
        refer = sorted((r for r in refer if r not in copies), key=lambda r: len(r[1].steps))  # what holds others first
        for key, at in refer:
            if at.name in self.facts.lost or key[0] in self.facts.lost:  # it is not known what that is
                del self.facts.references[key]
                self.facts.lost.add(key[0])
                continue
            owner = next((o for p, o in owners.items() if p.steps == at.steps[: len(p.steps)]), None)
            if owner is not None:
                deepest = next(p for p, o in owners.items() if o is owner)
                self.facts.references[key] = Spot(owner.name, (*owner.steps, *at.steps[len(deepest.steps) :]))
                continue
            value = _rebased(changes.fresh(self.follow(at, node)), at, Spot(*key))
            which = object_identity.object_at(self, at)
            del self.facts.references[key]
            name, steps = key
            owners[at] = Spot(name, steps)
            if steps:
                changes.put(self, Spot(name, steps), value, node)  # type: ignore[arg-type]
            else:
                if name not in self.instance.varied:
                    self.instance.varied.add(name)
                    raise RoundAgain
                self.update_root(name, value, node)
            object_identity.note_moved(self, at, owners[at], which)
        for key, at in copies:
            owner = owners.get(at)
            if owner is None and is_option(key):
                self._lose_option(key)
            elif owner is None:
                self.facts.references.pop(key, None)
            else:
                self.facts.references[key] = owner

    def _lose_option(self, key: Key) -> None:
        """What a variable may stand for is replaced, and it is not known any more where that is."""
        self.facts.references.pop(key, None)
        self.facts.lost.add(key[0])

    def update_root(self, name: str, new: Val, node: Any) -> None:
        """A variable now holds this container, which has been changed."""
        kept: dict[Key, Spot] = {k: p for k, p in self.facts.references.items() if k == (name, ())}
        identity = dict(self.facts.identity)
        self.facts.assigned(name)
        self.facts.identity = identity
        self.facts.references.update(kept)
        self.keep(name, new, node)
        self.note_references(name, replace(new, place=None) if isinstance(new, (TupleV, ListV)) else new, node)

    def keep(self, name: str, value: Val, node: Any) -> None:
        """Store a container that may be changed, in the memory for its structure."""
        ty = self._variant(name, value.ty)
        places = self.variants.get((name, ty))
        if places is None:
            places = self.variants[name, ty] = [self.alloca(t) for t in self.leaf_types(ty)]
        self.slots[name] = (ty, places)
        self.facts.types[name] = ty
        self.reads.pop(name, None)
        self.latest.pop(name, None)
        self.instance.writes.assign(name, value)
        leaves = self.leaves(value, ty)
        for v, at in zip(leaves, places, strict=True):
            self.b.store(v, at)
        self.note_numbers(name, ty, leaves)
        self.b.store(ir.Constant(I1, 1), self.flag(name))

    def _variant(self, name: str, ty: Ty) -> Ty:
        """The structure of a variable that can hold values of a type."""
        known = self.instance.structures.setdefault(name, [])
        for k, old in enumerate(known):
            both = join(old, ty)
            if both is not None:
                if both != old:
                    unsettled_types.check_depth(self, name, old, both)
                    known[k] = both
                    self.changed = True
                return both
            if holds_shared(old) or holds_shared(ty):
                list_identity.meet(self, old, ty, self.at)
        known.append(ty)
        self.changed = True
        return ty

    def kept_type(self, name: str, node: Any) -> None:
        """Choose the memory from which a changed container is read here."""
        ty = self.facts.types.get(name)
        known = self.instance.structures.get(name, [])
        if ty is None and len(known) == 1:
            ty = known[0]
        if ty is None:
            if not known:
                raise NotYet
            for before, after in itertools.combinations(known, 2):
                list_values.grow(self, before, after)
                hashed.grow(self, before, after, (int, float))
            for names, loop in self.passed_by:
                if name in names:
                    self.demand(loop)
            for before, after in itertools.combinations(known, 2):  # keys that are texts are known, if they can be
                hashed.grow(self, before, after, (int, float, str))
            if selected_objects.are_objects(known):
                selected_objects.begin(self, name)
            text = f"{described(name)} is {known[0]} in one place and {known[1]} in another"
            for names, loop in self.passed_by if self.instance.compiler.records.used else []:
                if name in names and id(loop) not in self.instance.entered:
                    why = f"without an iteration of this loop {text}: use two names"
                    self.instance.entered[id(loop)] = why.replace("{", "{{").replace("}", "}}")
                    raise RoundAgain
            objects = all(isinstance(ty, Tuple) for ty in known)
            hint = "give it the same items on all ways, None or 0.0 where there is nothing yet" if objects else "use two names"
            if all(isinstance(ty, Tuple) and ty.form is not None and ty.form.kind == "list" for ty in known):
                hint = "a list that grows holds items of one type, None among them"
            if any(isinstance(ty, Array) for ty in known) and any(isinstance(ty, (Tuple, List)) for ty in known):
                hint = "make an array of it: np.array(...)"
            self.wrong(node, text, hint)
            raise AssertionError
        if (name, ty) not in self.variants:
            self.variants[name, ty] = [self.alloca(t) for t in self.leaf_types(ty)]
        self.slots[name] = (ty, self.variants[name, ty])


def _inside(
    v: TupleV, name: str, changed: Container[str], steps: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], TupleV | ListV]]:
    """The containers in one that ``name`` holds, with the steps to them; not what is in those to which it refers."""
    for k in range(len(v.items)):
        item = v.item(k)
        if isinstance(item, (TupleV, ListV)):
            yield (*steps, k), item
            own = item.place is None or item.place.name == name or not (name in changed or item.place.name in changed)
            if isinstance(item, TupleV) and own:
                yield from _inside(item, name, changed, (*steps, k))


def within(steps: tuple[int, ...], around: tuple[int, ...]) -> bool:
    """Whether a place is this one, or in it."""
    return steps[: len(around)] == around


def _rebased(v: Val, place: Spot, held: Spot) -> Val:
    """A value whose items lie at ``held``, and no longer at a place."""
    if isinstance(v, MaybeV):
        return replace(v, value=_rebased(v.value, place, held))
    if not isinstance(v, (TupleV, ListV)):
        return v
    at = v.place
    if at is not None and at.name == place.name and within(at.steps, place.steps):
        at = Spot(held.name, (*held.steps, *at.steps[len(place.steps) :]))
    if isinstance(v, ListV):
        return replace(v, place=at)
    return TupleV([_rebased(item, place, held) for item in v.items], v.form, at)


def _with_place(v: Val, place: Spot) -> Val:
    if isinstance(v, MaybeV):
        return replace(v, value=_with_place(v.value, place))
    return replace(v, place=place) if isinstance(v, (TupleV, ListV)) else v


def _at(v: Val, steps: tuple[int, ...]) -> Val:
    for k in steps:
        v = v.value if isinstance(v, MaybeV) else v
        assert isinstance(v, TupleV)
        v = v.items[k]
    return v


def _replaced(v: TupleV, steps: tuple[int, ...], new: Val) -> TupleV:
    k, *rest = steps
    inner = v.items[k]
    if rest:
        inner = inner.value if isinstance(inner, MaybeV) else inner
        assert isinstance(inner, TupleV)
        new = _replaced(inner, tuple(rest), new)
    return TupleV([*v.items[:k], new, *v.items[k + 1 :]], v.form, v.place)
