"""Evaluation order of operands: a lazy array must not see what a later operand writes."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.sources import python_source as src

_HARMLESS = ("builtins", "math", "numpy", "scipy", "_operator", "operator")  # modules
_WRITING = frozenset("copyto fill_diagonal put place putmask put_along_axis".split())
_METHODS = frozenset("at sort fill append extend insert pop remove clear partition put update setdefault".split())
_MOST_OPERANDS = 3  # of NumPy's functions, before what may be ``out``
_UNKNOWN = object()


def may_write(low: Lowering, node: Any) -> bool:
    """Whether an expression may write to arrays: it calls a function of the program, or one with an output argument."""
    return any(_writes(low, call) for call in ast.walk(node) if isinstance(call, ast.Call))


def _writes(low: Lowering, call: ast.Call) -> bool:
    if any(k.arg in ("out", None) for k in call.keywords):
        return True
    fn = named_outside(low, call.func)
    if fn is _UNKNOWN:
        return not isinstance(call.func, ast.Attribute) or call.func.attr in _METHODS
    if isinstance(fn, np.ufunc):
        return len(call.args) > fn.nin
    name, module = getattr(fn, "__name__", ""), str(getattr(fn, "__module__", ""))
    if module.split(".")[0] not in _HARMLESS or name in _WRITING:
        return True
    return len(call.args) > (2 if name == "dot" else _MOST_OPERANDS)


def named_outside(low: Lowering, node: ast.expr) -> Any:
    """The value of a name, or of an attribute of one, outside of the function."""
    if isinstance(node, ast.Attribute):
        owner = named_outside(low, node.value)
        return _UNKNOWN if owner is _UNKNOWN else getattr(owner, node.attr, _UNKNOWN)
    if not isinstance(node, ast.Name) or node.id in low.bound or node.id in low.instance.local_names:
        return _UNKNOWN
    found, value = src.lookup(low.source.fn, node.id)
    return value if found else _UNKNOWN


def is_simple(node: ast.expr) -> bool:
    """Whether an expression has no effects: a name, a constant, or the size of an array."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.operand, ast.Constant)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1 and is_simple(node.args[0])
    if isinstance(node, ast.Subscript):
        shape = isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
        return shape and is_simple(node.value) and isinstance(node.slice, ast.Constant)
    if isinstance(node, ast.Attribute):
        return is_simple(node.value)
    return isinstance(node, (ast.Name, ast.Constant))


def unpacks_at_once(s: Any) -> bool:
    """Whether all that a statement assigns is unpacked at once, and lies in no container."""
    starred = isinstance(s.value, ast.Tuple) and any(isinstance(e, ast.Starred) for e in s.value.elts)
    return isinstance(s.value, ast.Tuple) and not starred and all(isinstance(t, (ast.Tuple, ast.List)) for t in s.targets)
