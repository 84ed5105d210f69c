"""Names and scopes in the syntax tree of a function: what it binds itself, and what functions inside of it read.

Comprehensions have scopes of their own, whose variables get names that nothing else has; `comprehensions.py` makes loops of them.
"""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.trees.bound_names import captured_by_pattern

FUNCTIONS = (ast.Lambda, ast.FunctionDef)
INNER = "ꞏ"  # between a name and a number: an identifier that nobody writes
OF_GENERATOR = f"{INNER}of"  # in the names of variables of generators
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def positions(node: Any) -> tuple[int, ...]:
    """Where an expression or a statement begins and ends: calls in a chain, ``a.f(x).f(y)``, begin at one place."""
    return tuple(getattr(node, name, None) or 0 for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))


def in_text(node: Any) -> str:
    """`positions`, as a part of a name."""
    return INNER.join(map(str, positions(node)))


def body_of(node: Any) -> list[Any]:
    """The statements of a function; of a lambda its expression."""
    return node.body if isinstance(node.body, list) else [node.body]


class BodyTransformer(ast.NodeTransformer):
    """A transformer that can be applied to the body of a function alone."""

    def visit_body(self, node: Any) -> None:
        node.body = [self.visit(s) for s in node.body] if isinstance(node.body, list) else self.visit(node.body)


def own_names(node: Any) -> set[str]:
    """The parameters of a function, and the names that its body binds."""
    outside = nonlocals(node) | (declared_global(node.body) if isinstance(node.body, list) else set())
    return (ScopeNames(body_of(node)).bound | set(parameters(node))) - outside


def declared_global(body: list[Any]) -> set[str]:
    """The names that statements declare as ``global``, but those of functions inside."""
    names: set[str] = set()
    todo = list(body)
    while todo:
        n = todo.pop()
        if isinstance(n, ast.Global):
            names |= set(n.names)
        elif not isinstance(n, FUNCTIONS):
            todo += ast.iter_child_nodes(n)
    return names


def nonlocals(node: Any) -> set[str]:
    """The variables of functions around that a function assigns to, or one inside of it."""
    if isinstance(node, ast.Lambda):
        return set()
    found, inner = _declared(node.body)
    own = ScopeNames(node.body).bound | set(parameters(node))
    return found | {name for f in inner for name in nonlocals(f) if name not in own - found}


def _declared(body: list[Any]) -> tuple[set[str], list[Any]]:
    """The names that statements declare as ``nonlocal``, and the functions in them."""
    names: set[str] = set()
    inner: list[Any] = []
    todo = list(body)
    while todo:
        n = todo.pop()
        if isinstance(n, ast.FunctionDef):
            inner.append(n)
        elif isinstance(n, ast.Nonlocal):
            names |= set(n.names)
        elif not isinstance(n, ast.Lambda):
            todo += ast.iter_child_nodes(n)
    return names, inner


def parameters(node: Any) -> list[str]:
    """The names of all parameters of a function, in the order of `inspect.signature`."""
    a = node.args
    listed = [*a.posonlyargs, *a.args, *([a.vararg] if a.vararg else []), *a.kwonlyargs, *([a.kwarg] if a.kwarg else [])]
    return [p.arg for p in listed]


class ScopeNames:
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
            first = ScopeNames([n.generators[0].iter])
            inner = ScopeNames([*_results(n), *(part for g in n.generators for part in (g.target, *g.ifs))])
            later = ScopeNames([g.iter for g in n.generators[1:]])
            own = ScopeNames([g.target for g in n.generators]).bound
            self.read |= first.read | ((inner.read | later.read) - own)
            self.bound |= first.bound | later.bound | (inner.bound - own)
        elif isinstance(n, ast.Name):
            (self.read if isinstance(n.ctx, ast.Load) else self.bound).add(n.id)
        else:
            if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
                self.read.add(n.target.id)
            if isinstance(n, ast.alias):
                self.bound.add(n.asname or n.name.partition(".")[0])
            if isinstance(n, ast.ExceptHandler) and n.name:
                self.bound.add(n.name)
            if isinstance(n, ast.ClassDef):
                self.bound.add(n.name)
            self.bound |= captured_by_pattern(n)
            for child in ast.iter_child_nodes(n):
                self._visit(child)


def free_names(node: Any) -> set[str]:
    """The names that a function (a ``def`` or a lambda) reads and does not bind."""
    return ScopeNames(body_of(node)).read - own_names(node)


class Renamed(ast.NodeTransformer):
    """Gives names of a function new ones, in its body and where functions inside of it read or bind them."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def function(self, n: Any) -> Any:
        """The function itself (`ast.FunctionDef` or a lambda), with its parameters; defaults stay as they are."""
        for p in ast.walk(n.args):
            if isinstance(p, ast.arg):
                p.arg = self.names.get(p.arg, p.arg)
        n.body = [self.visit(s) for s in n.body] if isinstance(n.body, list) else self.visit(n.body)
        return n

    def visit_Name(self, n: ast.Name) -> Any:
        n.id = self.names.get(n.id, n.id)
        return n

    def visit_FunctionDef(self, n: Any) -> Any:
        own = own_names(n)
        if isinstance(n, ast.FunctionDef):
            n.name = self.names.get(n.name, n.name)
        n.args.defaults = [self.visit(d) for d in n.args.defaults]
        n.args.kw_defaults = [d if d is None else self.visit(d) for d in n.args.kw_defaults]
        inside = Renamed({old: new for old, new in self.names.items() if old not in own})
        n.body = [inside.visit(s) for s in n.body] if isinstance(n.body, list) else inside.visit(n.body)
        return n

    def visit_Lambda(self, n: Any) -> Any:
        return self.visit_FunctionDef(n)

    def generic_visit(self, n: Any) -> Any:
        super().generic_visit(n)
        if isinstance(n, ast.Nonlocal):
            n.names = [self.names.get(name, name) for name in n.names]
        for part in ("name", "rest", "asname"):  # of handlers, patterns, imports, classes
            if getattr(n, part, None) in self.names:
                setattr(n, part, self.names[getattr(n, part)])
        if isinstance(n, ast.alias) and n.asname is None and n.name.partition(".")[0] in self.names:
            n.asname = self.names[n.name.partition(".")[0]]
        return n


def _results(n: Any) -> list[Any]:
    return [n.key, n.value] if isinstance(n, ast.DictComp) else [n.elt]


def without_attributes(node: Any) -> None:
    """Take the statements ``f.name = literal`` out that stand behind the definition of a function; it keeps these attributes."""
    for block in [
        b for n in ast.walk(node) for b in (getattr(n, "body", None), getattr(n, "orelse", None)) if isinstance(b, list)
    ]:
        defined: dict[str, Any] = {}
        for s in list(block):
            target: Any = s.targets[0] if isinstance(s, ast.Assign) and len(s.targets) == 1 else None
            if isinstance(s, ast.FunctionDef):
                defined[s.name] = s
            elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in defined:
                try:
                    value = ast.literal_eval(s.value)
                except ValueError:
                    break
                made = defined[target.value.id]
                made.irad_attributes = {**getattr(made, "irad_attributes", {}), target.attr: value}
                block.remove(s)
            else:
                defined = {}
