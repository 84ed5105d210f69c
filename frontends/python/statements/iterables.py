"""Iterables of loops: ranges, arrays, containers, `enumerate`, `zip`, `reversed`; and unpacking."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np

from irad.frontends.python.arrays.array_arguments import array_of
from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.demand import written_out
from irad.frontends.python.containers import fixed_containers, growing_lists, hashed, shared_lists
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.python_values import (
    I64,
    MEMORY,
    MOST_ELEMENTS,
    ArrayV,
    ChoiceV,
    GeneratorV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    RangeV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.iteration import iterators, making, runtime_items
from irad.frontends.python.messages.operand_errors import TOO_FEW_ITEMS, TOO_MANY_ITEMS
from irad.frontends.python.messages.spelling import counted
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.python_types import ITERATOR, WHOLE, Array, Form, Scalar
from irad.frontends.python.statements.operators import Operators

_MOST_COMBINED = 32  # tuples, for each of which the body of a loop is written out
_EACH = {"keys": "__iter__", "items": "each_item", "values": "each_value"}  # of a dict of computed keys, at the head of a loop


class Iterables(Operators, ABC):
    """A part of `Expressions`."""

    @abstractmethod
    def value(self, node: Any, statement: bool = False, maybe: bool = False) -> Val:
        """The value of an expression."""

    def items_of(self, nodes: list[Any]) -> list[Val]:
        """The items of a display, which those behind them may have changed."""
        values = [self.item_value(n) for n in nodes]
        return [making.as_it_is(self.low, v, n) for v, n in zip(values, nodes, strict=True)]

    def parts(self, node: Any) -> list[tuple[bool, Val]]:
        """The values in a display, and which have a star."""
        starred = [isinstance(e, ast.Starred) for e in node.elts]
        values = [self._spread(e.value) if star else self.item_value(e) for star, e in zip(starred, node.elts, strict=True)]
        present = [v if star else making.as_it_is(self.low, v, node) for star, v in zip(starred, values, strict=True)]
        return list(zip(starred, present, strict=True))

    def _spread(self, node: Any) -> Val:
        """What has a star in a display: an iterator is gone through at once."""
        self.low.taken_at_once.add(id(node))
        v = self.value(node)
        return self.apply(list, [v], {}, node) if isinstance(v, IterV) else v

    @abstractmethod
    def item_value(self, node: Any) -> Val:
        """The value of an expression that is put into a container."""

    def items(self, v: Val, node: Any, count: int) -> list[Val]:
        """Exactly ``count`` items of a tuple or array."""
        v = v.made(True) if isinstance(v, IterV) and v.made is not None else fixed_containers.as_iterated(self.low, v, node)
        if isinstance(v, TupleV):
            if len(v.items) != count and self.low.guarded and v.items:
                self._check_count(const(len(v.items)), count, node)
                return [v.items[0]] * count  # for what comes behind it, which is never reached
            if len(v.items) != count:
                self.low.wrong(node, f"{counted(len(v.items), 'value')} cannot be unpacked into {counted(count, 'name')}")
            return all_items(v)
        if isinstance(v, (IterV, RangeV, ListV, SharedV)):
            n, item_of = cast(Any, iterators.source(self.low, v, node))
            self._check_count(n, count, node)
            return [item_of(const(k)) for k in range(count)]
        if isinstance(v, (ArrayV, LazyV)):
            a = self.low.arrays.in_memory(v)
            self._check_count(a.shape[0], count, node)
            return [self.item(a, const(k)) for k in range(count)]
        self.low.wrong(node, f"{v.ty} cannot be unpacked")
        raise AssertionError

    def _check_count(self, n: Any, count: int, node: Any) -> None:
        """An error where a sequence of ``n`` items, an i64, is unpacked into ``count`` names."""
        for sign, text in ((">=", TOO_FEW_ITEMS), ("<=", TOO_MANY_ITEMS)):
            self.low.check(self.b.icmp_signed(sign, n, const(count)), ValueError, text, node, [n, const(count)])

    def items_around(self, v: Val, node: Any, star: int, behind: int) -> list[Val]:
        """The items for ``a, *b, c = v``: ``star`` of them, a list, and ``behind``."""
        known = fixed_containers.as_iterated(self.low, v, node)
        if isinstance(known, TupleV):
            if len(known.items) < star + behind:
                self.low.wrong(node, f"not enough values to unpack (expected at least {star + behind}, got {len(known.items)})")
            items, end = [self.low.hold_apart(i, node) for i in all_items(known)], len(known.items) - behind
            return [*items[:star], TupleV(items[star:end], Form("list")), *items[end:]]
        if isinstance(known, (ArrayV, LazyV)):
            a = self.low.arrays.in_memory(known)
            n, item_of = a.shape[0], partial(self.item, a)
        elif isinstance(known, (IterV, RangeV, ListV, SharedV)):
            n, item_of = cast(Any, iterators.source(self.low, known, node))
        else:
            self.low.wrong(node, f"{v.ty} cannot be unpacked")
            raise AssertionError
        enough = self.b.icmp_signed(">=", n, const(star + behind))
        text = "not enough values to unpack (expected at least {1}, got {0})"
        self.low.check(enough, ValueError, text, node, [n, const(star + behind)])
        first = [self.stable(item_of(const(k))) for k in range(star)]
        rest = iterators.part_as_list(self.low, item_of, star, self.b.sub(n, const(star + behind)), node)
        last = [self.stable(item_of(self.b.add(n, const(k - behind)))) for k in range(behind)]
        return [*first, rest, *last]

    def item(self, a: ArrayV, i: Any) -> Val:
        """``a[i]`` for an index that is in range."""
        if a.ty.ndim == 1:
            return ScalarV(Scalar(a.ty.dtype), self.low.arrays.load(a, [i]))
        offset = self.low.arrays.mul(i, a.strides[0])
        data = self.b.gep(a.data, [offset], inbounds=True, source_etype=MEMORY[a.ty.dtype])
        layout = "C" if a.ty.layout == "C" else memory_order.of_view(a.ty.layout, a.ty.ndim - 1)
        return ArrayV(Array(a.ty.dtype, a.ty.ndim - 1, layout, a.ty.readonly), data, a.shape[1:], a.strides[1:], a.origin)

    def iterable(self, node: Any) -> Any:
        """(count, item(k)) of an iterable expression, or a TupleV."""
        return iterators.source(self.low, self.loop_value(node), node)

    def loop_value(self, node: Any) -> Val:
        """The value of what a loop iterates over: many numbers are not a container, but an array."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _EACH and not node.args:
            owner = self.value(node.func.value)
            if hashed.is_dict(owner):
                return self.apply_method(owner, _EACH[node.func.attr], [], {}, node)
        fn = self.value(node.func) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None
        name = fn.value if isinstance(fn, KnownV) else None
        if name not in (enumerate, zip, reversed) or any(isinstance(a, ast.Starred) for a in node.args):
            v = self.combined(runtime_items.characters(self.low, self.value(node), node), node)
            return (written_out(self.low, v, node) or v) if self.low.as_items else v
        values = [self.loop_value(a) for a in node.args]
        found = [
            v if iterators.is_held(v) or isinstance(v, GeneratorV) else fixed_containers.as_iterated(self.low, v, a)
            for v, a in zip(values, node.args, strict=True)
        ]
        most = iterators.MOST_ITEMS if all(isinstance(v, TupleV) for v in found) else 0
        whole = self.low.as_items or any(isinstance(v, GeneratorV) for v in found)
        given = found if whole else [self.shortened(v, most, node) for v in found]
        kw = {k: self.value(v) for k, v in parameters.named(self.low, node).items()}
        return self.apply(name, given, kw, node)

    def shortened(self, v: Val, most: int, node: Any) -> Val:
        """A container of more than ``most`` numbers as an array, so that no statement is written out for each."""
        if not isinstance(v, TupleV) or iterators.is_held(v) or self.low.lively:
            return v
        if len(v.items) <= most or not fixed_containers.is_even(v):
            return v
        if v.place is not None:
            self.low.iterated.append(v)
        count, item = self.pair(v, node)
        return IterV("container", count, item)

    def combined(self, v: Val, node: Any) -> Val:
        """Many tuples of numbers (of `itertools.product` and the like) as a table of which number is where."""
        if not isinstance(v, TupleV) or v.form is None or v.form.kind != ITERATOR or v.place is not None:
            return v
        items = [i for i in v.items if isinstance(i, TupleV) and i.form is None]
        even = len(items) == len(v.items) and len({len(i.items) for i in items}) == 1
        if len(items) <= _MOST_COMBINED or self.low.as_items or self.low.lively or not even:
            return v
        columns = [self.column(list(c), node) for c in zip(*(i.items for i in items), strict=True)]
        if not columns or None in columns:
            return v

        def item(k: Any) -> Val:
            known = known_int(k)
            if known is not None and known < len(items):
                return items[known]
            return TupleV([c(k) for c in columns if c is not None])

        return IterV("combinations", const(len(items)), item)

    def column(self, values: list[Any], node: Any) -> Callable[[Any], Val] | None:
        """What computes number k of many, most of which are several times there; None if they are not numbers of one type."""
        if not fixed_containers.is_even(TupleV(values)):
            return None
        numbers = [known_int(v.v) for v in values]
        if None not in numbers and values[0].ty == WHOLE:
            table = self.low.constant_table(np.array(numbers).tobytes())
            return lambda k: ScalarV(WHOLE, self.from_table(table, k))
        different = {id(v): v for v in values}
        places = {key: n for n, key in enumerate(different)}
        table = self.low.constant_table(np.array([places[id(v)] for v in values]).tobytes())
        _, item = self.pair(TupleV(list(different.values())), node)
        return lambda k: item(self.from_table(table, k))

    def from_table(self, table: Any, k: Any) -> Any:
        """Integer number k of a constant table."""
        return self.b.load(self.b.gep(table, [k], inbounds=True, source_etype=I64), typ=I64)

    @abstractmethod
    def apply(self, fn: Any, args: list[Val], keywords: dict[str, Val], node: Any) -> Val:
        """A call of a function that is known when compiling."""

    def pair(self, found: Any, node: Any) -> Any:
        """(count, item(k)) of numbers in a container, too."""
        if isinstance(found, TupleV):
            kinds = {str(i.ty) for i in found.items}
            if len(kinds) != 1 or not isinstance(found.items[0], ScalarV):
                hint = "put it into an array, or write the items out"
                self.low.unsupported(node, "a container of this kind can only be iterated together with others like it", hint)
            count, item = self.counted(array_of(self.low, found, node, None), node)
            ty: Any = found.items[0].ty
            for other in found.items[1:]:
                ty = join(ty, other.ty)
            return count, lambda k: ScalarV(ty, item(k).v)  # an item of the container, not of an array
        return found

    def distance(self, first: Any, last: Any) -> Any:
        """``last - first`` where that is positive, saturated at 2^63 - 1 (no loop runs that long)."""
        k, b = known_int(first), self.b
        if k == 0:
            return last
        length = b.sub(last, first)
        if k is not None and k > 0:
            return length
        wrapped = b.and_(b.icmp_signed(">", last, first), b.icmp_signed("<", length, const(0)))
        return b.select(b.and_(b.icmp_signed("<", first, const(0)), wrapped), const(2**63 - 1), length)

    def counted(self, v: Val, node: Any) -> Any:
        if isinstance(v, RangeV):
            b = self.b
            bounds = [known_int(x) for x in (v.start, v.stop, v.step)]
            if None not in bounds and bounds[2] and len(known := range(*bounds)) < MOST_ELEMENTS:  # type: ignore[arg-type]
                return const(len(known)), lambda k: ScalarV(WHOLE, self.low.arrays.add(v.start, self.low.arrays.mul(k, v.step)))
            if known_int(v.step) == 1:
                count = b.select(b.icmp_signed(">", v.stop, v.start), self.distance(v.start, v.stop), const(0))
                return count, lambda k: ScalarV(WHOLE, self.low.arrays.add(v.start, k))
            down = b.icmp_signed("<", v.step, const(0))
            span = b.select(down, self.distance(v.stop, v.start), self.distance(v.start, v.stop))
            size = b.select(down, b.sub(const(0), v.step), v.step)
            count = b.add(b.sdiv(b.sub(span, const(1)), size), const(1))
            some = b.select(down, b.icmp_signed("<", v.stop, v.start), b.icmp_signed(">", v.stop, v.start))
            count = b.select(some, count, const(0))
            return count, lambda k: ScalarV(WHOLE, self.low.arrays.add(v.start, self.low.arrays.mul(k, v.step)))
        if isinstance(v, (ArrayV, LazyV)):
            if not v.shape:
                self.low.wrong(node, "an array without axes cannot be iterated")
            a = self.low.arrays.in_memory(v)
            return a.shape[0], lambda k: self.item(a, k)
        if isinstance(v, ListV):
            return growing_lists.iterated(self.low, v)
        if isinstance(v, SharedV):
            return shared_lists.iterated(self.low, v, node)
        if isinstance(v, ChoiceV):
            self.low.demand(node, v)
        whole = isinstance(v, ScalarV) and v.ty.is_integer
        self.low.wrong(node, f"{v.ty} cannot be iterated", "write range(n)" if whole else "")
        raise AssertionError
