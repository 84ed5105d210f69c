"""Items of containers of known structure whose place is known at run time only; items of ranges, texts and enumerations."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from enum import EnumType
from typing import Any

from llvmlite import ir

from irad.frontends.python.containers import counters, hashed, key_search, list_values
from irad.frontends.python.containers.fixed_containers import all_items, with_default
from irad.frontends.python.core import integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I8,
    SHARED,
    ChoiceV,
    IterV,
    KnownV,
    ListV,
    NoneV,
    RangeV,
    ScalarV,
    SliceV,
    TupleV,
    Val,
    choice_register,
    choice_value,
    const,
    known_int,
)
from irad.frontends.python.core.texts import UNKNOWN, is_text, known_value, of_each
from irad.frontends.python.iteration.builtin_iteration import selected
from irad.frontends.python.iteration.gathering import alike, gathered, uniform
from irad.frontends.python.iteration.iterators import as_growing, known_items
from irad.frontends.python.messages.callable_names import no_key
from irad.frontends.python.messages.spelling import counted
from irad.frontends.python.objects import changes, enumerations, list_identity, selected_objects
from irad.frontends.python.objects.choices import is_chosen
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.operands.number_methods import as_index
from irad.frontends.python.sources.joined_types import MOST_OPTIONS, can_hold, one_option, option_number
from irad.frontends.python.sources.python_types import WHOLE, List, is_changeable
from irad.frontends.python.trees.bound_names import ADDING
from irad.rules.deferred_errors import of_key

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


def with_computed_bounds(low: Lowering, node: Any) -> Any:
    """The subscript ``x[a:b:c]`` with its bounds computed: they are looked at several times."""
    s = node.slice
    bounds = [None if x is None else ComputedExpr(as_index(low, low.expr.value(x), x), x, x) for x in (s.lower, s.upper, s.step)]
    return ast.copy_location(ast.Subscript(node.value, ast.copy_location(ast.Slice(*bounds), s), node.ctx), node)


def is_part_of_computed_size(low: Lowering, owner: TupleV, node: Any) -> bool:
    """Whether such bounds are known at run time only, and what is sliced can be a list that grows."""
    parts = [x.v for x in (node.slice.lower, node.slice.upper, node.slice.step) if x is not None]
    if all(isinstance(v, NoneV) or integers.known_index(v) is not None for v in parts):
        return False
    low.demand(node, *parts)
    ty = uniform(owner.items)
    return ty is not None and not is_changeable(ty)


def as_list(low: Lowering, owner: TupleV, node: Any) -> ListV:
    """The items of a container of known structure as those of a list that grows."""
    found = as_growing(low, owner, node)
    return found if owner.form is not None else replace(found, ty=replace(found.ty, frozen=True))


def place_of(low: Lowering, index: Val, count: Any, text: str, node: Any) -> Any:
    """A checked index of one of ``count`` items, a number or an i64; not negative."""
    count = const(count) if isinstance(count, int) else count
    if not isinstance(index, ScalarV) or not (index.ty.is_integer or index.ty.kind == "bool"):
        low.wrong(node, f"indices must be integers or slices, not {index.ty}")
    assert isinstance(index, ScalarV)
    k = low.word(index)
    k = low.b.select(low.b.icmp_signed("<", k, const(0)), low.b.add(k, count), k)
    if low.instance.boundscheck:
        low.check(low.b.icmp_unsigned("<", k, count), IndexError, text, node)
    return k


def _of_one_type(low: Lowering, items: list[Val]) -> list[Val]:
    """Lists that are not changed, and tuples, of different lengths: as those of as many items as are known at run time only."""
    own = [v for v in items if isinstance(v, TupleV) and (v.form is None or (v.form.kind == "list" and v.form.cls is None))]
    if len(own) < len(items) or uniform(items) is not None or len({v.form is None for v in own}) != 1:
        return items
    ty = list_identity.common_type([i.ty for v in own for i in v.items])
    changed = any(v.place is not None and v.place.name in low.instance.mutated for v in own)
    if ty is None or is_changeable(ty) or not can_hold(ty) or (own[0].form is not None and changed):
        return items
    whole = List(ty, frozen=own[0].form is None)
    return [low.from_leaves(whole, low.leaves(v, whole)) for v in own]


def _held_elsewhere(v: Val) -> Val:
    """A list that has been chosen from others, which hold it as well."""
    return replace(v, place=SHARED) if isinstance(v, ListV) and not v.ty.frozen and v.place is None else v


def of_sequence(low: Lowering, owner: TupleV, index: Val, node: Any) -> Val:
    """``t[i]`` of a tuple or list of known structure."""
    kind = "list" if owner.form is not None and owner.form.kind == "list" else "tuple"
    items = all_items(owner)
    found = [v.value for v in items if isinstance(v, KnownV) and is_text(v)]
    if len(found) == len(items) > 0 and one_option(sorted(set(found))) is not None:
        return text_at(low, found, place_of(low, index, len(items), f"{kind} index out of range", node), node)
    list_identity.share_all(low, items)
    if uniform(items) is None or not all(isinstance(v, ScalarV) for v in items):
        low.demand(node.slice, index)
        items = _of_one_type(low, items)
    if uniform(items) is None and selected_objects.can_be_selected(items):
        selected_objects.begin_at(low, node)
    elif uniform(items) is None:
        list_identity.share_all(low, items, True)
        if not items:
            low.fail(IndexError, f"{kind} index out of range", node)
            return low.expr.constant(0, node)
        text = f"a {kind} of items of different types can only be indexed with a constant here"
        low.unsupported(node, text, "loop over the items, or over a range with constant bounds")
    return _held_elsewhere(gathered(low, items, place_of(low, index, len(items), f"{kind} index out of range", node), node))


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
    plain = plain or (isinstance(key, TupleV) and key_search.can_be_searched(key) and key_search.is_fixed(low, owner))
    if not plain or not alike(items):
        low.demand(node.slice, key)
    if not plain and names and key_search.can_be_searched(key):
        hashed.begin_anew(low, owner, key)
        plain = True
    items = _of_one_type(low, items) if plain else items
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
        return _held_elsewhere(gathered(low, items, key_search.place(low, key, names, node), node))
    k = low.word(key)
    at, found = _search(low, numbers, k)
    low.check(found, KeyError, "{0}", node, [k])
    return _held_elsewhere(gathered(low, items, at, node))


def _with_default(low: Lowering, owner: TupleV, key: Val, node: Any) -> Val:
    """``d[key]`` of a Counter or a ``defaultdict``, where the key may be one that it has not."""
    assert owner.form is not None
    hashed.begin_anew(low, owner, key)
    if counters.is_counter(owner):
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
    if owner.place is not None and _gets_items(low, owner.place.name):
        hashed.begin_anew(low, owner, low.expr.constant(key, node))  # it may get the key in an iteration
    if low.guarded and owner.items:
        low.fail(KeyError, of_key(key).replace("{", "{{").replace("}", "}}"), node)
        return owner.item(0)  # for what comes behind it, which is never reached
    return low.known_error(KeyError, of_key(key), node, no_key("the dict", key, owner.form.names))


def out_of_range(low: Lowering, owner: TupleV, k: int, node: Any) -> Val:
    """The item at a known place that a list or tuple has not, or has not yet: a list may get it in a loop around."""
    what = owner.form.kind if owner.form is not None else "tuple"
    compiler, made = low.instance.compiler, owner.form.made if owner.form is not None else None
    if what == "list" and low.repeating and _gets_longer(low):
        list_values.grows_by(low, owner, None)
    if not owner.items and made is not None and len(compiler.active) > 1 and made not in {*compiler.fixed_lists, *compiler.grown}:
        compiler.grown[made] = None  # a deque of a function around, which may append to it in a loop
        low.begin_anew()
    if low.guarded and owner.items:
        low.fail(IndexError, f"{what} index out of range", node)
        return owner.item(0)  # for what comes behind it, which is never reached
    return low.wrong(node, f"{what} index {k} is out of range for {counted(len(owner.items), 'item')}")


def _gets_longer(low: Lowering) -> bool:
    """Whether something is appended to a list or deque in a loop that is being lowered."""
    loops = [r.loop for r in low.regions if r.loop is not None and r.last is None]
    calls = (n.func for loop in loops for n in ast.walk(loop) if isinstance(n, ast.Call))
    return any(isinstance(f, ast.Attribute) and f.attr in ADDING for f in calls)


def _gets_items(low: Lowering, name: str) -> bool:
    """Whether a loop that is being lowered assigns to items of what a variable holds."""
    loops = [r.loop for r in low.regions if r.loop is not None and r.last is None]
    stored = (n.value for loop in loops for n in ast.walk(loop) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store))
    return any(isinstance(owner, ast.Name) and owner.id == name for owner in stored)


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
    v = as_index(low, low.expr.value(index), node)
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
        bounds = [low.expr.value(p) if p is not None else None for p in (index.lower, index.upper, index.step)]
        parts = [known_value(as_index(low, v, node)) if v is not None else None for v in bounds]
        at: Any = slice(*parts)
    else:
        v = as_index(low, low.expr.value(index), node)
        at = integers.known_index(v)
        if at is None and (whole := known_value(v)) is not UNKNOWN:
            return low.wrong(node, f"string indices must be integers, not '{type(whole).__name__}'")
        if at is None:
            return character(low, owner, v, node)
        parts = [at]
    if UNKNOWN in parts:
        low.demand(node, *(low.expr.value(p) for p in (index.lower, index.upper, index.step) if p is not None))
        hint = "compute it in a function that only gets the text: Python evaluates that when it is compiled"
        low.unsupported(node, "a text can only be sliced with bounds that are known when compiling", hint)
    if isinstance(owner, ChoiceV):
        return of_each(low, [owner], lambda text: text[at], node)
    try:
        return low.expr.constant(value[at], node)
    except (IndexError, TypeError, ValueError) as error:
        return low.known_error(type(error), str(error), node, str(error))


def character(low: Lowering, owner: KnownV | ChoiceV, index: Val, node: Any) -> Val:
    """``text[index]``, where the index is known at run time only: one of the characters of all texts that it may be."""
    message = "string index out of range"
    if isinstance(owner, KnownV):
        return text_at(low, owner.value, place_of(low, index, len(owner.value), message, node), node)
    texts = owner.ty.options
    number, first, count = choice_register(owner), const(0), const(len(texts[0]))
    before = 0
    for text in texts:
        is_it = low.b.icmp_signed("==", number, const(option_number(text)))
        first, count = low.b.select(is_it, const(before), first), low.b.select(is_it, const(len(text)), count)
        before += len(text)
    k = place_of(low, index, count, message, node)
    return text_at(low, "".join(texts), low.b.add(first, k), node)


def text_at(low: Lowering, texts: Sequence[str], k: Any, node: Any) -> Val:
    """One of several texts, or of the characters of one, by its place, an i64 in range (of no texts none is)."""
    options = sorted(set(texts))
    ty = one_option(options) if options else None
    if not options:
        return KnownV(" ")  # for what comes behind the error, which is never reached
    if ty is None:
        what = f"{len(options)} different {'characters' if isinstance(texts, str) else 'items'}"
        text = f"a text of {what} is indexed with what is known at run time only"
        low.unsupported(node, text, f"there can be {MOST_OPTIONS} at most")
        raise AssertionError
    if len(options) == 1:
        return KnownV(options[0])
    table = low.instance.compiler.text_of(bytes(ty.options.index(t) for t in texts))
    number = low.b.zext(low.b.load(low.b.gep(table, [k], inbounds=True, source_etype=I8), typ=I8), k.type)
    found: Any = const(option_number(ty.options[0]))
    for n, option in enumerate(ty.options[1:], 1):
        found = low.b.select(low.b.icmp_signed("==", number, const(n)), const(option_number(option)), found)
    return choice_value(ty, found)


def characters(low: Lowering, v: Val, node: Any) -> Val:
    """What a loop over a long text iterates over, so that its body is not written out for each character; else ``v``."""
    if not isinstance(v, KnownV) or not isinstance(v.value, str) or low.as_items or len(v.value) <= _MOST_WRITTEN:
        return v
    text = v.value
    if one_option(sorted(set(text))) is None:
        return v
    return IterV("str", const(len(text)), lambda k: text_at(low, text, k, node))


# ---- writing


def change(low: Lowering, owner: Val, node: Any, value: Val) -> None:
    """``owner[i] = value`` for a place that is known at run time only, or a slice, of a list or dict of known structure."""
    if not isinstance(owner, TupleV) or owner.form is None or owner.form.kind not in ("list", "dict"):
        changes.no_assignment(low, owner, node)
    nowhere = owner.place is None or not owner.place.name or is_chosen(owner.place)
    if owner.form.kind == "dict" and nowhere and not isinstance(node.slice, ast.Slice):
        key = low.dry(lambda: low.expr.value(node.slice))
        if known_value(key) is UNKNOWN:
            hashed.begin_anew(low, owner, key)
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
    if owner.form.kind == "dict" and low.instance.recursive:  # (rather than one function for each key)
        key = low.expr.value(node.slice)
        if known_value(key) is UNKNOWN:
            hashed.begin_anew(low, owner, key)
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
