"""Classes inside of functions, as assignments of classes that Python makes when the function is compiled."""

from __future__ import annotations

import ast
import copy
from types import FunctionType, ModuleType
from typing import Any
from weakref import WeakSet

from irad.frontends.python.sources.python_source import FUTURE, note_made
from irad.frontends.python.trees.scopes import ScopeNames, own_names


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

    def find(self, fn: Any, offset: int, made: dict[Any, type]) -> type:
        """The class, with methods that have their source in the file of ``fn``; ``offset``: of the tree's lines there.

        ``made``: the classes of this compilation, by functions and lines.
        """
        key = fn, self.tree.lineno
        if key not in made:
            tree = ast.increment_lineno(copy.deepcopy(self.tree), offset)
            given = ast.arguments([], [ast.arg(name) for name in self.classes], defaults=[], kwonlyargs=[], kw_defaults=[])
            body = [tree, ast.Return(ast.Name(tree.name, ast.Load()))]
            maker: Any = ast.FunctionDef("maker", given, body, [])
            maker.type_params = []  # of Python 3.12 and later
            ast.fix_missing_locations(ast.copy_location(maker, tree))
            names: dict[str, Any] = {}
            flags = fn.__code__.co_flags & FUTURE
            code = compile(ast.Module([maker], []), fn.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
            note_made(code)
            exec(code, fn.__globals__, names)
            made[key] = names["maker"](*(c.find(fn, offset, made) for c in self.classes.values()))
            _local.add(made[key])
        return made[key]

    def made_anew(self, fn: Any) -> Any:
        """What Python computes in each call, and another time perhaps to another value; None if there is nothing.

        The class is made once: what stands in its body has to be a constant.
        """
        todo: list[Any] = [s.value for s in self.tree.body if isinstance(s, (ast.Assign, ast.AnnAssign)) and s.value is not None]
        for s in self.tree.body:
            if isinstance(s, ast.FunctionDef):
                todo += [d for d in (*s.args.defaults, *s.args.kw_defaults) if d is not None]
            elif not isinstance(s, (ast.Assign, ast.AnnAssign, ast.Pass, ast.Expr)):
                return s
        return next((v for v in todo if not _is_constant(v, fn)), None)


_local: WeakSet[type] = WeakSet()


def is_local_class(value: Any) -> bool:
    """Whether a class is one of a function, of which there is another one in each call in Python."""
    return isinstance(value, type) and value in _local


def _is_constant(node: Any, fn: Any) -> bool:
    if isinstance(node, (ast.Constant, ast.Lambda)):
        return True
    if isinstance(node, (ast.UnaryOp, ast.BinOp, ast.Tuple)):
        return all(_is_constant(n, fn) for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr))
    if isinstance(node, ast.Call):  # of a dataclass
        named = isinstance(node.func, (ast.Name, ast.Attribute)) and ast.unparse(node.func).endswith("field")
        return named and not node.args and all(k.arg == "default_factory" or _is_constant(k.value, fn) for k in node.keywords)
    if isinstance(node, ast.Name):
        return isinstance(fn.__globals__.get(node.id), (bool, int, float, complex, str, type, FunctionType))
    root = node
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(node, ast.Attribute) and isinstance(root, ast.Name) and isinstance(fn.__globals__.get(root.id), ModuleType)


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
