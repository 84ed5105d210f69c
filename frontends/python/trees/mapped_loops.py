"""Loops over ``map(lambda ...)`` and ``filter(lambda ...)``: the function is called where Python calls it, in each iteration."""

from __future__ import annotations

import ast
import copy
from typing import Any

from irad.frontends.python.trees.first_items import own_meanings, with_first_items
from irad.frontends.python.trees.scopes import INNER, in_text


def with_lazy_calls(node: Any, fn: Any) -> Any:
    """The tree of ``fn`` with ``next``, ``map`` and ``filter`` as loops that call where Python does."""
    return with_mapped_loops(with_first_items(node, fn), fn)


def with_mapped_loops(node: Any, fn: Any) -> Any:
    """The tree of ``fn`` with a call at the head of the body in the place of each such ``map`` and ``filter``."""
    if not isinstance(node.body, list):
        return node
    nodes = list(ast.walk(node))
    own = own_meanings(nodes, fn) & {"map", "filter", "zip"}
    if not any(isinstance(n, ast.For) and _called(n.iter, own) for n in nodes):
        return node
    return ast.fix_missing_locations(_CallingLoops(own).visit(copy.deepcopy(node)))


def _called(n: Any, own: set[str]) -> str:
    """``map`` or ``filter``, if it is a call of that with a lambda of plain parameters; else nothing."""
    if not isinstance(n, ast.Call) or not isinstance(n.func, ast.Name) or n.keywords or len(n.args) < 2:
        return ""
    name, f = n.func.id, n.args[0]
    starred = any(isinstance(a, ast.Starred) for a in n.args)
    if name not in ("map", "filter") or {name, "zip"} & own or starred or not isinstance(f, ast.Lambda):
        return ""
    return name if name == "map" or len(n.args) == 2 else ""


class _CallingLoops(ast.NodeTransformer):
    def __init__(self, own: set[str]) -> None:
        self.own = own

    def visit_For(self, n: ast.For) -> Any:
        self.generic_visit(n)
        name = _called(n.iter, self.own)
        if not name:
            return n
        call: Any = n.iter
        f, *given = call.args
        items = [f"item{INNER}{in_text(n)}{INNER}{k}" for k in range(len(given))]
        stored: Any = [ast.Name(item, ast.Store()) for item in items]
        made: Any = ast.Call(f, [ast.Name(item, ast.Load()) for item in items], [])
        if name == "map":
            n.body = [ast.Assign([n.target], made), *n.body]
        else:
            n.body = [ast.If(made, [ast.Assign([n.target], ast.Name(items[0], ast.Load())), *n.body], [])]
        n.target = stored[0] if len(given) == 1 else ast.Tuple(stored, ast.Store())
        n.iter = given[0] if len(given) == 1 else ast.Call(ast.Name("zip", ast.Load()), given, [])
        for part in (n.target, n.iter, n.body[0]):
            for inner in ast.walk(part):
                if isinstance(inner, (ast.expr, ast.stmt)) and not hasattr(inner, "lineno"):
                    ast.copy_location(inner, call)
        return n
