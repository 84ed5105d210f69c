"""Items of objects by their ``__getitem__``; f-strings around a computed number as keys."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from irad.frontends.python.compiled_classes.numbered_keys import NumberedKeys
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, ScalarV, Val
from irad.frontends.python.objects.classes import class_of


def around_one(key: Any) -> tuple[str, Any, str] | None:
    """Of an f-string with one value, as ``str`` shows it: what stands before it, the value, and what stands behind it."""
    parts: list[Any] = key.values if isinstance(key, ast.JoinedStr) else []
    holes = [k for k, p in enumerate(parts) if isinstance(p, ast.FormattedValue)]
    if len(holes) != 1 or parts[holes[0]].format_spec is not None or parts[holes[0]].conversion != -1:
        return None
    before, behind = ("".join(str(p.value) for p in some) for some in (parts[: holes[0]], parts[holes[0] + 1 :]))
    return before, parts[holes[0]].value, behind


def is_numbered(low: Lowering, owner: Val, node: Any) -> bool:
    """Whether the index is an f-string around a number, of a dict with such keys."""
    return class_of(low, owner) is NumberedKeys and around_one(node.slice) is not None


def item_of(low: Lowering, cls: type, owner: Val, key: Callable[[Any], Val], node: Any) -> Val:
    """``owner[...]`` of an object of a class; ``key``: what its ``__getitem__`` gets for an index."""
    if not hasattr(cls, "__getitem__"):
        low.wrong(node, f"'{cls.__name__}' object is not subscriptable")
    found = around_one(node.slice) if cls is NumberedKeys else None
    if found is not None and isinstance(number := low.expr.value(found[1]), ScalarV) and number.ty.is_integer:
        return low.expr.apply_method(owner, "at_number", [KnownV(found[0]), KnownV(found[2]), number], {}, node)
    return low.expr.apply_method(owner, "__getitem__", [key(node.slice)], {}, node)
