"""``np.linalg.norm`` of vectors, of matrices, and of the rows or columns of a matrix: plain Python, chosen while compiling.

At zero, where the Euclidean norm has no derivative, the subgradient of least norm, zero, is used.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    KnownV,
    LazyV,
    NoneV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
    without_axes,
)
from irad.frontends.python.linalg import linalg_loops, norm_formulas
from irad.frontends.python.numeric.complex_arithmetic import absolute
from irad.frontends.python.sources.dtypes import DTYPES
from irad.frontends.python.sources.python_types import Array, Scalar

Keywords = dict[str, Val]


def _sum_of_sizes(x: Any) -> Any:
    return np.abs(x).sum()


def _largest(x: Any) -> Any:
    return np.abs(x).max()


def _smallest(x: Any) -> Any:
    return np.abs(x).min()


def _count(x: Any) -> Any:
    return float((x != 0.0).sum())


def _power(x: Any, p: Any) -> Any:
    total = (np.abs(x) ** p).sum()
    if total == 0.0:
        return total
    return total ** (1.0 / p)


def _largest_column(x: Any) -> Any:
    return np.abs(x).sum(axis=0).max()


def _smallest_column(x: Any) -> Any:
    return np.abs(x).sum(axis=0).min()


def _largest_row(x: Any) -> Any:
    return np.abs(x).sum(axis=1).max()


def _smallest_row(x: Any) -> Any:
    return np.abs(x).sum(axis=1).min()


def _largest_value(x: Any) -> Any:
    return np.linalg.svdvals(x)[0]


def _smallest_value(x: Any) -> Any:
    return np.linalg.svdvals(x)[-1]


def _sum_of_values(x: Any) -> Any:
    return np.linalg.svdvals(x).sum()


def _of_rows(norm: Callable[..., Any]) -> Callable[..., Any]:
    def each(x: Any) -> Any:
        out = np.zeros(x.shape[0], x.dtype)
        for i in range(x.shape[0]):
            out[i] = norm(x[i])
        return out

    return each


_VECTORS = {None: linalg_loops.euclidean, 2.0: linalg_loops.euclidean, 1.0: _sum_of_sizes, 0.0: _count}
_VECTORS |= {math.inf: _largest, -math.inf: _smallest}
_MATRICES = {None: linalg_loops.euclidean, "fro": linalg_loops.euclidean, 1.0: _largest_column, -1.0: _smallest_column}
_MATRICES |= {math.inf: _largest_row, -math.inf: _smallest_row, 2.0: _largest_value, -2.0: _smallest_value, "nuc": _sum_of_values}
_ROWS = {order: _of_rows(norm) for order, norm in _VECTORS.items()}


def _order(v: Val | None) -> Any:
    """A constant, or nan where it is none."""
    if v is None or isinstance(v, NoneV):
        return None
    if isinstance(v, KnownV):
        return v.value if isinstance(v.value, str) else math.nan
    if not isinstance(v, ScalarV):
        return math.nan
    k = known_int(v.v)
    if k is not None:
        return float(k)
    x, sign = v.v, 1.0
    if isinstance(x, ir.Instruction) and x.opname == "fneg":
        x, sign = x.operands[0], -1.0
    return sign * float(x.constant) if isinstance(x, ir.Constant) else math.nan


def is_unknown(v: ArrayV | LazyV) -> bool:
    """Whether it holds numbers for which there is no linear algebra here."""
    return v.ty.dtype == "float16" or DTYPES[v.ty.dtype].is_complex


def _real(low: Lowering, x: ArrayV | LazyV, order: Any, node: Any) -> Val:
    """An array of reals with the same norm, of float64 if it is one of integers; complex where singular values are needed."""
    d = DTYPES[x.ty.dtype]
    if d.is_complex and x.ty.ndim >= 2 and order in (2.0, -2.0, "nuc"):
        return x
    if d.name == "float16":
        low.unsupported(node, f"this norm of arrays of {d.name} is not supported in compiled functions")
    if d.is_complex:
        return low.expr.elementwise([x], lambda p: ScalarV(p[0].ty.parts[0], absolute(low, p[0].v)), node)
    if d.is_float:
        return x
    return low.expr.elementwise([x], lambda p: low.convert(p[0], Scalar("float64")), node)


def norm(low: Lowering, args: list[Val], kw: Keywords, node: Any) -> Val:
    """Lowers a call."""
    takes = lambda x, ord=None, axis=None, keepdims=False: 0  # noqa: E731
    given = parameters.bound(low, "norm", takes, args, kw, node).arguments
    x = given["x"]
    if isinstance(x, ScalarV) and len(given) == 1:
        return low.expr.apply(np.float64, [low.expr.apply(abs, [x], {}, node)], {}, node)
    if not isinstance(x, (ArrayV, LazyV)):
        x = low.expr.apply(np.asarray, [x], {}, node)
    assert isinstance(x, (ArrayV, LazyV))
    order, axis = _order(given.get("ord")), given.get("axis")
    a = low.arrays.in_memory(_real(low, x, order, node))
    kept = low.truth(given["keepdims"], node) if "keepdims" in given else ir.Constant(ir.IntType(1), 0)
    if not isinstance(kept, ir.Constant):
        low.demand(node, given["keepdims"])
        low.unsupported(node, "keepdims= must be a constant")
    own = a.ty.ndim == 1 and isinstance(axis, ScalarV) and known_int(axis.v) in (0, -1) and not kept.constant
    if axis is not None and not isinstance(axis, NoneV) and not own:
        k = known_int(axis.v) if isinstance(axis, ScalarV) and a.ty.ndim == 2 and not kept.constant else None
        if k is not None and -2 <= k < 2 and order in _ROWS:
            return call_python(low, _ROWS[order], [low.arrays.transpose(a) if k % 2 == 0 else a], {}, node)
        return _along(low, a, given, order, bool(kept.constant), node)
    if kept.constant:
        return _along(low, a, given, order, True, node)
    if a.ty.ndim == 1 and order not in _VECTORS and not isinstance(order, str):
        return call_python(low, _power, [a, given["ord"]], {}, node)
    if a.ty.ndim not in (1, 2) and order is not None:
        low.unsupported(node, "np.linalg.norm(ord=) is supported for arrays of one or two axes")
    known: dict[Any, Any] = _VECTORS if a.ty.ndim != 2 else _MATRICES
    if order not in known:
        low.wrong(node, "np.linalg.norm: this ord= is none that arrays of so many axes have, or no constant")
    return call_python(low, known[order], [a], {}, node)


def _along(low: Lowering, a: ArrayV, given: Keywords, order: Any, kept: bool, node: Any) -> Val:
    """Along one axis or two, or over all that there are (of one or two)."""
    axis = given.get("axis")
    items = [] if axis is None or isinstance(axis, NoneV) else list(axis.items) if isinstance(axis, TupleV) else [axis]
    axes = [known_int(i.v) if isinstance(i, ScalarV) else None for i in items] if items else list(range(a.ty.ndim))
    for k in axes:
        if k is None:
            low.demand(node, axis)
            low.unsupported(node, "axis= must be a constant integer, or two")
        elif not -a.ty.ndim <= k < a.ty.ndim:
            low.wrong(node, f"axis {k} is out of bounds for array of dimension {a.ty.ndim}")
    places = [k % a.ty.ndim for k in axes if k is not None]
    if len(set(places)) != len(places) or len(places) not in (1, 2):
        low.wrong(node, "Duplicate axes given." if len(places) == 2 else "Improper number of dimensions to norm.")
    number = low.expr.constant(places[0] if len(places) == 1 else tuple(places), node)
    known = norm_formulas.VECTORS if len(places) == 1 else norm_formulas.MATRICES
    if order in known:
        out = call_python(low, known[order], [a, number], {}, node)
    elif len(places) == 1 and not isinstance(order, str):
        out = call_python(low, norm_formulas.power, [a, number, given["ord"]], {}, node)
    else:
        low.wrong(node, "np.linalg.norm: this ord= is none that arrays of so many axes have, or no constant")
        raise AssertionError
    if not kept:
        return out
    rows = low.arrays.by_rows(without_axes(out) if isinstance(out, ScalarV) else out)
    rest = iter(rows.shape)
    shape = [const(1) if k in places else next(rest) for k in range(a.ty.ndim)]
    return ArrayV(Array(rows.ty.dtype, a.ty.ndim, "C"), rows.data, shape, low.arrays.contiguous(shape), rows.origin)
