"""Running results along an axis: ``np.cumsum``, ``np.cumprod``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import dtype_of
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import REGISTER, ScalarV, Val
from irad.frontends.python.numeric.number_arithmetic import plus, settled, times
from irad.frontends.python.numeric.registers import number_constant
from irad.frontends.python.sources.dtypes import accumulated_kind
from irad.frontends.python.sources.python_types import Scalar
from irad.frontends.python.structure.array_parts import AnyArray, array, axis_of

Given = dict[str, Any]


def accumulated(product: bool) -> Callable[..., Val]:
    """``cumsum``, or ``cumprod``."""

    def lower(low: Lowering, g: Given, node: Any) -> Val:
        a = array(low, g["a"], node)
        if not absent(g.get("axis")):
            axis = axis_of(low, g["axis"], 0, len(a.shape), node)
        else:
            a, axis = a if len(a.shape) == 1 else reshaping.ravel(low, low.arrays.in_memory(a), node), 0
        kind = dtype_of(low, g.get("dtype"), accumulated_kind(a.ty.dtype), node)
        if kind == "bool":
            low.unsupported(node, "running results of truth values as truth values are not supported", "use dtype=np.int64")
        return _accumulated(low, a, axis, kind, product)

    return lower


def _accumulated(low: Lowering, a: AnyArray, axis: int, kind: str, product: bool) -> Val:
    out = low.arrays.allocate(kind, a.shape, memory_order.like(low, a))
    t, own, to = REGISTER[kind], Scalar(a.ty.dtype), Scalar(kind)
    total = low.alloca(t)

    def line(outer: list[Any]) -> None:
        low.b.store(number_constant(kind, int(product)), total)

        def step(k: Any) -> None:
            idx = [*outer[:axis], k, *outer[axis:]]
            x = low.convert(ScalarV(own, low.arrays.element(a, idx)), to).v
            b, old = low.b, low.b.load(total, typ=t)
            new = settled(low, kind, times(low, kind, old, x) if product else plus(low, kind, old, x))
            b.store(new, total)
            low.arrays.store(out, idx, new)

        low.counted(a.shape[axis], step)

    low.arrays.each([n for k, n in enumerate(a.shape) if k != axis], line)
    return out
