"""``a or b`` and ``a and b`` of objects and lists: the result is one of them."""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ReferenceV, Val
from irad.frontends.python.objects.classes import class_of
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.trees.scopes import INNER, in_text

_FIRST = f"first{INNER}"  # begins the names of variables for such objects


def one_of(low: Lowering, first: Val, node: Any, k: int) -> Val:
    """The value of ``node``, with ``and`` or ``or``, of which the first ``k`` operands are the value ``first``.

    Each operand is asked once for its truth value, at most: the last is the result without being asked.
    """
    first = low.expr.stable(first)
    held: ast.expr = ComputedExpr(first, node)
    if class_of(low, first) is not None and not isinstance(first, ReferenceV):  # its method may change the object
        name = f"{_FIRST}{in_text(node)}{INNER}{len(node.values) - k}"
        low.assign_name(name, first, node)
        held = ast.copy_location(ast.Name(name, ast.Load()), node)
    behind = node.values[k]
    if len(node.values) > k + 1:
        behind = ast.copy_location(ast.BoolOp(node.op, node.values[k:]), node)
    sides = (behind, held) if isinstance(node.op, ast.And) else (held, behind)
    return low.expr.value(ast.copy_location(ast.IfExp(held, *sides), node), maybe=True)
