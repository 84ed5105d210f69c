"""Calls of generator functions: the arguments are bound, and the body is lowered where its items are used."""

from __future__ import annotations

import inspect
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import GeneratorV, TupleV, Val
from irad.frontends.python.sources.python_source import bare
from irad.frontends.python.sources.python_types import Form


def is_generator(fn: Any) -> bool:
    """Whether a call of the function gives a generator."""
    return bool(fn.__code__.co_flags & inspect.CO_GENERATOR)


def begun(low: Lowering, fn: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """The generator that a call gives."""
    signature = inspect.signature(bare(fn))
    try:
        bound = signature.bind(*args, **kw)
    except TypeError as error:
        low.wrong(node, f"{fn.__name__}(): {error}")
    values: dict[str, Val] = {}
    for p in signature.parameters.values():
        v = bound.arguments.get(p.name)
        if p.kind is p.VAR_POSITIONAL:
            values[p.name] = TupleV([low.expr.stable(x) for x in v or ()])
        elif p.kind is p.VAR_KEYWORD:
            values[p.name] = TupleV([low.expr.stable(x) for x in (v or {}).values()], Form("dict", tuple(v or ())))
        else:
            values[p.name] = low.expr.constant(p.default, node) if v is None else low.expr.stable(v)
    out = GeneratorV("generator", fn=fn, values=values)
    out.made = lambda known: low.expr.generated(out, node)
    return out
