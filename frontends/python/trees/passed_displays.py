"""Displays of lists and dicts that nothing keeps: arguments of library functions, indices, what a loop goes over."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from irad.frontends.python.trees.comprehensions import Comprehension

_DISPLAYS = (ast.List, ast.Dict, ast.Set, Comprehension)


def passed_displays(body: list[Any], of_library: Callable[[Any], bool]) -> frozenset[int]:
    """The displays, by identity, in statements; ``of_library``: whether an expression that is called is a library's function."""
    found: set[int] = set()
    for s in body:
        for n in ast.walk(s):
            if isinstance(n, ast.Subscript) and isinstance(n.value, _DISPLAYS):
                found.add(id(n.value))  # (not those in it, which an item may be)
            for part in _passed(n, of_library):
                found |= {id(d) for d in ast.walk(part) if isinstance(d, _DISPLAYS)}
    return frozenset(found)


def _passed(n: Any, of_library: Callable[[Any], bool]) -> list[Any]:
    if isinstance(n, ast.Call):
        stars = [k.value for k in n.keywords if k.arg is None]
        return [*n.args, *(k.value for k in n.keywords)] if of_library(n.func) else stars
    if isinstance(n, ast.Subscript):
        return [n.slice]
    if isinstance(n, ast.Compare):
        return [c for op, c in zip(n.ops, n.comparators, strict=True) if isinstance(op, (ast.In, ast.NotIn))]
    return [n.iter] if isinstance(n, ast.For) else []
