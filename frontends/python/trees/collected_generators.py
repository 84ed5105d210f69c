"""Generators that call themselves, as functions that return lists of their items."""

from __future__ import annotations

import ast
import copy
import types
from dataclasses import replace
from typing import Any

from irad.frontends.python.sources.python_source import register, source_of
from irad.frontends.python.trees.local_functions import function_of
from irad.frontends.python.trees.scopes import INNER

_made: dict[Any, Any] = {}


def collected(fn: Any) -> Any:
    """A function that returns a list of the items of the generator function ``fn``; None where their values are used."""
    if fn not in _made:
        _made[fn] = _collected(fn) if isinstance(fn, types.FunctionType) else None
    return _made[fn]


def _collected(fn: types.FunctionType) -> Any:
    source = source_of(fn)
    tree = copy.deepcopy(source.node)
    if not isinstance(tree, ast.FunctionDef):
        return None
    items = f"collected{INNER}"
    yields = [n for n in ast.walk(tree) if isinstance(n, (ast.Yield, ast.YieldFrom))]
    alone = [n.value for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, (ast.Yield, ast.YieldFrom))]
    inside = [n for s in tree.body for n in ast.walk(s)]
    if len(yields) != len(alone) or any(isinstance(n, (ast.Lambda, ast.FunctionDef)) or _changes(n) for n in inside):
        return None
    tree.body = [s for part in tree.body for s in _Items(items).of(part)]
    first = ast.Assign([ast.Name(items, ast.Store())], ast.List([], ast.Load()))
    tree.body = [first, *tree.body, ast.Return(ast.Name(items, ast.Load()))]
    tree.decorator_list, tree.returns = [], None
    for n in ast.walk(tree):
        if isinstance(n, (ast.expr, ast.stmt)) and not hasattr(n, "lineno"):
            ast.copy_location(n, source.node.body[0])
    ast.fix_missing_locations(tree)
    plain = copy.deepcopy(tree)
    plain.args.defaults, plain.args.kw_defaults = [], [None] * len(plain.args.kwonlyargs)
    for p in ast.walk(plain.args):
        if isinstance(p, ast.arg):
            p.annotation = None
    out = function_of(plain, fn, fn.__name__)
    out.__defaults__, out.__kwdefaults__, out.__qualname__ = fn.__defaults__, fn.__kwdefaults__, fn.__qualname__
    register(out, replace(source, fn=out, node=tree))
    return out


def _changes(n: ast.AST) -> bool:
    """Whether it changes something that others may hold, by an assignment or a method of a container."""
    if isinstance(n, (ast.Attribute, ast.Subscript)) and not isinstance(n.ctx, ast.Load):
        return True
    return isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in _CHANGING


_CHANGING = frozenset(
    "append appendleft extend insert pop popleft remove discard add clear update setdefault sort reverse fill put".split()
)


class _Items(ast.NodeTransformer):
    """Puts items behind a list in the place of giving them."""

    def __init__(self, items: str) -> None:
        self.items = items

    def of(self, s: Any) -> list[Any]:
        """The statements that a statement becomes."""
        found = self.visit(s)
        return found if isinstance(found, list) else [found]

    def visit_Expr(self, n: ast.Expr) -> Any:
        if not isinstance(n.value, (ast.Yield, ast.YieldFrom)):
            return n
        method = "append" if isinstance(n.value, ast.Yield) else "extend"
        given = n.value.value if n.value.value is not None else ast.Constant(None)
        return ast.Expr(ast.Call(ast.Attribute(ast.Name(self.items, ast.Load()), method, ast.Load()), [given], []))

    def visit_Return(self, n: ast.Return) -> Any:
        return ast.Return(ast.Name(self.items, ast.Load()))
