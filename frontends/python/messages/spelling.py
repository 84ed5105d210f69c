"""What statements and expressions are called in messages, by what the user has written, and what to write instead."""

from __future__ import annotations

import ast
from typing import Any

_OUTSIDE = "do it outside of the compiled function"
_HOST = "do it in a function marked with irad.pure_host, which runs as ordinary Python"

_STATEMENTS: dict[str, tuple[str, str]] = {
    "ClassDef": ("a class inside of a function", "define it at the top of the file: dataclasses and named tuples are supported"),
    "FunctionDef": ("a function of this kind inside of a function", "define it at the top of the file"),
    "AsyncFunctionDef": ("async def", "write an ordinary def: compiled code runs in any thread"),
    "AsyncFor": ("the statement 'async for'", "write an ordinary for, or await the values outside of the compiled function"),
    "AsyncWith": ("the statement 'async with'", _OUTSIDE),
    "TryStar": ("the statement 'except*'", "catch the exceptions outside of the compiled function"),
    "TypeAlias": ("a type alias inside of a function", "define it at the top of the file"),
}
_EXPRESSIONS: dict[str, tuple[str, str]] = {
    "Await": ("await", "await the value outside, and pass it as an argument"),
    "Yield": ("yield (a generator function)", "append to a list or write to an array, and return it"),
    "YieldFrom": ("yield from (a generator function)", "append to a list or write to an array, and return it"),
    "Slice": ("a slice outside of an index", "write it in the brackets"),
    "FormattedValue": ("an f-string here", _HOST),
    "TemplateStr": ("a template string", _HOST),
    "Starred": ("a starred expression here", "write the items out"),
}


def not_supported(node: Any) -> tuple[str, str]:
    """The message and the hint for a statement or an expression that the compiler does not know."""
    kind = type(node).__name__
    what, hint = _STATEMENTS.get(kind) or _EXPRESSIONS.get(kind) or (_shortened(node), _OUTSIDE)
    return f"{what} is not supported in compiled functions", hint


def not_called(fn: Any, node: Any) -> str:
    """The message about a generator function or a coroutine that is called from outside; ``node``: its yield, or await."""
    if isinstance(node, ast.Await):
        return "await is not supported in compiled functions"
    written = "yield from" if isinstance(node, ast.YieldFrom) else "yield"
    return f"{fn.__name__}() is a generator function ({written}): compiled code iterates over such, and cannot return a generator"


def counted(n: int, what: str) -> str:
    """A number of things: "1 value", "2 values"."""
    many = "axes" if what == "axis" else f"{what}s"
    return f"{n} {what if n == 1 else many}"


def given_count(n: int) -> str:
    """How many were given: "1 was given", "2 were given"."""
    return f"{n} {'was' if n == 1 else 'were'} given"


def wrong_count(fn: Any, count: int, given: int) -> str:
    """The message about a function of ``count`` parameters to which another number of arguments is given."""
    least = count - len(fn.__defaults__ or ())
    takes = counted(count, "argument") if least == count else f"{least} to {count} arguments"
    return f"{fn.__name__}() takes {takes}, {given_count(given)}"


def _shortened(node: Any) -> str:
    try:
        text = " ".join(ast.unparse(node).split())
    except (AttributeError, ValueError):  # a node of the compiler's own
        return "this"
    return f"'{text if len(text) <= 40 else text[:37] + '...'}'"


def blocks_of(s: Any) -> list[list[Any]]:
    """The statements inside of a loop, a branch or a ``with``."""
    return [s.body, getattr(s, "orelse", [])] if isinstance(s, (ast.If, ast.For, ast.While, ast.With)) else []


def names_bound_by(s: Any, but: list[list[Any]]) -> set[str]:
    """The names that a statement binds, without those that the statements ``but`` inside of it bind."""
    out: set[str] = set()
    left = {id(x) for b in but for x in b}
    todo = [s]
    while todo:
        n = todo.pop()
        if id(n) in left:
            continue
        if isinstance(n, ast.Name) and isinstance(n.ctx, (ast.Store, ast.Del)):
            out.add(n.id)
        elif isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            out.add(n.name)
            continue
        elif isinstance(n, ast.alias):
            out.add((n.asname or n.name).partition(".")[0])
        elif (isinstance(n, ast.ExceptHandler) and n.name) or (isinstance(n, (ast.MatchAs, ast.MatchStar)) and n.name):
            out.add(n.name)
        todo += ast.iter_child_nodes(n)
    return out
