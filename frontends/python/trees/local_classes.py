"""Classes inside of functions, as assignments of classes that Python makes when the function is compiled."""

from __future__ import annotations

import ast
import copy
from typing import Any
from weakref import WeakKeyDictionary

from irad.frontends.python.trees.scopes import ScopeNames, own_names

_made: WeakKeyDictionary[Any, dict[int, type]] = WeakKeyDictionary()  # by functions and lines


class MadeClass(ast.expr):
    """The class of a ``class`` statement.

    ``captured``: the variables of the function that it reads; ``classes``: those of them that are such classes themselves.
    """

    _fields = ()

    def __init__(self, tree: ast.ClassDef, captured: list[str], classes: dict[str, MadeClass]) -> None:
        super().__init__()
        self.tree, self.captured, self.classes = tree, captured, classes

    def __deepcopy__(self, memo: dict[int, Any]) -> MadeClass:
        return ast.copy_location(MadeClass(self.tree, self.captured, self.classes), self)

    def find(self, fn: Any, offset: int) -> type:
        """The class, with methods that have their source in the file of ``fn``; ``offset``: of the tree's lines there."""
        known = _made.setdefault(fn, {})
        if self.tree.lineno not in known:
            tree = ast.increment_lineno(copy.deepcopy(self.tree), offset)
            given = ast.arguments([], [ast.arg(name) for name in self.classes], defaults=[], kwonlyargs=[], kw_defaults=[])
            body = [tree, ast.Return(ast.Name(tree.name, ast.Load()))]
            maker: Any = ast.FunctionDef("maker", given, body, [])
            maker.type_params = []  # of Python 3.12 and later
            ast.fix_missing_locations(ast.copy_location(maker, tree))
            names: dict[str, Any] = {}
            code = compile(ast.Module([maker], []), fn.__code__.co_filename, "exec", dont_inherit=True)
            exec(code, fn.__globals__, names)
            known[self.tree.lineno] = names["maker"](*(c.find(fn, offset) for c in self.classes.values()))
        return known[self.tree.lineno]


def with_classes(node: Any, enclosing: tuple[str, ...]) -> Any:
    """The function with assignments in the place of its ``class`` statements; ``enclosing``: variables of functions around."""
    if not any(isinstance(n, ast.ClassDef) for n in ast.walk(node)) or not isinstance(node.body, list):
        return node
    out = copy.deepcopy(node)
    classes = _Classes(own_names(out) | set(enclosing))
    out.body = [classes.visit(s) for s in out.body]
    return out


class _Classes(ast.NodeTransformer):
    def __init__(self, local: set[str]) -> None:
        self.local = local
        self.classes: dict[str, MadeClass] = {}

    def visit_FunctionDef(self, n: ast.FunctionDef) -> Any:
        return n  # these are compiled on their own

    def visit_ClassDef(self, n: ast.ClassDef) -> Any:
        read = ScopeNames([*n.decorator_list, *n.bases, *(k.value for k in n.keywords), *n.body]).read
        own = {t.id for s in n.body for t in ast.walk(s) if isinstance(s, ast.Assign | ast.AnnAssign) and isinstance(t, ast.Name)}
        captured = sorted(read & self.local - own - {n.name})
        known = {name: self.classes[name] for name in captured if name in self.classes}
        value = MadeClass(n, [name for name in captured if name not in known], known)
        if n.name in self.classes:
            value.captured.append(n.name)  # defined twice
        self.classes[n.name] = value
        made = ast.Assign([ast.Name(n.name, ast.Store())], ast.copy_location(value, n))
        return ast.fix_missing_locations(ast.copy_location(made, n))
