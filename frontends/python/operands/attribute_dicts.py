"""``vars(x)`` and ``x.__dict__`` of an object whose attributes are known, where what they give is used at once.

The dict of an object changes with it.  Here it is a new one with the attributes as they are now, so that it may neither have a
name nor be changed; a loop over it is refused where the object may be changed meanwhile.
"""

from __future__ import annotations

import ast
import dataclasses
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, TupleV, Val
from irad.frontends.python.objects import classes
from irad.frontends.python.sources.python_types import Form

_TAKING = (dict, list, tuple, set, frozenset, sorted, len, sum, min, max, any, all)  # they are done with it when they return
_VIEWS = ("items", "values", "keys")
_HINT = "make a dict of it: dict(vars(x)), which does not change with the object; or use getattr and setattr"


def vars_of(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``vars(x)``."""
    if len(args) != 1 or kw:
        low.unsupported(node, "vars() without an argument is not supported in compiled functions")
    return attribute_dict(low, args[0], node)


def own_dict(low: Lowering, v: Val, node: Any) -> Val | None:
    """``x.__dict__`` of an object; None for everything else."""
    return attribute_dict(low, v, node) if classes.class_of(low, v) is not None else None


def attribute_dict(low: Lowering, v: Val, node: Any) -> Val:
    """The attributes of an object as a dict."""
    v = low.present(v, node)
    cls, form = classes.class_of(low, v), getattr(v, "form", None)
    if not isinstance(v, TupleV) or form is None or not form.by_attribute or cls is None or issubclass(cls, tuple):
        low.unsupported(node, f"vars() of {v.ty} is not supported in compiled functions", "use getattr with known names")
    assert isinstance(v, TupleV) and isinstance(cls, type)
    if any("__slots__" in vars(c) for c in cls.__mro__):
        low.unsupported(node, f"vars() of {cls.__name__}, which has __slots__, is not supported in compiled functions")
    fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    if any(not f.init and f.default is not dataclasses.MISSING for f in fields):
        low.unsupported(node, f"vars() of {cls.__name__}: whether it has the fields with init=False is not known", _HINT)
    use = _use(low, node)
    if use == "":
        low.unsupported(node, "vars() is only supported where the dict is used at once, and not changed", _HINT)
    if use == "loop" and v.place is not None and v.place.name in low.instance.mutated:
        hint = "go over a list of it: list(vars(x).items())"
        low.unsupported(node, "a loop over vars() of an object that is changed is not supported", hint)
    return TupleV([v.item(k) for k in range(len(v.items))], Form("dict", form.names))


def _use(low: Lowering, node: Any) -> str:
    """What is done with the dict: "once", "loop" for a loop over it; "" for all else."""
    around = _parents(low.source.node)
    parent = around.get(id(node))
    if isinstance(parent, ast.Subscript):
        return "once" if parent.value is node and isinstance(parent.ctx, ast.Load) else ""
    if isinstance(parent, ast.Compare):
        return "once" if parent.left is not node and all(isinstance(op, (ast.In, ast.NotIn)) for op in parent.ops) else ""
    if isinstance(parent, ast.Attribute):
        call = around.get(id(parent))
        if not isinstance(call, ast.Call) or call.func is not parent or parent.attr not in (*_VIEWS, "get", "copy"):
            return ""
        return _taken(low, call, around) if parent.attr in _VIEWS else "once"
    return _taken(low, node, around)


def _taken(low: Lowering, node: Any, around: dict[int, Any]) -> str:
    """The same for the dict, or a view of it, as an argument or the head of a loop."""
    parent = around.get(id(node))
    if isinstance(parent, ast.Dict) or (isinstance(parent, ast.keyword) and parent.arg is None):
        return "once" if not isinstance(parent, ast.Dict) or _is_spread(parent, node) else ""
    if isinstance(parent, (ast.For, ast.comprehension)):
        if isinstance(around.get(id(parent)), ast.GeneratorExp) and _taken(low, around[id(parent)], around) != "once":
            return ""  # its items are perhaps taken later
        return "loop" if parent.iter is node else ""
    if isinstance(parent, ast.Call) and len(parent.args) == 1 and parent.args[0] is node and isinstance(parent.func, ast.Name):
        fn = low.expr.value(parent.func)
        plain = isinstance(fn, KnownV) and any(fn.value is f for f in _TAKING)
        return "once" if plain and not any(k.arg == "key" for k in parent.keywords) else ""
    return ""


def _is_spread(display: ast.Dict, node: Any) -> bool:
    return any(k is None and v is node for k, v in zip(display.keys, display.values, strict=True))


def _parents(tree: Any) -> dict[int, Any]:
    """For each node of a function the one around it."""
    found = tree.__dict__.get("irad_parents")
    if found is None:
        found = tree.__dict__["irad_parents"] = {id(c): n for n in ast.walk(tree) for c in ast.iter_child_nodes(n)}
    return found  # type: ignore[no-any-return]
