"""Names and scopes in the syntax tree of a function: what it binds itself, and what functions inside of it read.

Comprehensions have scopes of their own, whose variables get names that nothing else has (`with_own_names`): afterwards they are
variables of the function like others.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

FUNCTIONS = (ast.Lambda, ast.FunctionDef)
INNER = "ꞏ"  # between a name and a number: an identifier that nobody writes
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def parameters(node: Any) -> list[str]:
    """The names of all parameters of a function, in the order of `inspect.signature`."""
    a = node.args
    listed = [*a.posonlyargs, *a.args, *([a.vararg] if a.vararg else []), *a.kwonlyargs, *([a.kwarg] if a.kwarg else [])]
    return [p.arg for p in listed]


class Names:
    """The names that nodes bind and read, without the variables of the functions and comprehensions in them."""

    def __init__(self, nodes: list[Any]) -> None:
        self.bound: set[str] = set()
        self.read: set[str] = set()
        for n in nodes:
            self._visit(n)

    def _visit(self, n: Any) -> None:
        if isinstance(n, FUNCTIONS):
            if isinstance(n, ast.FunctionDef):
                self.bound.add(n.name)
            for default in [*n.args.defaults, *n.args.kw_defaults]:
                if default is not None:
                    self._visit(default)
            self.read |= free_names(n)
        elif isinstance(n, COMPREHENSIONS):
            first = Names([n.generators[0].iter])
            inner = Names([*_results(n), *(part for g in n.generators for part in (g.target, *g.ifs))])
            later = Names([g.iter for g in n.generators[1:]])
            own = Names([g.target for g in n.generators]).bound
            self.read |= first.read | ((inner.read | later.read) - own)
            self.bound |= first.bound | later.bound | (inner.bound - own)
        elif isinstance(n, ast.Name):
            (self.read if isinstance(n.ctx, ast.Load) else self.bound).add(n.id)
        else:
            if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
                self.read.add(n.target.id)
            for child in ast.iter_child_nodes(n):
                self._visit(child)


def free_names(node: Any) -> set[str]:
    """The names that a function (a ``def`` or a lambda) reads and does not bind."""
    found = Names(node.body if isinstance(node.body, list) else [node.body])
    return found.read - found.bound - set(parameters(node))


def _results(n: Any) -> list[Any]:
    return [n.key, n.value] if isinstance(n, ast.DictComp) else [n.elt]


def has_comprehension(node: Any) -> bool:
    """Whether there is a comprehension or a generator expression anywhere in a function."""
    return any(isinstance(n, COMPREHENSIONS) for n in ast.walk(node))


def with_own_names(node: Any) -> Any:
    """The function with new names for the variables of its comprehensions; the tree itself where it has none."""
    if not has_comprehension(node):
        return node
    out = copy.deepcopy(node)
    _Renaming().visit_body(out)
    return out


class _Renaming(ast.NodeTransformer):
    """Gives the variables of comprehensions new names; functions inside have trees of their own, and do that themselves."""

    def __init__(self) -> None:
        self.count = 0
        self.names: list[dict[str, str]] = []

    def visit_body(self, node: Any) -> None:
        """The statements, or the expression, of the function itself."""
        node.body = [self.visit(s) for s in node.body] if isinstance(node.body, list) else self.visit(node.body)

    def visit_Name(self, n: ast.Name) -> ast.Name:
        for names in reversed(self.names):
            if n.id in names:
                n.id = names[n.id]
                break
        return n

    def _comprehension(self, n: Any) -> Any:
        own: dict[str, str] = {}
        self.count += 1
        for k, g in enumerate(n.generators):
            if k:
                self.names.append(own)
            g.iter = self.visit(g.iter)
            if k:
                self.names.pop()
            for name in sorted(Names([g.target]).bound):
                own[name] = f"{name}{INNER}{self.count}"
            self.names.append(own)
            g.target = self.visit(g.target)
            g.ifs = [self.visit(test) for test in g.ifs]
            self.names.pop()
        self.names.append(own)
        if isinstance(n, ast.DictComp):
            n.key, n.value = self.visit(n.key), self.visit(n.value)
        else:
            n.elt = self.visit(n.elt)
        self.names.pop()
        return n

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _function(self, n: Any) -> Any:
        if not self.names:
            return n
        bound = Names(n.body if isinstance(n.body, list) else [n.body]).bound | set(parameters(n))
        hidden = {name: name for name in bound}
        n.args.defaults = [self.visit(d) for d in n.args.defaults]
        self.names.append(hidden)
        n.body = [self.visit(s) for s in n.body] if isinstance(n.body, list) else self.visit(n.body)
        self.names.pop()
        return n

    visit_Lambda = visit_FunctionDef = _function
