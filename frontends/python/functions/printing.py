"""``print`` and ``warnings.warn`` in compiled functions: Python does them when they are reached, in order.

The call takes the numbers and arrays to Python, which formats them; nothing of it has a derivative.
"""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, NoneV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, joined, known_value

ACTIONS: tuple[Any, ...] = (print, warnings.warn)
Show = Callable[[list[Any]], Any]


def prints(fn: Any) -> bool:
    """Whether a call of ``fn`` is left to Python like this."""
    return any(fn is action for action in ACTIONS)


def call(low: Lowering, action: Any, node: ast.Call) -> Val:
    """A call of one of `ACTIONS`."""
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
    names = ", ".join(f"a{k}" for k in range(len(values)))

    def show(*given: Any) -> None:
        action(*(s(list(given)) for s in shows), **keywords)
        if action is print and keywords.get("file") is None:
            sys.stdout.flush()

    fn = eval(f"lambda {names}: show({names})", {"show": show})
    fn.__name__ = action.__name__
    fn.irad_host = SimpleNamespace(returns="")
    call_python(low, fn, values, {}, node, inactive=True)
    return NoneV()


def _shown(low: Lowering, node: Any, values: list[Val]) -> Show:
    """How Python makes an argument of what the compiled code gives: its place in ``values`` is noted."""
    if isinstance(node, ast.JoinedStr):
        parts = [_shown(low, part, values) for part in node.values]
        return lambda given: "".join(p(given) for p in parts)
    if isinstance(node, ast.FormattedValue):
        spec = str(known_value(joined(low, node.format_spec))) if node.format_spec is not None else ""
        inner = _value(low, low.expr.value(node.value), values)
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
    if isinstance(v, ListV):
        low.unsupported(low.at, "a list that grows cannot be printed", "print an array of it: np.array(xs)")
    at = len(values)
    values.append(v)
    return lambda given: given[at]
