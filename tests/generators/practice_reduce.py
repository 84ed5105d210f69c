"""Make a failing random program of practice small: ``python -m tests.generators.practice_reduce FILE|SEED [SECONDS]``.

Statements are left out or replaced by their bodies, expressions by their parts, as long as the outcome begins the same way.
"""

from __future__ import annotations

import ast
import copy
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.generators.practice_programs import program
from tests.generators.practice_run import outcome


def kind_of(told: str) -> str:
    """What has to stay: the text without places, names and numbers."""
    text = (told.splitlines() or ["CRASHED"])[0]
    if text.startswith("WRONG"):
        return " ".join(text.split()[:2])
    text = re.sub(r"/\S*:\d+(:\d+)?:?|[a-zA-Z]*\d+", "", text)
    return " ".join(text.split()[:9])


def smaller(tree: ast.Module) -> Iterator[Callable[[], ast.Module]]:
    """Makers of programs with one thing less, large things first."""
    for where, node in enumerate(ast.walk(tree)):
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                for k in range(len(value) - 1, -1, -1):
                    yield lambda w=where, n=name, k=k: edited(tree, w, n, k, None)  # type: ignore[misc]
                    if isinstance(value[k], (ast.FunctionDef, ast.ClassDef)):
                        continue
                    for inner in ("body", "orelse", "finalbody"):
                        if isinstance(getattr(value[k], inner, None), list):
                            yield lambda w=where, n=name, k=k, i=inner: edited(tree, w, n, k, i)  # type: ignore[misc]
    for where, node in enumerate(ast.walk(tree)):
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and not isinstance(getattr(value, "ctx", ast.Load()), ast.Store):
                yield from replaced(tree, where, name, None, value)
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr) and not isinstance(node, ast.Delete):
                for k, part in enumerate(value):
                    if not isinstance(getattr(part, "ctx", ast.Load()), ast.Store):
                        yield from replaced(tree, where, name, k, part)


def replaced(tree: ast.Module, where: int, name: str, at: int | None, value: ast.expr) -> Iterator[Callable[[], ast.Module]]:
    parts: list[ast.expr] = [n for n in ast.iter_child_nodes(value) if isinstance(n, ast.expr)]
    if not isinstance(value, (ast.Constant, ast.Name)):
        parts = [ast.Constant(0.5), ast.Name("s", ast.Load()), *parts]
    for part in parts:

        def make(part: ast.expr = part) -> ast.Module:
            new = copy.deepcopy(tree)
            owner = list(ast.walk(new))[where]
            if at is None:
                setattr(owner, name, copy.deepcopy(part))
            else:
                getattr(owner, name)[at] = copy.deepcopy(part)
            return new

        yield make


def edited(tree: ast.Module, where: int, name: str, k: int, inner: str | None) -> ast.Module:
    new = copy.deepcopy(tree)
    body: list[Any] = getattr(list(ast.walk(new))[where], name)
    body[k : k + 1] = [] if inner is None else getattr(body[k], inner)
    if not body and name == "body":
        body.append(ast.Pass())
    return new


def reduced(number: int, text: str, seconds: float) -> str:
    """The program, smaller, with an outcome of the same kind."""
    wanted = kind_of(outcome(number, text))
    print("keeping:", wanted, flush=True)
    end, tree, tried = time.monotonic() + seconds, ast.parse(text), set()
    again = True
    while again:
        again = False
        for make in smaller(tree):
            if time.monotonic() > end:
                return ast.unparse(tree)
            try:
                new = make()
                shorter = ast.unparse(new)
                compile(shorter, "p", "exec")
            except (SyntaxError, AttributeError, ValueError, TypeError):
                continue
            if shorter in tried or len(shorter) >= len(ast.unparse(tree)):
                continue
            tried.add(shorter)
            if kind_of(outcome(number, shorter)) == wanted:
                tree, again = ast.parse(shorter), True
                break
    return ast.unparse(tree)


def main() -> None:
    what, seconds = sys.argv[1], float((sys.argv + ["120"])[2])
    number = int(re.sub(r"\D", "", Path(what).name))
    text = Path(what).read_text() if Path(what).exists() else program(number)
    print(reduced(number, text, seconds))


if __name__ == "__main__":
    main()
