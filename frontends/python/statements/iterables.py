"""Iterables of loops: ranges, arrays, containers, `enumerate`, `zip`, `reversed`; and unpacking."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from typing import Any

from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import array_of
from irad.frontends.python.calls import parameters
from irad.frontends.python.calls.demand import written_out
from irad.frontends.python.containers import fixed_containers, growing_lists
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core import checked_integers
from irad.frontends.python.core.python_values import (
    I1,
    MEMORY,
    MOST_ELEMENTS,
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    RangeV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.sources.python_types import WHOLE, Array, Scalar, join
from irad.frontends.python.statements.operators import Operators


class Iterables(Operators, ABC):
    """A part of `Expressions`."""

    @abstractmethod
    def value(self, node: Any, statement: bool = False, maybe: bool = False) -> Val:
        """The value of an expression."""

    def items(self, v: Val, node: Any, count: int) -> list[Val]:
        """Exactly ``count`` items of a tuple or array."""
        if isinstance(v, TupleV):
            if len(v.items) != count:
                self.low.wrong(node, f"{len(v.items)} values cannot be unpacked into {count} names")
            return all_items(v)
        if isinstance(v, (ArrayV, LazyV)):
            a = self.low.arrays.in_memory(v)
            fits = self.b.icmp_signed("==", a.shape[0], const(count))
            self.low.check(fits, ValueError, "cannot unpack {0} values into {1} names", node, [a.shape[0], const(count)])
            return [self.item(a, const(k)) for k in range(count)]
        self.low.wrong(node, f"{v.ty} cannot be unpacked")
        raise AssertionError

    def item(self, a: ArrayV, i: Any) -> Val:
        """``a[i]`` for an index that is in range."""
        if a.ty.ndim == 1:
            return ScalarV(Scalar(a.ty.dtype), self.low.arrays.load(a, [i]))
        offset = self.low.arrays.mul(i, a.strides[0])
        data = self.b.gep(a.data, [offset], inbounds=True, source_etype=MEMORY[a.ty.dtype])
        return ArrayV(Array(a.ty.dtype, a.ty.ndim - 1, a.ty.layout, a.ty.readonly), data, a.shape[1:], a.strides[1:], a.origin)

    def iterable(self, node: Any) -> Any:
        """(count, item(k)) of an iterable expression, or a TupleV."""
        if isinstance(node, ast.Call):
            fn = self.value(node.func) if isinstance(node.func, ast.Name) else None
            name = fn.value if isinstance(fn, KnownV) else None
            if name in (enumerate, zip, reversed):
                return self.around(name, node)
        v = fixed_containers.as_iterated(self.low, self.value(node), node)
        if self.low.as_items:
            v = written_out(self.low, v, node) or v
        return v if isinstance(v, TupleV) else self.counted(v, node)

    def is_even(self, v: TupleV) -> bool:
        """Whether a loop iterates over the items as over those of an array."""
        return fixed_containers.is_even(v) and not self.low.as_items

    def around(self, name: Any, node: Any) -> Any:
        """As `iterable`, for ``enumerate``, ``zip`` and ``reversed``."""
        low, takes = self.low, parameters.BUILTIN[name]
        given = parameters.bound(low, name.__name__, takes, node.args, parameters.named(low, node), node)
        if name is enumerate:
            return self.enumerated(*given.args)
        if name is zip:
            return self.zipped(list(given.args), given.kwargs.get("strict"), node)
        found = self.iterable(given.args[0])
        if isinstance(found, TupleV) and not self.is_even(found):
            return TupleV(all_items(found)[::-1])
        n, item = self.pair(found, node)
        return n, lambda k: item(self.b.sub(self.b.sub(n, const(1)), k, flags=["nsw"]))

    def enumerated(self, node: Any, start_node: Any = None) -> Any:
        found = self.iterable(node)
        start = ScalarV(WHOLE, const(0)) if start_node is None else self.value(start_node)
        if not isinstance(start, ScalarV) or start.ty.is_inexact:
            self.low.wrong(start_node, f"enumerate() counts from an integer, not {start.ty}")
        assert isinstance(start, ScalarV)
        first = self.low.word(start)
        static = known_int(first)
        if isinstance(found, TupleV) and not self.is_even(found) and static is not None:
            return fixed_containers.enumerated(found, static)
        inner = self.pair(found, node)
        small = static is not None and abs(static) < MOST_ELEMENTS

        def pair(k: Any) -> TupleV:
            number = self.low.arrays.add(k, first) if small else checked_integers.arithmetic(self.low, "add", k, first, node)
            return TupleV([ScalarV(WHOLE, number), inner[1](k)])

        return inner[0], pair

    def zipped(self, nodes: list[Any], strict_node: Any, node: Any) -> Any:
        low = self.low
        given = [self.iterable(a) for a in nodes]
        strict = low.truth(self.value(strict_node), strict_node) if strict_node is not None else ir.Constant(I1, 0)
        if not isinstance(strict, ir.Constant):
            low.unsupported(strict_node, "strict= must be a constant")
        tuples = [g for g in given if isinstance(g, TupleV)]
        if len(tuples) == len(given) and not all(self.is_even(t) for t in tuples):
            if strict.constant and len({len(t.items) for t in tuples}) > 1:
                low.wrong(node, "the arguments of zip(strict=True) have different lengths")
            return fixed_containers.zipped(tuples)
        parts = [self.pair(g, node) for g in given]
        count = parts[0][0]
        for p in parts[1:]:
            if strict.constant:
                same = self.b.icmp_signed("==", p[0], parts[0][0])
                low.check(same, ValueError, "zip() arguments have different lengths: {0} and {1}", node, [parts[0][0], p[0]])
            else:
                count = self.b.select(self.b.icmp_signed("<", p[0], count), p[0], count)
        return count, lambda k: TupleV([p[1](k) for p in parts])

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
            if None not in bounds and len(known := range(*bounds)) < MOST_ELEMENTS:  # type: ignore[arg-type]
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
        self.low.wrong(node, f"{v.ty} cannot be iterated")
        raise AssertionError
