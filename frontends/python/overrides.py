"""``irad.cache`` in compiled functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irad.frontends.python.values import ArrayV, LazyV, ScalarV, Val
from irad.rules.tables.marks import CACHE

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
