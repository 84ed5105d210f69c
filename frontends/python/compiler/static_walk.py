"""What cannot be compiled whatever the types of the arguments: a walk over the trees of a function and of those that it calls.

Names are resolved as Python does (closure, globals, builtins, attributes of modules); the compiler finds what depends on types.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import types
from collections.abc import Iterable, Iterator
from typing import Any

from irad.errors import IradError, UnsupportedError
from irad.frontends.python.functions.function_calls import in_library, is_known, unknown_function
from irad.frontends.python.messages.callable_names import is_foreign, near, near_attribute
from irad.frontends.python.messages.problems import Problems
from irad.frontends.python.messages.spelling import not_supported
from irad.frontends.python.sources.captured import plain
from irad.frontends.python.sources.function_notes import note
from irad.frontends.python.sources.python_source import Source, lookup, source_of
from irad.frontends.python.statements.expressions import Expressions
from irad.frontends.python.statements.statements import StatementLowering
from irad.frontends.python.statements.with_statements import manager_refused
from irad.frontends.python.trees.scopes import COMPREHENSIONS, FUNCTIONS, own_names, parameters

# Nodes for which others stand when code is made, or that are parts of others.
_PARTS = (*FUNCTIONS, *COMPREHENSIONS, ast.Starred, ast.Slice, ast.FormattedValue)
_ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_UNKNOWN = object()


def walk_all(functions: Iterable[Any], classes: Iterable[type] = ()) -> Problems:
    """The problems of functions, of what they name, and of those methods of classes that may be called, by their names."""
    found = Problems()
    walk = StaticWalk(found, set(), set(), of_classes=True)
    walk.classes |= dict.fromkeys(classes)
    for fn in functions:
        walk.function(fn)
    walk.methods()
    return found


def methods_of(cls: type) -> Iterator[tuple[str, Any]]:
    """The methods and properties of a class that are written in Python, and not in a library."""
    names = dict.fromkeys(name for c in reversed(cls.__mro__) for name in vars(c))
    for name in names:
        stored = inspect.getattr_static(cls, name)
        fn = getattr(stored, "__func__", None) or getattr(stored, "fget", None) or getattr(stored, "func", None) or stored
        if isinstance(plain(fn), types.FunctionType) and not is_foreign(plain(fn)) and fn.__code__.co_filename != "<string>":
            yield name, fn


def walk(fn: Any, untaken: frozenset[str] | set[str] = frozenset()) -> Problems:
    """The problems of a function and of the Python functions that it names; ``untaken``: places that are never compiled."""
    found = Problems()
    StaticWalk(found, set(untaken), set()).function(fn)
    return found


class StaticWalk:
    """The walk; ``seen``: functions that have been looked at, by identity; ``first``: one problem is enough.

    ``of_classes``: methods of classes that are named count as well, if their names are used.
    """

    def __init__(
        self, found: Problems, untaken: set[str], seen: set[int], first: bool = False, of_classes: bool = False
    ) -> None:
        self.found, self.untaken, self.seen, self.first, self.of_classes = found, untaken, seen, first, of_classes
        self.classes: dict[type, None] = {}
        self.attributes: set[str] = set()  # the names of attributes of what is not known
        self.foreign: dict[int, IradError | None] = {}  # what is wrong with functions of libraries

    def function(self, fn: Any) -> None:
        fn = plain(fn)
        if not isinstance(fn, types.FunctionType) or id(fn) in self.seen or (self.first and self.found):
            return
        self.seen.add(id(fn))
        if note(fn, "irad_host") is not None or note(fn, "irad_rules") is not None:
            return  # not compiled, or not for certain
        try:
            source = source_of(fn)
        except IradError as error:
            if len(self.seen) == 1:  # (of a callee the compiler says so, if it is called)
                self.found.note(error)
            return
        node = source.node
        if self.of_classes:
            self._class_around(fn)
        self._body(source, node, own_names(node))

    def _class_around(self, fn: Any) -> None:
        """Note the class that a method belongs to, if it is found by its name."""
        owner, _, name = fn.__qualname__.rpartition(".")
        cls = fn.__globals__.get(owner)
        if isinstance(cls, type) and name in vars(cls):
            self.classes[cls] = None

    def methods(self) -> None:
        """Look at the methods of the classes that have been met; those of which the names are used, and special ones."""
        while True:
            before = len(self.seen)
            for cls in list(self.classes):
                for name, fn in methods_of(cls):
                    if name in self.attributes or name.startswith("__"):
                        self.function(fn)
            if len(self.seen) == before:
                return

    def _body(self, source: Source, node: Any, bound: set[str]) -> None:
        if isinstance(node.body, list):
            self._block(source, node.body, bound)
        else:
            self._look(source, node.body, bound)

    def _block(self, source: Source, body: list[Any], bound: set[str]) -> None:
        for s in body:
            self._look(source, s, bound)
            if isinstance(s, _ENDS):
                break

    def _look(self, source: Source, n: Any, bound: set[str]) -> None:
        """A statement or expression in a scope with the names ``bound``."""
        if isinstance(n, (ast.stmt, ast.expr)) and str(source.place(n)) in self.untaken:
            return
        refused = self._kind(n) if not isinstance(n, ast.ClassDef) else None
        if refused is not None:
            self._note(source, n, *refused)
        if isinstance(n, FUNCTIONS):
            for default in (*n.args.defaults, *n.args.kw_defaults):
                if default is not None:
                    self._look(source, default, bound)
            self._body(source, n, bound | own_names(n) | set(parameters(n)))
            return
        if isinstance(n, (ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
            return
        if isinstance(n, COMPREHENSIONS):
            bound = bound | {t.id for g in n.generators for t in ast.walk(g.target) if isinstance(t, ast.Name)}
        if isinstance(n, ast.With):
            self._managers(source, n, bound)
            self._block(source, n.body, bound)
            return
        if isinstance(n, ast.Raise):
            for a in n.exc.args if isinstance(n.exc, ast.Call) else ():
                self._look(source, a, bound)
            return
        if isinstance(n, ast.Call):
            self._call(source, n, bound)
            return
        if isinstance(n, ast.AnnAssign):
            for part in (n.target, n.value):
                if part is not None:
                    self._look(source, part, bound)
            return
        if isinstance(n, (ast.Name, ast.Attribute)) and isinstance(n.ctx, ast.Load):
            value = self._value(source, n, bound)
            if value is _UNKNOWN and isinstance(n, ast.Attribute):
                self.attributes.add(n.attr)
            if callable(value):
                self._named(source, n, value)
            if value is not _UNKNOWN or isinstance(n, ast.Name):
                return
        for field, value in ast.iter_fields(n):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self._block(source, value, bound)
            elif field != "decorator_list":
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self._look(source, child, bound)

    def _managers(self, source: Source, n: ast.With, bound: set[str]) -> None:
        """The context managers of a ``with`` statement; what is called for one that is refused is a part of it."""
        for item in n.items:
            call = item.context_expr
            found = self._value(source, call.func if isinstance(call, ast.Call) else call, bound)
            refused = None if found is _UNKNOWN else manager_refused(item, found if isinstance(call, ast.Call) else None)
            if refused is not None:
                self._note(source, call, *refused)
            for part in (*call.args, *(k.value for k in call.keywords)) if isinstance(call, ast.Call) else ():
                self._look(source, part, bound)

    def _call(self, source: Source, n: ast.Call, bound: set[str]) -> None:
        value = self._value(source, n.func, bound)
        if value is _UNKNOWN:
            self.attributes |= {n.func.attr} if isinstance(n.func, ast.Attribute) else set()
            self._look(source, n.func.value if isinstance(n.func, ast.Attribute) else n.func, bound)
        elif callable(value):
            self._named(source, n, value)
        elif isinstance(value, types.ModuleType):
            self._note(source, n, f"the module {value.__name__} cannot be called", "")
        for a in n.args:
            self._look(source, a, bound)
        for k in n.keywords:
            self._look(source, k.value, bound)

    def _named(self, source: Source, n: Any, fn: Any) -> None:
        """A function that is called, or named to be called by another."""
        if self.of_classes and isinstance(fn, type) and fn.__module__ == source.fn.__module__:
            self.classes[fn] = None
        known = is_known(fn)
        if known is False and (isinstance(n, ast.Call) or not isinstance(fn, type)):
            self._note(source, n, *unknown_function(fn, n.func if isinstance(n, ast.Call) else n))
        inner = plain(fn)
        if known or not isinstance(inner, types.FunctionType):
            for f in self._marked(fn):
                self.function(f)
        elif is_foreign(inner) and not is_foreign(source.fn):
            wrong = self._wrong_with(inner)
            if wrong is not None:
                self._note(source, n, *in_library(inner, n.func if isinstance(n, ast.Call) else n, wrong))
        else:
            self.function(inner)

    def _wrong_with(self, fn: Any) -> IradError | None:
        """What is wrong with a function of a library, None if nothing is known to be."""
        if id(fn) not in self.foreign:
            own = Problems()
            StaticWalk(own, set(), set(), True).function(fn)
            self.foreign[id(fn)] = own.error(fn.__name__) if own else None
        return self.foreign[id(fn)]

    def _marked(self, fn: Any) -> Iterator[Any]:
        """The function behind a transform or a mark."""
        inner = plain(fn)
        if inner is not fn and (hasattr(fn, "irad_transform") or note(fn, "irad_marking") is not None):
            yield inner

    def _value(self, source: Source, n: Any, bound: set[str]) -> Any:
        """What a name, or an attribute of a module, stands for; `_UNKNOWN` where that is not certain."""
        if isinstance(n, ast.Name):
            if n.id in bound or n.id in source.fn.__code__.co_varnames:
                return _UNKNOWN
            found, value = lookup(source.fn, n.id)
            if not found and n.id not in source.fn.__code__.co_freevars:
                hint = near(n.id, {*bound, *source.fn.__globals__, *vars(builtins)})
                self._note(source, n, f"the name '{n.id}' is not defined", hint)
            return value if found else _UNKNOWN
        if isinstance(n, ast.Attribute):
            owner = self._value(source, n.value, bound)
            if isinstance(owner, types.ModuleType):
                if hasattr(owner, n.attr):
                    return getattr(owner, n.attr)
                self._note(source, n, f"{owner.__name__} has no attribute '{n.attr}'", near_attribute(owner, n.attr))
            if isinstance(owner, type) and owner.__module__.partition(".")[0] in ("numpy", "scipy") and is_known(owner) is False:
                return getattr(owner, n.attr, _UNKNOWN)  # of a class that compiled functions do not know
        return _UNKNOWN

    def _kind(self, n: Any) -> tuple[str, str] | None:
        """The message and the hint, if nodes of this kind are refused."""
        name = f"_{type(n).__name__}"
        if isinstance(n, ast.FunctionDef) and n.decorator_list and not any(_may_keep(d) for d in n.decorator_list):
            hint = "define the function at the top of the module, or without the decorator"
            return "a decorated function inside of a compiled one is not supported", hint
        inside = (*_PARTS, ast.Yield, ast.YieldFrom, ast.Import, ast.ImportFrom)
        if isinstance(n, inside) or not isinstance(n, (ast.stmt, ast.expr)):
            return None
        known = StatementLowering if isinstance(n, ast.stmt) else Expressions
        return None if hasattr(known, name) else not_supported(n)

    def _note(self, source: Source, n: Any, text: str, hint: str) -> None:
        self.found.note(UnsupportedError(text, place=source.place(n), hint=hint))


def _may_keep(decorator: Any) -> bool:
    """Whether a decorator may be ``lru_cache`` or ``cache``, which `trees/cached_functions.py` knows."""
    d = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (d.attr if isinstance(d, ast.Attribute) else getattr(d, "id", "")) in ("cache", "lru_cache")
