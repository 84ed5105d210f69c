"""New containers: ``list``, ``tuple``, ``dict``, ``set``, and displays with stars."""

from __future__ import annotations

import ast
import functools
import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from irad.frontends.python.compiled_classes import counter_objects, hashed_objects, ordered_dicts
from irad.frontends.python.containers import growing_lists, hashed, list_values, shared_lists
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    LazyV,
    ListV,
    RangeV,
    ScalarV,
    SliceV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.iteration.iterators import MOST_ITEMS, as_list, begun, known_items, made_list, needed_items
from irad.frontends.python.iteration.iterators import made as made_now
from irad.frontends.python.objects import classes
from irad.frontends.python.sources.python_types import SETS, WHOLE, Form, List
from irad.frontends.python.trees.comprehensions import is_made_list

Args = list[Val]
Keywords = dict[str, Val]


def _tuple(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if not args:
        return TupleV([])
    if isinstance(args[0], TupleV) and args[0].form is None:
        return args[0]
    made = hashed.key_of(node, "tuple")
    if made in low.instance.compiler.known_tuples:
        low.demand(node, args[0])
    items = known_items(low, args[0], node)
    if items is None and made in low.instance.compiler.known_tuples:
        items = elements(low, args[0], node)
    if items is not None:
        return TupleV(items)
    v = args[0]
    fresh = isinstance(v, ListV) and is_made_list(v.name) and v.place is None
    found = shared_lists.opened(low, v if fresh else as_list(low, v, node))
    assert isinstance(found, ListV)
    out = frozen(found)
    return replace(out, ty=replace(out.ty, made=made))


def elements(low: Lowering, v: Val, node: Any) -> list[Val] | None:
    """The items of an array whose length is known when compiling, if there are few."""
    if not isinstance(v, (ArrayV, LazyV)) or not v.shape:
        return None
    count, item = low.expr.counted(v, node)
    n = known_int(count)
    return [low.expr.stable(item(const(k))) for k in range(n)] if n is not None and n <= MOST_ITEMS else None


def frozen(xs: ListV) -> ListV:
    """A list that nobody else has, as a tuple."""
    return ListV(List(growing_lists.known_item(xs), frozen=True), xs.data, xs.count, "", xs.count)


def _list(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return as_list(low, args[0], node) if args else list_values.empty(low, node)


def is_dict(v: Val) -> bool:
    """Whether a value is a dict of known structure."""
    return isinstance(v, TupleV) and v.form is not None and v.form.kind == "dict"


def entries(low: Lowering, v: Val, node: Any) -> dict[Any, Val]:
    """The items of a dict, or the pairs of keys and values that are iterated over."""
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == "dict":
        return dict(zip(v.form.names, all_items(v), strict=True))
    out: dict[Any, Val] = {}
    for pair in needed_items(low, v, "a dict", node):
        parts = known_items(low, pair, node)
        if parts is None or len(parts) != 2:
            low.wrong(node, "dict() takes a dict, or pairs of keys and values")
            raise AssertionError
        out[low.expr.key(parts[0], node)] = low.expr.stable(parts[1])
    return out


def new_dict(found: dict[Any, Val], cls: Any = None, made: Any = None) -> TupleV:
    """A dict with these items."""
    return TupleV(list(found.values()), Form("dict", tuple(found), cls, made))


def _dict(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if len(args) > 1:
        low.wrong(node, f"dict expected at most 1 argument, got {len(args)}")
    if args and not is_dict(args[0]) and not kw and not has_known_keys(low, args[0], node):
        if classes.class_of(low, args[0]) in (hashed_objects.Dict, hashed_objects.DefaultDict, counter_objects.Counter):
            return low.expr.apply_method(args[0], "copy", [], {}, node)
        if classes.class_of(low, args[0]) is ordered_dicts.SortedByArrival:
            return low.expr.apply_method(args[0], "plain_copy", [], {}, node)
        return hashed.dict_of(low, as_list(low, args[0], node), node)
    found = entries(low, args[0], node) if args else {}
    return hashed.as_dict(low, new_dict(found | {k: low.expr.stable(v) for k, v in kw.items()}), node, "dict")


def takes_items(fn: Any, place: int, count: int) -> bool:
    """Whether a function that iterates takes the items of this one of ``count`` arguments: `map` calls the first one."""
    if fn in (min, max):
        return count == 1
    if fn is itertools.repeat:
        return False
    if fn is functools.reduce:
        return place == 1
    if fn in (sum, enumerate, itertools.islice, itertools.accumulate, dict.fromkeys):
        return place == 0
    calls = fn in (map, filter, itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.starmap)
    return place > 0 or not calls


def taken(low: Lowering, fn: Any, v: Val, node: Any) -> Val:
    """An argument of a function that takes items: what its ``__iter__`` gives; a dict itself, if the function makes dicts."""
    cls = classes.class_of(low, v)
    is_mapping = isinstance(cls, type) and issubclass(cls, hashed_objects.Dict)
    return v if is_mapping and fn in (dict, Counter) else begun(low, v, node)


def has_known_keys(low: Lowering, v: Val, node: Any) -> bool:
    """Whether the keys of pairs are known when compiling, or can be."""
    items = low.dry(lambda: known_items(low, v, node))
    if items is None:
        low.demand(node, v)
        return False
    keys = [i.items[0] for i in items if isinstance(i, TupleV) and i.items]
    for key in keys:
        if known_value(key) is UNKNOWN and hashed.is_key(key.ty):
            low.demand(node, key)
            return False
    return True


def _set(kind: str) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        if args and kind == "set" and not is_set(args[0]):
            items = known_items(low, args[0], node)
            if items is None or any(known_value(i) is UNKNOWN for i in items):
                return computed_set(low, args[0], items, node)
        return new_set(low, needed_items(low, args[0], f"{kind}()", node) if args else [], node, kind)

    return handler


def computed_set(low: Lowering, v: Val, items: list[Val] | None, node: Any) -> Val:
    """A set of items of which the number, or what they are, is known at run time only."""
    if items is None:
        low.demand(node, v)
        return hashed.set_of(low, v if is_object(low, v) else as_list(low, v, node), node)
    low.demand(node, *items)
    return hashed.set_of(low, TupleV(items), node)


def is_object(low: Lowering, v: Val) -> bool:
    """Whether a value is an object of a class."""
    return classes.class_of(low, v) is not None


def new_set(low: Lowering, items: list[Val], node: Any, kind: str = "set") -> Val:
    """A set of items that are known when compiling."""
    names: dict[Any, None] = {}
    for v in items:
        name = known_value(v)
        if name is UNKNOWN:
            low.demand(node, v)
            if kind == "set" and all(hashed.is_key(i.ty) for i in items):
                return hashed.set_of(low, TupleV(items), node)
            hint = "use a list, or np.sort of an array"
            text = f"the items of a set must be known when compiling, and {v.ty} is not"
            if isinstance(v, TupleV) and v.form is not None and v.form.kind in SETS:
                text, hint = "sets of sets are not supported in compiled functions", "use sorted tuples: {tuple(sorted(b)) ...}"
            low.unsupported(node, text, hint)
        try:
            names[name] = None
        except TypeError as error:
            low.wrong(node, f"set: {error}")
    made = TupleV([], Form(kind, tuple(names)))
    return hashed.as_set(low, made, node, "set") if kind == "set" else made


def joined(low: Lowering, parts: list[tuple[bool, Val]], node: Any) -> Val:
    """``[a, *b, c]``; parts: whether it is one with a star, and the value."""
    if all(not star or known_items_are_there(low, v, node) for star, v in parts):
        out: list[Val] = []
        for star, v in parts:
            out += (known_items(low, v, node) or []) if star else [v]
        return TupleV(out, Form("list"))
    low.demand(node, *(v for star, v in parts if star and not known_items_are_there(low, v, node)))
    if isinstance(node, ast.Set):
        text = "a star before what has as many items as are known at run time only"
        low.unsupported(node, text, "use set.union, or add and update")
    name = made_list(low, node)
    for star, v in parts:
        if star:
            growing_lists.extend(low, name, low.present(v, node), node)
        else:
            growing_lists.append(low, name, v, node)
    found = made_now(low, name, node)
    return found if isinstance(node, ast.List) else low.expr.apply(tuple, [found], {}, node)


def as_it_is(low: Lowering, v: Val, node: Any) -> Val:
    """A value that has been read before other code, which may have changed it, or what is in it."""
    now = low.present(v, node)
    if now is not v or not isinstance(v, TupleV) or v.place is not None:
        return now
    items = [as_it_is(low, item, node) for item in v.items]
    return v if all(a is b for a, b in zip(items, v.items, strict=True)) else TupleV(items, v.form)


def known_items_are_there(low: Lowering, v: Val, node: Any) -> bool:
    """Whether the number of items is known when compiling."""
    return not isinstance(v, ListV) and low.dry(lambda: known_items(low, v, node)) is not None


def part_of(low: Lowering, v: RangeV | SliceV, name: str, node: Any) -> Val:
    """``.start``, ``.stop`` and ``.step`` of a range or a slice."""
    names = ("start", "stop", "step")
    if name not in names:
        low.wrong(node, f"{v.ty} has no attribute '{name}'")
    k = names.index(name)
    return v.parts[k] if isinstance(v, SliceV) else ScalarV(WHOLE, (v.start, v.stop, v.step)[k])


def is_set(v: Val) -> bool:
    """Whether a value is a set of known items."""
    return isinstance(v, TupleV) and v.form is not None and v.form.kind in SETS


TABLE: dict[Any, Callable[..., Val]] = {
    tuple: _tuple, list: _list, dict: _dict, set: _set("set"), frozenset: _set("frozenset"),
}  # fmt: skip
