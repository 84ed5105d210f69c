"""Functions inside of functions as objects in memory: what they capture are attributes, and ``__call__`` calls them.

So one attribute may hold several of them, which capture different variables, and they may capture the object that holds them.
"""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from irad.frontends.python.sources.python_source import register, source_of
from irad.frontends.python.trees.local_functions import Lifted, function_of
from irad.frontends.python.trees.scopes import INNER

_made: WeakKeyDictionary[Any, type | None] = WeakKeyDictionary()
_OBJECT, _FUNCTION = f"closure{INNER}", f"function{INNER}"
_PLAIN = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class Closure:
    """A function with what it captures."""

    def __call__(self, *args: Any) -> Any:
        """Call the function."""
        raise NotImplementedError


def attribute_of(name: str) -> str:
    """The attribute that holds a captured variable."""
    return f"{name}{INNER}captured"


def closure_class(fn: Any) -> type | None:
    """The class for a function, or one inside of another that captures variables; None where it assigns to them, and the like."""
    if fn not in _made:
        _made[fn] = _class(fn)
    return _made[fn]


def _class(fn: Any) -> type | None:
    lifted = fn if isinstance(fn, Lifted) else None
    plain = fn if lifted is None else lifted.fn
    signature = inspect.signature(plain) if lifted is None else lifted.signature
    parameters = list(signature.parameters.values())
    if any(p.kind not in _PLAIN for p in parameters) or (lifted is not None and (lifted.made or lifted.nonlocals)):
        return None
    own: list[ast.expr] = [
        ast.Attribute(ast.Name(_OBJECT, ast.Load()), attribute_of(name), ast.Load())
        for name in (lifted.captured if lifted is not None else ())
    ]
    given: list[ast.expr] = [ast.Name(p.name, ast.Load()) for p in parameters]
    body = ast.Return(ast.Call(ast.Name(_FUNCTION, ast.Load()), [*own, *given], []))
    listed = ast.arguments([], [ast.arg(n) for n in (_OBJECT, *(p.name for p in parameters))], None, [], [], None, [])
    tree: Any = ast.FunctionDef("__call__", listed, [body], [], None)
    if hasattr(ast, "type_param"):
        tree.type_params = []
    source = source_of(plain)
    for n in ast.walk(tree):
        if isinstance(n, (ast.expr, ast.stmt, ast.arg)):
            ast.copy_location(n, source.node)
    call = function_of(tree, plain, "__call__", {_FUNCTION: plain})
    call.__defaults__ = tuple(p.default for p in parameters if p.default is not p.empty) or None
    call.__qualname__ = f"{plain.__qualname__}.__call__"
    register(call, replace(source, fn=call, node=tree))
    return type(plain.__name__, (Closure,), {"__call__": call, "__module__": plain.__module__})
