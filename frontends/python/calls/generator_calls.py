"""Calls of generator functions: the arguments are bound, and the body is lowered where its items are used."""

from __future__ import annotations

import inspect
from typing import Any

from irad.frontends.python.calls.instance_calls import bound_arguments
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import GeneratorV, Val


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
    return out
