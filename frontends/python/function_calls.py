"""Calls: which function it is, and what lowers a call of it."""

from __future__ import annotations

import ast
import functools
import math
from typing import Any

import numpy as np

from irad.frontends.python import (
    algebra,
    builtin_functions,
    containers,
    decomposed,
    derivatives,
    mathematics,
    parameters,
    rule_calls,
)
from irad.frontends.python.array_methods import method
from irad.frontends.python.elementwise import cast
from irad.frontends.python.lowering import Lowering
from irad.frontends.python.made import calling_function, dispatched
from irad.frontends.python.numpy_functions import numpy_call
from irad.frontends.python.python_calls import call_python
from irad.frontends.python.types import dtype_kind
from irad.frontends.python.values import KnownV, NoteV, Val

Args = list[Val]
Keywords = dict[str, Val]


def call(low: Lowering, node: Any) -> Val:
    """A call expression."""
    if isinstance(node.func, ast.Attribute):
        owner = low.expr.value(node.func.value)
        if not isinstance(owner, KnownV):
            return method(low, owner, node)
    fn = low.expr.value(node.func)
    if not isinstance(fn, KnownV) or not callable(fn.value):
        low.wrong(node, f"{fn.ty} cannot be called")
    assert isinstance(fn, KnownV)
    args = [low.expr.value(a) for a in node.args]
    keywords = {k: low.expr.value(v) for k, v in parameters.named(low, node).items()}
    return apply(low, fn.value, args, keywords, node)


def apply(low: Lowering, fn: Any, args: Args, keywords: Keywords, node: Any) -> Val:
    handler = builtin_functions.TABLE.get(fn) if _hashable(fn) else None
    if handler is not None and fn in parameters.BUILTIN:
        given = parameters.bound(low, fn.__name__, parameters.BUILTIN[fn], args, keywords, node)
        args, keywords = list(given.args), given.kwargs
    handler = handler or derivatives.handler(fn) or rule_calls.handler(fn) or decomposed.handler(fn) or algebra.handler(fn)
    if handler is not None:
        return handler(low, args, keywords, node)
    if any(isinstance(a, NoteV) for a in (*args, *keywords.values())):
        low.wrong(node, "irad.Active, irad.Duplicated and irad.Const are for irad.autodiff")
    if containers.is_container_class(fn):
        return containers.construct(low, fn, args, keywords, node)
    name = getattr(fn, "__name__", "")
    if getattr(fn, "__module__", None) == "math" or getattr(math, name, None) is fn:
        return mathematics.call(low, name, args, keywords, node)
    if isinstance(fn, type) and issubclass(fn, np.generic):
        given = parameters.bound(low, f"np.{name}", parameters.of_operands(1), args, keywords, node)
        return cast(low, list(given.args), dtype_kind(fn), node)
    if getattr(np, name, None) is fn or isinstance(fn, np.ufunc):
        return numpy_call(low, name, args, keywords, node)
    if hasattr(fn, "irad_function"):
        fn = fn.irad_function.fn
    elif isinstance(fn, functools.partial):
        fn = calling_function(fn)
    fn = dispatched(fn) or fn
    if hasattr(fn, "__code__"):
        return call_python(low, fn, args, keywords, node)
    low.unsupported(node, f"the function {name or fn!r} is not known to the compiler", "see docs/python.md for what is")
    raise AssertionError


def _hashable(fn: Any) -> bool:
    try:
        hash(fn)
    except TypeError:
        return False
    return True
