"""``copy.copy``, ``copy.deepcopy``, and ``dataclasses.replace``, ``asdict``, ``astuple``, ``fields``."""

from __future__ import annotations

import copy
import dataclasses
import types
from collections.abc import Callable
from typing import Any

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core.code_writer import RoundAgain
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I64,
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    MaybeV,
    ReferenceV,
    SharedV,
    Spot,
    TupleV,
    Val,
)
from irad.frontends.python.objects import changes, classes, memory_objects, outside_values
from irad.frontends.python.sources.python_types import Form, NoneTy, Scalar, Tuple, Ty, holds_shared, is_changeable

Args = list[Val]
Keywords = dict[str, Val]


def _copy(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if isinstance(args[0], (ListV, SharedV)):
        return low.expr.apply(list, [args[0]], {}, node)
    if isinstance(args[0], ReferenceV):
        return memory_objects.copied(low, args[0], node)
    v = _opened(low, args[0], "__copy__", node)
    if isinstance(v, (ArrayV, LazyV)):
        return reshaping.copied(low, low.arrays.in_memory(v), "K")
    return changes.fresh(v)


def _opened(low: Lowering, v: Val, method: str, node: Any) -> Val:
    """The value with its items; those that copy themselves, and lists that grow, are refused."""
    v = outside_values.expanded(low, v, node)
    cls = v.form.cls if isinstance(v, TupleV) and v.form is not None else None
    if isinstance(cls, type) and hasattr(cls, method):
        low.unsupported(node, f"{cls.__name__} has a {method} of its own, which is not supported")
    if isinstance(v, ListV) or (isinstance(v, KnownV) and outside_values.outside_of(v) is not None):
        low.unsupported(node, f"a copy of {v.ty} is not supported in compiled functions", "make a new one of its items")
    return v


def _deep_copy(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    arrays: list[ArrayV] = []
    made: dict[Spot, Val] = {}  # copies of objects that stand in several places
    _follow(low, args[0])
    twice = _in_several_places(args[0])

    def one(v: Val) -> Val:
        place = v.place if isinstance(v, TupleV) else None
        if place is not None and place in made:
            return made[place]
        out = copied(v)
        if place is not None and place in twice and isinstance(out, TupleV):
            out = made[place] = dataclasses.replace(out, place=low.hold_new(out, node))
        return out

    def copied(v: Val) -> Val:
        if isinstance(v, SharedV) and _is_plain(v.ty.item) and v is not args[0]:
            _refuse_deep(low, v, node)  # others may hold it in what is copied
        if isinstance(v, (ListV, SharedV)) and _is_plain(v.ty.item):
            return low.expr.apply(list, [v], {}, node)
        if isinstance(v, (ReferenceV, SharedV)) or (isinstance(v, MaybeV) and holds_shared(v.ty)):
            _refuse_deep(low, v, node)
        v = _opened(low, v, "__deepcopy__", node)
        if isinstance(v, (ArrayV, LazyV)):
            a = low.arrays.in_memory(v)
            for other in arrays:
                if other.ty.dtype == a.ty.dtype:
                    apart = low.b.icmp_unsigned("!=", low.b.ptrtoint(other.data, I64), low.b.ptrtoint(a.data, I64))
                    text = "an array that stands in two places of what is copied deeply is not supported in compiled code"
                    low.check(apart, NotImplementedError, text, node)
            arrays.append(a)
            return reshaping.copied(low, low.arrays.in_memory(v), "K")
        if not isinstance(v, TupleV):
            return v
        return TupleV([one(i) for i in all_items(v)], v.form)

    return one(args[0])


def _follow(low: Lowering, v: Val) -> None:
    """Begin anew, if it is not followed which places of a container with several objects hold one object: only of those that
    are changed it is.
    """
    if not isinstance(v, TupleV) or v.place is None or not v.place.name or v.place.name in low.instance.mutated:
        return
    inside, todo = 0, all_items(v)
    while todo:
        item = todo.pop()
        inside += is_changeable(item.ty)
        todo += all_items(item) if isinstance(item, TupleV) else []
    if inside > 1:
        low.instance.mutated.add(v.place.name)
        raise RoundAgain


def _refuse_deep(low: Lowering, v: Val, node: Any) -> None:
    text = f"a deep copy of {v.ty}, which other objects may hold as well, is not supported in compiled functions"
    low.unsupported(node, text, "write a method that makes the copy")


def _is_plain(item: Ty | None) -> bool:
    """Whether items are numbers, or tuples of them, which need no copies."""
    if isinstance(item, Tuple):
        return not is_changeable(item) and all(map(_is_plain, item.items))
    return isinstance(item, (Scalar, NoneTy))


def _in_several_places(v: Val) -> set[Spot]:
    """The places of objects that stand in several places of a container."""
    found: list[Spot] = []

    def look(v: Val) -> None:
        if isinstance(v, TupleV):
            if v.place is not None and v.place.name:
                found.append(v.place)
            for item in all_items(v):
                look(item)

    look(v)
    return {p for p in found if found.count(p) > 1}


def _fields_of(low: Lowering, v: Val, node: Any) -> tuple[TupleV, Form]:
    v = memory_objects.opened(low, outside_values.expanded(low, low.certain(v, node), node))
    form = v.form if isinstance(v, TupleV) else None
    if not isinstance(v, TupleV) or form is None or form.kind != "dataclass":
        low.wrong(node, f"an instance of a dataclass is needed here, not {v.ty}")
        raise AssertionError
    return v, form


def _replace(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v, form = _fields_of(low, args[0], node)
    given: Keywords = {}
    for f in dataclasses.fields(form.cls):
        if not f.init:
            if f.name in kw:
                low.wrong(node, f"field {f.name} is declared with init=False, it cannot be specified with replace()")
            continue
        given[f.name] = kw[f.name] if f.name in kw else v.item(form.names.index(f.name))
    for name in classes.only_for_init(form.cls):
        if name not in kw and form.cls.__dataclass_fields__[name].default is dataclasses.MISSING:
            low.wrong(node, f"InitVar '{name}' must be specified with replace()")
        given[name] = kw[name] if name in kw else classes.attribute(low, args[0], name, node)
    unknown = set(kw) - set(given)
    if unknown:
        low.wrong(node, f"{form.cls.__name__}.__init__() got an unexpected keyword argument '{min(unknown)}'")
    return low.expr.apply(form.cls, [], given, node)


def _as_dict(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return _taken_apart(low, _fields_of(low, args[0], node)[0], True, node)


def _as_tuple(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return _taken_apart(low, _fields_of(low, args[0], node)[0], False, node)


def _taken_apart(low: Lowering, v: Val, named: bool, node: Any) -> Val:
    """Dataclasses as dicts or tuples, also in containers; arrays are copied, as Python does."""
    if isinstance(v, (ListV, SharedV)) and _is_plain(v.ty.item):
        return low.expr.apply(list, [v], {}, node)
    v = memory_objects.opened(low, v)
    if isinstance(v, ReferenceV) or (isinstance(v, (MaybeV, SharedV)) and holds_shared(v.ty)):
        _refuse_deep(low, v, node)
    v = _opened(low, v, "__deepcopy__", node)
    if isinstance(v, (ArrayV, LazyV)):
        return reshaping.copied(low, low.arrays.in_memory(v), "K")
    if not isinstance(v, TupleV):
        return v
    items = [_taken_apart(low, i, named, node) for i in all_items(v)]
    if v.form is not None and v.form.kind == "dataclass":
        names = tuple(f.name for f in dataclasses.fields(v.form.cls))
        items = [items[v.form.names.index(n)] for n in names]
        return TupleV(items, Form("dict", names) if named else None)
    return TupleV(items, v.form)


def _fields(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = args[0]
    cls = v.value if isinstance(v, KnownV) and isinstance(v.value, type) else _fields_of(low, v, node)[1].cls
    form = Form("object", ("name",), types.SimpleNamespace)
    return TupleV([TupleV([KnownV(f.name)], form) for f in dataclasses.fields(cls)])


TABLE: dict[Any, Callable[..., Val]] = {
    copy.copy: _copy, copy.deepcopy: _deep_copy, dataclasses.replace: _replace, dataclasses.asdict: _as_dict,
    dataclasses.astuple: _as_tuple, dataclasses.fields: _fields,
}  # fmt: skip
