"""Sums of products of two arrays with labelled axes, to which ``@``, ``np.dot``, ``np.tensordot`` and ``np.einsum`` are reduced.

Labels of both arrays and the result are batch axes (a loop), those of both arrays alone are summed over, the others are rows or
columns of a product of matrices (gemm), of a matrix and a vector (gemv), or of neither (loops).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from irad.frontends.python.arrays.reductions import as_kind
from irad.frontends.python.core.array_operations import zero_of
from irad.frontends.python.core.conditions import FALSE, TRUE, asked, both, choose
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.memory_order import seen
from irad.frontends.python.core.python_values import REGISTER, ArrayV, LazyV, ScalarV, Val, const, known_int
from irad.frontends.python.linalg import blas_calls
from irad.frontends.python.linalg.blas_calls import BlasMatrix, same
from irad.frontends.python.numeric.number_arithmetic import plus, settled, times
from irad.frontends.python.sources.dtypes import OF_BLAS
from irad.frontends.python.sources.joined_types import promote
from irad.frontends.python.sources.python_types import Array, Scalar
from irad.rules.formulas.numpy_symbols import VALUES_ONLY

Label = Any
_LONG = 24  # numbers that are added: so many are faster as vectors, where no derivative needs them one after the other
LEAST_MATRIX = 200  # elements of a matrix from which on gemv takes less time than loops, derivative included
LEAST_PRODUCT = 700  # multiplications from which on gemm does


@dataclass(frozen=True)
class Labelled:
    """An array and the labels of its axes, all different."""

    array: ArrayV
    labels: list[Label]

    def size(self, label: Label) -> Any:
        """Its own number of elements along an axis: one, where it is to be broadcast."""
        return self.array.shape[self.labels.index(label)]

    def stride(self, label: Label) -> Any:
        return self.array.strides[self.labels.index(label)]


def operand(low: Lowering, v: Val, labels: Sequence[Label], kind: str, node: Any) -> Labelled:
    """``v`` in memory, as numbers of this kind."""
    assert isinstance(v, (ArrayV, LazyV))
    if v.ty.dtype != kind:
        ty = Scalar(kind)
        v = low.expr.elementwise([v], lambda p: low.convert(p[0], ty), node, array=True)
        assert isinstance(v, (ArrayV, LazyV))
    a = low.arrays.in_memory(v)
    strides = low.arrays.contiguous(a.shape) if a.ty.layout == "C" else a.strides
    return Labelled(ArrayV(a.ty, a.data, a.shape, strides, a.origin), list(labels))


def common(a: Val, b: Val) -> str:
    """The kind of numbers that a product of two arrays has."""
    return promote(Scalar(a.ty.dtype), Scalar(b.ty.dtype)).kind


def contract(low: Lowering, a: Labelled, b: Labelled, out: Sequence[Label], node: Any, into: ArrayV | None = None) -> Val:
    """The sum over all labels that are not in ``out``, which both operands have; sizes of one are broadcast.

    ``into``: the array for the result: by rows, of this shape and kind, and not overlapping the operands.
    """
    if a.array.ty.dtype == "float16":  # as NumPy: computed in float32
        left, right = (operand(low, o.array, o.labels, "float32", node) for o in (a, b))
        return as_kind(low, contract(low, left, right, out, node), "float16", node)
    first = next((x for x in out if (x in a.labels) != (x in b.labels)), None)
    if first is not None and first in b.labels:
        a, b = b, a  # the result lies in memory as it is asked for
    return _Contraction(low, a, b, list(out), node, into).value()


class _Contraction:
    def __init__(self, low: Lowering, a: Labelled, b: Labelled, out: list[Label], node: Any, into: ArrayV | None) -> None:
        self.low, self.a, self.b, self.out, self.node, self.into = low, a, b, out, node, into
        self.kind = a.array.ty.dtype
        self.sizes: dict[Label, Any] = {}
        for x in [*a.labels, *(y for y in b.labels if y not in a.labels)]:
            shapes = [[o.size(x)] for o in (a, b) if x in o.labels]
            self.sizes[x] = low.arrays.broadcast_shape(shapes, node)[0]
        self.batch = [x for x in out if x in a.labels and x in b.labels]
        self.rows = [x for x in out if x not in b.labels]
        self.columns = [x for x in out if x not in a.labels]
        self.summed = [x for x in a.labels if x not in out]

    def shape(self, labels: Sequence[Label]) -> list[Any]:
        return [self.sizes[x] for x in labels]

    def value(self) -> Val:
        if not self.summed:
            return self.elementwise()
        order = [*self.batch, *self.rows, *self.columns]
        self.target = self.into or self.low.arrays.allocate(self.kind, self.shape(order))
        if not (self.low.instance.compiler.blas and self.kind in OF_BLAS) or not (self.rows or self.columns):
            self.loops()
        elif self.rows and self.columns:
            self.matrices()
        else:
            self.vector()
        if not order:
            return ScalarV(Scalar(self.kind), self.low.arrays.load(self.target, []))
        return seen(self.target, [order.index(x) for x in self.out])

    def elementwise(self) -> Val:
        low, ty = self.low, Scalar(self.kind)
        views = [self.strided(o, self.out) for o in (self.a, self.b)]
        if not self.out:
            return self.times([ScalarV(ty, low.arrays.load(v, [])) for v in views])
        return low.expr.elementwise(list(views), self.times, self.node)

    def times(self, p: list[ScalarV]) -> ScalarV:
        return ScalarV(p[0].ty, settled(self.low, self.kind, times(self.low, self.kind, p[0].v, p[1].v)))

    # ---- views

    def strided(self, o: Labelled, labels: Sequence[Label]) -> ArrayV:
        """An operand with these axes, broadcast: with a stride of zero where it has no such axis, or one element."""
        strides = []
        for x in labels:
            if x not in o.labels:
                strides.append(const(0))
                continue
            n, s = o.size(x), o.stride(x)
            if same(n, self.sizes[x]) or known_int(n) not in (None, 1):
                strides.append(s)
            elif known_int(n) == 1:
                strides.append(const(0))
            else:
                strides.append(self.low.b.select(self.low.b.icmp_signed("==", n, const(1)), const(0), s))
        return ArrayV(Array(self.kind, len(labels)), o.array.data, self.shape(labels), strides, o.array.origin)

    def merged(self, o: Labelled, group: Sequence[Label]) -> tuple[Any, Any] | None:
        """Size and stride of several axes as one, None where their layout does not allow that."""
        at = [o.labels.index(x) for x in group]
        if len(at) > 1 and (o.array.ty.layout != "C" or at != list(range(at[0], at[0] + len(at)))):
            return None
        return self.low.arrays.size([o.size(x) for x in group]), o.stride(group[-1])

    def packed(self, o: Labelled, *groups: Sequence[Label]) -> Labelled:
        """A contiguous copy: batch axes, then these."""
        own = [x for x in self.batch if x in o.labels]
        rest = [x for g in groups for x in g]
        view = self.strided(o, rest)
        shape, strides = [o.size(x) for x in own], [o.stride(x) for x in own]
        whole = ArrayV(Array(self.kind, len(own) + len(rest)), view.data, shape + view.shape, strides + view.strides, view.origin)
        return operand(self.low, self.low.arrays.copy(whole), [*own, *rest], self.kind, self.node)

    def as_matrix(self, o: Labelled, first: Sequence[Label], second: Sequence[Label]) -> tuple[Any, Any, BlasMatrix] | None:
        """The sizes and the layout of the matrix that two groups of axes form; None where they do not form one."""
        found = self.merged(o, first), self.merged(o, second)
        if found[0] is None or found[1] is None:
            return None
        m, n = found[0][0], found[1][0]
        return m, n, blas_calls.stored(self.low, m, n, [found[0][1], found[1][1]])

    def equal(self, a: Labelled, b: Labelled) -> Any:
        """Whether the operands agree in the sizes of the summed labels, so that none is broadcast (i1)."""
        found: Any = TRUE
        for x in self.summed:
            if not same(a.size(x), b.size(x)):
                found = both(self.low, found, self.low.b.icmp_signed("==", a.size(x), b.size(x)))
        return found

    def each_batch(self, call: blas_calls.Call, a: Labelled, b: Labelled) -> None:
        """A call for each combination of batch indices."""
        low = self.low
        views = [self.strided(o, self.batch) for o in (a, b)]
        t = self.target
        views.append(ArrayV(Array(self.kind, len(self.batch)), t.data, self.shape(self.batch), t.strides[: len(self.batch)]))
        low.arrays.each(self.shape(self.batch), lambda idx: call(*(low.arrays.address(v, idx) for v in views)))

    def at_least(self, least: int, *groups: Sequence[Label]) -> Any:
        """Whether one product takes ``least`` multiplications or more (i1)."""
        n = self.low.arrays.size(self.shape([x for g in groups for x in g]))
        known = known_int(n)
        return self.low.b.icmp_signed(">=", n, const(least)) if known is None else (TRUE if known >= least else FALSE)

    # ---- products

    def matrices(self) -> None:
        """By gemm: directly where it can take both matrices as they are stored, else with copies."""
        low, k = self.low, self.summed

        def large() -> None:
            a, b = self.a, self.b
            x, y = self.as_matrix(a, self.rows, k), self.as_matrix(b, k, self.columns)
            if x is None:
                a = self.packed(a, self.rows, k)
            if y is None:
                b = self.packed(b, k, self.columns)
            x, y = x or self.as_matrix(a, self.rows, k), y or self.as_matrix(b, k, self.columns)
            assert x is not None and y is not None
            equal = self.equal(a, b)
            fits = both(low, equal, both(low, x[2].fits, y[2].fits))

            def copied() -> None:
                left = a if equal is TRUE and x[2].fits is TRUE else self.packed(a, self.rows, k)
                right = b if equal is TRUE and y[2].fits is TRUE else self.packed(b, k, self.columns)
                self.gemm(left, right)

            choose(low, fits, lambda: self.gemm(a, b), copied)

        choose(low, self.at_least(LEAST_PRODUCT, self.rows, k, self.columns), large, self.loops)

    def gemm(self, a: Labelled, b: Labelled) -> None:
        x, y = self.as_matrix(a, self.rows, self.summed), self.as_matrix(b, self.summed, self.columns)
        assert x is not None and y is not None
        for size in (x[0], x[1], y[1]):
            blas_calls.check_size(self.low, size, "matmul", self.node)
        self.each_batch(blas_calls.gemm(self.low, self.kind, x, y, y[1]), a, b)

    def vector(self) -> None:
        """By gemv where it can take the matrix as it is stored, and the matrix is not small; else by loops."""
        low, k = self.low, self.summed
        kept = self.rows or self.columns
        a, b = (self.a, self.b) if self.rows else (self.b, self.a)
        x, y = self.as_matrix(a, kept, k), self.merged(b, k)
        if x is None or y is None:
            self.loops()
            return
        step = y[1]
        fits = both(low, both(low, self.equal(a, b), x[2].fits), self.at_least(LEAST_MATRIX, kept, k))
        if known_int(step) != 1:
            positive, short = low.b.icmp_signed(">", step, const(0)), low.b.icmp_signed("<", step, const(2**31))
            fits = both(low, fits, low.b.and_(positive, short))

        def call() -> None:
            for size in x[:2]:
                blas_calls.check_size(low, size, "matmul", self.node)
            self.each_batch(blas_calls.gemv(low, self.kind, x, (step, const(1))), a, b)

        choose(low, fits, call, self.loops)

    def loops(self) -> None:
        """Line by line where there are columns, so that the innermost loop runs along them; else one sum for each element."""
        (self.lines if self.columns else self.sums)()

    def lines(self) -> None:
        low, kind = self.low, self.kind
        batch, rows = len(self.batch), len(self.rows)
        left = self.strided(self.a, [*self.batch, *self.rows, *self.summed])
        right = self.strided(self.b, [*self.batch, *self.summed, *self.columns])
        low.arrays.each(self.target.shape, lambda idx: low.arrays.store(self.target, idx, zero_of(kind)))

        def line(idx: list[Any]) -> None:
            factor = low.arrays.load(left, idx)

            def one(j: list[Any]) -> None:
                place = [*idx[: batch + rows], *j]
                x = low.arrays.load(right, [*idx[:batch], *idx[batch + rows :], *j])
                old = low.arrays.load(self.target, place)
                low.arrays.store(self.target, place, plus(low, kind, old, times(low, kind, factor, x)))

            low.arrays.each(self.shape(self.columns), one)

        low.arrays.each(left.shape, line)

    def sums(self) -> None:
        low, kind = self.low, self.kind
        left = self.strided(self.a, [*self.batch, *self.rows, *self.summed])
        right = self.strided(self.b, [*self.batch, *self.summed])
        place = low.alloca(REGISTER[kind])
        # One long sum may be added in any order, as BLAS does it; several short ones are faster one number after the other.
        if not self.target.shape:
            self._sums(left, right, place, ("reassoc",))
            return
        long = both(low, self.at_least(_LONG, self.summed), asked(low, VALUES_ONLY))
        choose(low, long, lambda: self._sums(left, right, place, ("reassoc",)), lambda: self._sums(left, right, place, ()))

    def _sums(self, left: ArrayV, right: ArrayV, place: Any, flags: tuple[str, ...]) -> None:
        low, kind = self.low, self.kind

        def one(idx: list[Any]) -> None:
            low.b.store(zero_of(kind), place)

            def term(k: list[Any]) -> None:
                x, y = low.arrays.load(left, [*idx, *k]), low.arrays.load(right, [*idx[: len(self.batch)], *k])
                total = low.b.load(place, typ=REGISTER[kind])
                low.b.store(plus(low, kind, total, times(low, kind, x, y), flags), place)

            low.arrays.each(self.shape(self.summed), term)
            low.arrays.store(self.target, idx, low.b.load(place, typ=REGISTER[kind]))

        low.arrays.each(self.target.shape, one)
