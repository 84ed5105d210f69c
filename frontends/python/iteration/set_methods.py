"""Methods of sets whose items are known when compiling."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

from irad.frontends.python.containers import hashed
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, NoneV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.iteration.comparisons import truth
from irad.frontends.python.iteration.iterators import as_list, known_items, needed_items
from irad.frontends.python.iteration.making import is_set, new_set
from irad.frontends.python.iteration.sequences import of_sets
from irad.frontends.python.objects import changes
from irad.frontends.python.sources.python_types import Form
from irad.rules.deferred_errors import of_key

Args = list[Val]
_COMBINED: dict[str, Callable[[Any, Any], Any]] = {
    "union": operator.or_, "intersection": operator.and_, "difference": operator.sub, "symmetric_difference": operator.xor,
}  # fmt: skip
_CHANGED = {
    "update": "union", "intersection_update": "intersection", "difference_update": "difference",
    "symmetric_difference_update": "symmetric_difference",
}  # fmt: skip
_ASKED: dict[str, Callable[[set[Any], set[Any]], bool]] = {
    "issubset": operator.le, "issuperset": operator.ge, "isdisjoint": lambda a, b: a.isdisjoint(b),
}  # fmt: skip


def names(v: Val) -> tuple[Any, ...]:
    """The items of a set."""
    assert isinstance(v, TupleV) and v.form is not None
    return v.form.names


def _as_set(low: Lowering, v: Val, node: Any) -> Val:
    return v if is_set(v) else new_set(low, needed_items(low, v, "a set", node), node)


def _put(low: Lowering, owner: TupleV, new: tuple[Any, ...], node: Any) -> Val:
    _, place = changes.holder(low, owner, node)
    assert owner.form is not None
    changes.put(low, place, TupleV([], Form("set", new, made=owner.form.made)), node)
    return NoneV()


def _have_numbers(low: Lowering, owner: TupleV, name: str, args: Args, node: Any) -> None:
    """Begin anew with computed items, if a method gets some, or if which one it takes depends on the table."""
    if name == "pop":
        hashed.begin_anew(low, owner)
    if name in ("add", "discard", "remove") and len(args) == 1 and known_value(args[0]) is UNKNOWN:
        low.demand(node, args[0])
        hashed.begin_anew(low, owner, args[0])
    if name in _COMBINED or name in _CHANGED or name in _ASKED:
        for v in args:
            items = known_items(low, v, node) if not is_set(v) else []
            if items is None:
                found = as_list(low, v, node)
                item = found.ty.item if isinstance(found, ListV) else None
                hashed.begin_with(low, owner, *([item] if item is not None else []))
            elif any(known_value(i) is UNKNOWN for i in items):
                hashed.begin_anew(low, owner, *items[:1])


def method(low: Lowering, owner: TupleV, name: str, args: Args, kw: dict[str, Val], node: Any) -> Val:
    """``s.add(x)`` and the like."""
    assert owner.form is not None
    own, count = names(owner), len(args)
    _have_numbers(low, owner, name, args, node)
    if kw:
        low.wrong(node, f"{owner.form.kind}.{name}() takes no keyword arguments")
    if name in _COMBINED:
        given = [_as_set(low, a, node) for a in args]
        return reduce(lambda a, b: of_sets(a, b, _COMBINED[name]), given, TupleV([], owner.form))
    if name in _ASKED and count == 1:
        return truth(_ASKED[name](set(own), set(names(_as_set(low, args[0], node)))))
    if name == "copy" and not count:
        return TupleV([], owner.form)
    if owner.form.kind == "set":
        if name in _CHANGED:
            given = [_as_set(low, a, node) for a in args]
            made = reduce(lambda a, b: of_sets(a, b, _COMBINED[_CHANGED[name]]), given, TupleV([], owner.form))
            return _put(low, owner, names(made), node)
        if name == "clear" and not count:
            return _put(low, owner, (), node)
        if name in ("add", "discard", "remove") and count == 1:
            (item,) = names(new_set(low, args, node))
            if name == "remove" and item not in own:
                return low.known_error(KeyError, of_key(item), node, f"KeyError: {item!r} is not in the set")
            return _put(low, owner, (*own, item) if name == "add" and item not in own else _without(own, item, name), node)
    low.unsupported(node, f"the method '{name}' of a {owner.form.kind} is not supported like this")
    raise AssertionError


def _without(own: tuple[Any, ...], item: Any, name: str) -> tuple[Any, ...]:
    return own if name == "add" else tuple(n for n in own if n != item)
