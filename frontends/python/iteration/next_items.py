"""``next``: the next item of an iterator."""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.containers.fixed_containers import taken
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import IterV, ListV, SharedV, TupleV, Val, const
from irad.frontends.python.objects import classes
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_types import ITERATOR
from irad.frontends.python.trees.comprehensions import Comprehension

Args = list[Val]
Keywords = dict[str, Val]


def next_item(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``next(iterator, default)``."""
    v = args[0]
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == ITERATOR:
        if v.items:
            return taken(low, v, 1, node)[0]
        return args[1] if len(args) > 1 else low.wrong(node, "StopIteration: the iterator has no further item")
    if isinstance(v, IterV) and v.item is not None and len(args) == 1:
        some = low.b.icmp_signed(">", v.count, const(0))
        low.check(some, RuntimeError, "StopIteration: the iterator has no item", node)
        return v.item(const(0))
    if isinstance(v, IterV) and v.known is not None:
        items = v.known()
        return items[0] if items else args[1] if len(args) > 1 else low.wrong(node, "StopIteration: there is no item")
    if isinstance(v, (IterV, ListV, SharedV)):
        text = f"next() of {_called(v, node)} is not supported: whether it has an item is known at run time only"
        low.unsupported(node, text, "write a loop: for v in ...: if ...: break")
    cls = classes.class_of(low, v)
    if cls is not None and hasattr(cls, "__next__"):
        return _next_of_object(low, v, cls, args[1:], node)
    return low.wrong(node, f"'{v.ty}' object is not an iterator")


def _next_of_object(low: Lowering, v: Val, cls: type, default: Args, node: Any) -> Val:
    if not default:
        return low.expr.apply_method(v, "__next__", [], {}, node)
    if not hasattr(cls, "irad_compiled"):
        low.unsupported(node, f"next() of {v.ty} with a default is not supported", "catch StopIteration")
    some, item = (ast.Call(ast.Attribute(ComputedExpr(v, node), n, ast.Load()), [], []) for n in ("has_next", "__next__"))
    chosen = ast.IfExp(some, item, ComputedExpr(default[0], node))
    return low.expr.value(ast.fix_missing_locations(ast.copy_location(chosen, node)), maybe=True)


def _called(v: Val, node: Any) -> str:
    """What ``next`` is given."""
    given = node.args[0] if isinstance(node, ast.Call) and node.args else None
    if isinstance(given, (ast.GeneratorExp, Comprehension)):
        return "a generator expression"
    if isinstance(given, ast.Call):
        return f"{ast.unparse(given.func)}()"
    return str(v.ty)
