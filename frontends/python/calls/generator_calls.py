"""Calls of generator functions: the arguments are bound, and the body is lowered where its items are used."""

from __future__ import annotations

import inspect
import types
from functools import partial
from typing import Any

from irad.errors import UnsupportedError
from irad.frontends.python.calls.instance_calls import bound_arguments
from irad.frontends.python.compiled_classes.resumable_generators import resumable
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import GeneratorV, Val
from irad.frontends.python.messages.callable_names import is_foreign


def is_generator(fn: Any) -> bool:
    """Whether a call of the function gives a generator."""
    return bool(fn.__code__.co_flags & inspect.CO_GENERATOR)


def begun(
    low: Lowering, fn: Any, args: list[Val], kw: dict[str, Val], node: Any, shares: frozenset[str] = frozenset()
) -> GeneratorV:
    """The generator that a call gives; ``shares``: parameters that are variables of the function around."""
    values = {name: v for name, v in bound_arguments(low, fn, args, kw, node).items() if name not in shares}
    out = GeneratorV("generator", fn=fn, values=values, shares=shares)
    out.made = lambda known: low.expr.generated(out, node)
    if isinstance(fn, types.FunctionType) and not shares:
        out.held = partial(_resumed, low, out, node)
    return out


def _resumed(low: Lowering, gen: GeneratorV, node: Any) -> Val:
    """An object that computes the items of a generator one by one: it lies in memory."""
    cls = resumable(gen.fn)
    records = low.instance.compiler.records
    records.possible = True
    if not records.used and records.most is None:
        text = "a generator that is used in several places lies in memory, and this function is too long to be compiled like that"
        low.unsupported(node, text, "split the function, or use the items in one loop")
    low.try_in_memory()
    given = {n: v.held() if isinstance(v, GeneratorV) and v.held is not None else v for n, v in gen.values.items()}
    return low.expr.apply(cls, [], given, node)


def is_resumable(v: Val) -> bool:
    """Whether an object can be made of a generator of the user's, which computes its items one by one."""
    if not isinstance(v, GeneratorV) or v.held is None or is_foreign(v.fn):
        return False
    try:
        resumable(v.fn)
    except UnsupportedError:
        return False
    return True
