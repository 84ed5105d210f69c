"""Calls of pure functions of texts, and of what else is known when compiling: Python evaluates them, and the result is put in.

Tokenizers, parsers and the like go through texts in loops, whose steps are known one after the other only; nothing of that is
left for compiled code to do.  A call is evaluated if all arguments are known, texts are among them or in what the function reads,
and the function is proven to be pure (`evaluable_code.py`).  The result consists of texts, numbers, None, and lists, tuples and
dicts of these, which are made anew in each call, as those of any function are.
"""

from __future__ import annotations

import ast
import inspect
import sys
import types
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import HugeV, KnownV, MemberV, NoneV, ScalarV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.evaluated.bounded_steps import NotEvaluated
from irad.frontends.python.evaluated.evaluable_code import EvaluableCode, parts_in
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_source import bare
from irad.frontends.python.sources.python_types import SETS

_MOST_PARTS = 512  # of a result
_NONE = object()  # no result


def evaluated(low: Lowering, fn: Any, values: dict[str, Val], node: Any) -> Val | None:
    """The result of ``fn(**values)``, if Python can compute it when compiling; else None."""
    args = {name: _argument(low, v) for name, v in values.items()}
    if any(v is UNKNOWN for v in args.values()):
        return None
    found = _result(low, fn, args)
    if found is _NONE:
        return None
    displays = low.instance.compiler.displays  # (by which lists that grow, and dicts of computed keys, are known)
    key = id(node), repr(found)
    if key not in displays:
        displays[key] = _display(found, node)
    return low.expr.value(displays[key], maybe=True)


def _argument(low: Lowering, v: Val) -> Any:
    """The Python value of an argument; `UNKNOWN` if it is not known, or none of those that evaluated code gets."""
    if isinstance(v, KnownV) and isinstance(v.value, Outside):
        return v.value
    if isinstance(v, KnownV) and isinstance(v.value, (str, types.FunctionType)):
        return v.value
    if isinstance(v, NoneV):
        return None
    if isinstance(v, HugeV) or (isinstance(v, ScalarV) and not isinstance(v, MemberV)):
        return known_value(v) if not (v.ty.maybe_int or v.ty.also) else UNKNOWN
    if not isinstance(v, TupleV):
        return UNKNOWN
    kind = v.form.kind if v.form is not None else "tuple"
    if v.form is not None and (v.form.cls is not None or kind not in ("list", "dict", *SETS)):
        return UNKNOWN
    if kind in SETS:
        assert v.form is not None
        return (set if kind == "set" else frozenset)(v.form.names)
    parts = [_argument(low, item) for item in v.items]
    if any(p is UNKNOWN or isinstance(p, (Outside, types.FunctionType)) for p in parts):
        return UNKNOWN
    if kind == "dict":
        assert v.form is not None
        return dict(zip(v.form.names, parts, strict=True))
    return parts if kind == "list" else tuple(parts)


def _result(low: Lowering, fn: Any, args: dict[str, Any]) -> Any:
    """What Python computes; computed once in each compilation."""
    compiler = low.instance.compiler
    functions = tuple(v for v in args.values() if isinstance(v, types.FunctionType))
    key = fn, functions, repr([(name, type(v).__name__, v if not isinstance(v, Outside) else id(v)) for name, v in args.items()])
    if key not in compiler.evaluated:
        compiler.evaluated[key] = _computed(low, fn, args)
    found, code = compiler.evaluated[key]
    if code is None or any(_is_changed_here(low, path, value) for path, value, _ in code.reads):
        return _NONE
    for path, value, _ in code.reads:
        if not _is_constant(value):  # (constants are looked at with the functions that read them)
            _watch(low, path, value)
    return found


def functions_of(evaluated: dict[Any, tuple[Any, EvaluableCode | None]]) -> list[Any]:
    """The functions in calls that Python has evaluated: the compiled code depends on them."""
    found = {id(f): f for _, code in evaluated.values() if code is not None for f in code.functions.values()}
    return list(found.values())


def _computed(low: Lowering, fn: Any, args: dict[str, Any]) -> tuple[Any, EvaluableCode | None]:
    try:
        code = EvaluableCode(fn)
        given: dict[str, Any] = {}
        for name, v in args.items():
            path = low.instance.compiler.path(v) if isinstance(v, Outside) else None
            given[name] = code.argument(v.read() if isinstance(v, Outside) else v, path)
        if not code.texts:
            return _NONE, None
        found = _run(code, fn, given)
    except NotEvaluated:
        return _NONE, None
    return (found, code) if found is not _NONE and code.unchanged() and _can_be_put_in(found, code) else (_NONE, None)


def _run(code: EvaluableCode, fn: Any, given: dict[str, Any]) -> Any:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for p in inspect.signature(bare(fn)).parameters.values():
        if p.kind is p.VAR_POSITIONAL:
            positional += given[p.name]
        elif p.kind is p.VAR_KEYWORD:
            named |= given[p.name]
        elif p.kind is p.KEYWORD_ONLY:
            named[p.name] = given[p.name]
        else:
            positional.append(given[p.name])
    try:
        return code.run(positional, named, _depth())
    except Exception:  # it is raised when the code runs
        return _NONE


def _depth() -> int:
    """How many calls are in progress."""
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count


def _can_be_put_in(found: Any, code: EvaluableCode) -> bool:
    """Whether a result is one of known values, each container in it a new one that stands there once."""
    seen: set[int] = set(code.own)
    for count, part in enumerate(parts_in(found)):
        kind = type(part)
        if kind in (list, dict):
            if id(part) in seen or (kind is dict and not all(type(k) in (str, int) for k in part)):
                return False
            seen.add(id(part))
        elif kind not in (str, int, float, bool, type(None), tuple):
            return False
        if count >= _MOST_PARTS:
            return False
    return True


def _is_changed_here(low: Lowering, path: Outside, value: Any) -> bool:
    """Whether compiled code may change what lies at a path."""
    compiler = low.instance.compiler
    root = path
    while isinstance(root.home, Outside):
        root = root.home
    return root.slot in compiler.rebound or (bool(compiler.slots) and isinstance(value, (list, dict, set, tuple)))


def _is_constant(value: Any) -> bool:
    return isinstance(value, (str, int, float, type(None))) or (type(value) is tuple and all(map(_is_constant, value)))


def _watch(low: Lowering, path: Outside, value: Any) -> None:
    """The code is for what lies at a path now."""
    path, uses = low.instance.compiler.path(path), low.instance.compiler.uses
    if isinstance(value, (set, frozenset)):
        uses[path, "structure"] = None
    elif isinstance(value, (list, dict, tuple)):
        uses[path, "structure"] = None
        for k in value if isinstance(value, dict) else range(len(value)):
            _watch(low, path.item(k), value[k])
    else:
        uses[path, "value"] = None


def _display(found: Any, node: Any) -> ast.expr:
    """The expression that makes a new value like this one."""
    made: ast.expr
    if isinstance(found, tuple):
        made = ast.Tuple([_display(v, node) for v in found], ast.Load())
    elif isinstance(found, list):
        made = ast.List([_display(v, node) for v in found], ast.Load())
    elif isinstance(found, dict):
        made = ast.Dict([_display(k, node) for k in found], [_display(v, node) for v in found.values()])
    else:
        made = ast.Constant(found)
    return ast.copy_location(made, node)
