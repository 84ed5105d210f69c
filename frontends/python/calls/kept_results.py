"""Results that Python keeps: of ``functools.cache`` and ``lru_cache``.

Compiled code computes them each time.  What would tell the difference is refused: functions that change something, or read what
is changed, and changes of the result.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import FIXED, ArrayV, TupleV, Val
from irad.frontends.python.objects.classes import class_of
from irad.frontends.python.sources.python_types import holds_shared, is_changeable

_HINT = "call the function behind it: f.__wrapped__(...), or leave the decorator out"


def kept_result(low: Lowering, fn: Any, args: list[Val], found: Val, node: Any) -> Val:
    """The result of a call of ``fn``, which is computed anew, as Python's functions give it."""
    for v in args:
        cls = class_of(low, v)
        if cls is not None and low.instance.compiler.caching.setdefault(cls, False):
            text = f"{fn.__name__}() keeps its results (functools.lru_cache), and {cls.__name__}, which it is given, is changed"
            low.unsupported(node, text, _HINT)
    callees = [c for c in low.instance.callees if c.python is fn]
    if any(c.outs or c.hosts or c.warns or c.stores for c in callees):
        text = f"{fn.__name__}() keeps its results (functools.lru_cache), and does more than to compute them"
        low.unsupported(node, text, _HINT)
    if any(c.cells for c in callees):
        text = f"{fn.__name__}() keeps its results (functools.lru_cache), and reads what is changed"
        low.unsupported(node, text, _HINT)
    found = low.expr.stable(found)
    if holds_shared(found.ty):
        text = f"{fn.__name__}() keeps its results (functools.lru_cache), which would be objects or lists in memory"
        low.unsupported(node, text, _HINT)
    if isinstance(found, ArrayV):
        return replace(found, ty=replace(found.ty, readonly=True))
    return replace(found, place=FIXED) if isinstance(found, TupleV) and is_changeable(found.ty) else found
