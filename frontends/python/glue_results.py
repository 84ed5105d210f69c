"""Arrays that functions with rules return: how they lie in memory, and that their shadows lie in the same way.

Callers find the sizes and steps of a result in its descriptor, of a shadow only the address: it lies as the result does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from irad.frontends.python import order
from irad.frontends.python.trees import twin_of
from irad.frontends.python.types import Array, Tuple, Ty
from irad.frontends.python.values import ArrayV, TupleV, Val, const, known_int

if TYPE_CHECKING:
    from irad.frontends.python.glue import Glue

_FITTING = {"C": "C", "F": "F", "S": "CS", "T": "FT", "A": "CFSTA"}  # of each layout: those that are a case of it


def as_declared(glue: Glue, v: Val, ty: Ty) -> Val:
    """What a rule returns as result, with arrays that lie as those of the function do."""
    if isinstance(v, TupleV) and isinstance(ty, Tuple):
        return TupleV([as_declared(glue, i, t) for i, t in zip(v.items, ty.items, strict=True)], v.form)
    if not isinstance(v, ArrayV) or not isinstance(ty, Array):
        return v
    if v.ty.layout not in _FITTING[ty.layout]:
        v = copied(glue, v, "C" if ty.layout in "CS" else "F")
    if v.ty.layout not in ("C", "F") and v.ty.dtype.startswith("float"):
        _check_apart(glue, v)
    return v


def as_primal(glue: Glue, v: Val, primal: ArrayV, what: str) -> ArrayV:
    """A shadow that a rule returns, with the sizes and steps of the result."""
    low, author = glue.low, glue.work.author
    if not isinstance(v, ArrayV) or (v.ty.dtype, v.ty.ndim) != (primal.ty.dtype, primal.ty.ndim):
        raise glue.wrong(f"the rule returns {v.ty} as {what} of {primal.ty}, which does not fit")
    for m, n in zip(v.shape, primal.shape, strict=True):
        low.check(order.equal(low, m, n), ValueError, f"the result and its {what} have different shapes", glue.node)
    if v.ty.layout == primal.ty.layout and v.ty.layout in ("C", "F"):
        return v
    if author.fresh:
        own = twin_of(low, primal)
        glue._move(own, v)
        return own
    text = f"the result, which may be part of an argument, and its {what} lie in memory in different ways"
    for n, s, step in zip(primal.shape, v.strides, primal.strides, strict=True):
        single = low.b.icmp_signed("<", n, const(2))
        low.check(order.either(low, single, order.equal(low, s, step)), ValueError, text, glue.node)
    return v


def copied(glue: Glue, v: ArrayV, layout: str) -> ArrayV:
    """A copy by rows or by columns."""
    strides = order.contiguous(glue.low, layout, v.shape)
    own = twin_of(glue.low, ArrayV(Array(v.ty.dtype, v.ty.ndim, layout), v.data, list(v.shape), strides))
    glue._move(own, v)
    return own


def _check_apart(glue: Glue, v: ArrayV) -> None:
    """An adjoint for each element: each needs a place of its own."""
    low = glue.low
    text = f"{glue.work.author.fn.__name__}() has rules and returns an array whose elements lie in one place: return a copy"
    for n, s in zip(v.shape, v.strides, strict=True):
        if known_int(n) == 1:
            continue
        fine = order.either(low, low.b.icmp_signed("<", n, const(2)), order.negated(low, order.equal(low, s, const(0))))
        low.check(fine, ValueError, text, glue.node)

