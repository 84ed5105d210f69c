"""``irad.cache`` and ``irad.recompute`` in compiled functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from irad.frontends.python.captured import plain
from irad.frontends.python.marks import attached
from irad.frontends.python.rule_sets import RuleSet, with_rules
from irad.frontends.python.rules import AGAIN
from irad.frontends.python.source import synthetic
from irad.frontends.python.values import ArrayV, KnownV, LazyV, ScalarV, Val
from irad.rules.tables.directives import CACHE

if TYPE_CHECKING:
    from irad.frontends.python.lowering import Lowering


def cache(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A number, marked; integers and truth values are kept or computed again as it comes."""
    if kw or len(args) != 1:
        low.wrong(node, "irad.cache() takes one number")
    if isinstance(args[0], (ArrayV, LazyV)) and args[0].shape:
        low.wrong(node, "irad.cache() takes a number, not an array", "mark its elements where they are computed, in a loop")
    x = low.expr.as_scalar(args[0], node)
    if not x.ty.is_float:
        return x
    name = CACHE + {"double": "", "float": "f"}[str(x.v.type)]
    return ScalarV(x.ty, low.b.call(low.instance.compiler.library(name, x.v.type, 1), [x.v]))


@dataclass(frozen=True)
class Again:
    """What ``irad.recompute(f)`` is inside of a compiled function."""

    irad_recompute: Any

    __name__ = "a function that is run again"

    def __call__(self) -> None:
        raise TypeError("a function that was made while compiling")


def recompute(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``irad.recompute(f)``: the calls of what it gives are marked."""
    if kw or len(args) != 1 or not isinstance(args[0], KnownV) or not hasattr(plain(args[0].value), "__code__"):
        low.wrong(node, "irad.recompute() takes one Python function")
    assert isinstance(args[0], KnownV)
    if hasattr(args[0].value, "irad_transform"):
        low.unsupported(node, "irad.recompute() of a gradient is not supported", "def g(x): return irad.grad(f)(x)")
    return KnownV(Again(args[0].value))


def call_again(low: Lowering, fn: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """A call that is to be run again in the reverse sweep."""
    return low.instance.call_python(low, plain(fn), args, kw, node, again=True)


def ruled(fn: Any) -> Any:
    """The form of a function that is run again for functions that return arrays: one with a rule (`glue_reverse.py`).

    The shadows of what it returns have to be there in the forward sweep already, so that it cannot be an ordinary call there.
    """
    return attached(fn, "irad_ruled", _with_rule)


def _with_rule(fn: Any) -> Any:
    listed = ", ".join(fn.__code__.co_varnames[: fn.__code__.co_argcount])
    made = synthetic(fn.__name__, listed, f"irad_f({listed})", {"irad_f": fn}, fn)
    return with_rules(made, RuleSet(fn, fn, reverse_style=AGAIN))
