"""``next(x for x in xs if ...)``: a call of a function inside that returns the first item.

A generator expression that has a name, which is used in several places, becomes a call of a generator function inside.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from irad.frontends.python.trees.bound_names import used_once
from irad.frontends.python.trees.scopes import FUNCTIONS, INNER, in_text

_SCOPES = (*FUNCTIONS, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.ClassDef)


def with_first_items(node: Any, fn: Any) -> Any:
    """The tree of ``fn`` with a function inside, and a call of it, for each ``next`` of a generator expression."""
    nodes = list(ast.walk(node))
    if not isinstance(node.body, list):
        return node
    out = node
    if any(map(_is_named, nodes)):
        out = copy.deepcopy(node)
        out.body = _with_generators(out.body, out.body)
    if any(map(_is_first, nodes)) and "next" not in own_meanings(nodes, fn):
        out = copy.deepcopy(out)
        out.body = _with_functions(out.body)
    return out if out is node else ast.fix_missing_locations(out)


def _is_named(n: ast.AST) -> bool:
    """Whether it is an assignment of a generator expression to a name."""
    return isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and _is_plain(n.value)


def _is_plain(n: ast.AST) -> bool:
    """Whether it is a generator expression that binds no name of the function around."""
    return isinstance(n, ast.GeneratorExp) and not any(isinstance(part, ast.NamedExpr) for part in ast.walk(n))


def _with_generators(body: list[Any], whole: list[Any]) -> list[Any]:
    out: list[Any] = []
    for s in body:
        if isinstance(s, (*FUNCTIONS, ast.ClassDef)):
            out.append(s)
            continue
        for part in (s, *getattr(s, "handlers", ()), *getattr(s, "cases", ())):
            for name in ("body", "orelse", "finalbody"):
                if isinstance(getattr(part, name, None), list):
                    setattr(part, name, _with_generators(getattr(part, name), whole))
        out += _generator(s) if _is_named(s) and not used_once(s.targets[0].id, whole) else [s]
    return out


def _generator(s: Any) -> list[Any]:
    """A generator function, and its call: Python computes what the outermost loop goes over at once."""
    name, over = f"generator{INNER}{in_text(s)}", f"over{INNER}"
    items = s.value.generators
    first, items[0].iter = items[0].iter, ast.Name(over, ast.Load())
    body = _loops(items, ast.Expr(ast.Yield(s.value.elt)))
    made: Any = ast.FunctionDef(name, ast.arguments([], [ast.arg(over)], defaults=[], kwonlyargs=[], kw_defaults=[]), [body], [])
    made.type_params = []  # of Python 3.12 and later
    s.value = ast.Call(ast.Name(name, ast.Load()), [first], [])
    for n in (*ast.walk(made), *ast.walk(s)):
        if not hasattr(n, "lineno"):
            ast.copy_location(n, s)
    return [made, s]


def _loops(parts: list[Any], body: Any) -> Any:
    """The loops of a comprehension around a statement."""
    for part in reversed(parts):
        if part.ifs:
            body = ast.If(ast.BoolOp(ast.And(), part.ifs) if len(part.ifs) > 1 else part.ifs[0], [body], [])
        body = ast.For(part.target, part.iter, [body], [])
    return body


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
    return called and isinstance(n, ast.Call) and len(n.args) in (1, 2) and _is_plain(n.args[0])


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
        body = _loops(items.generators, ast.Return(items.elt))
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
