"""Changes of containers and objects: items and attributes that are assigned to, in this function and in those that it calls."""

from __future__ import annotations

import functools
import types
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, NoReturn

from irad.frontends.python.core.code_writer import OtherWay, Restart, RoundAgain
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.facts import ItemChange, is_copy
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    FIXED,
    SHARED,
    ArrayV,
    KnownV,
    ListV,
    NoneV,
    OneOfV,
    ReferenceV,
    Spot,
    TupleV,
    Val,
)
from irad.frontends.python.objects import (
    classes,
    list_identity,
    memory_objects,
    object_identity,
    outside_changes,
    selected_objects,
)
from irad.frontends.python.objects.choices import MAYBE, is_chosen
from irad.frontends.python.objects.outside_values import outside_of
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import Form, is_changeable
from irad.frontends.python.trees.scopes import INNER

NEW_OBJECT = f"object{INNER}"  # begins the names of variables for objects that are being made


def holder(low: Lowering, v: Val, node: Any) -> tuple[TupleV, Spot]:
    """A container that is changed, and its place."""
    path = outside_of(v)
    if path is not None or (isinstance(v, TupleV) and v.place == FIXED):
        what = path.text if path is not None else "a container"
        text = f"{what}, which comes from outside, would be changed"
        low.unsupported(node, text, "pass it as an argument and return what is new, or make a copy first: dict(...), list(...)")
    if not isinstance(v, TupleV):
        low.wrong(node, f"{v.ty} has no items or attributes that can be assigned to")
    assert isinstance(v, TupleV)
    if v.place is None:
        low.unsupported(node, f"{v.ty} is changed where it has no name", "give it a name first")
        raise AssertionError
    copied = any(key[0] == v.place.name and is_copy(key) for key in low.facts.references)
    if not v.place.name or copied or is_chosen(v.place) or v.place.name.startswith(MAYBE):
        if not v.place.name or (v.form is not None and v.form.kind == "list"):
            share_made(low, v, node)
        selected_objects.begin_for(low, v.place, v.ty)
        text = f"{v.ty} is changed, and it cannot be told which names stand for this object"
        low.unsupported(node, text, "make a copy, or use one name for it")
    return v, v.place


def share_made(low: Lowering, v: TupleV | ListV, node: Any) -> None:
    """Begin anew, with a list that has an identity, if one is changed that several names or containers hold."""
    made = list_identity.makers(low, v)
    if any(key not in low.instance.compiler.shared for key in made):
        item = v.ty.item if isinstance(v, ListV) else list_identity.common_type([i.ty for i in v.items])
        list_identity.share(low, made, item, node)


def list_place(low: Lowering, xs: ListV, node: Any) -> Spot:
    """The place of a list that grows, which is changed."""
    if xs.place is None:
        return Spot("")  # nothing holds it
    if not xs.place.name:
        share_made(low, xs, node)
        text = "a list is changed, and it cannot be told which names stand for it"
        low.unsupported(node, text, "give it a name of its own, and put the list back where it was")
    return xs.place


def set_attribute(low: Lowering, owner: Val, name: str, value: Val, node: Any) -> None:
    """``owner.name = value``."""
    owner = low.certain(owner, node)
    if isinstance(owner, OneOfV) or memory_objects.is_several(owner):
        selected_objects.changed(low, owner, lambda one: set_attribute(low, one, name, value, node), node)
        return
    shared = _of_namespace(low, owner, name)
    if shared is not None:
        outside_changes.assign(low, shared, value, node)
        return
    cls = classes.class_of(low, owner)
    if cls is None:
        hint = "keep it in an object of a class with __call__, or in a list" if isinstance(owner, KnownV) else ""
        low.unsupported(node, f"the attribute '{name}' of {owner.ty} cannot be assigned to in compiled functions", hint)
        raise AssertionError
    _, stored = classes.looked_up(cls, name)
    if isinstance(stored, property):
        if stored.fset is None:
            low.wrong(node, f"property '{name}' of '{cls.__name__}' object has no setter")
        low.expr.apply(stored.fset, [owner, value], {}, node)
        return
    params = getattr(cls, "__dataclass_params__", None)
    if issubclass(cls, tuple) or (params is not None and params.frozen):
        low.wrong(node, f"cannot assign to field '{name}' of {cls.__name__}, which is immutable", "make a new one: replace(...)")
    own = any("__setattr__" in vars(c) for c in cls.__mro__ if c is not object)
    if own and cls is not SimpleNamespace and not (params is not None and params.frozen):
        low.unsupported(node, f"{cls.__name__} has a __setattr__ of its own, which is not supported")
    if isinstance(owner, ReferenceV):
        memory_objects.write(low, owner, name, value, node)
        return
    _note_changed(low, owner)
    path = outside_of(owner)
    if path is not None:
        outside_changes.assign(low, path.attribute(name), value, node)
        return
    _put_attribute(low, owner, name, value, node)


def _put_attribute(low: Lowering, owner: Val, name: str, value: Val, node: Any) -> None:
    found, place = holder(low, owner, node)
    assert found.form is not None
    check_outside(low, place, value, node)
    _let_go(low, found, place, name, value, node)
    put(low, place, _with(found, name, value), node)


def set_item(low: Lowering, owner: Val, key: Any, value: Val, node: Any) -> None:
    """``owner[key] = value``, the key known when compiling."""
    path = outside_of(owner)
    if path is not None:
        _set_outside(low, path, key, value, node)
        return
    found, place = holder(low, owner, node)
    check_outside(low, place, value, node)
    form = found.form
    if form is None or form.kind not in ("list", "dict"):
        no_assignment(low, found, node)
    if form.kind == "dict":
        _let_go(low, found, place, key, value, node)
        put(low, place, _with(found, key, value), node)
        return
    if not isinstance(key, int) or not -len(found.items) <= key < len(found.items):
        low.wrong(node, f"list assignment index {key!r} is out of range for {len(found.items)} items")
    key %= len(found.items)
    note_item(low, place, key)
    if not (isinstance(value, (TupleV, ListV)) and value.place == place.step(key)):
        low.let_go(place.step(key), node)
    items = [found.item(k) for k in range(len(found.items))]
    put(low, place, TupleV([*items[:key], value, *items[key + 1 :]], form), node)


def _of_namespace(low: Lowering, owner: Val, name: str) -> Outside | None:
    """The path of an attribute of a module, or of a class that has it itself."""
    known = owner.value if isinstance(owner, KnownV) else None
    if isinstance(known, types.ModuleType):
        return low.instance.compiler.path(Outside("name", vars(known), name, f"{known.__name__}.{name}"))
    if not isinstance(known, type) or not classes.is_user_class(known):
        return None
    if not hasattr(vars(known).get(name, property()), "__get__"):
        return low.instance.compiler.path(Outside("attribute", known, name, f"{known.__name__}.{name}"))
    return None


def cached_attribute(low: Lowering, owner: Val, name: str, node: Any) -> Val | None:
    """What a ``functools.cached_property`` gives, unless the object has that as an attribute.

    It is computed each time if objects of the class stay as ``__init__`` has made them; else it is an attribute from then on.
    """
    cls = classes.class_of(low, owner)
    stored = classes.looked_up(cls, name)[1] if cls is not None else None
    if isinstance(stored, functools.cached_property) and isinstance(owner, ReferenceV):
        return memory_objects.cached(low, owner, name, lambda: low.expr.apply(stored.func, [owner], {}, node), node)
    if not isinstance(stored, functools.cached_property) or classes.own_attribute(low, owner, name, node) is not None:
        return None
    assert cls is not None
    changed = low.instance.compiler.caching.setdefault(cls, False)
    value = low.expr.stable(low.expr.apply(stored.func, [owner], {}, node))
    if not changed and is_changeable(value.ty):  # the one object that is kept may be changed
        low.instance.compiler.caching[cls] = True
        raise Restart
    if changed and not (isinstance(owner, TupleV) and owner.place is None):
        set_own_attribute(low, low.present(owner, node), name, value, node)
        return classes.own_attribute(low, low.present(owner, node), name, node)
    elif isinstance(value, ArrayV):
        return replace(value, ty=replace(value.ty, readonly=True))
    return value


def _note_changed(low: Lowering, owner: Val) -> None:
    """An attribute of an object is assigned to: from now on what its cached properties give is kept."""
    cls, fn = classes.class_of(low, owner), low.source.fn
    made = isinstance(owner, TupleV) and owner.place is not None and low.instance.arg_names[:1] == [owner.place.name]
    if made and fn.__name__ in ("__init__", "__post_init__"):
        return
    caching = low.instance.compiler.caching
    own = [c for c in cls.__mro__ if any(isinstance(v, functools.cached_property) for v in vars(c).values())] if cls else []
    if cls is not None and own and not caching.get(cls):
        known = cls in caching
        caching[cls] = True
        if known:
            raise Restart


def set_own_attribute(low: Lowering, owner: Val, name: str, value: Val, node: Any) -> None:
    """``owner.__dict__[name] = value``: without properties and ``__setattr__``."""
    cls = classes.class_of(low, owner)
    assert cls is not None
    stored = classes.looked_up(cls, name)[1]
    if hasattr(type(stored), "__set__") or not hasattr(cls, "__dict__") or issubclass(cls, tuple):
        low.unsupported(node, f"'{name}' of {cls.__name__} is a {type(stored).__name__}: what lies in __dict__ does not matter")
    if outside_of(owner) is None:
        _put_attribute(low, owner, name, value, node)
    else:
        set_attribute(low, owner, name, value, node)


def _set_outside(low: Lowering, path: Outside, key: Any, value: Val, node: Any) -> None:
    """An item of a list or dict from outside."""
    owner = path.read()
    if isinstance(owner, list):
        low.instance.compiler.uses[path, "structure"] = None
        if not isinstance(key, int) or not -len(owner) <= key < len(owner):
            low.wrong(node, f"list assignment index {key!r} is out of range for {len(owner)} items")
        key %= len(owner)
    elif not isinstance(owner, dict):
        low.wrong(node, f"'{type(owner).__name__}' object does not support item assignment")
    outside_changes.assign(low, path.item(key), value, node)


def _let_go(low: Lowering, found: TupleV, place: Spot, name: Any, value: Val, node: Any) -> None:
    """An item or attribute is replaced, if it is there, and by another object."""
    assert found.form is not None
    if name in found.form.names:
        at = place.step(found.form.names.index(name))
        if not (isinstance(value, (TupleV, ListV)) and value.place == at):
            low.let_go(at, node)


def _with(found: TupleV, name: Any, value: Val) -> TupleV:
    """The container with an item that is replaced, or added."""
    assert found.form is not None
    items = [found.item(k) for k in range(len(found.items))]
    if name in found.form.names:
        items[found.form.names.index(name)] = value
        return TupleV(items, found.form)
    return TupleV([*items, value], Form(found.form.kind, (*found.form.names, name), found.form.cls, found.form.made))


def check_outside(low: Lowering, place: Spot, value: Val, node: Any) -> None:
    """Refuse a container that is put into itself."""
    for inner in places_in(value):
        if inner.name == place.name and inner.steps == place.steps[: len(inner.steps)]:
            low.unsupported(node, "a container is put into itself, or into something in it", "copy it")


def put(low: Lowering, place: Spot, new: TupleV | ListV, node: Any) -> None:
    """The container at a place is now ``new``."""
    instance = low.instance
    if not place.name:
        return
    low.note_effect(place.name)
    low.lose_copies(place)
    note_touched(low, place)
    if place.name not in instance.mutated:
        instance.mutated.add(place.name)
        raise RoundAgain
    if place.name in low.bound:
        raise RoundAgain  # a parameter: from now on it is a variable
    _check_holders(low, place, new)
    _check_cycle(low, place, new, node)
    inside = object_identity.held_inside(low, place, new)
    whole = _replaced(low.read_root(place.name, node), place.steps, new) if place.steps else new
    low.update_root(place.name, whole, node)
    object_identity.note_put(low, place, new)
    low.facts.identity |= inside


def _check_holders(low: Lowering, place: Spot, new: Val) -> None:
    """Objects that several others hold, or one does that holds objects itself, are better kept in memory when they change."""
    if low.instance.compiler.records.apart:
        referred = low.facts.references.items()
        held = {k for k, at in referred if k[1] and k[1][0] >= 0 and overlap(at, place) and len(at.steps) <= len(place.steps)}
        if len(held) > 1 or (held and _holds_objects(new)):
            raise OtherWay


def _check_cycle(low: Lowering, place: Spot, new: Val, node: Any) -> None:
    """Refuse to put a container into itself: as registers of a variable it would have no end."""
    own = object_identity.canonical(low, place)
    inside = [p for i in (new.items if isinstance(new, TupleV) else ()) for p in places_in(i)]
    for p in (object_identity.canonical(low, q) for q in inside if q.name):
        if p.name == own.name and own.steps[: len(p.steps)] == p.steps:
            low.unsupported(node, "a container is put into itself, or into an item of it", "make a copy")


def _holds_objects(v: Val) -> bool:
    """Whether a container holds objects that can be changed."""
    items = v.items if isinstance(v, TupleV) else []
    own = [i for i in items if isinstance(i, TupleV)]
    return any((i.form is not None and i.form.by_attribute and is_changeable(i.ty)) or _holds_objects(i) for i in own)


def _replaced(v: Val, steps: tuple[int, ...], new: Val) -> TupleV:
    assert isinstance(v, TupleV)
    k, *rest = steps
    inner = _replaced(v.item(k), tuple(rest), new) if rest else new
    items = [v.item(j) for j in range(len(v.items))]
    return TupleV([*items[:k], inner, *items[k + 1 :]], v.form)


def note_inner(low: Lowering, callee: Instance, name: str, place: Spot, steps: tuple[int, ...]) -> None:
    """What a call changes and replaces is changed and replaced by this function, where it is a parameter of it."""
    for n, at in list(callee.touched):
        if n == name and at[: len(steps)] == steps:
            note_touched(low, Spot(place.name, (*place.steps, *at[len(steps) :])))
    for n, at in list(callee.changed_lists):
        if n == name and at[: len(steps)] == steps:
            note_list(low, Spot(place.name, (*place.steps, *at[len(steps) :])))


def note_list(low: Lowering, place: Spot) -> None:
    """A list at a place gets other items, or fewer or more."""
    if place.name:
        low.instance.changed_lists.add((place.name, place.steps))
        low.list_changes.append(place)


def note_item(low: Lowering, place: Spot, key: int | None) -> None:
    """An item of a list of known structure is replaced: which one, if it is known."""
    low.item_changes.append(ItemChange(place, key, dict(low.positions)))


def note_touched(low: Lowering, place: Spot) -> None:
    """The container at a place is changed."""
    low.instance.touched.add((place.name, place.steps))
    which = object_identity.object_at(low, place)
    if which.name or which == SHARED:
        low.instance.touched.add((which.name, which.steps if which.name else ()))


def rebind(low: Lowering, f: TupleV, new: dict[int, Val], node: Any) -> None:
    """Variables that a function has captured, and assigned to: of this function, or in the function as a value."""
    assert f.form is not None
    lifted = f.form.cls
    own = lifted.shares(low.instance.nonlocals, getattr(low.instance.python, "irad_lifted", None))
    own = lifted.nonlocals if lifted.is_of(low.source.fn) else own
    for k in [k for k in new if f.form.names[k] in own]:  # a variable of the function around both
        low.assign_name(f.form.names[k], new.pop(k), node)
    if not new:
        return
    if f.place is not None and f.place.name:
        now = low.follow(f.place, node)
        assert isinstance(now, TupleV)
        put(low, f.place, TupleV([new.get(k, now.item(k)) for k in range(len(now.items))], f.form), node)
    else:
        text = f"{f.form.cls.name}() assigns to a variable of the function around it, and is called out of its reach"
        low.unsupported(node, text)


def places_in(v: Val) -> list[Spot]:
    """The places of a container, and of those in it that others hold as well."""
    if isinstance(v, ListV):
        return [v.place] if v.place is not None else []
    if not isinstance(v, TupleV):
        return []
    own = [v.place] if v.place is not None else []
    return own + [p for i in v.items for p in places_in(i)]


def overlap(a: Spot, b: Spot) -> bool:
    """Whether one of two places is in the other."""
    n = min(len(a.steps), len(b.steps))
    return bool(a.name) and a.name == b.name and a.steps[:n] == b.steps[:n]


def fresh(v: Val) -> Val:
    """The value as one that nothing else holds (a shallow copy)."""
    if isinstance(v, ListV):
        return replace(v, place=None)
    return TupleV([v.item(k) for k in range(len(v.items))], v.form) if isinstance(v, TupleV) else v


def no_assignment(low: Lowering, v: Val, node: Any) -> NoReturn:
    """Refuse an assignment to an item of what has none that can be assigned to."""
    is_tuple = isinstance(v, TupleV) and (v.form is None or v.form.kind == "namedtuple")
    low.wrong(node, f"{'a tuple' if is_tuple else v.ty} does not support item assignment", "use a list" if is_tuple else "")


def _set_attribute_function(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``setattr(object, name, value)``, the name known when compiling."""
    if len(args) != 3 or kw:
        low.wrong(node, f"setattr expected 3 arguments, got {len(args) + len(kw)}")
    low.demand(node, args[1])
    value = low.expr.stable(args[2])
    each = classes.of_each_name(low, args[1], lambda n: _set_attribute_function(low, [args[0], n, value], kw, node), node)
    if each is not None:
        return each
    name = low.expr.key(args[1], node)
    if not isinstance(name, str):
        low.wrong(node, "setattr(): attribute name must be string")
    set_attribute(low, args[0], name, low.expr.stable(args[2]), node)
    return NoneV()


TABLE: dict[Any, Any] = {setattr: _set_attribute_function}
