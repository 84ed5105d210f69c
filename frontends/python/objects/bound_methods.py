"""Methods: functions of a class with the object that they belong to."""

from __future__ import annotations

import functools
import inspect
import types
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import TupleV, Val
from irad.frontends.python.sources.captured import plain
from irad.frontends.python.sources.python_source import bare
from irad.frontends.python.sources.python_types import FUNCTION, Form
from irad.frontends.python.trees.local_functions import Lifted


def bound_to(low: Lowering, owner: Val, fn: Any, node: Any) -> Val:
    """A function as a method of an object: its first argument is the object."""
    inner = plain(fn)
    if not isinstance(inner, types.FunctionType):
        low.unsupported(node, f"the method {getattr(fn, '__name__', fn)!r} is not a Python function that can be compiled")
    made = low.instance.compiler.methods.get(id(fn))
    if made is None:
        written = vars(inner)["__wrapped__"] if chooses_by_class(inner) else inner
        first, *rest = inspect.signature(bare(written)).parameters.values()
        if first.kind is first.VAR_POSITIONAL:
            low.unsupported(node, f"the method {inner.__name__}() takes the object with *args", "name its first parameter")
        signature = inspect.Signature([p.replace(annotation=p.empty) for p in rest])
        made = low.instance.compiler.methods[id(fn)] = fn, Lifted(inner.__name__, None, fn, (first.name,), signature)
    return TupleV([owner], Form(FUNCTION, (made[1].captured[0],), made[1]))


_CHOOSING = functools.singledispatch(lambda _: None).__code__  # type: ignore[attr-defined]


def chooses_by_class(fn: Any) -> bool:
    """Whether a function is one that `functools.singledispatch` has made."""
    return isinstance(fn, types.FunctionType) and fn.__code__ is _CHOOSING
