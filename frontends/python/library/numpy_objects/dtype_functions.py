"""``np.dtype``, ``result_type``, ``promote_types``, ``can_cast``, ``finfo``, ``iinfo``: known when compiling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, ScalarV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.messages import callable_names
from irad.frontends.python.sources.dtypes import PYTHON

_FUNCTIONS = (np.dtype, np.result_type, np.promote_types, np.can_cast, np.finfo, np.iinfo, np.issubdtype)


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``fn``, if it is one of these."""
    if not any(fn is f for f in _FUNCTIONS):
        return None
    return lambda low, args, kw, node: _folded(low, fn, args, kw, node)


def _folded(low: Lowering, fn: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    given = [_kind_of(fn, v) for v in args]
    named = {k: _kind_of(fn, v) for k, v in kw.items()}
    if any(v is UNKNOWN for v in (*given, *named.values())):
        name = callable_names.full_name(fn)
        low.unsupported(node, f"{name}() of what is not known when compiling is not supported", "give dtypes: x.dtype")
    try:
        found = fn(*given, **named)
    except (TypeError, ValueError) as error:
        return low.wrong(node, str(error))
    return KnownV(found) if isinstance(found, (np.dtype, np.finfo, np.iinfo)) else low.expr.constant(bool(found), node)


def _kind_of(fn: Any, v: Val) -> Any:
    """What such a function is told of a value: the dtype, or a number of Python's type where that is all that matters."""
    if fn is np.result_type and isinstance(v, ScalarV) and v.ty.weak:
        return PYTHON[v.ty.kind](0)
    if fn is np.result_type and isinstance(v, (ArrayV, LazyV)):
        return np.dtype(v.ty.dtype)
    if fn in (np.result_type, np.finfo, np.iinfo) and isinstance(v, ScalarV) and not v.ty.weak:
        return np.dtype(v.ty.kind)
    return known_value(v)


def common(low: Lowering, values: list[Val], node: Any) -> str:
    """The name of the dtype that `np.result_type` gives."""
    found = _folded(low, np.result_type, values, {}, node)
    assert isinstance(found, KnownV)
    return str(found.value.name)
