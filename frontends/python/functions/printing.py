"""``print``, ``warnings.warn`` and logging in compiled functions: Python does them when they are reached, in order.

The call takes the numbers and arrays to Python, which formats them; nothing of it has a derivative.
"""

from __future__ import annotations

import ast
import logging
import sys
import warnings
from collections.abc import Callable
from typing import Any

from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I64, CaughtV, ChoiceV, ListV, NoneV, ScalarV, SharedV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, joined, known_value, part_of_error
from irad.frontends.python.objects.loggers import LEVELS, Logging
from irad.frontends.python.sources.error_classes import TOO_DEEP, TOO_DEEP_TEXT
from irad.frontends.python.sources.function_notes import called_by_python
from irad.frontends.python.sources.python_types import INT
from irad.rules.deferred_errors import ErrorSite, note_place

ACTIONS: tuple[Any, ...] = (print, warnings.warn)
FILTERS: tuple[Any, ...] = (warnings.simplefilter, warnings.filterwarnings)
_PARTS: dict[str, Callable[[Any], Any]] = {
    "name": lambda e: type(e).__name__, "args": lambda e: e.args, "first": lambda e: e.args[0],
}  # fmt: skip
Show = Callable[[list[Any]], Any]


def prints(fn: Any) -> bool:
    """Whether a call of ``fn`` is left to Python like this."""
    return any(fn is action for action in (*ACTIONS, *FILTERS)) or _logs(fn)


def _logs(fn: Any) -> bool:
    """Whether it writes to a log: a method of a logger, or a function of ``logging``."""
    return isinstance(fn, Logging) or any(fn is getattr(logging, name) for name in LEVELS)


def call(low: Lowering, action: Any, node: ast.Call) -> Val:
    """A call of one of `ACTIONS` or `FILTERS`."""
    if any(action is f for f in FILTERS):
        return _filter(low, action, node)
    if action is warnings.warn:
        low.instance.warns = True
        if low.quiet:
            text = "warnings.warn in warnings.catch_warnings() is not supported: compiled code does not change what is shown"
            low.unsupported(node, text, "call the compiled function in warnings.catch_warnings()")
    keywords = {}
    for k in node.keywords:
        found = known_value(low.expr.value(k.value))
        if found is UNKNOWN or k.arg is None:
            low.unsupported(k.value, f"the argument '{k.arg}' of {action.__name__}() must be known when compiling")
        keywords[k.arg] = found
    if action is warnings.warn:
        keywords["stacklevel"] = 4
    values: list[Val] = []
    shows = [_shown(low, a, values) for a in node.args]
    place = low.source.place(node)

    def show(*given: Any) -> None:
        try:
            texts = [s(list(given)) for s in shows]
        except Exception as error:  # a format that does not fit
            note_place(error, place)
            raise
        action(*texts, **keywords)
        if action is print and keywords.get("file") is None:
            sys.stdout.flush()

    fn = called_by_python(show, action.__name__, len(values))
    call_python(low, fn, values, {}, node, inactive=True)
    return NoneV()


def _filter(low: Lowering, action: Any, node: ast.Call) -> Val:
    """A filter of warnings: nothing that it hides is shown in any case, since compiled code computes without warnings."""
    first = low.expr.value(node.args[0]) if node.args else None
    if not low.quiet or first is None or known_value(first) not in ("ignore", "default", "always", "module", "once"):
        text = f"warnings.{action.__name__} is supported in 'with warnings.catch_warnings()' only, and not to raise errors"
        low.unsupported(node, text, "change filters outside of compiled code")
    return NoneV()


def _shown(low: Lowering, node: Any, values: list[Val]) -> Show:
    """How Python makes an argument of what the compiled code gives: its place in ``values`` is noted."""
    part = part_of_error(low, node)
    if part is not None:
        made, take = _error(low, part[0], values), _PARTS[part[1]]
        return lambda given: take(made(given))
    if isinstance(node, ast.JoinedStr):
        parts = [_shown(low, part, values) for part in node.values]
        return lambda given: "".join(p(given) for p in parts)
    if isinstance(node, ast.FormattedValue):
        spec = str(known_value(joined(low, node.format_spec))) if node.format_spec is not None else ""
        inner = _shown(low, node.value, values) if part_of_error(low, node.value) is not None else None
        inner = inner or _value(low, low.expr.value(node.value), values)
        convert: Any = {-1: lambda x: x, ord("r"): repr, ord("s"): str, ord("a"): ascii}[node.conversion]
        return lambda given: format(convert(inner(given)), spec)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mod, ast.Add)) and _is_text(node):
        left, right = _shown(low, node.left, values), _shown(low, node.right, values)
        if isinstance(node.op, ast.Mod):
            return lambda given: left(given) % right(given)
        return lambda given: left(given) + right(given)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format" and not node.keywords:
        template = known_value(low.expr.value(node.func.value))
        if isinstance(template, str):
            args = [_shown(low, a, values) for a in node.args]
            return lambda given: template.format(*(a(given) for a in args))
    return _value(low, low.expr.value(node), values)


def _error(low: Lowering, v: CaughtV, values: list[Val]) -> Show:
    """An exception that has been caught: made of its status and its details, as for the caller of compiled code."""
    at, count = len(values), 1 + len(v.details)
    values += [ScalarV(INT, low.b.sext(v.status, I64)), *(ScalarV(INT, d) for d in v.details)]
    sites = low.instance.compiler.site_of
    too_deep = ErrorSite(RecursionError, TOO_DEEP_TEXT, low.source.place(low.at))

    def show(given: list[Any]) -> Any:
        status, *details = (int(x) for x in given[at : at + count])
        return (too_deep if status == TOO_DEEP else sites[status]).error(tuple(details))

    return show


def _is_text(node: Any) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _value(low: Lowering, v: Val, values: list[Val]) -> Show:
    found = known_value(v)
    if found is not UNKNOWN:
        return lambda given: found
    if isinstance(v, TupleV) and (v.form is None or v.form.kind != "function"):
        parts = [_value(low, i, values) for i in v.items]
        ty = v.ty
        return lambda given: ty.make([p(given) for p in parts])
    if isinstance(v, CaughtV):
        return _error(low, v, values)
    if isinstance(v, (ListV, SharedV)):
        low.unsupported(low.at, "a list that grows cannot be printed", "print an array of it: np.array(xs)")
    at = len(values)
    if isinstance(v, ChoiceV):
        option = v.ty.option
        values.append(ScalarV(INT, v.v))
        return lambda given: option(int(given[at]))
    values.append(v)
    return lambda given: given[at]
