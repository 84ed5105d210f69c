"""Summaries: ``np.average``, ``ptp``, ``count_nonzero``."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.products import absent
from irad.frontends.python.arrays.reductions import reduce
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.conditions import equal
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, ScalarV, TupleV, Val
from irad.frontends.python.numeric.number_arithmetic import same
from irad.frontends.python.sources.python_types import WHOLE, Scalar
from irad.frontends.python.structure.array_formula import ArrayFormula
from irad.frontends.python.structure.array_parts import (
    AnyArray,
    array,
    axes_or_all,
    axis_of,
    common_kind,
    converted,
    flag,
)

Given = dict[str, Any]


def average(low: Lowering, g: Given, node: Any) -> Val:
    """The mean, or with ``weights`` the weighted one."""
    a, axis, kept = array(low, g["a"], node), g.get("axis"), g.get("keepdims")
    axes_or_all(low, axis, len(a.shape), node, prefix="axis")
    returned = flag(low, g.get("returned"), False, "returned=", node)
    if absent(g.get("weights")):
        mean = low.expr.stable(reduce(low, "mean", a, axis, node, kept))
        return TupleV([mean, _count(low, a, mean, node)]) if returned else mean
    w = array(low, g["weights"], node)
    kind = common_kind([a, w])
    if not a.ty.is_inexact:
        kind = np.result_type(kind, "f8").name
    w = low.arrays.in_memory(_weights(low, a, w, axis, node))
    x, y = converted(low, a, kind), converted(low, w, kind)
    total = low.expr.stable(reduce(low, "sum", y, axis, node, kept))
    _check_total(low, total, kind, node)
    product = ArrayFormula(low, node, x) * ArrayFormula(low, node, y)
    found = (ArrayFormula(low, node, reduce(low, "sum", product.v, axis, node, kept)) / ArrayFormula(low, node, total)).v
    if not returned:
        return found
    found = low.expr.stable(found)
    return TupleV([found, _in_shape(low, total, found, node)])


def _count(low: Lowering, a: AnyArray, mean: Val, node: Any) -> Val:
    """How many elements each mean is of, in the shape of the means."""
    size = low.arrays.size(a.shape)
    means = mean.shape if isinstance(mean, ArrayV) else []
    number = ScalarV(WHOLE, low.b.sdiv(size, low.arrays.size(means)) if means else size)
    kind = mean.ty.dtype if isinstance(mean, ArrayV) else mean.ty.kind
    return _in_shape(low, low.convert(number, Scalar(kind)), mean, node)


def _in_shape(low: Lowering, v: Val, model: Val, node: Any) -> Val:
    """A number or array in the shape of another one."""
    if not isinstance(model, ArrayV):
        return v
    whole = TupleV([ScalarV(WHOLE, n) for n in model.shape])
    return low.expr.stable(low.expr.apply(np.copy, [low.expr.apply(np.broadcast_to, [v, whole], {}, node)], {}, node))


def _weights(low: Lowering, a: AnyArray, w: AnyArray, axis: Val | None, node: Any) -> AnyArray:
    """The weights in the shape of the array, or along one of its axes."""
    same = len(a.shape) == len(w.shape)
    if same:
        for n, m in zip(a.shape, w.shape, strict=True):
            text = "Axis must be specified when shapes of a and weights differ."
            kind: type[Exception] = TypeError
            if not absent(axis):
                text, kind = "Shape of weights must be consistent with shape of a along specified axis.", ValueError
            low.check(equal(low, n, m), kind, text, node)
        return w
    if absent(axis):
        low.raise_always(TypeError, "Axis must be specified when shapes of a and weights differ.", node)
    if isinstance(axis, TupleV) or len(w.shape) != 1:
        low.unsupported(node, "np.average: weights have one axis or as many as the array", "reshape and broadcast them")
    k = axis_of(low, axis, 0, len(a.shape), node)
    text = "Shape of weights must be consistent with shape of a along specified axis."
    low.check(equal(low, a.shape[k], w.shape[0]), ValueError, text, node)
    line = low.arrays.in_memory(w)
    return reshaping.with_axes(low, line, [j for j in range(len(a.shape)) if j != k])


def _check_total(low: Lowering, total: Val, kind: str, node: Any) -> None:
    def one(x: Any) -> None:
        fine = low.b.not_(same(low, kind, x, zero_of(kind)))
        low.check(fine, ZeroDivisionError, "Weights sum to zero, can't be normalized", node)

    if isinstance(total, ScalarV):
        one(total.v)
        return
    assert isinstance(total, ArrayV)
    low.arrays.each(total.shape, lambda i: one(low.arrays.load(total, i)))


def ptp(low: Lowering, g: Given, node: Any) -> Val:
    """The distance of the largest and the smallest element."""
    a, axis, kept = low.arrays.in_memory(array(low, g["a"], node)), g.get("axis"), g.get("keepdims")
    axes_or_all(low, axis, a.ty.ndim, node)
    most, least = (reduce(low, name, a, axis, node, kept) for name in ("max", "min"))
    return low.expr.elementwise([most, least], lambda p: low.expr.scalar_binary(ast.Sub(), p[0], p[1], node, False), node)


def count_nonzero(low: Lowering, g: Given, node: Any) -> Val:
    a, axis = array(low, g["a"], node), g.get("axis")
    axes_or_all(low, axis, len(a.shape), node)
    truth = converted(low, a, "bool")
    found = reduce(low, "sum", truth, axis, node, g.get("keepdims"))
    return ScalarV(WHOLE, found.v) if isinstance(found, ScalarV) and absent(axis) else found
