"""What a call without derivative hands back of its arguments: numbers that it leaves alone keep theirs.

So a solver may call a function that counts its calls, or writes to an object: what that captures besides keeps its derivative.
The derivative of a number that has been changed is not known: an error where it is used in reverse mode, nan in forward mode.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import numpy as np

from irad.frontends.python.core import memory_order
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.origins import Fresh
from irad.frontends.python.core.python_values import ArrayV, ScalarV, TupleV, Val
from irad.frontends.python.sources.python_types import Scalar
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules

_TEXT = "the derivative of a number that a function changes while a solver calls it"


def _unknown(x: Any, other: Any) -> Any:
    return np.where(x == x, x, x * other)  # it is seen to depend on both


def _unknown_ahead(x: Any, other: Any) -> Any:
    return x * 1.0, 0.0


def _unknown_back(kept: Any, cotangent: Any) -> Any:
    if cotangent != 0.0:
        raise RuntimeError(_TEXT)
    return cotangent, cotangent


def _unknown_along(primals: Any, tangents: Any) -> Any:
    x, _ = primals
    return x * 1.0, np.nan


with_rules(_unknown, RuleSet(_unknown_ahead, _unknown_back, _unknown_along, reverse_style="jax", forward_style="jax"))


def kept(low: Lowering, values: list[Val], changed: dict[int, Val], node: Any) -> list[Val]:
    """What the arguments with these numbers hold after the call; changed numbers in them may depend on all arguments."""
    numbers = _numbers(TupleV(values))
    total = functools.reduce(low.b.fadd, (n.v for n in numbers)) if numbers else None
    return [_kept(low, values[k], v, total, node) for k, v in changed.items()]


def _kept(low: Lowering, given: Val, now: Val, total: Any, node: Any) -> Val:
    """``total``: a number that depends on all arguments."""
    if isinstance(given, TupleV) and isinstance(now, TupleV) and len(given.items) == len(now.items):
        return replace(now, items=[_kept(low, given.item(k), now.item(k), total, node) for k in range(len(now.items))])
    if not isinstance(given, ScalarV) or not isinstance(now, ScalarV) or given.ty.kind != "float64" or now.ty.kind != "float64":
        return now
    made = low.expr.apply(_unknown, [now, ScalarV(now.ty, total)], {}, node)
    found = low.expr.as_scalar(made, node)
    same = low.b.fcmp_ordered("==", given.v, now.v)
    return ScalarV(now.ty, low.b.select(same, given.v, found.v))


def _numbers(v: Val) -> list[ScalarV]:
    if isinstance(v, TupleV):
        return [n for k in range(len(v.items)) for n in _numbers(v.item(k))]
    return [v] if isinstance(v, ScalarV) and v.ty.kind == "float64" else []


def own_memory(low: Lowering, v: Val) -> Val:
    """New arrays in the place of those that a call without derivative has made, which have no shadow: they may be written to."""
    if isinstance(v, TupleV):
        return replace(v, items=[own_memory(low, v.item(k)) for k in range(len(v.items))])
    if not isinstance(v, ArrayV) or not Scalar(v.ty.dtype).is_inexact or not isinstance(v.origin, Fresh):
        return v
    return low.arrays.copy(v, memory_order.like(low, v))
