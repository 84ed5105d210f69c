"""Overlap of arrays in memory, checked by compiled code: the rules of `irad.api.overlap`, for bounds of arrays.

Arrays whose bounds overlap count as sharing memory, though those with strides may share nothing (two columns of a matrix).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from llvmlite import ir

from irad.errors import AliasingError
from irad.frontends.python.arrays import Fresh
from irad.frontends.python.values import I1, I64, ITEM, ArrayV, TupleV, Val, const

if TYPE_CHECKING:
    from irad.frontends.python.lower import Lowering


@dataclass(frozen=True)
class Piece:
    """One array of an argument: its name for messages, and its shadow if it has one."""

    name: str
    array: ArrayV
    shadow: ArrayV | None


def check_overlap(low: Lowering, pieces: Sequence[Piece], node: Any) -> None:
    """Raise AliasingError at run time where primals and shadows do not fit together."""
    checks = _Checks(low, node)
    for i, p in enumerate(pieces):
        if p.shadow is not None:
            for q in pieces:
                checks.apart(p.shadow, q.array, f"the shadow of {p.name} overlaps the primal array {q.name}")
        for q in pieces[:i]:
            checks.pair(p, q)


def check_separate(low: Lowering, values: Sequence[Val], node: Any) -> None:
    """Raise AliasingError at run time where two arrays among ``values`` overlap."""
    checks = _Checks(low, node)
    arrays = [a for v in values for a in (v.items if isinstance(v, TupleV) else [v]) if isinstance(a, ArrayV)]
    for i, a in enumerate(arrays):
        for other in arrays[:i]:
            checks.apart(a, other, "two arguments of a gradient share memory")


def span(low: Lowering, a: ArrayV) -> tuple[Any, Any]:
    """The bytes from the first to the last one of an array, and how far its element 0 is from the first."""
    checks = _Checks(low, None)
    first, end = checks.bounds(a)
    return low.b.sub(end, first), low.b.sub(checks.start(a), first)


class _Checks:
    """Writes comparisons of bounds; what is known to be apart costs nothing."""

    def __init__(self, low: Lowering, node: Any) -> None:
        self.low, self.node = low, node
        self.known: dict[int, tuple[Any, Any]] = {}

    def apart(self, a: ArrayV, c: ArrayV, message: str) -> None:
        both = self.overlap(a, c)
        if both is not None:
            self.check(self.low.b.not_(both), message)

    def pair(self, p: Piece, q: Piece) -> None:
        """Two primals that share memory have shadows that share theirs at the same distance, and only then."""
        if p.shadow is None and q.shadow is None:
            return
        shared = self.overlap(p.array, q.array)
        if p.shadow is None or q.shadow is None:
            fixed, moving = (p, q) if p.shadow is None else (q, p)
            if shared is not None:
                text = f"{fixed.name} is constant but shares memory with {moving.name}, which has a shadow"
                self.check(self.low.b.not_(shared), text)
            return
        b = self.low.b
        fine = ir.Constant(I1, 1)
        if shared is not None:
            apart = b.sub(self.start(p.array), self.start(q.array))
            same = b.icmp_signed("==", apart, b.sub(self.start(p.shadow), self.start(q.shadow)))
            fine = b.or_(b.not_(shared), same)
        touching = self.overlap(p.shadow, q.shadow)
        if touching is not None:
            fine = b.and_(fine, b.or_(b.not_(touching), shared) if shared is not None else b.not_(touching))
        self.check(fine, f"{q.name} and {p.name} overlap in another way than their shadows")

    def check(self, ok: Any, message: str) -> None:
        self.low.check(ok, AliasingError, message, self.node)

    def overlap(self, a: ArrayV, c: ArrayV) -> Any:
        """Do the bounds overlap?  None: surely not."""
        if a.origin is not c.origin and (isinstance(a.origin, Fresh) or isinstance(c.origin, Fresh)):
            return None
        b = self.low.b
        (low_a, high_a), (low_c, high_c) = self.bounds(a), self.bounds(c)
        return b.and_(b.icmp_unsigned("<", low_a, high_c), b.icmp_unsigned("<", low_c, high_a))

    def start(self, a: ArrayV) -> Any:
        return self.low.b.ptrtoint(a.data, I64)

    def bounds(self, a: ArrayV) -> tuple[Any, Any]:
        """The first byte, and the one behind the last; twice the same for an array without elements."""
        if id(a) in self.known:
            return self.known[id(a)]
        b, item = self.low.b, const(ITEM[a.ty.dtype])
        low = high = self.start(a)
        size = b.mul(self.low.arrays.size(a.shape), item)
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
