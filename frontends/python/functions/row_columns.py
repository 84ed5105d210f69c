"""``zip(*rows)`` of a list of rows that grows: the columns, of which there are as many as each row has items."""

from __future__ import annotations

import ast
import operator
from typing import Any

from irad.frontends.python.containers import shared_lists
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, ListV, SharedV, TupleV, Val, const
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_types import ITERATOR, Form, Tuple


def columns_of(low: Lowering, node: Any) -> tuple[Val | None, Any]:
    """The columns for a call ``zip(*rows)``; None for rows of other kinds.  With it the call, whose argument is computed."""
    star = node.args[0]
    rows = low.expr.value(star.value)
    made = ast.copy_location(ast.Starred(ComputedExpr(rows, star), ast.Load()), star)
    node = ast.copy_location(ast.Call(node.func, [made], node.keywords), node)
    xs = shared_lists.opened(low, rows)
    row = xs.ty.item if isinstance(rows, (ListV, SharedV)) and isinstance(xs, ListV) else None
    if not isinstance(row, Tuple) or (row.form is not None and row.form.kind not in ("list", "namedtuple")):
        return None, node
    if not row.items or (node.keywords and [k.arg for k in node.keywords] != ["strict"]):
        return None, node
    assert isinstance(xs, ListV)
    text = f"not enough values to unpack (expected {len(row.items)}, got 0): zip(*rows) of a list without rows"
    low.check(low.b.icmp_signed(">", xs.count, const(0)), ValueError, text, node)
    found = []
    for k in range(len(row.items)):
        items = low.expr.apply(map, [KnownV(operator.itemgetter(k)), rows], {}, node)
        found.append(low.expr.apply(tuple, [items], {}, node))
    return TupleV(found, Form(ITERATOR)), node
