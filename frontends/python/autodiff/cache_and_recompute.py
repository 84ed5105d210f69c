"""``irad.cache`` and ``irad.recompute`` in compiled functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, ScalarV, Val
from irad.frontends.python.numeric.registers import each_part
from irad.frontends.python.sources.captured import plain
from irad.rules.tables.directives import CACHE


def cache(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``irad.cache(x)``: mark a float; integers and truth values are stored or recomputed at irad's choice."""
    if kw or len(args) != 1:
        low.wrong(node, "irad.cache() takes one number")
    if isinstance(args[0], (ArrayV, LazyV)) and args[0].shape:
        low.wrong(node, "irad.cache() takes a number, not an array", "mark its elements where they are computed, in a loop")
    x = low.expr.as_scalar(args[0], node)
    if not x.ty.is_inexact:
        return x

    def kept(v: Any) -> Any:
        name = CACHE + {"double": "", "float": "f"}[str(v.type)]
        return low.b.call(low.instance.compiler.library(name, v.type, 1), [v])

    return ScalarV(x.ty, each_part(low.b, kept, x.v))


@dataclass(frozen=True)
class Again:
    """The value of ``irad.recompute(f)`` inside of a compiled function."""

    irad_recompute: Any

    __name__ = "a function that is run again"

    def __call__(self) -> None:
        raise TypeError("a function that was made while compiling")


def recompute(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``irad.recompute(f)``: calls of the result are marked."""
    if kw or len(args) != 1 or not isinstance(args[0], KnownV) or not hasattr(plain(args[0].value), "__code__"):
        low.wrong(node, "irad.recompute() takes one Python function")
    assert isinstance(args[0], KnownV)
    if hasattr(args[0].value, "irad_transform"):
        low.unsupported(node, "irad.recompute() of a gradient is not supported", "def g(x): return irad.grad(f)(x)")
    return KnownV(Again(args[0].value))


def call_again(low: Lowering, fn: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A call that is to be run again in the reverse sweep."""
    return call_python(low, plain(fn), args, kw, node, again=True)
