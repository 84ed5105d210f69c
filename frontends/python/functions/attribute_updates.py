"""``x.__dict__.update(...)`` and ``vars(x).update(...)``: several attributes of an object at once."""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, NoneV, TupleV, Val
from irad.frontends.python.objects import classes, outside_values
from irad.frontends.python.objects.changes import set_own_attribute


def updated(low: Lowering, node: Any) -> Any:
    """The expression for the object, if the call is one of these; else None."""
    f = node.func
    if f.attr != "update":
        return None
    if isinstance(f.value, ast.Attribute) and f.value.attr == "__dict__":
        of = f.value.value
    elif isinstance(f.value, ast.Call) and isinstance(f.value.func, ast.Name) and len(f.value.args) == 1 and not f.value.keywords:
        known = low.expr.value(f.value.func)
        if not isinstance(known, KnownV) or known.value is not vars:
            return None
        of = f.value.args[0]
    else:
        return None
    return of if low.dry(lambda: classes.class_of(low, low.certain(low.expr.owner(of), node))) is not None else None


def update(low: Lowering, of: Any, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
    """The object gets the items of a dict, and the keywords, as attributes."""
    new: dict[Any, Val] = {}
    for given in args:
        items = outside_values.expanded(low, given, node)
        if not isinstance(items, TupleV) or items.form is None or items.form.kind != "dict" or len(args) > 1:
            low.unsupported(node, f"the attributes of an object are updated with {given.ty}", "give a dict, or assign one by one")
        assert isinstance(items, TupleV) and items.form is not None
        new = dict(zip(items.form.names, all_items(items), strict=True))
    for name, v in (new | keywords).items():
        if not isinstance(name, str):
            low.unsupported(node, f"the attributes of an object are updated with the key {name!r}")
        owner = low.present(low.certain(low.expr.owner(of), node), node)
        set_own_attribute(low, owner, name, low.expr.stable(v), node)
    return NoneV()
