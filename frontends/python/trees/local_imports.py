"""Imports inside of functions, as assignments of modules."""

from __future__ import annotations

import ast
import copy
import importlib
from typing import Any


class Imported(ast.expr):
    """A module, or what it has under a name."""

    _fields = ()

    def __init__(self, module: str, level: int, attribute: str | None) -> None:
        super().__init__()
        self.module, self.level, self.attribute = module, level, attribute

    def __deepcopy__(self, memo: dict[int, Any]) -> Imported:
        return ast.copy_location(Imported(self.module, self.level, self.attribute), self)

    def find(self, names: dict[str, Any]) -> Any:
        """What a function with these globals imports; ImportError if it is not there."""
        package = names.get("__package__") or names.get("__name__", "").rpartition(".")[0]
        module = importlib.import_module("." * self.level + self.module, package if self.level else None)
        if self.attribute is None:
            return module
        if hasattr(module, self.attribute):
            return getattr(module, self.attribute)
        return importlib.import_module(f"{module.__name__}.{self.attribute}")


def with_imports(node: Any) -> Any:
    """The function with assignments in the place of its import statements."""
    if not any(isinstance(n, (ast.Import, ast.ImportFrom)) for n in ast.walk(node)):
        return node
    out = copy.deepcopy(node)
    if isinstance(out.body, list):
        found = [_Imports().visit(s) for s in out.body]
        out.body = [s for made in found for s in (made if isinstance(made, list) else [made])]
    return out


class _Imports(ast.NodeTransformer):
    def visit_FunctionDef(self, n: ast.FunctionDef) -> Any:
        return n  # these are compiled on their own

    def visit_Import(self, n: ast.Import) -> Any:
        return [
            _bound(a.asname or a.name.partition(".")[0], Imported(a.name if a.asname else a.name.partition(".")[0], 0, None), n)
            for a in n.names
        ]

    def visit_ImportFrom(self, n: ast.ImportFrom) -> Any:
        return [_bound(a.asname or a.name, Imported(n.module or "", n.level, a.name), n) for a in n.names]


def _bound(name: str, value: Imported, at: Any) -> Any:
    made = ast.Assign([ast.Name(name, ast.Store())], ast.copy_location(value, at))
    return ast.fix_missing_locations(ast.copy_location(made, at))
