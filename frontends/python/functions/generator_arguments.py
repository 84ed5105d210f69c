"""Generators as arguments of functions that are compiled on their own.

What a function does with the parameter decides what it gets.
All items are computed before the call.  A function that takes them once gets a list; any other one an iterator, which is empty
after the first use.  A generator that changes what others see is refused, unless the function takes all items, and nothing else
that could have changed.
"""

from __future__ import annotations

import ast
import functools
import types
from typing import Any

from irad.errors import IradError
from irad.frontends.python.calls.generator_calls import is_generator, is_resumable
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import GeneratorV, IterV, KnownV, NoneV, ScalarV, TupleV, Val
from irad.frontends.python.iteration import making
from irad.frontends.python.iteration.iterators import binds_outside, handed, whole
from irad.frontends.python.sources.python_source import source_of
from irad.frontends.python.trees.bound_names import leaves_by_break, used_once
from irad.frontends.python.trees.resumed_bodies import is_endless

_ALL = ("sum", "list", "tuple", "sorted", "min", "max", "set", "dict", "frozenset")  # of Python: they take all items
_SOME = ("next", "iter")
_COMPLETE, _ONCE, _OTHERWISE = "complete", "once", "otherwise"


def given_to(
    low: Lowering, fn: Any, args: list[Val], keywords: dict[str, Val], captured: int, node: Any
) -> tuple[list[Val], dict[str, Val]]:
    """The arguments of a function, ``captured`` of whose first parameters are variables of the function around."""
    lazy = any(isinstance(v, IterV) for v in (*args, *keywords.values()))
    if not isinstance(fn, types.FunctionType) or not lazy:
        return [handed(low, v, node) for v in args], {k: handed(low, v, node) for k, v in keywords.items()}
    if is_generator(fn):  # it takes the items of others one by one
        return (
            [v if isinstance(v, GeneratorV) else handed(low, v, node) for v in args],
            {k: v if isinstance(v, GeneratorV) else handed(low, v, node) for k, v in keywords.items()},
        )
    names = fn.__code__.co_varnames[captured : fn.__code__.co_argcount]
    values = [*args, *keywords.values()]

    def one(name: str | None, v: Val) -> Val:
        if not isinstance(v, IterV) or v.made is None:
            return handed(low, v, node)
        use = _use(fn, name) if name is not None else _OTHERWISE
        if isinstance(v, GeneratorV) and is_resumable(v) and (use == _OTHERWISE or is_endless(source_of(v.fn).node)):
            return handed(low, v, node)
        alone = not captured and all(other is v or isinstance(other, (ScalarV, KnownV, NoneV, IterV)) for other in values)
        if use == _OTHERWISE or not (alone and use == _COMPLETE):
            found = whole(low, v, node)
            return handed(low, v, node, found) if use == _OTHERWISE or isinstance(found, TupleV) else found
        found = v.made(True)
        return handed(low, v, node, found) if isinstance(found, TupleV) else found

    by_place = [one(names[k] if k < len(names) else None, v) for k, v in enumerate(args)]
    return by_place, {k: one(k if k in names else None, v) for k, v in keywords.items()}


def _use(fn: Any, name: str) -> str:
    """What a function does with a parameter that is a generator."""
    try:
        node = source_of(fn).node
    except IradError:
        return _OTHERWISE
    body = node.body if isinstance(node.body, list) else [node.body]
    if not used_once(name, body):
        return _OTHERWISE
    for n in (n for s in body for n in ast.walk(s)):
        if isinstance(n, (ast.FunctionDef, ast.Lambda)) and name in {m.id for m in ast.walk(n) if isinstance(m, ast.Name)}:
            return _OTHERWISE
        if isinstance(n, ast.For) and _is(n.iter, name):
            leaving = any(isinstance(m, (ast.Return, ast.Raise, ast.Assert)) for s in n.body for m in ast.walk(s))
            return _ONCE if leaving or leaves_by_break(n) else _COMPLETE
        if isinstance(n, ast.Call) and any(_is(a, name) for a in n.args):
            called = n.func.id if isinstance(n.func, ast.Name) else ""
            return _OTHERWISE if called in _SOME else _COMPLETE if called in _ALL else _ONCE
        if isinstance(n, (ast.ListComp, ast.SetComp, ast.DictComp)) and any(_is(g.iter, name) for g in n.generators[:1]):
            return _COMPLETE
        if isinstance(n, ast.GeneratorExp) and any(_is(g.iter, name) for g in n.generators[:1]):
            return _ONCE
    return _OTHERWISE


def _is(node: Any, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


_ONE_BY_ONE = (functools.reduce, min, max)  # what they call sees what the iterator has changed by then


def made_at_once(
    low: Lowering, fn: Any, args: list[Val], keywords: dict[str, Val], by_item: bool, node: Any
) -> list[Val]:
    """The arguments of a function that the compiler knows, generators as containers unless it takes them ``by_item``."""
    before = low.effects
    made = [v.made(fn in making.TABLE) if isinstance(v, IterV) and v.made is not None and not by_item else v for v in args]
    calls = fn is functools.reduce or not isinstance(keywords.get("key", NoneV()), NoneV)
    if (low.effects != before or any(map(binds_outside, args))) and calls and any(fn is f for f in _ONE_BY_ONE):
        text = f"{fn.__name__}() takes items one by one, and making those of this generator changes something"
        low.unsupported(node, text, "write a loop, or give it a list: list(...)")
    return made
