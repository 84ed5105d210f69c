"""Functions inside of compiled functions, as values: the function, known when compiling, and the values that it captures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from irad.frontends.python.calls.generator_calls import begun, is_generator
from irad.frontends.python.calls.instance_calls import Homes, call_python
from irad.frontends.python.calls.kept_results import kept_result
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, OneOfV, RangeV, TupleV, Val
from irad.frontends.python.messages.callable_names import called_name
from irad.frontends.python.objects import changes, selected_objects
from irad.frontends.python.sources.made_functions import unwrapped
from irad.frontends.python.sources.python_types import FUNCTION, Form, Tuple, Ty, is_function_form
from irad.frontends.python.trees.local_functions import Lifted
from irad.frontends.python.trees.webs import shown


def closed(low: Lowering, lifted: Lifted, names: dict[str, str], node: Any, within: tuple[Lifted, ...] = ()) -> Val:
    """The function with the present values of what it captures; ``names``: the variables that hold them."""
    if not lifted.names:
        return KnownV(lifted.fn)
    items: list[Val] = []
    for name in lifted.names:
        v = low.read_name(names[name], node)
        if isinstance(v, KnownV) and isinstance(v.value, Lifted):
            if v.value in within:
                low.unsupported(node, "functions inside of a compiled function that call each other are not supported")
            v = closed(low, v.value, names, node, (*within, lifted))
        if isinstance(v, RangeV):
            low.unsupported(node, f"{lifted.__name__}() reads '{name}', a range, from the function around it")
        items.append(low.expr.stable(v))
    return TupleV(items, Form(FUNCTION, lifted.names, lifted))


def is_local(v: Val) -> bool:
    """Whether a value is a function with what it captures."""
    return isinstance(v, TupleV) and is_function_form(v.form)


def _with_captured(low: Lowering, f: TupleV, k: int, args: list[Val], keywords: dict[str, Val], node: Any, one: Val) -> Val:
    return call_local(low, TupleV([*f.items[:k], one, *f.items[k + 1 :]], f.form, f.place), args, keywords, node)


def call_local(low: Lowering, f: TupleV, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
    """A call of such a function."""
    assert f.form is not None
    lifted: Lifted = f.form.cls
    try:
        bound = lifted.signature.bind(*args, **keywords)
    except TypeError as error:
        low.wrong(node, f"{called_name(lifted.__name__, node)}(): {error}", f"its parameters are {lifted.signature}")
        raise AssertionError from None
    _check_shared(low, f, node)
    if lifted.nonlocals and f.place is not None and isinstance(now := low.present(f, node), TupleV):
        f = replace(f, items=now.items)
    form = f.form
    assert form is not None
    for k, v in enumerate(f.items):
        if isinstance(v, OneOfV) and form.names[k] not in lifted.nonlocals:
            take = partial(_with_captured, low, f, k, args, keywords, node)
            return selected_objects.each(low, v, take, node, some=False)
    captured = dict(zip(form.names, [f.item(k) for k in range(len(f.items))], strict=True))
    if lifted.outer is not None and not lifted.gone:  # variables as they are now: a call of it may have bound them anew
        names = lifted.shares(low.instance.nonlocals, getattr(low.instance.python, "irad_lifted", None))
        names = low.instance.shared if lifted.is_of(low.source.fn) else names
        for name in lifted.captured:
            if name in names:
                captured[name] = low.expr.stable(low.read_name(name, node))
    for p in lifted.signature.parameters.values():
        if p.name not in bound.arguments and p.default is not p.empty:
            made = lifted.made.get(p.name)
            if lifted.outer is None:
                continue
            bound.arguments[p.name] = captured[made] if made is not None else low.expr.constant(p.default, node)
    order = [n for n in lifted.signature.parameters if n in bound.arguments]
    bound.arguments = {n: bound.arguments[n] for n in order}
    first = [_now(low, captured[n], node) for n in lifted.captured]
    if lifted.outer is None:  # a method
        return low.expr.apply(lifted.fn, [*first, *args], keywords, node)
    if is_generator(lifted.fn):
        shares = frozenset(lifted.captured) if lifted.early or lifted.nonlocals else frozenset()
        if shares and (low.source.fn is not lifted.outer or _are_split(low, shares)):
            text = f"{lifted.__name__}() is a generator with variables of the function around it that are bound anew"
            low.unsupported(node, text, "pass the variables as arguments")
        return begun(low, lifted.fn, [*first, *bound.args], bound.kwargs, node, shares)
    homes: Homes = {lifted.captured.index(name): partial(_rebind, low, f, name, node) for name in lifted.nonlocals}
    found = call_python(low, lifted.fn, [*first, *bound.args], bound.kwargs, node, homes=homes)
    return kept_result(low, lifted.fn, args, found, node) if unwrapped(lifted.fn) is not None else found


def _check_shared(low: Lowering, f: TupleV, node: Any) -> None:
    """A call of a function that this one is given: what it binds anew may be a variable that this one, or another one, reads."""
    assert f.form is not None
    lifted: Lifted = f.form.cls
    mine = getattr(low.instance.python, "irad_lifted", None)
    if not lifted.nonlocals:
        return
    own = lifted.is_of(low.source.fn)
    if mine is not None:
        names = lifted.nonlocals & set(mine.captured) if own else lifted.shares(lifted.nonlocals, mine)
        if names - mine.nonlocals:
            mine.bind_as_well(names)
            low.begin_anew()
    if own:
        return
    for name, ty in zip(low.instance.arg_names, low.instance.types, strict=True):
        for steps, form in _function_forms(ty):
            other = f.place is None or (f.place.name, f.place.steps) != (name, steps)
            common = lifted.nonlocals & set(form.names) if other and form.cls.outer is lifted.outer else frozenset()
            if common and (mine is None or common - mine.nonlocals):
                text = f"{lifted.__name__}() binds '{shown(min(common))}' anew, which {form.cls.__name__}() shares"
                low.unsupported(node, f"{text}: both are given to {low.instance.python.__name__}()", "make a class of them")


def _function_forms(ty: Ty, steps: tuple[int, ...] = ()) -> list[tuple[tuple[int, ...], Form]]:
    """The functions with captured variables in a type, and where they are."""
    if not isinstance(ty, Tuple):
        return []
    own = [(steps, ty.form)] if ty.form is not None and is_function_form(ty.form) else []
    return own + [found for k, item in enumerate(ty.items) for found in _function_forms(item, (*steps, k))]


def check_state(low: Lowering, v: Val, node: Any) -> None:
    """Refuse to return functions that share a variable which one of them binds anew: each would have one of its own."""
    found = [f.form for f in _functions_in(v) if f.form is not None and f.form.cls.outer is low.source.fn]
    for k, form in enumerate(found):
        for other in found[:k]:
            bound = set(form.names) & set(other.names) & (form.cls.nonlocals | other.cls.nonlocals)
            if bound and form.cls is not other.cls:
                text = f"two functions are returned that share the variable '{shown(bound.pop())}', which one of them binds anew"
                low.unsupported(node, text, "make a class of them, or keep it in a list or an object")


def _functions_in(v: Val) -> list[TupleV]:
    if is_local(v):
        assert isinstance(v, TupleV)
        return [v]
    return [f for i in v.items for f in _functions_in(i)] if isinstance(v, TupleV) else []


def _now(low: Lowering, v: Val, node: Any) -> Val:
    """What a function captures, as it is when the function is called; also what functions capture which it captures."""
    if not is_local(v):
        return low.present(v, node)
    assert isinstance(v, TupleV)
    return replace(v, items=[_now(low, v.item(k), node) for k in range(len(v.items))])


def _are_split(low: Lowering, names: frozenset[str]) -> bool:
    """Whether one of these names stands for several variables of this function."""
    return any(shown(n) in names and n not in names for n in low.instance.local_names)


def _rebind(low: Lowering, f: TupleV, name: str, node: Any, new: Val) -> None:
    """A function has assigned to a variable of the one around it."""
    assert f.form is not None
    low.note_effect(name)
    changes.rebind(low, f, {f.form.names.index(name): new}, node)
