"""``next(x for x in xs if ...)``: a call of a function inside that returns the first item."""

from __future__ import annotations

import ast
import copy
from typing import Any

from irad.frontends.python.trees.scopes import FUNCTIONS, INNER, in_text

_SCOPES = (*FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.ClassDef)


def with_first_items(node: Any, fn: Any) -> Any:
    """The tree of ``fn`` with a function inside, and a call of it, for each ``next`` of a generator expression."""
    nodes = list(ast.walk(node))
    if not isinstance(node.body, list) or not any(map(_is_first, nodes)):
        return node
    if "next" in own_meanings(nodes, fn):
        return node
    out = copy.deepcopy(node)
    out.body = _with_functions(out.body)
    return ast.fix_missing_locations(out)


def own_meanings(nodes: list[ast.AST], fn: Any) -> set[str]:
    """The names that a function, one around it or its module binds; ``nodes``: those of its tree."""
    found = {n.arg for n in nodes if isinstance(n, ast.arg)}
    found |= {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    found |= {n.name for n in nodes[1:] if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    found |= {(n.asname or n.name).partition(".")[0] for n in nodes if isinstance(n, ast.alias)}
    return found | {*fn.__code__.co_freevars, *fn.__globals__}


def _is_first(n: ast.AST) -> bool:
    """Whether it is such a call, of a generator expression that binds no name of the function around."""
    called = isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "next" and not n.keywords
    if not called or not isinstance(n, ast.Call) or len(n.args) not in (1, 2) or not isinstance(n.args[0], ast.GeneratorExp):
        return False
    return not any(isinstance(part, ast.NamedExpr) for part in ast.walk(n.args[0]))


def _with_functions(body: list[Any]) -> list[Any]:
    out: list[Any] = []
    for s in body:
        if isinstance(s, (*FUNCTIONS, ast.ClassDef)):
            out.append(s)  # these are compiled on their own
            continue
        found = _Calls()
        for name, value in ast.iter_fields(s):
            if isinstance(value, ast.expr):
                setattr(s, name, found.visit(value))
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                setattr(s, name, [found.visit(v) for v in value])
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(s, name, _with_functions(value))
            elif isinstance(value, list):  # of except, with, match
                for part in value:
                    if isinstance(getattr(part, "body", None), list):
                        part.body = _with_functions(part.body)
        out += [*found.made, s]
    return out


class _Calls(ast.NodeTransformer):
    """Puts a call in the place of each such expression; ``made``: the functions."""

    def __init__(self) -> None:
        self.made: list[ast.stmt] = []

    def visit(self, n: Any) -> Any:
        if isinstance(n, _SCOPES):
            return n
        n = self.generic_visit(n)
        return self._called(n) if _is_first(n) else n

    def _called(self, n: Any) -> Any:
        items, *default = n.args
        name, other = f"next{INNER}{in_text(n)}", f"default{INNER}"
        body: Any = ast.Return(items.elt)
        for part in reversed(items.generators):
            if part.ifs:
                body = ast.If(ast.BoolOp(ast.And(), part.ifs) if len(part.ifs) > 1 else part.ifs[0], [body], [])
            body = ast.For(part.target, part.iter, [body], [])
        none = ast.Raise(ast.Call(ast.Name("StopIteration", ast.Load()), [], []))
        end = ast.Return(ast.Name(other, ast.Load())) if default else none
        given = ast.arguments([], [ast.arg(other)] if default else [], defaults=[], kwonlyargs=[], kw_defaults=[])
        made: Any = ast.FunctionDef(name, given, [body, end], [])
        made.type_params = []  # of Python 3.12 and later
        for inner in ast.walk(made):
            if not hasattr(inner, "lineno"):
                ast.copy_location(inner, n)
        self.made.append(made)
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), default, []), n)
