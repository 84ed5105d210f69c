"""Objects from outside that may change: found by their paths, read anew at each call.

``CONFIG["rate"]``, ``self.layers[0].weights``: a path begins at a name (of a module, of a closure, a default) and goes on by
attributes and items.  Numbers and arrays at its end are hidden arguments of the compiled code.  What the code was compiled for is
a state: the types of these, the classes and lengths of containers, the texts and functions that are compiled in; another state
is another specialisation.
"""

from __future__ import annotations

import gc
import types
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from irad.errors import IradError
from irad.frontends.python.sources.instances import is_distribution, is_mode
from irad.frontends.python.sources.python_types import type_of

ABSENT_PATH = "absent"
Known = dict["Outside", Any]
_PLAIN = (bool, int, float, complex, str, bytes, type(None), np.generic)


@dataclass(eq=False)
class Outside:
    """A path.  ``kind``: "name" (``home`` is a namespace), "cell", "default" (of the function ``home``), "attribute" or "item".

    ``home``: where ``key`` is looked up; of the last two another path, or the class or object itself.  ``text``: the path as it
    is written.
    """

    kind: str
    home: Any
    key: Any
    text: str
    parts: dict[tuple[str, Any], Outside] = field(default_factory=dict)

    @property
    def __name__(self) -> str:
        return self.text

    def read(self, known: Known | None = None) -> Any:
        """What is there now; ``known``: what has been read by now, and is not read a second time."""
        if known is not None and self in known:
            return known[self]
        found = self._found(known)
        if known is not None:
            known[self] = found
        return found

    def _found(self, known: Known | None) -> Any:
        kind = self.kind
        if kind == "attribute":
            return getattr(self.owner(known), self.key)
        if kind == "item":
            return self.owner(known)[self.key]
        if kind == "name":
            return self.home[self.key]
        if kind == "cell":
            return self.home.cell_contents
        return _defaults_of(self.home)[self.key] if kind == "default" else self.owner(known)

    def owner(self, known: Known | None = None) -> Any:
        """The object in which the last step looks."""
        return self.home.read(known) if isinstance(self.home, Outside) else self.home

    @property
    def slot(self) -> tuple[Any, ...]:
        """What two paths have in common that lead to the same place in the same object now."""
        return id(without_proxy(self.owner())), self.kind, self.key

    def put(self, value: Any) -> None:
        """Put a value there."""
        owner = self.owner()
        if self.kind == "attribute":
            setattr(owner, self.key, value)
        elif self.kind == "cell":
            owner.cell_contents = value
        elif self.kind == "items":
            owner.extend(value)
        else:
            owner[self.key] = value

    def attribute(self, name: str) -> Outside:
        """The path that goes on with an attribute."""
        return self._part("attribute", name, f"{self.text}.{name}")

    def item(self, key: Any) -> Outside:
        """The path that goes on with an item."""
        return self._part("item", key, f"{self.text}[{key!r}]")

    def behind(self) -> Outside:
        """What is put behind the items of the list at this path."""
        return self._part("items", None, self.text)

    def _part(self, kind: str, key: Any, text: str) -> Outside:
        named = (kind, key)
        if named not in self.parts:
            self.parts[named] = Outside(kind, self, key, text)
        return self.parts[named]

    def state(self, aspect: str, known: Known | None = None) -> Any:
        """What code that uses an ``aspect`` of it ("type", "value", "class", "shape" or "structure") is compiled for."""
        try:
            value = self.read(known)
        except (LookupError, AttributeError, ValueError, TypeError):
            return ABSENT_PATH
        if aspect.startswith("own."):
            return aspect[4:] in getattr(value, "__dict__", ())
        if aspect == "type":
            try:
                return type_of(value)
            except (IradError, OverflowError):
                return type(value)
        if aspect == "class":
            return type(value)
        if aspect == "shape":
            return getattr(value, "shape", None)
        if aspect == "structure":
            sized = len(value) if hasattr(value, "__len__") else None  # (it may be something else by now)
            keyed = isinstance(value, (dict, set, frozenset, types.MappingProxyType))
            return type(value), tuple(value) if keyed else sized
        plain = isinstance(value, _PLAIN)
        return type(value), repr(value) if plain else Itself(value)

    def __deepcopy__(self, memo: dict[int, Any]) -> Outside:
        return self


def without_proxy(value: Any) -> Any:
    """The dict behind a ``types.MappingProxyType``; anything else as it is."""
    return gc.get_referents(value)[0] if type(value) is types.MappingProxyType else value


class HeldArray(Outside):
    """An array that a function captures itself: code may depend on its shape."""

    def __init__(self, array: np.ndarray, text: str) -> None:
        super().__init__("array", array, None, text)

    def read(self, known: Known | None = None) -> Any:
        """The array."""
        return self.home


class Itself:
    """An object as a part of a key: nothing else is equal to it.

    A bound method is a new object wherever it is looked up: it is the same as another one of the same function and object.
    """

    def __init__(self, value: Any) -> None:
        self.value = value
        self._parts = (value.__func__, value.__self__) if isinstance(value, types.MethodType) else (value,)

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._parts)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Itself) or len(other._parts) != len(self._parts):
            return False
        return all(a is b for a, b in zip(self._parts, other._parts, strict=True))


@dataclass(eq=False)
class OutsideSlot:
    """A place in an object from outside that compiled code assigns to: a variable with values of type ``ty``.

    ``absent``: there was nothing when it was compiled.
    """

    path: Outside
    ty: Any = None
    absent: bool = False


class Aliases:
    """Which of several paths lead to the same object: code that changes some of these objects was compiled for that."""

    def __init__(self, paths: Iterable[Outside]) -> None:
        self.paths = tuple(paths)
        self.text = self.paths[0].text if self.paths else ""

    def state(self, aspect: str, known: Known | None = None) -> Any:
        """For each path the number of the first one that leads to the same object."""
        seen: dict[int, int] = {}
        out, values = [], []  # (all are kept for as long as their addresses are compared)
        for k, path in enumerate(self.paths):
            try:
                value = path.read(known)
            except (LookupError, AttributeError, ValueError, TypeError):
                out.append(-1)
                continue
            values.append(value)
            out.append(seen.setdefault(id(value), k))
        return tuple(out)


Use = tuple[Outside, str]
Watched = tuple[Outside | Aliases, str]


def states(uses: Iterable[Watched]) -> tuple[Any, ...]:
    """The present state of what compiled code reads from outside."""
    known: Known = {}
    return tuple([outside.state(aspect, known) for outside, aspect in uses])


def _defaults_of(fn: Any) -> dict[str, Any]:
    code, values = fn.__code__, fn.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    return {**dict(zip(names[len(names) - len(values) :], values, strict=True)), **(fn.__kwdefaults__ or {})}


def default_of(fn: Any, name: str) -> Outside:
    """The path of a parameter's default."""
    return Outside("default", fn, name, name)


def named(fn: Any, name: str) -> Outside:
    """The path of a free name of a function."""
    cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
    if name in cells:
        return Outside("cell", cells[name], None, name)
    return Outside("name", fn.__globals__, name, name)


def is_static(value: Any) -> bool:
    """Whether a value from outside is compiled in: a text, a function, a class, a member of an enumeration ..."""
    if isinstance(value, (str, bytes, type, np.dtype, types.ModuleType, Enum, slice)) or value is None or value is Ellipsis:
        return True
    if is_mode(value) or is_distribution(value):
        return True
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodWrapperType, np.ufunc)):
        return True
    return callable(value) and (hasattr(value, "irad_function") or hasattr(value, "py_func") or hasattr(value, "func"))
