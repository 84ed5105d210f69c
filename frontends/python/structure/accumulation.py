"""Running results along an axis: ``np.cumsum``, ``np.cumprod``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import dtype_of
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import REGISTER, ScalarV, Val
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
        kind = dtype_of(low, g.get("dtype"), "int64" if a.ty.dtype == "bool" else a.ty.dtype, node)
        if kind == "bool":
            low.unsupported(node, "running results of truth values as truth values are not supported", "use dtype=np.int64")
        return _accumulated(low, a, axis, kind, product)

    return lower


def _accumulated(low: Lowering, a: AnyArray, axis: int, kind: str, product: bool) -> Val:
    out = low.arrays.allocate(kind, a.shape, memory_order.like(low, a))
    floating = kind.startswith("float")
    t, own, to = REGISTER[kind], Scalar(a.ty.dtype), Scalar(kind)
    total = low.alloca(t)

    def line(outer: list[Any]) -> None:
        low.b.store(ir.Constant(t, int(product) if not floating else float(product)), total)

        def step(k: Any) -> None:
            idx = [*outer[:axis], k, *outer[axis:]]
            x = low.convert(ScalarV(own, low.arrays.element(a, idx)), to).v
            b, old = low.b, low.b.load(total, typ=t)
            if product:
                new = b.fmul(old, x) if floating else b.mul(old, x)
            else:
                new = b.fadd(old, x) if floating else b.add(old, x)
            b.store(new, total)
            low.arrays.store(out, idx, new)

        low.counted(a.shape[axis], step)

    low.arrays.each([n for k, n in enumerate(a.shape) if k != axis], line)
    return out
