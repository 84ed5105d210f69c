"""The elements that arrays of indices select, as NumPy's advanced indexing does.

A selection has an element for each place of the index arrays, broadcast together, and of the axes that have no index array.  The
axes of the former stand where the only group of index arrays and integers stands in the index, else in front.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from irad.frontends.python.arrays.array_arguments import check_size
from irad.frontends.python.core import checked_integers, memory_order, sizes
from irad.frontends.python.core.conditions import FALSE, TRUE, both, choose, either, equal, select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.origins import made_apart
from irad.frontends.python.core.python_values import ArrayV, LazyV, ScalarV, Val, const, known_int
from irad.frontends.python.indexing.found_indices import (
    Indices,
    broadcast,
    check_bounds,
    columns,
    counted_from_start,
    true_places,
)
from irad.frontends.python.sources.python_types import Array, Scalar

Part = tuple[int, int, Indices]  # an axis of the array, the same one in a view of it, the indices along it


@dataclass
class Selection:
    """``base``: what is indexed.  ``source``: its memory, first the axes with index arrays, then the others (``rest``)."""

    low: Lowering
    base: ArrayV
    source: ArrayV
    layout: str  # of the other axes
    indices: list[Indices]
    outer: list[Any]  # the shape of the index arrays
    place: int  # of their axes in the result
    by_mask: bool  # the index is one mask, of all axes
    node: Any
    unchecked: list[Part] = field(default_factory=list)  # indices that may be out of bounds

    @property
    def rest(self) -> list[Any]:
        return self.source.shape[len(self.indices) :]

    @property
    def shape(self) -> list[Any]:
        return [*self.rest[: self.place], *self.outer, *self.rest[self.place :]]

    @property
    def alone(self) -> bool:
        """Whether there is one element for each place of the index arrays."""
        return all(known_int(n) == 1 for n in self.rest)

    def _readers(self) -> list[Callable[[list[Any]], Any]]:
        """For each index array, the index at a place."""
        readers = []
        for part, n in zip(self.indices, self.source.shape, strict=False):
            at = self.low.arrays.aligned(part.values, self.outer)
            readers.append(at if part.checked else partial(self._from_start, at, n))
        return readers

    def _from_start(self, at: Callable[[list[Any]], Any], n: Any, idx: list[Any]) -> Any:
        return counted_from_start(self.low, at(idx), n)

    def check(self) -> None:
        """Raise the error of an index that is out of bounds, if that has not been done."""
        parts, self.unchecked = self.unchecked, []
        if not parts:
            return

        def each_array() -> None:
            for axis, place, part in parts:
                check_bounds(self.low, part.values, self.source.shape[place], axis, self.node)

        several = len(self.indices) > 1
        some = self.low.b.icmp_signed("!=", self.low.arrays.size(self.outer), const(0)) if several else TRUE
        choose(self.low, some, each_array, lambda: None)  # NumPy: where the shapes leave no place, no index is looked at

    # ---- reading

    def gather(self, plan: memory_order.LayoutPlan | None = None) -> LazyV:
        """The elements, read when they are used; in NumPy's memory order, or that of ``plan``."""
        self.check()
        check_size(self.low, self.shape, self.node)
        plan, readers = plan or self.plan(), self._readers()
        many = len(self.outer)

        def at(idx: list[Any]) -> Any:
            here, others = idx[self.place : self.place + many], [*idx[: self.place], *idx[self.place + many :]]
            return self.low.arrays.load(self.source, [*(r(here) for r in readers), *others])

        arrays = [i.values for i in self.indices]
        reads = [self.base, *(r for v in arrays for r in (v.reads if isinstance(v, LazyV) else [v]))]
        ty = Array(self.base.ty.dtype, len(self.shape), plan.layout)
        return LazyV(ty, self.shape, at, [_anywhere(r) for r in reads], plan.strides)

    def plan(self) -> memory_order.LayoutPlan:
        """NumPy's memory order of the elements: the axes of the index arrays outside, the others inside in the array's order."""
        low, count, rest = self.low, len(self.indices), self.rest
        outer = self._order_of_indices([])
        if not rest:
            return outer
        ty = Array(self.base.ty.dtype, len(rest), self.layout)
        inner = memory_order.like(low, ArrayV(ty, self.source.data, rest, self.source.strides[count:]))
        if inner.layout == outer.layout == "C" and self.place == 0:
            return memory_order.BY_ROWS
        if len(rest) == len(self.outer) == self.place == 1:
            return memory_order.BY_COLUMNS

        def strides() -> list[Any]:
            step = low.arrays.size(rest)
            steps = memory_order.contiguous(low, "C", self.outer)
            if outer.layout != "C":  # whose order matters where there is nothing inside
                own = outer.strides() if outer.strides else memory_order.contiguous(low, outer.layout, self.outer)
                single = equal(low, step, const(1))
                steps = [select(low, single, x, y) for x, y in zip(own, steps, strict=True)]
            around = [low.arrays.mul(s, step) for s in steps]
            within = inner.strides() if inner.strides else memory_order.contiguous(low, inner.layout, rest)
            return [*within[: self.place], *around, *within[self.place :]]

        return memory_order.LayoutPlan("A", strides)

    def _order_of_indices(self, more: Sequence[Val]) -> memory_order.LayoutPlan:
        return memory_order.of_elementwise(self.low, [*(i.values for i in self.indices), *more], self.outer)

    # ---- writing

    def store(self, value: Val) -> None:
        """Assign to the elements; of an element that is selected several times, the last value stays."""
        low, a = self.low, self.low.arrays
        a.check_writable(self.base, self.node)
        to = Scalar(self.base.ty.dtype)
        if isinstance(value, ScalarV):
            self.check()
            v = checked_integers.stored(low, value, to, self.node).v
            self.each(lambda idx, _: a.store(self.source, idx, v), [])
            return
        assert isinstance(value, (ArrayV, LazyV))
        fitting = self._fitting(self.unaliased(value))
        self.check()
        read, kind = a.aligned(fitting, self.shape), Scalar(value.ty.dtype)
        given = value if len(value.shape) <= len(self.shape) else fitting
        self.each(lambda idx, at: a.store(self.source, idx, low.convert(ScalarV(kind, read(at)), to).v), [given])

    def unaliased(self, value: ArrayV | LazyV) -> ArrayV | LazyV:
        """``value``, computed before anything is written that it may read."""
        reads = value.reads if isinstance(value, LazyV) else [value]
        if all(self._apart(r) for r in reads):
            return value
        return self.low.arrays.copy(value, memory_order.like(self.low, value))

    def _apart(self, other: ArrayV) -> bool:
        return made_apart(self.base, other) or self.low.surely_apart(self.base, other)

    def _fitting(self, value: ArrayV | LazyV) -> ArrayV | LazyV:
        """``value`` with no more axes than are selected, checked as NumPy does for an assignment."""
        low, shape, own = self.low, self.shape, value.shape
        details: list[Any]
        if self.by_mask and len(own) > 1:
            text = "NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, "
            low.fail(TypeError, f"{text}input has {len(own)} dimensions", self.node)
        elif self.by_mask and own:
            text = "NumPy boolean array indexing assignment cannot assign {0} input values to the {1} output values "
            fits = either(low, equal(low, own[0], shape[0]), equal(low, own[0], const(1)))
            low.check(fits, ValueError, f"{text}where the mask is true", self.node, [own[0], shape[0]])
        else:
            told = sizes.shapes_said([own, shape])
            text, details = "shape mismatch: value array could not be broadcast to indexing result", []
            if told is not None:
                (given, wanted), details = told
                text = f"shape mismatch: value array of shape {given} could not be broadcast to indexing result of shape {wanted}"
            low.check(self.takes(own), ValueError, text, self.node, details)
        extra = len(own) - len(shape)
        if extra <= 0:
            return value
        first: list[Any] = [const(0)] * extra
        ty = Array(value.ty.dtype, len(shape), "A" if len(shape) > 1 else "C")
        return LazyV(ty, own[extra:], lambda idx: low.arrays.element(value, [*first, *idx]))

    def takes(self, own: list[Any]) -> Any:
        """Whether an array of this shape can be assigned (i1)."""
        low, extra = self.low, len(own) - len(self.shape)
        fits: Any = TRUE
        for n in own[: max(extra, 0)]:
            fits = both(low, fits, equal(low, n, const(1)))
        rest = own[max(extra, 0) :]
        for n, m in zip(rest, self.shape[len(self.shape) - len(rest) :], strict=True):
            fits = both(low, fits, either(low, equal(low, n, m), equal(low, n, const(1))))
        return fits

    def each(self, body: Callable[[list[Any], list[Any]], None], values: Sequence[Val]) -> None:
        """``body(indices of source, place in the result)`` in NumPy's order, that of an assignment of ``values``."""
        low = self.low
        kept = [self._kept(i) for i in self.indices]
        mine = replace(self, indices=kept, unchecked=[])
        readers = mine._readers()
        given = self._along_outer(values)
        backwards = [self._is_turned(k, given) for k in range(len(self.outer))]

        def at_place(steps: list[Any]) -> None:
            sizes = zip(steps, self.outer, backwards, strict=True)
            here = [
                select(low, back, low.b.sub(low.b.sub(n, const(1)), i), i) if back is not FALSE else i for i, n, back in sizes
            ]
            found = [r(here) for r in readers]

            def one(others: list[Any]) -> None:
                body([*found, *others], [*others[: self.place], *here, *others[self.place :]])

            low.arrays.each(self.rest, one)

        plan = mine._order_of_indices(given) if self.alone else memory_order.BY_ROWS
        if plan.strides is None:
            low.arrays.each(self.outer, at_place, plan.layout)
            return
        steps = plan.strides()
        turned = low.b.icmp_signed("<", steps[0], steps[-1])
        by_columns, by_rows = (partial(low.arrays.each, self.outer, at_place, layout) for layout in ("F", "C"))
        choose(low, turned, by_columns, by_rows)

    def _along_outer(self, values: Sequence[Val]) -> list[ArrayV | LazyV]:
        """The arrays among the values, with the axes of the index arrays only."""
        arrays = [v for v in values if isinstance(v, (ArrayV, LazyV))]
        if not self.rest or not self.alone:
            return arrays
        out: list[ArrayV | LazyV] = []
        many = len(self.outer)
        for v in arrays:
            pairs = list(zip(v.shape, memory_order.strides_of(self.low, v), strict=True))
            pairs = ([(const(1), const(0))] * len(self.shape) + pairs)[-len(self.shape) :][self.place : self.place + many]
            ty = Array(v.ty.dtype, many, "A")
            out.append(ArrayV(ty, self.low.arrays.null(), [n for n, _ in pairs], [s for _, s in pairs]))
        return out

    def _is_turned(self, axis: int, values: Sequence[ArrayV | LazyV]) -> Any:
        """Whether NumPy goes backwards along an axis of the index arrays: all that is read has negative steps there, or none."""
        low, some, none_up = self.low, FALSE, TRUE
        single = len(self.indices) == 1 and len(self.outer) == 1
        for v in [*(i.values for i in self.indices), *values]:
            own = axis - len(self.outer) + len(v.shape)
            if own < 0 or known_int(v.shape[own]) == 1:
                continue
            if (
                not self.alone
                or single
                or isinstance(v, LazyV)
                or (v.ty.layout in ("C", "F") and v.shape[own] is self.outer[axis])
            ):
                return FALSE
            step = low.b.select(low.b.icmp_signed("==", v.shape[own], const(1)), const(0), v.strides[own])
            some = either(low, some, low.b.icmp_signed("<", step, const(0)))
            none_up = both(low, none_up, low.b.icmp_signed("<=", step, const(0)))
        return both(low, some, none_up)

    def _kept(self, part: Indices) -> Indices:
        """Indices that writing to the array does not change."""
        if part.checked or self.base.ty.dtype != "int64" or self._apart(part.values):  # type: ignore[arg-type]
            return part
        return Indices(self.low.arrays.copy(part.values, memory_order.like(self.low, part.values)))


def _anywhere(a: ArrayV) -> ArrayV:
    """What is read in an order of its own: its steps are those of no array that is written."""
    return ArrayV(a.ty, a.data, a.shape, [const(0) for _ in a.shape], a.origin)


def selection(
    low: Lowering, base: ArrayV, view: ArrayV, parts: list[Part], place: int, node: Any, by_mask: bool = False
) -> Selection:
    """The elements of a view at these indices, whose shapes fit."""
    outer = broadcast(low, [i for _, _, i in parts], node)
    own = [dim for _, dim, _ in parts]
    order = [*own, *(k for k in range(view.ty.ndim) if k not in own)]
    ty = Array(base.ty.dtype, view.ty.ndim, "A", base.ty.readonly)
    source = ArrayV(ty, view.data, [view.shape[k] for k in order], [view.strides[k] for k in order], base.origin)

    layout = memory_order.of_view(view.ty.layout, view.ty.ndim - len(own))
    unchecked = [(axis, k, i) for k, (axis, _, i) in enumerate(parts) if not i.checked]
    return Selection(low, base, source, layout, [i for _, _, i in parts], outer, place, by_mask, node, unchecked)


def of_mask(low: Lowering, mask: ArrayV | LazyV) -> list[Indices]:
    """The indices along each axis of a mask."""
    return [Indices(found, True) for found in columns(low, true_places(low, mask))]
