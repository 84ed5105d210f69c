"""``np.array`` of nested lists that hold arrays: arrays of one shape, at the places of a new first axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.core import memory_order
from irad.frontends.python.core.conditions import equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, ListV, ScalarV, SharedV, TupleV, Val, const
from irad.frontends.python.sources.python_types import Scalar

_INHOMOGENEOUS = "setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions"


def holds_arrays(v: Val) -> bool:
    """Whether it is a list or tuple, perhaps of others, with an array in it that has axes, or a list that grows."""
    if not isinstance(v, TupleV) or (v.form is not None and v.form.kind not in ("list", "namedtuple")):
        return False
    return any(
        (isinstance(i, (ArrayV, LazyV)) and bool(i.shape)) or isinstance(i, (ListV, SharedV)) or holds_arrays(i) for i in v.items
    )


def check_one_shape(low: Lowering, arrays: list[ArrayV | LazyV], text: str, node: Any) -> None:
    """Check that arrays have the shape of the first."""
    first = arrays[0]
    for a in arrays[1:]:
        if len(a.shape) != len(first.shape):
            low.raise_always(ValueError, text, node)
        for n, m in zip(first.shape, a.shape, strict=True):
            low.check(equal(low, n, m), ValueError, text, node)


def stacked(low: Lowering, arrays: list[ArrayV | LazyV], kind: str | None, node: Any) -> ArrayV:
    """These arrays behind each other, of the dtype ``kind``, or of that which all of theirs fit into."""
    check_one_shape(low, arrays, _INHOMOGENEOUS, node)
    to = Scalar(kind or np.result_type(*(a.ty.dtype for a in arrays)).name)
    shape = [const(len(arrays)), *arrays[0].shape]
    out = low.arrays.allocate(to.kind, shape, memory_order.BY_ROWS)
    for k, a in enumerate(arrays):

        def one(idx: list[Any], k: int = k, a: ArrayV | LazyV = a) -> None:
            x = ScalarV(Scalar(a.ty.dtype), low.arrays.element(a, idx))
            low.arrays.store(out, [const(k), *idx], low.convert(x, to).v)

        low.arrays.each(a.shape, one)
    return out
