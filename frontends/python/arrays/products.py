"""Products of arrays with any number of axes, as NumPy defines them, and the functions of ``np.linalg`` made of them."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import array_of, as_array, of_range
from irad.frontends.python.arrays.contraction import Labelled, common, contract, operand
from irad.frontends.python.arrays.reshaping import reshape
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.conditions import both, choose
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.memory_order import of_two
from irad.frontends.python.core.origins import Fresh, made_apart
from irad.frontends.python.core.overlap_checks import shared
from irad.frontends.python.core.python_values import (
    I1,
    ITEM,
    ArrayV,
    LazyV,
    ListV,
    NoneV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.linalg import linalg_loops
from irad.frontends.python.linalg.blas_calls import same
from irad.frontends.python.numeric.complex_arithmetic import conjugate
from irad.frontends.python.sources.dtypes import DTYPES, OF_BLAS
from irad.frontends.python.sources.python_types import INT, Array, Scalar


def arrays_of(low: Lowering, values: list[Val], node: Any) -> list[Val]:
    """Operands; lists and tuples of numbers are arrays, too."""
    out = []
    for v in (of_range(low, v, node) for v in values):
        if not isinstance(v, (ArrayV, LazyV, TupleV, ListV, SharedV)):
            low.wrong(node, f"a product of matrices needs arrays, not {v.ty}")
        out.append(as_array(low, v, node))
    return out


def _operands(low: Lowering, a: Val, la: list[Any], b: Val, lb: list[Any], node: Any) -> tuple[Labelled, Labelled]:
    kind = common(a, b)
    return operand(low, a, la, kind, node), operand(low, b, lb, kind, node)


def _misfit(name: str) -> str:
    """What NumPy says of two sizes that should be the same, as a template."""
    if name != "matmul":
        return f"{name}: size {{0}} does not match size {{1}}"
    signature = "(n?,k),(k,m?)->(n?,m?)"
    text = f"matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {signature}"
    return f"{text} (size {{1}} is different from {{0}})"


def _fitting(low: Lowering, name: str, a: Labelled, b: Labelled, labels: list[Any], node: Any) -> Labelled:
    """``b`` when the sizes of these labels are those of ``a``; they are not broadcast."""
    t = b.array
    shape = list(t.shape)
    for x in labels:
        if not same(a.size(x), b.size(x)):
            fits = low.b.icmp_signed("==", a.size(x), b.size(x))
            text = _misfit(name)
            low.check(fits, ValueError, text, node, [a.size(x), b.size(x)])
            shape[b.labels.index(x)] = a.size(x)
    return Labelled(ArrayV(t.ty, t.data, shape, t.strides, t.origin), b.labels)


def matmul(low: Lowering, x: Val, y: Val, node: Any, into: ArrayV | None = None) -> Val:
    """``x @ y``; all axes but the last two are batch axes, which are broadcast.  ``into``: see `contract`."""
    a, b = arrays_of(low, [x, y], node)
    m, n = a.ty.ndim, b.ty.ndim
    if not m or not n:
        low.wrong(node, "matmul: an operand without axes does not have enough dimensions", "use *")
    batch = max(m, n, 2) - 2
    la = [*range(batch - max(m - 2, 0), batch), *(["m", "k"] if m > 1 else ["k"])]
    lb = [*range(batch - max(n - 2, 0), batch), *(["k", "n"] if n > 1 else ["k"])]
    left, right = _operands(low, a, la, b, lb, node)
    right = _fitting(low, "matmul", left, right, ["k"], node)
    out = [*range(batch), *(x for x in (*la, *lb) if x in ("m", "n"))]
    return contract(low, _stacked(left, right), _stacked(right, left), out, node, into)


def write_product(low: Lowering, target: ArrayV, x: Val, y: Val, node: Any, name: str = "matmul") -> bool:
    """``target[...] = x @ y`` of matrices, computed in place; False, with nothing emitted, where that might not be possible.

    Where the target has another shape, so that the product is broadcast, or shares memory with an operand, a copy is made.
    """
    found = [target, *(v for v in (x, y) if isinstance(v, (ArrayV, LazyV)))]
    kinds = {v.ty.dtype for v in found}
    if len(found) < 3 or any(v.ty.ndim != 2 for v in found) or len(kinds) > 1 or target.ty.dtype not in OF_BLAS:
        return False
    if target.ty.layout != "C" or target.ty.readonly:
        return False
    a, b = (low.arrays.in_memory(v) for v in (x, y))
    low.instance.writes.note(target)
    n, k = a.shape[1], b.shape[0]
    text = _misfit(name)
    low.check(low.b.icmp_signed("==", n, k), ValueError, text, node, [n, k])
    fits: Any = ir.Constant(I1, 1)
    for n, m in ((a.shape[0], target.shape[0]), (b.shape[1], target.shape[1])):
        equal = low.b.icmp_signed("==", n, m)
        possible = low.b.or_(equal, low.b.icmp_signed("==", n, const(1)))
        low.check(possible, ValueError, "could not broadcast size {0} into size {1}", node, [n, m])
        fits = both(low, fits, equal)
    for v in (a, b):
        if not low.surely_apart(target, v) and not made_apart(target, v):
            fits = both(low, fits, low.b.not_(shared(low, target, v)))

    shape = [a.shape[0], b.shape[1]]
    apart = low.reserve(low.b.select(fits, const(0), low.arrays.mul(low.arrays.size(shape), const(ITEM[target.ty.dtype]))))
    place = low.b.select(fits, target.data, apart)
    made = ArrayV(target.ty, place, shape, low.arrays.contiguous(shape), Fresh())
    matmul(low, a, b, node, made)
    choose(low, fits, lambda: None, lambda: low.arrays.assign(target, made, node))
    return True


def _stacked(o: Labelled, other: Labelled) -> Labelled:
    """The operand with the batch axis of ``other``, so that there is a product per batch index, not a copy for a single one."""
    batch = [x for x in other.labels if isinstance(x, int) and x not in o.labels]
    if "m" in other.labels and other.array.ty.layout == "C" and len(batch) == len(other.labels) - 2 and other.labels[-1] == "k":
        return o
    a = o.array
    shape, strides = [other.size(x) for x in batch], [const(0)] * len(batch)
    ty = Array(a.ty.dtype, a.ty.ndim + len(batch), a.ty.layout if not batch else "A")
    return Labelled(ArrayV(ty, a.data, shape + a.shape, strides + a.strides, a.origin), [*batch, *o.labels])


def dot(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    """The sum over the last axis of ``x`` and the last but one of ``y``."""
    return _over(low, "dot", x, y, -2, node)


def inner(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    """The sum over the last axis of both."""
    return _over(low, "inner", x, y, -1, node)


def _over(low: Lowering, name: str, x: Val, y: Val, axis: int, node: Any) -> Val:
    if any(isinstance(v, ScalarV) or (isinstance(v, (ArrayV, LazyV)) and not v.ty.ndim) for v in (x, y)):
        return _times(low, x, y, node)
    a, b = arrays_of(low, [x, y], node)
    at = max(b.ty.ndim + axis, 0)
    return _contracted(low, name, a, b, ([a.ty.ndim - 1], [at]), node)


def _times(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    """Of a number and an array: Python's numbers are made arrays first, so they count as float64 and int64."""
    p, q = (ScalarV(Scalar(low.expr.dtype(v.ty, node)), v.v) if isinstance(v, ScalarV) else v for v in (x, y))
    return low.expr.binary(ast.Mult(), p, q, node)


def _contracted(low: Lowering, name: str, a: Val, b: Val, axes: tuple[list[int], list[int]], node: Any) -> Val:
    """The sum over these axes; the others follow each other."""
    la: list[Any] = [("a", k) for k in range(a.ty.ndim)]
    lb: list[Any] = [("b", k) for k in range(b.ty.ndim)]
    for p, q in zip(*axes, strict=True):
        lb[q] = la[p]
    out = [x for x in la if x not in lb] + [x for x in lb if x not in la]
    left, right = _operands(low, a, la, b, lb, node)
    v = contract(low, left, _fitting(low, name, left, right, [x for x in la if x in lb], node), out, node)
    if isinstance(v, LazyV):  # nothing is summed: NumPy computes it as a product of matrices, which lies by rows
        return LazyV(Array(v.ty.dtype, v.ty.ndim, "C"), v.shape, v.at, v.reads)
    return v


def vdot(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    """The product of all elements, in C order."""
    first: Val = ravelled(low, x, node)
    if DTYPES[first.ty.dtype].is_complex:
        first = low.expr.elementwise([first], lambda p: ScalarV(p[0].ty, conjugate(low, p[0].v)), node)
    return _contracted(low, "vdot", first, ravelled(low, y, node), ([0], [0]), node)


def outer(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    return _contracted(low, "outer", ravelled(low, x, node), ravelled(low, y, node), ([], []), node)


def ravelled(low: Lowering, v: Val, node: Any) -> ArrayV:
    """All elements in C order, a number as the only one."""
    a = array_of(low, v, node, None) if isinstance(v, ScalarV) else low.arrays.in_memory(arrays_of(low, [v], node)[0])
    return a if a.ty.ndim == 1 else reshape(low, a, ScalarV(INT, const(-1)), node)


def tensordot(low: Lowering, x: Val, y: Val, axes: Val | None, node: Any) -> Val:
    """The sum over ``axes``: how many of the last of ``x`` and the first of ``y``, or which of both."""
    a, b = arrays_of(low, [x, y], node)
    m, n = a.ty.ndim, b.ty.ndim
    if axes is None or isinstance(axes, ScalarV):
        count = 2 if axes is None else constant_int(low, axes, "axes=", node)
        if not 0 <= count <= min(m, n):
            low.wrong(node, f"tensordot: arrays of {m} and {n} axes have no {count} to sum over")
        pair = (list(range(m - count, m)), list(range(count)))
    else:
        if not isinstance(axes, TupleV) or len(axes.items) != 2:
            low.wrong(node, "tensordot: axes= is a number, or two tuples of numbers")
        assert isinstance(axes, TupleV)
        pair = (axes_of(low, axes.items[0], m, "axes=", node), axes_of(low, axes.items[1], n, "axes=", node))
        if len(pair[0]) != len(pair[1]):
            low.wrong(node, f"tensordot: {len(pair[0])} axes of one array do not match {len(pair[1])} of the other")
    return low.expr.apply(np.asarray, [_contracted(low, "tensordot", a, b, pair, node)], {}, node)


def kron(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    """Each element of ``x`` times all of ``y``, side by side."""
    if isinstance(x, ScalarV) or isinstance(y, ScalarV):
        return _times(low, x, y, node)
    a, b = (low.arrays.in_memory(v) for v in arrays_of(low, [x, y], node))
    ndim = max(a.ty.ndim, b.ty.ndim)
    if ndim == 0:
        return low.expr.binary(ast.Mult(), a, b, node)
    parts, shapes = [], []
    for v, last in ((a, False), (b, True)):
        shape = [const(1)] * (ndim - v.ty.ndim) + v.shape
        strides = [const(0)] * (ndim - v.ty.ndim) + v.strides
        sizes = [x for n in shape for x in ((const(1), n) if last else (n, const(1)))]
        steps = [x for s in strides for x in ((const(0), s) if last else (s, const(0)))]
        parts.append(ArrayV(Array(v.ty.dtype, 2 * ndim), v.data, sizes, steps, v.origin))
        shapes.append(shape)
    whole = low.arrays.by_rows(low.expr.binary(ast.Mult(), parts[0], parts[1], node))
    shape = [low.arrays.mul(p, q) for p, q in zip(*shapes, strict=True)]
    return ArrayV(Array(whole.ty.dtype, ndim, "C"), whole.data, shape, low.arrays.contiguous(shape), whole.origin)


def multi_dot(low: Lowering, given: Val, node: Any) -> Val:
    """The product of several matrices: of three in the cheaper order, of more from the left."""
    if not isinstance(given, TupleV) or len(given.items) < 2:
        low.wrong(node, "np.linalg.multi_dot() takes a list of two arrays or more")
    assert isinstance(given, TupleV)
    items = arrays_of(low, given.items, node)
    for k, v in enumerate(items):
        if v.ty.ndim != 2 and not (v.ty.ndim == 1 and k in (0, len(items) - 1)):
            text = f"np.linalg.multi_dot(): array {k} has {v.ty.ndim} axes, not two"
            low.wrong(node, text, "the first and the last may have one")
    if len(items) == 3 and all(v.ty.ndim == 2 for v in items):
        return call_python(low, linalg_loops.three, items, {}, node)
    if items[-1].ty.ndim == 1:
        out = items[-1]
        for v in items[-2::-1]:
            out = matmul(low, v, out, node)
        return out
    out = items[0]
    for v in items[1:]:
        out = matmul(low, out, v, node)
    return out


def matrix_power(low: Lowering, x: Val, n: Val, node: Any) -> Val:
    """``x ** n`` by repeated squaring; for negative ``n`` of the inverse.  The first power is the array itself, as in NumPy."""
    (v,) = arrays_of(low, [x], node)
    if v.ty.ndim < 2:
        low.wrong(node, f"np.linalg.matrix_power() takes square matrices, not {v.ty}")
    if not isinstance(n, ScalarV) or n.ty.is_inexact:
        low.wrong(node, "np.linalg.matrix_power(): the exponent must be an integer")
    assert isinstance(n, ScalarV)
    a = low.arrays.in_memory(v)
    square = low.b.icmp_signed("==", a.shape[-2], a.shape[-1])
    low.check(square, np.linalg.LinAlgError, "Last 2 dimensions of the array must be square", node)
    k = known_int(n.v)
    if (k is None or k < 0) and a.ty.ndim > 2:
        hint = "write a loop over the matrices"
        low.unsupported(node, "np.linalg.matrix_power() of stacked matrices needs a constant that is not negative", hint)
    if k is None:
        if not a.ty.is_inexact:
            hint = "convert the matrix: a.astype(np.float64)"
            low.unsupported(node, "np.linalg.matrix_power() of integers needs a constant exponent", hint)
        return of_two(low, low.b.icmp_signed("==", n.v, const(1)), lambda: a, lambda: _other_power(low, a, n, node))
    if k == 0:
        return call_python(low, linalg_loops.unit_like, [a], {}, node)
    base: Val = call_python(low, linalg_loops.inverse, [a], {}, node) if k < 0 else a
    return _squared(low, base, abs(k), node)


def _other_power(low: Lowering, a: ArrayV, n: ScalarV, node: Any) -> ArrayV:
    """A new array: the unit matrix lies as ``a``, products and the inverse by rows."""

    def made(fn: Any, *args: Val) -> ArrayV:
        out = call_python(low, fn, list(args), {}, node)
        assert isinstance(out, ArrayV)
        return out

    unit = low.b.icmp_signed("==", n.v, const(0))
    return of_two(low, unit, lambda: made(linalg_loops.unit_like, a), lambda: made(linalg_loops.power, a, n))


def _squared(low: Lowering, base: Val, k: int, node: Any) -> Val:
    """The product of the repeated squares that the binary digits of the exponent select."""
    out: Val | None = None
    while k > 1:
        if k % 2:
            out = base if out is None else matmul(low, out, base, node)
        base = matmul(low, base, base, node)
        k //= 2
    return base if out is None else matmul(low, out, base, node)


# ---- arguments that are known when compiling


def constant_int(low: Lowering, v: Val, name: str, node: Any) -> int:
    k = known_int(v.v) if isinstance(v, ScalarV) and not v.ty.is_inexact else None
    if k is None:
        low.demand(node, v)
        low.unsupported(node, f"{name} must be a constant integer", "write the number out")
    assert k is not None
    return k


def axes_of(
    low: Lowering, v: Val, ndim: int, name: str, node: Any, prefix: str | None = None, twice: str = "repeated axis"
) -> list[int]:
    """Different axes of an array, counted from its first.

    With a ``prefix`` (of the text) wrong ones are NumPy's errors when the call runs; ``twice``: its text for repeated ones.
    """
    given = [constant_int(low, i, name, node) for i in (v.items if isinstance(v, TupleV) else [v])]
    for k in given:
        if prefix is not None and not -ndim <= k < ndim:
            text = f"{prefix}axis {k} is out of bounds for array of dimension {ndim}"
            low.raise_always(np.exceptions.AxisError, text, node)
        if not -ndim <= k < ndim:
            low.wrong(node, f"axis {k} is out of bounds for an array of {ndim} axes")
    out = [k % ndim for k in given]
    if len(set(out)) != len(out) and prefix is not None:
        low.raise_always(ValueError, twice, node)
    if len(set(out)) != len(out):
        low.wrong(node, f"an axis stands twice in {name}")
    return out


def absent(v: Val | None) -> bool:
    return v is None or isinstance(v, NoneV)


def weak_int(k: int) -> ScalarV:
    return ScalarV(Scalar("int64", weak=True), const(k))
