"""Generators that are used in several places: objects of classes that are made of their functions, and compiled like a user's.

`resumable` makes the class: ``__init__`` holds the arguments, ``advance`` is the body of the generator
(`trees/resumed_bodies.py`); the other methods are those of `Resumable`.
"""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from irad.errors import UnsupportedError
from irad.frontends.python.sources.python_source import register, source_of
from irad.frontends.python.trees import resumed_bodies
from irad.frontends.python.trees.local_functions import LocalFunction, LocalUse, function_of
from irad.frontends.python.trees.scopes import parameters

_made: WeakKeyDictionary[Any, type] = WeakKeyDictionary()


class Resumable:
    """A generator: ``ready`` tells whether ``item`` is the next one already."""

    irad_compiled = True
    ready: bool
    item: Any
    sent: Any

    def advance(self) -> bool:
        """Compute the next item, up to the next ``yield``; whether there is one."""
        raise NotImplementedError

    def has_next(self) -> bool:
        if not self.ready:
            self.ready = self.advance()
        return self.ready

    def __next__(self) -> Any:
        if not self.ready and not self.advance():
            raise StopIteration
        self.ready = False
        return self.item

    def __iter__(self) -> Iterator[Any]:
        while self.ready or self.advance():
            self.ready = False
            yield self.item

    def send(self, value: Any) -> Any:
        self.sent = value
        found = self.__next__()
        self.sent = None
        return found


class AskedAhead:
    """An iterator whose ``has_next`` puts the next item into ``item``, and notes that it is ``ready``."""

    irad_compiled = True
    ready: bool
    item: Any

    def has_next(self) -> bool:
        raise NotImplementedError

    def __next__(self) -> Any:
        if not self.has_next():
            raise StopIteration
        self.ready = False
        return self.item

    def __iter__(self) -> Iterator[Any]:
        while self.has_next():
            self.ready = False
            yield self.item


class TakingItems(AskedAhead, Resumable):
    """A generator whose body takes items of iterators: where one has no further item, that is an error."""

    def has_next(self) -> bool:
        if not self.ready:
            try:
                self.ready = self.advance()
            except StopIteration:
                raise RuntimeError("generator raised StopIteration") from None
        return self.ready


class TakenAhead(AskedAhead):
    """An object with a ``__next__`` of its own, which is asked before anybody wants to know whether there is an item."""

    def __init__(self, items: Any) -> None:
        self.items = items
        self.ready = False

    def has_next(self) -> bool:
        if not self.ready:
            try:
                self.item = next(self.items)
                self.ready = True
            except StopIteration:
                return False
        return True


class ItemsOfDict:
    """``iter(d.items())``: the keys as they are at first, the values as they are when they are reached."""

    irad_compiled = True

    def __init__(self, d: Any, keys: Any) -> None:
        self.d = d
        self.keys = keys
        self.position = 0

    def has_next(self) -> bool:
        return self.position < len(self.keys)

    def __next__(self) -> Any:
        if self.position >= len(self.keys):
            raise StopIteration
        self.position += 1
        key = self.keys[self.position - 1]
        return key, self.d[key]

    def __iter__(self) -> Iterator[Any]:
        while self.has_next():
            yield self.__next__()


class ValuesOfDict(ItemsOfDict):
    """``iter(d.values())``, likewise."""

    def __next__(self) -> Any:
        if self.position >= len(self.keys):
            raise StopIteration
        self.position += 1
        return self.d[self.keys[self.position - 1]]


def cursor(items: Any, view: str = "") -> Any:
    """An object with ``has_next`` and ``__next__``, of what a loop goes over: lowered by `iteration/next_items.py`."""
    raise NotImplementedError


def returned(items: Any) -> Any:
    """What the generator has returned whose items `cursor` has given: lowered by `iteration/next_items.py`."""
    raise NotImplementedError


def resumable(fn: Any) -> type:
    """The class of the generators that ``fn`` gives."""
    if fn not in _made:
        source = source_of(fn)
        if any(isinstance(n, (LocalFunction, LocalUse)) for n in ast.walk(source.node)):
            text = f"items of {fn.__name__}() are taken in several places: a generator inside that calls itself, or a function"
            raise UnsupportedError(text, place=source.place(source.node), hint="make a list of its items")
        base = TakingItems if resumed_bodies.takes_items(source) else Resumable
        own = ast.arg(resumed_bodies.OBJECT)
        names = [ast.arg(name) for name in parameters(source.node)]
        made = _method(fn, "__init__", [own, *names], resumed_bodies.made_object(source))
        advance = _method(fn, "advance", [own], resumed_bodies.resumed_body(source))
        members = {"__init__": made, "advance": advance, "__module__": fn.__module__}
        members["irad_returns"] = resumed_bodies.returns_value(source)
        _made[fn] = type(fn.__name__, (base,), members)
    return _made[fn]


def _method(fn: Any, name: str, given: list[ast.arg], body: list[Any]) -> Any:
    """A function with the names from outside of ``fn``, `cursor` and `returned`."""
    listed = ast.arguments([], [copy.copy(a) for a in given], None, [], [], None, [])
    tree: Any = ast.FunctionDef(name, listed, body, [], None)
    if hasattr(ast, "type_param"):
        tree.type_params = []
    source = source_of(fn)
    ast.copy_location(tree, source.node)
    for a in listed.args:
        ast.copy_location(a, source.node)
    ast.fix_missing_locations(tree)
    out = function_of(tree, fn, name, {resumed_bodies.CURSOR: cursor, resumed_bodies.RETURNED: returned})
    out.__qualname__ = f"{fn.__qualname__}.{name}"
    register(out, replace(source, fn=out, node=tree))
    assert isinstance(out, types.FunctionType)
    return out
