"""Methods of lists and dicts of known structure: those that change them, copy them, or look for something."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.containers import counters, growing_lists, list_values, shared_lists
from irad.frontends.python.containers.key_search import equal_items
from irad.frontends.python.core.conditions import FALSE, TRUE, either, select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, ListV, NoneV, ScalarV, SharedV, TupleV, Val, const
from irad.frontends.python.core.texts import UNKNOWN, Message, known_value
from irad.frontends.python.messages.callable_names import no_key
from irad.frontends.python.objects import changes, choices, object_identity
from irad.frontends.python.sources.python_types import FLAG, WHOLE, Form
from irad.rules.deferred_errors import of_key

Args = list[Val]
Keywords = dict[str, Val]


def _items(v: TupleV) -> list[Val]:
    return [v.item(k) for k in range(len(v.items))]


def taken_out(low: Lowering, v: Val, owner: TupleV, node: Any) -> Val:
    """An item that leaves a container: names that refer to it, and what gets it, have one object."""
    at = v.place if isinstance(v, (TupleV, ListV)) else None
    if at is not None and at.name and owner.place is not None and at.name != owner.place.name:
        return v  # another name's
    v = low.hold_apart(v, node)
    place = v.place if isinstance(v, (TupleV, ListV)) else None
    return v if place is not None and place.name.startswith(choices.HELD) else changes.fresh(v)


def _put(low: Lowering, owner: TupleV, new: TupleV, node: Any, moved: bool = False) -> Val:
    """``moved``: items get other places, or go."""
    found, place = changes.holder(low, owner, node)
    mixed = False  # whether it is not known any more which item is which
    if owner.form is not None and owner.form.kind == "list":
        changes.note_list(low, place)
    if moved and any(isinstance(i, TupleV) and choices.is_chosen(i.place) for i in new.items):
        for key, p in list(low.facts.references.items()):  # which of them another name stands for is not known any more
            if p.name == place.name and p.steps[: len(place.steps)] == place.steps and len(p.steps) > len(place.steps):
                low.facts.lost.add(key[0])
                low.facts.references.pop(key, None)
                low.reads.pop(key[0], None)
        if not any(isinstance(i, TupleV) and i.place is not None and i.place.name != place.name for i in found.items):
            new, mixed = TupleV([changes.fresh(i) for i in new.items], new.form), True
    if moved:
        new = TupleV([low.hold_apart(i, node) for i in new.items], new.form)
        for k in range(len(found.items)):
            low.let_go(place.step(k), node)
    owner_object = object_identity.object_at(low, place)
    changes.put(low, place, new, node)
    if mixed and owner_object.name:
        for k in range(len(new.items)):
            low.facts.identity[place.name, (*place.steps, k)] = object_identity.among(owner_object.name)
    return NoneV()


def _count(low: Lowering, args: Args, kw: Keywords, most: int, name: str, node: Any) -> None:
    if kw or len(args) > most:
        low.wrong(node, f"{name}() takes {most} argument{'s' if most != 1 else ''} here")


def _known(low: Lowering, v: Val, name: str, node: Any, owner: TupleV | None = None) -> Any:
    found = known_value(v)
    if found is UNKNOWN:
        if owner is not None:
            changes.share_made(low, owner, node)
        low.demand(node, v)
        text = f"the argument of {name}() must be known when compiling, since it decides the structure of a container"
        low.unsupported(node, text)
    return found


def _index(low: Lowering, v: Val, owner: TupleV, name: str, node: Any) -> int:
    count = len(owner.items)
    k = _known(low, v, name, node, owner)
    if not isinstance(k, int) or not -count <= k < count:
        low.wrong(node, f"{name} index {k!r} is out of range for {count} items")
    return int(k) % count if count else 0


def _append(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    _count(low, args, kw, 1, "append", node)
    list_values.grows_here(low, owner, low.expr.stable(args[0]))
    return _put(low, owner, TupleV([*_items(owner), low.expr.stable(args[0])], owner.form), node)


def _as_items(low: Lowering, v: Val, node: Any) -> list[Val]:
    v = low.expr.apply(list, [v], {}, node)
    if isinstance(v, TupleV):
        return _items(v)
    low.unsupported(node, f"{v.ty} cannot be put behind a list of known structure", "append item by item")
    raise AssertionError


def _extend(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    _count(low, args, kw, 1, "extend", node)
    more = _as_items(low, args[0], node)
    for v in more:
        list_values.grows_here(low, owner, v)
    return _put(low, owner, TupleV([*_items(owner), *more], owner.form), node)


def _insert(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    _count(low, args, kw, 2, "insert", node)
    items = _items(owner)
    items.insert(int(_known(low, args[0], "insert", node, owner)), low.expr.stable(args[1]))
    return _put(low, owner, TupleV(items, owner.form), node, True)


def _pop(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    _count(low, args, kw, 1, "pop", node)
    if not owner.items:
        low.known_error(IndexError, "pop from empty list", node)
    k = _index(low, args[0], owner, "pop", node) if args else len(owner.items) - 1
    items = _items(owner)
    out = taken_out(low, items.pop(k), owner, node)
    _put(low, owner, TupleV(items, owner.form), node, True)
    return out


def _clear(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    assert owner.form is not None
    return _put(low, owner, TupleV([], Form(owner.form.kind, (), owner.form.cls, owner.form.made)), node, True)


def _reverse(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    return _put(low, owner, TupleV(_items(owner)[::-1], owner.form), node, True)


def _remove(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    _count(low, args, kw, 1, "remove", node)
    items = _items(owner)
    for k, item in enumerate(items):
        same = equal_items(low, item, args[0], node)
        if not isinstance(same, ir.Constant):
            changes.share_made(low, owner, node)
            low.demand(node, ScalarV(FLAG, same))
            low.unsupported(node, "which item is removed must be known when compiling", "use an array and a mask")
        if same.constant:
            return _put(low, owner, TupleV([*items[:k], *items[k + 1 :]], owner.form), node, True)
    return low.known_error(ValueError, "list.remove(x): x not in list", node)


def _sort(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    if args:
        low.wrong(node, "sort() takes no positional arguments")
    made = low.expr.apply(sorted, [owner], kw, node)
    assert isinstance(made, TupleV)
    return _put(low, owner, TupleV(made.items, owner.form), node, True)


def _pop_item(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    assert owner.form is not None
    last = _is_last(low, owner, args, kw, "popitem", node)
    if not owner.items:
        low.known_error(KeyError, "dictionary is empty" if _is_ordered(owner) else "popitem(): dictionary is empty", node)
    k = len(owner.items) - 1 if last else 0
    value = taken_out(low, owner.item(k), owner, node)
    items = dict(zip(owner.form.names, _items(owner), strict=True))
    del items[owner.form.names[k]]
    _put(low, owner, TupleV(list(items.values()), Form("dict", tuple(items), owner.form.cls, owner.form.made)), node, True)
    return TupleV([low.expr.constant(owner.form.names[k], node), value])


def _is_ordered(owner: TupleV) -> bool:
    """Whether it is an ``OrderedDict``."""
    return counters.dict_class(owner.form) == "OrderedDict"


def _is_last(low: Lowering, owner: TupleV, args: Args, kw: Keywords, name: str, node: Any) -> bool:
    """The argument ``last`` of a method of an ``OrderedDict``."""
    if not _is_ordered(owner) and (args or kw):
        low.wrong(node, f"dict.{name}() takes no arguments")
    if len(args) + len(kw) > 1 or not kw.keys() <= {"last"}:
        low.wrong(node, f"{name}() takes one argument 'last' here")
    given = args[0] if args else kw.get("last")
    return True if given is None else bool(_known(low, given, name, node, owner))


def _move_to_end(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    assert owner.form is not None
    if not _is_ordered(owner):
        low.wrong(node, "'dict' object has no attribute 'move_to_end'", "make it a collections.OrderedDict")
    given = list(args) if args else [kw.pop("key")] if "key" in kw else []
    if not given:
        low.wrong(node, "move_to_end() missing required argument 'key' (pos 1)")
    key = low.expr.key(given[0], node, owner)
    last = _is_last(low, owner, given[1:], kw, "move_to_end", node)
    if key not in owner.form.names:
        return low.known_error(KeyError, of_key(key), node, no_key("the dict", key, owner.form.names))
    items = dict(zip(owner.form.names, _items(owner), strict=True))
    moved = {key: items.pop(key)}
    items = items | moved if last else moved | items
    return _put(low, owner, TupleV(list(items.values()), Form("dict", tuple(items), owner.form.cls, owner.form.made)), node, True)


def update_in_place(low: Lowering, op: Any, owner: Val, value: Val, node: Any) -> bool:
    """``owner += value`` and the like of lists, dicts and sets, which change themselves; False for everything else."""
    owner = low.present(owner, node)
    if isinstance(value, (ArrayV, LazyV)) and isinstance(op, ast.Add):
        return False  # the array's addition comes first: the name then stands for an array
    if isinstance(owner, SharedV) and isinstance(op, ast.Add):
        shared_lists.method(low, owner, "extend", [value], {}, node)
        return True
    if isinstance(owner, ListV) and isinstance(op, ast.Add) and not owner.ty.frozen:
        how = growing_lists.method if owner.name else list_values.method
        how(low, owner, "extend", [value], {}, node)
        return True
    if counters.update_in_place(low, op, owner, value, node):
        return True
    kind = owner.form.kind if isinstance(owner, TupleV) and owner.form is not None else ""
    if kind == "list" and isinstance(op, ast.Add):
        _extend(low, owner, [value], {}, node)  # type: ignore[arg-type]
    elif (kind == "list" and isinstance(op, ast.Mult)) or (
        kind == "set" and type(op) in (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
    ):
        new = low.expr.binary(op, owner, value, node)
        assert isinstance(owner, TupleV)
        if not isinstance(new, TupleV):
            low.unsupported(
                node, "a list of known structure as often as is known at run time only is not supported", "xs = xs * n"
            )
            raise AssertionError
        _put(low, owner, new, node)
    elif kind == "dict" and isinstance(op, ast.BitOr):
        _update(low, owner, [value], {}, node)  # type: ignore[arg-type]
    else:
        return False
    return True


def remove_item(low: Lowering, owner: Val, index: Val, node: Any) -> None:
    """``del owner[index]``."""
    kind = owner.form.kind if isinstance(owner, TupleV) and owner.form is not None else ""
    if kind not in ("list", "dict"):
        low.wrong(node, f"{owner.ty} does not support item deletion")
    assert isinstance(owner, TupleV) and owner.form is not None
    if kind == "dict" and counters.is_counter(owner) and low.expr.key(index, node, owner) not in owner.form.names:
        return
    if kind == "dict":
        _pop_key(low, owner, [index], {}, node)
        return
    items = _items(owner)
    at = _known(low, index, "del", node, owner)
    if not isinstance(at, slice):
        at = _index(low, index, owner, "list", node)
    del items[at]
    _put(low, owner, TupleV(items, owner.form), node, True)


def _copy(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    if owner.form is not None and counters.dict_class(owner.form) == "mappingproxy":
        owner = TupleV(_items(owner), Form("dict", owner.form.names))
    return changes.fresh(owner)


def _update(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    """``d.update(other, key=value)``."""
    assert owner.form is not None
    new: dict[Any, Val] = {}
    for given in args:
        if isinstance(given, TupleV) and given.form is not None and given.form.kind == "dict":
            new |= dict(zip(given.form.names, _items(given), strict=True))
        else:
            for pair in _as_items(low, given, node):
                if not isinstance(pair, TupleV) or len(pair.items) != 2:
                    low.wrong(node, "update() takes a dict, or pairs of keys and values")
                    raise AssertionError
                new[low.expr.key(pair.items[0], node, owner)] = pair.item(1)
    return with_items(low, owner, new | {k: low.expr.stable(v) for k, v in kw.items()}, node)


def with_items(low: Lowering, owner: TupleV, new: dict[Any, Val], node: Any) -> Val:
    """The dict gets these items."""
    assert owner.form is not None
    found, place = changes.holder(low, owner, node)
    for key in new:
        if key in owner.form.names:
            low.let_go(place.step(owner.form.names.index(key)), node)
    items = dict(zip(owner.form.names, _items(found), strict=True)) | new
    changes.put(low, place, TupleV(list(items.values()), Form("dict", tuple(items), owner.form.cls, owner.form.made)), node)
    return NoneV()


def _pop_key(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    assert owner.form is not None
    key = low.expr.key(args[0], node, owner)
    if key not in owner.form.names:
        if len(args) > 1:
            return args[1]
        return low.known_error(KeyError, of_key(key), node, no_key("the dict", key, owner.form.names))
    items = dict(zip(owner.form.names, _items(owner), strict=True))
    out = taken_out(low, items.pop(key), owner, node)
    _put(low, owner, TupleV(list(items.values()), Form("dict", tuple(items), owner.form.cls, owner.form.made)), node, True)
    return out


def _set_default(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    assert owner.form is not None
    key = low.expr.key(args[0], node, owner)
    if key not in owner.form.names:
        with_items(low, owner, {key: low.expr.stable(args[1]) if len(args) > 1 else NoneV()}, node)
        place = changes.holder(low, owner, node)[1]
        owner = low.present(TupleV(owner.items, owner.form, place), node)  # type: ignore[assignment]
    assert owner.form is not None
    return owner.item(owner.form.names.index(key))


def _find(low: Lowering, owner: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    """``xs.index(v)``, also with bounds, and ``xs.count(v)``: each item is compared."""
    name, kind = node.func.attr, "list" if owner.form is not None and owner.form.kind == "list" else "tuple"
    if kw or not 1 <= len(args) <= (3 if name == "index" else 1):
        low.wrong(node, f"{kind}.{name}() does not take these arguments")
    bounds = [_known(low, a, name, node) for a in args[1:]]
    places = range(len(owner.items))[slice(bounds[0], bounds[1] if len(bounds) > 1 else None) if bounds else slice(None)]
    wanted, items = known_value(args[0]), [known_value(v) for v in owner.items]
    if wanted is UNKNOWN or UNKNOWN in items:
        same = [equal_items(low, owner.item(k), args[0], node) for k in places]
    else:
        same = [TRUE if items[k] is wanted or items[k] == wanted else FALSE for k in places]
    if name == "count":
        count: Any = const(sum(flag.constant for flag in same if isinstance(flag, ir.Constant)))
        for flag in same:
            count = count if isinstance(flag, ir.Constant) else low.b.add(count, low.b.zext(flag, count.type))
        return ScalarV(WHOLE, count)
    at, found = const(0), FALSE
    for k, flag in reversed(list(zip(places, same, strict=True))):
        at, found = select(low, flag, const(k), at), either(low, found, flag)
    text = Message(low)
    text.text("tuple.index(x): x not in tuple" if kind == "tuple" else "")
    if kind == "list":
        text.value(args[0], "", "r")
        text.text(" is not in list")
    if isinstance(found, ir.Constant) and not found.constant and not low.guarded:
        low.wrong(node, f"ValueError: {text.template}")
    low.check(found, ValueError, text.template, node, text.details)
    return ScalarV(WHOLE, at)


TABLE: dict[tuple[str, str], Callable[..., Val]] = {
    ("list", "append"): _append, ("list", "extend"): _extend, ("list", "insert"): _insert, ("list", "pop"): _pop,
    ("list", "clear"): _clear, ("list", "reverse"): _reverse, ("list", "copy"): _copy, ("list", "index"): _find,
    ("list", "count"): _find, ("tuple", "index"): _find, ("tuple", "count"): _find, ("dict", "update"): _update,
    ("dict", "pop"): _pop_key, ("dict", "clear"): _clear, ("dict", "copy"): _copy, ("dict", "setdefault"): _set_default,
    ("list", "remove"): _remove, ("list", "sort"): _sort, ("dict", "popitem"): _pop_item,
    ("dict", "move_to_end"): _move_to_end,
}  # fmt: skip
