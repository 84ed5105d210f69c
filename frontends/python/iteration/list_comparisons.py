"""Comparisons of lists and tuples of which at least one has as many items as are known at run time only."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.containers import growing_lists, shared_lists
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.containers.key_search import equal_items
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I1, I64, ListV, SharedV, TupleV, Val, const
from irad.frontends.python.iteration.gathering import gathered, uniform

_SIGNS: dict[Any, str] = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_Items = tuple[str, Any, Callable[[Any], Val]]


def compared(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Any:
    """``x op y``, an i1: the first items that differ decide, else the lengths; None if neither is such a list."""
    if type(op) not in _SIGNS or not any(isinstance(v, (ListV, SharedV)) for v in (x, y)):
        return None
    a, b = _items(low, x, node), _items(low, y, node)
    equality = isinstance(op, (ast.Eq, ast.NotEq))
    if a is None or b is None or a[0] != b[0]:
        if equality:
            return ir.Constant(I1, int(isinstance(op, ast.NotEq)))
        return low.wrong(node, f"{x.ty} and {y.ty} are not ordered")
    (_, n, first), (_, m, second) = a, b
    less = low.b.select(low.b.icmp_signed("<", n, m), n, m)
    place, out = low.alloca(I64), low.alloca(I1)
    low.b.store(less, place)  # of the first items that differ

    def one(k: Any) -> None:
        found = low.b.load(place, typ=I64)
        same = equal_items(low, first(k), second(k), node)
        new = low.b.and_(low.b.icmp_signed("==", found, less), low.b.not_(same))
        low.b.store(low.b.select(new, k, found), place)

    low.counted(less, one)
    at = low.b.load(place, typ=I64)
    low.b.store(low.b.icmp_signed(_SIGNS[type(op)], n, m), out)
    differ, done = low.fn.append_basic_block("differ"), low.fn.append_basic_block("compared")
    low.b.cbranch(low.b.icmp_signed("<", at, less), differ, done)
    low.b = ir.IRBuilder(differ)
    if equality:
        low.b.store(ir.Constant(I1, int(isinstance(op, ast.NotEq))), out)
    else:
        low.b.store(low.truth(low.expr.compare(op, first(at), second(at), node), node), out)
    low.b.branch(done)
    low.b = ir.IRBuilder(done)
    return low.b.load(out, typ=I1)


def _items(low: Lowering, v: Val, node: Any) -> _Items | None:
    """Whether it is a list or a tuple, the number of its items, item k; None for anything else."""
    if isinstance(v, SharedV):
        v = shared_lists.opened(low, v)
    if isinstance(v, ListV):
        xs = v
        growing_lists.known_item(xs)
        return "tuple" if xs.ty.frozen else "list", xs.count, lambda k: growing_lists.read_item(low, xs, k)
    form = v.form if isinstance(v, TupleV) else None
    if not isinstance(v, TupleV) or (form is not None and (form.kind not in ("list", "namedtuple") or form.cls is not None)):
        return None
    items = all_items(v)
    if not items:
        return "list" if form is not None else "tuple", const(0), lambda k: low.expr.constant(0, node)
    if uniform(items) is None:
        text = f"{v.ty}, whose items have several types, is compared with a list that grows"
        low.unsupported(node, text, "compare item by item")
    kind = "list" if form is not None and form.kind == "list" else "tuple"
    return kind, const(len(items)), lambda k: gathered(low, items, k, node)
