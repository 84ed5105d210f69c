"""Memory layout of arrays that functions with rules return, and of their shadows, which must have the same layout.

A result's descriptor has its sizes and strides, but of a shadow only the address: it has the layout of the result.
"""

from __future__ import annotations

from irad.errors import RuleError
from irad.frontends.python.containers.value_trees import move, twin_of
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import either, equal, negated
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, TupleV, Val, const, known_int
from irad.frontends.python.sources.python_types import Array, Tuple, Ty
from irad.frontends.python.userrules.ruled_function import RuledFunction

_FITTING = {"C": "C", "F": "F", "S": "CS", "T": "FT", "A": "CFSTA"}  # of each layout: those that are a case of it


def as_declared(low: Lowering, author: RuledFunction, v: Val, ty: Ty) -> Val:
    """The result that a rule returns, with arrays in the layout of the function's."""
    if isinstance(v, TupleV) and isinstance(ty, Tuple):
        return TupleV([as_declared(low, author, i, t) for i, t in zip(v.items, ty.items, strict=True)], v.form)
    if not isinstance(v, ArrayV) or not isinstance(ty, Array):
        return v
    if v.ty.layout not in _FITTING[ty.layout]:
        v = copied(low, v, "C" if ty.layout in "CS" else "F")
    if v.ty.layout not in ("C", "F") and v.ty.is_inexact:
        _check_apart(low, author, v)
    return v


def as_primal(low: Lowering, author: RuledFunction, v: Val, primal: ArrayV, what: str) -> ArrayV:
    """A shadow that a rule returns, with the sizes and strides of the result."""
    if not isinstance(v, ArrayV) or (v.ty.dtype, v.ty.ndim) != (primal.ty.dtype, primal.ty.ndim):
        text = f"the rule returns {v.ty} as {what} of {primal.ty}, which does not fit"
        raise RuleError(text, place=low.source.place(low.source.node))
    for m, n in zip(v.shape, primal.shape, strict=True):
        low.check(equal(low, m, n), ValueError, f"the result and its {what} have different shapes", low.source.node)
    if v.ty.layout == primal.ty.layout and v.ty.layout in ("C", "F"):
        return v
    if author.fresh:
        own = twin_of(low, primal)
        move(low, own, v)
        return own
    text = f"the result, which may be part of an argument, and its {what} lie in memory in different ways"
    for n, s, step in zip(primal.shape, v.strides, primal.strides, strict=True):
        single = low.b.icmp_signed("<", n, const(2))
        low.check(either(low, single, equal(low, s, step)), ValueError, text, low.source.node)
    return v


def copied(low: Lowering, v: ArrayV, layout: str) -> ArrayV:
    """A copy by rows or by columns."""
    strides = memory_order.contiguous(low, layout, v.shape)
    own = twin_of(low, ArrayV(Array(v.ty.dtype, v.ty.ndim, layout), v.data, list(v.shape), strides))
    move(low, own, v)
    return own


def _check_apart(low: Lowering, author: RuledFunction, v: ArrayV) -> None:
    """Check that no two elements share memory, since each needs its own adjoint."""
    text = f"{author.fn.__name__}() has rules and returns an array whose elements lie in one place: return a copy"
    for n, s in zip(v.shape, v.strides, strict=True):
        if known_int(n) == 1:
            continue
        fine = either(low, low.b.icmp_signed("<", n, const(2)), negated(low, equal(low, s, const(0))))
        low.check(fine, ValueError, text, low.source.node)
