"""Calls of classes of NumPy: `np.ndindex`, `np.ndenumerate`, polynomials."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from irad.frontends.python.calls import parameters
from irad.frontends.python.compiled_classes import array_places
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import TupleV, Val


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``fn``, if it is one of these."""
    return _TABLE.get(fn) if isinstance(fn, type) else None


def _indices(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    if kw:
        low.wrong(node, f"np.ndindex takes no keyword '{next(iter(kw))}'")
    shape = args[0] if len(args) == 1 and isinstance(args[0], TupleV) else TupleV(list(args))
    return low.expr.apply(array_places.indices_of, [shape], {}, node)


def _numbered(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    given = parameters.bound(low, "np.ndenumerate", lambda arr: 0, args, kw, node).arguments
    a = low.expr.stable(low.expr.apply(np.asarray, [given["arr"]], {}, node))
    return low.expr.apply(array_places.numbered, [a], {}, node)


_TABLE: dict[Any, Callable[..., Val]] = {np.ndindex: _indices, np.ndenumerate: _numbered}
