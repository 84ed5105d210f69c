"""How lowering goes on behind a statement that is refused.

The names that it binds are unknown, and the rest of it is looked at for more problems.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from llvmlite import ir

from irad.errors import INTERNAL, IradError
from irad.frontends.python.core.code_writer import NotYet
from irad.frontends.python.messages.spelling import blocks_of, names_bound_by
from irad.frontends.python.sources.python_types import Array
from irad.frontends.python.statements.loop_statements import LoopLowering
from irad.frontends.python.trees.comprehensions import Comprehension, Reduction
from irad.frontends.python.trees.local_functions import LocalFunction

_LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)
# Of these, the parts that were not looked at may never be.
_CONDITIONAL = (ast.IfExp, ast.BoolOp, ast.Lambda, LocalFunction, Comprehension, Reduction)


class Surroundings:
    """What has to be behind a statement that has been given up as it was before."""

    def __init__(self, low: LoopLowering) -> None:
        self.loops, self.bodies, self.depth, self.checkpointed = list(low.loops), list(low.bodies), low.depth, low.checkpointed
        self.exits, self.facts = list(low.exits), low.facts.copy()

    def restore(self, low: LoopLowering) -> None:
        low.loops, low.bodies, low.depth, low.checkpointed = list(self.loops), list(self.bodies), self.depth, self.checkpointed
        low.exits, low.facts = list(self.exits), self.facts.copy()
        low.expr.writes = None
        low.reads = {}


def go_on(low: LoopLowering, s: Any, around: Surroundings) -> None:
    """Continue behind a statement that is refused, or that reads something unknown."""
    around.restore(low)
    inner = [b for b in blocks_of(s) if b and id(b[0]) not in low.visited]
    low.instance.unknown |= names_bound_by(s, inner) | _list_that_grows(low, s) | _containers_changed(low, s)
    low.instance.unsure |= isinstance(s, ast.Return)
    while (e := next(_not_looked_at(low, s), None)) is not None:
        low.visited.add(id(e))
        low.b = ir.IRBuilder(low.fn.append_basic_block("refused"))
        try:
            low.expr.value(e)
        except NotYet:
            pass
        except (IradError, *INTERNAL) as error:
            if isinstance(error, RecursionError):
                raise
            low.refused(error)
        around.restore(low)
    for body in inner:
        low.b = ir.IRBuilder(low.fn.append_basic_block("refused"))
        low.loops.append((low.exit, low.exit))
        low.exits.append(([], []))
        low.depth += 1
        low.block(body)
        around.restore(low)
    low.b = ir.IRBuilder(low.fn.append_basic_block("behind"))
    if isinstance(s, _LEAVES):
        low.b.branch(low.exit)


def _list_that_grows(low: LoopLowering, s: Any) -> set[str]:
    """The list to which a statement appends."""
    call = s.value if isinstance(s, ast.Expr) else None
    owner = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
    return {owner.id} & low.instance.growing if isinstance(owner, ast.Name) else set()


def _containers_changed(low: LoopLowering, s: Any) -> set[str]:
    """The containers of known structure to whose items a statement assigns."""
    targets = s.targets if isinstance(s, ast.Assign) else [s.target] if isinstance(s, (ast.AugAssign, ast.AnnAssign)) else []
    names = {t.value.id for t in targets if isinstance(t, ast.Subscript) and isinstance(t.value, ast.Name)}
    return {n for n in names if not isinstance(low.instance.variables.get(n, low.slots.get(n, (None,))[0]), Array | None)}


def _not_looked_at(low: LoopLowering, node: Any) -> Iterator[Any]:
    """The largest expressions in a statement that have not been lowered, and would be."""
    for child in _parts(node):
        if isinstance(child, ast.Tuple) and any(isinstance(e, (ast.Slice, ast.Starred)) for e in child.elts):
            yield from _not_looked_at(low, child)  # of an index
        elif isinstance(child, (ast.stmt, ast.JoinedStr, ast.Starred, ast.Slice, ast.keyword, ast.FormattedValue)):
            if not isinstance(child, ast.stmt):
                yield from _not_looked_at(low, child)
        elif id(child) in low.visited or not isinstance(getattr(child, "ctx", ast.Load()), ast.Load):
            if not isinstance(child, _CONDITIONAL):
                yield from _not_looked_at(low, child)
        elif isinstance(child, ast.expr) and not isinstance(child, (ast.Name, ast.Constant)):
            yield child


def _parts(node: Any) -> Iterator[Any]:
    """The parts of a statement or expression that are values of their own."""
    if isinstance(node, ast.Raise):
        yield from node.exc.args if isinstance(node.exc, ast.Call) else ()
    elif isinstance(node, (ast.For, ast.While)):
        yield from _parts(node.iter if isinstance(node, ast.For) else node.test)
    elif isinstance(node, ast.Call):
        yield from [node.func.value] if isinstance(node.func, ast.Attribute) else []
        yield from (*node.args, *node.keywords)
    elif isinstance(node, (ast.With, ast.Try, ast.ClassDef, ast.FunctionDef, ast.Import, ast.ImportFrom)):
        return
    else:
        yield from ast.iter_child_nodes(node)
