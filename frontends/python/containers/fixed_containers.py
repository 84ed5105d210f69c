"""Containers of fixed structure: tuples, lists, dicts, named tuples and dataclasses whose items are known when compiling.

They are replaced by their items, so that they cost nothing at run time.  Operations that change their structure (appending, a new
key) are not supported.
"""

from __future__ import annotations

from dataclasses import replace
from enum import EnumType, Flag
from typing import Any

from irad.frontends.python.compiled_classes import iterator_objects
from irad.frontends.python.containers import container_methods, hashed, key_search
from irad.frontends.python.core import integers
from irad.frontends.python.core.conditions import select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    IterV,
    KnownV,
    NoneV,
    ReferenceV,
    ScalarV,
    Spot,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.messages.callable_names import no_method
from irad.frontends.python.objects import changes, classes, memory_objects
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.python_types import FUNCTION, ITERATOR, OBJECT, SETS, WHOLE, Form, is_changeable

VIEWS = ("dict_keys", "dict_values", "dict_items")  # kinds of iterators that can be used several times


def keys_of(low: Lowering, v: TupleV, node: Any) -> TupleV:
    """The keys of a dict."""
    assert v.form is not None
    names = v.form.names if v.form.kind == "dict" else _in_order(v.form.names)
    return TupleV([low.expr.constant(n, node) for n in names], Form("list"))


def _in_order(names: tuple[Any, ...]) -> list[Any]:
    """The items of a set as Python goes through them."""
    found: set[Any] = set()
    for name in names:
        found.add(name)
    return list(found)


def method(low: Lowering, owner: TupleV, name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``d.items()`` and the like."""
    kind = owner.form.kind if owner.form is not None else "tuple"
    if kind == "dict" and not kw:
        may_change = owner.place is not None and owner.place.name in low.instance.mutated
        if may_change and f"dict_{name}" in VIEWS and not args:
            return IterV(f"dict_{name}", known=lambda: _view(low, low.present(owner, node), name, node))
        if name == "keys" and not args:
            return keys_of(low, owner, node)
        if name == "values" and not args:
            return TupleV(all_items(owner), Form("list"))
        if name == "items" and not args:
            pairs = zip(keys_of(low, owner, node).items, all_items(owner), strict=True)
            return TupleV([TupleV(list(p)) for p in pairs], Form("list"))
        if name == "get" and 1 <= len(args) <= 2:
            return _get(low, owner, args, node)
    if kind == "namedtuple" and name == "_replace" and not args:
        assert owner.form is not None
        unknown = set(kw) - set(owner.form.names)
        if unknown:
            low.wrong(node, f"{owner.ty} has no field '{unknown.pop()}'")
        items = [kw.get(n, v) for n, v in zip(owner.form.names, owner.items, strict=True)]
        return low.expr.apply(owner.form.cls, items, {}, node)
    if kind == "namedtuple" and name == "_asdict" and not args and not kw:
        assert owner.form is not None
        return TupleV(all_items(owner), Form("dict", owner.form.names))
    changed = container_methods.TABLE.get(("tuple" if kind == "namedtuple" else kind, name))
    if changed is not None:
        return changed(low, owner, args, kw, node)
    if owner.form is not None and owner.form.cls is not None:
        hint = "call a function that takes the object"
        low.unsupported(node, f"methods of {owner.form.cls.__name__} are not supported in compiled functions", hint)
    hint = "make an array of known size and write into it" if name in ("append", "extend", "insert", "pop") else ""
    low.unsupported(node, *no_method(kind, name, hint))
    raise AssertionError


def _view(low: Lowering, owner: Val, name: str, node: Any) -> list[Val]:
    """The items of a view of a dict, as it is now."""
    if not isinstance(owner, TupleV):
        low.unsupported(node, f"a view of a dict that is {owner.ty} by now", "make a list of it before")
    assert isinstance(owner, TupleV)
    keys = keys_of(low, owner, node).items
    pairs = list(zip(keys, all_items(owner), strict=True))
    return [k if name == "keys" else v if name == "values" else TupleV([k, v]) for k, v in pairs]


def _get(low: Lowering, owner: TupleV, args: list[Val], node: Any) -> Val:
    assert owner.form is not None
    key, default = args[0], args[1] if len(args) > 1 else NoneV()
    unknown = known_value(key) is UNKNOWN and integers.known_index(key) is None and key_search.can_be_searched(key)
    if unknown and not key_search.is_chosen(key) and not _is_table(low, owner, default):
        low.demand(node, key)
        hashed.begin_anew(low, owner, key)
    if unknown:
        return with_default(low, owner, key, default, node)
    key = low.expr.key(key, node, owner)
    return owner.item(owner.form.names.index(key)) if key in owner.form.names else default


def _is_table(low: Lowering, owner: TupleV, default: Val) -> bool:
    """Whether a dict holds numbers of one type, as the default is one, so that its keys may be compared at run time."""
    kinds = {v.ty.kind if isinstance(v, ScalarV) else None for v in (default, *owner.items)}
    return len(kinds) == 1 and None not in kinds and key_search.is_fixed(low, owner)


def with_default(low: Lowering, owner: TupleV, key: Val, default: Val, node: Any) -> Val:
    """``owner.get(key, default)``, where the run tells which key it is."""
    found, items = default, all_items(owner)
    for k, is_it in key_search.each(low, key, owner.form.names if owner.form is not None else (), node):
        item = items[k]
        ty = join(item.ty, found.ty)
        if ty is None or is_changeable(ty):
            low.demand(node, key)
            hint = "make all values of one type, numbers or arrays" if ty is None else "write a branch for each key"
            low.unsupported(node, f"an item {item.ty} or {found.ty} is chosen by a key that is known at run time", hint)
            raise AssertionError
        pairs = zip(low.leaves(item, ty), low.leaves(found, ty), strict=True)
        found = low.from_leaves(ty, [select(low, is_it, a, b) for a, b in pairs])
    return found


def all_items(v: TupleV) -> list[Val]:
    """The items, with their places."""
    return [v.item(k) for k in range(len(v.items))]


def has_field(v: TupleV, name: str) -> bool:
    """Whether ``v.name`` is an item."""
    return v.form is not None and v.form.by_attribute and name in v.form.names


def enumerated(v: TupleV, first: int) -> TupleV:
    """The items of ``enumerate``."""
    return TupleV([TupleV([ScalarV(WHOLE, const(first + k)), item]) for k, item in enumerate(all_items(v))])


def zipped(parts: list[TupleV]) -> TupleV:
    """The items of ``zip``."""
    return TupleV([TupleV(list(items)) for items in zip(*(all_items(p) for p in parts), strict=False)])


def is_even(v: TupleV) -> bool:
    """Whether all items are numbers of one type, so that a loop can iterate over them as over an array."""
    return bool(v.items) and all(isinstance(i, ScalarV) for i in v.items) and len({str(i.ty) for i in v.items}) == 1


def as_iterated(low: Lowering, v: Val, node: Any) -> Val:
    """What a loop over ``v`` iterates over: a container with the items, if their number is known when compiling."""
    if isinstance(v, IterV) and v.known is not None:
        return TupleV(v.known())
    if isinstance(v, IterV) and v.made is not None:
        return v.made(False)
    v = memory_objects.as_tuple(low, memory_objects.filled(low, v))
    if isinstance(v, KnownV) and isinstance(v.value, (str, EnumType, Flag)):
        return TupleV([low.expr.constant(item, node) for item in v.value])
    if isinstance(v, TupleV) and v.form is not None:
        if v.form.kind in ("dict", *SETS):
            return keys_of(low, v, node)
        if v.form.kind == ITERATOR:
            return TupleV(taken(low, v, len(v.items), node))
    if isinstance(v, ReferenceV) or (isinstance(v, TupleV) and v.form is not None and v.form.kind != "namedtuple"):
        cls = classes.class_of(low, v)
        if cls is not None and hasattr(cls, "__iter__"):
            found = low.expr.apply_method(v, "__iter__", [], {}, node)
            if hasattr(classes.class_of(low, found), "__next__"):
                found = low.expr.apply(iterator_objects.drawn, [found], {}, node)
            return as_iterated(low, found, node)
        plain = isinstance(v, ReferenceV) or (v.form is not None and v.form.kind in ("dataclass", OBJECT))
        if plain and cls is not None and hasattr(cls, "__getitem__"):
            return as_iterated(low, low.expr.apply(iterator_objects.by_index, [v], {}, node), node)
        if isinstance(v, ReferenceV) or (v.form is not None and v.form.kind in ("dataclass", OBJECT, FUNCTION)):
            low.wrong(node, f"{v.ty} cannot be iterated")
    return v


def taken(low: Lowering, v: TupleV, count: int, node: Any) -> list[Val]:
    """The next items of an iterator, which has the rest then."""
    items = all_items(v)
    if v.place is not None and count:
        low.drawn += 1
        items[:count] = [low.hold_apart(_apart(i, v.place), node) for i in items[:count]]
        changes.put(low, changes.holder(low, v, node)[1], TupleV(items[count:], v.form), node)
    return items[:count]


def _apart(v: Val, place: Spot) -> Val:
    """A tuple that only an iterator holds, when it leaves it (``enumerate`` and ``zip`` make them)."""
    made = isinstance(v, TupleV) and v.form is None and v.place is not None and v.place.name == place.name
    return replace(v, place=None) if made else v  # type: ignore[type-var]


def iterator(items: list[Val]) -> TupleV:
    """An iterator over these items."""
    return TupleV(items, Form(ITERATOR))
