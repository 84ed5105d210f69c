"""IR for counts: trips of loops (found by `analysis.flow.trips`), polynomials, elements among the bytes of a copy."""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.flow.trips import TripCount
from irad.analysis.reuse.polynomial import AtLeastZero, IterationNumber, Monomial, Polynomial, Unsigned
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I64
from irad.ir.values import Argument, Instruction, Value

ONCE = -1  # in place of a stride: one element, if there is room for it


def count_of(b: Builder, n: Value, at: int, size: int, stride: int) -> Value:
    """How many elements of ``size`` bytes, the first one ``at`` bytes in and the others ``stride`` apart, lie in ``n`` bytes."""
    if not stride:
        return const_int(I64, 1)
    some = b.icmp("uge", n, const_int(I64, at + size))
    more = b.sub(n, const_int(I64, at + size))
    last = const_int(I64, 0) if stride == ONCE else b.udiv(more, const_int(I64, stride))
    return b.select(some, b.add(last, const_int(I64, 1)), const_int(I64, 0))


def emit_count(b: Builder, trip: TripCount, value: Callable[[Value], Value]) -> Value:
    """The number of the last iteration (i64), computed at the end of the loop's preheader.

    The difference of bound and start is taken in the comparison's own width and signedness, so that wrapping arithmetic of
    narrower types gives what the loop itself would compute.
    """
    bound, start = value(trip.bound), value(trip.start)
    t = bound.type
    first = b.add(start, const_int(t, trip.add))
    step = abs(trip.step)
    if trip.kind == "equal":
        distance = b.sub(bound, first) if trip.step > 0 else b.sub(first, bound)
        wide = distance if t is I64 else b.cast("zext", distance, I64)
        return wide if step == 1 else b.udiv(wide, const_int(I64, step))
    low, high = (first, bound) if trip.step > 0 else (bound, first)
    pred = ("s" if trip.signed else "u") + ("le" if trip.inclusive else "lt")
    more = b.icmp(pred, low, high)
    distance = b.sub(high, low)
    wide = distance if t is I64 else b.cast("zext", distance, I64)
    # the test fails first at k = ceil(distance / step), inclusive: floor(distance / step) + 1
    if trip.inclusive:
        k = b.add(b.udiv(wide, const_int(I64, step)) if step != 1 else wide, const_int(I64, 1))
    elif step == 1:
        k = wide
    else:
        k = b.udiv(b.add(wide, const_int(I64, step - 1)), const_int(I64, step))
    return b.select(more, k, const_int(I64, 0))


def polynomial_values(polynomial: Polynomial) -> list[Value] | None:
    """The values that the code of a polynomial uses; None if it has names that no code can be made for."""
    found = []
    for name in polynomial.names():
        if isinstance(name, AtLeastZero):
            continue  # its own names are among those that follow
        value = name.value if isinstance(name, Unsigned) else name
        if not isinstance(value, Value):
            return None
        found.append(value)
    return found


def emit_polynomial(
    b: Builder,
    polynomial: Polynomial,
    value: Callable[[Value], Value],
    iteration: Callable[[IterationNumber], Value] | None = None,
) -> Value:
    """A polynomial as an i64; ``value`` gives what stands for a name that is a value, ``iteration`` for an iteration's number.

    Polynomials are sorted by hashes, which other runs do not have; the code has the order of the function.
    """
    out: Value = const_int(I64, polynomial.constant)
    for names, factor in sorted(polynomial.terms, key=_places):
        term: Value = const_int(I64, factor)
        for name in sorted(names, key=_place):
            if isinstance(name, AtLeastZero):
                inner = emit_polynomial(b, name.of, value, iteration)
                term = b.mul(term, b.select(b.icmp("sgt", inner, const_int(I64, 0)), inner, const_int(I64, 0)))
                continue
            if isinstance(name, IterationNumber) and iteration is not None:
                term = b.mul(term, iteration(name))
                continue
            named = name.value if isinstance(name, Unsigned) else name
            assert isinstance(named, Value)
            x = value(named)
            if x.type is not I64:
                x = b.cast("zext" if isinstance(name, Unsigned) else "sext", x, I64)
            term = b.mul(term, x)
        out = b.add(out, term)
    return out


def _places(term: tuple[Monomial, int]) -> tuple[object, ...]:
    return tuple(sorted(map(_place, term[0]))), term[1]


def _place(name: object) -> tuple[int, int, int, int, str]:
    """Where a name of a polynomial stands in its function."""
    if isinstance(name, AtLeastZero):
        inner = sorted(_places(term) for term in name.of.terms)
        return 2, len(inner), name.of.constant, 0, repr(inner)
    value, extended = (name.value, 1) if isinstance(name, Unsigned) else (name, 0)
    if isinstance(value, Argument):
        return 0, value.index, 0, extended, ""
    if isinstance(value, Instruction) and value.block is not None and value.block.function is not None:
        return 1, value.block.function.blocks.index(value.block), value.block.instructions.index(value), extended, ""
    if isinstance(name, IterationNumber):
        return 3, name.loop.depth, 0, 0, name.loop.header.name
    return 4, 0, 0, extended, ""
