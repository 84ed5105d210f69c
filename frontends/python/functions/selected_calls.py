"""Calls of methods of objects, and with objects, of which the run tells which ones they are: a branch for each.

Also calls of functions that `functools.singledispatch` chooses by the class of the first argument.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from irad.frontends.python.calls.local_calls import is_local
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, MaybeV, OneOfV, ReferenceV, TupleV, Val
from irad.frontends.python.functions.array_methods import method
from irad.frontends.python.objects import classes, memory_objects, selected_objects
from irad.frontends.python.objects.bound_methods import bound_to, chooses_by_class
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.outside import Outside

Args = list[Val]
Keywords = dict[str, Val]


def with_each(low: Lowering, args: Args, keywords: Keywords, call: Callable[[Args, Keywords], Val], node: Any) -> Val | None:
    """A call with one of several objects among its arguments; None if there is none."""
    place = next((k for k, v in enumerate(args) if isinstance(v, OneOfV)), None)
    name = next((name for name, v in keywords.items() if isinstance(v, OneOfV)), None)
    if place is None and name is None:
        return None

    def with_one(one: Val) -> Val:
        if place is not None:
            return call([*args[:place], one, *args[place + 1 :]], keywords)
        return call(args, {k: one if k == name else v for k, v in keywords.items()})

    several = args[place] if place is not None else keywords[str(name)]
    assert isinstance(several, OneOfV)
    return selected_objects.each(low, several, with_one, node, some=False)


def method_of_each(low: Lowering, owner: OneOfV | ReferenceV, node: Any) -> Val:
    """``owner.method(...)``."""
    if isinstance(owner, ReferenceV):
        owner = memory_objects.having(low, owner, node.func.attr, node)
    return selected_objects.each(low, owner, lambda one: low.expr.value(_method_of(one, node), maybe=True), node)


def _method_of(owner: Val, node: Any) -> Any:
    """``owner.method(...)``, where the owner is known: the same tree each time for what lies at one place."""
    assert isinstance(owner, (ReferenceV, TupleV))
    made = node.__dict__.setdefault("irad_of_each", {})
    key = repr(owner.place if isinstance(owner, TupleV) else owner.ty)
    if key not in made:
        method = ast.copy_location(ast.Attribute(ComputedExpr(owner, node), node.func.attr, ast.Load()), node.func)
        made[key] = ast.copy_location(ast.Call(method, node.args, node.keywords), node)
    made[key].func.value.v = owner
    return made[key]


def by_name(low: Lowering, node: Any) -> Val | None:
    """``getattr(owner, name)(...)``, where the run tells which method it is; None for other calls."""
    f = node.func
    asked = isinstance(f, ast.Call) and isinstance(f.func, ast.Name) and len(f.args) == 2 and not f.keywords
    if not asked or low.expr.value(f.func) != KnownV(getattr):
        return None
    name = low.expr.value(f.args[1])
    low.demand(node, name)

    def with_one(option: Val) -> Val:
        assert isinstance(option, KnownV)
        made = node.__dict__.setdefault("irad_of_each", {})
        if option.value not in made:
            method = ast.copy_location(ast.Attribute(f.args[0], option.value, ast.Load()), f)
            made[option.value] = ast.copy_location(ast.Call(method, node.args, node.keywords), node)
        return low.expr.value(made[option.value], maybe=True)

    return classes.of_each_name(low, name, with_one, node)


def ordered_by_own(low: Lowering, fn: Val | None, node: Any) -> Val | None:
    """``min(d, key=d.get)`` and the like, where the run tells which dict ``d`` is: a call for each; None for all else."""
    if not isinstance(fn, KnownV) or not any(fn.value is f for f in (min, max, sorted)) or len(node.args) != 1:
        return None
    key = next((k.value for k in node.keywords if k.arg == "key"), None)
    if not isinstance(key, ast.Attribute) or ast.dump(key.value) != ast.dump(node.args[0]) or not is_repeatable(key.value):
        return None
    several = low.expr.owner(key.value)
    if not isinstance(several, OneOfV):
        return None

    def of_one(one: Val) -> Val:
        given = ComputedExpr(one, node.args[0])
        by = ast.copy_location(ast.Attribute(given, key.attr, ast.Load()), key)
        words = [k if k.arg != "key" else ast.keyword("key", by) for k in node.keywords]
        return low.expr.value(ast.copy_location(ast.Call(node.func, [given], words), node))

    return selected_objects.each(low, several, of_one, node)


def is_repeatable(node: Any) -> bool:
    """Whether an expression has names, items and attributes only, so that it makes no difference how often it is computed."""
    return all(isinstance(n, (ast.Name, ast.Subscript, ast.Attribute, ast.Constant, ast.expr_context)) for n in ast.walk(node))


def of_container(low: Lowering, owner: Val, node: Any) -> Val:
    """A method of a value of a builtin type; an argument that is one of several objects is each in turn."""
    for k, a in enumerate(node.args):
        v = low.read_name(a.id, a) if isinstance(a, ast.Name) and low.instance.selecting else None
        if isinstance(v, OneOfV) and node.func.attr in ("remove", "index", "count"):

            def one(found: Val, k: int = k) -> Val:
                args = [*node.args[:k], ComputedExpr(found, node), *node.args[k + 1 :]]
                return method(low, low.present(owner, node), ast.copy_location(ast.Call(node.func, args, node.keywords), node))

            return selected_objects.each(low, v, one, node)
    return method(low, owner, node)


def of_objects(low: Lowering, fn: Val, call: Callable[[Val], Val], node: Any) -> Val | None:
    """A call of an object in memory that may be None, or of one of several sorts; None for other functions."""
    if isinstance(fn, MaybeV) and isinstance(fn.value, (ReferenceV, TupleV)):
        return call(low.certain(fn, node))
    if isinstance(fn, ReferenceV) and memory_objects.is_several(fn):
        return memory_objects.each(low, fn, call, node)
    return None


def by_class(low: Lowering, fn: Val, args: Args, call: Callable[[Val, Args], Val], node: Any) -> Val | None:
    """A call of one of the functions of `functools.singledispatch` and ``singledispatchmethod``; None for other functions."""
    chooses: Any = fn.value if isinstance(fn, KnownV) else None
    if isinstance(fn, TupleV) and is_local(fn) and fn.form is not None:
        chooses = fn.form.cls.fn
    if not chooses_by_class(chooses):
        return None
    if not args:
        low.wrong(node, f"{chooses.__name__}() requires at least 1 positional argument")
    first = low.certain(args[0], node)

    def of_one(one: Val) -> Val:
        cls = classes.python_class(low, one)
        if cls is None:
            low.unsupported(node, f"the class of this argument, by which {chooses.__name__}() is chosen, is not known")
        classes.check_one_class(low, one, None, node)
        found = chooses.dispatch(cls)
        _note_registry(low, chooses, found)
        chosen = bound_to(low, fn.items[0], found, node) if isinstance(fn, TupleV) else KnownV(found)
        return call(chosen, [one, *args[1:]])

    return memory_objects.each(low, first, of_one, node) if isinstance(first, ReferenceV) else of_one(first)


def _note_registry(low: Lowering, chooses: Any, found: Any) -> None:
    """Which functions there are is compiled in."""
    compiler, name = low.instance.compiler, chooses.__name__
    registry = compiler.path(Outside("attribute", chooses, "registry", f"{name}.registry"))
    compiler.uses[registry, "structure"] = None
    for cls, registered in chooses.registry.items():
        if registered is found:
            compiler.uses[registry.item(cls), "value"] = None
