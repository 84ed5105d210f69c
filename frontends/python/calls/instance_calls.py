"""Calls of Python functions in compiled code: the function at these types, the native call, its results."""

from __future__ import annotations

import inspect
import struct
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from llvmlite import ir

from irad.errors import Place, UnsupportedError
from irad.frontends.python.calls import constant_calls
from irad.frontends.python.calls.changed_objects import ChangedObjects
from irad.frontends.python.calls.demand import end_recursion, fixed_leaves, specialised
from irad.frontends.python.calls.evaluated_calls import evaluated
from irad.frontends.python.calls.known_results import with_numbers
from irad.frontends.python.calls.linked_objects import aliases_of, check_aliases, held_apart, linked, matter, selected_result
from irad.frontends.python.calls.twin_results import joined_twins
from irad.frontends.python.core.code_writer import NotYet
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.origins import Fresh
from irad.frontends.python.core.python_values import (
    I1,
    I8,
    I32,
    I64,
    PTR,
    SHARED,
    ArrayV,
    KnownV,
    MaybeV,
    NoneV,
    RestV,
    SelectedV,
    SliceV,
    TupleV,
    Val,
    const,
    leaf_types,
)
from irad.frontends.python.messages.callable_names import (
    called_name,
    full_name,
    instead,
    is_foreign,
    is_foreign_file,
    parameters_of,
)
from irad.frontends.python.objects import changes, choices, object_identity, outside_changes, outside_values, selected_objects
from irad.frontends.python.objects.choices import chosen
from irad.frontends.python.sources.function_notes import host_of, public_name
from irad.frontends.python.sources.joined_types import Choice, Selected, has_function, join
from irad.frontends.python.sources.outside import default_of
from irad.frontends.python.sources.python_source import bare
from irad.frontends.python.sources.python_types import (
    Aliases,
    Array,
    Fixed,
    Form,
    Known,
    List,
    Optional,
    Reference,
    Scalar,
    SharedList,
    Sliced,
    Tuple,
    Ty,
    has_array,
    is_changeable,
    is_function_form,
)
from irad.frontends.python.sources.rule_sets import ruled, rules_of
from irad.frontends.python.trees.local_functions import Lifted
from irad.frontends.python.trees.webs import shown

Homes = dict[int, Callable[[Val], None]]  # of arguments that are variables elsewhere: what puts their new values there

MOST_SELECTED = 4  # error sites of a callee that are compared one by one


def _check_calls_apart(low: Lowering, fn: Any, values: list[Val], node: Any) -> None:
    """Refuse to give ``fn`` functions that share variables of an earlier call of it which are bound anew: it has its own now."""
    for form in [v.form for v in values if isinstance(v, TupleV) and is_function_form(v.form)]:
        lifted: Lifted = form.cls  # type: ignore[union-attr]
        moving = lifted.captured if lifted.early else lifted.nonlocals
        shared = [n for n in moving if lifted.outer is not None and not lifted.gone and lifted.home(n) is fn]
        if shared:
            text = f"{lifted.name}(), which shares '{shown(min(shared))}' with other functions, is given to another call of"
            low.unsupported(node, f"{text} {fn.__name__}(), where this variable is bound anew", "make a class of them")


def call_python(
    low: Lowering,
    fn: Any,
    args: list[Val],
    keywords: dict[str, Val],
    node: Any,
    again: bool = False,
    apart: bool = False,
    inactive: bool = False,
    homes: Homes | None = None,
) -> Val:
    """Call another Python function (inlined by LLVM where that pays); ``apart``: its arrays never overlap."""
    if public_name(fn) in ("checkpointed", "checkpointed_while"):
        hint = "write for x in irad.checkpointed(...): or while irad.checkpointed_while(...): (zip and enumerate go inside)"
        low.unsupported(node, f"irad.{public_name(fn)}() is no value, but the head of a loop", hint)
    bound = bound_arguments(low, fn, args, keywords, node)
    found = evaluated(low, fn, bound, node) if not (again or apart or inactive or homes) else None
    if found is not None:
        return found
    values = list(bound.values())
    _check_calls_apart(low, fn, values, node)
    selected_objects.of_arguments(low, fn, values)
    values = specialised(low, fn, values, node)
    types, fixed = tuple(v.ty for v in values), fixed_leaves(low, fn, values, node)
    end_recursion(low, fn, node)
    callee = find_callee(low, fn, types, low.source.place(node), apart, again, inactive, fixed)
    aliases = aliases_of(low, values)
    if aliases and matter(callee, aliases):
        rest = low.source.place(node), apart, again, inactive, fixed
        callee = find_callee(low, fn, types, *rest, aliases)
    if has_function(callee.result) and any(_reads_early(v) for v in values):
        text = f"{fn.__name__}() gives back a function that reads a variable which is bound anew later"
        low.unsupported(node, text, "give the variable a name of its own")
    if again and has_array(callee.result):
        callee = find_callee(low, ruled(fn), types, low.source.place(node), apart, fixed=fixed)
    return enter_callee(low, callee, values, homes or {})


def bound_arguments(low: Lowering, fn: Any, args: list[Val], keywords: dict[str, Val], node: Any) -> dict[str, Val]:
    """The arguments of a call by parameters, with defaults."""
    try:
        signature = inspect.signature(bare(fn))
        bound = signature.bind(*args, **keywords)
    except TypeError as error:
        low.wrong(node, f"{called_name(fn.__name__, node)}(): {error}", f"its parameters are {parameters_of(fn)}")
        raise AssertionError from None
    values: dict[str, Val] = {}
    for p in signature.parameters.values():
        v = bound.arguments.get(p.name)
        if p.kind is p.VAR_POSITIONAL and v and isinstance(v[0], RestV):
            values[p.name] = v[0].whole
        elif p.kind is p.VAR_POSITIONAL:
            values[p.name] = TupleV([low.expr.stable(x) for x in v or ()])
        elif p.kind is p.VAR_KEYWORD:
            values[p.name] = TupleV([low.expr.stable(x) for x in (v or {}).values()], Form("dict", tuple(v or ())))
        else:
            given = default(low, fn, p.name, p.default, node) if v is None else low.present(low.expr.stable(v), node)
            values[p.name] = selected_objects.settled(low, given, node)
    return values


def default(low: Lowering, fn: Any, name: str, value: Any, node: Any) -> Val:
    """The value of an argument that is left out."""
    if outside_values.has_path(value):
        path = low.instance.compiler.path(default_of(fn, name))
        return outside_values.expanded(low, outside_values.read(low, path, node), node)
    try:
        return low.expr.constant(value, node)
    except UnsupportedError:  # a mark of a library's own
        if is_foreign(fn) and not is_foreign(low.source.fn):
            full = full_name(fn)
            low.unsupported(node, f"{full} is not supported in compiled functions", instead(full, fn, lambda _: False))
        raise


def defaults_behind(low: Lowering, fn: Any, count: int, node: Any) -> list[Val]:
    """The defaults of the parameters behind the first ``count``; none where one of them has no default."""
    code, given = fn.__code__, fn.__defaults__ or ()
    names = code.co_varnames[count : code.co_argcount]
    if len(names) > len(given):
        return []
    return [default(low, fn, n, v, node) for n, v in zip(names, given[len(given) - len(names) :], strict=True)]


def _reads_early(v: Val) -> bool:
    """Whether a value holds a function whose captured variables may be bound anew."""
    if not isinstance(v, TupleV):
        return False
    return (is_function_form(v.form) and v.form is not None and v.form.cls.early) or any(map(_reads_early, v.items))


def enter_callee(low: Lowering, callee: Instance, values: list[Val], homes: Homes | None = None) -> Val:
    """The native call of an instance; an error in it is one of this function."""
    types = callee.types
    check_aliases(low, callee, aliases_of(low, values))
    values = held_apart(low, callee, values)
    outside_changes.check_callee(low, callee, low.at)
    outside_changes.called(low, callee)
    hidden = [low.capture(a, t, n) for a, t, n in callee.captures]
    leaves = [low.arena]
    for v, t in zip(values, types, strict=True):
        leaves += low.leaves(v, t) if not isinstance(t, Known) else []
    for h, (_, t, _) in zip(hidden, callee.captures, strict=True):
        leaves += low.leaves(h, t)
    changed = sorted(callee.outs)
    kept = {place.name for (at, _), place in callee.links.items() if at >= 0 and callee.arg_names[at] != place.name}
    unseen = {k for k in changed if _is_being_made(low, values[k]) and callee.arg_names[k] not in kept}
    replaced = {callee.arg_names.index(name) for name, _ in callee.replaced if name in callee.arg_names}
    if changed and low.guarded and ((callee.torn | replaced) - unseen or callee.twins):
        text = f"{callee.python.__name__}() changes the structure of an object that it is given, and is called in a try statement"
        low.unsupported(low.at, text, "change it behind what may raise, or call it outside of try")
    places = result_places(low, callee.returned_type)
    declaration = callee.function(ir.Module("call"))
    if len(declaration.args) != len(leaves) + len(places):
        raise NotYet
    status = low.b.call(declaration, [*leaves, *places])
    bad, good = low.fn.append_basic_block("callee.error"), low.fn.append_basic_block("returned")
    low.b.cbranch(low.b.icmp_signed("==", status, ir.Constant(I32, 0)), good, bad)
    low.b = ir.IRBuilder(bad)
    moved = _at_the_call(low, callee)
    status = _moved(low, status, moved)
    known = callee.done and not callee.recursive
    facts, reads = low.facts, dict(low.reads)
    if changed and low.guarded:
        assert callee.returned_type is not None
        low.facts = facts.copy()
        found = read_results(low, callee.returned_type, list(places))
        assert isinstance(found, TupleV)
        parts = dict(zip(callee.outs, found.items[1:], strict=True))
        parts = {k: linked(low, callee, k, v, values) for k, v in parts.items()}
        _put_back(low, callee, values, parts, parts, homes, unseen)
    low.leave(status, {moved.get(n, n) if n is not None else None: None for n in callee.raises} if known else {None: None})
    low.facts, low.b = facts, ir.IRBuilder(good)
    low.reads = reads
    outside_changes.returned(low, callee)
    if callee.only_raises:
        if low.guarded and (callee.touched or callee.changed_lists):
            text = f"{callee.python.__name__}() changes an object and raises in any case, and is called in a try statement"
            low.unsupported(low.at, text, "change it outside, or return in one case")
        low.never_goes_on()
    if has_array(callee.result):
        low.note_allocation()
    if callee.hands_on:
        low.note_shared()
    low.instance.memory.reads |= callee.memory.reads
    low.instance.memory.writes |= callee.memory.writes
    assert callee.result is not None and callee.returned_type is not None
    given = [values[k] for k in callee.written_arguments()]
    given += [h for h, (a, _, _) in zip(hidden, callee.captures, strict=True) if callee.writes_capture(a)]
    low.instance.writes.note(*given)
    host = callee.inactive and host_of(callee.python) is not None
    origin = Fresh() if host else callee.result_origin([*values, *hidden])
    found = read_results(low, callee.returned_type, places, origin)
    if callee.inactive:
        found = constant_calls.own_memory(low, found)
    if known and callee.numbers is not None:
        found = with_numbers(found, callee.returned_type, list(callee.numbers))
    if not callee.outs:
        joined = joined_twins(low, callee.twins, {-1: linked(low, callee, -1, found, values)}, low.at)
        return _one_of(low, callee, joined[-1], values)
    assert isinstance(found, TupleV)
    if callee.inactive:
        changed_items = dict(zip(callee.outs, found.items[1:], strict=True))
        found = TupleV([found.items[0], *constant_calls.kept(low, values, changed_items, low.at)])
    parts = dict(zip((-1, *callee.outs), found.items, strict=True))
    parts = {k: linked(low, callee, k, v, values) for k, v in parts.items()}
    joined = joined_twins(low, callee.twins, parts, low.at)
    _put_back(low, callee, values, parts, joined, homes)
    return _one_of(low, callee, joined[-1], values)


def _one_of(low: Lowering, callee: Instance, v: Val, values: list[Val]) -> Val:
    """A result that may be one of several arguments, or of the objects in them."""
    if isinstance(v, SelectedV):
        return selected_result(low, callee, v, values)
    if isinstance(v, MaybeV) and isinstance(v.value, TupleV):
        choices.may_choose(low, v.value.ty, low.at)
    if isinstance(v, (TupleV, MaybeV)) and selected_objects.selects(low, low.at):
        selected_objects.begin_in(low, callee)
    if not isinstance(v, TupleV) or v.place != SHARED or not is_changeable(v.ty):
        return v
    options: list[Val] = []
    todo = list(values)
    while todo:
        given = todo.pop()
        if isinstance(given, TupleV):
            todo += [given.item(k) for k in range(len(given.items))]
            options += [given] if join(given.ty, v.ty) is not None else []
    return chosen(low, replace(v, place=None), options, low.at)


def _is_being_made(low: Lowering, v: Val) -> bool:
    """Whether an object is one whose ``__init__`` is called: nobody sees it if that ends with an error.

    In an ``__init__``, that of a class which it derives from, it is: who has called it knows whether others see the object.
    """
    if not isinstance(v, TupleV) or v.place is None or v.place.steps:
        return False
    own = low.source.fn.__name__ == "__init__" and v.place.name == low.instance.arg_names[0]
    return v.place.name.startswith(changes.NEW_OBJECT) or (own and not object_identity.is_referred_to(low, v.place))


def _put_back(
    low: Lowering,
    callee: Instance,
    values: list[Val],
    parts: dict[int, Val],
    joined: dict[int, Val],
    homes: Homes | None,
    but: Collection[int] = (),
) -> None:
    """What the arguments hold that the callee has changed, ``but`` for these: to where they are (`ChangedObjects`)."""
    for k in callee.outs:
        if homes and k in homes and k not in but:
            homes[k](joined[k])
    others = [k for k in callee.outs if k not in but and not (homes and k in homes)]
    ChangedObjects(low, callee, values, parts, joined).put_back(others)


def _at_the_call(low: Lowering, callee: Instance) -> dict[int, int]:
    """Error sites that stand for others in a call: an error inside of a library is one of the user's line that calls it."""
    own = low.instance
    own.error_sites |= callee.error_sites
    if not is_foreign(callee.python) or is_foreign(own.python):
        return {}
    compiler = own.compiler
    sites = [(number, compiler.site_list[number - 1]) for number in sorted(callee.error_sites)]
    return {n: compiler.site(s.kind, s.message, low.source, low.at) for n, s in sites if is_foreign_file(s.place.file)}


def _moved(low: Lowering, status: Any, moved: dict[int, int]) -> Any:
    """The status of this function for that of a call; functions of the library may have hundreds of error sites."""
    if len(moved) <= MOST_SELECTED:
        for number, mine in moved.items():
            here = ir.Constant(I32, mine)
            status = low.b.select(low.b.icmp_signed("==", status, ir.Constant(I32, number)), here, status)
        return status
    first, last = min(moved), max(moved)
    numbers = [moved.get(n, n) for n in range(first, last + 1)]
    table = low.constant_table(struct.pack(f"<{len(numbers)}i", *numbers))
    at = low.b.sub(status, ir.Constant(I32, first))
    inside = low.b.icmp_unsigned("<", at, ir.Constant(I32, len(numbers)))
    at = low.b.zext(low.b.select(inside, at, ir.Constant(I32, 0)), I64)
    return low.b.select(inside, low.b.load(low.b.gep(table, [at], source_etype=I32), typ=I32, align=4), status)


def find_callee(
    low: Lowering,
    fn: Any,
    types: tuple[Ty, ...],
    place: Place,
    apart: bool = False,
    again: bool = False,
    inactive: bool = False,
    fixed: Fixed = (),
    aliases: Aliases = (),
) -> Instance:
    """The instance of a function that is called, when the type of its result is known."""
    own = low.instance
    if low.guarded:
        check_catchable(fn, place)
    found = own.compiler.instance(fn, types, place, apart, again, inactive, low.guarded, fixed, aliases)
    own.callees.add(found)
    if found.result is None and not found.done:
        raise NotYet
    own.sensitive |= found.sensitive
    own.hosts |= found.hosts
    own.warns |= found.warns
    if found.warns and low.quiet:
        text = f"{fn.__name__}() calls warnings.warn, in warnings.catch_warnings(): compiled code does not change what is shown"
        raise UnsupportedError(text, place=place, hint="call the compiled function in warnings.catch_warnings()")
    own.by_strides |= found.by_strides
    own.lanes = max(own.lanes, found.lanes)
    return found


def check_catchable(fn: Any, place: Place) -> None:
    """Refuse functions whose errors the compiler does not know, where these could be caught."""
    host = host_of(fn)
    what = "runs as ordinary Python" if host is not None and not hasattr(host, "shows") else ""
    what = "has derivative rules" if rules_of(fn) is not None else what
    if what:
        text = f"{fn.__name__}() {what}, and is called in a try statement, or in a function that is: its errors cannot be caught"
        raise UnsupportedError(text, place=place, hint="call it outside of try")


def result_places(low: Lowering, ty: Ty | None) -> list[Any]:
    if isinstance(ty, (Scalar, Choice, Selected)):
        return [low.variable_of_iteration(t) for t in leaf_types(ty)]
    if isinstance(ty, Array):
        place = low.variable_of_iteration(ir.ArrayType(I64, 1 + 2 * ty.ndim))
        place.type = PTR
        return [place]
    if isinstance(ty, (Tuple, Sliced)):
        return [p for t in (ty.items if isinstance(ty, Tuple) else ty.parts) for p in result_places(low, t)]
    if isinstance(ty, (List, Reference, SharedList)):
        return [low.variable_of_iteration(t) for t in low.leaf_types(ty)]
    if isinstance(ty, Optional):
        return [low.variable_of_iteration(I8), *result_places(low, ty.item)]
    return []


def read_results(low: Lowering, ty: Ty, places: list[Any], origin: object = None) -> Val:
    if isinstance(ty, (Scalar, Choice, Selected)):
        return low.from_leaves(ty, [low.b.load(places.pop(0), typ=t) for t in leaf_types(ty)])
    if isinstance(ty, Array):
        place = places.pop(0)
        data = low.b.load(place, typ=PTR)
        rest = [low.b.load(low.b.gep(place, [const(k)], source_etype=I64), typ=I64) for k in range(1, 1 + 2 * ty.ndim)]
        return ArrayV(ty, data, rest[: ty.ndim], rest[ty.ndim :], origin)
    if isinstance(ty, (List, Reference, SharedList)):
        return low.from_leaves(ty, [low.b.load(places.pop(0), typ=t) for t in low.leaf_types(ty)])
    if isinstance(ty, Optional):
        there = low.b.trunc(low.b.load(places.pop(0), typ=I8), I1)
        return MaybeV(ty, there, read_results(low, ty.item, places, origin))
    if isinstance(ty, Tuple):
        return TupleV([read_results(low, t, places, origin) for t in ty.items], ty.form)
    if isinstance(ty, Sliced):
        return SliceV([read_results(low, t, places, origin) for t in ty.parts])
    return KnownV(ty.value) if isinstance(ty, Known) else NoneV()
