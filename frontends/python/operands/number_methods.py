"""Objects that stand for numbers: ``__index__``, ``__float__``, ``__floor__`` and the like."""

from __future__ import annotations

import ast
import math
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import NoneV, SliceV, Val
from irad.frontends.python.messages.operand_errors import type_name
from irad.frontends.python.objects import classes, memory_objects
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.operands import flags


def _own(low: Lowering, v: Val) -> type | None:
    """The class of an object that somebody wrote; numbers, arrays, tuples and containers have none."""
    cls = classes.class_of(low, v)
    return cls if cls is not None and classes.is_user_class(cls) else None


def _has(cls: type, name: str) -> bool:
    return classes.looked_up(cls, name)[0] not in (None, object)


def _called(low: Lowering, v: Val, name: str, kind: str, node: Any) -> Val:
    """What the method returns, which has to be of this type."""
    found = low.expr.apply_method(v, name, [], {}, node)
    if type_name(found.ty) not in ((kind, "bool") if kind == "int" else (kind,)):
        low.wrong(node, f"{name} returned non-{kind} (type {type_name(found.ty)})")
    return found


def as_index(low: Lowering, v: Val, node: Any) -> Val:
    """A value that is used as an integer: of an object, what its ``__index__`` returns."""
    if memory_objects.is_several(v):
        return memory_objects.each(low, v, lambda one: as_index(low, one, node), node)
    if isinstance(v, SliceV):
        return SliceV([p if isinstance(p, NoneV) else as_index(low, p, node) for p in v.parts])
    v = flags.as_number(low, v, node)
    cls = _own(low, v)
    if cls is None or hasattr(cls, "irad_compiled"):
        return v
    if not _has(cls, "__index__"):
        low.wrong(node, f"'{cls.__name__}' object cannot be interpreted as an integer", "give the class an __index__")
    return _called(low, v, "__index__", "int", node)


def as_index_of(low: Lowering, owner: Val, node: Any) -> Any:
    """The subscript ``owner[...]`` of a tuple or list, with an object as its index computed; the owner is of known structure."""
    if isinstance(node.slice, ast.Slice) or getattr(getattr(owner, "form", None), "kind", "list") not in ("list", "namedtuple"):
        return node
    if isinstance(node.slice, (ast.Constant, ast.Tuple, ast.BinOp, ast.UnaryOp)):
        return node
    v = low.expr.value(node.slice)
    if _own(low, v) is None:
        return node
    index = ComputedExpr(as_index(low, v, node), node.slice, node.slice)
    return ast.copy_location(ast.Subscript(node.value, index, node.ctx), node)


def as_float(low: Lowering, v: Val, node: Any) -> Val:
    """A value that is used as a real number: of an object, what its ``__float__`` or ``__index__`` returns."""
    if memory_objects.is_several(v):
        return memory_objects.each(low, v, lambda one: as_float(low, one, node), node)
    cls = _own(low, v)
    if cls is None or hasattr(cls, "irad_compiled"):
        return v
    if _has(cls, "__float__"):
        return _called(low, v, "__float__", "float", node)
    if _has(cls, "__index__"):
        return low.expr.apply(float, [_called(low, v, "__index__", "int", node)], {}, node)
    low.wrong(node, f"must be real number, not {cls.__name__}", "give the class a __float__")
    raise AssertionError


_ROUND: dict[str, Any] = {"floor": math.floor, "ceil": math.ceil, "trunc": math.trunc}


def rounded(low: Lowering, name: str, v: Val, node: Any) -> Val | None:
    """``math.floor(v)``, ``ceil`` or ``trunc`` of an object whose class defines it; None elsewhere."""
    if memory_objects.is_several(v):
        return memory_objects.each(low, v, lambda one: low.expr.apply(_ROUND[name], [one], {}, node), node)
    cls = _own(low, v)
    if cls is not None and _has(cls, f"__{name}__"):
        return low.expr.apply_method(v, f"__{name}__", [], {}, node)
    if cls is not None and name == "trunc":
        low.wrong(node, f"type {cls.__name__} doesn't define __trunc__ method")
    return None
