"""Items of containers of known structure whose place is known at run time only; items of ranges, texts and enumerations."""

from __future__ import annotations

import ast
from enum import EnumType
from typing import Any

from llvmlite import ir

from irad.frontends.python.containers import hashed, key_search
from irad.frontends.python.containers.fixed_containers import all_items, with_default
from irad.frontends.python.core import integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ChoiceV,
    KnownV,
    RangeV,
    ScalarV,
    SliceV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value, of_each
from irad.frontends.python.iteration.builtin_iteration import selected
from irad.frontends.python.iteration.gathering import alike, gathered, uniform
from irad.frontends.python.iteration.iterators import known_items
from irad.frontends.python.messages.callable_names import no_key
from irad.frontends.python.objects import changes, enumerations, list_identity, selected_objects
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_types import WHOLE

_LATE = ": a key that the dict does not have yet, and that is known at run time only"
_MOST_WRITTEN = 256  # items, each of which is chosen anew when one is assigned to


def with_slices(low: Lowering, parts: list[Any], values: list[Val | None], node: Any) -> tuple[list[Any], list[Val | None]]:
    """The items of an index with slices that are values as such that are written out."""
    if len(values) == 1 and isinstance(values[0], TupleV) and (values[0].form is None or values[0].form.kind == "namedtuple"):
        items = values[0].items
        if not any(is_slice(v) for v in items):
            return parts, values
        parts, values = [ComputedExpr(v, node) for v in items], list(items)
    out_parts: list[Any] = []
    out: list[Val | None] = []
    for part, v in zip(parts, values, strict=True):
        if v is None or not is_slice(v):
            out_parts.append(part)
            out.append(v)
            continue
        made = v.parts if isinstance(v, SliceV) else _bounds(low, v, node)
        bounds: list[Any] = [None if known_value(p) is None else ComputedExpr(p, node) for p in made]
        out_parts.append(ast.Slice(*bounds))
        out.append(None)
    return out_parts, out


def is_slice(v: Val) -> bool:
    """Whether a value is a slice."""
    return isinstance(v, SliceV) or (isinstance(v, KnownV) and isinstance(v.value, slice))


def _bounds(low: Lowering, v: Any, node: Any) -> list[Val]:
    return [low.expr.constant(p, node) for p in (v.value.start, v.value.stop, v.value.step)]


# ---- reading


def place_of(low: Lowering, index: Val, count: int, text: str, node: Any) -> Any:
    """A checked index of one of ``count`` items, not negative."""
    if not isinstance(index, ScalarV) or index.ty.kind not in ("int64", "bool"):
        low.wrong(node, f"indices must be integers or slices, not {index.ty}")
    assert isinstance(index, ScalarV)
    k = low.word(index)
    k = low.b.select(low.b.icmp_signed("<", k, const(0)), low.b.add(k, const(count)), k)
    if low.instance.boundscheck:
        low.check(low.b.icmp_unsigned("<", k, const(count)), IndexError, text, node)
    return k


def of_sequence(low: Lowering, owner: TupleV, index: Val, node: Any) -> Val:
    """``t[i]`` of a tuple or list of known structure."""
    kind = "list" if owner.form is not None and owner.form.kind == "list" else "tuple"
    items = all_items(owner)
    list_identity.share_all(low, items)
    if uniform(items) is None or not all(isinstance(v, ScalarV) for v in items):
        low.demand(node.slice, index)
    if uniform(items) is None and selected_objects.can_be_selected(items):
        selected_objects.begin_at(low, node)
    elif uniform(items) is None:
        list_identity.share_all(low, items, True)
        if not items:
            low.fail(IndexError, f"{kind} index out of range", node)
            return low.expr.constant(0, node)
        text = f"a {kind} of items of different types can only be indexed with a constant here"
        low.unsupported(node, text, "loop over the items, or over a range with constant bounds")
    return gathered(low, items, place_of(low, index, len(items), f"{kind} index out of range", node), node)


def of_dict(low: Lowering, owner: TupleV, key: Val, node: Any) -> Val:
    """``d[key]``."""
    assert owner.form is not None
    names = owner.form.names
    known = known_value(key)
    if known is UNKNOWN and integers.known_index(key) is not None:
        known = integers.known_index(key)
    if known is not UNKNOWN:
        try:
            there = known in names
        except TypeError as error:
            low.wrong(node, str(error))
        if there:
            return owner.item(names.index(known))
        return missing(low, owner, known, node)
    items = all_items(owner)
    list_identity.share_all(low, items)
    numbers = [n for n in names if isinstance(n, (bool, int))]
    plain = isinstance(key, ScalarV) and key.ty.kind in ("int64", "bool") and len(numbers) == len(names) > 0
    plain = plain or (key_search.is_chosen(key) and key_search.can_be_searched(key) and bool(names))
    if not plain or not alike(items):
        low.demand(node.slice, key)
    if not plain and names and key_search.can_be_searched(key):
        hashed.begin_anew(low, owner, key)
        plain = True
    if hasattr(owner.form.cls, "default") and key_search.may_be_missing(key, names):
        return _with_default(low, owner, key, node)
    if plain and uniform(items) is None and selected_objects.can_be_selected(items):
        selected_objects.begin_at(low, node)
    elif not plain or uniform(items) is None:
        hashed.begin_anew(low, owner, key)
        text = "a dict can only be indexed with a constant here"
        hint = "use integers as keys, or an array" if not plain else "make all values of one type, or loop over the items"
        low.wrong(node, text, hint)
    if not isinstance(key, ScalarV) or key.ty.kind not in ("int64", "bool") or len(numbers) != len(names):
        return gathered(low, items, key_search.place(low, key, names, node), node)
    k = low.word(key)
    at, found = _search(low, numbers, k)
    low.check(found, KeyError, "{0}", node, [k])
    return gathered(low, items, at, node)


def _with_default(low: Lowering, owner: TupleV, key: Val, node: Any) -> Val:
    """``d[key]`` of a Counter or a ``defaultdict``, where the key may be one that it has not."""
    assert owner.form is not None
    hashed.begin_anew(low, owner, key)
    if owner.form.cls.name == "Counter":
        return with_default(low, owner, key, low.expr.constant(0, node), node)
    text = "a defaultdict is asked for a key that is known at run time only, and that it may not have yet"
    low.unsupported(node, text, "put all keys into it first, or use get()")
    raise AssertionError


def _search(low: Lowering, numbers: list[int], k: Any) -> tuple[Any, Any]:
    """(place, whether it is there) of a number among some."""
    at, found = const(0), ir.Constant(ir.IntType(1), 0)
    for n, number in enumerate(numbers):
        same = low.b.icmp_signed("==", k, const(int(number)))
        at, found = low.b.select(same, const(n), at), low.b.or_(found, same)
    return at, found


def missing(low: Lowering, owner: TupleV, key: Any, node: Any) -> Val:
    """The value for a key that is not in the dict."""
    assert owner.form is not None
    default = getattr(owner.form.cls, "default", None)
    if default is not None:
        found: Val = default(low, owner, key, node)
        return found
    if low.guarded and owner.items:
        low.fail(KeyError, str(key).replace("{", "{{").replace("}", "}}"), node)
        return owner.item(0)  # for what comes behind it, which is never reached
    return low.wrong(node, no_key("the dict", key, owner.form.names))


def of_range(low: Lowering, owner: RangeV, index: Any, node: Any) -> Val:
    """``r[i]``, ``r[a:b]`` of a range."""
    bounds = [known_int(x) for x in (owner.start, owner.stop, owner.step)]
    known = None if None in bounds else range(*bounds)  # type: ignore[arg-type]
    if isinstance(index, ast.Slice):
        parts = [known_value(low.expr.value(p)) if p is not None else None for p in (index.lower, index.upper, index.step)]
        if known is None or UNKNOWN in parts:
            low.unsupported(
                node, "a slice of a range needs bounds that are known when compiling", "write the range that is meant"
            )
            raise AssertionError
        found = known[slice(*parts)]
        return RangeV(const(found.start), const(found.stop), const(found.step))
    v = low.expr.value(index)
    if not isinstance(v, ScalarV) or v.ty.kind not in ("int64", "bool"):
        low.wrong(node, f"range indices must be integers or slices, not {v.ty}")
    count, item = low.expr.counted(owner, node)
    assert isinstance(v, ScalarV)
    k = low.word(v)
    k = low.b.select(low.b.icmp_signed("<", k, const(0)), low.b.add(k, count), k)
    low.check(low.b.icmp_unsigned("<", k, count), IndexError, "range object index out of range", node)
    out: Val = ScalarV(WHOLE, item(k).v)
    return out


def of_known(low: Lowering, owner: KnownV | ChoiceV, index: Any, node: Any) -> Val:
    """An item of a text, or a member of an enumeration by its name."""
    value = owner.value if isinstance(owner, KnownV) else owner.ty.options[0]
    if isinstance(value, range):
        return of_range(low, RangeV(const(value.start), const(value.stop), const(value.step)), index, node)
    if isinstance(value, EnumType):
        return enumerations.member(low, value, [low.expr.value(index)], node, by_name=True)
    if not isinstance(value, str):
        low.wrong(node, f"{owner.ty} cannot be indexed")
    if isinstance(index, ast.Slice):
        parts = [known_value(low.expr.value(p)) if p is not None else None for p in (index.lower, index.upper, index.step)]
        at: Any = slice(*parts)
    else:
        place = low.expr.value(index)
        at = integers.known_index(place)
        parts = [at]
        if at is None:
            low.demand(node.slice)
            items = [low.expr.constant(letter, node) for letter in value]
            if isinstance(owner, KnownV) and uniform(items) is not None:
                return gathered(low, items, place_of(low, place, len(items), "string index out of range", node), node)
            parts = [UNKNOWN]
    if UNKNOWN in parts:
        low.unsupported(node, "a text can only be indexed with what is known when compiling")
    if isinstance(owner, ChoiceV):
        return of_each(low, [owner], lambda text: text[at], node)
    try:
        return low.expr.constant(value[at], node)
    except (IndexError, TypeError, ValueError) as error:
        return low.wrong(node, str(error))


# ---- writing


def change(low: Lowering, owner: Val, node: Any, value: Val) -> None:
    """``owner[i] = value`` for a place that is known at run time only, or a slice, of a list or dict of known structure."""
    if not isinstance(owner, TupleV) or owner.form is None or owner.form.kind not in ("list", "dict"):
        changes.no_assignment(low, owner, node)
    found, place = changes.holder(low, owner, node)
    items = all_items(found)
    if isinstance(node.slice, ast.Slice):
        parts = [
            known_value(low.expr.value(p)) if p is not None else None
            for p in (node.slice.lower, node.slice.upper, node.slice.step)
        ]
        new = known_items(low, value, node)
        if UNKNOWN in parts or new is None:
            low.unsupported(node, "which items of a list are assigned to must be known when compiling", "use an array")
            raise AssertionError
        new = [low.hold_apart(i, node) for i in new]
        now = low.present(TupleV(found.items, found.form, place), node)
        assert isinstance(now, TupleV)
        items = [low.hold_apart(i, node) for i in all_items(now)]
        try:
            items[slice(*parts)] = new
        except ValueError as error:
            low.wrong(node, str(error))
        for k in range(len(found.items)):
            low.let_go(place.step(k), node)
        changes.note_item(low, place, None)
        changes.put(low, place, TupleV(items, owner.form), node)
        return
    low.demand(node.slice)
    index = low.expr.value(node.slice)
    if owner.form.kind == "dict":
        hashed.begin_anew(low, owner, index)
    plain = uniform([*items, value]) is not None and all(not isinstance(v, TupleV) for v in items)
    if not plain or len(items) > _MOST_WRITTEN:
        if owner.form.kind == "list":
            changes.share_made(low, owner, node)
        hint = "write a loop over the items, or use an array"
        low.unsupported(node, "which item is assigned to must be known when compiling", hint)
    if owner.form.kind == "dict":
        numbers = [n for n in owner.form.names if isinstance(n, int)]
        if key_search.is_chosen(index) and key_search.can_be_searched(index):
            k = key_search.place(low, index, owner.form.names, node, _LATE)
        elif not numbers or len(numbers) != len(items) or not isinstance(index, ScalarV) or index.ty.kind != "int64":
            low.unsupported(node, "which item of a dict is assigned to must be known when compiling", "use a list, or an array")
        else:
            key = low.word(index)
            k, there = _search(low, numbers, key)
            low.check(there, KeyError, "{0}" + _LATE, node, [key])
    else:
        k = place_of(low, index, len(items), "list assignment index out of range", node)
    chosen = [selected(low, low.b.icmp_signed("==", k, const(n)), value, v, node) for n, v in enumerate(items)]
    changes.note_item(low, place, None)
    changes.put(low, place, TupleV(chosen, owner.form), node)
