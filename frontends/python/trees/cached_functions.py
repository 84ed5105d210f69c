"""Functions inside of a function that keep their results (``functools.cache``, ``lru_cache``), and what they read."""

from __future__ import annotations

import ast
import builtins
import functools
import types
from typing import Any

from irad.frontends.python.sources.python_source import Source, lookup
from irad.frontends.python.trees.bound_names import changed_in
from irad.frontends.python.trees.scopes import free_names

_FRESH = {
    "zeros", "ones", "empty", "full", "array", "copy", "zeros_like", "ones_like", "empty_like", "full_like", "arange", "linspace",
    "eye", "list", "dict", "set", "defaultdict",
}  # fmt: skip
_READING = {"sum", "mean", "max", "min", "dot", "copy", "get", "items", "keys", "values", "index", "count", "any", "all"}


def keeps_results(source: Source, n: Any) -> bool:
    """Whether the only decorator of a function inside of ``source`` is one of those that keep results."""
    if len(n.decorator_list) != 1:
        return False
    d = n.decorator_list[0]
    return _value(source, d.func if isinstance(d, ast.Call) else d) in (functools.lru_cache, functools.cache)


def read_by(source: Source, n: Any) -> set[str]:
    """The names that a function inside of another one reads of it, and those functions inside that it may call."""
    inner: dict[str, list[Any]] = {}
    for m in ast.walk(source.node):
        if isinstance(m, ast.FunctionDef):
            inner.setdefault(m.name, []).append(m)
        elif isinstance(m, ast.Assign) and isinstance(m.value, ast.Lambda):
            for t in m.targets:
                inner.setdefault(_root(t) or "", []).append(m.value)
    out: set[str] = set()
    todo = free_names(n)
    while todo:
        out |= todo
        todo = {name for known in todo for f in inner.get(known, ()) for name in free_names(f)} - out
    return out - {n.name}


def is_same_again(source: Source, n: Any) -> bool:
    """Whether what the function reads of the function around stays as it is."""
    inside = {id(m) for m in ast.walk(n)}
    nodes = [m for m in ast.walk(source.node) if id(m) not in inside or isinstance(m, (ast.Subscript, ast.Attribute))]
    stored = [m for m in nodes if isinstance(m, (ast.Subscript, ast.Attribute)) and not isinstance(m.ctx, ast.Load)]
    reads = read_by(source, n)
    changed = {_changed(m) for m in stored} | changed_in([source.node])
    if changed & reads or any(name is None or not _is_fresh(source.node, name) for name in changed):
        return False
    calls = [m for m in nodes if isinstance(m, ast.Call) and not _is_of_library(source, m.func)]
    given: set[str | None] = {a.id for c in calls for a in [*c.args, *(k.value for k in c.keywords)] if isinstance(a, ast.Name)}
    given |= {_changed(c.func) for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr not in _READING}
    declared = any(isinstance(m, (ast.Nonlocal, ast.Global)) for m in ast.walk(source.node))
    return None not in given and not given & reads and not declared


def _changed(m: Any) -> str | None:
    """The variable of which an item or attribute is meant; None for items of what something else may hold as well."""
    return m.value.id if isinstance(m.value, ast.Name) else None


def _root(m: Any) -> str | None:
    while isinstance(m, (ast.Subscript, ast.Attribute)):
        m = m.value
    return m.id if isinstance(m, ast.Name) else None


def _is_fresh(node: Any, name: str) -> bool:
    """Whether a variable is only assigned new containers, which nothing else holds."""
    nodes = list(ast.walk(node))
    values = [m.value for m in nodes if isinstance(m, ast.Assign) for t in m.targets if isinstance(t, ast.Name) and t.id == name]
    stored = [m for m in nodes if isinstance(m, ast.Name) and m.id == name and isinstance(m.ctx, ast.Store)]
    return bool(values) and len(stored) == len(values) and all(map(_is_new, values))


def _is_new(v: Any) -> bool:
    name = v.func.attr if isinstance(v, ast.Call) and isinstance(v.func, ast.Attribute) else None
    name = v.func.id if isinstance(v, ast.Call) and isinstance(v.func, ast.Name) else name
    return isinstance(v, (ast.List, ast.Dict, ast.ListComp, ast.DictComp, ast.BinOp)) or name in _FRESH


def _is_of_library(source: Source, f: Any) -> bool:
    """Whether a function is one of a module or of Python's own, none of which changes what it is given."""
    if isinstance(f, ast.Attribute):
        return isinstance(_value(source, f.value), types.ModuleType)
    return isinstance(f, ast.Name) and _value(source, f) is getattr(builtins, f.id, source)


def _value(source: Source, e: Any) -> Any:
    """What an expression of names from outside stands for, None if it is not known."""
    if isinstance(e, ast.Attribute):
        return getattr(_value(source, e.value), e.attr, None)
    return lookup(source.fn, e.id)[1] if isinstance(e, ast.Name) else None
