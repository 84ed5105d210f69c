"""Subscripts: items of containers and lists, elements and views of arrays, and assignments to them."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from functools import partial
from typing import Any, cast

from llvmlite import ir

from irad.frontends.python.arrays import reshaping
from irad.frontends.python.arrays.array_arguments import array_of, as_integer
from irad.frontends.python.containers import growing_lists, hashed, list_parts, list_values, shared_lists
from irad.frontends.python.core import checked_integers, integers, memory_order
from irad.frontends.python.core.python_values import (
    I1,
    MEMORY,
    MOST_ELEMENTS,
    ArrayV,
    ChoiceV,
    HugeV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    OneOfV,
    RangeV,
    ReferenceV,
    ScalarV,
    SharedV,
    SliceV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.indexing import object_items
from irad.frontends.python.indexing.assignment_targets import Target, in_each, item_of_value
from irad.frontends.python.indexing.found_indices import is_array
from irad.frontends.python.indexing.index_tuples import FULL, items_of, made_arrays, select
from irad.frontends.python.indexing.known_slices import begins_inside, has_bounds, slice_of_axis, window_of
from irad.frontends.python.indexing.selections import Selection
from irad.frontends.python.iteration import iterators, runtime_items
from irad.frontends.python.iteration.iterators import as_growing
from irad.frontends.python.library.numpy_objects import grid_objects
from irad.frontends.python.messages.operand_errors import NO_ITEMS
from irad.frontends.python.messages.spelling import counted, given_count
from irad.frontends.python.objects import changes, classes, memory_objects, outside_values, selected_objects
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.objects.outside_values import outside_of
from irad.frontends.python.operands.evaluation_order import is_simple
from irad.frontends.python.operands.number_methods import as_index, as_index_of
from irad.frontends.python.sources.python_types import BOOL, SETS, Array, Scalar
from irad.frontends.python.statements.operators import Operators


class Subscripts(Operators, ABC):
    """A part of `Expressions`."""

    @abstractmethod
    def value(self, node: Any, statement: bool = False, maybe: bool = False) -> Val:
        """The value of an expression."""

    def _Subscript(self, node: Any) -> Val:
        owner = memory_objects.as_tuple(self.low, self.low.certain(self.owner(node.value), node, NO_ITEMS))
        if isinstance(owner, OneOfV) or memory_objects.is_several(owner):
            node = self.indexed_once(node)
            return selected_objects.each(self.low, owner, lambda one: self.value(item_of_value(one, node), maybe=True), node)
        if grid_objects.has_items(owner):
            return grid_objects.item(self.low, cast(KnownV, owner), node)
        if isinstance(owner, (TupleV, KnownV, ListV)):
            node = node if object_items.is_numbered(self.low, owner, node) else self.indexed_once(node)
            owner = self.low.present(owner, node)
        found = self.item_outside(owner, node)
        if found is not None:
            return found
        owner = outside_values.expanded(self.low, owner, node)
        cls = classes.class_of(self.low, owner)
        if cls is not None and not issubclass(cls, tuple):
            return object_items.item_of(self.low, cls, owner, self.key_of, node)
        if isinstance(owner, TupleV):
            return self.tuple_item(owner, as_index_of(self.low, owner, node))
        if isinstance(owner, RangeV):
            return runtime_items.of_range(self.low, owner, node.slice, node)
        if isinstance(owner, (ChoiceV, KnownV)):
            return runtime_items.of_known(self.low, owner, node.slice, node)
        if isinstance(owner, (ListV, SharedV)):
            return self.list_item(owner, node)
        return self.place(node, owner).read()

    def key_of(self, index: Any) -> Val:
        """What ``__getitem__`` of a class gets for an index."""
        if isinstance(index, ast.Tuple) and any(isinstance(p, ast.Slice) for p in index.elts):
            return TupleV([self.key_of(p) for p in index.elts])
        if not isinstance(index, ast.Slice):
            return self.value(index)
        bounds = [NoneV() if x is None else self.value(x) for x in (index.lower, index.upper, index.step)]
        return self.apply(slice, bounds, {}, index)

    @abstractmethod
    def owner(self, node: Any) -> Val:
        """The value of an expression of which an item is wanted."""

    @abstractmethod
    def item_outside(self, owner: Val, node: Any) -> Val | None:
        """``owner[key]`` of a container from outside."""

    @abstractmethod
    def apply_method(self, owner: Val, name: str, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """``owner.name(*args)`` of an instance of a class."""

    def tuple_item(self, owner: TupleV, node: Any) -> Val:
        form = owner.form
        if form is not None and form.kind == "dict":
            return runtime_items.of_dict(self.low, owner, self.value(node.slice), node)
        if form is not None and form.kind not in ("list", "namedtuple"):
            text = f"'{form.kind}' object is not subscriptable" if form.kind in SETS else f"{owner.ty} cannot be indexed"
            self.low.wrong(node, text)
        if isinstance(node.slice, ast.Slice):
            node = runtime_items.with_computed_bounds(self.low, node)
            if runtime_items.is_part_of_computed_size(self.low, owner, node):
                return self.list_item(runtime_items.as_list(self.low, owner, node), node)
        numbers = self.known_slice(node)
        if numbers is not None:
            if numbers.step == 0:
                self.low.wrong(node, "slice step cannot be zero")
            whole = form if form is not None and form.kind == "list" else None
            return TupleV([owner.item(k) for k in range(len(owner.items))[numbers]], whole)
        index = self.value(node.slice)
        k = integers.known_index(index)
        if k is not None:
            if not -len(owner.items) <= k < len(owner.items):
                return runtime_items.out_of_range(self.low, owner, k, node)
            return owner.item(k % len(owner.items))
        return runtime_items.of_sequence(self.low, owner, index, node)

    def known_slice(self, node: Any) -> slice | None:
        """The slice that an index is; its bounds must be known when compiling."""
        if isinstance(node.slice, ast.Slice):
            return slice(*(self.slice_bound(x, node) for x in (node.slice.lower, node.slice.upper, node.slice.step)))
        if isinstance(node.slice, (ast.Constant, ast.Tuple, ast.BinOp, ast.UnaryOp)):
            return None
        v = self.low.dry(lambda: self.value(node.slice))
        if isinstance(v, SliceV):
            self.low.unsupported(node, f"{v.ty} that is known at run time only slices a known container", "write it out: t[a:b]")
        found: slice | None = v.value if isinstance(v, KnownV) and isinstance(v.value, slice) else None
        return found

    def slice_bound(self, bound: Any, node: Any) -> int | None:
        """A bound of a slice of a tuple, None where it is left out."""
        v = as_index(self.low, self.value(bound), node) if bound is not None else NoneV()
        if isinstance(v, NoneV):
            return None
        k = integers.known_index(v)
        if k is None:
            self.low.demand(node, v)
            text = "what is sliced here has items of different types, or such that can be changed: its bounds have to be known"
            self.low.unsupported(node, f"{text} when compiling", "loop over the items, or over a range with constant bounds")
        return k

    def place(self, node: Any, owner: Val | None = None) -> Target:
        """The element or view that a subscript denotes."""
        low, a = self.low, self.low.arrays
        base = owner if owner is not None else self.owner(node.value)
        base = low.certain(base, node, NO_ITEMS)
        if isinstance(base, OneOfV) or memory_objects.is_several(base):
            return in_each(low, base, self.place, self.indexed_once(node))
        if isinstance(base, LazyV):
            base = a.in_memory(base)
        if isinstance(base, (ReferenceV, TupleV)) or outside_of(base) is not None:
            return self.item_place(base, node)
        if isinstance(base, (ListV, SharedV)):
            return self.list_place(base, node)
        if not isinstance(base, ArrayV):
            low.wrong(node, f"{base.ty} cannot be indexed")
        assert isinstance(base, ArrayV)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        values = [None if isinstance(p, ast.Slice) else as_index(self.low, self.value(p), node) for p in parts]
        if not isinstance(node.slice, ast.Tuple) and isinstance(values[0], ListV) and values[0].ty.frozen:
            hashed.know_tuple(low, values[0])
            low.demand(node.slice, values[0])
            text = "an index that is a tuple of as many items as are known at run time only is not supported"
            low.unsupported(node, text, "write the items out: x[i, j]")
        if any(isinstance(v, (SliceV, TupleV)) or (isinstance(v, KnownV) and isinstance(v.value, slice)) for v in values):
            parts, values = runtime_items.with_slices(self.low, parts, values, node)
        if any(map(is_array, values)):
            parts, values = items_of(parts, values)
            values = made_arrays(low, values, node)
            if any(map(is_array, values)):
                return self.selected(base, parts, values, node)
            return self.copied_view(base, parts, values, node)
        view, scalar = self.view(base, parts, values, node)
        if scalar is not None:
            return self.element(base, scalar, node)
        assert view is not None
        return Target(lambda: view, lambda v: a.assign(view, self.as_array_or_scalar(v, node), node))

    def indexed_once(self, node: Any) -> Any:
        """The subscript with its index computed: that is looked at several times."""
        if isinstance(node.slice, ast.Slice) or is_simple(node.slice):
            return node
        index = ComputedExpr(self.key_of(node.slice), node.slice, node.slice)
        return ast.copy_location(ast.Subscript(node.value, index, node.ctx), node)

    def item_place(self, owner: Val, node: Any) -> Target:
        """An item of a container of known structure, or what ``__getitem__`` and ``__setitem__`` of a class give and take."""
        node = self.indexed_once(node)
        owner = self.low.present(owner, node)
        cls = classes.class_of(self.low, owner)
        if cls is not None and not issubclass(cls, tuple):
            at = self.key_of(node.slice)

            def write(v: Val) -> None:
                if not hasattr(cls, "__setitem__"):
                    self.low.wrong(node, f"'{cls.__name__}' object does not support item assignment")
                self.apply_method(self.low.present(owner, node), "__setitem__", [at, self.stable(v)], {}, node)

            return Target(lambda: self.apply_method(owner, "__getitem__", [at], {}, node), write)
        node = as_index_of(self.low, owner, node)
        key = known_value(self.value(node.slice)) if not isinstance(node.slice, ast.Slice) else UNKNOWN

        def read() -> Val:
            found = self.item_outside(owner, node)
            return found if found is not None else self.item_of(self.expanded(owner, node), node)

        def change(v: Val) -> None:
            if isinstance(node.slice, ast.Slice) or (key is UNKNOWN and isinstance(self.low.present(owner, node), TupleV)):
                runtime_items.change(self.low, self.low.present(owner, node), node, self.stable(v))
                return
            if key is UNKNOWN:
                hint = "write a loop over the items, or use an array"
                self.low.demand(node.slice)
                self.low.unsupported(node, "which item is assigned to must be known when compiling", hint)
            held = self.low.present(owner, node)
            if isinstance(held, TupleV) and v is self._same(held, key):
                return
            changes.set_item(self.low, held, key, iterators.handed(self.low, self.stable(v), node), node)

        return Target(read, change)

    def item_of(self, owner: Val, node: Any) -> Val:
        """``owner[key]`` of a container of known structure."""
        if not isinstance(owner, TupleV):
            self.low.wrong(node, f"{owner.ty} cannot be indexed")
        assert isinstance(owner, TupleV)
        return self.tuple_item(owner, node)

    def _same(self, held: TupleV, key: Any) -> Val | None:
        """The item that a key stands for, if there is one."""
        form = held.form
        if form is not None and form.kind == "dict":
            return held.items[form.names.index(key)] if key in form.names else None
        return held.items[key] if isinstance(key, int) and -len(held.items) <= key < len(held.items) else None

    def expanded(self, v: Val, node: Any) -> Val:
        """A container from outside as one with its items."""
        return outside_values.expanded(self.low, v, node)

    def selected(self, base: ArrayV, parts: list[Any], values: list[Val | None], node: Any) -> Target:
        """The elements that index arrays select."""
        found: list[Selection] = []

        def now() -> Selection:
            if not found:
                found.append(select(self.low, base, parts, values, node))
            return found[0]

        return Target(lambda: now().gather(), lambda v: now().store(self.as_array_or_scalar(v, node)), found.clear)

    def copied_view(self, base: ArrayV, parts: list[Any], values: list[Val | None], node: Any) -> Target:
        """As an index with integers, some of which are arrays without axes: what is read is a copy."""
        view, scalar = self.view(base, parts, values, node)
        if scalar is not None:
            return self.element(base, scalar, node)
        assert view is not None
        write = lambda v: self.low.arrays.assign(view, self.as_array_or_scalar(v, node), node)  # noqa: E731
        return Target(lambda: reshaping.copied(self.low, view, "K"), write, lambda: None)

    def element(self, base: ArrayV, indices: list[Any], node: Any) -> Target:
        a, kind = self.low.arrays, Scalar(base.ty.dtype)

        def write(v: Val) -> None:
            a.check_writable(base, node)
            a.store(base, indices, checked_integers.stored(self.low, self.as_scalar(v, node), kind, node).v)

        return Target(lambda: ScalarV(kind, a.load(base, indices)), write)

    def list_slice(self, node: Any) -> Any:
        """The slice that an index of a list that grows is, or None."""
        if isinstance(node.slice, ast.Slice):
            return node.slice
        asked = isinstance(node.slice, (ast.Name, ast.Call, ast.Attribute, ComputedExpr))
        if asked and runtime_items.is_slice(v := self.value(node.slice)):
            return runtime_items.with_slices(self.low, [node.slice], [v], node)[0][0]
        return None

    def list_item(self, owner: ListV | SharedV, node: Any) -> Val:
        """``xs[i]``, ``xs[a:b]`` of a list that grows."""
        part = self.list_slice(node := self.indexed_once(node))
        i = None if part is not None else as_index(self.low, self.value(node.slice), node)
        xs = shared_lists.opened(self.low, owner)
        assert isinstance(xs, ListV)
        if i is not None:
            return growing_lists.item(self.low, xs, i, node)
        found = list_parts.part(self.low, xs, *self.slice_parts(part, xs.count, node))
        return list_values.made(self.low, found, node)

    def list_place(self, xs: ListV | SharedV, node: Any) -> Target:
        """An item of a list that grows, or a slice."""
        part = self.list_slice(node := self.indexed_once(node))
        if part is not None:
            return self.list_part(xs, part, node)
        i = as_index(self.low, self.value(node.slice), node)
        if isinstance(xs, SharedV):
            read = lambda: growing_lists.item(self.low, shared_lists.opened(self.low, xs), i, node)  # type: ignore[arg-type]  # noqa: E731
            return Target(read, lambda v: shared_lists.set_item(self.low, xs, i, v, node))
        if not xs.name:
            change = lambda v: list_values.set_item(self.low, cast(ListV, self.low.present(xs, node)), i, v, node)  # noqa: E731
            return Target(lambda: growing_lists.item(self.low, xs, i, node), change)
        write = partial(growing_lists.set_item, self.low, xs.name, i)
        return Target(lambda: growing_lists.item(self.low, xs, i, node), lambda v: write(v, node))

    def list_part(self, xs: ListV | SharedV, part: Any, node: Any) -> Target:
        """A slice of a list that grows, which is assigned to."""
        low = self.low

        def write(v: Val) -> None:
            given, own = self.apply(list, [v], {}, node), shared_lists.opened(low, xs)
            none = isinstance(given, TupleV) and not given.items
            made = ListV(own.ty, own.data, const(0)) if none and isinstance(own, ListV) else as_growing(low, given, node)
            extended = part.step is not None and integers.known_index(self.value(part.step)) != 1
            list_values.in_place(low, xs, lambda name: list_parts.put(low, name, part, made, extended, node), node)

        return Target(lambda: self.list_item(xs, node), write)

    def delete_part(self, xs: ListV | SharedV, node: Any) -> None:
        """``del xs[i]``, ``del xs[a:b]``."""
        low, part = self.low, self.list_slice(node := self.indexed_once(node))
        i = None if part is not None else as_index(low, self.value(node.slice), node)
        list_values.in_place(low, xs, lambda name: list_parts.remove(low, name, i, part, node), node)

    @abstractmethod
    def apply(self, fn: Any, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """A call of a function that is known when compiling."""

    def as_array_or_scalar(self, v: Val, node: Any) -> Val:
        if isinstance(v, (TupleV, ListV, SharedV, RangeV)):
            return array_of(self.low, v, node, None)
        if not isinstance(v, (ScalarV, ArrayV, LazyV)):
            self.low.wrong(node, f"an array cannot be filled with {v.ty}")
        return v

    def view(self, base: ArrayV, parts: list[Any], values: list[Val | None], node: Any) -> tuple[ArrayV | None, list[Any] | None]:
        """(view, None), or (None, indices) of one element: every axis has an integer index, and there is no Ellipsis.

        ``values``: the items of the index, None for slices, which are in ``parts``.
        """
        low, a = self.low, self.low.arrays
        news = sum(isinstance(v, NoneV) for v in values)
        used = len(parts) - news - len(dots := [k for k, v in enumerate(values) if isinstance(v, KnownV) and v.value is Ellipsis])
        if used > base.ty.ndim:
            low.wrong(node, f"too many indices: the array has {counted(base.ty.ndim, 'axis')}, {given_count(used)}")
        missing = base.ty.ndim - used
        at = dots[0] if dots else len(parts)
        parts = [*parts[:at], *[FULL] * missing, *parts[at + len(dots) :]]
        values = [*values[:at], *[None] * missing, *values[at + len(dots) :]]
        data_offset: Any = const(0)
        shape: list[Any] = []
        strides: list[Any] = []
        indices: list[Any] = []
        axis, layout_kept, single = 0, base.ty.layout in ("C", "F"), True  # single: no axis with several elements so far
        for part, v in zip(parts, values, strict=True):
            if isinstance(v, NoneV):
                shape.append(const(1))
                strides.append(const(0))
                continue
            n, s = base.shape[axis], base.strides[axis]
            if v is not None:
                i = self.index(v, n, axis, node)
                indices.append(i)
                data_offset = a.add(data_offset, a.mul(i, s))
                layout_kept = layout_kept and single and base.ty.layout == "C"
            else:
                start, count, step = slice_of_axis(low, part, n, node)
                data_offset = a.add(data_offset, a.mul(start, s))
                shape.append(count)
                strides.append(a.mul(s, step))
                whole = part.lower is None and part.upper is None and part.step is None
                one = known_int(step) == 1
                layout_kept = layout_kept and (whole or (one and single and base.ty.layout == "C"))
                single = False
            axis += 1
        if not shape and not dots:
            return None, indices
        data = base.data
        if known_int(data_offset) != 0:
            data = self.b.gep(data, [data_offset], all(map(begins_inside, parts)), source_etype=MEMORY[base.ty.dtype])
        layout = "C" if not shape else base.ty.layout if layout_kept else memory_order.of_view(base.ty.layout, len(shape))
        strides = memory_order.contiguous(low, layout, shape) if layout_kept else strides
        ty, moved = Array(base.ty.dtype, len(shape), layout, base.ty.readonly), base.moved or any(map(has_bounds, parts))
        return ArrayV(ty, data, shape, strides, base.origin, moved, window_of(base, parts, self.low)), None

    def index(self, v: Val, n: Any, axis: int, node: Any) -> Any:
        """A checked, non-negative index."""
        if isinstance(v, ScalarV) and (v.ty.kind == "bool" or v.ty.maybe_truth):
            text = "a truth value as the index of an array is a mask, which is not supported"
            self.low.unsupported(node, text, "write an if statement, or x[int(flag)] for one of two elements")
        if not isinstance(v, ScalarV) or not v.ty.is_integer:
            hint = "divide with //, or convert it: int(i)" if isinstance(v, ScalarV) and v.ty.is_float else ""
            self.low.wrong(node, f"an index must be an integer, not {v.ty}", hint)
        assert isinstance(v, ScalarV)
        if isinstance(v, HugeV):
            self.low.fail(IndexError, "cannot fit 'int' into an index-sized integer", node)
            return const(0)
        i = self.low.word(v)
        i2, k = i, known_int(i)
        if k is None or k < 0:
            negative = self.b.icmp_signed("<", i, const(0))
            i2 = self.b.select(negative, self.b.add(i, n), i) if k is None else self.b.add(n, i)
        if self.low.instance.boundscheck:
            fine = self.b.icmp_unsigned("<", i2, n)
            text = f"index {{0}} is out of bounds for axis {axis} with size {{1}}"
            self.low.check(fine, IndexError, text, node, [i, n])
        return i2

    def slice_parts(self, s: Any, n: Any, node: Any) -> tuple[Any, Any, Any]:
        """(start, count, step) of a slice of an axis of length ``n``, as Python clips them."""
        step = const(1)
        if s.step is not None:
            v = as_index(self.low, self.value(s.step), node)
            if not isinstance(v, ScalarV) or not v.ty.is_integer:
                self.low.wrong(node, "the step of a slice must be an integer")
            assert isinstance(v, ScalarV)
            step = self.step(v, n, node)
        k = known_int(step)
        if k == 0:
            self.low.wrong(node, "slice step cannot be zero")
        b = self.b  # the step may have been checked: we are in another block
        if s.lower is None and s.upper is None and k == 1:
            return const(0), n, step
        down = ir.Constant(I1, int(k < 0)) if k is not None else b.icmp_signed("<", step, const(0))
        low_end = b.select(down, const(-1), const(0)) if k is None else const(-1 if k < 0 else 0)
        high_end = b.select(down, b.sub(n, const(1)), n) if k is None else (b.sub(n, const(1)) if k < 0 else n)
        first = high_end if k is not None and k < 0 else low_end if k is not None else b.select(down, high_end, low_end)
        last = low_end if k is not None and k < 0 else high_end if k is not None else b.select(down, low_end, high_end)
        start = self.clip(s.lower, n, low_end, high_end, first, node)
        stop = self.clip(s.upper, n, low_end, high_end, last, node)
        b = self.b  # the bounds may have been checked: we are in another block
        if k == 1:
            length = b.sub(stop, start, flags=["nsw"])
            count = b.select(b.icmp_signed(">", length, const(0)), length, const(0))
            return start, count, step
        span = b.select(down, b.sub(start, stop), b.sub(stop, start))
        size = b.select(down, b.sub(const(0), step), step)
        count = b.add(b.sdiv(b.sub(span, const(1)), size), const(1))
        count = b.select(b.icmp_signed(">", span, const(0)), count, const(0))
        start = b.select(b.icmp_signed(">", count, const(0)), start, const(0))
        return start, count, step

    def step(self, v: ScalarV, n: Any, node: Any) -> Any:
        """The step of a slice of an axis of length ``n``; a step beyond the axis is equivalent to one by ``n``."""
        k = integers.known_index(v)
        if k is not None and abs(k) <= MOST_ELEMENTS:
            return const(k)
        b = self.b
        if k is not None:
            most = b.select(b.icmp_signed(">", n, const(1)), n, const(1))
            return most if k > 0 else b.sub(const(0), most)
        step = self.low.word(v)
        self.low.check(b.icmp_signed("!=", step, const(0)), ValueError, "slice step cannot be zero", node)
        b = self.b  # behind the check
        most = b.select(b.icmp_signed(">", n, const(1)), n, const(1))
        least = b.sub(const(0), most)
        step = b.select(b.icmp_signed(">", step, most), most, step)
        return b.select(b.icmp_signed("<", step, least), least, step)

    def clip(self, node: Any, n: Any, low: Any, high: Any, default: Any, at: Any) -> Any:
        if node is None:
            return default
        v = as_index(self.low, self.value(node), at)
        if isinstance(v, NoneV):
            return default
        if not isinstance(v, ScalarV) or v.ty.is_inexact or v.ty == BOOL:
            self.low.wrong(at, f"the bounds of a slice must be integers, not {v.ty}", as_integer(v))
        assert isinstance(v, ScalarV)
        b = self.b
        if isinstance(v, HugeV):
            return high if v.number > 0 else low
        i = self.low.word(v)
        k = known_int(i)
        if k is None:
            i = b.select(b.icmp_signed("<", i, const(0)), b.add(i, n), i)
        elif k < 0:
            i = b.add(n, const(k))
        if k is None or k < 0:
            i = b.select(b.icmp_signed("<", i, low), low, i)
        return b.select(b.icmp_signed(">", i, high), high, i)
