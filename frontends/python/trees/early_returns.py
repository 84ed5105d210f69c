"""``return`` in a checkpointed loop: the loop is left by ``break``, and what is returned is computed behind it.

What an iteration has made is gone at its end, unless a variable hands it on; and ``break`` is the end of an iteration.  So arrays
in what is returned are those of variables.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from irad.frontends.python.sources.function_notes import public_name
from irad.frontends.python.sources.python_source import lookup

_VARIABLE = "returned@"  # no name of a program's
_MARKS = ("checkpointed", "checkpointed_while")


def returning_behind(node: Any, is_marked: Callable[[Any], bool]) -> Any:
    """The function without ``return`` in loops that are marked; the tree itself where there is nothing to do."""
    if not isinstance(node, ast.FunctionDef) or not any(map(is_marked, _with_return(node))):
        return node
    out = copy.deepcopy(node)
    out.body = _Returns(is_marked).block(out.body, False, [])
    return out


def _with_return(node: Any) -> list[Any]:
    """The loops with ``return`` in them."""
    loops = [n for n in ast.walk(node) if isinstance(n, (ast.For, ast.While))]
    return [n for n in loops if any(isinstance(inner, ast.Return) for inner in ast.walk(n))]


class _Returns:
    """The statements of one function; each return statement in a marked loop gets a number."""

    def __init__(self, is_marked: Callable[[Any], bool]) -> None:
        self.is_marked = is_marked
        self.count = 0

    def block(self, body: list[Any], within: bool, left: list[tuple[int, Any]]) -> list[Any]:
        """``within``: a marked loop; ``left``: gets the return statements that have become ``break``, with their numbers."""
        out: list[Any] = []
        for s in body:
            if isinstance(s, ast.Return) and within:
                self.count += 1
                left.append((self.count, s))
                out += [_assignment(self.count, s), ast.copy_location(ast.Break(), s)]
            elif isinstance(s, (ast.For, ast.While)):
                out += self.loop(s, within, left)
            else:
                if isinstance(s, ast.If):
                    s.body, s.orelse = self.block(s.body, within, left), self.block(s.orelse, within, left)
                for part in [s] if isinstance(s, ast.With) else s.cases if isinstance(s, ast.Match) else []:
                    part.body = self.block(part.body, within, left)
                out.append(s)
        return out

    def loop(self, s: Any, within: bool, left: list[tuple[int, Any]]) -> list[Any]:
        own: list[tuple[int, Any]] = []
        s.body = self.block(s.body, within or self.is_marked(s), own)
        s.orelse = self.block(s.orelse, within, left)
        if not own:
            return [s]
        behind = [_test(k, r, ast.copy_location(ast.Break(), r) if within else r) for k, r in own]
        left += own if within else []
        return [_assignment(0, s), s, *behind]


def _name(context: ast.expr_context) -> ast.Name:
    return ast.Name(_VARIABLE, context)


def _assignment(number: int, at: Any) -> Any:
    made = ast.Assign([_name(ast.Store())], ast.Constant(number))
    return ast.fix_missing_locations(ast.copy_location(made, at))


def _test(number: int, at: Any, then: Any) -> Any:
    made = ast.If(ast.Compare(_name(ast.Load()), [ast.Eq()], [ast.Constant(number)]), [then], [])
    return ast.fix_missing_locations(ast.copy_location(made, at))


def enumerated(node: Any) -> Any:
    """The call that ``enumerate`` is given, in a call of that; None for anything else."""
    fits = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "enumerate" and node.args
    return node.args[0] if fits and isinstance(node.args[0], ast.Call) else None


def is_checkpointed(fn: Any, loop: Any) -> bool:
    """Whether a loop of the function ``fn`` looks like a checkpointed one."""
    head = loop.iter if isinstance(loop, ast.For) else loop.test
    head = enumerated(head) or head
    if not isinstance(head, ast.Call):
        return False
    if isinstance(head.func, ast.Attribute):
        return head.func.attr in _MARKS
    return isinstance(head.func, ast.Name) and public_name(lookup(fn, head.func.id)[1]) in _MARKS
