"""Expressions about rules in compiled code: annotated arguments, ``irad.inactive`` and ``irad.noalias``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, NoteV, TupleV, Val
from irad.frontends.python.sources.captured import plain
from irad.frontends.python.sources.function_notes import note, public_name
from irad.frontends.python.sources.python_types import Form

Keywords = dict[str, Val]


def returned(v: Val) -> Val:
    """``return irad.Duplicated(primal, tangent)`` of a forward rule: an ordinary container."""
    if isinstance(v, NoteV) and v.kind == "Duplicated" and len(v.shadows) == 1:
        return TupleV([v.val, v.shadows[0]], Form("dataclass", ("val", "dval")))
    return v


def handler(fn: Any) -> Callable[[Lowering, list[Val], Keywords, Any], Val] | None:
    """The function that lowers a call of ``fn``, if that is one of the functions for rules."""
    said = said_of(fn)
    if said:
        words: dict[str, Any] = {"apart": said == "noalias", "inactive": said == "inactive"}
        return lambda low, args, kw, node: call_python(low, plain(fn), args, kw, node, **words)
    if public_name(fn) in ("inactive", "noalias"):
        return lambda low, args, kw, node: _mark(low, fn, args, kw, node)
    return None


def said_of(fn: Any) -> str:
    """ "inactive" or "noalias", where `irad.inactive` or `irad.noalias` has made the function."""
    marking = note(fn, "irad_marking")
    return "" if marking is None else str(marking.kind)


def _mark(low: Lowering, mark: Any, args: list[Val], kw: Keywords, node: Any) -> Val:
    """``irad.inactive(f)`` and ``irad.noalias(f)`` inside of a compiled function."""
    if kw or len(args) != 1 or not isinstance(args[0], KnownV) or not hasattr(plain(args[0].value), "__code__"):
        low.wrong(node, f"irad.{mark.__name__}() takes one Python function")
    assert isinstance(args[0], KnownV)
    return KnownV(mark(args[0].value))
