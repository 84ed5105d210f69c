"""Arithmetic of sizes and strides of arrays, which cannot overflow; folded where they are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from llvmlite import ir

from irad.frontends.python.core.python_values import I64, ITEM, ArrayV, const, known_int
from irad.rules.deferred_errors import MOST_DETAILS

Said = tuple[list[str], list[Any]]  # texts with places for numbers, and these


def shapes_said(shapes: Sequence[list[Any]]) -> Said | None:
    """The shapes as messages have them, ``(3,4)``; None where too many sizes are known at run time only."""
    texts: list[str] = []
    numbers: list[Any] = []
    for shape in shapes:
        parts = []
        for n in shape:
            k = known_int(n)
            if k is None and not any(n is m for m in numbers):
                numbers.append(n)
            parts.append(str(k) if k is not None else f"{{{next(i for i, m in enumerate(numbers) if m is n)}}}")
        texts.append(f"({','.join(parts)}{',' if len(parts) == 1 else ''})")
    return (texts, numbers) if len(numbers) <= MOST_DETAILS else None


def mul(b: ir.IRBuilder, x: Any, y: Any) -> Any:
    """``x * y``."""
    kx, ky = known_int(x), known_int(y)
    if kx == 1:
        return y
    if ky == 1:
        return x
    if kx is not None and ky is not None:
        return const(kx * ky)
    return b.mul(x, y, flags=["nsw"])


def add(b: ir.IRBuilder, x: Any, y: Any) -> Any:
    """``x + y``."""
    kx, ky = known_int(x), known_int(y)
    if kx == 0:
        return y
    if ky == 0:
        return x
    if kx is not None and ky is not None:
        return const(kx + ky)
    return b.add(x, y, flags=["nsw"])


def by_rows(b: ir.IRBuilder, shape: list[Any]) -> list[Any]:
    """The strides of an array that is contiguous by rows."""
    strides: list[Any] = []
    step: Any = const(1)
    for n in reversed(shape):
        strides.insert(0, step)
        step = mul(b, step, n)
    return strides


def count(b: ir.IRBuilder, shape: list[Any]) -> Any:
    """The number of elements."""
    total: Any = const(1)
    for n in shape:
        total = mul(b, total, n)
    return total


def is_repeated(own: list[Any], shape: list[Any]) -> bool:
    """Whether elements of an operand surely stand at several places of the result: they should be computed once."""
    if len(own) < len(shape):
        return any(known_int(m) != 1 for m in shape[: len(shape) - len(own)])
    return any(known_int(n) == 1 != known_int(m) for n, m in zip(own, shape, strict=True))


class HasBuilder(Protocol):
    """What writes code: the builder changes with the block."""

    @property
    def b(self) -> Any: ...


class MemoryBounds:
    """Code for the first and the last byte of arrays."""

    def __init__(self, writer: HasBuilder) -> None:
        self.writer = writer
        self.known: dict[int, tuple[Any, Any]] = {}

    def shared(self, a: ArrayV, c: ArrayV) -> Any:
        """Whether the bounds of two arrays overlap (i1); those without elements overlap with nothing."""
        b = self.writer.b
        (low_a, high_a), (low_c, high_c) = self.bounds(a), self.bounds(c)
        both = b.and_(b.icmp_unsigned("<", low_a, high_c), b.icmp_unsigned("<", low_c, high_a))
        for v, low, high in ((a, low_a, high_a), (c, low_c, high_c)):
            if not isinstance(v.data, ir.Argument):
                both = b.and_(both, b.icmp_unsigned("<", low, high))
        return both

    def may_meet(self, a: ArrayV, c: ArrayV) -> Any:
        """Whether two sequences by steps may have an element in common (i1): not if one lies in the gaps of the other."""
        b, (step, other), zero = self.writer.b, (v.strides[0] for v in (a, c)), const(0)
        item = const(ITEM[a.ty.dtype])
        if ITEM[a.ty.dtype] != ITEM[c.ty.dtype]:
            return ir.Constant(ir.IntType(1), 1)
        size = b.mul(step, item)
        size = b.select(b.icmp_signed("<", size, zero), b.sub(zero, size), size)
        whole = b.select(b.icmp_signed("==", size, zero), const(1), size)
        rest = b.srem(b.sub(self.start(a), self.start(c)), whole)
        rest = b.select(b.icmp_signed("<", rest, zero), b.add(rest, whole), rest)
        between = b.and_(b.icmp_signed(">=", rest, item), b.icmp_signed("<=", rest, b.sub(whole, item)))
        return b.not_(b.and_(b.icmp_signed("==", step, other), between))

    def start(self, a: ArrayV) -> Any:
        return self.writer.b.ptrtoint(a.data, I64)

    def bounds(self, a: ArrayV) -> tuple[Any, Any]:
        """The first byte, and the one behind the last; twice the same for an array without elements."""
        if id(a) in self.known:
            return self.known[id(a)]
        b, item = self.writer.b, const(ITEM[a.ty.dtype])
        low = high = self.start(a)
        size = b.mul(count(b, a.shape), item)
        if a.ty.layout == "C":
            high = b.add(low, size)
        else:
            for n, s in zip(a.shape, a.strides, strict=True):
                reach = b.mul(b.mul(b.sub(n, const(1)), s), item)
                back = b.icmp_signed("<", reach, const(0))
                low = b.select(back, b.add(low, reach), low)
                high = b.select(back, high, b.add(high, reach))
            empty = b.icmp_signed("==", size, const(0))
            high = b.select(empty, low, b.add(high, item))
        self.known[id(a)] = low, high
        return low, high
